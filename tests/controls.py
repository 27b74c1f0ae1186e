"""The table of controls: each kind as it looks in each of its states, drawn in a window.

The states are set, not reached by events, so that all can be seen at a time. What a canvas draws by
itself stands below, in the states that it can be brought into.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.app.gallery.templates import templates
from mazeeditor.app.jobs import Background
from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets.buttons import (
    IconButton,
    ListButton,
    SegmentButton,
    TabButton,
    ToolButton,
)
from mazeeditor.gui.window.template_cards import TemplateCards

STATES: dict[str, tuple[str, ...]] = {
    "normal": (),
    "hover": ("active", "hover"),
    "focus": ("focus",),
    "chosen": ("selected",),
    "chosen, hover": ("selected", "active", "hover"),
    "chosen, focus": ("selected", "focus"),
    "disabled": ("disabled",),
    "chosen, disabled": ("selected", "disabled"),
    "error": ("invalid",),
    "error, focus": ("invalid", "focus"),
}
Make = Callable[[tk.Misc, Icons, tk.StringVar], ttk.Widget]

# The kinds, and whether they can be chosen or be wrong; what has no such state has no such cell.
CHOSEN, WRONG = "chosen", "error"
KINDS: dict[str, tuple[Make, str]] = {
    "button": (lambda at, *_: ttk.Button(at, text="Reset"), ""),
    "main button": (lambda at, *_: ttk.Button(at, text="Save", style="Accent.TButton"), ""),
    "button of the bar": (lambda at, icons, _: IconButton(at, icons, "print", "Print", str), ""),
    "main of the bar": (
        lambda at, icons, _: IconButton(
            at, icons, "generate", "Generate", str, named=True, primary=True
        ),
        "",
    ),
    "tool": (
        lambda at, icons, chosen: ToolButton(at, icons, "tool-wall", "Wall", chosen, "", "W"),
        CHOSEN,
    ),
    "toggle": (
        lambda at, icons, chosen: SegmentButton(at, icons, "select-take", "Take away", chosen, ""),
        CHOSEN,
    ),
    "tab": (lambda at, _, chosen: TabButton(at, "Generate", chosen, "", str), CHOSEN),
    "row of a list": (
        lambda at, icons, chosen: ListButton(at, icons, "play", "Play", chosen, "", str),
        CHOSEN,
    ),
    "checkbox": (lambda at, *_: ttk.Checkbutton(at, text="Route"), CHOSEN),
    "radio button": (lambda at, *_: ttk.Radiobutton(at, text="SVG"), CHOSEN),
    "switch": (
        lambda at, *_: ttk.Checkbutton(at, text="Marks", style="Switch.TCheckbutton"),
        CHOSEN,
    ),
    "heading that folds": (
        lambda at, *_: ttk.Checkbutton(at, text="More", style="Section.TCheckbutton"),
        CHOSEN,
    ),
    "field": (lambda at, *_: filled(ttk.Entry(at, width=10)), WRONG),
    "number": (lambda at, *_: filled(ttk.Spinbox(at, width=9)), WRONG),
    "choice": (lambda at, *_: filled(ttk.Combobox(at, width=9), "readonly"), WRONG),
    "choice or text": (lambda at, *_: filled(ttk.Combobox(at, width=9)), WRONG),
    "slider": (lambda at, *_: ttk.Scale(at, value=0.4), ""),
    "menu button": (lambda at, *_: ttk.Menubutton(at, text="100 %"), ""),
    "verdict": (
        lambda at, *_: ttk.Button(at, text="Exactly one route", style="Good.Chip.TButton"),
        "",
    ),
}


def filled(field: ttk.Entry, state: str = "normal") -> ttk.Entry:
    """Return a field with a text in it."""
    field.insert(0, "12.5")
    field.configure(state=state)
    return field


def table(root: tk.Misc, icons: Icons, background: Background) -> ttk.Frame:
    """Return the table of the kinds of controls by their states, and real lists below it."""
    theme = current(root)
    frame = ttk.Frame(root, padding=theme.px(12))
    gap = theme.px(6)
    for column, state in enumerate(STATES, 1):
        ttk.Label(frame, text=state, style="Small.TLabel").grid(row=0, column=column, sticky="w")
    for row, (name, (make, able)) in enumerate(KINDS.items(), 1):
        ttk.Label(frame, text=name, style="Small.TLabel").grid(row=row, column=0, sticky="w")
        for column, (state, flags) in enumerate(STATES.items(), 1):
            if (CHOSEN in state and able != CHOSEN) or (WRONG in state and able != WRONG):
                continue
            widget = make(frame, icons, tk.StringVar(frame, "no"))
            widget.state(["!alternate", *flags])
            widget.grid(row=row, column=column, sticky="w", padx=gap, pady=gap // 2)
    below = lists(frame, background)
    below.grid(row=len(KINDS) + 1, column=0, columnspan=len(STATES) + 1, sticky="w")
    return frame


def lists(parent: tk.Misc, background: Background) -> ttk.Frame:
    """Return lists and cards, each without and with the keyboard, and the buttons of a dialog."""
    theme = current(parent)
    px, frame = theme.px, ttk.Frame(parent)
    for focus in (False, True):
        tree = ttk.Treeview(frame, show="tree", height=3)
        for name in ("Coaster", "Inlay", "Plate"):
            tree.insert("", "end", name, text=name)
        tree.selection_set("Inlay")
        tree.state(["focus" if focus else "!focus"])
        tree.pack(side="left", padx=px(6), pady=px(6))
    shown = templates()[:2]
    for focus in (False, True):
        cards = TemplateCards(frame, background)
        cards.canvas.configure(width=px(430), height=px(220))
        cards.show(shown, 0, "")
        cards.pack(side="left", padx=px(6))
        if focus:
            cards.after(200, cards.canvas.focus_force)
    for text, style in (("Cancel", "TButton"), ("Resize", "Accent.TButton")):
        ttk.Button(frame, text=text, style=style).pack(side="left", anchor="s", padx=px(4))
    return frame
