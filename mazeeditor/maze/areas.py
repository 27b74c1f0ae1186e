"""Areas that grow together: which cells are connected, and how many walls separate areas."""

from __future__ import annotations

from mazeeditor.compiled import DEGREE, I32, I64, TICK, InI32, kernel
from mazeeditor.maze.links import Tables, row_of


@kernel
def find(areas: I32, cell: int) -> int:
    """Return the representative of the area of ``cell`` (union-find with path halving)."""
    while areas[cell] != cell:
        areas[cell] = areas[areas[cell]]
        cell = int(areas[cell])
    return cell


@kernel
def count_borders(to: InI32, tables: Tables, signal: I64) -> int:
    """Return how many walls separate areas; ``to`` int32[n] is the area of each cell."""
    offsets, inside = tables.offsets, tables.inside
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0 and signal[1] != 0:
            return 0
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step] and to[cell] != to[cell + step]:
                    count += 1
    return count
