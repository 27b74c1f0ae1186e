"""Rulers in cells at the top and at the left, counted from 0."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from itertools import count
from math import ceil, floor
from tkinter import font as tkfont

import numpy as np

from mazeeditor.gui.look import Theme
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.pixel_colours import mix
from mazeeditor.screen.raster.square_raster import is_square_grid
from mazeeditor.screen.viewport import Viewport

TICK = 4  # px at 96 dpi
MIN_TICK_PX = 6  # px at 96 dpi between small ticks, at least


def readable_step(pixels: float, zoom: float) -> int:
    """Return the least of 1, 2, 5, 10, 20 ... cells that takes up at least ``pixels``."""
    return next(step for step in _steps() if step * zoom >= pixels)


def _steps() -> Iterator[int]:
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


class RulerLabel:
    """A number of a ruler; only what changes is sent to Tk, as this runs every frame."""

    def __init__(self, canvas: tk.Canvas, theme: Theme, *, across: bool) -> None:
        self._canvas, self._call = canvas, canvas.tk.call
        self._item = canvas.create_text(0, 0, anchor="center" if across else "e", state="hidden")
        self._number: int | None = None
        self._place = (0.0, 0.0)
        self._shown = False
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours and another font."""
        self._canvas.itemconfigure(self._item, fill=theme.text_soft, font=theme.small)

    def show(self, number: int, x: float, y: float) -> None:
        if (x, y) != self._place:
            self._place = (x, y)
            self._call(self._canvas, "coords", self._item, x, y)
        if number != self._number or not self._shown:
            self._number, self._shown = number, True
            self._call(
                self._canvas, "itemconfigure", self._item, "-text", number, "-state", "normal"
            )

    def hide(self) -> None:
        if self._shown:
            self._shown = False
            self._call(self._canvas, "itemconfigure", self._item, "-state", "hidden")


class Ruler:
    """One ruler: a thin canvas with numbers at the middle of the cells they name.

    ::

        |  0  |  1  |  2  |        close: a tick between two cells
        '  '  '  '  |  '  '        zoomed out: a tick at a cell, a tall one at each number
           10          20
    """

    def __init__(self, parent: tk.Misc, theme: Theme, *, across: bool) -> None:
        self._across = across
        self.canvas = tk.Canvas(parent, highlightthickness=0, borderwidth=0, takefocus=False)
        self._call = self.canvas.tk.call  # a good deal faster than the methods of tkinter
        self._pointer = self.canvas.create_rectangle(0, 0, 0, 0, width=0, state="hidden")
        self._ticks = self.canvas.create_line(0, 0, 0, 0)
        self._labels: list[RulerLabel] = []
        self._shown: tuple[float, ...] = ()
        self._cell: float | None = None
        self._view: Viewport | None = None
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours and sizes."""
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
            label.set_theme(theme)
        self._shown = ()

    def show(self, view: Viewport) -> None:
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
            if self._cell is not None:
                self.point(self._cell)

    def point(self, cell: float | None) -> None:
        """Highlight the place of a cell, or none."""
        if cell is None or not self._shown:  # as before the first view, and in another theme
            if self._cell is not None:
                self.canvas.itemconfigure(self._pointer, state="hidden")
            self._cell = cell
            return
        self._cell = cell
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
            fine = readable_step(self._theme.px(MIN_TICK_PX), zoom)
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
        heights = dict.fromkeys(map(floor, small), self._theme.px(TICK / 2)) | dict.fromkeys(
            map(floor, tall), self._theme.px(TICK)
        )
        places = np.array(sorted(heights), np.int64)
        points = np.empty((len(places), 3, 2), np.int64)
        points[:, :, 0], points[:, :, 1] = places[:, None], edge
        points[:, 1, 1] -= np.array([heights[place] for place in places.tolist()], np.int64)
        line = np.concatenate([[(-2, edge)], points.reshape(-1, 2), [(100_000, edge)]])
        line = line if self._across else line[:, ::-1]
        self._call(self.canvas, "coords", self._ticks, line.ravel().tolist())

    def _write(self, numbers: dict[int, float]) -> None:
        """Put the numbers at their places, with the items of the last time."""
        while len(self._labels) < len(numbers):
            self._labels.append(RulerLabel(self.canvas, self._theme, across=self._across))
        across = (self.thickness - self._theme.px(TICK)) / 2
        for label, (number, along) in zip(self._labels, numbers.items(), strict=False):
            left = self.thickness - self._theme.px(6)
            label.show(number, *((along, across) if self._across else (left, along)))
        for label in self._labels[len(numbers) :]:
            label.hide()


class RulerFrame:
    """Lays out a canvas in its frame, with two rulers and the corner between them."""

    def __init__(self, frame: tk.Frame, canvas: tk.Canvas, theme: Theme) -> None:
        self._corner = tk.Frame(frame)
        top, left = Ruler(frame, theme, across=True), Ruler(frame, theme, across=False)
        self.rulers = top, left
        self._corner.grid(row=0, column=0, sticky="nsew")
        top.canvas.grid(row=0, column=1, sticky="nsew")
        left.canvas.grid(row=1, column=0, sticky="nsew")
        canvas.grid(row=1, column=1, sticky="nsew")
        self._requested = self._straight = True
        frame.rowconfigure(1, weight=1)
        frame.columnconfigure(1, weight=1)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours and sizes."""
        self._corner.configure(background=theme.window)
        for ruler in self.rulers:
            ruler.set_theme(theme)

    def show(self, view: Viewport) -> None:
        for ruler in self.rulers:
            ruler.show(view)

    def show_rulers(self, shown: bool) -> None:
        """Show the rulers, or leave their space to the maze."""
        self._requested = shown
        self._place()

    def suit(self, lattice: Lattice) -> None:
        """Show no rulers for cells that do not lie in straight rows and columns."""
        self._straight = is_square_grid(lattice)
        self._place()

    def _place(self) -> None:
        for part in (self._corner, *(ruler.canvas for ruler in self.rulers)):
            if self._requested and self._straight:
                part.grid()
            else:
                part.grid_remove()
