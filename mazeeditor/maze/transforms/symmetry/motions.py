r"""Turns and mirrors a whole maze, of any shape: cells, walls, openings and blank cells.

A ``Motion`` is a turn or mirror of the plane. ``placement_of`` finds whether it brings every cell
onto a place for a cell, and ``apply_motion`` returns the maze after it. No shape has rules of its
own here: the geometry returns where the middle of a cell comes to lie and which cell is there;
slots follow from the directions of the walls.

Where the moved tiling fits only after a shift, the smallest that fits is taken: every other row of
hexagons is shifted, so their mirror image is half a cell off::

    | 0 | 1 | 2 |          | 2 | 1 | 0 |      a maze that fills its outline has no room for the
     \ / \ / \ / \    ->  / \ / \ / \ /       shift; one with a mask mostly has
      | 3 | 4 | 5 |      | 5 | 4 | 3 |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, gcd, radians, sin

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.shapes import build

TOLERANCE_CELLS = 1e-6  # cells: points no farther apart than this differ by rounding only
MIDDLES = 1 / 2, 2 / 3  # of the height: where most mazes have their middle, and where triangles
LONGEST_SHIFT = 1.5  # cells
BLOCK_CELLS = 1 << 16  # cells that are apply_motion at a time: they stay in the processor's cache


@dataclass(frozen=True)
class Motion:
    """A turn or a mirror, given by the images of the unit vectors: ``right`` and ``down``."""

    right: tuple[float, float]
    down: tuple[float, float]

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The matrix float64[2, 2] by which rows of points (x, y) are multiplied."""
        return np.array([self.right, self.down])

    @property
    def exchanges(self) -> bool:
        return abs(self.right[0]) < TOLERANCE_CELLS

    @property
    def mirrors(self) -> bool:
        return self.right[0] * self.down[1] - self.right[1] * self.down[0] < 0


def turn(degrees: float) -> Motion:
    """Return the turn by an angle, clockwise as seen, as y points down."""
    across, along = cos(radians(degrees)), sin(radians(degrees))
    return Motion((across, along), (-along, across))


@dataclass(frozen=True, eq=False)
class Placement:
    """Where a motion brings the cells of ``lattice``: to places of ``target``.

    The point ``start`` comes to ``end``; both are float64[2]. The target has the size of the
    result; which of its cells are inside does not matter.
    """

    lattice: Lattice
    motion: Motion
    target: Lattice
    start: Points
    end: Points

    def points(self, cells: Ids) -> Points:
        """Return float64[k, 2], where the middles of ``cells`` int64[k] come to lie."""
        centres: Points = self.lattice.geometry.centres(cells) - self.start
        return centres @ self.motion.matrix + self.end

    def cells(self, cells: Ids) -> Ids:
        """Return int64[k], the cells whose middles are there; ``NOWHERE`` where there is none."""
        points = self.points(cells)
        images = self.target.geometry.all_under(points[:, 0], points[:, 1])
        some = np.where(images == NOWHERE, self.target.row_starts[0], images)
        error = np.abs(self.target.geometry.centres(some) - points).max(axis=1, initial=0.0)
        return np.where(error <= TOLERANCE_CELLS, images, NOWHERE)

    def slot(self, cell: int, slot: int, image: int) -> int | None:
        """Return the slot of the cell ``image`` to which a side of ``cell`` comes, if any."""
        direction = np.array(self.lattice.geometry.outward(cell, slot)) @ self.motion.matrix
        directions = self.target.geometry.all_outward(np.array([image], np.int64))[0]
        error = np.abs(directions - direction).max(axis=1)
        return int(error.argmin()) if error.min() <= TOLERANCE_CELLS else None

    def fits(self, cells: Ids) -> bool:
        """Whether all ``cells`` int64[k] come to places for cells."""
        return bool(self.target.are_places(self.cells(cells)).all())


def placement_of(lattice: Lattice, motion: Motion) -> Placement | None:
    """Return where a motion brings the cells of a maze; None where one would have no place.

    Checks the ends of the rows only: between them cells fill straight lines, or rings around the
    middle. A maze with a mask may be shifted.
    """
    target = _target(lattice, motion)
    if target is None:
        return None
    ends = np.concatenate([lattice.row_starts, lattice.row_starts + lattice.row_lengths - 1])
    for height in MIDDLES:
        placement = _around_middle(lattice, motion, target, height)
        if _sides_match(placement, *_middle_cells(placement)) and placement.fits(ends):
            return placement
    if lattice.whole:
        return None
    shifted = _shift(_around_middle(lattice, motion, target, MIDDLES[0]))
    return next((placement for placement in shifted if placement.fits(lattice.row_ends)), None)


def one_step(lattice: Lattice) -> float | None:
    """Return the angle in degrees from a cell of the innermost ring to the next.

    Other rings have as many cells, or twice as many, so the turn brings each of them onto itself.
    None where the rows are no rings.
    """
    around = gcd(*(int(length) for length in distinct(lattice.row_lengths) if length > 1))
    return 360 / around if around > 1 and placement_of(lattice, turn(360 / around)) else None


def _target(lattice: Lattice, motion: Motion) -> Lattice | None:
    """Return the lattice of the result: this, or one with rows and columns exchanged."""
    sizes = dict(lattice.parameters)
    if motion.exchanges and {"rows", "columns"} <= set(sizes):
        sizes["rows"], sizes["columns"] = sizes["columns"], sizes["rows"]
    if sizes == dict(lattice.parameters):
        return lattice
    try:
        return build(lattice.shape, **sizes)
    except UsageError:  # an outline that needs more columns
        return None


def _around_middle(lattice: Lattice, motion: Motion, target: Lattice, height: float) -> Placement:
    """Return the motion around the middle of a maze, which is at this share of its height."""
    share = np.array([1 / 2, height])
    start, end = (share * [end.geometry.width, end.geometry.height] for end in (lattice, target))
    return Placement(lattice, motion, target, start, end)


def _middle_cells(placement: Placement) -> tuple[int, int]:
    """Return a cell in the middle of the maze, and the cell at or near the point it comes to."""
    lattice = placement.lattice
    row = lattice.rows // 2
    cell = int(lattice.row_starts[row]) + int(lattice.row_lengths[row]) // 2
    x, y = placement.points(np.array([cell]))[0]
    return cell, int(placement.target.geometry.all_under(x, y))


def _sides_match(placement: Placement, cell: int, image: int) -> bool:
    """Whether the sides of a cell come to those of the cell ``image``."""
    if image == NOWHERE:
        return False
    before, after = (
        lattice.geometry.all_outward(np.array([number], np.int64))[0]
        for lattice, number in ((placement.lattice, cell), (placement.target, image))
    )
    error = np.abs((before @ placement.motion.matrix)[:, None] - after).max(axis=-1)
    same = error <= TOLERANCE_CELLS
    return bool(same.any(axis=0).all() and same.any(axis=1).all())


def _shift(placement: Placement) -> Iterator[Placement]:
    """Yield the motion with each short shift after which cells lie on cells, the shortest first.

    The shift of a mirror is at right angles to it, so that the same shift twice changes nothing.
    The way back of a motion has a shift of the same length, so it is among those of that motion;
    where a shorter one fits too, the maze comes back as it was but elsewhere among blank cells.
    """
    cell = int(placement.lattice.row_ends[0])  # any cell that has to have a place
    point = placement.points(np.array([cell]))[0]
    shifts = []
    for other in _cells_near(placement.target, point):
        shift = placement.target.geometry.centres(np.array([other]))[0] - point
        length = round(float(np.hypot(*shift)), 6)
        undone = np.abs(shift @ placement.motion.matrix + shift).max() <= TOLERANCE_CELLS
        if length > LONGEST_SHIFT or (placement.motion.mirrors and not undone):
            continue
        if _sides_match(placement, cell, other):
            shifts.append((length, *(-round(float(part), 6) for part in shift)))
    for _length, left, up in sorted(shifts):
        yield replace(placement, end=placement.end - np.array([left, up]))


def _cells_near(lattice: Lattice, point: Points) -> list[int]:
    """Return the places for cells whose middles are up to ``LONGEST_SHIFT`` from a point."""
    angles = np.exp(1j * np.linspace(0, 2 * np.pi, 24, endpoint=False))
    around = np.outer(np.linspace(0, LONGEST_SHIFT, 7), angles).ravel()
    cells = lattice.geometry.all_under(point[0] + around.real, point[1] + around.imag)
    cells = distinct(cells[cells != NOWHERE])
    return [int(cell) for cell in cells[lattice.are_places(cells)]]


def apply_motion(maze: Maze, job: Job, motion: Motion) -> Maze:
    """Return a maze after a motion, on the same lattice where that has the same cells.

    Raises ``UsageError`` where a cell or a passage has no place, and ``CancelledError``.
    """
    placement = placement_of(maze.lattice, motion)
    if placement is None:
        raise UsageError(_("Moved there, the cells would not fit the grid."))
    whole = placement.target  # without the mask that it may have
    if not whole.whole:
        whole = build(whole.shape, **whole.parameters)
    job.phase(maze.lattice.size, 0.5)
    images = _images(placement, whole, job)
    lattice = _lattice_of(maze.lattice, whole, images, job)
    job.phase(maze.lattice.size)
    walls = _moved_walls(maze.lattice, without_gaps(maze), lattice, images, job)

    def opening(old: Opening) -> Opening:
        cell = int(images[old.cell])
        return Opening(cell, None if old.slot is None else placement.slot(old.cell, old.slot, cell))

    entrance = opening(maze.entrance) if maze.entrance else None
    result = Maze(lattice, walls, entrance, tuple(opening(gap) for gap in maze.exits))
    if maze.locks is not None:
        unlocked = _moved_walls(maze.lattice, ~maze.locks, lattice, images, job)
        result.set_locks(~unlocked & np.uint8(lattice.closed))
    return result


def _images(placement: Placement, whole: Lattice, job: Job) -> NDArray[np.int32]:
    """Return int32[n], the cell to which each inside cell comes.

    Raises ``UsageError`` where there is none, and ``CancelledError``.
    """
    result = np.zeros(placement.lattice.size, np.int32)
    for cells in _blocks(placement.lattice, job):
        images = placement.cells(cells)
        if not whole.inside[images].all():
            raise UsageError(_("A cell would come to lie where the maze has no place for it."))
        result[cells] = images
    return result


def _lattice_of(before: Lattice, whole: Lattice, images: NDArray[np.int32], job: Job) -> Lattice:
    """Return the lattice of the moved cells: the one before where it is the same."""
    if before.whole:
        return whole
    inside = np.zeros(whole.size, np.bool_)
    inside[images[before.inside]] = True
    if before.size == len(inside) and np.array_equal(inside, before.inside):
        return before
    with job.part(0.2):
        return mask_lattice(whole, inside, job)


def _blocks(lattice: Lattice, job: Job) -> Iterator[Ids]:
    """Yield the inside cells int64[k], many at once; raises ``CancelledError``."""
    for start in range(0, lattice.size, BLOCK_CELLS):
        job.step(start)
        cells = np.flatnonzero(lattice.inside[start : start + BLOCK_CELLS])
        if len(cells):
            yield cells.astype(np.int64) + start


def _moved_walls(
    before: Lattice,
    old: NDArray[np.uint8],
    lattice: Lattice,
    images: NDArray[np.int32],
    job: Job,
) -> NDArray[np.uint8]:
    """Return the walls of ``lattice``, uint8[n]: a passage is where one was between two cells.

    ``old`` uint8[m] are the walls of ``before``, without gaps in the outer one.
    A slot mostly becomes the same one as in the cells before, so that is tried first.
    """
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    likely = [list(range(lattice.degree)) for _slot in range(before.degree)]
    for cells in _blocks(before, job):
        for slot, order in enumerate(likely):
            joined = cells[old[cells] >> np.uint8(slot) & 1 == 0]
            ends = images[joined].astype(np.int64)
            other_ends = images[before.beyond(joined, slot)[0]]
            for new_slot in tuple(order):
                if not len(ends):
                    break
                hit = lattice.beyond(ends, new_slot)[0] == other_ends
                walls[ends[hit]] &= np.uint8(255 ^ 1 << new_slot)
                if hit.any() and new_slot != order[0]:
                    order.remove(new_slot)
                    order.insert(0, new_slot)
                ends, other_ends = ends[~hit], other_ends[~hit]
            if len(ends):
                raise UsageError(_("Two cells with a passage between them would part."))
    return walls


MIRRORS = {
    "horizontal": Motion((-1.0, 0.0), (0.0, 1.0)),
    "vertical": Motion((1.0, 0.0), (0.0, -1.0)),
}
