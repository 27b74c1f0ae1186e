"""Rulers in cells at the top and at the left, counted from 0."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from itertools import count
from math import ceil, floor
from tkinter import font as tkfont

from mazeeditor.gui.canvas.shades import mix
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.theme import Theme

TICK = 4  # px at 96 dpi
FINE = 6  # px at 96 dpi that small ticks stand apart at least


def readable_step(pixels: float, zoom: float) -> int:
    """Return the least of 1, 2, 5, 10, 20 ... cells that takes up at least ``pixels``."""
    return next(step for step in _steps() if step * zoom >= pixels)


def _steps() -> Iterator[int]:
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


class Ruler:
    """One ruler: a thin canvas with numbers at the middle of the cells they name.

    ::

        |  0  |  1  |  2  |        close: a tick between two cells
        '  '  '  '  |  '  '        farther off: a tick at a cell, a tall one where a number stands
           10          20
    """

    def __init__(self, parent: tk.Misc, theme: Theme, *, across: bool) -> None:
        self._across = across
        self.canvas = tk.Canvas(parent, highlightthickness=0, borderwidth=0, takefocus=False)
        self._pointer = self.canvas.create_rectangle(0, 0, 0, 0, width=0, state="hidden")
        self._ticks = self.canvas.create_line(0, 0, 0, 0)
        self._labels: list[int] = []
        self._shown: tuple[float, ...] = ()
        self._cell: float | None = None
        self._view: Viewport | None = None
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take over colours and sizes."""
        self._theme = theme
        self._font = tkfont.nametofont(theme.small, self.canvas)
        line = self._font.metrics("linespace")
        self.thickness = (
            line + theme.px(6) if self._across else self._font.measure("0000") + theme.px(10)
        )
        self.canvas.configure(background=theme.window)
        self.canvas["height" if self._across else "width"] = self.thickness
        line_colour = mix(theme.border, theme.outline, 0.5)
        self.canvas.itemconfigure(self._ticks, fill=line_colour, width=theme.px(1))
        self.canvas.itemconfigure(self._pointer, fill=theme.route_soft)
        for label in self._labels:
            self.canvas.itemconfigure(label, fill=theme.text_soft, font=theme.small)
        self._shown = ()

    def show(self, view: Viewport) -> None:
        """Follow the view."""
        self._view = view
        offset, length, cells = (
            (view.left, view.width, view.columns)
            if self._across
            else (view.top, view.height, view.rows)
        )
        shown = (view.zoom, offset, length, cells)
        if shown != self._shown:
            self._shown = shown
            first = max(0, floor(offset / view.zoom))
            last = min(ceil(cells), ceil((offset + length) / view.zoom))
            self._draw(view.zoom, offset, first, last)
        self.point(self._cell)

    def point(self, cell: float | None) -> None:
        """Light up the place of a cell, or none."""
        self._cell = cell
        if cell is None or self._view is None:
            self.canvas.itemconfigure(self._pointer, state="hidden")
            return
        zoom, offset = self._shown[0], self._shown[1]
        start = floor(cell) * zoom - offset
        length = max(zoom, self._theme.px(3))
        self.canvas.coords(self._pointer, self._box(start, start + length))
        self.canvas.itemconfigure(self._pointer, state="normal")

    def _box(self, start: float, stop: float) -> tuple[float, float, float, float]:
        if self._across:
            return start, 0, stop, self.thickness
        return 0, start, self.thickness, stop

    def _draw(self, zoom: float, offset: int, first: int, last: int) -> None:
        room = self._font.measure(str(last)) if self._across else self._font.metrics("linespace")
        step = readable_step(room + self._theme.px(10), zoom)
        numbers = range(ceil(first / step) * step, last, step)
        if step == 1:
            tall = [place * zoom - offset for place in range(first, last + 1)]
            small: list[float] = []
        else:
            fine = readable_step(self._theme.px(FINE), zoom)
            tall = [(number + 0.5) * zoom - offset for number in numbers]
            small = [
                (place + 0.5) * zoom - offset
                for place in range(ceil(first / fine) * fine, last, fine)
            ]
        self._draw_ticks(tall, small)
        self._write({number: (number + 0.5) * zoom - offset for number in numbers})

    def _draw_ticks(self, tall: list[float], small: list[float]) -> None:
        """Draw every tick with one line that runs along the edge and out for each tick."""
        edge = self.thickness - 1
        heights = dict.fromkeys(small, self._theme.px(TICK / 2)) | dict.fromkeys(
            tall, self._theme.px(TICK)
        )
        points = [(-2.0, edge)]
        for place, height in sorted(heights.items()):
            at = floor(place)
            points += [(at, edge), (at, edge - height), (at, edge)]
        points.append((1e5, edge))
        flat = [value for along, out in points for value in self._point(along, out)]
        self.canvas.coords(self._ticks, *flat)

    def _point(self, along: float, out: float) -> tuple[float, float]:
        return (along, out) if self._across else (out, along)

    def _write(self, numbers: dict[int, float]) -> None:
        """Put the numbers at their places, with the items of the last time."""
        theme, canvas = self._theme, self.canvas
        while len(self._labels) < len(numbers):
            label = canvas.create_text(0, 0, fill=theme.text_soft, font=theme.small)
            canvas.itemconfigure(label, anchor="center" if self._across else "e")
            self._labels.append(label)
        across = (self.thickness - theme.px(TICK)) / 2
        call = canvas.tk.call  # a good deal faster than the methods, and this runs every frame
        for label, (number, along) in zip(self._labels, numbers.items(), strict=False):
            place = (along, across) if self._across else (self.thickness - theme.px(6), along)
            call(canvas, "coords", label, *place)
            call(canvas, "itemconfigure", label, "-text", number, "-state", "normal")
        for label in self._labels[len(numbers) :]:
            canvas.itemconfigure(label, state="hidden")
