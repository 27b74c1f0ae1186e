"""Themes on sheets and in books: clear of mazes, texts, margins and what is cut off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.themes.decoration import LAYER
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.pages.text_pages import TextPlan
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_pages import plan_sheet
from tests.page.decor import check_places, decor

RECIPE = Recipe("backtracker", seed=1, sizes={"rows": 8, "columns": 8})


def puzzles(count: int) -> list[Puzzle]:
    return [Puzzle(n, replace(RECIPE, seed=n)) for n in range(1, count + 1)]


def check(plan: PagePlan | TextPlan) -> None:
    """Assert that a page is decorated between its margins, and nothing lies on anything."""
    check_places(plan.composed(Job()), plan.box)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "per_page", "answers", "paper"),
    [("ocean", "1", "back", "A4"), ("farm", "4", "end", "A5"), ("elegant", "2", "next", "Letter")],
)
def test_sheets_have_decorations(theme: str, per_page: str, answers: str, paper: str) -> None:
    texts: dict[str, Any] = {"title": "Mazes", "instructions": "Find the way", "stars": 3}
    texts |= {"name_line": True, "date_line": True, "footer": "By me", "page_numbers": True}
    texts |= {"per_page": per_page, "answers": answers}
    for plan in plan_sheet(Sheet(**texts), Page(page=paper, theme=theme), puzzles(2)).pages:
        check(plan)


def printing_of(**values: Any) -> BookPrinting:
    chapters = [
        {"title": "One", "text": "Easy", "count": 3, "sizes": {"rows": 8, "columns": 7}},
        {"title": "Two", "count": 2, "sizes": {"rows": 9, "columns": 9},
         "page": {"theme": "robots"}},
    ]  # fmt: skip
    book = {"format": "mazeeditor book", "version": 1, "title": "Mazes", "author": "A. Nother"}
    data = to_json({**book, "chapters": chapters, **values})
    return BookPrinting.of(book_of(data, AllowedFiles(Path()), Job()), Job())


@pytest.mark.slow
def test_pages_of_books_are_decorated_within_the_safe_area(tmp_path: Path) -> None:
    printing = printing_of(theme="pirates", bleed=True, trim="6x9in", figures=True)
    assert any(plan.box[0] > plan.paper[0] - plan.box[2] for plan in printing.pages)  # a gutter
    for plan in printing.pages:
        if isinstance(plan, PagePlan):
            check(plan)
    file = tmp_path / "book.pdf"
    printing.write(file, PageFormat.of(file), Job(), workers=HERE)
    report = mazeeditor.preflight(file, rules="kdp", bleed=True)
    errors = {finding.rule for finding in report.findings if finding.severity == "error"}
    assert errors <= {"page-count"}  # it is a short one


@pytest.mark.slow
def test_a_chapter_has_the_theme_of_its_book_or_its_own() -> None:
    themes = [
        plan.page.theme
        for plan in printing_of(theme="pirates").pages
        if isinstance(plan, PagePlan) and plan.kind == "puzzles" and plan.number > 2
    ]
    assert set(themes) == {"pirates", "robots"}
    plain = printing_of()
    scene = plain.pages[0].composed(Job())
    assert not decor(scene)
    assert all(layer.name != LAYER for layer in scene.layers)
