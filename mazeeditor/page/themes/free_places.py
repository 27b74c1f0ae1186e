"""What is free between the mazes and texts of a page: the largest rectangles, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from mazeeditor.page.scene import Box, Points

STEPS = 90  # cells of the shorter side of a page, about
MIN_CELL_MM = 1.5  # mm: the smallest cell
PIXELS_PER_CELL = 3  # pixels of a cell, across and down, that areas are drawn with
MOST_RINGS = 300  # of an area: all further ones are taken with what is around them


class FreePlaces:
    """A grid over ``box``; a cell is taken where anything that is added reaches into it."""

    def __init__(self, box: Box, clear: float) -> None:
        """Keep ``clear`` mm around all that is added."""
        left, top, right, bottom = self._box = box
        self._clear = clear
        width, height = right - left, bottom - top
        self._step = max(min(width, height) / STEPS, MIN_CELL_MM)
        shape = max(0, floor(height / self._step)), max(0, floor(width / self._step))
        self._free: NDArray[np.bool_] = np.ones(shape, np.bool_)

    def add(self, box: Box, clear: float | None = None) -> None:
        """Take a box, with what is to be clear around it."""
        left, top, step = *self._box[:2], self._step
        around = self._clear if clear is None else clear
        rows, columns = self._free.shape
        first_column = max(0, floor((box[0] - around - left) / step))
        first_row = max(0, floor((box[1] - around - top) / step))
        last_column = min(columns, ceil((box[2] + around - left) / step))
        last_row = min(rows, ceil((box[3] + around - top) / step))
        if first_column < last_column and first_row < last_row:
            self._free[first_row:last_row, first_column:last_column] = False

    def add_area(self, rings: Sequence[Points], beyond: float) -> None:
        """Take the area of rings, with holes, and ``beyond`` mm around it."""
        from PIL import Image, ImageChops, ImageDraw

        rows, columns = self._free.shape
        if not rows or not columns or not rings:
            return
        rings = sorted(rings, key=lambda ring: -float(np.ptp(ring, axis=0).max()))
        pixel = self._step / PIXELS_PER_CELL
        size = columns * PIXELS_PER_CELL, rows * PIXELS_PER_CELL
        whole = Image.new("1", size)
        origin = np.array(self._box[:2])
        in_pixels = [list(map(tuple, ((ring - origin) / pixel).tolist())) for ring in rings]
        for places in in_pixels[:MOST_RINGS]:
            one = Image.new("1", size)
            ImageDraw.Draw(one).polygon(places, fill=1)
            whole = ImageChops.logical_xor(whole, one)
        lines = ImageDraw.Draw(whole)
        for places in in_pixels:
            lines.line([*places, places[0]], fill=1, width=2)
        reach = ceil((beyond + self._clear) / pixel) + 2
        taken = _grow(_grow(np.asarray(whole), reach).T, reach).T
        self._free &= ~taken.reshape(rows, PIXELS_PER_CELL, columns, PIXELS_PER_CELL).any(
            axis=(1, 3)
        )

    def mirror(self) -> None:
        """Take what is taken on the other side of the middle, so that both sides are alike."""
        self._free &= self._free[:, ::-1]

    def largest(self, wide: float, high: float) -> Box | None:
        """Return the largest free rectangle of so many mm at least, ``None`` for none.

        Long ones count less: by the square of their shorter side as well as by their area.
        """
        least = ceil(wide / self._step), ceil(high / self._step)
        best, result = 0, None
        heights = np.zeros(self._free.shape[1] + 1, np.int64)
        for row, free in enumerate(self._free):
            heights[:-1] = np.where(free, heights[:-1] + 1, 0)
            for first, last, tall in _below(heights.tolist(), *least):
                rank = min(last - first, tall) ** 2 * (last - first) * tall
                if rank > best:
                    best, result = rank, (first, row + 1 - tall, last, row + 1)
        return result and self._in_mm(result)

    def on_ground(self, wide: float, high: float, most: float) -> Box | None:
        """Return the largest of those that reach to the bottom; only ``most`` mm of it count."""
        rows, columns = self._free.shape
        if not rows or not columns:
            return None
        free = self._free[::-1]
        heights = np.where(free.all(axis=0), rows, (~free).argmax(axis=0))
        least = ceil(wide / self._step), ceil(high / self._step)
        most /= self._step
        places = list(_below([*heights.tolist(), 0], *least))
        if not places:
            return None
        ranks = [(last - first) * min(tall, most) for first, last, tall in places]
        first, last, tall = places[ranks.index(max(ranks))]
        return self._in_mm((first, rows - tall, last, rows))

    def _in_mm(self, cells: tuple[int, int, int, int]) -> Box:
        left, top, step = *self._box[:2], self._step
        x0, y0, x1, y1 = cells
        return left + x0 * step, top + y0 * step, left + x1 * step, top + y1 * step


def _grow(pixels: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """Return pixels with those up to ``reach`` above and below them."""
    count = np.pad(pixels, ((reach + 1, reach), (0, 0))).cumsum(axis=0, dtype=np.int32)
    result: NDArray[np.bool_] = count[2 * reach + 1 :] > count[: -2 * reach - 1]
    return result


def _below(heights: list[int], wide: int, high: int) -> Iterator[tuple[int, int, int]]:
    """Yield the rectangles below a skyline that ends with 0: first, last, and height."""
    open_: list[tuple[int, int]] = []  # where each begins, and how high it is
    for at, here in enumerate(heights):
        first = at
        while open_ and open_[-1][1] >= here:
            first, tall = open_.pop()
            if tall >= high and at - first >= wide:
                yield first, at, tall
        open_.append((first, here))
