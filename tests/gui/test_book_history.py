"""Undo and redo of a book in Sheets."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import pytest

from mazeeditor.gui.books.book_tabs import BookTab
from tests.events import click, key, settle, type_text
from tests.gui.books import (
    book_in,
    chapters_of,
    fields_of,
    file_of,
    open_book,
    opened_book,
    page_with,
    settled,
    show_tab,
    turn_to,
)
from tests.gui.desk import Desk


@pytest.mark.slow
def test_undo_and_redo_by_keys_and_buttons(desk: Desk, tmp_path: Path) -> None:
    """A typed title, a chapter that was removed, a maze that was replaced: all come back."""
    path = book_in(desk, tmp_path)
    before = file_of(path)

    book = open_book(desk)
    draft = book.editor.draft
    assert desk.window.bar.buttons["undo"].instate(["disabled"])
    assert desk.window.bar.buttons["redo"].instate(["disabled"])
    type_text(desk.root, "New\t")
    settled(book)
    assert desk.window.bar.buttons["undo"].tip.current_text() == "Undo: Title   Ctrl+Z"
    show_tab(book, "chapter")
    panel = chapters_of(book)
    panel.list.focus_force()
    key(panel.list, "Delete")
    settle(book)
    assert len(panel.list.get_children()) == 1
    turn_to(book, page_with(book, 1))
    click(book.mazes.buttons[0])
    settled(book)
    changed = draft.data()
    states = [changed]
    while desk.window.bar.buttons["undo"].instate(["!disabled"]):
        key(desk.root, "ctrl+z")
        settled(book)
        states.append(draft.data())
    assert len(states) == 4  # no step between them, and none too many
    assert not draft.dirty
    assert file_of(path) == before
    assert [panel.list.set(each, "title") for each in panel.list.get_children()] == ["One", "Two"]
    assert fields_of(book).chapter is draft.chapter
    assert desk.window.status.text == "Undone: Title"
    for keys in ("ctrl+shift+z", "ctrl+y"):
        key(desk.root, keys)
    click(desk.window.bar.buttons["redo"])
    settled(book)
    assert draft.data() == changed
    assert desk.window.bar.buttons["redo"].instate(["disabled"])


@pytest.mark.slow
def test_undo_in_a_field_takes_back_the_typing_first(desk: Desk, tmp_path: Path) -> None:
    book = opened_book(desk, tmp_path)
    panel = book.panels["book"]
    assert isinstance(panel, BookTab)
    fields, entry = book.editor.draft.fields, panel.field("title")
    assert isinstance(entry, tk.Entry)
    type_text(desk.root, "Kept")
    key(desk.root, "Return")
    type_text(desk.root, " and more")
    key(desk.root, "ctrl+z")
    assert (entry.get(), fields["title"]) == ("Kept", "Kept")
    key(desk.root, "ctrl+z")
    settle(book)
    assert (entry.get(), fields["title"]) == ("T", "T")
