"""What the squares of a grid are filled with: the classes of cells, or how far they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.paint import WAY, Paint
from mazeeditor.gui.canvas.shades import CLASS, ROUTE

Grid = NDArray[np.uint8]

TOP, RIGHT, BOTTOM, LEFT = range(4)


def fills(cells: Paint | None, heat: Grid | None) -> list[Grid]:
    """Return post, top, left and cell of each block, uint8[r, c] each, as if there were no walls.

    ``cells`` uint16[r + 1, c + 1] is the paint and ``heat`` uint8 the distances, with a row and a
    column before those of the blocks; one of them is given. Distances cover all paint but the
    route and the head.
    """
    if cells is None:
        assert heat is not None
        return _of_heat(heat)
    tints = _of_paint(cells)
    if heat is None:
        return tints
    return [
        np.where(tint >= ROUTE, tint, level)
        for tint, level in zip(tints, _of_heat(heat), strict=True)
    ]


def passes(cells: Paint, slot: int) -> NDArray[np.bool_]:
    """Return where the route goes through a slot of ``cells``."""
    return cells & np.uint16(1 << WAY + slot) != 0


def _of_paint(cells: Paint) -> list[Grid]:
    """Return post, top, left and cell as painted: what lies between two cells like the lesser.

    Of two cells of the route only those are joined that follow each other on it.
    """
    kinds = (cells & np.uint16(CLASS)).astype(np.uint8)
    above = _joined(kinds[1:], kinds[:-1], passes(cells[1:], TOP))
    before = _joined(kinds[:, 1:], kinds[:, :-1], passes(cells[:, 1:], LEFT))
    return _corners(kinds, above, before)


def _joined(kinds: Grid, others: Grid, passed: NDArray[np.bool_]) -> Grid:
    lesser = np.minimum(kinds, others)
    lesser *= (lesser != ROUTE).view(np.uint8)
    return np.maximum(lesser, passed.view(np.uint8) * np.uint8(ROUTE), out=lesser)


def _of_heat(heat: Grid) -> list[Grid]:
    """Return the same of distances: what lies between two cells like the nearer one."""
    return _corners(heat, np.minimum(heat[1:], heat[:-1]), np.minimum(heat[:, 1:], heat[:, :-1]))


def _corners(cells: Grid, above: Grid, before: Grid) -> list[Grid]:
    """Return post, top, left and cell; a post like the least of the four gaps around it."""
    post = np.minimum(above[:, 1:], above[:, :-1])
    np.minimum(post, np.minimum(before[1:], before[:-1]), out=post)
    return [post, above[:, 1:], before[1:], cells[1:, 1:]]
