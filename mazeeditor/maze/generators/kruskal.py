"""Kruskal's algorithm: many short dead ends, the same everywhere in the maze.

Small mazes, and those of films, sort their walls; others get the same walls without that, from
O. Borůvka's algorithm (1926): every area opens its lightest wall to another area, all at once; then
what is joined counts as one area, until nothing is left to join. As no two walls weigh the same,
there is one minimum spanning tree, the same for every algorithm::

    round 1: cells       round 2: areas of cells     number of areas: a third or less each round
    o-o o o              A-A B B                     walls between areas: kept in three lists
      |   |      -->       |   |
    o o o-o              C A B-B
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import (
    DEGREE,
    I32,
    I64,
    TICK,
    U8,
    InI32,
    InI64,
    kernel,
)
from mazeeditor.core.kernels.instrumented import is_watched
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import generator
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.pieces import count_borders, find
from mazeeditor.maze.random import WORD, draw, weight

BUCKET = 1 << 15  # walls that are sorted at a time: they fit into the cache
BORUVKA_CELLS = 1 << 14  # cells: from here on Borůvka's algorithm makes the same maze faster
HEAVIEST = (1 << 63) - 1  # no key is larger
NO_AREA = -1  # the area of what is outside: it has no walls


@generator(
    "kruskal",
    _("Kruskal"),
    order=4,
    memory=40,
    texture=_("branching evenly, many short dead ends"),
    areas=True,
    code=_(
        "Put all walls in random order\n"
        "For each wall in this order:\n"
        "    If there are two areas on its sides:\n"
        "        Open it, so that they are one area"
    ),
)
def kruskal(lattice: Lattice, walls: NDArray[np.uint8], random: I64, job: Job) -> None:
    """Go through all walls in random order and open each that separates two areas.

    J. Kruskal (1956) on random weights. The weight of a wall is a hash of its id and the seed, so
    the maze depends on no order of computing: any minimum spanning tree algorithm gives the same.
    """
    first, second = draw(random), draw(random)
    if by_rounds(lattice):
        lightest_tree(lattice, walls, first, second, job)
    else:
        _tree_by_sorting(lattice, walls, first, second, job)


def by_rounds(lattice: Lattice) -> bool:
    """Whether Borůvka's algorithm is faster; a film always shows the algorithm that it names."""
    return lattice.cells >= BORUVKA_CELLS and not is_watched()


def _tree_by_sorting(
    lattice: Lattice, walls: NDArray[np.uint8], first: int, second: int, job: Job
) -> None:
    """Do what ``lightest_tree`` does; faster in mazes that are not large."""
    keys = _sorted_walls(lattice, first, second, job)  # line 1
    job.phase(len(keys))
    areas = np.arange(lattice.size, dtype=np.int32)
    _join[lattice.degree](walls, areas, keys, lattice.tables, lattice.cells - 1, job.signal)


def _sorted_walls(lattice: Lattice, first: int, second: int, job: Job) -> I64:
    """Return the inner walls by weight, int64[k]: ``weight << 32 | wall``.

    They are dealt into buckets by their highest bits and sorted a bucket at a time, which
    uses the cache better than a single sort and can be cancelled in between.
    """
    bits = max(0, (lattice.cells // BUCKET).bit_length())
    shift = 63 - bits
    ends = np.zeros((1 << bits) + 1, np.int64)
    fixed = lattice.tables, first, second, shift
    job.phase(lattice.size, 0.04)
    _count[lattice.degree](ends, *fixed, job.signal)
    job.check()
    np.cumsum(ends, out=ends)
    keys = np.empty(int(ends[-1]), np.int64)
    job.phase(lattice.size, 0.08)
    _deal[lattice.degree](keys, ends, *fixed, job.signal)
    start = 0
    job.phase(len(ends), 0.15)
    for bucket, end in enumerate(ends[:-1]):  # each is now the end of its bucket
        job.step(bucket)
        keys[start:end].sort()
        start = int(end)
    return keys


@kernel
def _count(counts: I64, tables: Tables, first: int, second: int, shift: int, signal: I64) -> None:
    """Count the inner walls of each bucket, one place up: ``counts[bucket + 1]``."""
    offsets, inside = tables.offsets, tables.inside
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step]:
                    key = weight(cell * DEGREE + slot, first, second) << 32
                    counts[(key >> shift) + 1] += 1


@kernel
def _deal(
    keys: I64, places: I64, tables: Tables, first: int, second: int, shift: int, signal: I64
) -> None:
    """Put each inner wall into its bucket; ``places[bucket]`` is where the next one goes."""
    offsets, inside = tables.offsets, tables.inside
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step]:
                    wall = cell * DEGREE + slot
                    key = weight(wall, first, second) << 32 | wall
                    keys[places[key >> shift]] = key
                    places[key >> shift] += 1


@kernel
def _join(walls: U8, areas: I32, keys: InI64, tables: Tables, left: int, signal: I64) -> None:
    """Open each wall whose sides are in separate areas (union-find with path halving)."""
    offsets, opposite = tables.offsets, tables.opposite
    for step in range(len(keys)):  # line 2
        if step & TICK == 0:
            signal[0] = step
            if signal[1] != 0:
                return
        wall = keys[step] & WORD
        cell = wall // DEGREE
        slot = wall % DEGREE
        row = row_of(tables, cell)
        other = cell + offsets[row, slot]
        # line 3
        one = find(areas, cell)
        two = find(areas, other)
        if one != two:  # line 4
            areas[max(one, two)] = min(one, two)
            walls[cell] &= 255 ^ (1 << slot)
            walls[other] &= 255 ^ (1 << opposite[row, slot])
            left -= 1
            if left == 0:
                return


class Borders(NamedTuple):
    """The walls between areas, in three lists: the two areas, counted from 0, and the wall."""

    near: I32
    far: I32
    ids: I32


def lightest_tree(
    lattice: Lattice, walls: NDArray[np.uint8], first: int, second: int, job: Job
) -> None:
    """Open the minimum spanning tree of the weights with the keys ``first`` and ``second``.

    ``to`` and ``joined`` contain for each cell, or each area, the area that it belongs to now:
    -1 - its number.
    """
    job.phase(lattice.size, 0.25)
    to = np.empty(lattice.size, np.int32)
    tables = lattice.tables
    _join_cells[lattice.degree](walls, to, tables, first, second, job.signal)
    job.check()
    count = _number(to, job.signal)
    job.check()
    borders = count_borders[lattice.degree](to, tables, job.signal)
    job.check()
    job.phase(lattice.size, 0.15)
    lists = Borders(*(np.empty(borders, np.int32) for _list in range(3)))
    _list_borders[lattice.degree](lists, to, tables, job.signal)
    del to
    share = 0.3
    while borders:
        job.phase(borders, share)
        share /= 2
        best = np.full(count, HEAVIEST, np.int64)
        picked = np.full(count, -1, np.int32)
        _pick(best, picked, lists, borders, first, second, job.signal)
        job.check()
        joined = np.arange(count, dtype=np.int32)
        _join_areas[lattice.degree](walls, joined, picked, lists, tables, job.signal)
        job.check()
        count = _number(joined, job.signal)
        job.check()
        borders = _renumber(lists, joined, borders, job.signal)
        job.check()


@kernel
def _join_cells(walls: U8, to: I32, tables: Tables, first: int, second: int, signal: I64) -> None:
    """Open the lightest wall of each cell and store in ``to`` where it leads."""
    offsets, opposite, inside = tables.offsets, tables.opposite, tables.inside
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        to[cell] = cell if inside[cell] else NO_AREA
        if not inside[cell]:
            continue
        row = row_of(tables, cell)
        best, chosen = HEAVIEST, -1
        for slot in range(DEGREE):
            step = offsets[row, slot]
            if inside[cell + step]:
                wall = cell * DEGREE + slot
                if step < 0:
                    wall = (cell + step) * DEGREE + opposite[row, slot]
                key = weight(wall, first, second) << 32 | wall
                if key < best:
                    best, chosen = key, slot
        if chosen >= 0:
            other = cell + offsets[row, chosen]
            walls[cell] &= 255 ^ (1 << chosen)
            walls[other] &= 255 ^ (1 << opposite[row, chosen])
            to[cell] = other


@kernel
def _number(to: I32, signal: I64) -> int:
    """Put the number of its area, less than 0, in each place of ``to``; return how many areas.

    The outside counts as the first one.

    Following ``to`` ends where two places lead to each other, or where one leads to itself.
    """
    count = 1
    for place in range(len(to)):
        if place & TICK == 0 and signal[1] != 0:
            return 0
        end = place
        while to[end] >= 0 and to[to[end]] != end:
            end = int(to[end])
        if to[end] >= 0:
            count += 1
            to[to[end]] = -count
            to[end] = -count
        number = to[end]
        follow = place
        while to[follow] >= 0:
            after = int(to[follow])
            to[follow] = number
            follow = after
    return count


@kernel
def _join_areas(
    walls: U8, joined: I32, picked: InI32, borders: Borders, tables: Tables, signal: I64
) -> None:
    """Open the lightest wall of each area and store in ``joined`` where it leads."""
    offsets, opposite = tables.offsets, tables.opposite
    near, far, ids = borders.near, borders.far, borders.ids
    for area in range(len(picked)):
        if area & TICK == 0 and signal[1] != 0:
            return
        place = int(picked[area])
        if place >= 0:
            wall = int(ids[place])
            cell, slot = wall // DEGREE, wall % DEGREE
            row = row_of(tables, cell)
            walls[cell] &= 255 ^ (1 << slot)
            walls[cell + offsets[row, slot]] &= 255 ^ (1 << opposite[row, slot])
            joined[area] = far[place] if near[place] == area else near[place]


@kernel
def _list_borders(borders: Borders, to: InI32, tables: Tables, signal: I64) -> None:
    """List the walls that separate two areas."""
    near, far, ids = borders.near, borders.far, borders.ids
    offsets, inside = tables.offsets, tables.inside
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step] and to[cell] != to[cell + step]:
                    near[count], far[count] = -1 - to[cell], -1 - to[cell + step]
                    ids[count] = cell * DEGREE + slot
                    count += 1


@kernel
def _pick(
    best: I64, picked: I32, borders: Borders, count: int, first: int, second: int, signal: I64
) -> None:
    """Find the lightest wall of each area: its place in the lists, which hold ``count`` walls."""
    near, far, ids = borders.near, borders.far, borders.ids
    for place in range(count):
        if place & TICK == 0:
            signal[0] = place
            if signal[1] != 0:
                return
        wall = int(ids[place])
        key = weight(wall, first, second) << 32 | wall
        one, other = near[place], far[place]
        if key < best[one]:
            best[one], picked[one] = key, place
        if key < best[other]:
            best[other], picked[other] = key, place


@kernel
def _renumber(borders: Borders, joined: InI32, count: int, signal: I64) -> int:
    """Keep the walls that still separate two areas, under the new numbers; return how many."""
    near, far, ids = borders.near, borders.far, borders.ids
    kept = 0
    for place in range(count):
        if place & TICK == 0 and signal[1] != 0:
            return 0
        one, other = joined[near[place]], joined[far[place]]
        if one != other:
            near[kept], far[kept], ids[kept] = -1 - one, -1 - other, ids[place]
            kept += 1
    return kept
