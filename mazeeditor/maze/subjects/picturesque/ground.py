r"""The ground around an exact route: false routes of its kind, each with a dead end or two.

The pixels of the ground are divided into regions. Each gets a circuit through all its cells, made
as the route is; it is cut once, and opens to the route or to another region by one wall. So the
ground has the texture of the picture, and few dead ends, of which the picture has none.
"""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, U8, InI32, kernel
from mazeeditor.maze.pieces import find
from mazeeditor.maze.random import below, shuffle
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.maze.subjects.picturesque.exact import Cell, Route, lines_of
from mazeeditor.maze.subjects.picturesque.passages import STEPS, Pairs, Passages, neighbours
from mazeeditor.maze.subjects.picturesque.source import Grid

LARGEST = 110  # pixels of a region that grows further
SMALLEST = 24  # pixels of a region that is left as it is
FEWEST = 10  # regions that a small ground should have


def shuffled(pairs: Pairs, random: I64, job: Job) -> Pairs:
    """Return pairs in random order; raises ``CancelledError``."""
    order = np.arange(len(pairs), dtype=np.int32)
    shuffle(order, random, job)
    return np.ascontiguousarray(pairs[order])


def regions_of(ground: Grid, random: I64, job: Job) -> tuple[Pairs, I32]:
    """Return the circuits int32[k, 2] that are merged, and the lowest pixel of each's region."""
    pairs = shuffled(neighbours(ground), random, job)
    count = int(np.count_nonzero(ground))
    largest = max(2, min(LARGEST, count // FEWEST))
    areas = np.arange(ground.size, dtype=np.int32)
    sizes = np.ones(ground.size, np.int32)
    joined = np.zeros(len(pairs), np.uint8)
    flat = pairs.ravel()
    _join_small(flat, areas, sizes, largest, largest, joined, job.signal)
    _join_small(flat, areas, sizes, largest * SMALLEST // LARGEST, count, joined, job.signal)
    job.check()
    return pairs[joined.astype(np.bool_)], lowest_cells(areas)


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
            both = [_moved(cell, aside) for cell in cells[2 * number : 2 * number + 2]]
            passages.write(both[0], both[1], opened=True)
            beyond = row + aside[0], column + aside[1]
            if _inside(beyond, ground) and ground[beyond]:
                past = [_moved(cell, aside) for cell in both]
                passages.write(past[0], past[1], opened=False)
                for cell, other in zip(both, past, strict=True):
                    passages.write(cell, other, opened=True)


def _away_from(cell: Cell, along: Cell) -> Cell:
    """Return the step from a cell of a line to the other lane of its pixel."""
    if along[0]:
        return (0, -1 if cell[1] % 2 else 1)
    return (-1 if cell[0] % 2 else 1, 0)


def _moved(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _inside(place: Cell, grid: Grid) -> bool:
    return 0 <= place[0] < grid.shape[0] and 0 <= place[1] < grid.shape[1]


def join_circuits(
    passages: Passages, ground: Grid, regions: I32, apart: Grid, random: I64, job: Job
) -> None:
    """Open a wall of the circuit of each region, and close a passage of it there.

    To the route, whose cells are ``apart``, where that is beside the region: so its dead end is at
    the border of the picture, and not in the middle of the ground.
    """
    across, columns = ground.shape[1], apart.shape[1]

    def region_of(cell: int) -> int:
        row, column = divmod(cell, columns)
        pixel = row // 2 * across + column // 2
        return int(regions[pixel]) if ground.ravel()[pixel] else -1

    uncut = {*regions[ground.ravel()].tolist()}
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
        if _inside(other := _moved(cell, step), passages.right) and passages.is_open(cell, other)
    ]
    passages.write(cell, others[below(random, len(others))], opened=False)


def joins_of(passages: Passages, apart: Grid, random: I64, job: Job) -> Pairs:
    """Return walls, in random order, which if opened join all cells, and none twice.

    Walls of cells ``apart`` come first, but never one between two of them: those of the route.
    """
    areas = np.arange(apart.size, dtype=np.int32)
    join_pairs(passages.pairs(), areas)
    every = neighbours(np.ones_like(apart))
    one, two = every.T
    beside = two - one == 1
    is_open = np.where(beside, passages.right.ravel()[one], passages.down.ravel()[one])
    at_route = apart.ravel()[one].astype(np.int64) + apart.ravel()[two]
    opened = []
    for number in (1, 0):
        closed = shuffled(every[~is_open & (at_route == number)], random, job)
        opened.append(closed[join_pairs(closed, areas)])
    return np.concatenate(opened)
