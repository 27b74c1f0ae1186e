"""The picture of sheets and books: four pages side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import read_book, templates
from mazeeditor.sheets.pages.page_files import PrintablePage
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_pages import plan_sheet

WIDE, HIGH = 420, 594  # px
GAP = 20
GROUND, EDGE = "#eceef2", "#d4d7dd"


def sheets(path: Path) -> None:
    """Draw a sheet with pictures, one with a sentence and its answer, and a page of a book."""
    plans = [_mouse(), *_sentence(), _of_a_book()]
    image = Image.new("RGB", (len(plans) * (WIDE + GAP) + GAP, HIGH + 2 * GAP), GROUND)
    for place, plan in enumerate(plans):
        scene = plan.composed(Job())
        wide = round(min(WIDE, HIGH * scene.width / scene.height))
        page = draw(scene, wide).convert("RGB")
        x, y = GAP + place * (WIDE + GAP) + (WIDE - wide) // 2, GAP + (HIGH - page.height) // 2
        image.paste(page, (x, y))
        box = (x, y, x + page.width, y + page.height)
        ImageDraw.Draw(image).rectangle(box, outline=EDGE)
    image.quantize(64).save(path, optimize=True)


def _mouse() -> PrintablePage:
    sheet = Sheet(
        title="Help the mouse",
        instructions="Show the mouse the way to the cheese.",
        name_line=True,
    )
    page = Page(marks="picture", walls="rounded", wall=1.8)
    return _pages(sheet, page, {"rows": 7, "columns": 6}, 11)[0]


def _sentence() -> tuple[PrintablePage, ...]:
    sheet = Sheet(
        title="What does the route say?",
        instructions="Write down the letters that you pass.",
        answers="next",
    )
    page = Page(along="letters", sentence="Well done, you are a star")
    return _pages(sheet, page, {"rows": 14, "columns": 11}, 21)


def _pages(sheet: Sheet, page: Page, sizes: dict[str, Any], seed: int) -> tuple[PrintablePage, ...]:
    puzzle = Puzzle(1, Recipe("backtracker", seed=seed, sizes=sizes))
    return plan_sheet(sheet, page, [puzzle]).pages


def _of_a_book() -> PrintablePage:
    """Return the first page of answers of the book for children."""
    pages = BookPrinting.of(read_book(templates()["children"]), Job(), workers=HERE).pages
    return next(page for page in pages if page.kind == "answers" and len(page.puzzles) > 1)
