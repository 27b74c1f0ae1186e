"""The whole maze in a corner of the canvas, with a frame around what is in view.

A click or a drag in it moves the view there. It is seen while a part of the maze is not.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import ceil, floor

import numpy as np
from PIL import Image, ImageTk

from mazeeditor.gui.canvas.corner_panels import LOWER_RIGHT
from mazeeditor.gui.look import Theme
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.maze_picture import MazePicture
from mazeeditor.screen.pixel_colours import Pixels, pixel
from mazeeditor.screen.viewport import CLOSE_UP, Viewport

WIDEST, HIGHEST = 200, 160  # px at 96 dpi
SHARE = 0.35  # of the canvas, from side to side, at most
MIN_SIDE_PX = 12  # px at 96 dpi: no side is shorter
MARK = 5  # px at 96 dpi: the side of the square at an opening
DELAY_MS = 120  # ms between two pictures while the maze changes


class Minimap:
    """A small canvas above another one; ``go_to`` shows a point (x, y in cells) in the middle."""

    def __init__(
        self,
        parent: tk.Canvas,
        theme: Theme,
        picture: MazePicture,
        go_to: Callable[[float, float], None],
    ) -> None:
        self.widget = tk.Canvas(parent, borderwidth=0, takefocus=False, cursor="hand2")
        self._theme, self._picture, self._go_to = theme, picture, go_to
        self.corner = LOWER_RIGHT
        self.enabled = False
        self._maze: Maze | None = None
        self._view = Viewport(1, 1)
        self._photo: ImageTk.PhotoImage | None = None
        self._outdated = True  # whether the maze is to be painted again
        self._timer = ""
        self._item = self.widget.create_image(0, 0, anchor="nw")
        self._halo = self.widget.create_rectangle(0, 0, 0, 0)
        self.frame = self.widget.create_rectangle(0, 0, 0, 0)
        self.set_theme(theme)
        for event in ("<ButtonPress-1>", "<B1-Motion>"):
            self.widget.bind(event, self._point)

    def set_theme(self, theme: Theme) -> None:
        """Take over colours and sizes."""
        self._theme, self._outdated = theme, True
        self.widget.configure(background=theme.paper, highlightbackground=theme.outline)
        self.widget.configure(highlightthickness=theme.px(1))
        self.widget.itemconfigure(self._halo, outline=theme.paper, width=theme.px(4))
        self.widget.itemconfigure(self.frame, outline=theme.wall_hover, width=theme.px(2))

    def set_maze(self, maze: Maze) -> None:
        self._maze = maze
        self.update()

    @property
    def shown(self) -> bool:
        """Whether a part of the maze is out of view, and the overview wanted."""
        if not self.enabled or self._maze is None:
            return False
        return self._view.maze.cut(self._view.screen) != self._view.maze

    def update(self) -> None:
        """Paint the maze again soon: it has changed. Many calls make one picture."""
        self._outdated = True
        if self.shown and not self._timer:
            self._timer = self.widget.after(DELAY_MS, self._repaint)

    def _repaint(self) -> None:
        self._timer = ""
        if self.shown:
            self._paint()

    def close(self) -> None:
        """Leave no timer behind."""
        if self._timer:
            self.widget.after_cancel(self._timer)
            self._timer = ""

    # The picture

    @property
    def whole(self) -> Viewport:
        """The view of the whole maze, as large as there is room."""
        px, view = self._theme.px, self._view
        widest, highest = (
            max(px(MIN_SIDE_PX), min(px(most), SHARE * side))
            for most, side in ((WIDEST, view.width), (HIGHEST, view.height))
        )
        zoom = min(widest / view.columns, highest / view.rows)
        zoom = float(floor(zoom)) if zoom >= CLOSE_UP else zoom
        width, height = (
            max(px(MIN_SIDE_PX), ceil(side * zoom)) for side in (view.columns, view.rows)
        )
        return Viewport(
            view.columns, view.rows, width, height, margin=0, scale=view.scale, zoom=zoom
        )

    def show(self, view: Viewport) -> None:
        self._view = view
        if not self.shown:
            return
        if self._outdated and not self._timer:
            self._paint()
        share = self.whole.zoom / view.zoom
        edge = self._theme.px(1)
        left, top, right, bottom = (side * share + edge for side in view.screen)
        whole = self.whole
        box = (
            max(left, edge),
            max(top, edge),
            min(right, whole.width + edge),
            min(bottom, whole.height + edge),
        )
        for item in (self._halo, self.frame):
            self.widget.coords(item, *box)

    def _paint(self) -> None:
        if self._picture.empty:
            return
        whole = self.whole
        pixels = self._picture.compose(whole)
        self._mark_openings(pixels, whole)
        size = whole.width, whole.height
        if self._photo is None or (self._photo.width(), self._photo.height()) != size:
            self._photo = ImageTk.PhotoImage("RGBA", size, master=self.widget)
            edge = self._theme.px(1)
            self.widget.itemconfigure(self._item, image=self._photo)
            self.widget.coords(self._item, edge, edge)
            self.widget.configure(width=size[0], height=size[1])
        self._photo.paste(Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", 0, 1))
        self._outdated = False

    def _mark_openings(self, pixels: Pixels, whole: Viewport) -> None:
        """Draw a square at each opening: the entrance above the exits."""
        maze, theme = self._maze, self._theme
        assert maze
        exits = np.array([opening.cell for opening in maze.exits], np.int64)
        entrance = np.array([maze.entrance.cell] if maze.entrance else [], np.int64)
        for cells, colour in ((exits, theme.exit), (entrance, theme.entrance)):
            self._mark(pixels, cells, pixel(colour), whole.zoom)

    def _mark(self, pixels: Pixels, cells: Ids, colour: int, zoom: float) -> None:
        if not len(cells):
            return
        assert self._maze
        middles = self._maze.lattice.geometry.centres(cells) * zoom
        side = min(self._theme.px(MARK), *pixels.shape)
        highest = np.array(pixels.shape[::-1]) - side
        corners = np.floor(middles - side / 2 + 0.5).astype(np.int64).clip(0, highest)
        steps = np.arange(side)
        rows = corners[:, 1, None, None] + steps[:, None]
        columns = corners[:, 0, None, None] + steps
        pixels[rows, columns] = colour

    def fit(self, room: int) -> tuple[int, int]:  # noqa: ARG002 - it is small enough
        """Return width and height, px."""
        whole, edge = self.whole, 2 * self._theme.px(1)
        return whole.width + edge, whole.height + edge

    def _point(self, event: tk.Event[tk.Misc]) -> None:
        """Move the view to where the pointer is."""
        edge, zoom = self._theme.px(1), self.whole.zoom
        self._go_to((event.x - edge) / zoom, (event.y - edge) / zoom)
