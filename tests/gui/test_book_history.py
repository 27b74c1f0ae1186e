"""Undo and redo in the window of books."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import pytest

from mazeeditor.app.ui import Unsaved
from mazeeditor.gui.books.book_dialog import BookDialog
from tests.dialogs import TclWindow
from tests.events import click, key, settle, type_text
from tests.gui.books import book_in, chapters_of, file_of, settled, with_book
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def test_undo_and_redo_by_keys_and_buttons(desk: Desk, tmp_path: Path) -> None:
    """A typed title, a chapter that was removed, a maze that was replaced: all come back."""
    path = book_in(desk, tmp_path)
    before = file_of(path)

    def act(book: BookDialog, window: TclWindow) -> None:
        draft = book.editor.draft
        assert book.steps.undo.instate(["disabled"])
        assert book.steps.redo.instate(["disabled"])
        type_text(window, "New\t")
        settled(book)
        assert book.steps.undo.tip.current_text() == "Undo: Title   Ctrl+Z"
        key(window, "alt+2")
        panel = chapters_of(book)
        panel.list.focus_force()
        key(panel.list, "Delete")
        settle(book)
        assert len(panel.list.get_children()) == 1
        for _time in range(2):
            click(book.pages.forth)
            settled(book)
        click(book.mazes.buttons[0])
        settled(book)
        changed = draft.data()
        states = [changed]
        while book.steps.undo.instate(["!disabled"]):
            key(window, "ctrl+z")
            settled(book)
            states.append(draft.data())
        assert len(states) == 4  # no step between them, and none too many
        assert not draft.dirty
        assert file_of(path) == before
        assert [panel.list.set(each, "title") for each in panel.list.get_children()] == [
            "One",
            "Two",
        ]
        assert panel.fields
        assert panel.fields.chapter is draft.chapter
        assert book.message.cget("text") == "Undone: Title"
        for keys in ("ctrl+shift+z", "ctrl+y"):
            key(window, keys)
        click(book.steps.redo)
        settled(book)
        assert draft.data() == changed
        assert book.steps.redo.instate(["disabled"])
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)


def test_undo_in_a_field_takes_back_the_typing_first(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        fields, entry = book.editor.draft.fields, book.panels["book"].first
        assert isinstance(entry, tk.Entry)
        type_text(window, "Kept")
        key(window, "Return")
        type_text(window, " and more")
        key(window, "ctrl+z")
        assert (entry.get(), fields["title"]) == ("Kept", "Kept")
        key(window, "ctrl+z")
        settle(book)
        assert (entry.get(), fields["title"]) == ("T", "T")
        key(window, "Escape")

    with_book(desk, act)
