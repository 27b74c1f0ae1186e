"""What lies over the picture: openings, the wall a click would change, the cell of the keyboard.

These few are canvas items: they change with every motion of the pointer, and the picture does not.
"""

from __future__ import annotations

import tkinter as tk
from typing import Any

import numpy as np

from mazeeditor.editing.preview import Outline, Preview
from mazeeditor.gui.canvas.frame import frame_of
from mazeeditor.gui.canvas.heads import Heads
from mazeeditor.gui.canvas.markers import Figure, crossed, figures
from mazeeditor.gui.canvas.patches import Patches
from mazeeditor.gui.canvas.tracing import along
from mazeeditor.gui.canvas.viewport import Viewport, wall_width
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze

__all__ = ["Overlay", "Preview"]

HOVER, OPENINGS, CURSOR = "hover", "openings", "cursor"
HOVER_WIDTH = 3  # px at 96 dpi at least
INSET = 0.14  # cells between walls and the frame around the cell of the keyboard, where large


class Overlay:
    """The items over the picture of one canvas."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self.heads = Heads(canvas, theme)
        self._patches = Patches(canvas)
        self._maze: Maze | None = None
        self._preview = Preview()
        self._cell: int | None = None
        self._openings: tuple[Opening | None, tuple[Opening, ...]] = (None, ())  # those drawn

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme
        self.heads.set_theme(theme)

    def set_maze(self, maze: Maze) -> None:
        """Forget what lay over the maze before."""
        self._maze, self._preview, self._cell = maze, Preview(), None
        self.heads.clear()
        self._patches.clear()

    def show(self, view: Viewport) -> None:
        """Put everything where ``view`` has it."""
        self._patches.clear()
        self.show_openings(view)
        self.show_preview(view, self._preview)
        self.show_cursor(view, self._cell)

    def show_heads(self, view: Viewport) -> None:
        """Draw the rings around what is being worked on, where ``view`` sees others than before."""
        if self._maze:
            self.heads.show(view, self._maze.lattice.geometry)

    def update_openings(self, view: Viewport) -> None:
        """Draw the openings anew where they are others than before."""
        if self._maze and self._openings != (self._maze.entrance, self._maze.exits):
            self.show_openings(view)

    def show_openings(self, view: Viewport) -> None:
        """Draw the entrance and the exits that the screen shows."""
        self._canvas.delete(OPENINGS)
        maze, theme = self._maze, self._theme
        if maze is None:
            return
        self._openings = (maze.entrance, maze.exits)
        for opening in maze.exits:
            self._draw(view, opening, theme.exit, enters=False)
        if maze.entrance:
            self._draw(view, maze.entrance, theme.entrance, enters=True)
        self._canvas.tag_raise(HOVER)

    def _draw(self, view: Viewport, opening: Opening, colour: str, *, enters: bool) -> None:
        assert self._maze
        x, y = view.to_px(*self._maze.lattice.geometry.centres(np.array([opening.cell]))[0])
        room = view.zoom + view.margin
        if not (-room < x < view.width + room and -room < y < view.height + room):
            return
        paper = self._theme.paper
        for figure in figures(self._maze.lattice, opening, view, enters=enters):
            fill = colour if figure.solid else paper
            # the gap that a paper outline makes sets an oval off from walls and route
            edge = paper if figure.kind == "oval" else fill
            self._create(figure, OPENINGS, fill=fill, outline=edge, width=self._theme.px(1))

    def update_preview(self, view: Viewport, preview: Preview) -> None:
        """Draw what a click would change where that is something else than before."""
        if preview != self._preview:
            self.show_preview(view, preview)

    def show_preview(self, view: Viewport, preview: Preview) -> None:
        """Draw what a click would change: walls to add whole, walls to erase dashed."""
        self._preview = preview
        self._canvas.delete(HOVER)
        if self._maze is None:
            return
        if preview.walls:
            self._draw_walls(view, np.array(preview.walls, np.int64), preview.closing)
        if preview.block:
            self._draw_block(view, preview.block)
        self._patches.show(self._maze.lattice, preview.patch, view, self._theme)
        if preview.opening:
            shown = figures(self._maze.lattice, preview.opening, view, enters=preview.enters)
            self._draw_moved(shown, removes=preview.removes)

    def _draw_moved(self, shown: list[Figure], *, removes: bool) -> None:
        """Draw what is to become an opening as an empty outline, or cross out what is to go."""
        theme, colour = self._theme, self._theme.wall_hover
        if removes:
            for line in crossed(shown[0]):
                self._canvas.create_line(*line, tags=HOVER, fill=colour, width=theme.px(3))
            return
        for figure in shown:
            width = theme.px(2 if figure is shown[0] else 1)
            self._create(figure, HOVER, fill="", outline=colour, width=width)

    def _draw_walls(self, view: Viewport, walls: Ids, closing: bool) -> None:
        assert self._maze
        geometry = self._maze.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * view.zoom - (view.left, view.top)
        low, high = ends.min(axis=1), ends.max(axis=1)  # arcs are short: the ends will do
        seen = ((high >= 0) & (low <= (view.width, view.height))).all(axis=1)
        width = max(self._theme.px(HOVER_WIDTH), round(view.zoom / 6))
        for points in along(ends[seen], geometry.bulges(walls[seen])):
            self._canvas.create_line(
                *points.ravel().tolist(), tags=HOVER, fill=self._theme.wall_hover, width=width,
                capstyle="projecting" if closing else "butt",
                dash=() if closing else self._dash,
            )  # fmt: skip

    def _draw_block(self, view: Viewport, block: Outline) -> None:
        points = np.array(block) * view.zoom - (view.left, view.top)
        self._canvas.create_polygon(
            *points.ravel().tolist(), tags=HOVER, fill="",
            outline=self._theme.wall_hover, width=self._theme.px(2),
        )  # fmt: skip

    def show_cursor(self, view: Viewport, cell: int | None) -> None:
        """Draw the frame around the cell that the arrow keys stand on, or none."""
        self._cell = cell
        self._canvas.delete(CURSOR)
        if cell is None or self._maze is None:
            return
        lattice, theme = self._maze.lattice, self._theme
        middle = view.to_px(*lattice.geometry.centres(np.array([cell]))[0])
        inset = max(INSET * view.zoom, wall_width(view.zoom) / 2 + theme.px(2))
        frame = frame_of(lattice, cell, view.zoom, inset, theme.px(4)) + middle
        self._canvas.create_polygon(
            *frame.ravel().tolist(), tags=CURSOR, fill="",
            outline=theme.cursor, width=theme.px(2), joinstyle="miter",
        )  # fmt: skip

    @property
    def _dash(self) -> tuple[int, int]:
        return self._theme.px(5), self._theme.px(3)

    def _create(self, figure: Figure, tag: str, **options: Any) -> None:
        flat = figure.points.ravel().tolist()
        item = getattr(self._canvas, f"create_{figure.kind}")(*flat, tags=tag)
        self._canvas.itemconfigure(item, **options)
