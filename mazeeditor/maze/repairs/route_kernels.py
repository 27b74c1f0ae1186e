"""The kernels of ``one_route.py``: the cheapest path, what hangs on it, and what is cut off."""

from __future__ import annotations

from typing import NamedTuple

from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, InU8, kernel
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.pieces import find

NONE = -1
BUCKETS = 16  # a power of two, more than the largest weight
MOST_SIDES, FIXED = 7, 8  # the largest weight for side passages; added where some are locked


class Parts(NamedTuple):
    """The path and what hangs on it.

    ``labels`` int32[n] are places on the path, ``last`` for every exit, else -1; ``cells`` int64[k]
    have a label, and ``end`` is the exit of the path. ``areas`` int32[n] are the parts that hang on
    it, as a union-find, ``owners`` the only label that passages which may not change leave them,
    ``chosen`` the one with the most passages, ``most``; ``first`` and ``final`` are the lowest and
    the highest label that they touch.
    """

    cells: I64
    labels: I32
    areas: I32
    owners: I32
    chosen: I32
    most: U8
    first: I32
    final: I32


class Reached(NamedTuple):
    """How far a search has come.

    ``distance`` int32[n] are the weights on the way to each cell, -1 where it was not reached, and
    ``parents`` uint8[n] the slots that lead back. Each of the ``buckets`` int32[BUCKETS] is a cell,
    or -1, and ``following`` int32[n] the next one in the same bucket.
    """

    distance: I32
    parents: U8
    following: I32
    buckets: I32


@kernel
def weigh(
    walls: InU8, free: InU8, left: InU8, sides: U8, weights: U8, tables: Tables, signal: I64
) -> None:
    """Count the passages between cells that are ``left``, and weigh the cells by them."""
    offsets = tables.offsets
    for cell in range(len(left)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if left[cell] == 0:
            continue
        row = row_of(tables, cell)
        number = 0
        fixed = 0
        for slot in range(DEGREE):
            if (walls[cell] >> slot) & 1 == 0 and left[cell + offsets[row, slot]] != 0:
                number += 1
                fixed |= (free[cell] >> slot & 1) ^ 1
        sides[cell] = number
        if number > 2:
            weights[cell] = min(MOST_SIDES, number - 2) + FIXED * fixed


@kernel
def reach_cheapest(
    walls: InU8,
    left: InU8,
    goals: InU8,
    weights: InU8,
    state: Reached,
    start: int,
    tables: Tables,
    signal: I64,
) -> int:
    """Reach cells in the order of the weights on the path to them; return the first goal.

    A cell that is reached first is reached by a cheapest path, as only entering it has a weight;
    so each is put into one of the buckets once (R. Dial, 1969).
    """
    offsets, opposite = tables.offsets, tables.opposite
    distance, parents = state.distance, state.parents
    following, buckets = state.following, state.buckets
    distance[start] = 0
    buckets[0] = start
    following[start] = NONE
    total = 0
    empty = 0
    steps = 0
    while empty < BUCKETS:
        cell = int(buckets[total & (BUCKETS - 1)])
        if cell == NONE:
            total += 1
            empty += 1
            continue
        empty = 0
        buckets[total & (BUCKETS - 1)] = following[cell]
        if goals[cell] != 0:
            return cell
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return NONE
        row = row_of(tables, cell)
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            if (walls[cell] >> slot) & 1 == 0 and left[other] != 0 and distance[other] == NONE:
                cost = total + weights[other]
                distance[other] = cost
                parents[other] = opposite[row, slot]
                following[other] = buckets[cost & (BUCKETS - 1)]
                buckets[cost & (BUCKETS - 1)] = other
    return NONE


@kernel
def join_all(
    walls: U8, free: InU8, left: InU8, parts: Parts, end: int, tables: Tables, signal: I64
) -> int:
    """Join what hangs on the path; return a cell where locked passages join two labels, or NONE.

    Closes passages between parts that such passages join with different labels.
    """
    offsets, opposite = tables.offsets, tables.opposite
    labels, areas, owners = parts.labels, parts.areas, parts.owners
    for task in range(4):  # 0 and 1 by locked passages, 2 between parts without, 3 with an owner
        for cell in range(len(left)):
            if cell & TICK == 0:
                signal[0] = cell
                if signal[1] != 0:
                    return NONE
            if left[cell] == 0 or (labels[cell] == NONE) == (task == 1):
                continue
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                other = cell + offsets[row, slot]
                if (walls[cell] >> slot) & 1 != 0 or left[other] == 0:
                    continue
                fixed = (free[cell] >> slot) & 1 == 0
                if fixed != (task < 2):
                    continue
                if task == 1:
                    if _clash(parts, cell, other, end):
                        return cell
                    continue
                if labels[other] != NONE or other < cell:
                    continue
                one = find(areas, cell)
                two = find(areas, other)
                if one == two:
                    continue
                owned = owners[one] != NONE or owners[two] != NONE
                if owned and task == 2:
                    continue
                if owners[one] != NONE and owners[two] != NONE and owners[one] != owners[two]:
                    walls[cell] |= 1 << slot
                    walls[other] |= 1 << opposite[row, slot]
                    continue
                owner = max(owners[one], owners[two])
                areas[max(one, two)] = min(one, two)
                owners[min(one, two)] = owner
    return NONE


@kernel
def _clash(parts: Parts, cell: int, other: int, end: int) -> bool:
    """Whether a locked passage of a cell with a label leads to another label; note the owner."""
    labels, owners = parts.labels, parts.owners
    if labels[other] != NONE:
        return labels[cell] != labels[other] and not is_step(labels, cell, other, end)
    part = find(parts.areas, other)
    if owners[part] == NONE:
        owners[part] = labels[cell]
    return owners[part] != labels[cell]


@kernel
def is_step(labels: I32, cell: int, other: int, end: int) -> bool:
    """Whether a passage between two cells with labels is one of the path."""
    if labels[cell] > labels[other]:
        cell, other = other, cell
    last = labels[end]
    return labels[cell] + 1 == labels[other] and (labels[other] != last or other == end)


@kernel
def choose_all(
    walls: InU8, left: InU8, parts: Parts, reach: I32, end: int, tables: Tables, signal: I64
) -> None:
    """Choose the label that each part stays joined with.

    ``reach`` int32[k], a range, becomes the highest label joined with each without the path.
    """
    offsets = tables.offsets
    cells, labels, areas = parts.cells, parts.labels, parts.areas
    owners, chosen, most = parts.owners, parts.chosen, parts.most
    first, final = parts.first, parts.final
    for task in range(2):
        for place in range(len(cells)):
            if place & TICK == 0 and signal[1] != 0:
                return
            cell = cells[place]
            row = row_of(tables, cell)
            label = labels[cell]
            for slot in range(DEGREE):
                other = cell + offsets[row, slot]
                if (walls[cell] >> slot) & 1 != 0 or left[other] == 0:
                    continue
                if labels[other] != NONE:
                    if labels[other] > label and not is_step(labels, cell, other, end):
                        reach[label] = max(reach[label], labels[other])
                    continue
                part = find(areas, other)
                if task == 1:
                    low = first[part]
                    reach[low] = max(reach[low], final[part])
                    continue
                first[part] = label if first[part] == NONE else min(first[part], label)
                final[part] = max(final[part], label)
                number = 0
                for again in range(DEGREE):
                    beside = cell + offsets[row, again]
                    joined = (walls[cell] >> again) & 1 == 0 and left[beside] != 0
                    if joined and labels[beside] == NONE and find(areas, beside) == part:
                        number += 1
                if number > most[part]:
                    most[part] = number
                    chosen[part] = label
                if owners[part] != NONE:
                    chosen[part] = owners[part]


@kernel
def cut_all(
    walls: U8,
    left: InU8,
    parts: Parts,
    costs: I32,
    end: int,
    really: bool,
    tables: Tables,
    signal: I64,
) -> None:
    """Close what joins parts with other labels than theirs, or only count: ``costs`` int32[k]."""
    offsets, opposite = tables.offsets, tables.opposite
    cells, labels, areas = parts.cells, parts.labels, parts.areas
    for place in range(len(cells)):
        if place & TICK == 0 and signal[1] != 0:
            return
        cell = cells[place]
        row = row_of(tables, cell)
        label = labels[cell]
        for slot in range(DEGREE):
            other = cell + offsets[row, slot]
            if (walls[cell] >> slot) & 1 != 0 or left[other] == 0:
                continue
            if labels[other] != NONE:
                if labels[other] <= label or is_step(labels, cell, other, end):
                    continue
                costs[label] += 1
            else:
                part = find(areas, other)
                if parts.chosen[part] == label:
                    continue
                costs[parts.first[part]] += 1
            if really:
                walls[cell] |= 1 << slot
                walls[other] |= 1 << opposite[row, slot]
