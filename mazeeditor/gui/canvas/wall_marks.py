"""Walls in colours over the picture, while single walls can be told apart: what differs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from mazeeditor.gui.look import Theme
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.raster.chords import along
from mazeeditor.screen.viewport import Viewport

TAG = "wall-marks"
MOST = 1500  # items: more would make each frame slow; the cells are tinted by the picture then
FROM = 4  # px a cell: smaller walls cannot be told apart
WIDTH = 3  # px at 96 dpi at least
DASH = 4, 3  # px at 96 dpi


class WallMarks:
    """Groups of walls, each in a colour of the theme, the second dashed: not by colour alone."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._groups: tuple[tuple[Ids, str], ...] = ()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme

    def mark(self, groups: Sequence[tuple[Ids, str]]) -> None:
        """Mark walls int64[k] with the name of their colour, from the next ``show`` on."""
        self._groups = tuple(groups)
        if not groups:
            self._canvas.delete(TAG)

    def show(self, view: Viewport, lattice: Lattice) -> None:
        """Draw the marked walls in view, where there are not too many."""
        self._canvas.delete(TAG)
        if view.zoom < FROM or not self._groups:
            return
        geometry, theme = lattice.geometry, self._theme
        shown = []
        for place, (walls, colour) in enumerate(self._groups):
            ends = geometry.post_positions(geometry.posts(walls)) * view.zoom
            ends = ends - (view.left, view.top)
            low, high = ends.min(axis=1), ends.max(axis=1)
            seen = ((high >= 0) & (low <= (view.width, view.height))).all(axis=1)
            shown.append((ends[seen], walls[seen], colour, DASH if place else ()))
        if sum(len(walls) for _ends, walls, _colour, _dash in shown) > MOST:
            return
        width = max(theme.px(WIDTH), round(view.zoom / 5))
        for ends, walls, colour, dash in shown:
            for points in along(ends, geometry.bulges(walls)):
                self._canvas.create_line(
                    *points.ravel().tolist(),
                    tags=TAG,
                    fill=getattr(theme, colour),
                    width=width,
                    dash=tuple(map(theme.px, dash)),
                )
