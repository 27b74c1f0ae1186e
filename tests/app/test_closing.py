"""Closing names the work that runs: it is waited for, or stopped, or the window stays."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from mazeeditor.app.ui import Running, Unsaved
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.files import read
from tests.app.scripted import Program


class Work:
    def __init__(self, program: Program, problem: Exception | None = None) -> None:
        self.go, self.delivered = threading.Event(), False
        self.problem = problem
        program.session.services.jobs.start("Working", self._run, self._deliver)

    def _run(self, job: Job) -> None:
        while not self.go.wait(0.002):
            job.check()
        if self.problem:
            raise self.problem

    def _deliver(self, _none: None) -> None:
        self.delivered = True


def test_stopped_at_once(program: Program) -> None:
    work = Work(program)
    program.answers.running = [Running.STOP]
    program.start("close")
    assert program.ui.closed
    assert program.answers.asked == ["Working"]
    assert not work.delivered
    work.go.set()


def test_waited_for(program: Program) -> None:
    work = Work(program)
    program.answers.running = [Running.WAIT]
    program.start("close")
    assert not program.ui.closed
    work.go.set()
    program.settle()
    assert work.delivered
    assert program.ui.closed


def test_asked_again(program: Program) -> None:
    """Who closes a window that waits can still stop the work."""
    work = Work(program)
    program.answers.running = [Running.WAIT, Running.STOP]
    program.start("close")
    program.start("close")
    assert program.ui.closed
    work.go.set()


@pytest.mark.parametrize("end", ["failed", "cancelled", "kept"])
def test_the_window_stays(program: Program, end: str) -> None:
    """Where nothing came of what was waited for, somebody has to see that."""
    work = Work(program, MazeError("No.") if end == "failed" else None)
    program.answers.running = [None if end == "kept" else Running.WAIT]
    program.start("close")
    if end == "cancelled":
        program.session.services.jobs.cancel()
    work.go.set()
    program.settle()
    assert not program.ui.closed
    assert program.answers.errors == (["No."] if end == "failed" else [])
    assert program.answers.asked == ["Working"]


def test_what_the_work_makes_is_asked_about(program: Program) -> None:
    program.start("generate")
    assert program.session.services.jobs.busy
    program.answers.running, program.answers.unsaved = [Running.WAIT], [Unsaved.KEEP]
    program.start("close")
    program.settle()
    assert program.answers.asked == ["Generating", "Untitled"]
    assert not program.ui.closed
    assert program.session.document.can_undo


def test_saving_is_waited_for_too(program: Program, tmp_path: Path) -> None:
    program.edit()
    program.answers.paths = [tmp_path / "a.maze"]
    program.start("save-as")
    program.answers.running = [Running.WAIT]
    program.start("close")
    program.settle()
    assert program.ui.closed
    assert read(tmp_path / "a.maze").maze.walls.tolist() == program.walls()
    assert program.answers.asked == ["Save as", "Saving a.maze"]
