"""Chapters of a book in Sheets: the list and the form show the same one, and new ones."""

from __future__ import annotations

import random
import tkinter as tk
from pathlib import Path
from tkinter import ttk

import pytest

from mazeeditor.core.job import Job
from mazeeditor.gui.books.book_pane import BookPane
from tests.breadth import repeats
from tests.events import click, key, settle
from tests.gui.books import SMALL, book_in, chapters_of, fields_of, open_book, opened_book, show_tab
from tests.gui.desk import Desk

KEYS = "Insert", "Delete", "alt+Up", "alt+Down", "Up", "Down", "ctrl+z", "ctrl+z", "ctrl+y"
TITLES = "One", "Two", "Three"


def check_chapter(book: BookPane) -> None:
    """Fail where list, form and draft are not at the same chapter, or the list is another one."""
    panel, draft = chapters_of(book), book.editor.draft
    assert panel.list.selection() == (str(draft.selected),)
    assert panel.list.focus() == str(draft.selected)
    assert fields_of(book)
    assert fields_of(book).chapter is draft.chapter
    title = fields_of(book).style[0].boxes["title"].typed_in
    assert isinstance(title, tk.Entry)
    assert title.get() == draft.chapter.style["title"]
    titles = [str(panel.list.set(place, "title")) for place in panel.list.get_children()]
    assert titles == [chapter.style["title"] for chapter in draft.chapters]
    possible = draft.selected > 0, draft.selected < len(draft.chapters) - 1
    assert possible == tuple(panel.buttons[arrow].instate(["!disabled"]) for arrow in "↑↓")


@pytest.mark.slow
@pytest.mark.parametrize("seed", repeats(1, 20))
def test_list_and_form_show_the_same_chapter_always(seed: int, desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, chapters=[{**SMALL, "title": title} for title in TITLES])
    chance = random.Random(seed)

    book = open_book(desk)
    show_tab(book, "chapter")
    panel = chapters_of(book)
    buttons = [
        *panel.buttons.values(),
        desk.window.bar.buttons["undo"],
        desk.window.bar.buttons["redo"],
    ]
    first: list[str | ttk.Widget] = ["Down", "Down", "Insert", "ctrl+z", panel.buttons["Add"]]
    first += [panel.buttons["↑"], buttons[-2], buttons[-2]]
    done: list[str] = []
    for act in [*first, *(chance.choice((chance.choice(KEYS), None)) for _time in range(25))]:
        if isinstance(act, str):
            panel.list.focus_force()
            key(panel.list, act)
        elif (act := act or chance.choice(buttons)) and act.instate(["!disabled"]):
            click(act)
        done.append(str(act))
        settle(book)
        try:
            check_chapter(book)
            assert done[3:] != ["ctrl+z"] or book.editor.draft.selected == 2, "as before"
        except AssertionError as problem:
            raise AssertionError(f"after {done}") from problem


@pytest.mark.slow
def test_what_is_typed_into_a_chapter_is_in_its_copy_too(desk: Desk, tmp_path: Path) -> None:
    book = opened_book(desk, tmp_path, chapters=[{**SMALL, "title": "One"}])
    show_tab(book, "chapter")
    panel, draft = chapters_of(book), book.editor.draft
    assert fields_of(book)
    field = next(form.boxes["count"] for form in fields_of(book).style if "count" in form.boxes)
    field.typed_in.focus_force()
    key(field.typed_in, "ctrl+a")
    key(field.typed_in, "7")
    click(panel.buttons["Add"])
    settle(book)
    check_chapter(book)
    assert [chapter.count for chapter in draft.chapters] == [7, 7]


@pytest.mark.slow
def test_an_audience_sets_the_sizes_and_one_field_all_mazes(desk: Desk, tmp_path: Path) -> None:
    book = opened_book(desk, tmp_path, theme="pirates")
    show_tab(book, "chapter")
    draft, fields = book.editor.draft, fields_of(book)
    assert fields
    theme = fields.look.boxes["theme"].typed_in
    assert isinstance(theme, tk.Entry)
    assert theme.get() == "As the book: Pirates"
    draft.chapter.style.edit("audience", "7-9")
    desk.wait(lambda: draft.chapter.ends["rows"] > 4, "the sizes")
    assert draft.chapter.mazes.sizes["rows"] < draft.chapter.ends["rows"]
    total = chapters_of(book).total.boxes["mazes"].typed_in
    assert isinstance(total, tk.Entry)
    assert total.get() == "4"
    draft.total.edit("mazes", 10)
    settle(book)
    assert [chapter.count for chapter in draft.chapters] == [5, 5]
    assert total.get() == "10"


@pytest.mark.slow
def test_sizes_that_come_after_another_choice_are_left_out(desk: Desk, tmp_path: Path) -> None:
    book = opened_book(desk, tmp_path)
    draft, background = book.editor.draft, desk.session.services.background
    chapter = draft.chapter
    chapter.style.edit("audience", "expert")
    chapter.mazes.sizes.edit("rows", 5)
    desk.wait(lambda: not background.busy, "the sizes for experts")
    assert chapter.mazes.sizes["rows"] == 5, "they were typed since"

    chapter.style.edit("audience", "expert")
    chapter.style.edit("audience", "7-9")
    desk.wait(lambda: not background.busy, "both sizes")
    made = draft.sizing(chapter)(Job())
    assert chapter.mazes.sizes.values == dict(made.recipe.sizes)
    assert chapter.look["wall"] == made.page.wall
