"""Getting around in a maze of one window: typed zoom, zoom box, places, full screen."""

from __future__ import annotations

from mazeeditor.app.workspace import Escape, Workspace
from mazeeditor.core.translation import _
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.desktop.system import Root, is_full_screen, set_full_screen
from mazeeditor.gui.statusbar import StatusBar
from mazeeditor.gui.tool_controller import ToolController

NEAR = 16  # px a cell at 96 dpi: walls are easy to see


class Navigation:
    """What commands and fields do with the view of a workspace."""

    def __init__(
        self,
        root: Root,
        workspace: Workspace,
        view: MazeView,
        status: StatusBar,
        tools: ToolController,
    ) -> None:
        self._root, self._workspace = root, workspace
        self._view, self._status, self._tools = view, status, tools
        status.zoom.on_zoom = self._zoom_to
        status.zoom.on_invalid = self._reject
        status.zoom.on_leave = workspace.ui.focus_maze
        view.bind("<<ViewChanged>>", lambda _event: status.show_zoom(view.percent), add=True)
        view.bind("<<ZoomBoxChanged>>", lambda _event: self._follow_zoom_box())
        workspace.escapes.insert(0, Escape(lambda: view.zoom_box.armed, self.toggle_zoom_box))
        workspace.escapes.append(Escape(lambda: self.full_screen, self.toggle_full_screen))

    def _zoom_to(self, percent: float | None) -> None:
        """Show the maze at a zoom in percent, or (None) the whole page."""
        view = self._view
        if percent is None:
            view.fit()
        else:
            view.look(view.viewport.zoomed(view.viewport.actual * percent / 100))

    def _reject(self, text: str) -> None:
        message = _("{text} is no zoom: type a number, such as 250 %.").format(text=text)
        self._status.show_message(message)

    # The zoom box

    def toggle_zoom_box(self) -> None:
        """Let the next drag draw a box to zoom into, or not after all."""
        self._view.zoom_box.arm(not self._view.zoom_box.armed)

    def _follow_zoom_box(self) -> None:
        """Show what the next drag does."""
        view = self._view
        view.set_cursor("" if view.pans else "crosshair")
        if view.zoom_box.armed:
            view.preview(None)
            self._status.show_hint(_("Drag a box to see it larger; a click zooms in; Esc stops"))
        else:
            self._tools.look()
        self._workspace.update()

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
        view = self._view
        shown = view.viewport
        if view.is_overview:
            shown = shown.zoomed(round(NEAR * view.theme.scale))
        view.look(shown.centred_on(*view.place_of(cell)))
        view.cell = cell
        self._workspace.ui.focus_maze()
