"""The hedges, paths and stakes of a maze on the ground, in cells and in metres.

::

    A-----+--+     +--B      Stakes stand where a hedge ends, turns or meets another. A and B are
    |     |  |     |  |      the two that are farthest apart on one line of the grid: the base.
    |  +--+  |  +--+  |      Every stake is found from the base, so many metres along it from A and
    |  |              |      so many to its right (or left, less than 0), or by two tapes, one from
    +--+--+--+--+--+--+      A and one from B.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.ground.area import sides_of
from mazeeditor.maze.ground.ground import Ground
from mazeeditor.maze.maze import Maze
from mazeeditor.page.extent import OpeningPlace, opening_places

Ids = NDArray[np.int64]
Numbers = NDArray[np.float64]
Bools = NDArray[np.bool_]
PlantSpacing = Annotated[
    float,
    Label(_("Between plants")),
    Between(0.02, 10, "m"),
    _("distance from one plant of a row to the next"),
]
USUAL_PLANTS = 0.15  # m
END, CORNER, TEE, CROSS = "end", "corner", "tee", "cross"


@dataclass(frozen=True, eq=False)
class Stakes:
    """All stakes, one a line from the top left on; numbers are those of the lines, from 1.

    ``places`` float64[k, 2] are in cells, ``base`` holds the indices of A and B, ``tapes``
    float64[k, 2] metres from A and from B.
    """

    places: Points
    kinds: tuple[str, ...]
    base: tuple[int, int]
    tapes: Points


@dataclass(frozen=True, eq=False)
class Survey:
    """A maze and the ground on which it lies."""

    maze: Maze
    ground: Ground

    @property
    def rows(self) -> int:
        return self.maze.lattice.rows

    @property
    def columns(self) -> int:
        return self.maze.lattice.columns

    @cached_property
    def corner(self) -> Points:
        """float64[2]: the top left post of the grid, in metres along rows and down columns."""
        return self.ground.corner(self.rows, self.columns)

    def metres(self, cells: Points) -> Points:
        """Return places in cells as metres along the rows and down the columns."""
        return self.corner + cells * self.ground.cell

    def degrees(self, cells: Points) -> Points:
        """Return places in cells as longitudes and latitudes."""
        return self.ground.degrees(self.metres(cells))

    # Walls and cells as grids

    @cached_property
    def inside(self) -> Bools:
        """bool[rows + 2, columns + 2]: the cells of the maze, with a rim of none around them."""
        result = np.zeros((self.rows + 2, self.columns + 2), np.bool_)
        lattice = self.maze.lattice
        places = lattice.places(lattice.inside_cells())
        result[places[:, 0] + 1, places[:, 1] + 1] = True
        return result

    @cached_property
    def _walls(self) -> tuple[Bools, Bools]:
        """bool[rows + 1, columns], bool[rows, columns + 1]: hedges above and left of cells."""
        level = np.zeros((self.rows + 1, self.columns), np.bool_)
        upright = np.zeros((self.rows, self.columns + 1), np.bool_)
        geometry = self.maze.lattice.geometry
        ends = geometry.post_positions(geometry.posts(self.maze.closed_walls()))
        low = ends.min(axis=1).astype(np.int64)
        flat = ends[:, 0, 1] == ends[:, 1, 1]
        level[low[flat, 1], low[flat, 0]] = True
        upright[low[~flat, 1], low[~flat, 0]] = True
        return level, upright

    @property
    def level(self) -> Bools:
        """bool[rows + 1, columns]: where hedges along the rows are."""
        return self._walls[0]

    @property
    def upright(self) -> Bools:
        """bool[rows, columns + 1]: where hedges down the columns are."""
        return self._walls[1]

    @cached_property
    def hedges(self) -> Points:
        """float64[k, 2, 2]: both ends of each straight hedge, in cells."""
        across = _runs(self.level)
        down = _runs(self.upright.T)[:, :, ::-1]
        return np.concatenate([across, down])

    @property
    def hedge_areas(self) -> Points:
        """float64[k, 4, 2]: the corners of each straight hedge, anticlockwise from above."""
        half = self.ground.hedge / 2 / self.ground.cell
        low, high = self.hedges[:, 0] - half, self.hedges[:, 1] + half
        left, top, right, bottom = low[:, 0], low[:, 1], high[:, 0], high[:, 1]
        corners = [(left, top), (left, bottom), (right, bottom), (right, top)]
        return np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1)

    @cached_property
    def openings(self) -> list[OpeningPlace]:
        return opening_places(self.maze)

    # Paths

    @cached_property
    def paths(self) -> list[Points]:
        """The middle of each path from fork to fork or dead end, float64[k, 2] in cells.

        Those through the openings reach to the outer side of the hedge.
        """
        steps = self._steps()
        lines, left = [], {cell: set(to) for cell, to in steps.items()}
        forks = [cell for cell, to in steps.items() if len(to) != 2]
        for start in [*forks, *steps]:
            while left[start]:
                line = [start]
                here = start
                while True:
                    there = min(left[here])
                    left[here].discard(there)
                    left[there].discard(here)
                    line.append(there)
                    here = there
                    if len(steps[here]) != 2 or not left[here]:
                        break
                lines.append(_without_straight(np.array(line, np.float64)[:, ::-1] + 0.5))
        half = self.ground.hedge / 2 / self.ground.cell
        for opening in self.openings:
            if opening.out is not None:
                out = opening.place + np.array(opening.out) * half
                lines.append(np.stack([opening.middle, out]))
        return lines

    def _steps(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """Return the cells to which paths lead from each cell, by row and column."""
        inside = self.inside[1:-1, 1:-1]
        steps: dict[tuple[int, int], list[tuple[int, int]]] = {
            (row, column): [] for row, column in np.argwhere(inside).tolist()
        }
        right = inside[:, :-1] & inside[:, 1:] & ~self.upright[:, 1:-1]
        for row, column in np.argwhere(right).tolist():
            steps[row, column].append((row, column + 1))
            steps[row, column + 1].append((row, column))
        down = inside[:-1] & inside[1:] & ~self.level[1:-1]
        for row, column in np.argwhere(down).tolist():
            steps[row, column].append((row + 1, column))
            steps[row + 1, column].append((row, column))
        return steps

    def is_path(self, cells: Points) -> Bools:
        """Return bool[k]: whether places in cells lie on a path, not in a hedge or outside."""
        half = self.ground.hedge / 2 / self.ground.cell
        nearest = np.rint(cells).astype(np.int64)
        by_x, by_y = (np.abs(cells - nearest) < half).T
        limits = np.array([self.columns, self.rows])
        cell = np.floor(cells).astype(np.int64)
        within = ((cell >= 0) & (cell < limits)).all(axis=1)
        column, row = cell.clip(0, limits - 1).T
        inside = within & self.inside[row + 1, column + 1]
        post_x, post_y = nearest.clip(0, limits).T
        hedge = np.zeros(len(cells), np.bool_)
        beside = np.zeros(len(cells), np.bool_)  # a gap in the outer hedge, seen from outside
        level, upright = by_y & ~by_x, by_x & ~by_y
        hedge |= level & self.level[post_y, column]
        hedge |= upright & self.upright[row, post_x]
        rim = self.inside
        ends_x = (cells[:, 0] >= 0) & (cells[:, 0] < self.columns)
        ends_y = (cells[:, 1] >= 0) & (cells[:, 1] < self.rows)
        beside |= level & ends_x & (rim[post_y, column + 1] | rim[post_y + 1, column + 1])
        beside |= upright & ends_y & (rim[row + 1, post_x] | rim[row + 1, post_x + 1])
        free = self._posts[post_y, post_x] == 0
        around = rim[post_y, post_x] & rim[post_y + 1, post_x]
        around &= rim[post_y, post_x + 1] & rim[post_y + 1, post_x + 1]
        corner = by_x & by_y
        return np.where(corner, free & around, (inside | beside) & ~hedge)

    # Stakes

    @cached_property
    def _sides(self) -> tuple[Bools, Bools, Bools, Bools]:
        """bool[rows + 1, columns + 1] each: whether a hedge leads left, right, up, down."""
        level = np.pad(self.level, ((0, 0), (1, 1)))
        upright = np.pad(self.upright, ((1, 1), (0, 0)))
        return level[:, :-1], level[:, 1:], upright[:-1], upright[1:]

    @cached_property
    def _posts(self) -> Ids:
        """int64[rows + 1, columns + 1]: how many hedges meet at each post."""
        return np.sum(self._sides, axis=0, dtype=np.int64)

    @cached_property
    def stakes(self) -> Stakes:
        left, right, up, down = self._sides
        straight = (left & right & ~up & ~down) | (up & down & ~left & ~right)
        found = np.argwhere((self._posts > 0) & ~straight)
        names = {1: END, 2: CORNER, 3: TEE, 4: CROSS}
        kinds = tuple(names[number] for number in self._posts[found[:, 0], found[:, 1]].tolist())
        places = found[:, ::-1].astype(np.float64)
        base = _base(found)
        ends = places[base[0]], places[base[1]]
        tapes = [np.hypot(*((places - end) * self.ground.cell).T) for end in ends]
        return Stakes(places, kinds, base, np.stack(tapes, axis=-1))

    def measured(self, cells: Points) -> Points:
        """Return float64[..., 2]: metres along the base from A, and to its right, of places."""
        start, stop = self.stakes.places[list(self.stakes.base)]
        along = (stop - start) / max(float(np.hypot(*(stop - start))), 1.0)
        across = np.array([-along[1], along[0]])  # to the right, as y leads down
        off = (cells - start) * self.ground.cell
        return np.stack([off @ along, off @ across], axis=-1)

    # Rows of plants

    def sown(self, row_spacing: float, plant_spacing: float) -> list[SownRow]:
        """Return the rows of a field sown along the rows of the grid; both in metres.

        The first row stands half of ``row_spacing`` within the outline.
        """
        sides = sides_of(self.ground.rings)
        low, high = sides[:, 0, 1].min(), sides[:, 0, 1].max()
        rows = []
        for number, v in enumerate(np.arange(low + row_spacing / 2, high, row_spacing).tolist(), 1):
            plants = _plants_along(sides, v, plant_spacing)
            places = np.stack([plants, np.full(len(plants), v)], axis=-1) - self.corner
            cut = self.is_path(places / self.ground.cell)
            edges = np.flatnonzero(np.diff(np.concatenate([[False], cut, [False]])))
            rows.append(SownRow(number, v, len(plants), edges.reshape(-1, 2) + np.array([1, 0])))
        return rows


@dataclass(frozen=True, eq=False)
class SownRow:
    """A row of plants: its number from 1, its distance ``v`` down the columns in metres.

    ``plants`` is how many it has within the outline, counted along the rows; ``cut`` int64[k, 2]
    are the first and the last plant, from 1, of each part that becomes a path.
    """

    number: int
    v: float
    plants: int
    cut: Ids


def _plants_along(sides: Numbers, v: float, spacing: float) -> Numbers:
    """Return where plants of a row stand within an area, half of a spacing from its sides on."""
    start, stop = sides[:, 0], sides[:, 1]
    over = (start[:, 1] > v) != (stop[:, 1] > v)
    start, stop = start[over], stop[over]
    share = (v - start[:, 1]) / (stop[:, 1] - start[:, 1])
    crossings = np.sort(start[:, 0] + share * (stop[:, 0] - start[:, 0]))
    parts = [
        np.arange(left + spacing / 2, right, spacing)
        for left, right in crossings.reshape(-1, 2).tolist()
    ]
    return np.concatenate([np.zeros(0), *parts])


def _runs(walls: Bools) -> Points:
    """Return float64[k, 2, 2]: both ends (x, y) of each run of walls along a line."""
    edges = np.diff(np.pad(walls, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, stops = np.argwhere(edges > 0), np.argwhere(edges < 0)
    return np.stack([starts[:, ::-1], stops[:, ::-1]], axis=1).astype(np.float64)


def _without_straight(line: Points) -> Points:
    """Return a line without the places that lie straight between their neighbours."""
    steps = np.diff(line, axis=0)
    bends = (steps[1:] != steps[:-1]).any(axis=1)
    kept: Points = line[np.concatenate([[True], bends, [True]])]
    return kept


def _base(posts: Ids) -> tuple[int, int]:
    """Return the indices of the two posts int64[k, 2] on one line that are farthest apart."""
    best, result = -1, (0, 0)
    for axis in (0, 1):
        order = np.lexsort((posts[:, 1 - axis], posts[:, axis]))
        lines = posts[order, axis]
        firsts = np.flatnonzero(np.diff(lines, prepend=-1))
        lasts = np.append(firsts[1:], len(lines)) - 1
        lengths = posts[order[lasts], 1 - axis] - posts[order[firsts], 1 - axis]
        longest = int(np.argmax(lengths))
        if int(lengths[longest]) > best:
            best = int(lengths[longest])
            result = int(order[firsts[longest]]), int(order[lasts[longest]])
    return result
