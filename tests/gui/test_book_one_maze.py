"""A book that is one maze, in the window: its switch, what is said of it, a page cut by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes
from mazeeditor.gui.books.book_tabs import BookTab
from mazeeditor.maze.recipe import Recipe
from tests.events import click, key, wait_until
from tests.gui.books import SMALL, opened_book, page_with, settled, turn_to
from tests.gui.desk import Desk, open_more

CHAPTERS = [{**SMALL, "count": 4, "sizes": {"rows": 7, "columns": 6}}]


@pytest.mark.slow
def test_all_mazes_become_one_by_a_click(desk: Desk, tmp_path: Path) -> None:
    """What is said of it follows, and its further fields are there; Undo takes it back."""
    book = opened_book(desk, tmp_path, chapters=CHAPTERS)
    tab = book.panels["book"]
    assert isinstance(tab, BookTab)
    before = str(book.summary["text"])
    assert before.endswith("4 mazes")
    form = next(form for form in tab.forms if "one_maze" in form.boxes)
    switch = tab.field("one_maze")
    tab.see(switch)
    click(switch)
    wait_until(book, lambda: "one way through" in str(book.summary["text"]), 60)
    settled(book)
    assert book.editor.draft.fields["one_maze"]
    open_more(form)
    assert form.boxes["mazes_passed"].typed_in.winfo_viewable()
    key(desk.root, "ctrl+z")
    wait_until(book, lambda: str(book.summary["text"]) == before, 60)
    settled(book)


@pytest.mark.slow
def test_a_page_that_was_cut_by_hand_is_named(desk: Desk, tmp_path: Path) -> None:
    """In the status bar, by Check, and before a PDF is made; putting the maze back mends it."""
    book = opened_book(desk, tmp_path, chapters=CHAPTERS, one_maze=True, mazes_passed=4)
    printing = book.editor.preview.planned.printing
    assert printing
    puzzle = printing.mazes[1].puzzle
    assert puzzle.part
    placed = puzzle.linked(Job())
    numbers = [portal.number for portal in puzzle.part.links.portals]
    cell = placed.cells[numbers.index(puzzle.part.links.legs[0].enters)]
    ways = [slot for slot in range(4) if not placed.maze.walls[cell] >> slot & 1]
    walls = [placed.maze.lattice.wall(cell, slot) for slot in ways]
    placed.maze.toggle(np.array(walls, np.int64))
    (tmp_path / "own.maze").write_bytes(as_bytes(Project(placed.maze, Recipe())))
    book.editor.draft.replace(2, tmp_path / "own.maze")
    said = f"The way is cut on page {printing.page_of[2]}"
    wait_until(book, lambda: book.editor.verdict == ("bad", said), 60)
    settled(book)
    key(desk.root, "F5")
    settled(book)
    assert f"{said}." in book.editor.found.warnings
    desk.answers.confirmed = [False]
    key(desk.root, "ctrl+e")
    settled(book)
    assert desk.answers.asked[-1] == "One maze"
    turn_to(book, page_with(book, 2))
    book.editor.put_back(2)
    wait_until(book, lambda: book.editor.verdict[0] != "bad", 60)
    settled(book)
