"""Books are opened wherever mazes are: Open, recent files, dropped files, the start."""

from __future__ import annotations

from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.app.commands import SUBMENUS
from mazeeditor.app.settings import Settings
from mazeeditor.gui import app
from tests.drops import drop
from tests.events import click, key
from tests.gui.books import book_in, close_book, shown_book, title_of
from tests.gui.desk import Answers, Desk


@pytest.fixture
def book(desk: Desk, tmp_path: Path) -> Path:
    path = book_in(desk, tmp_path)
    desk.session.services.settings.book = ""
    return path


@pytest.mark.slow
def test_by_open_and_by_recent_files(desk: Desk, book: Path) -> None:
    maze = desk.document.maze
    click(desk.canvas, *desk.middle_of(4, 4, "right"))  # unsaved, and stays so
    desk.answers.paths = [book]
    key(desk.root, "ctrl+o")
    desk.wait_for_work()
    assert shown_book(desk).editor.preview.planned.count > 3
    assert desk.session.services.settings.recent == [str(book)]
    close_book(desk)
    (item,) = desk.session.parts.call(SUBMENUS["recent"].run)
    item[1]()
    desk.wait_for_work()
    assert title_of(shown_book(desk)) == "Book: a.mazebook"
    assert desk.document.maze is maze
    assert desk.document.dirty
    assert len(desk.windows) == 1


@pytest.mark.own_window("a drop onto a window of other cases sometimes gets no answer")
@pytest.mark.slow
def test_dropped_with_mazes_the_books_come_first(desk: Desk, book: Path, tmp_path: Path) -> None:
    """The first book and the first maze are in this window, the other book in its own."""
    maze = tmp_path / "a.maze"
    mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=3), maze)
    other = tmp_path / "b.mazebook"
    other.write_bytes(book.read_bytes())
    assert drop(desk.root, [maze, book, other]).accepted
    desk.wait(lambda: desk.document.path == maze, "the maze")
    first, second = desk.windows
    assert {window.session.book.path for window in (first, second)} == {book, other}
    here = next(window for window in desk.windows if window.session.document.path == maze)
    assert here.session.book.path == book
    assert here.session.view.workspaces.name == "draw", "what was opened last"
    assert desk.answers.errors == []
    assert desk.window.show_window_of(other), "it is brought in front, not opened twice"
    assert [window.session.book.path for window in desk.windows].count(other) == 1


@pytest.mark.slow
def test_at_the_start(book: Path) -> None:
    desk = Desk(app.start(Settings(), book, Answers))
    desk.wait(lambda: desk.session.book.in_front is not None, "the book", 30)
    assert shown_book(desk).editor.preview.planned.count > 3
    assert desk.document.path is None


@pytest.mark.own_window("a drop onto a window of other cases sometimes gets no answer")
def test_one_that_cannot_be_read(desk: Desk, book: Path) -> None:
    book.write_text("{}")
    drop(desk.root, [book])
    desk.wait(lambda: bool(desk.answers.errors), "the error")
    (error,) = desk.answers.errors
    assert "it is not a book of this program" in error
    assert desk.session.services.settings.recent == []
