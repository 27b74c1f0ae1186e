"""Long work in the window: progress, Cancel, a usable window, errors in one sentence."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeeditor.app.ui import Running, Unsaved
from mazeeditor.core.job import Job
from mazeeditor.core.kernels import compiled
from mazeeditor.core.kernels.compiled import Kernel, as_view, kernels_of
from mazeeditor.editing.work import generating
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.recipe import Recipe
from tests.events import alive, click, close, key, settle
from tests.gui.desk import Desk


def half_done_until_cancelled(job: Job) -> None:
    job.phase(2)
    job.step(1)
    while True:
        job.check()
        time.sleep(0.001)


def start_endless(desk: Desk) -> None:
    desk.session.services.jobs.start(
        "Counting sheep", half_done_until_cancelled, lambda _none: None
    )
    desk.wait(desk.window.status.work.winfo_viewable, "the progress bar")


def test_progress_and_cancel(desk: Desk) -> None:
    height = desk.window.maze_view.winfo_height()
    start_endless(desk)
    work = desk.window.status.work
    assert work.title.cget("text") == "Counting sheep"
    assert work.share.cget("text") == "50%"
    assert float(str(work.bar.cget("value"))) == 0.5
    assert desk.window.bar.buttons["generate"].instate(["disabled"])
    assert desk.window.maze_view.winfo_height() == height, "nothing moves"
    click(work.cancel)
    desk.wait(lambda: not desk.session.services.jobs.busy, "the end")
    settle(desk.root)
    assert not work.winfo_viewable()
    assert desk.window.bar.buttons["generate"].instate(["!disabled"])
    assert desk.answers.errors == []
    start_endless(desk)
    key(desk.root, "Escape")
    desk.wait(lambda: not desk.session.services.jobs.busy, "the end")


@pytest.mark.slow
@pytest.mark.own_window("it closes the window")
def test_closing_with_changes_during_work(desk: Desk, tmp_path: Path) -> None:
    start_endless(desk)
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.answers.running = [Running.STOP, Running.STOP]
    desk.answers.unsaved = [Unsaved.KEEP, Unsaved.SAVE]
    close(desk.root)
    assert desk.session.services.jobs.busy, "who stays loses no work"
    desk.answers.paths = [tmp_path / "kept.maze"]
    close(desk.root)
    desk.wait(lambda: not alive(desk.root), "the end")
    assert (tmp_path / "kept.maze").exists()


def test_cancelled_generating_changes_nothing(desk: Desk) -> None:
    form = desk.generate
    before, walls = desk.document.maze, desk.document.maze.walls.copy()
    form.sizes.show({"rows": 6000, "columns": 6000})
    key(desk.root, "ctrl+g")
    assert desk.session.services.jobs.busy
    key(desk.root, "Escape")
    desk.wait(lambda: not desk.session.services.jobs.busy, "the end", 60)
    assert desk.document.maze is before
    assert np.array_equal(before.walls, walls)
    assert not desk.document.can_undo


@pytest.fixture
def slow_compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let each kernel be compiled only when the event is set, and then run interpreted."""
    go_on = threading.Event()

    def compile_(kernel: Kernel[Any, Any]) -> Callable[..., Any]:
        go_on.wait(20)
        return lambda *args: kernel.interpreted()(*map(as_view, args))

    monkeypatch.setattr(compiled, "available", lambda: True)
    monkeypatch.setattr(compiled, "FEW_ELEMENTS", 100)
    monkeypatch.setattr(Kernel, "compile", compile_)
    for kernel in kernels_of(GENERATORS["hunt-and-kill"].run):
        monkeypatch.setattr(kernel[4], "_compiled", None)
    yield go_on
    go_on.set()


def test_that_an_algorithm_is_compiled_is_seen(desk: Desk, slow_compiler: threading.Event) -> None:
    before, title = desk.document.maze, desk.window.status.work.title
    desk.session.view.draft.choose_generator("hunt-and-kill")
    key(desk.root, "ctrl+g")
    desk.wait(title.winfo_viewable, "the progress")
    assert title.cget("text") == "Generating: preparing the algorithm"
    slow_compiler.set()
    desk.wait(lambda: desk.document.maze is not before, "another maze")
    assert not desk.session.services.jobs.compiling


def test_cancel_does_not_wait_for_the_compiler(desk: Desk, slow_compiler: threading.Event) -> None:
    before = desk.document.maze
    desk.session.view.draft.choose_generator("hunt-and-kill")
    key(desk.root, "ctrl+g")
    desk.wait(desk.window.status.work.winfo_viewable, "the progress")
    click(desk.window.status.work.cancel)
    assert not desk.session.services.jobs.busy
    slow_compiler.set()
    desk.session.view.draft.choose_generator("eller")
    key(desk.root, "ctrl+g")
    desk.wait(lambda: desk.document.maze is not before, "another maze")
    assert desk.document.recipe.generator == "eller"
    key(desk.root, "ctrl+z")
    assert desk.document.maze is before, "what was cancelled is discarded"


def test_progress_stays_until_it_is_painted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """No turn of the event loop passes between the end of the progress and the paint."""
    status, view, cells = desk.window.status, desk.view, 700 * 900
    monkeypatch.setattr("mazeeditor.gui.statusbar.BUSY_AFTER_MS", 1)
    recipe = Recipe("binary-tree", seed=1, braid=0.0, sizes={"rows": 700, "columns": 900})
    turns: list[tuple[bool, bool, bool]] = []

    def look() -> None:
        delivered = desk.document.maze.lattice.cells == cells
        turns.append((delivered, bool(status.work.winfo_manager()), view.painted))
        desk.root.after(1, look)

    work = generating(desk.document, recipe)
    desk.session.services.jobs.start("Generating", work.run, work.deliver)
    look()
    desk.wait(lambda: desk.document.maze.lattice.cells == cells, "the maze")
    desk.wait(lambda: not status.work.winfo_manager(), "the end of the progress")
    assert (False, True, True) in turns, "it was shown while the maze was made"
    assert (True, True, False) in turns, "and until it was drawn"
    assert not [turn for turn in turns if turn[0] and not turn[1] and not turn[2]]
