"""Mazes whose route covers a picture: their route, their ground, their openings and locks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.pencils import Paints
from mazeeditor.maze.random import below
from mazeeditor.maze.subjects.picturesque import exact, filled, ground
from mazeeditor.maze.subjects.picturesque.ends import End, pairs_of_ends
from mazeeditor.maze.subjects.picturesque.filled import COVERED, FEW_CELLS
from mazeeditor.maze.subjects.picturesque.passages import Pairs, Passages, cells_of, neighbours
from mazeeditor.maze.subjects.picturesque.source import Grid
from mazeeditor.maze.walls import free_walls

TRIED_PAIRS = 4  # pairs of ends, with 2 x 2 cells a pixel
ENOUGH_TRIES = (
    0.94  # of the cells of a picture, when it is filled: more is left out where strokes are thin
)
SMALL_TRIES = 4  # between two sides with a small cover, until COVERED
# of the ground, on either side of a route, or ends are not tried instead of others
MIN_EVENNESS = 0.33
BYTES_PER_CELL = 120  # bytes a cell


@dataclass(frozen=True, eq=False)
class Drawn:
    """A maze, the cells of its route bool[rows, columns], and of these those outside the cover."""

    maze: Maze
    route: Grid
    outside: int


def scale_grid(grid: Grid, scale: int) -> Grid:
    """Return a grid with ``scale`` x ``scale`` places for each."""
    return grid.repeat(scale, axis=0).repeat(scale, axis=1)


def locks_along(lattice: Lattice, route: Ids) -> NDArray[np.uint8]:
    """Return the locks uint8[n] of all walls between two cells of a route."""
    cells = np.zeros(lattice.size, np.bool_)
    cells[route] = True
    return free_walls(lattice, cells)


def exact_maze(
    pixels: Grid, scales: tuple[int, ...], random: I64, job: Job, paints: Paints | None = None
) -> Drawn:
    """Return a maze whose route covers every pixel, of 2 x 2 cells or that many by a scale.

    It changes the colour of ``paints`` as seldom as it can. The first of ``scales`` that has a
    route is taken, and 2 always has. Raises ``UsageError`` where there is none, ``MazeError`` where
    memory is short, and ``CancelledError``.
    """
    for scale in scales:
        cover = scale_grid(pixels, scale)
        numbers = None if paints is None else paints.repeat(scale, 0).repeat(scale, 1)
        _check_memory(4 * cover.size)
        for number, (ends, _share) in enumerate(pairs_of_ends(cover, random, job)):
            pairs = _alike_first(ground.shuffle_pairs(neighbours(cover), random, job), numbers)
            first = below(random, 2)
            for lane in (first, 1 - first):
                route = exact.exact_route(cover, ends, pairs, lane, job)
                if route:
                    return _exact_maze(cover, route, random, job)
            if number + 1 >= TRIED_PAIRS:
                break
    raise UsageError(
        _("No route covers every pixel with 2 x 2 cells: choose 4 x 4, or a smoother picture.")
    )


def _alike_first(pairs: Pairs, paints: Paints | None) -> Pairs:
    """Return pairs of places, first those of one colour."""
    if paints is None:
        return pairs
    one, two = pairs.T
    other = paints.ravel()[one] != paints.ravel()[two]
    return np.ascontiguousarray(pairs[np.argsort(other, kind="stable")])


def _exact_maze(cover: Grid, route: exact.Route, random: I64, job: Job) -> Drawn:
    rows, columns = cover.shape
    around = ~cover
    for end in (route.start, route.goal):
        for row, column in end.line:
            around[row, column] = False
    share = len(route.passes) / np.count_nonzero(cover)
    false = ground.false_routes(around, cover, share, random, job)
    passages = Passages.none(2 * rows, 2 * columns)
    merged = np.concatenate([route.merged, false.merged])
    exact.draw(passages, cover | around, merged, [route.passes, *false.paths])
    exact.draw_lines(passages, route)
    ground.fill_lines(passages, route, around)
    on_route = scale_grid(cover, 2)
    lines = exact.lines_of(route)
    for line in lines:
        for row, column in line:
            on_route[row, column] = True
    ground.join_regions(passages, around, false, on_route, random, job)
    maze = passages.maze()
    _open_ends(maze, (lines[0][0], lines[1][0]), (route.start, route.goal))
    outside = int(np.count_nonzero(on_route)) - 4 * int(np.count_nonzero(cover))
    maze.set_locks(locks_along(maze.lattice, cells_of(on_route, maze.lattice)))
    return Drawn(maze, on_route, outside)


def _open_ends(maze: Maze, cells: tuple[exact.Cell, exact.Cell], ends: tuple[End, End]) -> None:
    first, last = (
        Opening(maze.lattice.cell(*cell), end.side) for cell, end in zip(cells, ends, strict=True)
    )
    maze.set_openings(first, (last,))


def _check_memory(cells: int) -> None:
    check_free(_("A picture of {cells:,} cells").format(cells=cells), cells * BYTES_PER_CELL)


def filled_maze(cover: Grid, random: I64, job: Job, paints: Paints | None = None) -> Drawn:
    """Return a maze whose route covers nearly all pixels, of one cell each; raises the same.

    Of several pairs of ends, from different sides, those are taken between which it covers enough,
    or most: a part that hangs on by a narrow bridge may be missed, unless the route leads through.
    """
    _check_memory(cover.size)
    pairs = list(pairs_of_ends(cover, random, job))
    if not pairs:
        raise UsageError(_("The picture is too small for a route: give it more pixels."))
    wanted = COVERED if np.count_nonzero(cover) < FEW_CELLS else ENOUGH_TRIES
    sides: dict[frozenset[int], int] = {}
    best: _Filling | None = None
    for ends, share in pairs:
        both = frozenset((ends[0].side, ends[1].side))
        tried = sides.get(both, 0)
        if tried >= (SMALL_TRIES if wanted > ENOUGH_TRIES else 1) or (
            best and share < MIN_EVENNESS
        ):
            continue
        sides[both] = tried + 1
        filling = _filling(cover, ends, random, job, paints)
        if best is None or filling.covered > best.covered:
            best = filling
        if best.covered >= wanted * np.count_nonzero(cover):
            break
    assert best is not None
    passages, columns = best.passages, cover.shape[1]
    goal = np.zeros_like(cover)
    goal.ravel()[best.route[-1]] = True  # what hangs there is explored by nobody who arrives
    passages.open_pairs(ground.joins_of(passages, goal, random, job, first=False))
    maze = passages.maze()
    first, last = (divmod(best.route[place], columns) for place in (0, -1))
    _open_ends(maze, (first, last), best.ends)
    on_route = np.zeros_like(cover)
    on_route.ravel()[best.route] = True
    maze.set_locks(locks_along(maze.lattice, cells_of(on_route, maze.lattice)))
    return Drawn(maze, on_route, len(best.route) - best.covered)


@dataclass(frozen=True, eq=False)
class _Filling:
    """A route that fills a cover, by row * columns + column, and how many of its cells are in it.

    ``passages`` has those of false routes too.
    """

    ends: tuple[End, End]
    passages: Passages
    route: list[int]
    covered: int


def _filling(
    cover: Grid, ends: tuple[End, End], random: I64, job: Job, paints: Paints | None
) -> _Filling:
    """Fill a cover from a random route between two ends."""
    columns = cover.shape[1]
    pairs = _alike_first(ground.shuffle_pairs(neighbours(cover), random, job), paints)
    first, last = (end.row * columns + end.column for end in ends)
    into, out = ([row * columns + column for row, column in end.line] for end in ends)
    path = [*into, *filled.tree_path(cover, pairs, first, last, job), *out[::-1]]
    around = ~cover
    around.ravel()[[*into, *out]] = False
    passages, after = filled.filled_routes(cover, path, around, random, job, paints)
    route = filled.cells_along(after, path[0])
    return _Filling(ends, passages, route, int(np.count_nonzero(cover.ravel()[route])))
