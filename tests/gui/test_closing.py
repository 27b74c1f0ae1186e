"""Closing the window while anything goes on: it ends, and leaves whole files and no error."""

from __future__ import annotations

import random
import threading
import time
import tkinter
from collections.abc import Callable
from pathlib import Path

import pytest
from Xlib import X
from Xlib.ext import xtest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.jobs import Jobs, ignore
from mazeeditor.app.session import Session
from mazeeditor.app.ui import Running, Unsaved
from mazeeditor.core.job import Job
from mazeeditor.files.project import load
from mazeeditor.gui.desktop.blocking import blocking_dialog
from mazeeditor.gui.dialogs import Dialogs
from tests import keyboard
from tests.breadth import repeats
from tests.desktop import Desktop
from tests.dialogs import TclWindow, dialog
from tests.events import alive, click, key, move, press, settle, wait_until
from tests.gui.desk import Answers, open_desk
from tests.gui.watching.films import Screening, stages
from tests.windows import Watch

pytestmark = [pytest.mark.usefixtures("without_gallery"), pytest.mark.own_window("how windows end")]
SLOW = pytest.mark.slow
LARGE = {"rows": 300, "columns": 300}


class Scene:
    """A window that is doing something; what is written goes to ``folder``."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self.desktop, self.folder = desktop, folder
        self.desk = open_desk()
        self.session: Session = self.desk.session
        self.answers: Answers = self.desk.answers
        self.answers.unsaved = [Unsaved.DISCARD] * 3
        self.answers.running = [Running.STOP] * 3

    def run(self, name: str) -> None:
        self.desk.window.run(COMMANDS[name])

    def make_large(self) -> None:
        self.session.view.draft.sizes.update(LARGE)
        self.run("generate")
        self.desk.wait(lambda: not self.session.services.jobs.busy, "a large maze", 60)


def generating(scene: Scene) -> None:
    scene.session.view.draft.sizes.update({"rows": 1000, "columns": 1000})
    scene.run("generate")


def saving(scene: Scene) -> None:
    scene.make_large()
    scene.answers.paths = [scene.folder / "a.maze"]
    scene.run("save")


def comparing_generators(scene: Scene) -> None:
    scene.run("compare-generators")
    key(scene.desk.root, "Return")


def comparing_solvers(scene: Scene) -> None:
    scene.make_large()
    scene.run("compare")
    key(scene.desk.root, "Return")


def recording(scene: Scene) -> None:
    scene.make_large()
    scene.run("watch-solving")
    scene.desk.wait(lambda: bool(stages(scene.desk)), "the film", 60)


def saving_a_film(scene: Scene) -> None:
    scene.run("watch-solving")
    scene.desk.wait(lambda: bool(stages(scene.desk)), "the film", 60)
    shown = Screening(scene.desk)
    shown.wait_for_record()
    from mazeeditor.films.formats import FilmOptions

    shown.saver.start(shown.playback.films, scene.folder / "a.gif", FilmOptions(seconds=20))


def dragging(scene: Scene) -> None:
    press(scene.desk.canvas, *scene.desk.middle_of(4, 4, "right"))
    move(scene.desk.canvas, *scene.desk.middle_of(9, 9, "right"))


def choosing_from_a_menu(scene: Scene) -> None:
    key(scene.desk.root, "alt+f")


def doing_nothing(_scene: Scene) -> None:
    """Do nothing."""


LONG: list[Callable[[Scene], None]] = [
    *(generating, saving, comparing_generators, comparing_solvers, recording, saving_a_film)
]
SHORT = [dragging, choosing_from_a_menu, doing_nothing]


@pytest.fixture
def folder(state_folder: Path) -> Path:
    """The folder for what is written; home and the log are elsewhere."""
    written = state_folder.with_name("written")
    written.mkdir()
    return written


@pytest.mark.sample(1)
@pytest.mark.parametrize("moment", repeats(1, 12))
@pytest.mark.parametrize("begin", [*SHORT, *(pytest.param(a, marks=SLOW) for a in LONG)])
def test_closing(
    begin: Callable[[Scene], None], moment: int, desktop: Desktop, folder: Path, watch: Watch
) -> None:
    scene = Scene(desktop, folder)
    chance = random.Random(f"{begin.__name__} {moment}")
    begin(scene)
    root, until = scene.desk.root, time.monotonic() + chance.random() ** 2 * 0.4
    wait_until(root, lambda: time.monotonic() > until)
    tasks = scene.session.services.background.tasks.copy()
    if chance.random() < 0.5 and begin is not choosing_from_a_menu:
        key(root, "ctrl+q")
    if alive(root):
        desktop.close(root)
    wait_until(root, lambda: not alive(root), 20, "the end")
    assert not watch.errors
    assert scene.answers.errors == []
    log = folder.parent / "state" / "errors.log"
    assert not log.exists(), log.read_text()
    for task in tasks:
        task.thread.join(10)
        assert not task.thread.is_alive()
    check_files(folder)


def check_files(folder: Path) -> None:
    """Check that each file is whole, and that no temporary one is left."""
    for file in folder.iterdir():
        assert file.name in ("a.maze", "a.gif")
        if file.suffix == ".maze":
            assert not load(file).warnings
        else:
            assert file.read_bytes().endswith(b";")


def test_closing_under_a_dialog_waits_for_it(desktop: Desktop, folder: Path, watch: Watch) -> None:
    scene = Scene(desktop, folder)
    root, connection = scene.desk.root, desktop.screen.connection
    stages: list[str] = []

    def close_both() -> None:
        if "dialog" not in stages:
            stages.append("dialog")
            desktop.close(root)
            root.after(200, close_both)
        else:
            stages.append(f"alive: {alive(root)}")
            for code in keyboard.codes(desktop.screen, "Escape"):
                xtest.fake_input(connection, X.KeyPress, code)
                xtest.fake_input(connection, X.KeyRelease, code)
            connection.sync()

    root.after(300, close_both)
    scene.run("about")
    assert stages == ["dialog", "alive: True"]
    desktop.close(root)
    wait_until(root, lambda: not alive(root), 20, "the end")
    assert not watch.errors


def slow_job(scene: Scene) -> threading.Event:
    """Start a job as an export is one; it ends when the event is set."""
    go = threading.Event()

    def run(job: Job) -> None:
        job.phase(10)
        job.step(4)
        while not go.wait(0.002):
            job.check()

    scene.session.services.jobs.start("Exporting out.pdf", run, ignore)
    return go


def asks(root: tkinter.Misc) -> bool:
    return alive(root) and bool(blocking_dialog(root))


@pytest.mark.parametrize("keys", ["Return", "Escape", "mouse", "nothing"])
def test_closing_names_the_work(keys: str, desktop: Desktop, folder: Path, watch: Watch) -> None:
    """Alt+F4 while a file is written: wait for it, stop it, or stay; it may be done meanwhile."""
    scene = Scene(desktop, folder)
    desk, root, go = scene.desk, scene.desk.root, slow_job(scene)
    desk.window.dialogs = Dialogs(root)  # real ones
    titles = []

    def act(question: TclWindow) -> None:
        titles.append(str(question.tk.call("wm", "title", question)))
        assert question.find("TProgressbar").winfo_viewable()
        if keys == "mouse":
            click(question.find("TButton", "Stop it and close"))
        elif keys == "nothing":
            go.set()
        else:
            key(question, keys)

    with dialog(root, act):
        desktop.close(root)
        wait_until(root, lambda: bool(titles) and not asks(root), 20, "the answer")
    assert titles == ["Exporting out.pdf is not done yet"]
    if keys == "Escape":
        settle(root)
        assert scene.session.services.jobs.busy
    elif keys == "Return":
        assert desk.window.status.text == "The window closes when this is done"
        go.set()
    if keys != "Escape":
        wait_until(root, lambda: not alive(root), 20, "the end")
    go.set()
    assert not watch.errors


def test_quitting_asks_in_each_window_that_works(desktop: Desktop, folder: Path) -> None:
    scene = Scene(desktop, folder)
    root, answers = scene.desk.root, scene.answers
    scene.run("new-window")
    _first, second = scene.desk.windows
    wait_until(root, lambda: bool(second.root.winfo_viewable()), what="the other window")
    go = slow_job(scene)
    asked: list[str] = []

    def answer(jobs: Jobs) -> Running | None:
        asked.append(jobs.title)
        return Running.WAIT if len(asked) > 1 else None

    answers.ask_running = answer  # type: ignore[method-assign]
    second.run(COMMANDS["quit"])
    assert len(scene.desk.windows) == 2, "Cancel"
    second.run(COMMANDS["quit"])
    assert len(scene.desk.windows) == 2
    go.set()
    wait_until(root, lambda: not alive(root), 20, "the end")
    assert asked == ["Exporting out.pdf"] * 2
