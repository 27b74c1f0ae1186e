r"""Where the player stands, and where a hint leads: figures over the maze, to be seen at any zoom.

::

      .--.
     ( () ) - - -.         the player is a disc, and near a ring; a hint is a dashed line with a
      '--'       |         head
                 v
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mazeeditor.gui.canvas.view import MazeView

PLAYER, HINT = "player", "hint"
RADIUS = (6, 0.3, 16)  # of the player: px at 96 dpi at least, cells, px at most
RING = 10  # px at 96 dpi: from this radius on the disc is a ring, and a hint has a large head


class Marks:
    """The canvas items of one game."""

    def __init__(self, view: MazeView) -> None:
        self._view = view
        self._cell: int | None = None
        self._hint: Sequence[int] = ()

    def stand(self, cell: int) -> None:
        """Show the player in a cell, and no hint any more."""
        self._cell, self._hint = cell, ()
        self.draw()

    def point(self, cells: Sequence[int]) -> None:
        """Show a hint through cells, or (empty) none."""
        self._hint = cells
        self.draw()

    def clear(self) -> None:
        """Show nothing."""
        self._view.canvas.delete(PLAYER, HINT)

    def draw(self) -> None:
        """Draw everything where the view has it now."""
        self.clear()
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
                *middles, tags=HINT, fill=colour, width=width, arrow="last", arrowshape=head,
                dash=dash,
            )  # fmt: skip

    def _draw_player(self, cell: int) -> None:
        theme, radius = self._view.theme, self._radius
        self._draw_disc(cell, radius, theme.head)
        if radius >= theme.px(RING):
            self._draw_disc(cell, 0.4 * radius, theme.paper)

    def _draw_disc(self, cell: int, radius: float, colour: str) -> None:
        x, y = self._middles([cell])
        theme = self._view.theme
        self._view.canvas.create_oval(
            x - radius, y - radius, x + radius, y + radius,
            tags=PLAYER, fill=colour, outline=theme.paper, width=theme.px(1),
        )  # fmt: skip

    @property
    def _radius(self) -> float:
        least, cells, most = RADIUS
        px, zoom = self._view.theme.px, self._view.viewport.zoom
        return min(max(px(least), cells * zoom), px(most))

    def _middles(self, cells: Sequence[int]) -> list[float]:
        """Return the middles of cells on the canvas: x, y, x, y, ..."""
        view = self._view
        assert view.maze
        points = view.maze.lattice.geometry.centres(np.array(cells, np.int64))
        zoomed = points * view.viewport.zoom - (view.viewport.left, view.viewport.top)
        flat: list[float] = zoomed.ravel().tolist()
        return flat
