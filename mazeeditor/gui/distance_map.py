"""The map of distances over the maze, and the distance of the pointed cell in the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import count
from mazeeditor.editing.document import Document
from mazeeditor.editing.measuring import CELL, DistanceStart
from mazeeditor.gui.canvas.distance_legend import UNREACHABLE
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.statusbar import StatusBar

if TYPE_CHECKING:
    from mazeeditor.screen.distance_levels import DistanceLevels

PATIENCE = 100  # ms that an outdated map stays as it is while the new one is counted


class DistanceMap:
    """Shows the distances in one window.

    The chosen cell is that of the cell cursor, or where the cursor was last.
    """

    def __init__(
        self, document: Document, view: View, maze_view: MazeView, status: StatusBar
    ) -> None:
        self._document, self._maze_view, self._status = document, maze_view, status
        self._distances = view.distances
        self._fading = ""
        self._distances.changed.subscribe(self._follow)
        maze_view.bind("<<CursorMoved>>", lambda _event: self._cursor_moved(), add=True)
        maze_view.bind("<<PointerMoved>>", lambda _event: self._show_distance(), add=True)

    def measure_from(self, kind: str) -> None:
        """Show the distances from another place; raises ``UsageError`` where there is none."""
        origin = self._chosen_cell() if kind == CELL else DistanceStart(kind)
        self._distances.measure_from(origin)

    def _chosen_cell(self) -> DistanceStart:
        """Return the cell cursor's place, else the pointer's, else the middle of the view."""
        maze_view = self._maze_view
        if maze_view.cell is None and maze_view.pointed is None:
            maze_view.cursor.begin()
        cell = maze_view.pointed if maze_view.cell is None else maze_view.cell
        assert cell is not None
        return DistanceStart(CELL, self._document.maze.lattice, cell)

    def _cursor_moved(self) -> None:
        distances = self._distances
        if distances.shown and distances.origin.kind == CELL and self._maze_view.cell is not None:
            distances.measure_from(self._chosen_cell())
        self._show_distance()

    # The map

    def _follow(self) -> None:
        """Show the map; one that stays outdated for ``PATIENCE`` becomes paler."""
        self._stop_fading()
        if self._distances.counting:
            self._fading = self._maze_view.after(PATIENCE, self._fade)
        elif self._distances.levels or self._maze_view.legend.shown:
            self._maze_view.show_distances(self._distances.levels)
        self._show_distance()

    def _stop_fading(self) -> None:
        if self._fading:
            self._maze_view.after_cancel(self._fading)
            self._fading = ""

    def _fade(self) -> None:
        self._fading = ""
        if self._maze_view.legend.shown:
            self._maze_view.fade_distances()

    # The status bar

    def _show_distance(self) -> None:
        """Show the distance of the cell under the pointer in the status bar."""
        maze_view, levels = self._maze_view, self._distances.levels
        cell = maze_view.cell if maze_view.pointed is None else maze_view.pointed
        text = ""
        if levels and cell is not None:
            text = _text_of(int(levels.distance[cell]))
        self._status.show_note(text, _longest(levels))


def _longest(levels: DistanceLevels | None) -> str:
    """Return the longest text that may be shown for these distances."""
    if levels is None:
        return ""
    farthest = _text_of(levels.farthest)
    return farthest if levels.complete else max(farthest, UNREACHABLE, key=len)


def _text_of(distance: int) -> str:
    return count(distance, "step", "steps") if distance >= 0 else UNREACHABLE
