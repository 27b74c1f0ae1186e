"""Openings: the modes that set the entrance and the exit."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.changes.entrances import OpeningPlacer, add_exit, set_entrance, set_exit
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.editing.tools import mode, tool
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze


@tool("openings", _("Openings"), order=4, icon="tool-openings")
@mode(
    "entrance",
    _("Entrance"),
    tool="openings",
    short=_("Entrance"),
    key="N",
    icon="tool-entrance",
    hint=_(
        "Click a border side, or the middle of a cell, to set the entrance; Shift sets the exit"
    ),
    enter=_("Enter sets the entrance, Shift+Enter the exit, Delete removes the entrance"),
    order=7,
    shift=_("Exit"),
    shift_mode="exit",
    closeup=True,
)
class Entrance(OpeningPlacer):
    """There is one entrance, so setting it moves it; Shift sets an exit instead."""

    def edit(self, maze: Maze, opening: Opening, *, extend: bool) -> SetOpenings:
        """Return the step that moves the entrance here, or an exit; to several that adds one."""
        if not extend:
            return set_entrance(maze, opening)
        return add_exit(maze, opening) if len(maze.exits) > 1 else set_exit(maze, opening)

    def removable(self, maze: Maze) -> tuple[Opening, ...]:
        """Return what Shift+click removes: exits too, as it sets them."""
        return maze.openings

    def present(self, maze: Maze) -> tuple[Opening, ...]:
        return (maze.entrance,) if maze.entrance else ()


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
