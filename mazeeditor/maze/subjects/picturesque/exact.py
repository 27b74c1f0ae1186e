r"""A route through every cell of a cover between two chosen ends, with 2 x 2 cells a pixel.

Each pixel is a circuit of four cells. Two circuits side by side become one where the two walls
between them are opened and the two passages along these are closed; so a spanning tree of the
pixels gives one circuit through all cells (Y. Okamoto and R. Uehara, "How to make a picturesque
maze", 2009), whose ends would lie side by side::

    o-o o-o      o-o-o-o        the route through a pixel, from the left to the right, in the
    | | | |  ->  |     |        left lane and to the top, in the right lane; the passage that is
    o-o o-o      o-o-o-o        missing is the one between the two cells at which it is entered
                                and left
    > o o >      > o-o
      | |          | ^          a circuit is joined to a pixel of the path by any other passage
      o-o          o-o

Here a path of pixels leads from end to end, and crosses from each to the next by one wall alone, in
its left or right *lane*: the lane stays where the path goes straight on and changes where it turns.
All passages of a pixel are there but one, which is at the side of the lane where it goes straight
on, else at a side where the path itself is. The other pixels are joined to the path by a spanning
tree that leaves out the missing passages. Where pixels can be reached by these only, two that lie
beside each other and beside the path are taken into it, which so gets four turns, and keeps its
lane after them.

A cover of which each pixel is doubled (4 x 4 cells a pixel, as in the method of Nakai that
K. Hamada names in "A picturesque maze generation algorithm with any given endpoints", 2013) always
has such a route: of pixels that are beside a path that goes straight on past the whole of a double
pixel there are two; past one half of it the path has turned in the other half, and a pixel in which
it turns has all its passages.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.maze.subjects.picturesque.ends import End
from mazeeditor.maze.subjects.picturesque.passages import STEPS, Pairs, Passages, path_through
from mazeeditor.maze.subjects.picturesque.source import Grid

LEFT_LANE, RIGHT_LANE = range(2)
Cell = tuple[int, int]


class Pass(NamedTuple):
    """How the path goes through a pixel: the sides towards which it ``came`` and ``goes``."""

    row: int
    column: int
    came: int
    goes: int
    lane_in: int
    lane_out: int

    @property
    def straight(self) -> bool:
        return self.came == self.goes

    @property
    def entered(self) -> Cell:
        return _corner(self.row, self.column, self.came, self.lane_in, front=False)

    @property
    def left(self) -> Cell:
        return _corner(self.row, self.column, self.goes, self.lane_out, front=True)


def side_of_lane(heading: int, lane: int) -> int:
    return (heading + (3 if lane == LEFT_LANE else 1)) % 4


def _corner(row: int, column: int, heading: int, lane: int, *, front: bool) -> Cell:
    """Return a cell of a pixel, at the side of a lane, in front or at the back."""
    ahead, aside = STEPS[heading], STEPS[side_of_lane(heading, lane)]
    sign = 1 if front else -1
    return (
        2 * row + (1 + sign * ahead[0] + aside[0]) // 2,
        2 * column + (1 + sign * ahead[1] + aside[1]) // 2,
    )


@dataclass(frozen=True, eq=False)
class Route:
    """A route through all cells of a cover: its path of pixels, and the ``merged`` circuits."""

    start: End
    goal: End
    passes: list[Pass]
    merged: Pairs


def exact_route(
    cover: Grid,
    ends: tuple[End, End],
    pairs: Pairs,
    lane: int,
    job: Job,
    path: list[int] | None = None,
) -> Route | None:
    """Return a route between two ends that starts in a lane, None where none was found.

    ``pairs`` are all neighbours in the cover; circuits are merged at the first ones rather than at
    the last. Without ``path``, pixels by row * columns + column, the route goes along their tree.
    """
    start, goal = ends
    columns = cover.shape[1]
    if path is None:
        tree = Passages.none(*cover.shape)
        areas = np.arange(cover.size, dtype=np.int32)
        tree.open_pairs(pairs[join_pairs(pairs, areas)])
        first, last = (end.row * columns + end.column for end in ends)
        path = path_through(tree, first, last, job)
    while True:
        job.check()
        passes = passes_of(path, (start.side, goal.side), lane, columns)
        areas = np.arange(cover.size, dtype=np.int32)
        areas[path] = min(path)
        allowed = allowed_pairs(passes, pairs, cover.shape)
        joined = join_pairs(allowed, areas)
        roots = lowest_cells(areas)
        blocked = cover.ravel() & (roots != roots[path[0]])
        if not blocked.any():
            return Route(start, goal, passes, allowed[joined])
        longer = _around(passes, blocked, roots, columns)
        if len(longer) == len(path):
            return None
        path = longer


def passes_of(path: list[int], sides: tuple[int, int], lane: int, columns: int) -> list[Pass]:
    headings = [(sides[0] + 2) % 4]
    for one, two in pairwise(path):
        step = two - one
        headings.append(1 if step == 1 else 3 if step == -1 else 2 if step > 0 else 0)
    headings.append(sides[1])
    passes = []
    for place, came, goes in zip(path, headings, headings[1:], strict=False):
        after = lane ^ ((goes - came) & 1)  # turning round is two turns
        passes.append(Pass(*divmod(place, columns), came, goes, lane, after))
        lane = after
    return passes


def allowed_pairs(passes: list[Pass], pairs: Pairs, shape: tuple[int, int]) -> Pairs:
    """Return the pairs at which circuits may be merged with each other or with paths."""
    rows, columns = shape
    on_path = np.zeros(shape, np.bool_)
    missing = Passages.none(rows, columns)
    for each in passes:
        on_path[each.row, each.column] = True
        if each.straight:
            step = STEPS[side_of_lane(each.came, each.lane_in)]
            other = each.row + step[0], each.column + step[1]
            if 0 <= other[0] < rows and 0 <= other[1] < columns:
                missing.write((each.row, each.column), other, opened=True)
    one, two = pairs.T
    flat = on_path.ravel()
    beside = two - one == 1
    at_lane = np.where(beside, missing.right.ravel()[one], missing.down.ravel()[one])
    return np.ascontiguousarray(pairs[~(flat[one] & flat[two]) & ~at_lane])


def _around(passes: list[Pass], blocked: Grid, roots: I32, columns: int) -> list[int]:
    """Return the path with two pixels of each blocked area in it, where these lie beside it."""
    taken = set[int]()
    longer = []
    waits = False  # whether the pixels were put in just before: those after it have another lane
    for each, after in zip(passes, [*passes[1:], None], strict=True):
        place = each.row * columns + each.column
        longer.append(place)
        if waits or after is None or not (each.straight and after.straight):
            waits = False
            continue
        step = STEPS[side_of_lane(each.came, each.lane_in)]
        aside = step[0] * columns + step[1]
        both = place + aside, after.row * columns + after.column + aside
        if not _has(each, step, blocked, columns) or not blocked[both[1]]:
            continue
        area = int(roots[both[0]])
        if area not in taken:
            taken.add(area)
            longer += both
            waits = True
    return longer


def _has(each: Pass, step: Cell, blocked: Grid, columns: int) -> bool:
    """Whether the pixel beside another is there and blocked."""
    row, column = each.row + step[0], each.column + step[1]
    inside = 0 <= column < columns and 0 <= row < len(blocked) // columns
    return inside and bool(blocked[row * columns + column])


def draw(passages: Passages, pixels: Grid, merged: Pairs, paths: list[list[Pass]]) -> None:
    """Open the passages of pixels, of merged circuits and of paths through them."""
    rows, columns = np.nonzero(pixels)
    for shift in range(2):
        passages.right[2 * rows + shift, 2 * columns] = True
        passages.down[2 * rows, 2 * columns + shift] = True
    across = pixels.shape[1]
    one, two = merged.T
    beside = two - one == 1
    rows, columns = np.divmod(one[beside], across)
    for shift in range(2):
        passages.right[2 * rows + shift, 2 * columns + 1] = True
        passages.down[2 * rows, 2 * columns + 1 + shift] = False
    rows, columns = np.divmod(one[~beside], across)
    for shift in range(2):
        passages.down[2 * rows + 1, 2 * columns + shift] = True
        passages.right[2 * rows + 1 + shift, 2 * columns] = False
    for passes in paths:
        for each in passes:
            passages.write(each.entered, each.left, opened=False)
        for each, after in pairwise(passes):
            passages.write(each.left, after.entered, opened=True)


def draw_lines(passages: Passages, route: Route) -> None:
    for cells in lines_of(route):
        for cell, other in pairwise(cells):
            passages.write(cell, other, opened=True)


def lines_of(route: Route) -> tuple[list[Cell], list[Cell]]:
    """Return the cells from the border to the first cell of the cover, and to the last one."""
    first, last = route.passes[0], route.passes[-1]
    into = _line(first.entered, route.start)
    return into, _line(last.left, route.goal)


def _line(cell: Cell, end: End) -> list[Cell]:
    """Return the cells of a straight line to a cell of the cover, from the border on."""
    rows, columns = STEPS[end.side]
    return [
        (cell[0] + rows * step, cell[1] + columns * step) for step in range(2 * end.away, -1, -1)
    ]
