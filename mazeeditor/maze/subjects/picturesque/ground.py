r"""The ground around an exact route: false routes of its kind, each with one dead end.

The pixels of the ground are divided into regions. Each gets a route through all its cells, made as
the right one is. As large a share of the pixels as in the picture is on a path, from one place
where the region is beside the picture to another one; other regions have a circuit, cut beside the
wall by which it opens to the right route or to another region. So the ground has the texture of the
picture, and few dead ends, of which the picture has none, most of them at its border.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, U8, InI32, kernel
from mazeeditor.maze.pieces import find
from mazeeditor.maze.random import below, shuffle
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.maze.subjects.picturesque.exact import (
    Cell,
    Pass,
    Route,
    allowed_pairs,
    lines_of,
    passes_of,
)
from mazeeditor.maze.subjects.picturesque.passages import (
    STEPS,
    Pairs,
    Passages,
    neighbours,
    path_through,
)
from mazeeditor.maze.subjects.picturesque.source import Grid

MAX_PIXELS = 200  # pixels of a region that grows further
MIN_PIXELS = 60  # pixels of a region that is left as it is
MIN_REGIONS = 8  # regions that a small ground should have


def shuffle_pairs(pairs: Pairs, random: I64, job: Job) -> Pairs:
    """Return pairs in random order; raises ``CancelledError``."""
    order = np.arange(len(pairs), dtype=np.int32)
    shuffle(order, random, job)
    return np.ascontiguousarray(pairs[order])


@dataclass(frozen=True, eq=False)
class FalseRoutes:
    """The routes of the ground: circuits that are ``merged``, and ``paths`` through some regions.

    ``regions`` int32[n] is the lowest pixel of each pixel's region, and ``through`` are those with
    a path.
    """

    merged: Pairs
    regions: I32
    paths: list[list[Pass]]
    through: set[int]


def false_routes(ground: Grid, cover: Grid, share: float, random: I64, job: Job) -> FalseRoutes:
    """Divide a ground into regions; ``share`` is the part of its pixels to be on paths."""
    shape = ground.shape
    columns = shape[1]
    pairs, tree, regions = _regions_of(ground, random, job)
    passages = Passages.none(*shape)
    passages.open_pairs(tree)
    wanted = share * np.count_nonzero(ground)
    areas = np.arange(ground.size, dtype=np.int32)
    paths: list[list[Pass]] = []
    for (first, first_side), (last, last_side) in _doors(ground, cover, regions, random, job):
        if wanted <= 0:
            break
        path = path_through(passages, first, last, job)
        areas[path] = min(path)
        wanted -= len(path)
        paths.append(passes_of(path, (first_side, last_side), below(random, 2), columns))
    one, two = pairs.T
    within = np.ascontiguousarray(pairs[regions[one] == regions[two]])
    allowed = allowed_pairs([each for path in paths for each in path], within, shape)
    joined = join_pairs(allowed, areas)
    regions = lowest_cells(areas)  # what a path leaves out is one of its own
    through = {int(regions[path[0].row * columns + path[0].column]) for path in paths}
    return FalseRoutes(allowed[joined], regions, paths, through)


Door = tuple[int, int]  # a pixel of the ground, and the side at which the cover is


def _doors(
    ground: Grid, cover: Grid, regions: I32, random: I64, job: Job
) -> list[tuple[Door, Door]]:
    """Return for each region, in random order, two pixels of it that are beside the cover.

    Regions that have no two are left out.
    """
    padded = np.pad(cover, 1)
    rows, columns = ground.shape
    doors = []
    for side, (down, right) in enumerate(STEPS):
        beyond = padded[1 + down : 1 + down + rows, 1 + right : 1 + right + columns]
        doors.append(np.flatnonzero(ground & beyond) * 4 + side)
    every = np.concatenate(doors).astype(np.int32)
    shuffle(every, random, job)
    found: dict[int, list[Door]] = {}
    for door in every.tolist():
        pixel, side = divmod(door, 4)
        mine = found.setdefault(int(regions[pixel]), [])
        if len(mine) < 2 and (not mine or mine[0][0] != pixel):
            mine.append((pixel, side))
    return [(mine[0], mine[1]) for mine in found.values() if len(mine) == 2]


def _regions_of(ground: Grid, random: I64, job: Job) -> tuple[Pairs, Pairs, I32]:
    """Return all neighbours int32[k, 2] in random order, a tree of each region, and its lowest."""
    pairs = shuffle_pairs(neighbours(ground), random, job)
    count = int(np.count_nonzero(ground))
    largest = max(2, min(MAX_PIXELS, count // MIN_REGIONS))
    areas = np.arange(ground.size, dtype=np.int32)
    sizes = np.ones(ground.size, np.int32)
    joined = np.zeros(len(pairs), np.uint8)
    flat = pairs.ravel()
    _join_small(flat, areas, sizes, largest, largest, joined, job.signal)
    _join_small(flat, areas, sizes, largest * MIN_PIXELS // MAX_PIXELS, count, joined, job.signal)
    job.check()
    return pairs, pairs[joined.astype(np.bool_)], lowest_cells(areas)


@kernel
def _join_small(
    pairs: InI32, areas: I32, sizes: I32, small: int, largest: int, joined: U8, signal: I64
) -> None:
    """Join regions of which one is ``small``, where both together are not above ``largest``."""
    for step in range(len(joined)):
        if step & TICK == 0 and signal[1] != 0:
            return
        one, two = find(areas, pairs[2 * step]), find(areas, pairs[2 * step + 1])
        total = sizes[one] + sizes[two]
        if one != two and min(sizes[one], sizes[two]) <= small and total <= largest:
            areas[max(one, two)] = min(one, two)
            sizes[min(one, two)] = total
            joined[step] = 1


def fill_lines(passages: Passages, route: Route, ground: Grid) -> None:
    """Take the cells beside the lines of a route into the circuits beyond them, two at a time."""
    for end, cells in zip((route.start, route.goal), lines_of(route), strict=True):
        aside = _away_from(cells[-1], STEPS[end.side])
        for number, (row, column) in enumerate(end.line):
            both = [_move(cell, aside) for cell in cells[2 * number : 2 * number + 2]]
            passages.write(both[0], both[1], opened=True)
            beyond = row + aside[0], column + aside[1]
            if not (_inside(beyond, ground) and ground[beyond]):
                continue
            past = [_move(cell, aside) for cell in both]
            if passages.is_open(past[0], past[1]):  # else a path leaves that side out
                passages.write(past[0], past[1], opened=False)
                for cell, other in zip(both, past, strict=True):
                    passages.write(cell, other, opened=True)


def _away_from(cell: Cell, along: Cell) -> Cell:
    """Return the step from a cell of a line to the other lane of its pixel."""
    if along[0]:
        return (0, -1 if cell[1] % 2 else 1)
    return (-1 if cell[0] % 2 else 1, 0)


def _move(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _inside(place: Cell, grid: Grid) -> bool:
    return 0 <= place[0] < grid.shape[0] and 0 <= place[1] < grid.shape[1]


def join_regions(
    passages: Passages, ground: Grid, false: FalseRoutes, apart: Grid, random: I64, job: Job
) -> None:
    """Open a wall of each region: at the door of its path, else to its circuit, which is cut there.

    To the route, whose cells are ``apart``, where that is beside the region: so its dead end is at
    the border of the picture, and not in the middle of the ground.
    """
    across, columns, regions = ground.shape[1], apart.shape[1], false.regions
    for path in false.paths:
        door = path[0].entered
        passages.write(door, _move(door, STEPS[(path[0].came + 2) % 4]), opened=True)

    def region_of(cell: int) -> int:
        row, column = divmod(cell, columns)
        pixel = row // 2 * across + column // 2
        return int(regions[pixel]) if ground.ravel()[pixel] else -1

    uncut = {*regions[ground.ravel()].tolist()} - false.through
    joins = joins_of(passages, apart, random, job)
    for one, two in joins.tolist():
        for cell in (two, one) if below(random, 2) else (one, two):
            region = region_of(cell)
            if region in uncut:
                uncut.remove(region)
                _cut(passages, divmod(cell, columns), random)
                break
    pixels = {int(regions[pixel]): int(pixel) for pixel in np.flatnonzero(ground)}
    for region in sorted(uncut):
        row, column = divmod(pixels[region], across)
        _cut(passages, (2 * row, 2 * column), random)
    passages.open_pairs(joins)


def _cut(passages: Passages, cell: Cell, random: I64) -> None:
    """Close a passage of a circuit at a cell."""
    others = [
        other
        for step in STEPS
        if _inside(other := _move(cell, step), passages.right) and passages.is_open(cell, other)
    ]
    passages.write(cell, others[below(random, len(others))], opened=False)


def joins_of(
    passages: Passages, apart: Grid, random: I64, job: Job, *, first: bool = True
) -> Pairs:
    """Return walls, in random order, which if opened join all cells, and none twice.

    Walls of cells ``apart`` come ``first``, else last, but never one between two of them: those of
    the route.
    """
    areas = np.arange(apart.size, dtype=np.int32)
    join_pairs(passages.pairs(), areas)
    every = neighbours(np.ones_like(apart))
    one, two = every.T
    beside = two - one == 1
    is_open = np.where(beside, passages.right.ravel()[one], passages.down.ravel()[one])
    at_route = apart.ravel()[one].astype(np.int64) + apart.ravel()[two]
    opened = []
    for number in (1, 0) if first else (0, 1):
        closed = shuffle_pairs(every[~is_open & (at_route == number)], random, job)
        opened.append(closed[join_pairs(closed, areas)])
    return np.concatenate(opened)
