r"""Cuts cells out of a maze as a small maze of their own, and drops them into another one.

A clip is a maze whose inside cells are those that were chosen. Its gaps are where passages led
out of them, so nothing of the border is lost, and a clip is saved, and goes through the clipboard,
like any other maze::

    +---+---+---+         +---+---+        dropped with its border, the walls around it are closed
    | a   b   c |   ->    | a   b          but for the gaps; without it they stay as they are
    +   +---+---+         +   +---+
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.cell_areas import walls_within
from mazeeditor.maze.geometry import Ids, Numbers, Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import NOWHERE, UNUSED
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.polar import Rings
from mazeeditor.maze.transforms.symmetry.motions import Motion, one_step, turn

TOLERANCE_CELLS = 1e-6  # cells: points no farther apart than this differ by rounding only
CORNERS = 32  # of the outline of a clip
MAX_CELLS = 200_000  # cells of a clip: placing one looks at each of its walls
FACING = Motion((1.0, 0.0), (0.0, 1.0))
MIRRORED = Motion((-1.0, 0.0), (0.0, 1.0))


def copy_cells(maze: Maze, cells: NDArray[np.bool_], job: Job) -> Maze:
    """Return ``cells`` bool[n] as a maze, on the smallest lattice that has the same cells.

    Raises ``UsageError`` where there are none, or too many, and ``CancelledError``.
    """
    lattice = maze.lattice
    chosen = np.flatnonzero(lattice.inside & cells)
    if not len(chosen):
        raise UsageError(_("Select the cells first: none is selected."))
    if len(chosen) > MAX_CELLS:
        text = _("At most {most:,} cells can be copied at once, and {number:,} are selected.")
        raise UsageError(text.format(most=MAX_CELLS, number=len(chosen)))
    target, places = _smallest(lattice, chosen)
    inside = np.zeros(target.size, np.bool_)
    inside[places] = True
    clip = mask_lattice(target, inside, job)
    walls = np.full(clip.size, clip.closed, np.uint8)
    passages = without_gaps(maze)
    gaps = []
    for slot in range(lattice.degree):
        joined = passages[chosen] >> np.uint8(slot) & 1 == 0
        walls[places[joined]] &= np.uint8(255 ^ 1 << slot)
        out = joined & ~cells[lattice.beyond(chosen, slot)[0]]
        gaps += [Opening(int(cell), slot) for cell in places[out]]
    return Maze(clip, walls, None, tuple(gaps))


def _smallest(lattice: Lattice, cells: Ids) -> tuple[Lattice, Ids]:
    """Return a lattice that has places for ``cells`` int64[k], and these places int64[k]."""
    sizes = dict(lattice.parameters)
    if {"rows", "columns"} <= set(sizes):
        at = lattice.places(cells)
        low, high = at.min(axis=0), at.max(axis=0)
        for start in product((0, 1), repeat=2):  # rows and triangles take turns
            first = low - start
            rows, columns = (int(size) for size in high - first + 1)
            try:
                target = build(lattice.shape, **{**sizes, "rows": rows, "columns": columns})
                places = _at(target, at - first)
            except UsageError:  # an outline that needs more columns
                continue
            if places is not None and _alike(lattice, cells, target, places):
                return target, places
    whole = lattice if lattice.whole else build(lattice.shape, **lattice.parameters)
    return whole, cells


def _at(lattice: Lattice, at: Ids) -> Ids | None:
    """Return the cells int64[k] at rows and columns int64[k, 2]; None where there is one less."""
    if (at < 0).any() or (at[:, 1] >= lattice.row_lengths[at[:, 0]]).any():
        return None
    return lattice.row_starts[at[:, 0]] + at[:, 1]


def _alike(lattice: Lattice, cells: Ids, target: Lattice, places: Ids) -> bool:
    """Whether cells of two lattices lie, and look, alike."""
    away = target.geometry.centres(places) - lattice.geometry.centres(cells)
    same = np.abs(away - away[0]).max() <= TOLERANCE_CELLS
    (own, samples), (other, others) = _kinds(lattice, cells), _kinds(target, places)
    one, two = lattice.geometry.all_outward(samples), target.geometry.all_outward(others)
    errors = np.abs(one[:, None] - two).max(axis=(2, 3))
    return bool(same and errors[own, other].max() <= TOLERANCE_CELLS)


def _kinds(lattice: Lattice, cells: Ids) -> tuple[Ids, Ids]:
    """Return the kind of each of ``cells`` int64[k], and a cell of each kind.

    In grids those of one row of the tables have their walls at the same angles: one or two kinds.
    """
    rows = lattice.rows_of(cells).astype(np.int64)
    samples = [
        int(cells[np.argmax((rows == row) & (cells != NOWHERE))])
        for row in range(len(lattice.offsets))
    ]
    return rows, np.array(samples, np.int64)


@dataclass(frozen=True, eq=False)
class Landing:
    """Where the cells of a clip come to lie in a maze.

    ``cells`` int64[k] are those of the clip, ``places`` int64[k] those of the maze, ``NOWHERE``
    where it has none, and ``slots`` int64[k, degree] the slots to which theirs come.
    """

    clip: Maze
    target: Lattice
    cells: Ids
    places: Ids
    slots: Ids

    @property
    def landed(self) -> Ids:
        """The cells int64[m] of the maze that the clip covers."""
        return self.places[self.target.inside[self.places]]

    def desired(self, *, border: bool) -> tuple[Ids, NDArray[np.bool_]]:
        """Return the inner walls int64[m] that the clip determines, and which of them it closes.

        With ``border`` the walls around it are among them.
        """
        walls, closed = [], []
        for slot in range(self.clip.lattice.degree):
            others = self.clip.lattice.beyond(self.cells, slot)[0]
            used = self.target.inside[self.places] & (self.slots[:, slot] >= 0)
            if not border:
                used &= self.clip.lattice.inside[others]
            places, slots = self.places[used], self.slots[used, slot]
            ids = self.target.wall_ids(places, slots)
            lower, _slots, upper, _backs = self.target.sides_of(ids)
            inner = self.target.inside[lower] & self.target.inside[upper]
            walls.append(ids[inner])
            bits = self.clip.walls[self.cells[used]] >> np.uint8(slot) & 1
            closed.append(bits[inner].astype(np.bool_))
        both = distinct(np.concatenate(walls) * 2 + np.concatenate(closed))
        return both // 2, both % 2 == 1  # both sides of a wall of the clip agree


def motions(lattice: Lattice) -> list[Motion]:
    """Return by how much a clip can be turned, each a step further clockwise."""
    if isinstance(lattice.geometry, Rings):
        return [FACING]  # the place in the ring decides
    step = 90 if lattice.degree == 4 else 60
    return [turn(angle) for angle in range(0, 360, step)]


class FloatingClip:
    """A clip, turned and mirrored by a ``motion``, before it is dropped."""

    def __init__(self, clip: Maze, motion: Motion) -> None:
        self.clip, self.motion = clip, motion
        self._cells = clip.lattice.inside_cells()
        geometry = clip.lattice.geometry
        x, y = geometry.centres(self._cells).T
        self._turns = isinstance(geometry, Rings)
        self._middle = np.array([geometry.width, geometry.height]) / 2
        middle = self._middle if self._turns else (x.mean(), y.mean())
        self._away = _turn(x - middle[0], y - middle[1], motion.matrix)
        self._anchor = _anchor(self._away)

    @property
    def cells(self) -> int:
        return len(self._cells)

    @cached_property
    def _hull(self) -> Points:
        """Points around all its cells, float64[k, 2], as ``_away``: corners of a convex outline."""
        angles = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
        directions = np.stack([np.cos(angles), np.sin(angles)])
        corners = [self._away[int(np.argmax(self._away @ one))] for one in directions.T]
        hull: Points = np.array(corners) + directions.T / 2
        return hull

    def _place(self, target: Lattice, x: float, y: float) -> tuple[Points, Points]:
        """Return by which matrix and by how much ``_away`` moves for its middle to be near a point.

        Raises ``UsageError`` where its cells do not lie on cells there.
        """
        check_fits(self.clip.lattice, target)
        inner = self._away[self._anchor]
        if self._turns:
            step = one_step(self.clip.lattice) or 360.0
            outer = np.array((x, y)) - self._middle
            angle = np.degrees(np.arctan2(outer[1], outer[0]) - np.arctan2(inner[1], inner[0]))
            return turn(round(float(angle) / step) * step).matrix, self._middle
        anchor = self._cells[self._anchor : self._anchor + 1]
        sides = self.clip.lattice.geometry.all_outward(anchor)[0] @ self.motion.matrix
        return np.eye(2), _spot(target, sides, (x, y)) - inner

    def outline(self, target: Lattice, x: float, y: float) -> Points:
        """Return a line float64[k, 2] around the place where it lands; raises ``UsageError``."""
        matrix, by = self._place(target, x, y)
        return self._hull @ matrix + by

    def landing(self, target: Lattice, x: float, y: float) -> Landing:
        """Return where it lands when its middle is put near a point, in cells.

        Raises ``UsageError`` where its cells do not lie on cells there.
        """
        matrix, by = self._place(target, x, y)
        spots = _turn(self._away[:, 0], self._away[:, 1], matrix) + by
        places = target.geometry.all_under(spots[:, 0], spots[:, 1])
        some = np.where(places == NOWHERE, target.inside_cells()[0], places)
        error = np.abs(target.geometry.centres(some) - spots).max(axis=1)
        places = np.where((error <= TOLERANCE_CELLS) & target.are_places(places), places, NOWHERE)
        slots = _slots(self.clip.lattice, self._cells, target, places, self.motion.matrix @ matrix)
        return Landing(self.clip, target, self._cells, places, slots)


def check_fits(clip: Lattice, target: Lattice) -> None:
    """Raise ``UsageError`` where cells of one lattice are of another form than those of another."""
    same = clip.shape == target.shape
    if same and isinstance(target.geometry, Rings):
        same = dict(clip.parameters) == dict(target.parameters)
    if not same:
        text = _("This piece is of a {one} maze: it does not fit into a {other} one.")
        raise UsageError(text.format(one=clip.shape, other=_name_clip(clip, target)))


def _name_clip(clip: Lattice, target: Lattice) -> str:
    return target.shape if clip.shape != target.shape else _("larger or smaller")


def _spot(target: Lattice, sides: Points, at: tuple[float, float]) -> Points:
    """Return the middle float64[2] of the cell nearest to a point whose walls lie as ``sides``."""
    for cell in _near(target, at):
        others = target.geometry.all_outward(np.array([cell]))[0]
        errors = np.abs(sides[:, None] - others).max(axis=-1)
        if (errors.min(axis=1) <= TOLERANCE_CELLS).all():
            spot: Points = target.geometry.centres(np.array([cell]))[0]
            return spot
    raise UsageError(_("Its cells do not lie on cells there: turn it by another angle."))


def _turn(x: Numbers, y: Numbers, matrix: Points) -> Points:
    """Return vectors, of which ``x`` and ``y`` are float64[k], times a matrix.

    Products of such long and narrow matrices take up to ten times as long: BLAS has threads for
    them, which wait for each other.
    """
    (a, b), (c, d) = matrix.tolist()
    return np.stack([x * a + y * c, x * b + y * d], axis=-1)


def _anchor(points: Points) -> int:
    """Return the number of the point that is nearest to the middle of all."""
    x, y = points.T
    dx, dy = x - x.mean(), y - y.mean()
    return int((dx * dx + dy * dy).argmin())


def _near(lattice: Lattice, at: tuple[float, float]) -> list[int]:
    """Return the cell at a point and those around it, inside or not, the nearest first."""
    x = min(max(at[0], TOLERANCE_CELLS), lattice.geometry.width - TOLERANCE_CELLS)
    y = min(max(at[1], TOLERANCE_CELLS), lattice.geometry.height - TOLERANCE_CELLS)
    cell = int(lattice.geometry.all_under(np.array(x), np.array(y)))
    if cell == NOWHERE:
        cell = int(lattice.inside_cells()[0])
    others = [lattice.neighbour(cell, slot) for slot in range(lattice.degree)]
    cells = np.array([cell, *others], np.int64)
    cells = cells[lattice.are_places(cells)]
    distance = np.hypot(*(lattice.geometry.centres(cells) - (x, y)).T)
    return [int(number) for number in cells[np.argsort(distance, kind="stable")]]


def _slots(clip: Lattice, cells: Ids, target: Lattice, places: Ids, matrix: Points) -> Ids:
    """Return int64[k, degree], the slots of ``places`` to which those of ``cells`` come, or -1."""
    there = np.where(places == NOWHERE, places[0], places)
    unused = clip.opposite[clip.rows_of(cells)] == UNUSED
    if isinstance(target.geometry, Rings):  # where each cell has its own angles
        before: NDArray[Any] = clip.geometry.all_outward(cells) @ matrix
        slots = _matches(before[:, :, None] - target.geometry.all_outward(there)[:, None])
    else:
        (own, samples), (other, others) = _kinds(clip, cells), _kinds(target, there)
        before = clip.geometry.all_outward(samples) @ matrix
        after = target.geometry.all_outward(others)
        slots = _matches(before[:, None, :, None] - after[None, :, None])[own, other]
    return np.where(unused, -1, slots)


def _matches(differences: NDArray[Any]) -> Ids:
    """Return the places of zeros among differences float64[..., degree, 2], -1 where is none."""
    errors = np.abs(differences).max(axis=-1)
    slots: Ids = np.where(errors.min(axis=-1) <= 1e-4, errors.argmin(axis=-1), -1)
    return slots


def desired_walls(
    maze: Maze, where: Landing, *, border: bool, leaves: Ids | None = None
) -> tuple[Ids, Ids]:
    """Return the walls int64[k] to be closed, and those int64[m] to be open, for a clip in a maze.

    ``leaves`` int64[n] are cells, ascending, between which walls are opened before.
    """
    walls, closed = where.desired(border=border)
    if leaves is not None:
        left = walls_within(maze.lattice, leaves)
        opened = distinct(left[~np.isin(left, walls)])
        walls = np.concatenate([walls, opened])
        closed = np.concatenate([closed, np.zeros(len(opened), np.bool_)])
    return walls[closed], walls[~closed]
