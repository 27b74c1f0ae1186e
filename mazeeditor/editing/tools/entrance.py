"""The tool that sets where the maze is entered."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.changes.entrances import OpeningPlacer, set_entrance
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
    hint=_("Click a border side, or the middle of a cell, to set the entrance"),
    enter=_("Enter sets the entrance, Delete removes it"),
    order=7,
    shift=_("Exit"),
    shift_mode="exit",
    closeup=True,
)
class Entrance(OpeningPlacer):
    """There is one entrance, so setting it moves it."""

    enters = True

    def edit(self, maze: Maze, opening: Opening, *, extend: bool) -> SetOpenings:  # noqa: ARG002
        """Return the step that moves the entrance here."""
        return set_entrance(maze, opening)

    def present(self, maze: Maze) -> tuple[Opening, ...]:
        """Return the entrance."""
        return (maze.entrance,) if maze.entrance else ()
