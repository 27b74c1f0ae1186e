"""Shows one workspace of a window at a time, in the rows between command bar and status bar."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.app.shown.chosen_workspace import ChosenWorkspace
from mazeeditor.gui.context import Context
from mazeeditor.gui.workspaces import WORKSPACES, Actions, Workspace, WorkspaceContent

LEFT, LEFT_LINE, MAZE, PANEL_LINE, PANEL = COLUMNS = range(5)
TOP, ROW = 2, 3  # what stands above the maze; the maze


class WorkspaceSwitch:
    """The contents of the workspaces of a window; shows the one that is ``chosen``."""

    def __init__(self, context: Context, chosen: ChosenWorkspace) -> None:
        self._context, self.chosen = context, chosen
        self.contents: dict[str, WorkspaceContent] = {}
        self._line = ttk.Separator(context.root, orient="vertical")
        self.content = self._made(chosen.name)
        self._placed: list[tk.Widget] = []  # of what it shows
        self._place()

    @property
    def shown(self) -> Workspace:
        return WORKSPACES[self.chosen.name]

    @property
    def actions(self) -> Actions:
        return self.shown.actions(self.chosen.view)

    def _made(self, name: str) -> WorkspaceContent:
        if name not in self.contents:
            self.contents[name] = self._context.parts.call(WORKSPACES[name].run)
        return self.contents[name]

    def follow(self) -> None:
        """Show the workspace that was chosen."""
        content = self._made(self.chosen.name)
        _made = content.middle, content.whole  # before anything is hidden: that may fail
        before, self.content = self.content, content
        before.leave()
        if content is not before:
            for part in filter(None, (before.left, before.top)):
                part.grid_remove()
        for part in self._placed:
            if part.winfo_exists():
                part.grid_remove()
        self._place()
        self._context.cover_status()
        self._context.status.say("neutral", "")
        content.enter()
        self.chosen.steps = content.steps

    def _place(self) -> None:
        content, maze_view = self.content, self._context.maze_view
        middle, whole = content.middle, content.whole
        self._placed = [part for part in (middle, whole) if part]
        if whole:
            maze_view.grid_remove()
            whole.grid(row=ROW, column=LEFT, columnspan=len(COLUMNS), sticky="nsew")
        elif middle:
            maze_view.grid_remove()
            middle.grid(row=ROW, column=MAZE, columnspan=PANEL - MAZE + 1, sticky="nsew")
        else:
            maze_view.grid(row=ROW, column=MAZE, sticky="nsew")
        self.show_around(shown=True)

    def show_around(self, *, shown: bool) -> None:
        """Show what stands above and on the left of the maze, if anything, or hide it."""
        left, top = self.content.left, self.content.top
        if top and shown:
            top.grid(row=TOP, column=LEFT, columnspan=len(COLUMNS), sticky="ew")
        elif top:
            top.grid_remove()
        if left and shown:
            left.grid(row=ROW, column=LEFT, sticky="ns")
            self._line.grid(row=ROW, column=LEFT_LINE, sticky="ns")
        else:
            self._line.grid_remove()
            if left:
                left.grid_remove()
