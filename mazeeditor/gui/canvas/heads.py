"""Rings around the cells that are being worked on, where those are too small to be found."""

from __future__ import annotations

import tkinter as tk

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.shades import HEAD
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.geometry import Geometry, Ids

TAG = "heads"
SMALL = 10  # px at 96 dpi: larger cells are found without a ring
RADIUS = 9  # px at 96 dpi
MOST = 12  # rings; more would hide what they point at


class Heads:
    """The cells painted as HEAD on one canvas."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._cells: Ids = np.empty(0, np.int64)
        self._shown: Ids = self._cells
        self._view: Viewport | None = None  # the one of those shown

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme, self._view = theme, None

    def clear(self) -> None:
        """Point at no cell."""
        self._cells = np.empty(0, np.int64)

    def note(self, cells: Ids, kinds: NDArray[np.uint8]) -> None:
        """Take note that ``cells`` int64[k] were painted as ``kinds`` uint8[k]."""
        # by a table of cells: sorting a hundred thousand of them to look for one takes 25 ms
        kept = self._cells[~np.isin(self._cells, cells, kind="table")]
        self._cells = np.concatenate([kept, cells[kinds == HEAD]])

    def show(self, view: Viewport, geometry: Geometry) -> None:
        """Draw the rings that ``view`` sees, where that is something else than before."""
        if view == self._view and np.array_equal(self._shown, self._cells):
            return
        self._view, self._shown = view, self._cells
        self._canvas.delete(TAG)
        theme = self._theme
        if view.zoom >= SMALL * theme.scale or len(self._cells) > MOST:
            return
        radius = theme.px(RADIUS)
        for x, y in geometry.centres(self._cells) * view.zoom - (view.left, view.top):
            for colour, width in ((theme.paper, 5), (theme.head, 2)):  # set off from what is below
                self._canvas.create_oval(
                    x - radius, y - radius, x + radius, y + radius,
                    tags=TAG, outline=colour, width=theme.px(width),
                )  # fmt: skip
