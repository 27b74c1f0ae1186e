"""Undo and redo of large steps: in the order of the requests, beside other work, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.blanking import blanking
from mazeeditor.editing.edits import ChangeMaze
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from tests.app.scripted import Program, opened

STEPS = 3


@pytest.fixture
def program(large_steps: None) -> Iterator[Program]:  # noqa: ARG001
    """A document with three steps that all count as large."""
    with opened() as program:
        for number in range(STEPS):
            maze = program.document.maze
            cells = maze.lattice.inside_cells()[3 * number : 3 * number + 3]
            program.document.apply(blanking(maze, Recipe(), cells))
        program.settle()
        yield program


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Workers build no step before this event is set."""
    event, other = Event(), ChangeMaze.other

    def wait(edit: ChangeMaze, maze: Maze) -> Maze:
        event.wait(20)
        return other(edit, maze)

    monkeypatch.setattr(ChangeMaze, "other", wait)
    yield event
    event.set()


def done(program: Program) -> int:
    lattice = program.document.maze.lattice
    cells = lattice.rows * lattice.columns
    return (cells - lattice.cells) // 3


def test_every_undo_and_redo_counts(program: Program, held: Event) -> None:
    for _time in range(STEPS):
        program.start("undo")
    program.start("redo")
    assert done(program) == STEPS, "a worker builds the first one"
    held.set()
    program.settle()
    assert done(program) == 1
    assert program.document.redo_name
    for _time in range(STEPS):  # more than there are
        program.start("undo")
    program.settle()
    assert done(program) == 0
    assert not COMMANDS["undo"].ready(program.session.parts)
    assert program.answers.errors == []


def test_undo_goes_on_beside_another_job(program: Program, held: Event) -> None:
    session = program.session
    session.services.jobs.start("Waiting", _until_cancelled, lambda _none: None)
    program.start("undo")
    program.start("undo")
    assert done(program) == STEPS, "nothing is built in the event loop"
    held.set()
    program.timer.advance_until(lambda: not session.opened.undo_queue.busy)
    assert done(program) == STEPS - 2
    assert session.services.jobs.title == "Waiting"
    assert session.services.jobs.busy
    program.run("cancel")


def _until_cancelled(job: Job) -> None:
    while True:
        job.check()


def test_cancel_forgets_what_waits(program: Program, held: Event) -> None:
    program.start("undo")
    program.start("undo")
    program.start("cancel")
    held.set()
    program.settle()
    assert done(program) == STEPS
    program.run("undo")
    assert done(program) == STEPS - 1


def test_an_error_forgets_what_waits(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_edit: ChangeMaze, _maze: Maze) -> Maze:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(ChangeMaze, "other", fail)
        program.start("undo")
        program.start("undo")
        program.settle()
    assert program.answers.errors == [str(MazeError("There is not enough memory for that."))]
    assert done(program) == STEPS
    program.run("undo")
    assert done(program) == STEPS - 1


def test_an_edit_discards_the_undo_before_it_alone(program: Program, held: Event) -> None:
    """Undo, undo, an edit, undo: the last one concerns the edit, the others what it replaced."""
    program.start("undo")
    program.start("undo")
    program.edit(60)
    edited = program.walls()
    program.start("undo")
    held.set()
    program.settle()
    assert done(program) == STEPS
    assert program.walls() != edited
    assert program.document.redo_name, "the edit is undone"
    assert len(program.ui.statuses) == 1
