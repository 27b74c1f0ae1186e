"""Getting around in a maze of one window: zoom, places, full screen, the map of distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import Escape, View
from mazeeditor.app.shown.distances import CELL, DistanceStart
from mazeeditor.core.translation import _, count
from mazeeditor.editing.document import Document
from mazeeditor.gui.canvas.corner_panels import UNREACHABLE
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.tool_controller import ToolController
from mazeeditor.gui.desktop.system import Root, is_full_screen, set_full_screen
from mazeeditor.gui.statusbar import StatusBar

if TYPE_CHECKING:
    from mazeeditor.screen.cell_paint import DistanceLevels


VISIBLE_CELL_PX = 16  # px a cell at 96 dpi: walls are easy to see
TIMEOUT_MS = 100  # ms that an outdated map stays as it is while the new one is counted


class Navigation:
    """What commands and fields do with what the window shows."""

    def __init__(
        self,
        root: Root,
        view: View,
        services: Services,
        maze_view: MazeView,
        status: StatusBar,
        tools: ToolController,
    ) -> None:
        self._root, self._services = root, services
        self._maze_view, self._status, self._tools = maze_view, status, tools
        status.zoom.on_zoom = self._zoom_to
        status.zoom.on_invalid = self._reject
        status.zoom.on_leave = services.ui.focus_maze
        maze_view.bind(
            "<<ViewChanged>>", lambda _event: status.zoom.show(maze_view.viewport.percent), add=True
        )
        maze_view.bind("<<ZoomBoxChanged>>", lambda _event: self._follow_zoom_box())
        view.escapes.insert(0, Escape(lambda: maze_view.zoom_box.armed, self.toggle_zoom_box))
        view.escapes.append(Escape(lambda: self.full_screen, self.toggle_full_screen))

    def _zoom_to(self, percent: float | None) -> None:
        """Show the maze at a zoom in percent, or (None) the whole page."""
        maze_view = self._maze_view
        if percent is None:
            maze_view.fit()
        else:
            maze_view.look(maze_view.viewport.zoomed(maze_view.viewport.actual * percent / 100))

    def _reject(self, text: str) -> None:
        message = _("{text} is not a zoom: type a number, such as 250 %.").format(text=text)
        self._status.show_message(message)

    # The zoom box

    def toggle_zoom_box(self) -> None:
        """Let the next drag draw a box to zoom into, or not after all."""
        self._maze_view.zoom_box.arm(not self._maze_view.zoom_box.armed)

    def _follow_zoom_box(self) -> None:
        """Show what the next drag does."""
        maze_view = self._maze_view
        maze_view.set_cursor("" if maze_view.pans else "crosshair")
        if maze_view.zoom_box.armed:
            maze_view.preview(None)
            self._status.show_hint(_("Drag a box to see it larger; a click zooms in; Esc stops"))
        else:
            self._tools.look()
        self._services.update()

    # Full screen

    @property
    def full_screen(self) -> bool:
        """Whether the window covers the whole screen."""
        return is_full_screen(self._root)

    def toggle_full_screen(self) -> None:
        """Let the window cover the whole screen, or no longer."""
        set_full_screen(self._root, not self.full_screen)

    # Places

    def go_to(self, cell: int) -> None:
        """Show a cell with the cell cursor on it, in the middle unless all is in view anyway.

        As large as before, where walls can be seen.
        """
        maze_view = self._maze_view
        shown = maze_view.viewport
        if maze_view.is_overview:
            shown = shown.zoomed(round(VISIBLE_CELL_PX * maze_view.theme.scale))
        maze_view.look(shown.going_to(*maze_view.place_of(cell)))
        maze_view.cell = cell
        self._services.ui.focus_maze()


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
        if maze_view.cell is None and maze_view.pointer.cell is None:
            maze_view.cursor.begin()
        cell = maze_view.pointer.cell if maze_view.cell is None else maze_view.cell
        assert cell is not None
        return DistanceStart(CELL, self._document.maze.lattice, cell)

    def _cursor_moved(self) -> None:
        distances = self._distances
        if distances.shown and distances.origin.kind == CELL and self._maze_view.cell is not None:
            distances.measure_from(self._chosen_cell())
        self._show_distance()

    # The map

    def _follow(self) -> None:
        """Show the map; one that stays outdated for ``TIMEOUT_MS`` becomes paler."""
        self._stop_fading()
        if self._distances.counting:
            self._fading = self._maze_view.after(TIMEOUT_MS, self._fade)
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
        cell = maze_view.cell if maze_view.pointer.cell is None else maze_view.pointer.cell
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
