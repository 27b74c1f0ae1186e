"""Designed and decorated pages of books and sheets: what they say, and that nothing is covered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.formats.pdf import operators_of
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Item, LongStrokes, Polygons, Scene, Strokes, Text
from mazeeditor.page.themes.decoration import LAYER, drawn_in
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.designed_pages import DesignPlan
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.pages.text_pages import TextPlan
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_pages import plan_sheet
from tests.breadth import in_turns
from tests.page.decor import check_places, decor

CHAPTER: dict[str, Any] = {
    "title": "Easy",
    "count": 4,
    "stars": 2,
    "sizes": {"rows": 6, "columns": 5},
    "text": "Small mazes.",
}


ALL = {"designed": True, "well_done": True, "certificate": True}


def planned(**values: Any) -> BookPrinting:
    head = {"format": "mazeeditor book", "version": 1, "chapters": [CHAPTER, CHAPTER]}
    return BookPrinting.of(book_of(to_json({**head, **values}), AllowedFiles(Path()), Job()), Job())


def designed(**values: Any) -> list[DesignPlan]:
    pages = planned(**{**ALL, "title": "Mazes", **values}).pages
    return [page for page in pages if isinstance(page, DesignPlan)]


def words(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


def test_the_pages_in_their_order() -> None:
    kinds = [page.kind for page in planned(**ALL, title="Mazes", how_to=False).pages]
    maze = ["puzzles"] * 4
    assert kinds[:2] == ["title", "blank"]
    assert kinds[2:13] == ["chapter", *maze, "blank", "chapter", *maze]
    # the certificate is a right page with nothing on its back: it can be cut out
    assert kinds[13:] == ["end", "certificate", "blank", "chapter", "answers", "answers"]


def test_what_the_opener_of_a_chapter_says() -> None:
    second = [page for page in designed() if page.kind == "chapter"][1]
    scene = second.composed(Job())
    assert {"2", "Easy", "4 mazes · Mazes 5 to 8", "Small mazes."} <= set(words(scene))
    filled = [item for item in scene.items if isinstance(item, Polygons) and len(item.points) == 10]
    assert len(filled) == 2  # of the five stars
    plain = {**CHAPTER, "stars": 0, "to": {"rows": 8, "columns": 7}}
    opener = next(page for page in designed(chapters=[plain]) if page.kind == "chapter")
    assert "6 × 5 to 8 × 7 cells" in words(opener.composed(Job()))


def test_the_title_page_and_the_certificate() -> None:
    pages = designed(author="Ada", subtitle="{mazes} mazes", title="Mazes for {year}", year=2031)
    by_kind = {page.kind: page.composed(Job()) for page in pages}
    assert {"Mazes for 2031", "8 mazes", "Ada"} <= set(words(by_kind["title"]))
    certificate = words(by_kind["certificate"])
    assert {"Certificate", "Name", "Date", "Signature", "Mazes for 2031"} <= set(certificate)
    assert "has found the way through 8 mazes of" in certificate
    assert {"Well done!", "You have found the way through 8 mazes."} <= set(words(by_kind["end"]))


def bounds(item: Item) -> tuple[float, float, float, float] | None:
    if isinstance(item, Text):
        wide = width_of(item.text, item.lettering) * item.size
        left = item.x - {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
        return left, item.y - 0.8 * item.size, left + wide, item.y + 0.1 * item.size
    strokes = item.whole() if isinstance(item, LongStrokes) else item
    if not isinstance(strokes, Strokes | Polygons) or not len(strokes.points):
        return None
    low, high = strokes.points.min(axis=0), strokes.points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trim", "theme"), in_turns(["5.5x8.5in", "8.5x11in", "A4", "200x150mm"], ["plain", "ocean"])
)
def test_all_lies_between_the_margins(trim: str, theme: str) -> None:
    long = "A title that goes on for a long while"
    values = {"title": long, "subtitle": long, "author": "Ada Lovelace of London"}
    for page in designed(trim=trim, theme=theme, **values):
        left, top, right, bottom = page.box
        for item in page.composed(Job()).items:
            box = bounds(item)
            if box and np.isfinite(box).all():
                assert left - 0.6 <= box[0] <= box[2] <= right + 0.6, (page.kind, item)
                assert top - 0.6 <= box[1] <= box[3] <= bottom + 0.6, (page.kind, item)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["plain", pytest.param("pirates", marks=pytest.mark.slow)])
def test_a_print_shop_takes_it(theme: str, tmp_path: Path) -> None:
    round_ = {"count": 1, "shape": "polar", "sizes": {"rings": 6}}
    chapters = [{**CHAPTER, "count": 1}, {**CHAPTER, **round_}]
    values = {**ALL, "title": "Mazes", "author": "Ada", "theme": theme, "chapters": chapters}
    head = {"format": "mazeeditor book", "version": 1, "answer_style": "pale"}
    path = tmp_path / "b.pdf"
    mazeeditor.book({**head, **values}, path)
    broken = {finding.rule for finding in mazeeditor.preflight(path, trim="8.5x11in").findings}
    assert broken <= {"page-count"}  # it is a short one


def test_fields_in_texts() -> None:
    """Those of the book are known everywhere, also beside those of a page."""
    chapter = {**CHAPTER, "title": "{mazes} by {author}", "footer": "{mazes}/{pages} {page} {year}"}
    printing = planned(chapters=[chapter], author="Ada", title="{pages} pages", cover=True)
    pages = len(printing.pages)
    assert printing.style.title == f"{pages} pages"
    texts = {text for page in printing.pages for text in words(page.composed(Job()))}
    assert {f"{pages} pages", "4 by Ada"} <= texts
    assert f"4/{pages} 4 {date.today().year}" in texts
    unknown = planned(title="{mine} {mazes}", chapters=[CHAPTER])
    assert "(mine) 4" in words(unknown.pages[0].composed(Job()))


def test_numbers_in_a_pdf_have_no_exponent() -> None:
    """Lines of 1 mm that are arcs were a million steps wide, which was written as 1e+06."""
    page = next(page for page in designed() if page.kind == "chapter")
    scene = page.composed(Job())
    arcs = [item for item in scene.items if isinstance(item, Strokes) and item.bulges is not None]
    assert 1.0 in {item.width for item in arcs}
    drawn = [
        word for item in arcs for line in operators_of(item, scene, Job()) for word in line.split()
    ]
    assert not [word for word in drawn if "e+" in word]
    assert drawn[drawn.index("w") - 1] == "1000000"


def test_openers_of_one_theme_differ() -> None:
    pages = designed(theme="pirates", chapters=[CHAPTER, {**CHAPTER, "count": 1}, CHAPTER])
    openers = [page for page in pages if page.kind == "chapter" and page.chapter]
    assert [page.turn for page in openers] == [0, 1, 2]
    box = 0.0, 0.0, 150.0, 60.0
    drawings = [drawn_in(page.page, "opener", box, page.turn) for page in openers]
    assert len({*map(drawn_points, drawings)}) == 3
    own = [{**CHAPTER, "page": {"theme": name}} for name in ("farm", "ocean")]
    pages = designed(theme="pirates", chapters=own)
    assert [page.turn for page in pages if page.kind == "chapter" and page.chapter] == [0, 0]


def drawn_points(items: Iterable[Item]) -> bytes:
    kept = [item.points for item in items if isinstance(item, Polygons | Strokes)]
    return np.concatenate(kept).round(3).tobytes()


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
