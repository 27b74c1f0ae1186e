"""Opens a small book in a window, for the tests of that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.books.book_pane import BookPane
from mazeeditor.gui.books.book_tabs import ChapterFields, ChapterList, ChapterTab
from mazeeditor.gui.workspaces.sheets import SheetsWorkspace
from tests.events import click, key, settle, wait_until
from tests.gui.desk import Desk

SMALL: dict[str, Any] = {"count": 2, "sizes": {"rows": 4, "columns": 4}, "page": {"wall": 0.9}}
PROGRAM = " — mazeeditor"  # at the end of the titles of windows


def book_in(desk: Desk, folder: Path, **values: Any) -> Path:
    """Write a small book, which the window opens next."""
    path = folder / "a.mazebook"
    chapters = [{**SMALL, "title": "One"}, {**SMALL, "title": "Two"}]
    known = {"format": "mazeeditor book", "version": 1, "title": "T", "rules": "general"}
    path.write_text(json.dumps({**known, "chapters": chapters, **values}))
    desk.session.services.settings.book = str(path)
    return path


def shown_book(desk: Desk) -> BookPane:
    """Return the book that a window shows, once its pages are there."""
    content = desk.window.switch.content
    assert isinstance(content, SheetsWorkspace)
    book = content.whole
    assert isinstance(book, BookPane)
    desk.wait(book.winfo_viewable, "the book")
    settled(book)
    settle(book)
    return book


def open_book(desk: Desk) -> BookPane:
    key(desk.root, "ctrl+alt+b")
    desk.wait(lambda: desk.session.book.in_front is not None, "the book", 30)
    return shown_book(desk)


def close_book(desk: Desk) -> None:
    desk.window.run(COMMANDS["close-book"])
    settle(desk.root)


def settled(book: BookPane) -> None:
    """Wait until all that is in view is there, and no job runs."""
    pages = book.editor.preview.pages
    wait_until(book, lambda: pages.settled and not book.editor.busy, 60, "the pages")


def title_of(book: BookPane) -> str:
    """Return the title of the window, without the name of the program."""
    settle(book)
    return str(book.winfo_toplevel().title()).removesuffix(PROGRAM)


def show_tab(book: BookPane, name: str) -> None:
    click(book.tabs[name])
    settle(book)


def turn_to(book: BookPane, number: int) -> None:
    """Choose a page by keys, from the one that is chosen."""
    book.pages.canvas.focus_force()
    here = book.editor.preview.number
    for _time in range(abs(number - here)):
        key(book.pages.canvas, "Right" if number > here else "Left")
    settled(book)
    assert book.editor.preview.number == number


def page_with(book: BookPane, maze: int) -> int:
    """Return the page of a maze."""
    planned = book.editor.preview.planned
    return next(n for n in range(1, planned.count + 1) if maze in planned.numbers_on(n))


def file_of(path: Path) -> dict[str, Any]:
    values = json.loads(path.read_text())
    assert isinstance(values, dict)
    return values


def chapters_of(book: BookPane) -> ChapterList:
    """Give the keyboard to the list of the chapters, and return it."""
    book.chapters.list.focus_force()
    return book.chapters


def fields_of(book: BookPane) -> ChapterFields:
    panel = book.panels["chapter"]
    assert isinstance(panel, ChapterTab)
    return panel.fields


def opened_book(desk: Desk, folder: Path, **values: Any) -> BookPane:
    book_in(desk, folder, **values)
    return open_book(desk)
