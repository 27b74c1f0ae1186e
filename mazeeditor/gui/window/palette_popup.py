"""The command palette: all that can be done, found by typing a few letters of its name.

::

    +--------------------------------------------------+
    | [ dead                                         ] |   a frame within the window, below the
    | Fill Dead ends              Maze      Ctrl+Alt+D |   command bar; typing searches, arrows
    | Solve: Dead-end filling     Solver               |   move, Enter runs, Escape closes
    | Clear the route             No route is shown.   |   grey: cannot be used now, and why
    |--------------------------------------------------|
    | Fill in dead ends until only the route is left   |   what the selected one does
    +--------------------------------------------------+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import font as tkfont
from tkinter import ttk

from mazeeditor.app.command_palette import Action, begin_drafts, choose, matching, read_further
from mazeeditor.app.parts.services import Services
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.desktop.keys import chord_label
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import child_of, on_click, select_all_by_key, trace
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.gui.window.window_actions import all_actions

WIDTH, ROW = 600, 30  # px at 96 dpi: of the list, of a row
MAX_ROWS, MIN_ROWS = 12, 3  # rows
MARGIN_PX = 24  # px at 96 dpi of the window left free at each side
PARTS = 186  # px at 96 dpi of a window besides the rows: what is above them, the entry, the line
NOTHING = -1  # the row that is selected where nothing was typed: Enter then runs nothing
NOTCH = 3  # rows that a notch of the wheel scrolls
STEPS = {"Up": -1, "Down": 1}


def toggle_palette(context: Context, services: Services) -> None:
    """Open the palette, or close it."""
    shown = child_of(context.root, PalettePopup)
    if shown:
        shown.close()
    else:
        PalettePopup(context, services).open()


class PalettePopup(ttk.Frame):
    """The palette; it closes when something is chosen, at Escape, and at a click elsewhere."""

    def __init__(self, context: Context, services: Services) -> None:
        super().__init__(context.root, style="Popup.TFrame")
        self._context, self._services = context, services
        root = context.root
        px = current(root).px
        self._before = str(self.tk.call("focus"))
        self._offered = all_actions(context, services)
        read_further(services, self._follow_cards)
        body = ttk.Frame(self, padding=px(8))
        body.pack(padx=px(1), pady=px(1), fill="both", expand=True)
        self.text = tk.StringVar(self)
        self.entry = ttk.Entry(body, textvariable=self.text)
        self.entry.pack(fill="x", pady=(0, px(6)))
        width = min(px(WIDTH), root.winfo_width() - 2 * px(MARGIN_PX))
        rows = (root.winfo_height() - px(PARTS)) // px(ROW)
        row = ttk.Frame(body)
        row.pack(fill="both", expand=True)
        self.list = ActionList(
            row, (width, min(max(rows, MIN_ROWS), MAX_ROWS)), self._keys_of, self._choose
        )
        self.bar = ttk.Scrollbar(row, orient="vertical", command=self.list.scroll)
        self.list.on_scroll = self.bar.set
        self.list.pack(side="left")
        self.bar.pack(side="right", fill="y")
        self.summary = ttk.Label(body, style="Small.TLabel", wraplength=width)
        self.summary.pack(fill="x", pady=(px(6), 0))
        self.list.on_select = self._describe
        self._add_bindings()
        self.list.show(self._offered, NOTHING)

    def _follow_cards(self) -> None:
        """Offer what a worker had to read as well, in two parts: no key waits for both."""
        if self.winfo_exists():
            self._context.parts.call(begin_drafts)
            self._context.root.after_idle(self._offer_all)

    def _offer_all(self) -> None:
        """Offer all that there is by now; what is selected, and what is in view, stays."""
        if not self.winfo_exists():
            return
        self._offered = all_actions(self._context, self._services)
        before = [action.name for action in self.list.actions]
        place, top = self.list.selected, self.list.at(0)
        self._search()
        names = {action.name: number for number, action in enumerate(self.list.actions)}
        if place and 0 <= place < len(before) and before[place] in names:
            self.list.go(names[before[place]] - self.list.selected)
        if top < len(before) and before[top] in names:
            self.list.scroll("scroll", str(names[before[top]] - self.list.at(0)))

    def _add_bindings(self) -> None:
        page = self.list.rows - 1
        for key, step in {**STEPS, "Prior": -page, "Next": page}.items():
            self.entry.bind(f"<{key}>", lambda _event, step=step: self.list.go(step))  # type: ignore[misc]
        for key in ("<Return>", "<KP_Enter>"):
            self.entry.bind(key, lambda _event: self.list.choose())
        self.entry.bind("<Escape>", lambda _event: self._leave())
        self.entry.bind("<Tab>", lambda _event: "break")  # there is nowhere else to go
        select_all_by_key(self.entry)
        for widget in (self, self.list):
            for event in ("<MouseWheel>", "<Button-4>", "<Button-5>"):
                widget.bind(event, self._wheel)
        on_click(self, lambda clicked: None if self.holds(clicked) else self.destroy())
        # calls of the window's: those of the palette would fail when it is gone by then
        later = self._context.root.after_idle
        self.entry.bind("<FocusOut>", lambda _event: later(self._look_at_focus))
        trace(self, self.text, lambda *_trace: self._search())

    @property
    def manual(self) -> str:
        """The topic of what is selected, in the manual."""
        if self.list.selected == NOTHING or not self._found:
            return ""
        command = self.list.actions[self.list.selected].command
        return command.topic if command else ""

    def open(self) -> None:
        """Put the palette over the maze, with the keyboard in it, and the keys that wait."""
        top = self._context.maze_view.winfo_rooty() - self._context.root.winfo_rooty()
        self.place(relx=0.5, y=top + current(self).px(8), anchor="n")
        self.lift()
        take_keyboard(self.entry)

    def _keys_of(self, action: Action) -> str:
        """Return the shortcut of an action as it is shown, "" where it has none."""
        keys = self._context.keys.shortcuts.of(action.command) if action.command else ()
        return chord_label(keys[0]) if keys else ""

    def _search(self) -> None:
        text = self.text.get().strip()
        if text:
            self.list.show(matching(text, self._offered))
        else:
            self.list.show(self._offered, NOTHING)

    @property
    def _found(self) -> bool:
        """Whether anything has the name that was typed; where nothing was typed, all has."""
        return bool(self.list.actions)

    def _describe(self, action: Action | None) -> None:
        """Show what the selected action does, or why it cannot be done now."""
        if action is None and self._found:
            text = _("Type a few letters of what you want to do, or choose by the arrow keys")
        elif action is None:
            text = _("Nothing has this name. Type fewer letters.")
        else:
            text = action.reason or action.summary
        self.summary.configure(text=text or " ")

    def _choose(self, action: Action) -> None:
        """Close, then do it: it may open a dialog."""
        if action.reason:
            self.bell()
            return
        self.close()
        choose(self._services, action)

    def _wheel(self, event: tk.Event[tk.Misc]) -> str:
        up = event.num == 4 or event.delta > 0
        self.list.scroll("scroll", str(-NOTCH if up else NOTCH))
        return "break"

    # Closing

    def _leave(self) -> str:
        self.close()
        return "break"

    def close(self) -> None:
        """Close; what had the keyboard before gets it back."""
        if not self.winfo_exists():
            return
        before, call = self._before, self.tk.call
        self.destroy()
        if before and call("winfo", "exists", before) and call("winfo", "viewable", before):
            call("focus", before)
        else:
            self._services.ui.focus_maze()

    def holds(self, widget: object) -> bool:
        return f"{widget}.".startswith(f"{self}.")

    def _look_at_focus(self) -> None:
        """Close where the keyboard is in another part of the window now."""
        if self.winfo_exists():
            widget = str(self.tk.call("focus"))
            if widget and not self.holds(widget):
                self.destroy()


class ActionList(tk.Canvas):
    """Rows of actions, of which only those in view are drawn; ``size`` is px wide, rows high.

    ``on_select`` gets the selected action, None where there is none, ``on_choice`` a chosen one.
    """

    def __init__(
        self,
        parent: tk.Misc,
        size: tuple[int, int],
        keys_of: Callable[[Action], str],
        on_choice: Callable[[Action], None],
    ) -> None:
        self._theme = theme = current(parent)
        self.pitch, self.rows = theme.px(ROW), size[1]
        self.extent = size[0], size[1] * self.pitch
        super().__init__(
            parent,
            background=theme.raised,
            width=self.extent[0],
            height=self.extent[1],
            takefocus=False,
            highlightthickness=0,
            borderwidth=0,
        )
        self._keys_of, self._on_choice = keys_of, on_choice
        self.on_select: Callable[[Action | None], object] = lambda _action: None
        self.on_scroll: Callable[[float, float], object] = lambda _first, _last: None
        self.actions: Sequence[Action] = ()
        self.selected = 0
        self._top = 0  # the first row in view
        self._room = 0  # px of the widest keys
        self._fonts = {
            name: tkfont.nametofont(name, self) for name in ("TkDefaultFont", theme.small)
        }
        self.bind("<Motion>", lambda event: self._select(self.at(event.y)))
        self.bind("<ButtonRelease-1>", lambda event: self._click(event.y))

    def show(self, shown: Sequence[Action], selected: int = 0) -> None:
        """Show other actions; the first is selected, or with ``NOTHING`` none."""
        self.actions, self.selected, self._top = shown, selected, 0
        measure = self._fonts["TkDefaultFont"].measure
        self._room = max((measure(self._keys_of(action)) for action in shown), default=0)
        self.configure(height=self.pitch * min(max(len(shown), 1), self.rows))
        self._paint()

    def at(self, y: int) -> int:
        """Return the number of the row at a height in the view, px; it may be beyond the last."""
        return self._top + y // self.pitch

    def go(self, step: int) -> str:
        """Select the action so many rows on; a single step leads from the last to the first."""
        if self.actions:
            last = len(self.actions) - 1
            before = self.selected if self.selected != NOTHING else 0 if step < 0 else NOTHING
            place = before + step
            wraps = abs(step) == 1
            self.selected = place % (last + 1) if wraps else min(max(place, 0), last)
            lowest = self.selected - self.rows + 1
            self._top = max(min(self._top, self.selected), lowest)
            self._paint()
        return "break"

    def _select(self, place: int) -> None:
        if 0 <= place < len(self.actions) and place != self.selected:
            self.selected = place
            self._paint()

    def _click(self, y: int) -> None:
        if 0 <= self.at(y) < len(self.actions):
            self.selected = self.at(y)
            self.choose()

    def choose(self) -> str:
        if self.actions and self.selected != NOTHING:
            self._on_choice(self.actions[self.selected])
        return "break"

    def scroll(self, kind: str, number: str, unit: str = "") -> None:
        """Do what a scroll bar asks for: ``moveto SHARE`` or ``scroll NUMBER UNIT``."""
        if kind == "moveto":
            top = round(float(number) * len(self.actions))
        else:
            top = self._top + int(number) * (self.rows - 1 if unit == "pages" else 1)
        self._top = max(0, min(top, len(self.actions) - self.rows))
        self._paint()

    # Drawing

    def _paint(self) -> None:
        self.delete("all")
        number = max(len(self.actions), 1)
        self.on_scroll(self._top / number, min((self._top + self.rows) / number, 1.0))
        for place in range(self._top, min(self._top + self.rows, len(self.actions))):
            self._draw_row(place, self.actions[place])
        chosen = self.actions and self.selected != NOTHING
        self.on_select(self.actions[self.selected] if chosen else None)

    def _draw_row(self, place: int, action: Action) -> None:
        theme, px = self._theme, self._theme.px
        top, right = (place - self._top) * self.pitch, self.extent[0] - px(10)
        middle = top + self.pitch // 2
        plain, soft = theme.text, theme.text_soft
        if place == self.selected:
            plain = soft = theme.tint_text
            bottom = top + self.pitch
            self.create_rectangle(0, top, self.extent[0], bottom, fill=theme.tint, width=0)
        if action.reason:
            plain = soft = theme.text_off
        name = self._cut(action.label, "TkDefaultFont", right - px(12))
        label = self.create_text(
            px(12), middle, text=name, anchor="w", fill=plain, font="TkDefaultFont"
        )
        left = self.bbox(label)[2] + px(16)
        keys = self._keys_of(action)
        self.create_text(right, middle, text=keys, anchor="e", fill=plain, font="TkDefaultFont")
        right -= self._room + px(16) if self._room else 0
        other = action.reason if action.reason != action.label else ""
        text = self._cut(other or action.kind, theme.small, right - left)
        self.create_text(right, middle, text=text, anchor="e", fill=soft, font=theme.small)

    def _cut(self, text: str, font: str, room: int) -> str:
        """Return a text, cut with an ellipsis where it is wider than ``room`` px."""
        measure = self._fonts[font].measure
        if measure(text) <= room:
            return text
        while text and measure(text + "…") > room:
            text = text[:-1]
        return text.rstrip() + "…" if text else ""
