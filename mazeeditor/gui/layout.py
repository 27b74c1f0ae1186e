"""Where everything stands in the window, and what of it is shown.

::

    +-----------------------------------------------+
    | menu bar                                      |
    | command bar                   generate, solve |
    +--+--------------------------------+-----------+
    |t |                                | panel     |
    |o | view: the maze and its rulers  | of        |
    |ol|                                | sections  |
    +--+--------------------------------+-----------+
    | status bar                                    |
    +-----------------------------------------------+
"""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING, TypeVar

from mazeeditor.editing.change import EVERYTHING
from mazeeditor.gui.canvas.view import MazeView
from mazeeditor.gui.commandbar import CommandBar
from mazeeditor.gui.distances import DistanceMap
from mazeeditor.gui.menus import MenuBar, zoom_menu
from mazeeditor.gui.statusbar import StatusBar
from mazeeditor.gui.system import is_maximised, mode_of
from mazeeditor.gui.theme import apply
from mazeeditor.gui.toolstrip import ToolStrip

if TYPE_CHECKING:
    from mazeeditor.gui.panel import Panel
    from mazeeditor.gui.panels import Content
    from mazeeditor.gui.playing.game import Game
    from mazeeditor.gui.window import Window

C = TypeVar("C", bound="Content")
SMALLEST = (640, 420)  # px at 96 dpi
COLUMNS = 5  # strip, line, view, line, panel


class Layout:
    """The parts of a window."""

    def __init__(self, window: Window) -> None:
        root, theme = window.root, window.theme
        self._window = window
        self.game: Game | None = None
        self.menus = MenuBar(window)
        self.bar = CommandBar(root, window)
        self.strip = ToolStrip(root, window)
        self.view = MazeView(root, theme, window.threads)
        self.distances = DistanceMap(window)
        self.status = StatusBar(root, theme, window.icons, window.jobs)
        self.status.zoom.configure(menu=zoom_menu(window, self.status.zoom))
        self.panel: Panel | None = None
        self._panel_line = ttk.Separator(root, orient="vertical")
        self._stack(0, self.bar)
        self._stack(1, ttk.Separator(root))
        self.strip.grid(row=2, column=0, sticky="ns")
        self._strip_line = ttk.Separator(root, orient="vertical")
        self._strip_line.grid(row=2, column=1, sticky="ns")
        self.view.grid(row=2, column=2, sticky="nsew")
        self._stack(3, ttk.Separator(root))
        self._stack(4, self.status)
        root.rowconfigure(2, weight=1)
        root.columnconfigure(2, weight=1)
        root.minsize(*(theme.px(side) for side in SMALLEST))
        self.show_rulers(window.settings.rulers)

    @staticmethod
    def _stack(row: int, widget: ttk.Widget) -> None:
        widget.grid(row=row, column=0, columnspan=COLUMNS, sticky="ew")

    def refresh(self) -> None:
        """Show which commands can be asked for, and which tool is in the hand."""
        self.menus.refresh()
        self.bar.refresh()
        self.strip.refresh(self._window.hand.tool.name)
        if self.panel:
            self.panel.refresh()

    def show_rulers(self, shown: bool) -> None:
        """Show the rulers or not."""
        self._window.settings.rulers = shown
        self.view.show_rulers(shown)

    def show_game(self, game: Game | None) -> None:
        """Give the room of all that edits to a game and its bar; with ``None`` give it back."""
        edit = (self.bar, self.strip, self._strip_line)
        if game:
            for part in edit:
                part.grid_remove()
            self._stack(0, game.bar)
        elif self.game:
            self.game.bar.grid_remove()
            for part in edit:
                part.grid()
        self.game = game
        self.distances.hold(game is not None)
        self._place_panel(shown=self._window.settings.panel and not game)

    def set_theme(self, name: str) -> None:
        """Change to ``light``, ``dark`` or ``system``."""
        window = self._window
        window.settings.theme = name
        window.theme = apply(window.root, mode_of(name), window.scale)
        self.view.set_theme(window.theme)

    def keep_size(self) -> None:
        """Note the size of the window in the settings."""
        root, settings, scale = self._window.root, self._window.settings, self._window.scale
        settings.maximised = is_maximised(root)
        if not settings.maximised:
            settings.width = round(root.winfo_width() / scale)
            settings.height = round(root.winfo_height() / scale)

    # The panel

    def build_panel(self) -> Panel:
        """Build the panel, which the window can be seen without for a moment."""
        from mazeeditor.gui.panel import Panel

        if self.panel is None:
            self.panel = Panel(self._window.root, self._window)
            self.panel.follow(EVERYTHING)
            self.show_panel(self._window.settings.panel)
        return self.panel

    def section(self, kind: type[C]) -> C:
        """Return the contents of a section of the panel."""
        contents = self.build_panel().contents.values()
        return next(each for each in contents if isinstance(each, kind))

    def show_panel(self, shown: bool) -> None:
        """Show the panel or leave its room to the maze."""
        self._window.settings.panel = shown
        self._place_panel(shown=shown)

    def _place_panel(self, *, shown: bool) -> None:
        if self.panel and shown:
            self._panel_line.grid(row=2, column=3, sticky="ns")
            self.panel.grid(row=2, column=4, sticky="ns")
        elif self.panel:
            self._panel_line.grid_remove()
            self.panel.grid_remove()

    def unfold(self, section: str) -> None:
        """Bring a section of the panel into view."""
        self.show_panel(True)
        self.build_panel().unfold(section)
