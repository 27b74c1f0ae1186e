"""Entrances and exits: where one would be, the steps that set and remove them, and their tools."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.editing.tools import Gesture, Preview
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze

NEAR_CELLS = 0.35  # cells: nearer to an outer wall than this, a gap in it is meant

MIDDLE = "middle"  # stands for a side where an opening has none


def place_at(lattice: Lattice, x: float, y: float) -> Opening | None:
    """Return the opening that a click means, None more than half a cell from the maze.

    ::

         gap   gap          near or outside an outer wall, a gap in it;
       +-----+-----+
       |.    :     :        elsewhere the middle of the cell
    gap| . . :  middle
    """
    cell = lattice.geometry.cell_at(x, y)
    if cell is None:
        wall = lattice.geometry.wall_at(x, y)
        return None if wall is None else _gap(lattice, wall)
    near = [
        (_distance(lattice, lattice.wall(cell, slot), x, y), slot)
        for slot in lattice.outer_slots(cell)
    ]
    distance, slot = min(near, default=(NEAR_CELLS, 0))
    return Opening(cell, slot) if distance < NEAR_CELLS else Opening(cell)


def _gap(lattice: Lattice, wall: int) -> Opening | None:
    """Return the opening that a gap in an outer wall is, None for an inner wall."""
    cell, slot = divmod(wall, lattice.degree)
    if lattice.is_inner(wall):
        return None
    if lattice.inside[cell]:
        return Opening(cell, slot)
    return Opening(lattice.neighbour(cell, slot), lattice.back(cell, slot))


def _distance(lattice: Lattice, wall: int, x: float, y: float) -> float:
    """Return how far a point is from a wall, in cells."""
    geometry = lattice.geometry
    start, end = geometry.post_positions(geometry.posts(np.array([wall], np.int64)))[0]
    point, along = np.array([x, y]) - start, end - start
    share = np.clip(point @ along / (along @ along), 0.0, 1.0)
    return float(np.hypot(*(point - share * along)))


def choices(lattice: Lattice, cell: int) -> list[Opening]:
    """Return every opening that a cell can have: its outer sides, then its middle."""
    return [*(Opening(cell, slot) for slot in lattice.outer_slots(cell)), Opening(cell)]


def to_opposite_ends(maze: Maze) -> SetOpenings:
    """Return the step that leads from the first gap in the border to the last one.

    In a round maze, which mostly ends in the middle, that is the gap straight across.
    """
    lattice = maze.lattice
    last = lattice.last
    if last.slot is None and lattice.first.slot is not None:
        geometry, cell = lattice.geometry, np.array([lattice.first.cell], np.int64)
        across = np.array([geometry.width, geometry.height]) - geometry.centres(cell)[0]
        other = geometry.cell_at(*across.tolist())
        gaps = [] if other is None else choices(lattice, other)
        last = next((gap for gap in gaps if gap != lattice.first), last)
    return SetOpenings(maze, lattice.first, (last,))


def to_the_middle(maze: Maze) -> SetOpenings:
    """Return the step that leads from the border to the middle; round mazes are mostly so."""
    lattice = maze.lattice
    ends = (lattice.first, lattice.last)
    border = next((end for end in ends if end.slot is not None), lattice.first)
    return SetOpenings(maze, border, (middle(lattice),))


def middle(lattice: Lattice) -> Opening:
    """Return the cell in the middle, or where a hole is there the gap in its rim.

    Of a mask that has left the middle, it is the nearest cell, searched on growing circles.
    """
    geometry = lattice.geometry
    centre = np.array([geometry.width, geometry.height]) / 2
    cell = geometry.cell_at(*centre.tolist())
    if cell is not None:
        return Opening(cell)
    for radius in np.arange(NEAR_CELLS, float(np.hypot(*centre)) + 1, NEAR_CELLS):
        turns = np.linspace(0, 2 * np.pi, max(8, int(radius * 20)), endpoint=False)
        cells = geometry.all_under(
            centre[0] + radius * np.sin(turns), centre[1] - radius * np.cos(turns)
        )
        inside = cells[lattice.inside[cells]]
        if len(inside):
            return _facing(lattice, int(inside[0]), centre)
    return lattice.last


def _facing(lattice: Lattice, cell: int, point: Points) -> Opening:
    """Return the gap of a cell that looks most to a point, its middle where it has none."""
    ahead = point - lattice.geometry.centres(np.array([cell], np.int64))[0]
    return max(
        choices(lattice, cell),
        key=lambda opening: (
            -np.inf
            if opening.slot is None
            else ahead @ lattice.geometry.outward(cell, opening.slot)
        ),
    )


def set_entrance(maze: Maze, opening: Opening | None) -> SetOpenings:
    """Return the step that puts the entrance here, or removes it; raises ``UsageError``."""
    if opening and opening in maze.exits:
        raise UsageError(_("The exit is here; the entrance needs another place."))
    return SetOpenings(maze, opening, maze.exits)


def set_exit(maze: Maze, opening: Opening | None) -> SetOpenings:
    """Return the step that puts the one exit here, or removes all; raises ``UsageError``."""
    return SetOpenings(maze, maze.entrance, (_free(maze, opening),) if opening else ())


def add_exit(maze: Maze, opening: Opening) -> SetOpenings:
    """Return the step that adds an exit; raises ``UsageError``."""
    return SetOpenings(maze, maze.entrance, (*maze.exits, _free(maze, opening)))


def remove(maze: Maze, *openings: Opening) -> SetOpenings:
    """Return the step that removes openings: the entrance, or exits."""
    entrance = None if maze.entrance in openings else maze.entrance
    return SetOpenings(maze, entrance, tuple(gap for gap in maze.exits if gap not in openings))


def _free(maze: Maze, opening: Opening) -> Opening:
    if opening == maze.entrance:
        raise UsageError(_("The entrance is here; the exit needs another place."))
    return opening


def place(lattice: Lattice, cell: int, side: str) -> Opening:
    """Return the opening in a cell, or in the outer wall that lies beyond it on a side."""
    if side == MIDDLE:
        return Opening(cell)
    seen: set[int] = set()  # of rings and triangles, which such a line may go around
    slot = lattice.slot(cell, side)
    while cell not in seen and lattice.inside[lattice.neighbour(cell, slot)]:
        seen.add(cell)
        cell = lattice.neighbour(cell, slot)
        slot = lattice.slot(cell, side)
    return Opening(cell, slot)


class OpeningPlacer(Gesture):
    """What the tools Entrance and Exit share.

    A click sets the opening, which moves it from where it was; a drag sets it where it ends. With
    Shift a click on an opening removes it; ``edit`` has what else Shift does.
    """

    def __init__(self) -> None:
        self._extend: bool | None = None  # whether Shift was held at the press; None for no drag

    def edit(self, maze: Maze, opening: Opening, *, extend: bool) -> SetOpenings:
        """Return the step that sets ``opening``; raises ``UsageError`` where that cannot be."""
        raise NotImplementedError

    def present(self, maze: Maze) -> tuple[Opening, ...]:
        """Return the openings of the tool's kind."""
        raise NotImplementedError

    def removable(self, maze: Maze) -> tuple[Opening, ...]:
        """Return the openings that Shift+click removes."""
        return self.present(maze)

    @property
    def busy(self) -> bool:
        return self._extend is not None

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return which opening would be set or removed, or why none."""
        maze = document.maze
        opening = place_at(maze.lattice, x, y)
        if opening is None:
            return None
        extend = extend if self._extend is None else self._extend
        present = self.present(maze)
        if present == (opening,) and not extend:
            return Preview.refusal(_("It is here already; Shift+click removes it."))
        try:
            edit = self._edit(maze, opening, extend=extend)
        except UsageError as reason:
            return Preview.refusal(str(reason))
        removes = extend and opening in self.removable(maze)
        enters = opening == (maze.entrance if removes else edit.openings[0])
        return Preview(opening=opening, enters=enters, removes=removes, hint=edit.name)

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002 - set where it ends
        """Begin; nothing is set yet."""
        self._extend = extend

    def release(self, document: Document, x: float, y: float) -> None:
        """Set or remove the opening here."""
        if self._extend is None:
            return
        extend, self._extend = self._extend, None
        shown = self.hover(document, x, y, extend=extend)
        if shown and shown.opening:
            document.apply(self._edit(document.maze, shown.opening, extend=extend))

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing was set
        self._extend = None

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Set the opening at the cell; again, at the next of its outer sides or in its middle."""
        maze = document.maze
        places = choices(maze.lattice, cell)
        present = [place for place in places if place in self.present(maze)]
        if present:
            first = places.index(present[-1]) + 1
            places = places[first:] + places[:first]
        free = [place for place in places if place not in maze.openings]
        if free:
            document.apply(self.edit(maze, free[0], extend=extend))
        return True

    def delete(self, document: Document, cell: int) -> bool:
        """Remove the openings of the tool's kind from a cell."""
        gaps = [gap for gap in self.present(document.maze) if gap.cell == cell]
        if gaps:
            document.apply(remove(document.maze, *gaps))
        return bool(gaps)

    def _edit(self, maze: Maze, opening: Opening, *, extend: bool) -> SetOpenings:
        if extend and opening in self.removable(maze):
            return remove(maze, opening)
        return self.edit(maze, opening, extend=extend)
