"""Getting around in a maze of one window: typed zoom, zoom box, places, full screen."""

from __future__ import annotations

from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import Escape, View
from mazeeditor.core.translation import _
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.desktop.system import Root, is_full_screen, set_full_screen
from mazeeditor.gui.statusbar import StatusBar
from mazeeditor.gui.tool_controller import ToolController

NEAR = 16  # px a cell at 96 dpi: walls are easy to see


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
            "<<ViewChanged>>", lambda _event: status.show_zoom(maze_view.percent), add=True
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
        message = _("{text} is no zoom: type a number, such as 250 %.").format(text=text)
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
        """Show a cell in the middle, with the cell cursor on it; where walls are seen, as large."""
        maze_view = self._maze_view
        shown = maze_view.viewport
        if maze_view.is_overview:
            shown = shown.zoomed(round(NEAR * maze_view.theme.scale))
        maze_view.look(shown.centred_on(*maze_view.place_of(cell)))
        maze_view.cell = cell
        self._services.ui.focus_maze()
