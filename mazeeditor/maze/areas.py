"""Areas that grow together: which cells are connected, while passages are added one by one."""

from __future__ import annotations

from mazeeditor.compiled import I32, kernel


@kernel
def find(areas: I32, cell: int) -> int:
    """Return the cell that stands for the area of ``cell`` (union-find with path halving)."""
    while areas[cell] != cell:
        areas[cell] = areas[areas[cell]]
        cell = int(areas[cell])
    return cell
