"""What the screen shows of a canvas, and what composing it anew at one go would show."""

from __future__ import annotations

import numpy as np

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen import maze_picture
from mazeeditor.screen.pixel_colours import Pixels, pixel_colours
from tests.events import screenshot, settle
from tests.screen.mazes import PaintModel, painted
from tests.writing import on_write


def on_screen(view: MazeView) -> Pixels:
    """Return uint32[height, width], what the screen shows of the canvas."""
    rgba = np.asarray(screenshot(view.canvas).convert("RGBA"))
    return rgba.view(np.uint32)[:, :, 0]


def anew(
    view: MazeView, solution: Solution | None = None, paint: PaintModel | None = None
) -> Pixels:
    """Return the same as a new raster composes it at one go."""
    assert view.maze
    raster = painted(view.maze, solution)
    if paint:
        paint.put_on(raster)
    return maze_picture.compose_page(
        raster, pixel_colours(view.theme), view.viewport, view.viewport.screen
    )


def same(view: MazeView, solution: Solution | None = None, paint: PaintModel | None = None) -> bool:
    """Whether the screen shows the truth; rings around heads, which lie over it, are taken off."""
    view.overlay.heads.clear()
    view.redraw()
    return np.array_equal(on_screen(view), anew(view, solution, paint))


def show(view: MazeView, maze: Maze) -> Maze:
    on_write(maze, view.changed)
    view.show(maze)
    settle(view)
    return maze
