"""The pages of answers of a book: which mazes are on them, and how large."""

from __future__ import annotations

from mazeeditor.sheets.books.book_files import BookPrinting
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
    two, grid = [{**CHAPTER, "count": 5}, {**CHAPTER, "title": "Two", "count": 9}], (3, 2)
    shown = {"how_to": False, "cover": False, "chapters": two}
    assert answers_of(planned(**shown)) == [
        ("One · Two", grid, [1, 2, 3, 4, 5, 6]),
        ("Two", grid, [7, 8, 9, 10, 11, 12]),
        ("Two", grid, [13, 14]),
    ]
    two[1] = {**two[1], "title": "A name so long that no page is as wide as both of them " * 2}
    assert answers_of(planned(**shown))[0][0] == "Mazes 1 to 6"
    two[1] = {**two[1], "page": {"walls": "rounded"}}
    assert [numbers for *_where, numbers in answers_of(planned(**shown))][:2] == [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10, 11],
    ]


def test_few_answers_are_as_large_as_their_page_allows() -> None:
    shown = {"how_to": False, "cover": False}
    for count, grid in ((1, (1, 1)), (2, (2, 1)), (5, (3, 2))):
        chapters = [{**CHAPTER, "count": count}]
        assert [one[1] for one in answers_of(planned(**shown, chapters=chapters))] == [grid]
