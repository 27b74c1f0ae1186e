"""From where the distances in a maze are measured: the entrance, the exits, or a chosen cell."""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.cursor import in_words
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze

ENTRANCE, EXIT, CELL = "entrance", "exit", "cell"


@dataclass(frozen=True, eq=False)
class DistanceStart:
    """Where to begin: ``kind`` is ENTRANCE, EXIT (the nearest of several) or CELL.

    ``cell`` is the one chosen, in a maze on ``lattice``; only CELL has both.
    """

    kind: str = ENTRANCE
    lattice: Lattice | None = None
    cell: int = 0

    def starts(self, maze: Maze) -> list[int]:
        """Return the cells to begin at; raises ``UsageError`` where there are none."""
        if self.kind == CELL:
            return [self.cell]
        openings = maze.exits if self.kind == EXIT else (maze.entrance,)
        cells = sorted({opening.cell for opening in openings if opening})
        if cells:
            return cells
        if self.kind == EXIT:
            raise UsageError(_("There is no exit to measure the distances from."))
        raise UsageError(_("There is no entrance to measure the distances from."))

    def title(self, maze: Maze) -> str:
        """Return a description of what is measured."""
        if self.kind == CELL:
            return _("Steps from {place}").format(place=in_words(maze.lattice, self.cell))
        if self.kind == EXIT:
            many = len(maze.exits) > 1
            return _("Steps from the nearest exit") if many else _("Steps from the exit")
        return _("Steps from the entrance")

    def in_maze(self, lattice: Lattice) -> DistanceStart:
        """Return the same place in another maze; the entrance where there is no such cell."""
        if self.kind != CELL or lattice is self.lattice:
            return self
        assert self.lattice
        return (
            DistanceStart(CELL, lattice, self.cell)
            if lattice.same(self.lattice)
            else DistanceStart()
        )
