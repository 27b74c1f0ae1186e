r"""The player and the hint of a game: marks over the maze that can be seen at any zoom.

::

      .--.
     ( () ) - - -.         the player is a disc, and near a ring; a hint is a dashed line with a
      '--'       |         head
                 v
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing.trail import OFF
from mazeeditor.maze.playing.walk import Walk
from mazeeditor.screen.overlay_shapes import square_around
from mazeeditor.screen.pixel_colours import ROUTE, VISITED

PLAYER, HINT, SHORTEST = "player", "hint", "shortest"
RADIUS = (6, 0.3, 16)  # of the player: px at 96 dpi at least, cells, px at most
RING = 10  # px at 96 dpi: from this radius on the disc is a ring, and a hint has a large head


LINE_OFFSET = (3, 0.27, 11)  # of the line of the player: px at 96 dpi at least, cells, px at most
MARGIN = 64  # px around the screen that a line is drawn on
SAME_POINT_PX = 3.0  # px: points closer than that are one
MOST_POINTS = 4000  # of all lines: Tk takes 10 ms for so many


class PlayerMarks:
    """The canvas items of one game."""

    def __init__(self, view: MazeView) -> None:
        self._view = view
        self._cell: int | None = None
        self._hint: Sequence[int] = ()
        self._route: Ids = np.empty(0, np.int64)

    def show_player(self, cell: int) -> None:
        """Show the player in a cell, and neither hint nor route any more."""
        self._cell, self._hint, self._route = cell, (), self._route[:0]
        self.draw()

    def show_route(self, cells: Ids) -> None:
        """Show a shortest route int64[k] next to the line of the player."""
        self._route = cells
        self.draw()

    def show_hint(self, cells: Sequence[int]) -> None:
        """Show a hint through cells, or (empty) none."""
        self._hint = cells
        self.draw()

    def clear(self) -> None:
        self._view.canvas.delete(PLAYER, HINT, SHORTEST)

    def draw(self) -> None:
        """Draw everything for the current viewport."""
        self.clear()
        if len(self._route) > 1:
            self._draw_route()
        if len(self._hint) > 1:
            self._draw_hint()
        if self._cell is not None:
            self._draw_player(self._cell)

    def _draw_hint(self) -> None:
        view, px = self._view, self._view.theme.px
        middles = self._middles(self._hint)
        large = self._radius >= px(RING)
        line, head = (px(3), (px(12), px(14), px(6))) if large else (px(2), (px(8), px(9), px(4)))
        for colour, width, dash in (
            (view.theme.paper, line + px(3), ()),
            (view.theme.wall_hover, line, (px(6), px(4))),
        ):
            view.canvas.create_line(
                *middles,
                tags=HINT,
                fill=colour,
                width=width,
                arrow="last",
                arrowshape=head,
                dash=dash,
            )

    def _draw_route(self) -> None:
        """Draw what the screen shows of the route, dashed, moved to the side of its cells."""
        view, px = self._view, self._view.theme.px
        aside = min(
            max(LINE_OFFSET[0] * px(1), LINE_OFFSET[1] * view.viewport.zoom), px(LINE_OFFSET[2])
        )
        points = np.array(self._middles(self._route)).reshape(-1, 2) + aside
        for run in visible_runs(points, view.viewport.width, view.viewport.height):
            line = view.canvas.create_line(*run.ravel().tolist(), tags=SHORTEST, width=px(3))
            view.canvas.itemconfigure(line, fill=view.theme.entrance, dash=(px(8), px(4)))

    def _draw_player(self, cell: int) -> None:
        theme, radius = self._view.theme, self._radius
        self._draw_disc(cell, radius, theme.head)
        if radius >= theme.px(RING):
            self._draw_disc(cell, 0.4 * radius, theme.paper)

    def _draw_disc(self, cell: int, radius: float, colour: str) -> None:
        x, y = self._middles([cell])
        theme = self._view.theme
        self._view.canvas.create_oval(
            *square_around(x, y, radius),
            tags=PLAYER,
            fill=colour,
            outline=theme.paper,
            width=theme.px(1),
        )

    @property
    def _radius(self) -> float:
        least, cells, most = RADIUS
        px, zoom = self._view.theme.px, self._view.viewport.zoom
        return min(max(px(least), cells * zoom), px(most))

    def _middles(self, cells: Sequence[int] | Ids) -> list[float]:
        """Return the middles of cells on the canvas: x, y, x, y, ..."""
        view = self._view
        assert view.maze
        points = view.maze.lattice.geometry.centres(np.array(cells, np.int64))
        zoomed = points * view.viewport.zoom - (view.viewport.left, view.viewport.top)
        flat: list[float] = zoomed.ravel().tolist()
        return flat


def visible_runs(points: Points, width: int, height: int) -> list[Points]:
    """Return the parts of a polyline float64[k, 2] that a screen shows, with few points.

    Where it has more than can be drawn quickly, points are left out evenly.
    """
    seen = (points > -MARGIN).all(axis=1) & (points < (width + MARGIN, height + MARGIN)).all(axis=1)
    kept = np.flatnonzero(seen)
    runs = np.split(kept, np.flatnonzero(np.diff(kept) > 1) + 1)
    step = max(1, len(kept) // MOST_POINTS)
    parts = [_without_close(points[run]) for run in runs if len(run) > 1]
    return [np.concatenate([part[:-1:step], part[-1:]]) for part in parts]


def _without_close(points: Points) -> Points:
    """Leave out points on a straight line, and those of cells too small to be seen."""
    steps = np.diff(points, axis=0)
    turns = np.abs(steps[1:] - steps[:-1]).sum(axis=1) > 1e-6
    corners = points[np.concatenate([[True], turns, [True]])]
    places = np.floor(corners / SAME_POINT_PX)
    moved = (np.diff(places, axis=0) != 0).any(axis=1)
    moved[-1:] = True
    kept: Points = corners[np.concatenate([[True], moved])]
    return kept


AHEAD = 4  # cells around the player that are to be in view
MIN_CELL_PX, EASY_CELL_PX = 6, 16  # px a cell at 96 dpi: too small to be played; large enough
KINDS = np.array([VISITED, ROUTE, ROUTE], np.uint8)  # for OFF, ON, HEAD: the disc lies on it


class PlayerView:
    """The canvas of one walk through ``maze``."""

    def __init__(self, view: MazeView, walk: Walk, maze: Maze) -> None:
        self._view, self._walk = view, walk
        self._entrance, self._exits = maze.entrance, maze.exits
        self._was_whole = False
        self.marks = PlayerMarks(view)

    def zoom_in(self) -> None:
        """Make passages large enough to walk in, on the canvas in its present size."""
        canvas, scale = self._view.canvas, self._view.theme.scale
        canvas.update_idletasks()
        self._view.resize(canvas.winfo_width(), canvas.winfo_height())
        view = self._view.viewport
        if view.zoom < MIN_CELL_PX * scale:
            self._was_whole = view == view.fitted()
            self._view.look(view.zoomed(EASY_CELL_PX * scale))

    def restore_zoom(self) -> None:
        """Show the whole maze again where that was so before, and no marks."""
        self.marks.clear()
        if self._was_whole:
            self._view.fit()

    def show(self) -> None:
        """Show where the player is now, and no hint."""
        self._paint()
        self.marks.show_player(self._walk.cell)
        self._reveal()

    def _paint(self) -> None:
        """Paint what changed of the trail, from the entrance and, once won, through the exit."""
        cells, kinds, slots = self._walk.trail.changes()
        doors = [self._entrance, *(self._exits if self._walk.won else ())]
        for door in doors:
            if door and door.slot is not None:
                slots[(cells == door.cell) & (kinds != OFF)] |= np.uint8(1 << door.slot)
        self._view.paint(cells, KINDS[kinds], slots)

    def _reveal(self) -> None:
        """Pan so that ``AHEAD`` cells are in view on all sides of the player."""
        view, geometry = self._view, self._walk.lattice.geometry
        seen = view.viewport
        edge = seen.margin / seen.zoom  # of the paper, where the arrows are
        x, y = map(float, geometry.centres(np.array([self._walk.cell]))[0])
        for margin in (-AHEAD, AHEAD):
            across = min(max(x + margin, -edge), geometry.width + edge)
            down = min(max(y + margin, -edge), geometry.height + edge)
            seen = seen.revealing(across, down, 0.0)
        view.look(seen.revealing(x, y, 0.5))
