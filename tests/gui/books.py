"""Opens a small book in its window, for the tests of that."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mazeeditor.gui.books.book_dialog import BookDialog
from mazeeditor.gui.books.book_tabs import ChaptersTab
from tests.dialogs import TclWindow, dialog
from tests.events import key, wait_until
from tests.gui.desk import Desk

SMALL: dict[str, Any] = {"count": 2, "sizes": {"rows": 4, "columns": 4}, "page": {"wall": 0.9}}


def book_in(desk: Desk, folder: Path, **values: Any) -> Path:
    """Write a small book, which the window opens next."""
    path = folder / "a.mazebook"
    chapters = [{**SMALL, "title": "One"}, {**SMALL, "title": "Two"}]
    known = {"format": "mazeeditor book", "version": 1, "title": "T", "rules": "general"}
    path.write_text(json.dumps({**known, "chapters": chapters, **values}))
    desk.session.services.settings.book = str(path)
    return path


def with_book(desk: Desk, act: Callable[[BookDialog, TclWindow], object], title: str = "") -> None:
    """Open the window of books, act, and wait until it is closed."""

    def acting(window: TclWindow) -> None:
        book = desk.root.nametowidget(str(window))
        assert isinstance(book, BookDialog)
        settled(book)
        act(book, window)

    with dialog(desk.root, acting, title or "Book: a.mazebook", 30):
        key(desk.root, "ctrl+alt+b")
        desk.wait(lambda: not desk.session.services.jobs.busy, "the book")
    desk.wait_for_work()


def settled(book: BookDialog) -> None:
    wait_until(book, lambda: book.editor.preview.settled and not book.editor.busy, 60, "the pages")


def file_of(path: Path) -> dict[str, Any]:
    values = json.loads(path.read_text())
    assert isinstance(values, dict)
    return values


def chapters_of(book: BookDialog) -> ChaptersTab:
    panel = book.panels["chapters"]
    assert isinstance(panel, ChaptersTab)
    return panel
