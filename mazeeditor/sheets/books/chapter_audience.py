"""For whom the mazes of a chapter are: the last one fills its place, the first has fewer cells."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from mazeeditor.core.job import Job
from mazeeditor.maze.shapes import size_names
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.page import Page
from mazeeditor.sheets.books.book import NOBODY, BookStyle, Chapter
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_audience import recipe_for

FIRST_SHARE = 0.65  # of the rows and columns of the last maze
MIN_ROWS = 3  # of each
INNER_MARGIN_MM = 22.3  # mm: the widest inner margin that a print shop asks for, of 800 pages


def sized_for(style: BookStyle, chapter: Chapter, job: Job | None = None) -> Chapter:
    """Return a chapter with the sizes, generator and walls of its audience, if it has one.

    Its pages are taken to have the widest inner margin, as how many pages there will be is not
    known. Raises ``UsageError`` if they have no room for such mazes, and ``CancelledError``.
    """
    own = chapter.style
    if own.audience == NOBODY:
        return chapter
    margin = (
        style.margin + max(style.margin, INNER_MARGIN_MM if style.gutter is None else style.gutter)
    ) / 2
    page = replace(style.themed(chapter.page), page=style.trim, margin=margin)
    sheet = Sheet(
        count=own.count,
        per_page=own.per_page,
        title=own.heading or "1",
        stars=own.stars,
        instructions=own.instructions,
        footer=own.footer,
        page_numbers=True,
        numbers=own.numbers,
    )
    counted = size_names(chapter.recipe.shape)
    kept = {name: value for name, value in chapter.recipe.sizes.items() if name not in counted}
    seeded = replace(chapter.recipe, seed=style.seed)
    recipe, walled = recipe_for(AUDIENCES[own.audience], sheet, page, seeded, sizes=kept, job=job)
    last = dict(recipe.sizes)
    first = {
        name: min(last[name], max(MIN_ROWS, ceil(FIRST_SHARE * last[name]))) for name in counted
    }
    look: Page = replace(chapter.page, wall=walled.wall)
    recipe = replace(recipe, seed=chapter.recipe.seed, sizes=last | first)
    return replace(chapter, recipe=recipe, page=look, to={name: last[name] for name in counted})
