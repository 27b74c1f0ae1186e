"""Sheets for each audience: whatever stands along the route can be read in the cells they get."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.core.processes.workers import HERE
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.audiences import AUDIENCES, LARGE_PRINT
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Scene, Text
from mazeeditor.page.tokens import TOKENS
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of, new_book
from mazeeditor.sheets.pages.page_files import PrintablePage, judge
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_audience import recipe_for
from mazeeditor.sheets.sheet_files import SheetOrder

KINDS = [kind.name for kind in TOKENS if not kind.to_first]  # a riddle needs several exits


@pytest.mark.slow(2)
@pytest.mark.parametrize("along", KINDS)
def test_what_stands_along_the_route_can_be_read(along: str) -> None:
    sheet = Sheet(count=2, per_page="2", answers="end")
    for name, audience in AUDIENCES.items():
        asked = Page(along=along, sentence="HI", stops="2", largest=20)
        recipe, page = recipe_for(audience, sheet, asked, Recipe(seed=11))
        planned = SheetOrder(sheet, page, recipe, audience=name).plan(Job())
        for plan in (*planned.pages, *planned.answers):
            assert not [str(found) for found in judge(plan, Job()) if found.bad], name


def smallest_letters(scene: Scene) -> float:
    """Return the size in pt of the smallest letters of a page."""
    sizes = [item.size for item in scene.items if isinstance(item, Text) and item.text.strip()]
    return min(sizes, default=inf) / POINT


def test_large_print_is_large_wherever_something_is_printed(tmp_path: Path) -> None:
    """Page numbers had 10 pt beside "Answer: page 24" in 16 pt, numbers of answers as well."""
    sheet = Sheet(count=2, per_page="1", answers="end", page_numbers=True, footer="Our club")
    recipe, page = recipe_for(AUDIENCES["senior"], sheet, Page(), Recipe(seed=2))
    planned = SheetOrder(sheet, page, recipe, audience="senior").plan(Job())
    pages: list[PrintablePage] = [*planned.pages, *planned.answers]
    book = book_of(new_book("large-print", 3), AllowedFiles(tmp_path), Job())
    pages += BookPrinting.of(book.with_count(6), Job(), workers=HERE).pages
    for plan in pages:
        assert smallest_letters(plan.composed(Job())) >= LARGE_PRINT - 0.01, plan.name


def test_no_line_asks_for_a_name_that_is_printed() -> None:
    recipe = Recipe("backtracker", seed=1, sizes={"rows": 6, "columns": 6})
    for name_above, rows in ((True, ["Ada", "Ben"]), (True, []), (False, ["Ada"])):
        sheet = Sheet(name_line=True, name_above=name_above)
        order = SheetOrder(sheet, Page(), recipe, rows=[{"name": name} for name in rows])
        texts = order.plan(Job()).pages[0].composed(Job()).items
        lines = [item for item in texts if isinstance(item, Text) and item.text == "Name"]
        assert len(lines) == (not (name_above and rows))


def test_names_of_answers_stand_at_one_place_on_all_pages() -> None:
    names = ["Ada", "Bartholomew Featherstonehaugh", *"CDEFGH"]
    sheet = Sheet(per_page="2", answers="file", name_above=True)
    rows = [{"name": name} for name in names]
    audience = AUDIENCES["7-9"]
    recipe, page = recipe_for(audience, sheet, Page(theme="dinosaurs"), Recipe(seed=5), rows=rows)
    order = SheetOrder(sheet, page, recipe, rows=rows, audience="7-9")
    answers = order.plan(Job()).answers
    assert len(answers) > 1
    for plan in answers:
        scene = plan.composed(Job())
        texts = [item for item in scene.items if isinstance(item, Text)]
        named = [item for item in texts if item.text in names]
        assert named
        assert {item.anchor for item in named} == {"middle"}, "above the mazes"
