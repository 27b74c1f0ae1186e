"""The pages of answers of a book: which mazes are on them, and how large."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.page.scene import Text
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from tests.sheets.test_book import CHAPTER, planned


def answers_of(printing: BookPrinting) -> list[tuple[str, tuple[int, int], list[int]]]:
    """Return subtitle, grid and mazes of each page of answers."""
    return [
        (page.sheet.subtitle, page.grid, [puzzle.number for puzzle in page.puzzles])
        for page in printing.pages
        if isinstance(page, PagePlan) and page.kind == "answers"
    ]


def test_answers_of_chapters_that_look_alike_share_pages() -> None:
    two, grid = [{**CHAPTER, "count": 4}, {**CHAPTER, "title": "Two", "count": 9}], (3, 2)
    shown = {"how_to": False, "cover": False, "chapters": two}
    assert answers_of(planned(**shown)) == [
        ("One · Two", grid, [1, 2, 3, 4, 5]),
        ("Two", grid, [6, 7, 8, 9]),
        ("Two", grid, [10, 11, 12, 13]),
    ]
    two[1] = {**two[1], "title": "A name so long that no page is as wide as both of them " * 2}
    assert answers_of(planned(**shown))[0][0] == "Mazes 1 to 5"
    two[1] = {**two[1], "page": {"walls": "rounded"}}
    assert [numbers for *_where, numbers in answers_of(planned(**shown))][:2] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8, 9],
    ]


@pytest.mark.parametrize("masked", [False, True])
def test_numbers_of_answers_stand_at_one_place_throughout_a_book(masked: bool) -> None:
    """Above or beside each maze: it was where each page left its mazes largest."""
    sizes = [(12, 8), (15, 10), (20, 15), (14, 14), (24, 18)]
    names = "rows", "columns"
    chapters: list[dict[str, Any]] = [
        {"title": title, "count": 5, "sizes": dict(zip(names, size, strict=True))}
        for title, size in zip("ABCDE", sizes, strict=True)
    ]
    if masked:
        chapters[2]["recipe"] = {"mask": "heart"}
    values = {"format": "mazeeditor book", "version": 1, "chapters": chapters, "trim": "8.5x11in"}
    planned = BookPrinting.of(book_of(to_json(values), AllowedFiles(Path()), Job()), Job())
    pages = [page for page in planned.pages if page.kind == "answers" and page.number > 3]
    found = set[str]()
    for page in pages:
        assert isinstance(page, PagePlan)
        found.add(page.numbers_at)
        scene = page.composed(Job())
        numbers = [item for item in scene.items if isinstance(item, Text) and item.text.isdigit()]
        found |= {item.anchor for item in numbers if item.text != str(page.number)}
    assert len(pages) > 4
    assert found == ({"above", "middle"} if masked else {"beside", "end"})


def test_the_footer_is_as_large_as_its_readers_need() -> None:
    """16 pt in large print, also if its walls and passages alone say so; else as usual."""
    footer, sizes = "Answer: page {answer}", {"rows": 12, "columns": 10}
    many = {"rows": 40, "columns": 30}
    known: list[tuple[dict[str, Any], float]] = [
        ({"sizes": sizes, "audience": "senior"}, 16.0),
        ({"sizes": {"rows": 18, "columns": 15}, "page": {"wall": 1.8}}, 16.0),
        ({"sizes": {"rows": 4, "columns": 3}}, 14.0),
        ({"sizes": many, "audience": "7-9"}, 12.0),
        ({"sizes": many}, 0.018 * 190.5 / POINT),
    ]
    chapters = [{"title": "", "count": 1, "footer": footer, **own} for own, _points in known]
    values = {"format": "mazeeditor book", "version": 1, "chapters": chapters}
    planned = BookPrinting.of(book_of(to_json(values), AllowedFiles(Path()), Job()), Job())
    pages = [page for page in planned.pages if page.sheet.footer == footer]
    for page, (_own, points) in zip(pages, known, strict=True):
        texts = [item for item in page.composed(Job()).items if isinstance(item, Text)]
        (shown,) = [text for text in texts if text.text.startswith("Answer: page")]
        assert shown.size / POINT == pytest.approx(points, abs=1.0)
