"""What differs between two mazes of one shape and size: walls, blank cells and openings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening, alike
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import inner_walls


@dataclass(frozen=True, eq=False)
class MazeDifferences:
    """What only the first or only the second of two mazes has.

    ``walls`` are ids int64[k] of walls between cells that both mazes have, ``cells`` int64[k] are
    those that the other one has not, ``openings`` pairs of "entrance" or "exit" and its place; each
    is a pair: of the first maze, of the second.
    """

    walls: tuple[Ids, Ids]
    cells: tuple[Ids, Ids]
    openings: tuple[tuple[tuple[str, Opening], ...], tuple[tuple[str, Opening], ...]]

    @property
    def equal(self) -> bool:
        parts = (*self.walls, *self.cells, *self.openings)
        return not any(len(part) for part in parts)

    def touched(self, lattice: Lattice, side: int) -> Ids:
        """Return the cells int64[k] at what only one of the mazes has (``side`` 0 or 1), each once.

        Lowest first; cells at both sides of a wall count.
        """
        lower, _slots, upper, _backs = lattice.sides_of(self.walls[side])
        openings = [opening.cell for _kind, opening in self.openings[side]]
        parts = [lower, upper, self.cells[side], np.array(openings, np.int64)]
        return distinct(np.concatenate(parts))


def size_of(lattice: Lattice) -> str:
    """Return shape and size: ``rectangular, rows 12, columns 16``."""
    sizes = [f"{name} {value}" for name, value in dict(lattice.parameters).items()]
    return ", ".join([lattice.shape, *sizes])


def check_comparable(lattice: Lattice, other: Lattice) -> None:
    """Raise ``UsageError``, with both sizes, where two lattices differ in more than blank cells."""
    if not alike(lattice, other):
        text = _("Only mazes of one shape and size can be compared: {first} and {second}.")
        raise UsageError(text.format(first=size_of(lattice), second=size_of(other)))


def maze_differences(first: Maze, second: Maze, job: Job) -> MazeDifferences:
    """Return what differs; raises ``UsageError`` for other sizes or shapes, ``CancelledError``."""
    lattice, other = first.lattice, second.lattice
    check_comparable(lattice, other)
    walls = _walls(first, second, job)
    closed = (first.walls[walls // lattice.degree] >> (walls % lattice.degree).astype(np.uint8)) & 1
    cells = lattice.inside & ~other.inside, other.inside & ~lattice.inside
    return MazeDifferences(
        (walls[closed == 1], walls[closed == 0]),
        (np.flatnonzero(cells[0]).astype(np.int64), np.flatnonzero(cells[1]).astype(np.int64)),
        (_openings(first, second), _openings(second, first)),
    )


def _walls(first: Maze, second: Maze, job: Job) -> Ids:
    """Return the ids of the walls between common cells that differ, lowest first."""
    common = first.lattice.inside & second.lattice.inside
    differ = first.walls ^ second.walls
    return inner_walls(first.lattice, differ, job, cells=common).astype(np.int64)


def _openings(maze: Maze, other: Maze) -> tuple[tuple[str, Opening], ...]:
    own = [("entrance", maze.entrance)] if maze.entrance else []
    own += [("exit", opening) for opening in maze.exits]
    elsewhere = {("entrance", other.entrance), *(("exit", opening) for opening in other.exits)}
    return tuple((kind, opening) for kind, opening in own if (kind, opening) not in elsewhere)
