"""The tool that sets where the maze is left; with Shift, in more than one place."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.changes.entrances import OpeningPlacer, add_exit, set_exit
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.editing.tools import mode
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze


@mode(
    "exit",
    _("Exit"),
    tool="openings",
    short=_("Exit"),
    key="X",
    icon="tool-exit",
    hint=_("Click a border side, or the middle of a cell, to set the exit; Shift adds another"),
    enter=_("Enter sets the exit, Shift+Enter adds one, Delete removes it"),
    order=8,
    shift=_("Another exit"),
    closeup=True,
)
class Exit(OpeningPlacer):
    """A click makes this the one exit; with Shift it becomes one more."""

    def edit(self, maze: Maze, opening: Opening, *, extend: bool) -> SetOpenings:
        """Return the step that moves the exit here, or adds one."""
        return add_exit(maze, opening) if extend else set_exit(maze, opening)

    def present(self, maze: Maze) -> tuple[Opening, ...]:
        return maze.exits
