"""The walls between areas, listed: how large mazes are joined area by area.

A wall is its two areas, in ``near`` and ``far``, counted from 0, and its id, in ``ids``. ``to``
and ``joined`` say of each cell, or each area, to which area it belongs now: -1 - its number.
"""

from __future__ import annotations

from mazeeditor.compiled import DEGREE, I32, I64, TICK, InBool, InI32, InTable, InU16, kernel
from mazeeditor.generators.weights import weight
from mazeeditor.maze.links import row_of


@kernel
def list_borders(
    near: I32,
    far: I32,
    ids: I32,
    to: InI32,
    inside: InBool,
    offsets: InTable,
    which: InU16,
    signal: I64,
) -> None:
    """List the walls that part two areas: the areas, counted from 0, and the wall's id."""
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if inside[cell]:
            row = row_of(which, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step] and to[cell] != to[cell + step]:
                    near[count], far[count] = -1 - to[cell], -1 - to[cell + step]
                    ids[count] = cell * DEGREE + slot
                    count += 1


@kernel
def pick(
    best: I64,
    picked: I32,
    near: InI32,
    far: InI32,
    ids: InI32,
    borders: int,
    first: int,
    second: int,
    signal: I64,
) -> None:
    """Find the lightest wall of each area: its place in the lists."""
    for place in range(borders):
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
def renumber(near: I32, far: I32, ids: I32, joined: InI32, borders: int, signal: I64) -> int:
    """Keep the walls that still part two areas, under the new numbers; return how many."""
    count = 0
    for place in range(borders):
        if place & TICK == 0 and signal[1] != 0:
            return 0
        one, other = joined[near[place]], joined[far[place]]
        if one != other:
            near[count], far[count], ids[count] = -1 - one, -1 - other, ids[place]
            count += 1
    return count
