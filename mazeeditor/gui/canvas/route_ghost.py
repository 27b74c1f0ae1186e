"""The route that a tool can change: a thin line over the maze, with handles to take hold of.

Lines of many points make each redraw of a canvas slow, so from far away the route is a picture.
"""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.editing.tools import HANDLES_APART, Ghost
from mazeeditor.gui.look import Theme
from mazeeditor.maze.geometry import Points
from mazeeditor.screen.overlay_shapes import lines_in_view, square_around
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from PIL.ImageTk import BitmapImage

    from mazeeditor.editing.changes.route_handles import RouteHandles

LINE, HANDLES = "ghost-line", "ghost-handles"  # the tags of items
PIXELS_BELOW = 3  # px at 96 dpi a cell: smaller steps of the route are pixels
WIDTH = 2  # px at 96 dpi
RADIUS, END_RADIUS = 4, 5  # px at 96 dpi


class RouteGhost:
    """The items of one canvas that show a ghost."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._ghost: Ghost | None = None
        self._grip: int | None = None  # the place of the handle under the pointer
        self._photo: BitmapImage | None = None  # Tk draws no picture without a reference to it

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme

    def clear(self) -> None:
        self._canvas.delete(LINE, HANDLES)
        self._ghost = self._grip = self._photo = None

    def update(self, view: Viewport, ghost: Ghost | None, grip: int | None) -> None:
        """Show another ghost, and the handle under the pointer; what is the same stays."""
        before = self._ghost
        if ghost is None:
            if before:
                self.clear()
            return
        same = before is not None and before.line is ghost.line
        used = (before.chosen, before.held, self._grip) if before else None
        if same and used == (ghost.chosen, ghost.held, grip):
            return
        self._ghost, self._grip = ghost, grip
        if not same:
            self._show_line(view, ghost.line)
        self._show_handles(view, ghost)

    def show(self, view: Viewport) -> None:
        """Place what is shown according to ``view``."""
        if self._ghost:
            self._show_line(view, self._ghost.line)
            self._show_handles(view, self._ghost)

    def _show_line(self, view: Viewport, line: RouteHandles) -> None:
        self._canvas.delete(LINE)
        self._photo = None
        points = line.points * view.zoom - (view.left, view.top)
        if view.zoom < PIXELS_BELOW * self._theme.scale:
            self._show_pixels(view, points)
            return
        for part in lines_in_view(points, view):
            self._canvas.create_line(
                *part.ravel().tolist(),
                tags=LINE,
                fill=self._theme.wall_hover,
                width=self._theme.px(WIDTH),
                joinstyle="round",
            )

    def _show_pixels(self, view: Viewport, points: Points) -> None:
        """Colour the pixels on the route.

        By a bitmap: Tk takes 60 ms for a picture with as many holes, and 5 ms for this.
        """
        from PIL import Image, ImageTk  # the first window does without

        shares = np.arange(0, 1, 1 / max(1.0, view.zoom))[:, None, None]
        all_points = points[:-1] + (points[1:] - points[:-1]) * shares
        x, y = np.floor(all_points.reshape(-1, 2)).astype(np.int64).T
        seen = (x >= 0) & (y >= 0) & (x < view.width) & (y < view.height)
        if not seen.any():
            return
        x, y = x[seen], y[seen]
        left, top = int(x.min()), int(y.min())
        covered = np.zeros((int(y.max()) - top + 1, int(x.max()) - left + 1), np.bool_)
        covered[y - top, x - left] = True
        bitmap = Image.fromarray(covered)
        self._photo = ImageTk.BitmapImage(
            bitmap, foreground=self._theme.wall_hover, master=self._canvas
        )
        self._canvas.create_image(left, top, image=str(self._photo), anchor="nw", tags=LINE)

    def _show_handles(self, view: Viewport, ghost: Ghost) -> None:
        """Draw the handles in view; ends are round."""
        self._canvas.delete(HANDLES)
        line, last = ghost.line, len(ghost.line.route) - 1
        if ghost.held is not None:
            centre = line.lattice.geometry.centres(np.array([ghost.held], np.int64))[0]
            self._draw(*view.to_px(*centre), round_=True, full=True)
            return
        (left, top), (right, bottom) = view.to_cells(0, 0), view.to_cells(view.width, view.height)
        apart = HANDLES_APART * self._theme.scale / view.zoom
        places = line.within((left, top, right, bottom), apart)
        full = {ghost.chosen, self._grip}
        for place, point in zip(places.tolist(), line.points[places].tolist(), strict=True):
            self._draw(*view.to_px(*point), round_=place in (0, last), full=place in full)
        for place in full - {None, *places.tolist()}:  # of a route that is held anywhere
            self._draw(*view.to_px(*line.points[place].tolist()), round_=True, full=True)

    def _draw(self, x: float, y: float, *, round_: bool, full: bool) -> None:
        theme = self._theme
        radius = theme.px(END_RADIUS if round_ else RADIUS)
        create = self._canvas.create_oval if round_ else self._canvas.create_rectangle
        create(
            *square_around(x, y, radius),
            tags=HANDLES,
            fill=theme.wall_hover if full else theme.paper,
            outline=theme.wall_hover,
            width=theme.px(WIDTH),
        )
