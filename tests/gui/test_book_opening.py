"""Books are opened wherever mazes are: Open, recent files, dropped files, the start."""

from __future__ import annotations

from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.app.commands import SUBMENUS
from mazeeditor.app.settings import Settings
from mazeeditor.gui import app
from mazeeditor.gui.books.book_dialog import BookDialog
from tests.dialogs import TclWindow, dialog
from tests.drops import drop
from tests.events import click, key
from tests.gui.books import book_in, settled
from tests.gui.desk import Answers, Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def book(desk: Desk, tmp_path: Path) -> Path:
    path = book_in(desk, tmp_path)
    desk.session.services.settings.book = ""
    return path


def leave(window: TclWindow) -> None:
    book = window.nametowidget(str(window))
    assert isinstance(book, BookDialog)
    settled(book)
    assert book.editor.preview.planned.count > 3
    key(window, "Escape")


def test_by_open_and_by_recent_files(desk: Desk, book: Path) -> None:
    maze = desk.document.maze
    click(desk.canvas, *desk.middle_of(4, 4, "right"))  # unsaved, and stays so
    desk.answers.paths = [book]
    with dialog(desk.root, leave, "Book: a.mazebook", 30):
        key(desk.root, "ctrl+o")
        desk.wait_for_work()
    assert desk.session.services.settings.recent == [str(book)]
    (item,) = desk.session.parts.call(SUBMENUS["recent"].run)
    with dialog(desk.root, leave, "Book: a.mazebook", 30):
        item[1]()
        desk.wait_for_work()
    assert desk.document.maze is maze
    assert desk.document.dirty
    assert len(desk.windows) == 1


def test_dropped_with_mazes_the_books_come_first(desk: Desk, book: Path, tmp_path: Path) -> None:
    maze = tmp_path / "a.maze"
    mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=3), maze)
    other = tmp_path / "b.mazebook"
    other.write_bytes(book.read_bytes())
    second = dialog(desk.root, leave, "Book: b.mazebook", 30)
    with second, dialog(desk.root, leave, "Book: a.mazebook", 30):
        assert drop(desk.root, [maze, book, other]).accepted
    desk.wait(lambda: desk.document.path == maze, "the maze")
    assert desk.answers.errors == []


def test_at_the_start(book: Path) -> None:
    desk, counts = Desk(app.start(Settings(), book, Answers)), []

    def look() -> None:
        """Close the window of the book once its pages are there."""
        shown = [child for child in desk.root.winfo_children() if isinstance(child, BookDialog)]
        if shown and shown[0].winfo_viewable() and shown[0].editor.preview.settled:
            counts.append(shown[0].editor.preview.planned.count)
            key(shown[0], "Escape")
        else:
            desk.root.after(20, look)

    desk.root.after(20, look)
    desk.wait(lambda: bool(counts), "the book", 30)
    assert counts[0] > 3
    assert desk.document.path is None


def test_one_that_cannot_be_read(desk: Desk, book: Path) -> None:
    book.write_text("{}")
    drop(desk.root, [book])
    desk.wait(lambda: bool(desk.answers.errors), "the error")
    (error,) = desk.answers.errors
    assert "it is no book of this program" in error
    assert desk.session.services.settings.recent == []
