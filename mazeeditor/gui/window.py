"""The window with everything in it, and how its parts hear of each other.

::

    +-----------------------------------------------+
    | menu bar                                      |
    | command bar                   generate, solve |
    +--+--------------------------------+-----------+
    |t |                                | panel     |   document  -- change -->     follow
    |o | view: the maze and its rulers  | of        |   jobs      -- begin, end --> refresh
    |ol|                                | sections  |   keys, menus, buttons -->    run
    +--+--------------------------------+-----------+
    | status bar                                    |
    +-----------------------------------------------+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, TypeVar

from mazeeditor.editing.change import EVERYTHING, Change
from mazeeditor.editing.document import Document
from mazeeditor.errors import MazeError
from mazeeditor.gui import keys
from mazeeditor.gui.boxes import LEAVE
from mazeeditor.gui.canvas.view import MazeView
from mazeeditor.gui.commandbar import CommandBar
from mazeeditor.gui.commands import Command, chords
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.filing import Filing
from mazeeditor.gui.hand import ToolHand
from mazeeditor.gui.icons import Icons
from mazeeditor.gui.jobs import Jobs, Threads, ignore
from mazeeditor.gui.menus import MenuBar
from mazeeditor.gui.settings import Settings
from mazeeditor.gui.statusbar import StatusBar
from mazeeditor.gui.system import mode_of
from mazeeditor.gui.theme import Theme, apply
from mazeeditor.gui.toolstrip import ToolStrip
from mazeeditor.gui.verdict import Verdict
from mazeeditor.gui.warming import warm_up
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.editing.work import Work
    from mazeeditor.gui.panel import Panel
    from mazeeditor.gui.panels import Content
    from mazeeditor.gui.panels.generate import Generate
    from mazeeditor.gui.panels.solve import Solve
    from mazeeditor.maze.facts import Facts

T = TypeVar("T")
C = TypeVar("C", bound="Content")
SMALLEST = (640, 420)  # px at 96 dpi


class Window:
    """One window on one document."""

    def __init__(
        self, root: tk.Tk, document: Document, settings: Settings, dialogs: Dialogs, scale: float
    ) -> None:
        self.root, self.document = root, document
        self.settings, self.dialogs, self.scale = settings, dialogs, scale
        self.theme: Theme = apply(root, mode_of(settings.theme), scale)
        self.icons = Icons(root, self.theme)
        self.threads = Threads(root)
        self.jobs = Jobs(self.threads, self.report)
        self.filing = Filing(self)
        self._chords = chords()
        self._refresh_due = self.closed = False
        self._build()
        self.verdict = Verdict(
            self.threads, root.after, lambda: document.maze, self._told, self.status.wait
        )
        self._listen()
        self.follow(EVERYTHING)

    def _build(self) -> None:
        root, theme = self.root, self.theme
        self.status = StatusBar(root, theme, self.icons, self.jobs)
        self.view = MazeView(root, theme, self.threads)
        self.hand = ToolHand(self.view, self.document, self.status.show_hint)
        self.menus = MenuBar(self)
        self.bar = CommandBar(root, self)
        self.strip = ToolStrip(root, self)
        self.panel: Panel | None = None
        self._panel_line = ttk.Separator(root, orient="vertical")
        self.bar.grid(row=0, column=0, columnspan=5, sticky="ew")
        ttk.Separator(root).grid(row=1, column=0, columnspan=5, sticky="ew")
        self.strip.grid(row=2, column=0, sticky="ns")
        ttk.Separator(root, orient="vertical").grid(row=2, column=1, sticky="ns")
        self.view.grid(row=2, column=2, sticky="nsew")
        ttk.Separator(root).grid(row=3, column=0, columnspan=5, sticky="ew")
        self.status.grid(row=4, column=0, columnspan=5, sticky="ew")
        root.rowconfigure(2, weight=1)
        root.columnconfigure(2, weight=1)
        root.minsize(*(theme.px(side) for side in SMALLEST))

    def get_ready(self, path: Path | None) -> None:
        """Build what can wait until the window is seen, open a file, warm up the kernels."""
        self.build_panel()
        if path:
            self.filing.load(path)
        self.threads.start(warm_up, ignore, self.report)

    def build_panel(self) -> None:
        """Build the panel, which the window can be seen without."""
        from mazeeditor.gui.panel import Panel

        self.panel = Panel(self.root, self)
        self.panel.follow(EVERYTHING)
        self.show_panel(self.settings.panel)

    def section(self, kind: type[C]) -> C:
        """Return the contents of a section of the panel."""
        if self.panel is None:
            self.build_panel()
        assert self.panel
        return next(each for each in self.panel.contents.values() if isinstance(each, kind))

    @property
    def generate(self) -> Generate:
        """The section that makes mazes."""
        from mazeeditor.gui.panels.generate import Generate

        return self.section(Generate)

    @property
    def solve(self) -> Solve:
        """The section that solves them."""
        from mazeeditor.gui.panels.solve import Solve

        return self.section(Solve)

    def unfold(self, section: str) -> None:
        """Bring a section of the panel into view."""
        self.show_panel(True)
        if self.panel:
            self.panel.unfold(section)

    def _listen(self) -> None:
        root, view = self.root, self.view
        self.document.listen(self.follow)
        self.jobs.listeners.append(self.refresh)
        keys.listen(root, self.press)
        root.bind(LEAVE, lambda _event: view.canvas.focus_set())
        view.bind("<<ViewChanged>>", lambda _event: self.status.show_zoom(view.percent))
        for event in ("<<PointerMoved>>", "<<CursorMoved>>"):
            view.bind(event, lambda _event: self._show_cell())
        root.protocol("WM_DELETE_WINDOW", self.filing.quit)
        view.canvas.focus_set()

    # What is asked for

    def run(self, command: Command) -> None:
        """Do what a command does, where it can be asked for now."""
        if not command.enabled(self):
            return
        try:
            command.run(self)
        except MazeError as problem:
            self.report(problem)
        self.refresh()

    def press(self, chord: str) -> bool:
        """Do what a chord asks for; returns whether it asks for anything."""
        command = self._chords.get(chord)
        if command is None:
            return False
        self.run(command)
        return True

    def start(self, title: str, work: Work[T], then: Callable[[], None] = ignore) -> None:
        """Do a piece of work beside the window, one at a time, and ``then`` what follows it."""

        def deliver(result: T) -> None:
            if work.deliver(result):
                then()
            else:
                self.status.say(_("The maze has changed meanwhile: the result fits no more."))

        self.jobs.start(title, work.run, deliver)

    def report(self, problem: Exception) -> None:
        """Tell a person what went wrong."""
        if not isinstance(problem, MazeError):
            raise problem  # into report_callback_exception, which logs it
        self.dialogs.error(str(problem))

    # What has changed

    def follow(self, change: Change) -> None:
        """Show what changed in the document."""
        if change.maze:
            lattice = self.document.maze.lattice
            self.view.show(self.document.maze)
            self.status.make_room_for((lattice.rows - 1, lattice.columns - 1))
        elif change.walls is not None and len(change.walls):
            self.view.changed(change.walls)
        if change.solution or change.maze:
            self.show_answer()
        if change.passages:
            self.verdict.recount()
        if self.panel:
            self.panel.follow(change)
        self.refresh()

    def refresh(self) -> None:
        """Show which commands can be asked for, soon: many changes make one refresh."""
        if not (self._refresh_due or self.closed):
            self._refresh_due = True
            self.root.after_idle(self._refresh)

    def _refresh(self) -> None:
        self._refresh_due = False
        self.menus.refresh()
        self.bar.refresh()
        self.strip.refresh(self.hand.tool.name)
        if self.panel:
            self.panel.refresh()
        mark = "*" if self.document.dirty else ""
        self.root.title(f"{self.document.name}{mark} — mazeeditor")

    def _told(self, facts: Facts | None, problem: str) -> None:
        self.status.tell(self.document.maze, facts, problem)

    def _show_cell(self) -> None:
        cell = self.view.cell if self.view.pointed is None else self.view.pointed
        self.status.show_cell(None if cell is None else self.document.maze.lattice.place(cell))

    def close(self) -> None:
        """Keep the settings, stop every thread, go."""
        self.root.withdraw()
        self._keep_size()
        self.settings.save()
        self.closed = True
        self.threads.close()
        call = self.root.tk.call
        for timer in self.root.tk.splitlist(call("after", "info")):
            call("after", "cancel", timer)  # tkinter's own way deletes what destroy deletes
        self.root.destroy()

    def _keep_size(self) -> None:
        root = self.root
        self.settings.maximised = root.tk.call("wm", "attributes", root, "-zoomed") == 1
        if not self.settings.maximised:
            self.settings.width = round(root.winfo_width() / self.scale)
            self.settings.height = round(root.winfo_height() / self.scale)

    # How it is shown

    def choose_tool(self, name: str) -> None:
        """Take a tool into the hand."""
        self.hand.choose(name)
        self.refresh()

    def show_answer(self, *, route: bool | None = None, visited: bool | None = None) -> None:
        """Show what the solver found; ``route`` and ``visited`` say what of it from now on."""
        settings, document = self.settings, self.document
        settings.route = settings.route if route is None else route
        settings.visited = settings.visited if visited is None else visited
        marks = settings.visited and document.marks is not None
        self.view.show_solution(document.solution, route=settings.route, marks=marks)
        self.refresh()

    def set_theme(self, name: str) -> None:
        """Change to ``light``, ``dark`` or ``system``."""
        self.settings.theme = name
        self.theme = apply(self.root, mode_of(name), self.scale)
        self.view.set_theme(self.theme)

    def show_rulers(self, shown: bool) -> None:
        """Show the rulers or not."""
        self.settings.rulers = shown
        for part in (self.view.corner, *(ruler.canvas for ruler in self.view.rulers)):
            if shown:
                part.grid()
            else:
                part.grid_remove()

    def show_panel(self, shown: bool) -> None:
        """Show the panel or leave its room to the maze."""
        self.settings.panel = shown
        if self.panel and shown:
            self._panel_line.grid(row=2, column=3, sticky="ns")
            self.panel.grid(row=2, column=4, sticky="ns")
        elif self.panel:
            self._panel_line.grid_remove()
            self.panel.grid_remove()
