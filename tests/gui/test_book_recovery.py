"""An unsaved book outlives a crash: its snapshot is offered, opened, saved or discarded."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.recover_work import offer_at_start
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.recovery.left_behind import SIDE, left_behind
from mazeeditor.app.ui import Unsaved
from mazeeditor.core.job import Job
from tests.dialogs import TclWindow, dialog
from tests.events import key, type_text, wait_until
from tests.gui.books import book_in, close_book, file_of, open_book, settled, shown_book, title_of
from tests.gui.desk import Desk

pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.own_window("what a start finds is their subject"),
]


def kept() -> list[Path]:
    """Return the snapshots on the disk."""
    folder = recovery_folder()
    assert folder
    return sorted(folder.glob("*/book.json"))


def crash(desk: Desk, folder: Path) -> Path:
    """Change a book, close it, and leave what a crash would have left."""
    path, copy, state = book_in(desk, folder), folder / "copy", recovery_folder()
    assert state

    book = open_book(desk)
    assert not kept()
    type_text(desk.root, "Lost\t")
    wait_until(book, lambda: bool(kept()) and b'"Lost"' in kept()[0].read_bytes(), 20)
    copytree(state, copy)
    desk.answers.unsaved = [Unsaved.DISCARD]
    close_book(desk)
    assert not kept()  # the changes were discarded
    copytree(copy, state, dirs_exist_ok=True)
    assert len(kept()) == 1
    return path


def save_it(desk: Desk) -> None:
    desk.wait(lambda: desk.session.book.in_front is not None, "the book", 60)
    book = shown_book(desk)
    assert title_of(book) == "Book: *a.mazebook"
    assert book.editor.draft.fields["title"] == "Lost"
    wait_until(book, lambda: len(kept()) == 1, 20)  # of this window now
    key(desk.root, "ctrl+s")
    settled(book)
    wait_until(book, lambda: not kept(), 20)
    settled(book)


def press(desk: Desk, *keys: str, start: bool = False) -> None:
    """Ask for unsaved work, and press keys in the dialog that offers it."""

    def act(window: TclWindow) -> None:
        for name in keys:
            key(window, name)

    with dialog(desk.root, act, "Recover unsaved work", 60):
        if start:
            desk.session.parts.call(offer_at_start)
        else:
            desk.window.run(COMMANDS["recover"])
        desk.wait_for_work()


@pytest.mark.slow
def test_its_steps_come_back(desk: Desk, tmp_path: Path) -> None:
    """What was done before the crash is undone after it; then nothing is unsaved."""
    path = crash(desk, tmp_path)
    assert file_of(path)["title"] == "T"
    (work,) = left_behind(Job())
    assert work.picture is not None, "its first page is seen"
    assert max(work.picture.shape) <= SIDE
    assert len(np.unique(work.picture)) > 5, "there is something on it"
    press(desk, "Return", start=True)
    desk.wait(lambda: desk.session.book.in_front is not None, "the book", 60)
    book = shown_book(desk)
    assert desk.window.bar.buttons["undo"].tip.current_text() == "Undo: Title   Ctrl+Z"
    key(desk.root, "ctrl+z")
    settled(book)
    assert (book.editor.draft.fields["title"], title_of(book)) == ("T", "Book: a.mazebook")
    key(desk.root, "ctrl+shift+z")
    settled(book)
    save_it(desk)
    assert file_of(path)["title"] == "Lost"


@pytest.mark.slow
def test_a_snapshot_with_damaged_steps_is_opened(desk: Desk, tmp_path: Path) -> None:
    path = crash(desk, tmp_path)
    (snapshot,) = kept()
    content = json.loads(snapshot.read_text())
    content["values"]["steps"]["done"][0]["back"] = {"chapters": [77]}
    snapshot.write_text(json.dumps(content))
    press(desk, "Return")
    save_it(desk)
    assert file_of(path)["title"] == "Lost"


@pytest.mark.slow
def test_it_is_saved_elsewhere(desk: Desk, tmp_path: Path) -> None:
    path = crash(desk, tmp_path)
    desk.answers.paths = [tmp_path / "b.mazebook"]
    press(desk, "Tab", "Return")
    desk.wait(lambda: not kept(), "the file")
    assert file_of(tmp_path / "b.mazebook")["title"] == "Lost"
    assert file_of(path)["title"] == "T"


@pytest.mark.slow
def test_another_book_that_is_unsaved_stays(desk: Desk, tmp_path: Path) -> None:
    """The one that is opened gets a window of its own."""
    crash(desk, tmp_path)
    (tmp_path / "other").mkdir()
    book_in(desk, tmp_path / "other")

    book = open_book(desk)
    type_text(desk.root, "Mine\t")
    press(desk, "Return", start=True)
    desk.wait(lambda: len(desk.windows) == 2, "the window", 60)
    other = Desk(desk.windows[-1])
    assert shown_book(other).editor.draft.fields["title"] == "Lost"
    assert book.editor.draft.fields["title"] == "Mine"
    wait_until(book, lambda: len(kept()) == 2, 20)


@pytest.mark.slow
def test_it_is_kept_for_later_or_discarded(desk: Desk, tmp_path: Path) -> None:
    path = crash(desk, tmp_path)
    desk.answers.confirmed = [True]
    for keys, left in ((("Escape",), 1), (("Tab", "Tab", "Return"), 0)):
        press(desk, *keys)
        desk.wait(lambda: not desk.session.services.background.busy, "the answer")
        assert len(kept()) == left
    assert file_of(path)["title"] == "T"


def test_the_end_of_the_process_writes_what_no_snapshot_holds(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)

    book = open_book(desk)
    book.editor.draft.fields.edit("title", "Late")
    assert desk.session.opened.keep_unsaved()
    assert b"Late" in kept()[0].read_bytes()


@pytest.mark.slow
def test_one_that_cannot_be_read_can_only_be_discarded(desk: Desk, tmp_path: Path) -> None:
    crash(desk, tmp_path)
    (snapshot,) = kept()
    whole = snapshot.read_bytes()
    assert b'"version": 1' in whole
    newer = whole.replace(b'"version": 1', b'"version": 2')
    for damaged in (newer, b"{}", b"{", b"\xff\0", b"[" * 100_000):
        snapshot.write_bytes(damaged)
        press(desk, "Escape")
        assert kept() == [snapshot]
    desk.answers.confirmed = [True]
    press(desk, "Return")
    desk.wait(lambda: not kept(), "the removal")
