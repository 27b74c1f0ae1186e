"""What the Help menu opens: help for the first five minutes, every shortcut, and About."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from mazeeditor import __version__
from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import chord_label
from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.playing.play_commands import MOVES, WALKING
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.gui.widgets.scrolled_modal import ScrolledModal

WIDTH = 560  # px at 96 dpi
Groups = list[tuple[str, list[tuple[str, str]]]]  # heading, lines of label and keys

PAGES = (
    (
        _("Make a maze"),
        _(
            "Choose a generator, rows and columns in the panel and press Generate. The same seed "
            "with the same options gives the same maze for ever. Braid opens dead ends into loops."
        ),
    ),
    (
        _("Change it by hand"),
        _(
            "With the Wall tool a click adds or removes the wall nearest to the pointer; the mark "
            "under the pointer shows which, and a dashed one would be removed. A drag goes on with "
            "what the first wall began. Escape takes back the stroke, Undo any step. Blank takes "
            "cells out of the maze: they are hatched on the screen, and empty on paper."
        ),
    ),
    (
        _("Shape it"),
        _(
            "Draw a route with the Route tool, and the maze is made around it. Select cells and "
            "Generate, Tweak or Repair work on these alone; L locks their walls. Finish My Maze "
            "adds what is missing. What would change is shown before it is accepted. Copy, paste "
            "and stamps drop pieces, which [ and ] turn; Shift+S mirrors all that you draw. A "
            "right click shows what can be done there."
        ),
    ),
    (
        _("Set entrance and exit"),
        _(
            "The Entrance and Exit tools place them on the border or in a cell. The Openings "
            "section takes rows and columns, and further exits."
        ),
    ),
    (
        _("Know where you stand"),
        _(
            "The sign at the lower left says at every moment whether there is exactly one route, "
            "several, or none. A click on it explains that, and shows which walls "
            "to change for exactly one: a click changes one. "
            "Solve draws the route; Compare runs every solver on this maze."
        ),
    ),
    (
        _("Find your place in a large maze"),
        _(
            "Drag a box after Z to see it large, or type a zoom at the lower right. The overview "
            "in the corner shows where you are; a click in it leads elsewhere. Edit > Go to finds "
            "the entrance, the exits or a cell. The View menu says whether the wheel zooms or "
            "scrolls; with Ctrl it always zooms."
        ),
    ),
    (
        _("Walk it yourself"),
        _(
            "Play lets you walk with the arrow keys or by dragging. It counts time, steps and "
            "detours and gives hints; Escape leaves it. The maze stays as it was."
        ),
    ),
    (
        _("Print or cut it"),
        _(
            "The Page tab shows the page exactly as it will come out. Export writes SVG, PDF, "
            "PNG or text; hairlines are for laser cutters."
        ),
    ),
)


def show_help(parent: tk.Misc) -> None:
    """Show the help until it is closed."""
    dialog = ScrolledModal(parent, _("Help"))
    px = dialog.theme.px
    wrap = min(px(WIDTH), dialog.room[0])
    for number, (heading, text) in enumerate(PAGES):
        title = ttk.Label(dialog.page, text=heading, style="Bold.TLabel")
        title.pack(anchor="w", pady=(px(14) if number else 0, px(2)))
        ttk.Label(dialog.page, text=text, wraplength=wrap).pack(anchor="w")
    dialog.show(dialog.add_button(_("Close"), dialog.destroy, primary=True))


def show_about(parent: tk.Misc) -> None:
    """Show name, version and licence until it is closed."""
    modal = Modal(parent, _("About mazeeditor"))
    px = modal.theme.px
    ttk.Label(modal.body, text="mazeeditor", style="Heading.TLabel").pack(anchor="w")
    version = _("Version {version}").format(version=__version__)
    ttk.Label(modal.body, text=version, style="Soft.TLabel").pack(anchor="w", pady=(0, px(12)))
    text = _("Generate, edit by hand, solve and print mazes.\nFree software under the MIT licence.")
    ttk.Label(modal.body, text=text).pack(anchor="w")
    modal.show(modal.add_button(_("Close"), modal.destroy, primary=True))


COLUMNS = 3

# What the canvas does with pointer and keys; no commands, so no menu shows them.
ON_CANVAS = (
    (_("Use the tool"), _("click, drag")),
    (_("Zoom at the pointer"), _("Ctrl+wheel, wheel")),
    (_("See what can be done here"), _("right click, Menu, Shift+F10")),
    (_("Move the view"), _("middle drag, Space+drag")),
    (_("Move the view sideways"), _("Shift+wheel, wheel to the side")),
    (_("Move the cell cursor"), _("arrows")),
    (_("Add or remove the wall on that side"), _("Shift+arrow")),
)

# What the Watch window does with keys: label and chords.
WATCHING = (
    (_("Play or Pause"), ("Space",)),
    (_("Step Back, Step Forward"), ("Left", "Right")),
    (_("A tenth back, a tenth forward"), ("Shift+Left", "Shift+Right")),
    (_("First Step, Last Step"), ("Home", "End")),
    (_("Slower, Faster"), ("Minus", "Plus")),
    (_("Repeat"), ("L",)),
    (_("Show the Pseudo-code"), ("C",)),
    (_("Save Film"), ("Mod+S",)),
    (_("Use This Maze"), ("Mod+Return",)),
    (_("Close"), ("Escape", "Mod+W")),
)

# What the window of books does with keys: label and chords.
BOOKS = (
    (_("Turn the Pages"), ("Prior", "Next")),
    (_("Book, Chapters, Check"), ("Alt+1", "Alt+2", "Alt+3")),
    (_("Add, Remove a Chapter"), ("Insert", "Delete")),
    (_("Move the Chapter"), ("Alt+Up", "Alt+Down")),
    (_("Check"), ("F5",)),
    (_("Make PDF"), ("Mod+E",)),
    (_("Print"), ("Mod+P",)),
    (_("Save, Save As"), ("Mod+S", "Mod+Shift+S")),
    (_("New, Open"), ("Mod+N", "Mod+O")),
)


def groups(shortcuts: Shortcuts) -> Groups:
    """Return (heading, [(what, keys), ...]) for the canvas, the menus, and other windows."""
    listed = [(_("On the maze"), list(ON_CANVAS))]
    for name, label in MENUS.items():
        keyed = (command for command in COMMANDS if command.menu == name and shortcuts.of(command))
        lines = _lines(keyed, shortcuts)
        if lines:
            listed.append((label, lines))
    undoing = COMMANDS["undo"], COMMANDS["redo"]  # other dialogs have these keys as well
    return [
        *listed,
        (_("While playing"), [*WALKING, *_lines(MOVES, shortcuts)]),
        (_("While watching"), _labelled(WATCHING)),
        (_("In a book"), [*_labelled(BOOKS), *_lines(undoing, shortcuts)]),
    ]


def _labelled(keys: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, str]]:
    return [(label, ", ".join(map(chord_label, chords))) for label, chords in keys]


def _lines(commands: Iterable[Command], shortcuts: Shortcuts) -> list[tuple[str, str]]:
    return [
        (command.label.rstrip("…"), ", ".join(map(chord_label, shortcuts.of(command))))
        for command in commands
    ]


def show_shortcuts(parent: tk.Misc, shortcuts: Shortcuts, change: Callable[[], object]) -> None:
    """Show the page until it is closed: in as many columns as the screen has room for.

    ``change`` is called afterwards where the user wants to change them.
    """
    dialog = ScrolledModal(parent, _("Keyboard Shortcuts"))
    for number in range(COLUMNS, 0, -1):
        columns = _columns(dialog, groups(shortcuts), number)
        dialog.update_idletasks()
        if dialog.page.winfo_reqwidth() <= dialog.room[0] or number == 1:
            break
        for column in columns:
            column.destroy()
    dialog.add_button(_("Change…"), lambda: dialog.close_with(True), left=True)
    if dialog.show(dialog.add_button(_("Close"), dialog.destroy, primary=True)):
        change()


def _columns(dialog: ScrolledModal, listed: Groups, number: int) -> list[ttk.Frame]:
    """Fill the page with so many columns of groups, each as high as the others or nearly so."""
    columns = [ttk.Frame(dialog.page) for _column in range(number)]
    heights = [0] * number
    for place, column in enumerate(columns):
        gap = dialog.theme.px(36 if place else 0)
        column.grid(row=0, column=place, sticky="n", padx=(gap, 0))
    for heading, lines in listed:
        shortest = heights.index(min(heights))
        _add_group(dialog, columns[shortest], heights[shortest], heading, lines)
        heights[shortest] += len(lines) + 2
    return columns


def _add_group(
    modal: Modal, column: ttk.Frame, row: int, heading: str, lines: list[tuple[str, str]]
) -> None:
    px = modal.theme.px
    title = ttk.Label(column, text=heading, style="Bold.TLabel")
    title.grid(row=row, column=0, columnspan=2, sticky="w", pady=(px(16) if row else 0, px(4)))
    for number, (what, keys) in enumerate(lines, row + 1):
        ttk.Label(column, text=what).grid(row=number, column=0, sticky="w", pady=px(1))
        label = ttk.Label(column, text=keys, style="Soft.TLabel")
        label.grid(row=number, column=1, sticky="w", padx=(px(18), 0))
