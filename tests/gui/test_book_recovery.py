"""An unsaved book outlives a crash: its snapshot is offered, opened, saved or discarded."""

from __future__ import annotations

import json
import time
from pathlib import Path
from shutil import copytree

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.recover_work import offer_at_start
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.ui import Unsaved
from mazeeditor.gui.books.book_dialog import BookDialog
from tests.dialogs import TclWindow, dialog, open_windows
from tests.events import key, settle, type_text, wait_until
from tests.gui.books import book_in, file_of, settled, with_book
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def kept() -> list[Path]:
    """Return the snapshots on the disk."""
    folder = recovery_folder()
    assert folder
    return sorted(folder.glob("*/book.json"))


def crash(desk: Desk, folder: Path) -> Path:
    """Change a book, let its window end, and leave what a crash would have left."""
    path, copy, state = book_in(desk, folder), folder / "copy", recovery_folder()
    assert state

    def act(book: BookDialog, window: TclWindow) -> None:
        assert not kept()
        type_text(window, "Lost\t")
        wait_until(book, lambda: bool(kept()) and b'"Lost"' in kept()[0].read_bytes(), 20)
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


def press(desk: Desk, *keys: str, start: bool = False) -> None:
    """Ask for unsaved work, and press keys in the dialog that offers it."""

    def act(window: TclWindow) -> None:
        for name in keys:
            key(window, name)

    with dialog(desk.root, act, "Recover Unsaved Work", 60):
        if start:
            desk.session.parts.call(offer_at_start)
        else:
            desk.window.run(COMMANDS["recover"])
        desk.wait_for_work()


@pytest.mark.parametrize("start", [False, True])
def test_it_is_offered_and_opened(desk: Desk, tmp_path: Path, start: bool) -> None:
    path = crash(desk, tmp_path)
    assert file_of(path)["title"] == "T"
    with dialog(desk.root, save_it, "Book: *a.mazebook", 90):
        press(desk, "Return", start=start)
    assert file_of(path)["title"] == "Lost"
    assert not kept()


def test_its_steps_come_back(desk: Desk, tmp_path: Path) -> None:
    """What was done before the crash is undone after it; then nothing is unsaved."""
    path = crash(desk, tmp_path)

    def act(window: TclWindow) -> None:
        book = window.nametowidget(str(window))
        assert isinstance(book, BookDialog)
        settled(book)
        assert book.steps.undo.tip.current_text() == "Undo: Title   Ctrl+Z"
        key(window, "ctrl+z")
        settled(book)
        assert (book.editor.draft.fields["title"], book.title()) == ("T", "Book: a.mazebook")
        key(window, "ctrl+shift+z")
        settled(book)
        assert book.title() == "Book: *a.mazebook"
        key(window, "ctrl+s")
        settled(book)
        key(window, "Escape")

    with dialog(desk.root, act, "Book: *a.mazebook", 90):
        press(desk, "Return")
    assert file_of(path)["title"] == "Lost"


@pytest.mark.parametrize("steps", ["gone", "damaged"])
def test_a_snapshot_without_steps_is_opened(desk: Desk, tmp_path: Path, steps: str) -> None:
    """Older versions wrote none."""
    path = crash(desk, tmp_path)
    (snapshot,) = kept()
    content = json.loads(snapshot.read_text())
    if steps == "gone":
        del content["values"]["steps"]
    else:
        content["values"]["steps"]["done"][0]["back"] = {"chapters": [77]}
    snapshot.write_text(json.dumps(content))
    with dialog(desk.root, save_it, "Book: *a.mazebook", 90):
        press(desk, "Return")
    assert file_of(path)["title"] == "Lost"


def test_it_is_saved_elsewhere(desk: Desk, tmp_path: Path) -> None:
    path = crash(desk, tmp_path)
    desk.answers.paths = [tmp_path / "b.mazebook"]
    press(desk, "Tab", "Return")
    desk.wait(lambda: not kept(), "the file")
    assert file_of(tmp_path / "b.mazebook")["title"] == "Lost"
    assert file_of(path)["title"] == "T"


def test_it_is_not_offered_over_another_book(desk: Desk, tmp_path: Path) -> None:
    crash(desk, tmp_path)
    (tmp_path / "other").mkdir()
    book_in(desk, tmp_path / "other")
    seen: list[str] = []

    def act(book: BookDialog, window: TclWindow) -> None:
        desk.session.parts.call(offer_at_start)
        wait_until(book, lambda: not desk.session.services.background.busy, 20)
        for _time in range(8):
            settle(book)
            time.sleep(0.05)
        seen.extend(str(book.tk.call("wm", "title", path)) for path in open_windows(book))
        key(window, "Escape")

    def later(window: TclWindow) -> None:
        assert "Recover Unsaved Work" not in seen
        key(window, "Escape")

    with dialog(desk.root, later, "Recover Unsaved Work", 60):
        with_book(desk, act)


@pytest.mark.parametrize("discard", [True, False])
def test_it_is_discarded_or_kept_for_later(desk: Desk, tmp_path: Path, discard: bool) -> None:
    path = crash(desk, tmp_path)
    desk.answers.confirmed = [True]
    press(desk, *(("Tab", "Tab", "Return") if discard else ("Escape",)))
    desk.wait(lambda: not desk.session.services.background.busy, "the answer")
    assert len(kept()) == (0 if discard else 1)
    assert file_of(path)["title"] == "T"


def test_the_end_of_the_process_writes_what_no_snapshot_holds(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        book.editor.draft.fields.edit("title", "Late")
        assert desk.session.opened.keep_unsaved()
        assert b"Late" in kept()[0].read_bytes()
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")
        settle(desk.root)

    with_book(desk, act)


@pytest.mark.parametrize("damage", [b"{}", b"{", b"\xff\0", b"[" * 100_000])
def test_one_that_cannot_be_read_can_only_be_discarded(
    desk: Desk, tmp_path: Path, damage: bytes
) -> None:
    crash(desk, tmp_path)
    (snapshot,) = kept()
    snapshot.write_bytes(damage)
    press(desk, "Escape")
    assert kept() == [snapshot]
    desk.answers.confirmed = [True]
    press(desk, "Return")
    desk.wait(lambda: not kept(), "the removal")


def test_one_of_a_newer_program_stays(desk: Desk, tmp_path: Path) -> None:
    crash(desk, tmp_path)
    (snapshot,) = kept()
    text = snapshot.read_text()
    assert '"version": 1' in text
    snapshot.write_text(text.replace('"version": 1', '"version": 2'))
    press(desk, "Escape")
    assert kept() == [snapshot]
