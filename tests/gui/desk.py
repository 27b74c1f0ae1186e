"""A window on a desk: the real one, on the private display, whose questions a test answers."""

from __future__ import annotations

import gc
import os
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from mazeeditor.app.commands.file_menu import open_path
from mazeeditor.app.settings import Settings
from mazeeditor.gui import app
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.panels import SECTIONS, SectionContent, SidePanel
from mazeeditor.gui.panels.generate_panel import GeneratePanel
from mazeeditor.gui.panels.solve_panel import SolvePanel
from mazeeditor.gui.widgets.tooltip import Tips, Tooltip
from mazeeditor.gui.window.window import Window
from tests.app.scripted import ListedAnswers
from tests.display import Display
from tests.events import key, wait_until
from tests.gui.one_window import OneWindow
from tests.windows import Watch

OF_START = {"MAZEEDITOR_SETTINGS", "MAZEEDITOR_STATE"}
C = TypeVar("C", bound=SectionContent)


class Answers(ListedAnswers, Dialogs):
    """Answers the questions of a window out of lists."""

    def __init__(self, root: tk.Misc) -> None:
        Dialogs.__init__(self, root)
        ListedAnswers.__init__(self)


class Desk:
    """The window under test and what the user can see of it."""

    def __init__(self, window: Window) -> None:
        self.window, self.root = window, window.root
        self.session = window.session
        self.document, self.view = window.session.document, window.maze_view
        self.canvas = window.maze_view.canvas

    @property
    def windows(self) -> list[Window]:
        """The open windows of the process, the one used last at the end."""
        application = self.root.nametowidget(".")
        assert isinstance(application, app.Application)
        return application.windows.windows if application.windows else []

    @property
    def answers(self) -> Answers:
        assert isinstance(self.window.dialogs, Answers)
        return self.window.dialogs

    def section(self, kind: type[C]) -> C:
        """Return the contents of a section of the panel."""
        name = next(section.name for section in SECTIONS if section.run is kind)
        content = self.window.build_panel().content(name)
        assert isinstance(content, kind)
        return content

    def whole_panel(self) -> SidePanel:
        """Return the panel with what is on all of its tabs."""
        panel = self.window.build_panel()
        for section in SECTIONS:
            panel.content(section.name)
        return panel

    @property
    def generate(self) -> GeneratePanel:
        return self.section(GeneratePanel)

    @property
    def solve(self) -> SolvePanel:
        return self.section(SolvePanel)

    @property
    def theme(self) -> Theme:
        return current(self.root)

    @property
    def verdict(self) -> str:
        return str(self.window.status.chip.cget("text")).strip()

    @property
    def tooltips(self) -> list[Tooltip]:
        tips: Tips = vars(self.root)["tips"]
        return list(tips.tooltips.values())

    @property
    def hint(self) -> str:
        """What the status bar says of the tool, or of what has just been done."""
        return str(self.window.status.hint.cget("text"))

    @property
    def figures(self) -> str:
        return str(self.window.status.figures.cget("text"))

    def wait(self, condition: Callable[[], bool], what: str = "", seconds: float = 60) -> None:
        """Let the window go on until something is so."""
        wait_until(self.root, condition, seconds, what)

    def wait_for_work(self) -> None:
        """Let the window go on until the job and the verdict are done."""
        self.wait(lambda: not self.session.services.jobs.busy, "the job")
        self.wait(lambda: self.session.view.verdict.settled, "the verdict")

    def at(self, row: float, column: float) -> tuple[float, float]:
        """Return where on the canvas a place of the maze is, in px; whole numbers are posts."""
        return self.view.viewport.to_px(column, row)

    def wall(self, row: int, column: int, side: str) -> int:
        lattice = self.document.maze.lattice
        return lattice.wall(lattice.cell(row, column), lattice.sides.index(side))

    def is_closed(self, row: int, column: int, side: str) -> bool:
        return bool(self.document.maze.is_closed(np.array([self.wall(row, column, side)]))[0])

    def middle_of(self, row: int, column: int, side: str) -> tuple[float, float]:
        """Return where on the canvas the middle of a wall is, in px."""
        down, right = {
            "top": (0.0, 0.5),
            "right": (0.5, 1.0),
            "bottom": (1.0, 0.5),
            "left": (0.5, 0.0),
        }[side]
        return self.at(row + down, column + right)


def open_more(form: Form) -> None:
    """Show the rare options of a form, as the keyboard does."""
    assert form.more
    if not form.more.is_open:
        form.more.focus_force()
        key(form.more, "Return")
        assert form.more.is_open


def open_desk(
    settings: Settings | None = None, path: Path | None = None, *, fresh: bool = False
) -> Desk:
    """Return a window that has just been opened and is ready.

    That is the one that cases share, but in those marked ``own_window``, where ``fresh`` asks for
    an application of its own, with other settings, for a second window in a case, under a window
    manager, and where the case has said where the program finds its settings or its state.
    """
    one = None if fresh or settings else _shared_window()
    if one:
        gc.disable()  # as ``app.start`` does
        desk = Desk(one.window)
        if path:
            open_path(desk.session.opened, desk.session.book, path)
    else:
        desk = Desk(app.start(settings or Settings(), path, Answers))
    desk.wait_for_work()
    return desk


def _shared_window() -> OneWindow | None:
    """Return the window that cases on this display share, if this case can have it."""
    if not Watch.now.shares:
        return None
    name = os.environ["DISPLAY"]
    one = OneWindow.kept.get(name)
    managed = Display.running[name].screen.managed  # windows there are where its manager puts them
    if (one and one.in_use) or managed or OF_START & os.environ.keys():
        return None
    if one and one.scale != os.environ.get("MAZEEDITOR_SCALE"):
        one.discard()
        one = None
    if one:
        one.use()
        return one
    if Watch.now.patched:  # the window would stay patched
        return None
    desk = Desk(app.start(Settings(), None, Answers))
    desk.wait_for_work()
    one = OneWindow(desk.window)
    Watch.now.roots.remove(one.root)
    return one
