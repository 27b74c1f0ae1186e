"""The Keyboard Shortcuts page, built from the commands themselves, so that it is always right."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from tkinter import ttk

from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.keys import in_words
from mazeeditor.gui.playing.play_commands import MOVES, WALKING
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.translation import _
from mazeeditor.workspace.commands import COMMANDS, Command

COLUMNS = 3

# What the canvas does with pointer and keys; no commands, so no menu shows them.
ON_CANVAS = (
    (_("Use the tool"), _("click, drag")),
    (_("Zoom at the pointer"), _("wheel")),
    (_("Move the view"), _("middle drag, Space+drag")),
    (_("Move the view sideways"), _("Shift+wheel")),
    (_("Move the cell cursor"), _("arrows")),
    (_("Add or remove the wall on that side"), _("Shift+arrow")),
)


def groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return (heading, [(what, keys), ...]) for the canvas, every menu with shortcuts, and play."""
    found = [(_("On the maze"), list(ON_CANVAS))]
    for name, label in MENUS.items():
        lines = _lines(command for command in COMMANDS if command.menu == name and command.keys)
        if lines:
            found.append((label, lines))
    return [*found, (_("While playing"), [*WALKING, *_lines(MOVES)])]


def _lines(commands: Iterable[Command]) -> list[tuple[str, str]]:
    return [
        (command.label.rstrip("…"), ", ".join(in_words(keys) for keys in command.keys))
        for command in commands
    ]


def show_shortcuts(parent: tk.Misc) -> None:
    """Show the page until it is closed."""
    modal = Modal(parent, _("Keyboard Shortcuts"))
    columns = [ttk.Frame(modal.body) for _column in range(COLUMNS)]
    heights = [0] * COLUMNS
    for number, column in enumerate(columns):
        column.grid(row=0, column=number, sticky="n", padx=(modal.theme.px(36 if number else 0), 0))
    for heading, lines in groups():
        shortest = heights.index(min(heights))
        _add_group(modal, columns[shortest], heights[shortest], heading, lines)
        heights[shortest] += len(lines) + 2
    modal.show(modal.add_button(_("Close"), modal.destroy, primary=True))


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
