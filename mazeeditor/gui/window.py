"""The window: brings document, jobs and parts together, and tells each what it must hear.

::

    document --- change ------> follow ---> view, verdict, panel
    jobs ------- begin, end --> refresh --> what can be asked for now
    keys, menus, buttons -----> run ------> a command
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mazeeditor.editing.change import EVERYTHING, Change
from mazeeditor.editing.cursor import in_words, last_in_words
from mazeeditor.editing.document import Document
from mazeeditor.errors import MazeError
from mazeeditor.gui import keys
from mazeeditor.gui.boxes import LEAVE
from mazeeditor.gui.commands import Command, chords
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.filing import Filing
from mazeeditor.gui.hand import ToolHand
from mazeeditor.gui.icons import Icons
from mazeeditor.gui.jobs import Jobs, Threads, ignore
from mazeeditor.gui.layout import Layout
from mazeeditor.gui.settings import Settings
from mazeeditor.gui.system import mode_of
from mazeeditor.gui.theme import Theme, apply
from mazeeditor.gui.verdict import Verdict
from mazeeditor.gui.warming import warm_up
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.editing.work import Work
    from mazeeditor.gui.panels.generate import Generate
    from mazeeditor.gui.panels.solve import Solve
    from mazeeditor.maze.facts import Facts

T = TypeVar("T")


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
        self.closed = self._refresh_due = False
        self.chords = chords()
        self.layout = Layout(self)
        self.view, self.status = view, status = self.layout.view, self.layout.status
        self.hand = ToolHand(view, document, status.show_hint, status.say, self.start)
        self.verdict = Verdict(
            self.threads, root.after, lambda: document.maze, self._told, status.wait
        )
        self._listen()
        self.follow(EVERYTHING)

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

    def get_ready(self, path: Path | None) -> None:
        """Build what can wait until the window is seen, open a file, warm up the kernels."""
        self.layout.build_panel()
        self.root.wm_iconphoto(True, *self.icons.application())
        if path:
            self.filing.load(path)
        self.threads.start(lambda job: warm_up(job, lambda: self.jobs.busy), ignore, self.report)

    @property
    def generate(self) -> Generate:
        """The section that makes mazes."""
        from mazeeditor.gui.panels.generate import Generate

        return self.layout.section(Generate)

    @property
    def solve(self) -> Solve:
        """The section that solves them."""
        from mazeeditor.gui.panels.solve import Solve

        return self.layout.section(Solve)

    # What is asked for

    def run(self, command: Command) -> None:
        """Do what a command does, where it can be asked for now."""
        if not command.ready(self):
            return
        try:
            command.run(self)
        except MazeError as problem:
            self.report(problem)
        self.refresh()

    def press(self, chord: str) -> bool:
        """Do what a chord asks for; returns whether it asks for anything."""
        command = self.chords.get(chord)
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
            self.view.show(self.document.maze)
            self.status.make_room_for(last_in_words(self.document.maze.lattice))
        elif change.passages:
            self.view.changed(change.walls)
        if change.solution or change.maze:
            self.show_answer()
        if change.passages:
            self.verdict.recount()
        if self.layout.panel:
            self.layout.panel.follow(change)
        self.refresh()

    def refresh(self) -> None:
        """Show how things stand, soon: many changes make one refresh."""
        if not (self._refresh_due or self.closed):
            self._refresh_due = True
            self.root.after_idle(self._refresh)

    def _refresh(self) -> None:
        self._refresh_due = False
        self.layout.refresh()
        mark = "*" if self.document.dirty else ""
        self.root.title(f"{self.document.name}{mark} — mazeeditor")

    def _told(self, facts: Facts | None, problem: str) -> None:
        self.status.tell(self.document.maze, facts, problem)

    def _show_cell(self) -> None:
        cell = self.view.cell if self.view.pointed is None else self.view.pointed
        self.status.show_cell("" if cell is None else in_words(self.document.maze.lattice, cell))

    # How it is shown

    def show_answer(self, *, route: bool | None = None, visited: bool | None = None) -> None:
        """Show what the solver found; ``route`` and ``visited`` say what of it from now on."""
        settings, document = self.settings, self.document
        settings.route = settings.route if route is None else route
        settings.visited = settings.visited if visited is None else visited
        marks = settings.visited and document.marks is not None
        self.view.show_solution(document.solution, route=settings.route, marks=marks)
        self.refresh()

    # The end

    def close(self) -> None:
        """Keep the settings, stop every thread, go."""
        self.root.withdraw()
        self.layout.keep_size()
        self.settings.save()
        self.closed = True
        self.threads.close()
        call = self.root.tk.call
        for timer in self.root.tk.splitlist(call("after", "info")):
            call("after", "cancel", timer)  # tkinter's own way deletes what destroy deletes
        self.root.destroy()
