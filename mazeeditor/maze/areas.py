"""Areas that grow together: which cells are connected, and how many walls part two areas."""

from __future__ import annotations

from mazeeditor.compiled import DEGREE, I32, I64, TICK, InBool, InI32, InTable, InU16, kernel
from mazeeditor.maze.links import row_of


@kernel
def find(areas: I32, cell: int) -> int:
    """Return the cell that stands for the area of ``cell`` (union-find with path halving)."""
    while areas[cell] != cell:
        areas[cell] = areas[areas[cell]]
        cell = int(areas[cell])
    return cell


@kernel
def count_borders(to: InI32, inside: InBool, offsets: InTable, which: InU16, signal: I64) -> int:
    """Return how many walls part two areas; ``to`` int32[n] says to which one each cell belongs."""
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0 and signal[1] != 0:
            return 0
        if inside[cell]:
            row = row_of(which, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step] and to[cell] != to[cell + step]:
                    count += 1
    return count
