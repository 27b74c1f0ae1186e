"""Unsaved work comes back as it was after some edit, the last one written, wherever a file ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.recovery.recovery import JOURNAL_MS
from mazeeditor.core.job import Job
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings, SetPage
from mazeeditor.editing.history import EditOperation
from mazeeditor.editing.step_records import read_work
from mazeeditor.files.change_journal import journals
from mazeeditor.files.snapshots import StoredSnapshot, snapshots
from tests.app.scripted import Program, opened
from tests.app.test_recovery import crash, pass_time
from tests.editing.samples import Seen, ids, inner_walls, seen


class Left(NamedTuple):
    """The folder of a process that was killed, and what its document was after each change."""

    folder: Path
    states: list[tuple[Seen, str, str]]
    start: int  # the change that the snapshot holds


def look(document: Document) -> tuple[Seen, str, str]:
    """Return what can be seen of a document."""
    return seen(document), document.undo_name, document.redo_name


def edit(program: Program, chance: random.Random) -> None:
    """Do something: a wall, a drag, a page, openings, undo or redo."""
    document = program.document
    what = chance.randrange(8)
    if what < 2:
        program.edit(chance.randrange(15))
    elif what == 2:
        stroke = document.begin()
        for wall in chance.sample(inner_walls(document.maze.lattice), 3):
            stroke.toggle(ids(wall))
        (stroke.cancel if chance.random() < 0.3 else stroke.finish)()
    elif what == 3:
        margin = chance.uniform(5, 20)
        document.apply(SetPage(document.page, replace(document.page, margin=margin)))
    elif what == 4:
        document.apply(SetOpenings(document.maze, document.maze.entrance, ()))
    elif what < 7:
        document.undo()
    else:
        document.redo()


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """Edit without a pause, and be killed."""
    with pytest.MonkeyPatch.context() as patch, opened_in(tmp_path_factory, patch) as program:
        chance = random.Random(5)
        program.edit()
        pass_time(program, JOURNAL_MS)
        (stored,) = snapshots(recovery_folder())
        start = stored.read()[1].changes
        states = [look(program.document)]
        recovery = program.session.opened.recovery
        note = recovery.note

        def noting(operation: EditOperation, details: Any = None) -> None:
            note(operation, details)
            states.append(look(program.document))

        patch.setattr(recovery, "note", noting)
        for _edit in range(60):
            edit(program, chance)
            pass_time(program, 40)
        pass_time(program, JOURNAL_MS)
        crash(program)
        return Left(stored.path.parent, states, start)


@contextmanager
def opened_in(factory: pytest.TempPathFactory, patch: pytest.MonkeyPatch) -> Iterator[Program]:
    patch.setenv("MAZEEDITOR_STATE", str(factory.mktemp("state")))
    with opened() as program:
        yield program


def opened_again(folder: Path) -> Document:
    """Return the document that the work in a folder is opened as."""
    work = read_work(StoredSnapshot("", folder / "snapshot.maze", running=False), Job())
    document = Document(work.content.maze)
    document.recover(work.project, work.content, work.history, FileOrigin())
    return document


def check_state(left: Left, folder: Path, number: int) -> None:
    """Fail unless the work is what it was after so many changes, or the end of its drag."""
    again = look(opened_again(folder))
    state = left.states[number]
    assert again[0] == state[0]
    assert again[1] == state[1]


def test_all_of_it_comes_back(left: Left) -> None:
    assert len(left.states) > 60
    assert look(opened_again(left.folder)) == left.states[-1]


@given(share=st.floats(0, 1))
def test_a_cut_journal(left: Left, tmp_path_factory: pytest.TempPathFactory, share: float) -> None:
    folder = tmp_path_factory.mktemp("cut") / "copy"
    copytree(left.folder, folder)
    ((_start, journal),) = journals(folder)
    data = journal.read_bytes()
    data = data[: round(share * len(data))]
    journal.write_bytes(data)
    check_state(left, folder, data.count(b"\n"))


@given(share=st.floats(0, 1, exclude_max=True), flip=st.integers(1, 255))
def test_a_journal_that_is_damaged(
    left: Left, tmp_path_factory: pytest.TempPathFactory, share: float, flip: int
) -> None:
    folder = tmp_path_factory.mktemp("damaged") / "copy"
    copytree(left.folder, folder)
    ((_start, journal),) = journals(folder)
    data = bytearray(journal.read_bytes())
    place = int(share * len(data))
    data[place] ^= flip
    journal.write_bytes(data)
    check_state(left, folder, data[:place].count(b"\n"))


def test_a_journal_that_is_missing_leaves_the_snapshot(
    left: Left, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("missing") / "copy"
    copytree(left.folder, folder)
    for _start, journal in journals(folder):
        journal.unlink()
    check_state(left, folder, 0)
