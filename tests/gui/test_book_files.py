"""The file of a book that somebody else changes or removes while it is open."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.app.files.file_watch import COMPARE, OVERWRITE, RELOAD, SAVE_AS
from mazeeditor.app.files.open_files import OpenFiles
from mazeeditor.gui.books.book_pane import BookPane
from tests.dialogs import TclWindow
from tests.events import click, key, settle, type_text, wait_until
from tests.gui.books import (
    SMALL,
    book_in,
    close_book,
    file_of,
    open_book,
    settled,
    shown_book,
    title_of,
)
from tests.gui.desk import Desk


def change(path: Path, title: str) -> None:
    """Let another program write the file."""
    path.write_text(json.dumps({**file_of(path), "title": title}))


def come_back(desk: Desk, book: BookPane) -> None:
    """Give the window the focus again, after a while."""
    book.editor.watch.pause = 0.0
    book.event_generate("<FocusIn>")
    wait_until(book, lambda: not desk.session.services.background.busy, 20)
    settle(book)
    settled(book)


@pytest.mark.slow
def test_asked_once_when_the_window_gets_the_focus(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)

    book = open_book(desk)
    come_back(desk, book)
    assert desk.answers.asked == []
    change(path, "Theirs")
    desk.answers.chosen = [RELOAD]
    come_back(desk, book)
    desk.wait_for_work()
    book = shown_book(desk)  # another one: it was read again
    come_back(desk, book)  # not asked again
    assert book.editor.draft.fields["title"] == "Theirs"
    assert not book.editor.draft.dirty
    assert desk.answers.asked == ["a.mazebook has changed on the disk"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("answer", [OVERWRITE, SAVE_AS, None])
def test_a_save_asks_before_it_replaces_what_others_wrote(
    desk: Desk, tmp_path: Path, answer: str | None
) -> None:
    path, other = book_in(desk, tmp_path), tmp_path / "other.mazebook"

    book = open_book(desk)
    type_text(desk.root, "Mine\t")
    change(path, "Theirs")
    desk.answers.chosen, desk.answers.paths = [answer], [other]
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    shown = book.editor.draft
    assert shown.fields["title"] == "Mine"
    assert shown.dirty is (answer is None)
    assert shown.path == (other if answer == SAVE_AS else path)
    if answer == OVERWRITE:  # and now it is ours
        key(desk.root, "ctrl+s")
        settled(book)
    assert file_of(path)["title"] == ("Mine" if answer == OVERWRITE else "Theirs")
    assert other.exists() is (answer == SAVE_AS)
    assert not desk.answers.chosen


@pytest.mark.slow
def test_the_question_says_how_the_file_differs(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)

    book = open_book(desk)
    type_text(desk.root, "Mine\t")
    values = file_of(path)
    values["chapters"][1]["sizes"]["rows"] = 6
    values["chapters"].append({**SMALL, "title": "Three"})
    path.write_text(json.dumps(values))
    desk.answers.chosen = [COMPARE, None]
    key(desk.root, "ctrl+s")
    wait_until(book, lambda: not desk.answers.chosen, 20, "the second question")
    settled(book)
    path.write_bytes(b"{")
    desk.answers.chosen = [COMPARE, None]
    key(desk.root, "ctrl+s")
    wait_until(book, lambda: not desk.answers.chosen, 20, "the second question")
    settled(book)
    assert book.editor.draft.dirty
    assert desk.answers.texts[1].splitlines()[-3:] == [
        "The book differs: Title.",
        "The book here has 2 chapters, the one in the file 3.",
        "Chapter 2 differs: Rows.",
    ]
    assert "a.mazebook" in desk.answers.texts[3].splitlines()[-1]


@pytest.mark.slow
def test_a_book_that_is_open_twice(desk: Desk, tmp_path: Path) -> None:
    """It is said once; the book that is closed can be opened again without a word."""
    path = book_in(desk, tmp_path)
    other = OpenFiles()
    assert other.hold(path) is None
    book = open_book(desk)
    wait_until(book, lambda: bool(desk.answers.messages), 20, "the message")
    come_back(desk, book)
    (message,) = desk.answers.messages
    assert message.startswith(f"a.mazebook is open twice: Process {os.getpid()} on ")
    close_book(desk)
    assert not book.winfo_exists()
    other.close()
    desk.answers.messages.clear()
    for _twice in range(2):
        come_back(desk, open_book(desk))
        close_book(desk)
    assert desk.answers.messages == []


@pytest.mark.slow
def test_a_file_of_a_maze_that_is_gone_is_located(desk: Desk, tmp_path: Path) -> None:
    """The book opens at its page, which says so; its button finds it again."""
    path = book_in(desk, tmp_path, replaced={"3": {"file": "gone.maze"}})
    found = tmp_path / "found.maze"
    mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=5), found)

    book = open_book(desk)
    settle(book)
    assert not book.editor.draft.dirty
    book.pages.see(book.editor.preview.number)
    settled(book)
    warning = book.pages.warning.cget("text")
    assert warning.startswith("Maze 3: Cannot read ")
    assert warning.endswith("Locate its file below, or put the first maze back.")
    assert book.mazes.choice.get() == "Maze 3"
    assert "its file cannot be read" in str(book.mazes.about.cget("text"))
    book.editor.check()
    settled(book)
    assert "gone.maze" in desk.answers.errors[-1]
    desk.answers.paths = [found]
    click(TclWindow(desk.root, ".").find("TButton", "Locate…"))
    settle(book)
    settled(book)
    assert desk.window.status.text == "1 maze was located."
    assert book.pages.warning.cget("text") == ""
    assert TclWindow(desk.root, ".").find("TButton", "From a file…")
    book.editor.files.save()
    settled(book)
    assert file_of(path)["replaced"] == {"3": {"file": "found.maze"}}


@pytest.mark.slow
def test_a_save_that_fails_offers_another_name(desk: Desk, tmp_path: Path) -> None:
    path, other = book_in(desk, tmp_path), tmp_path / "b.mazebook"

    book = open_book(desk)
    type_text(desk.root, "Mine\t")
    path.unlink()
    path.mkdir()
    desk.answers.chosen, desk.answers.paths = [SAVE_AS], [other]
    key(desk.root, "ctrl+s")
    settled(book)
    settled(book)
    assert title_of(book) == "Book: b.mazebook"
    assert desk.answers.asked[0] == "The book was not saved"
    assert file_of(other)["title"] == "Mine"
