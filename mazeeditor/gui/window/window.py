"""The window: puts the widgets together and binds them to what it works on.

::

    +-----------------------------------------------+
    | menu bar                                      |
    | command bar        workspaces        generate |
    +-----------------------------------------------+
    | tool bar: options of the tool in use          |
    +--+--------------------------------+-----------+
    |t |                                | panel     |
    |o | view: the maze and its rulers  | of        |
    |ol|                                | sections  |
    +--+--------------------------------+-----------+
    | status bar                                    |
    +-----------------------------------------------+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

import mazeeditor.gui.window.view_commands
import mazeeditor.gui.window.window_commands  # noqa: F401 - registers them
from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.session import Session
from mazeeditor.app.settings import Settings
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.app.shown.chosen_workspace import BOOK, DRAW, PAGE, SHEETS, TEACH
from mazeeditor.app.ui import NO_OFFERS, Questions
from mazeeditor.editing.content import EVERYTHING, Change
from mazeeditor.editing.cursor import in_words, last_in_words
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.tool_controller import ToolController
from mazeeditor.gui.context import GameInWindow, Windows, Zoomed
from mazeeditor.gui.desktop import keys
from mazeeditor.gui.desktop.blocking import blocking_dialog, guard, is_blocked
from mazeeditor.gui.desktop.system import Root, SystemClipboard, show_icon
from mazeeditor.gui.empty_window import keep_size
from mazeeditor.gui.forms.more import remember_rare_options
from mazeeditor.gui.forms.typed_texts import join_typing
from mazeeditor.gui.layers.marks_layer import MarksLayer
from mazeeditor.gui.layers.maze_layers import SealedLayer, UnderlayLayer
from mazeeditor.gui.layers.offer_layer import OfferLayer
from mazeeditor.gui.layers.repair_layer import RepairLayer
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.navigation import DistanceMap, Navigation
from mazeeditor.gui.statusbar import Offer, StatusBar
from mazeeditor.gui.widgets.focus_order import FocusRing
from mazeeditor.gui.widgets.modal import room_on_screen
from mazeeditor.gui.window.bars import CommandBar, MenuBar, ToolStrip
from mazeeditor.gui.window.context_menu import ContextMenus
from mazeeditor.gui.window.tool_bar import ToolBar
from mazeeditor.gui.window.workspace_switch import (
    COLUMNS,
    MAZE,
    PANEL,
    PANEL_LINE,
    ROW,
    WorkspaceSwitch,
)
from mazeeditor.gui.window_keys import WindowKeys
from mazeeditor.gui.workspaces import WORKSPACES

if TYPE_CHECKING:
    from mazeeditor.gui.panels import SidePanel
    from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.core.translation import _
from mazeeditor.gui.widgets.tooltip import Tooltip

GRIP = 5  # px at 96 dpi that take a drag


class PanelEdge(ttk.Frame):
    """A line that can be dragged; ``widen`` gets by how many px, and ``reset`` takes all back.

    A double click does the latter.
    """

    def __init__(
        self, parent: tk.Misc, widen: Callable[[int], object], reset: Callable[[], object]
    ) -> None:
        super().__init__(parent, width=current(parent).px(GRIP), cursor="sb_h_double_arrow")
        self._widen, self._at = widen, 0
        line = ttk.Separator(self, orient="vertical")
        line.pack(side="left", fill="y")
        for widget in (self, line):
            widget.bind("<ButtonPress-1>", self._press)
            widget.bind("<B1-Motion>", self._drag)
            widget.bind("<Double-Button-1>", lambda _event: reset())
            Tooltip(widget, _("Drag to make the panel wider; a double click takes that back"))

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._at = event.x_root

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        wider, self._at = self._at - event.x_root, event.x_root
        self._widen(wider)


MIN_SIZE_PX = (640, 420)  # px at 96 dpi


def smallest_size(root: tk.Misc, theme: Theme) -> tuple[int, int]:
    """Return how wide and high a window is at least, px: no more than the screen has room for."""
    width, height = (theme.px(side) for side in MIN_SIZE_PX)
    widest, highest = room_on_screen(root)
    return min(width, widest), min(height, highest)


class Window:
    """One window of one session: a ``Ui`` for the session, a ``Context`` for the widgets."""

    dialogs: Questions
    maze_view: MazeView
    status: StatusBar

    def __init__(
        self,
        root: Root,
        document: Document,
        settings: Settings,
        dialogs: Questions,
        theme: Theme,
        windows: Windows,
    ) -> None:
        self.root, self.dialogs, self.scale, self.windows = root, dialogs, theme.scale, windows
        self.session = session = Session(document, settings, root, self)
        view, services = session.view, session.services
        self.parts = session.parts
        self.parts.add("context", self)
        self.icons, self.clipboard = Icons(root, theme), SystemClipboard(root)
        self.game: GameInWindow | None = None
        self.keys = WindowKeys(
            Shortcuts(settings), self.run, lambda command: command.is_covered(self.parts)
        )
        self.closed = False
        self._shown_parts = self._parts()
        self._place(theme)
        self.distances = DistanceMap(document, view, self.maze_view, self.status)
        self.tool_controller = ToolController(self.maze_view, document, view, self.status.show_hint)
        self.navigation = Navigation(
            root, view, services, self.maze_view, self.status, self.tool_controller
        )
        self.context_menus = ContextMenus(self, document, view, services)
        self._sealed_layer = SealedLayer(document, view, self.maze_view)
        self.repair_layer = RepairLayer(self, view, services)
        self.offer_layer = OfferLayer(self, document, view, self.icons)
        self.tool_controller.refuse = self._refuse
        self._underlay_layer = UnderlayLayer(document, services, self.maze_view)
        self.marks_layer = MarksLayer(document, services, self.maze_view)
        self._shown_answer = settings.route, settings.visited
        self._subscribe()
        self.follow(EVERYTHING)
        view.verdict.recount()
        services.update()

    # Widgets

    def _place(self, theme: Theme) -> None:
        """Make all widgets but the panel, which is made when the window has been shown."""
        root, session = self.root, self.session
        view, services = session.view, session.services
        self.menus = MenuBar(self, session.document, view, services)
        self.bar = CommandBar(root, self)
        self.tool_bar = ToolBar(root, self, view)
        self.strip = ToolStrip(root, self, view)
        self.maze_view = MazeView(root, theme, services.background)
        self.status = StatusBar(root, theme, self.icons, services.jobs, view.verdict)
        self.panel: SidePanel | None = None
        self._panel_line = PanelEdge(root, self.widen_panel, self._reset_panel)
        self.switch = WorkspaceSwitch(self, view.workspaces)
        lines = ttk.Separator(root), ttk.Separator(root)
        parts = self.bar, *lines, self.status
        for row, part in zip((0, 1, ROW + 1, ROW + 2), parts, strict=True):
            self._stack(row, part)
        root.rowconfigure(ROW, weight=1)
        root.columnconfigure(MAZE, weight=1)
        root.minsize(*smallest_size(root, theme))
        self.bar.show(self.switch.shown.name, self.switch.actions.buttons)
        self._place_panel(shown=services.settings.panel)
        self.show_rulers(services.settings.rulers)
        self.show_minimap(services.settings.minimap)
        self.scroll_with_wheel(session.services.settings.wheel_scrolls)

    @staticmethod
    def _stack(row: int, widget: ttk.Widget) -> None:
        widget.grid(row=row, column=0, columnspan=len(COLUMNS), sticky="ew")

    def _subscribe(self) -> None:
        root, maze_view, session = self.root, self.maze_view, self.session
        session.document.changed.follow(Follower.WINDOW, self.follow)
        session.services.updated.subscribe(self.refresh)
        session.view.highlight.changed.subscribe(self.show_solution)
        session.view.workspaces.changed.subscribe(self._follow_workspace)
        maze_view.note.on_close = session.view.highlight.hide
        self.status.chip.on_press = self._explain_verdict
        self.status.chip.tip.text = self._about_chip
        self.status.chip.tip.key = lambda: "" if self.status.said else self.keys.label("verdict")
        remember_rare_options(root, session.services.settings)
        units_of(root).follow(session.services.settings)
        join_typing(root, session.services.commit_typing, session.opened.drafts.typed)
        keys.bind_chords(root, self._press)
        root.bind("<KeyPress>", self._undo_in_field, add=True)
        FocusRing(maze_view.canvas)
        root.bind("<FocusIn>", lambda _event: self._look_at_file(), add=True)
        root.bind("<Configure>", self._resized, add=True)
        root.bind(keys.LEAVE, lambda _event: self.focus_maze())
        self.status.result_seen = lambda: maze_view.painted
        maze_view.bind("<<Painted>>", lambda _event: self.status.end_progress())
        maze_view.bind("<<PointerMoved>>", lambda _event: self._show_cell(), add=True)
        maze_view.bind("<<CursorMoved>>", lambda _event: self._show_cell(), add=True)
        guard(root, lambda: self.run(COMMANDS["close"]))
        root.protocol("WM_SAVE_YOURSELF", session.opened.keep_unsaved)  # when a user logs out
        self.focus_maze()

    def fill(self) -> None:
        """Make what can wait until the window is seen."""
        self.build_panel()
        show_icon(self.root, self.icons.application())
        self.session.view.precompiler.begin()
        self.root.after_idle(self._accept_files)

    def await_file(self, path: Path) -> None:
        """Let nothing be done with the maze until a file is open, which ``get_ready`` reads."""
        from mazeeditor.gui.window.awaited_file import AwaitedFile

        session = self.session
        parts = session.document, session.book, session.view, session.services
        AwaitedFile(self, *parts, path.name)

    def get_ready(self, path: Path | None) -> None:
        """Do so in the first window, open a file, and offer what a crash has left."""
        from mazeeditor.app.commands.file_menu import open_path
        from mazeeditor.app.commands.recover_work import offer_at_start

        self.fill()
        session = self.session
        document, opened, services = session.document, session.opened, session.services
        if path:
            open_path(opened, session.book, path)
        offer_at_start(document, opened, session.book, services)
        services.sweep(path)

    def _accept_files(self) -> None:
        from mazeeditor.gui.desktop.system import accept_files

        accept_files(self.root, self.may_take_files, self.take_files)

    def may_take_files(self) -> bool:
        """Whether files that come from other programs can be taken now."""
        blocked = is_blocked(self.root, blocking_dialog(self.root))
        return not (blocked or self.session.opened.must_not_ask())

    def take_files(self, paths: list[Path]) -> None:
        """Open files that come from other programs, or use them as pictures."""
        from mazeeditor.app.commands.file_menu import drop_files

        session = self.session
        parts = session.document, session.opened, session.book, session.view, session.services
        drop_files(*parts, paths)

    # Commands

    def run(self, command: Command) -> None:
        """Run a command where it can be used now."""
        command.perform(self.parts)

    def run_named(self, name: str) -> None:
        self.run(COMMANDS[name])

    def _press(self, chord: str) -> bool:
        """Run what a key does in the workspace that is shown, else its command."""
        own = not self.session.view.in_gallery and self.switch.content.press(chord)
        return own or self.keys.press(chord)

    def _about_chip(self) -> str:
        """Return what the tooltip of the verdict says: nothing that is read beside it."""
        usual = "" if self.status.said else COMMANDS["verdict"].label
        return self.status.chip.hidden_text or usual

    def _explain_verdict(self) -> None:
        """Explain the verdict on the maze; that on something in its place explains itself."""
        if not self.status.said:
            self.run(COMMANDS["verdict"])

    def _look_at_file(self) -> None:
        """Look whether somebody else has changed the file while another window was in use."""
        if not self.root.tk.call("grab", "current", self.root):  # a dialog asks already
            self.session.opened.file_watch.check()
            if self.session.book.editor:
                self.session.book.editor.watch.check()

    def _undo_in_field(self, event: tk.Event[tk.Misc]) -> str | None:
        """Undo where a workspace has steps of its own, also from a field with nothing typed."""
        content, keys_ = self.switch.content, keys.chord(event)
        inside = content.steps and content.whole and keys.typed_into(event.widget)
        if not inside or not str(event.widget).startswith(f"{content.whole}."):
            return None
        command = self.keys.commands.get(keys_)
        if command is None or command.name not in ("undo", "redo"):
            return None
        self.run(command)
        return "break"

    # What has changed

    def follow(self, change: Change) -> None:
        if change.maze:
            maze, before = self.session.document.maze, self.maze_view.maze
            subject = self.session.document.recipe.subject  # it locks the walls that it needs
            self.maze_view.show(maze, pale_locks=subject is not None)
            if not (before and before.lattice.same(maze.lattice)):
                self.status.make_room_for(last_in_words(maze.lattice))
            self.tool_controller.show_selected()
        elif change.passages or change.locks:
            self.maze_view.changed(change.walls, locks=change.locks)
        if change.solution or change.maze:
            self.show_solution()
        covered = self.session.view.workspaces.hides_maze and not change.maze
        if change.solution and self.session.document.solution and covered:
            self.show_maze()  # else the answer would be covered

    def refresh(self) -> None:
        """Show which commands can be used, which tool is in use, and what the file is."""
        settings, document = self.session.services.settings, self.session.document
        if self.closed:
            return
        for part in (self.menus, self.bar, self.strip):
            part.refresh()
        if self.tool_bar.winfo_ismapped():  # else once it is shown
            self.tool_bar.refresh()
        if self._shown_answer != (settings.route, settings.visited):
            self.show_solution()
            self.windows.follow_settings(self)
        if self._shown_parts != self._parts():  # another window has changed it
            rulers, minimap, scrolls, panel = self._parts()
            self.show_rulers(rulers)
            self.show_minimap(minimap)
            self.scroll_with_wheel(scrolls)
            self.show_panel(panel)
        shown = self.session.view.awaited or self.switch.content.title
        title = shown or f"{document.name}{'*' * document.dirty}"
        self.root.title(f"{title} — mazeeditor")

    def show_solution(self) -> None:
        """Draw the answer of the solver as the settings have it."""
        settings = self.session.services.settings
        self._shown_answer = settings.route, settings.visited
        if self.game:
            return
        if self.session.view.highlight.result:
            self.show_maze()  # else something would cover them
            self.maze_view.show_highlighted(self.session.view.highlight.result)
        else:
            document = self.session.document
            marks = settings.visited and document.marks is not None
            self.maze_view.show_solution(document.solution, route=settings.route, marks=marks)
        self._sealed_layer.follow()

    def _show_cell(self) -> None:
        cell = (
            self.maze_view.cell
            if self.maze_view.pointer.cell is None
            else self.maze_view.pointer.cell
        )
        lattice = self.session.document.maze.lattice
        self.status.show_cell("" if cell is None else in_words(lattice, cell))

    # What is shown

    def show_rulers(self, shown: bool) -> None:
        self.session.services.settings.rulers = shown
        self.maze_view.show_rulers(shown)
        self._note_parts()

    def _parts(self) -> tuple[bool, bool, bool, bool]:
        settings = self.session.services.settings
        return settings.rulers, settings.minimap, settings.wheel_scrolls, settings.panel

    def _note_parts(self) -> None:
        """Note what of the window is shown, and let the other windows follow."""
        if self._shown_parts != self._parts():
            self._shown_parts = self._parts()
            self.windows.follow_settings(self)

    def show_minimap(self, shown: bool) -> None:
        """Show the whole maze in a corner where it does not fit, or not."""
        self.session.services.settings.minimap = shown
        self.maze_view.show_navigation(bars=True, minimap=shown)
        self._note_parts()

    def scroll_with_wheel(self, scrolls: bool) -> None:
        """Let the wheel scroll the maze, or zoom it."""
        self.session.services.settings.wheel_scrolls = self.maze_view.wheel_pans = scrolls
        self._note_parts()

    def show_game(self, game: GameInWindow | None) -> None:
        """Give the place of all that edits to a game and its bar; with ``None`` give it back."""
        self.show_maze()
        if game:
            self.bar.grid_remove()
            self._stack(0, game.bar)
        elif self.game:
            self.game.bar.grid_remove()
            self.bar.grid()
        self.switch.show_around(shown=game is None)
        self.game, self.session.view.playing = game, game is not None
        self.session.view.distances.hold(game is not None)
        self.session.view.hide_found()
        self._place_panel(shown=self.session.services.settings.panel and not game)

    # The workspaces

    def show_workspace(self, name: str, view: str | None = None) -> None:
        """Show another workspace, or another of its views; what is typed in this one is taken."""
        self.session.services.commit_typing.notify()
        self.session.view.workspaces.show(name, view)

    def show_maze(self) -> None:
        """Show a workspace in which the maze is seen without its page."""
        if self.switch.content.whole or self.switch.chosen.name == PAGE:
            self.show_workspace(DRAW)
        elif self.switch.content.middle:
            self.show_workspace(self.switch.chosen.name, "")

    def _follow_workspace(self) -> None:
        """Show the workspace that was chosen."""
        with self.session.services.updated_once(), self.maze_view.drawn_once():
            self.switch.follow()
            self._place_around()
        self.focus_maze()  # once it is on the screen: keys that wait are for it

    def _place_around(self) -> None:
        """Show what belongs to the workspace."""
        shown = self.switch.shown
        self.keys.instead = self.switch.actions.instead
        self.bar.show(shown.name, self.switch.actions.buttons)
        self._place_panel(shown=self.session.services.settings.panel)
        if self.panel and shown.tabs:
            self.panel.show_tabs(shown.tabs)

    def cover_status(self) -> None:
        """Let the status bar say nothing of a maze that is covered or not shown."""
        view = self.session.view
        hidden, about_it = view.workspaces.hides_maze, view.workspaces.name == TEACH
        covered = view.in_gallery or (hidden and not about_it) or bool(view.awaited)
        self.status.cover(covered=covered, aside=hidden and about_it)

    # The panel

    def _show_tab_of(self, name: str) -> None:
        """Show a workspace that has a tab of the panel, this one if it has, with the maze."""
        here = self.switch.shown
        having = [here] if name in here.tabs else [each for each in WORKSPACES if name in each.tabs]
        self.show_workspace(having[0].name, "")

    def build_panel(self) -> SidePanel:
        """Return the panel, which is made at the first call."""
        from mazeeditor.gui.panels import SidePanel

        if self.panel is None or not self.panel.winfo_exists():
            document, services = self.session.document, self.session.services
            self.panel = SidePanel(self.root, self, document, self.session.view, services)
            if self.switch.shown.tabs:
                self.panel.show_tabs(self.switch.shown.tabs)
            self.panel.lower()  # the gallery may cover the window
            self.show_panel(services.settings.panel)
        return self.panel

    def show_tab(self, name: str) -> None:
        """Show a tab of the panel and give the keyboard to its first field."""
        self._show_tab_of(name)
        self.show_panel(True)
        self.build_panel().focus_tab(name)

    def show_panel(self, shown: bool) -> None:
        """Show the panel, or leave its place to the maze."""
        self.session.services.settings.panel = shown
        self._place_panel(shown=shown and not self.game)
        self._note_parts()

    def _place_panel(self, *, shown: bool) -> None:
        """Show the panel or not; before it is made it has its room, so that the maze stays put."""
        shown = shown and bool(self.switch.shown.tabs) and self.switch.content.middle is None
        width = self._fit_panel()
        self.root.columnconfigure(PANEL, minsize=width if shown else 0)
        for column, part in ((PANEL_LINE, self._panel_line), (PANEL, self.panel)):
            if part and shown:
                part.grid(row=ROW, column=column, sticky="ns")
            elif part:
                part.grid_remove()

    @property
    def panel_room(self) -> int:
        """How wide the panel beside the maze is, without its scroll bar, px."""
        width, theme = self.root.winfo_width(), current(self.root)
        settings = self.session.services.settings
        if width <= 1:  # not on the screen yet
            width = theme.px(settings.width)
        return theme.panel_in(width, settings.panel_width)

    def _fit_panel(self) -> int:
        """Let the panel be as wide as suits the window; return that with its scroll bar, px."""
        if self.panel:
            self.panel.fit(self.panel_room)
        return current(self.root).with_bar(self.panel_room)

    def widen_panel(self, wider: int) -> None:
        """Make the panel wider by some px, and keep that, as far as the window has room."""
        settings, theme = self.session.services.settings, current(self.root)
        width = self.root.winfo_width()
        wanted = (theme.panel_in(width, settings.panel_width) + wider) / theme.scale
        settings.panel_width = round(theme.panel_in(width, max(wanted, 1)) / theme.scale)
        if self.root.columnconfigure(PANEL)["minsize"]:  # it is shown
            self.root.columnconfigure(PANEL, minsize=self._fit_panel())

    def _reset_panel(self) -> None:
        """Let the panel be as wide as suits the window again."""
        self.session.services.settings.panel_width = 0
        self.root.columnconfigure(PANEL, minsize=self._fit_panel())

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        """Follow a window that gets narrow, or wide again, where the panel is shown."""
        if event.widget is self.root and self.root.columnconfigure(PANEL)["minsize"]:
            self.root.columnconfigure(PANEL, minsize=self._fit_panel())

    # As commands and jobs use it

    def show_status(self, text: str, offers: Mapping[str, str] = NO_OFFERS) -> None:
        """Show a message for a while in the status bar, with buttons for some commands.

        While the gallery covers that, it shows the message.
        """
        if self.closed:  # while a question was open whose answer leads here
            return
        if self.session.view.in_gallery:
            from mazeeditor.gui.window.gallery import gallery_of

            if gallery := gallery_of(self):
                gallery.show_message(text)
        self.status.show_message(text, [self.offer(*offer) for offer in offers.items()])

    def show_refusal(self, text: str) -> None:
        """Show why nothing was done: at the pointer, where the maze is seen, and as a message."""
        self.show_status(text)
        if not self.closed and not self.session.view.in_gallery:
            self.offer_layer.refuse(text)

    def _refuse(self, text: str, cell: int | None) -> None:
        """Show at the pointer, or beside a cell, why a tool did nothing."""
        if cell is None:
            self.offer_layer.refuse(text)
        else:
            self.offer_layer.refuse_at_cell(text, cell)

    def offer(self, name: str, label: str) -> Offer:
        """Return the button for a command, with its key."""
        command = COMMANDS[name]
        return Offer(label, command.summary, self.keys.label(name), lambda: self.run(command))

    def show_section(self, name: str) -> None:
        """Bring a section of the panel into view."""
        self._show_tab_of(self.build_panel().tab_of(name))
        self.show_panel(True)
        self.build_panel().unfold(name)

    def show_field(self, section: str, option: str) -> None:
        """Bring the field of an option in a section, or a workspace, into view and focus it."""
        if self.build_panel().lacks(section):
            book = section == BOOK
            self.show_workspace(SHEETS if book else section, BOOK if book else "")
            self.switch.content.focus_field(option)
            return
        self._show_tab_of(self.build_panel().tab_of(section))
        self.show_panel(True)
        self.build_panel().focus_field(section, option)

    @property
    def in_field(self) -> bool:
        return keys.field_of(self.root) is not None

    def do_in_field(self, event: str) -> None:
        """Let that field do what an event like ``<<Paste>>`` means there."""
        if field := keys.field_of(self.root):
            field.event_generate(event)

    @property
    def pointed_cell(self) -> int | None:
        """The cell of the cell cursor, else the one under the pointer, if any."""
        return self.maze_view.pointer.cell if self.maze_view.cell is None else self.maze_view.cell

    @property
    def zoomed(self) -> Zoomed | None:
        return self.switch.content.zoomed

    def focus_maze(self) -> None:
        """Give the keyboard to the maze, to what is shown in its place, or to the gallery."""
        if self.session.view.in_gallery:
            self.show_gallery(True)
        else:
            self.switch.content.focus()

    @property
    def several_windows(self) -> bool:
        """Whether ``open_window`` can be used: not while a dialog blocks all windows."""
        return not blocking_dialog(self.root)

    def open_window(self, begin: Callable[..., object]) -> None:
        """Open another window, and call ``begin`` with those of its parts that it declares."""
        self.windows.open().parts.call(begin)

    def show_window_of(self, path: Path) -> bool:
        """Bring the window in front in which a file is open; returns whether there is one."""
        return self.windows.show_window_of(path)

    def ask_outline(
        self, mask: MaskStep, size: tuple[str, Mapping[str, Any]]
    ) -> tuple[MaskStep, str | None] | None:
        """Ask what a maze of a shape and its sizes is cut to; ``mask`` is shown at first."""
        from mazeeditor.gui.dialogs.mask_dialog import MaskDialog

        session, shape, sizes = self.session, *size
        known = self.root, session.document, session.services
        answer: tuple[MaskStep, str | None] | None
        answer = MaskDialog(*known, [mask], 0, None, (shape, dict(sizes))).show()
        return answer

    def show_gallery(self, shown: bool) -> None:
        """Let the gallery cover the window, or show what is below again."""
        from mazeeditor.gui.window.gallery import GalleryView, gallery_of

        session, gallery = self.session, gallery_of(self)
        if not shown:
            if gallery:
                gallery.close()
        elif gallery:
            gallery.focus_cards()
        else:
            GalleryView(self, session.document, session.view, session.services)

    def close(self) -> None:
        """Keep the settings, stop every worker, destroy the window."""
        self.closed = True
        try:
            keep_size(self.root, self.session.services.settings, self.scale)
            self.root.withdraw()
            self.session.close()
        finally:  # a window that is half closed could never be closed
            self.windows.remove(self)
