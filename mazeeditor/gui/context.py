"""What the widgets of a window share: the window, the windows of the process, the panel's tabs."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.system import Root

if TYPE_CHECKING:
    from pathlib import Path

    from mazeeditor.app.commands import Command
    from mazeeditor.app.parts.calling import Parts
    from mazeeditor.app.ui import Questions
    from mazeeditor.gui.canvas.maze_view import MazeView
    from mazeeditor.gui.canvas.tool_controller import ToolController
    from mazeeditor.gui.look.icons import Icons
    from mazeeditor.gui.navigation import DistanceMap, Navigation
    from mazeeditor.gui.statusbar import Offer, StatusBar
    from mazeeditor.gui.window_keys import WindowKeys
    from mazeeditor.maze.playing.walk import Walk


class Zoomed(Protocol):
    """What the commands for zoom act on."""

    def zoom_by(self, steps: int) -> None:
        """Zoom in by some steps, out where these are negative."""

    def fit(self) -> None:
        """Show all of it."""

    def actual_size(self) -> None:
        """Show it in its own size."""


class GameInWindow(Protocol):
    """A game that uses the canvas."""

    @property
    def bar(self) -> ttk.Frame:
        """The bar shown in the place of the command bar."""

    @property
    def walk(self) -> Walk:
        """The walk through the maze."""

    def walk_towards(self, dx: int, dy: int, *, run: bool = False) -> None:
        """Walk through the passage in a direction, if any, or run on through it."""

    def hint(self) -> None:
        """Show the corridor to the next junction for a moment."""

    def take_back(self) -> None:
        """Walk a step back along the trail."""

    def restart(self) -> None:
        """Begin again at the entrance."""

    @property
    def can_go_on(self) -> bool:
        """Whether another maze of the same kind can be made now."""

    def next_maze(self) -> None:
        """Make another maze of the same kind, and play that."""

    def leave(self) -> None:
        """End the game."""


class Windows(Protocol):
    """The windows of the process."""

    def open(self) -> Context:
        """Put another window on the screen, with a new document."""

    def show_window_of(self, path: Path) -> bool:
        """Bring the window in front in which a file is open; returns whether there is one."""

    def set_theme(self, name: str) -> None:
        """Change all windows to ``light``, ``dark`` or ``system``."""

    def follow_settings(self, changed: Any = None) -> None:
        """Let the windows show what was changed in the settings, by one of them that shows it."""

    def quit(self) -> None:
        """Close all windows, once each is saved or its changes may be lost."""

    def remove(self, window: Any) -> None:
        """Destroy a window that has ended; with the last one the program ends."""


class Context(Protocol):
    """The window as its parts and the commands of its menus use it.

    Panels, dialogs and further windows get a ``Context``, never the class of the window: so
    nothing that the window is put together from depends on it.
    """

    root: Root
    windows: Windows
    parts: Parts
    dialogs: Questions
    icons: Icons
    maze_view: MazeView
    status: StatusBar
    tool_controller: ToolController
    distances: DistanceMap
    navigation: Navigation
    game: GameInWindow | None
    keys: WindowKeys

    @property
    def tool_bar(self) -> ttk.Frame:
        """The options of the tool in use."""

    @property
    def strip(self) -> ttk.Frame:
        """The buttons of the tools."""

    @property
    def panel_room(self) -> int:
        """How wide the panel beside the maze is, without its scroll bar, px."""

    @property
    def zoomed(self) -> Zoomed | None:
        """What the commands for zoom act on."""

    def run(self, command: Command) -> None:
        """Run a command where it can be used now."""

    def offer(self, name: str, label: str) -> Offer:
        """Return the button for a command, with its key."""

    def show_solution(self) -> None:
        """Draw the answer of the solver as the settings have it."""

    def show_game(self, game: GameInWindow | None) -> None:
        """Give the place of all that edits to a game and its bar; with ``None`` give it back."""

    def show_section(self, name: str) -> None:
        """Bring a section of the panel into view."""

    def show_field(self, section: str, option: str) -> None:
        """Bring the field of an option in a section into view and give it the keyboard."""

    def show_tab(self, name: str) -> None:
        """Show a tab of the panel and give the keyboard to its first field."""

    def cover_status(self) -> None:
        """Let the status bar say nothing of a maze that is covered or not shown."""

    def show_panel(self, shown: bool) -> None:
        """Show the panel, or leave its place to the maze."""

    def widen_panel(self, wider: int) -> None:
        """Make the panel wider by some px, and keep that, as far as the window has room."""

    def show_workspace(self, name: str, view: str | None = None) -> None:
        """Show another workspace, or another of its views; what is typed in this one is taken.

        ``view`` is what it shows in the place of the maze, "" the maze, None what it showed last.
        """

    def show_maze(self) -> None:
        """Show a workspace in which the maze is seen without its page."""

    def show_rulers(self, shown: bool) -> None:
        """Show the rulers or not."""

    def show_minimap(self, shown: bool) -> None:
        """Show the whole maze in a corner where it does not fit, or not."""

    def scroll_with_wheel(self, scrolls: bool) -> None:
        """Let the wheel scroll the maze, or zoom it."""


class PanelTab(NamedTuple):
    """One tab."""

    label: str
    summary: str


TABS = {
    "draw": PanelTab(_("Maze"), _("Choose how the maze is made, and where it is entered")),
    "page": PanelTab(_("Page"), _("Choose the paper, the lines, the title and the route")),
    "solve": PanelTab(_("Solve"), _("Choose a solver, and what of its answer is drawn")),
    "inspect": PanelTab(_("Inspect"), _("See what the maze is like, in figures")),
}
