"""An unsaved book outlives a crash: its snapshot is offered, opened or discarded."""

from __future__ import annotations

import time
from pathlib import Path
from shutil import copytree

import pytest

from mazeeditor.gui.books.book_dialog import BookDialog
from mazeeditor.workspace import book_recovery
from mazeeditor.workspace.commands import COMMANDS
from mazeeditor.workspace.commands.recover_work import DISCARD, OPEN, offer_at_start
from mazeeditor.workspace.ui import Unsaved
from mazeeditor.workspace.user_folders import unsaved_books_folder
from tests.dialogs import TclWindow, dialog
from tests.events import key, settle, type_text, wait_until
from tests.gui.books import book_in, file_of, settled, with_book
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(book_recovery, "PAUSE", 200)  # ms: the tests wait for each snapshot
    return open_desk()


def kept() -> list[Path]:
    """Return the snapshots on the disk."""
    folder = unsaved_books_folder()
    assert folder
    return sorted(folder.glob("*/snapshot*"))


def crash(desk: Desk, folder: Path) -> Path:
    """Change a book, let its window end, and leave what a crash would have left."""
    path, copy, state = book_in(desk, folder), folder / "copy", unsaved_books_folder()
    assert state

    def act(book: BookDialog, window: TclWindow) -> None:
        assert not kept()
        type_text(window, "Lost\t")
        wait_until(book, lambda: bool(kept()), 20)
        copytree(state, copy)
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)
    assert not kept()  # the changes were discarded
    copytree(copy, state, dirs_exist_ok=True)
    assert len(kept()) == 1
    return path


def save_it(window: TclWindow) -> None:
    book = window.nametowidget(str(window))
    assert isinstance(book, BookDialog)
    settled(book)
    assert book.title() == "Book: *a.mazebook"
    assert book.editor.draft.fields["title"] == "Lost"
    wait_until(book, lambda: len(kept()) == 1, 20)  # of this window now
    key(window, "ctrl+s")
    settled(book)
    wait_until(book, lambda: not kept(), 20)
    settled(book)
    key(window, "Escape")


@pytest.mark.parametrize("start", [False, True])
def test_it_is_offered_and_opened(desk: Desk, tmp_path: Path, start: bool) -> None:
    path = crash(desk, tmp_path)
    assert file_of(path)["title"] == "T"
    desk.answers.chosen = [OPEN]
    with dialog(desk.root, save_it, "Book: *a.mazebook", 30):
        if start:
            offer_at_start(desk.workspace)
        else:
            desk.window.run(COMMANDS["recover"])
        desk.wait(lambda: not desk.answers.chosen, "the question")
        desk.wait_for_work()
    assert file_of(path)["title"] == "Lost"
    assert "Open the unsaved book a.mazebook?" in desk.answers.asked
    assert not kept()


def test_it_is_not_offered_over_another_book(desk: Desk, tmp_path: Path) -> None:
    crash(desk, tmp_path)
    (tmp_path / "other").mkdir()
    book_in(desk, tmp_path / "other")

    def act(book: BookDialog, window: TclWindow) -> None:
        offer_at_start(desk.workspace)
        wait_until(book, lambda: not desk.workspace.threads.busy, 20)
        for _time in range(8):
            settle(book)
            time.sleep(0.05)
        assert desk.answers.asked == ["a.mazebook"]  # whether the first one is to be saved
        desk.answers.chosen = [None]
        key(window, "Escape")

    with_book(desk, act)
    desk.wait(lambda: not desk.answers.chosen, "the question")
    assert desk.answers.asked[-1] == "Open the unsaved book a.mazebook?"


@pytest.mark.parametrize("answer", [DISCARD, None])
def test_it_is_discarded_or_kept_for_later(desk: Desk, tmp_path: Path, answer: str | None) -> None:
    path = crash(desk, tmp_path)
    desk.answers.chosen = [answer]
    desk.window.run(COMMANDS["recover"])
    desk.wait(lambda: not desk.answers.chosen and not desk.workspace.threads.busy, "the answer")
    assert len(kept()) == (0 if answer else 1)
    assert file_of(path)["title"] == "T"


def test_the_end_of_the_process_writes_what_no_snapshot_holds(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        book.editor.draft.fields.edit("title", "Late")
        desk.workspace.abandoned.notify()
        assert b"Late" in kept()[0].read_bytes()
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")
        settle(desk.root)

    with_book(desk, act)


def test_one_that_cannot_be_read_is_left_alone(desk: Desk, tmp_path: Path) -> None:
    crash(desk, tmp_path)
    (snapshot,) = kept()
    snapshot.write_bytes(b"{}")
    desk.window.run(COMMANDS["recover"])
    desk.wait(lambda: not desk.workspace.threads.busy, "the answer")
    assert kept() == [snapshot]
    assert desk.answers.asked == ["a.mazebook"]
