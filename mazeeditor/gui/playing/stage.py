"""What a player sees on the canvas: the trail, the figures over it, and some maze on all sides."""

from __future__ import annotations

import numpy as np

from mazeeditor.gui.canvas.shades import ROUTE, VISITED
from mazeeditor.gui.canvas.view import MazeView
from mazeeditor.gui.playing.marks import Marks
from mazeeditor.maze.maze import Maze
from mazeeditor.playing.trail import BESIDE
from mazeeditor.playing.walk import Walk

AHEAD = 4  # cells that are to be seen around the player
SMALL, NEAR = 6, 16  # px a cell at 96 dpi: smaller passages cannot be played; seen well
KINDS = np.array([VISITED, ROUTE, ROUTE], np.uint8)  # for BESIDE, ON, HEAD: the disc lies on it


class Stage:
    """The canvas of one walk through ``maze``."""

    def __init__(self, view: MazeView, walk: Walk, maze: Maze) -> None:
        self._view, self._walk = view, walk
        self._entrance, self._exits = maze.entrance, maze.exits
        self._was_whole = False
        self.marks = Marks(view)

    def come_near(self) -> None:
        """Show the passages large enough to walk in, on the canvas as it has become."""
        canvas, scale = self._view.canvas, self._view.theme.scale
        canvas.update_idletasks()
        self._view.resize(canvas.winfo_width(), canvas.winfo_height())
        view = self._view.viewport
        if view.zoom < SMALL * scale:
            self._was_whole = view == view.fitted()
            self._view.look(view.zoomed(NEAR * scale))

    def step_back(self) -> None:
        """Show the whole maze again where that was so before, and no figures."""
        self.marks.clear()
        if self._was_whole:
            self._view.fit()

    def clear(self) -> None:
        """Show nothing of a trail, nor of a solver."""
        self._view.clear_paint()

    def show(self) -> None:
        """Show where the player has come to, and no hint."""
        self._paint()
        self.marks.stand(self._walk.cell)
        self._reveal()

    def _paint(self) -> None:
        """Paint what changed of the trail, which comes in by the entrance and goes out at last."""
        cells, kinds, ways = self._walk.trail.news()
        doors = [self._entrance, *(self._exits if self._walk.won else ())]
        for door in doors:
            if door and door.slot is not None:
                ways[(cells == door.cell) & (kinds != BESIDE)] |= np.uint8(1 << door.slot)
        self._view.paint(cells, KINDS[kinds], ways)

    def _reveal(self) -> None:
        """Let some of the maze be seen on all sides of the player."""
        view, geometry = self._view, self._walk.lattice.geometry
        seen = view.viewport
        edge = seen.margin / seen.zoom  # of the paper, where the arrows are
        x, y = map(float, geometry.centres(np.array([self._walk.cell]))[0])
        for way in (-AHEAD, AHEAD):
            across = min(max(x + way, -edge), geometry.width + edge)
            down = min(max(y + way, -edge), geometry.height + edge)
            seen = seen.revealing(across, down, 0.0)
        view.look(seen.revealing(x, y, 0.5))
