"""The row below the pages: one of their mazes, and what is printed in its place."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.core.translation import _
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from mazeeditor.app.books.editor import BookEditor
    from mazeeditor.sheets.books.book_pages import BookMaze

WIDTH = 34  # letters of what is said of a maze


class MazeRow(FlowRow):
    """Which maze of the pages in view, and the buttons that replace it.

    Where it is not ``described``, only the tooltip says where it comes from.
    """

    def __init__(self, parent: tk.Misc, editor: BookEditor, *, described: bool = True) -> None:
        super().__init__(parent)
        self._editor = editor
        self._number = 0
        self.choice = ttk.Combobox(self, state="readonly", width=9)
        self.choice.bind("<<ComboboxSelected>>", lambda _event: self._chosen())
        actions: tuple[tuple[str, Callable[[int], None], str], ...] = (
            (_("Another"), editor.take_another, _("Print another maze in its place")),
            (_("Own…"), editor.take_own, _("Print the maze of a file in its place")),
            (_("Edit…"), editor.edit, _("Save it as a project, and edit that by hand")),
            (_("Put Back"), editor.put_back, _("Print the first maze in this place again")),
        )
        self.buttons: list[ttk.Button] = []
        for label, action, tip in actions:
            run = partial(self._run, action)
            button = ttk.Button(self, text=label, command=run)
            Tooltip(button, tip)
            self.buttons.append(button)
        self.about = ttk.Label(self, style="Small.TLabel", width=WIDTH)
        self.add(self.choice, *self.buttons, *([self.about] if described else []))
        Tooltip(self.choice, lambda: str(self.about.cget("text")))
        follow(self, editor.changed, self.refresh)
        self.refresh()

    def _run(self, action: Callable[[int], None]) -> None:
        action(self._number)

    def refresh(self) -> None:
        """Show the mazes of the pages in view."""
        mazes = {maze.puzzle.number: maze for maze in self._editor.preview.mazes()}
        if self._number not in mazes:
            missing = [number for number, maze in mazes.items() if maze.problem]
            self._number = next(iter([*missing, *mazes]), 0)
        names = [_("Maze {number}").format(number=number) for number in mazes]
        self.choice.configure(values=names)
        if mazes:
            self.choice.current(list(mazes).index(self._number))
        else:
            self.choice.set("")
        self.choice.state(["!disabled" if len(mazes) > 1 else "disabled"])
        maze = mazes.get(self._number)
        able = maze is not None and not self._editor.busy
        for button in self.buttons:
            button.state(["!disabled" if able else "disabled"])
        self.buttons[1].configure(text=_("Locate…") if maze and maze.problem else _("Own…"))
        if not (maze and maze.replaced_by):
            self.buttons[-1].state(["disabled"])
        self.about.configure(text=_described(maze) if maze else _("No mazes on these pages"))

    def _chosen(self) -> None:
        mazes = self._editor.preview.mazes()
        self._number = mazes[self.choice.current()].puzzle.number
        self.refresh()


def _described(maze: BookMaze) -> str:
    seed = maze.puzzle.seed
    text = _("from a file") if seed is None else _("seed {seed}").format(seed=seed)
    parts = [_("Chapter {number}").format(number=maze.chapter + 1), text]
    if maze.problem:
        parts[1] = _("its file cannot be read")
    elif maze.replaced_by:
        parts.append(_("replaced"))
    return "  ·  ".join(parts)
