"""The pages of a sheet in their order: puzzles, and answers where the sheet has them.

::

    back, next    1 2 | 1' 2' | 3 4 | 3' 4'      on the back the columns are mirrored
    end           1 2 | 3 4 | 1' 2' 3' 4'        small, and in the other file for ``file``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT, paper_sizes
from mazeeditor.page.scene import Box
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import MadePuzzle, Puzzle
from mazeeditor.sheets.sheet import Sheet, check_typefaces, grid_for, grid_of, page_of

PLAIN: dict[str, Any] = {"instructions": "", "name_line": False, "date_line": False, "stars": 0}
CLEARLY = 1.25  # times: paper on its side has larger cells


@dataclass(frozen=True)
class SheetPages:
    """The pages of a sheet, and those of its answers where they go into another file."""

    pages: tuple[PagePlan, ...]
    answers: tuple[PagePlan, ...] = ()


def plan_sheet(
    sheet: Sheet, page: Page, puzzles: Sequence[Puzzle], job: Job | None = None
) -> SheetPages:
    """Return the pages of a sheet; puzzles of another row of a list begin a new page.

    The paper is turned as the first maze becomes larger. Raises ``UsageError`` and what making
    that maze raises.
    """
    if page.page == FIT:
        raise UsageError(_("A sheet needs a paper such as A4 or Letter, not fit."))
    if not puzzles:
        raise UsageError(_("A sheet needs a maze."))
    check_typefaces(sheet)
    sheet = _with_numbers(sheet, max(puzzle.number for puzzle in puzzles))
    first = _turned(sheet, page, puzzles[0], job or Job())
    rows, columns = first.grid
    pages = [replace(first, puzzles=part) for part in _pages(puzzles, rows * columns)]
    small = _thumbnails(first, sheet, puzzles, first.paper[0] > first.paper[1])
    if sheet.answers == "file":
        return SheetPages(_numbered(pages), _numbered(small))
    if sheet.answers == "end":
        return SheetPages(_numbered([*pages, *small]))
    if sheet.answers in ("back", "next"):
        pages = [each for page_ in pages for each in (page_, _behind(page_))]
    return SheetPages(_numbered(pages))


def _with_numbers(sheet: Sheet, last: int) -> Sheet:
    """Return the sheet with numbers chosen: two mazes need them to find their answers."""
    if sheet.numbers != "automatic":
        return sheet
    return replace(sheet, numbers="number" if last > 1 else "none")


def _turned(sheet: Sheet, page: Page, first: Puzzle, job: Job) -> PagePlan:
    """Return a page without puzzles, from which the others are made.

    Its paper is upright, unless cells become clearly larger on its side.
    """
    plans = [_plan(sheet, page, paper) for paper in paper_sizes(page.page, page.orientation)]
    if len(plans) == 1:
        return plans[0]
    made = MadePuzzle.of(first, job, solved=False)
    upright, wide = (plan.cell_of(made) for plan in plans)
    return plans[wide > CLEARLY * upright]


def margins_of(paper: tuple[float, float], margin: float) -> Box:
    """Return what lies between the margins of a paper; raises ``UsageError`` where nothing does."""
    if 2 * margin >= min(paper):
        text = _("Margins of {margin:g} mm leave nothing of a page of {width:g} × {height:g} mm.")
        raise UsageError(text.format(margin=margin, width=paper[0], height=paper[1]))
    return margin, margin, paper[0] - margin, paper[1] - margin


def _plan(sheet: Sheet, page: Page, paper: tuple[float, float]) -> PagePlan:
    """Return a page without puzzles on a paper."""
    return PagePlan(
        kind="puzzles",
        sheet=sheet,
        page=page_of(page),
        grid=grid_of(sheet.per_page, wide=paper[0] > paper[1]),
        paper=paper,
        box=margins_of(paper, page.margin),
        trim=(0.0, 0.0, *paper) if sheet.trim_box or sheet.pdfx else None,
    )


def _pages(puzzles: Sequence[Puzzle], most: int) -> list[tuple[Puzzle, ...]]:
    """Return the puzzles of each page; those of another row of a list begin a new one."""
    pages = []
    for _row, group in groupby(puzzles, key=lambda puzzle: puzzle.row):
        members = list(group)
        pages += [tuple(members[start : start + most]) for start in range(0, len(members), most)]
    return pages


def _behind(page: PagePlan) -> PagePlan:
    """Return the page with the answers of a page of puzzles, each in its place."""
    text = _("{title} – Answer") if len(page.puzzles) == 1 else _("{title} – Answers")
    title = text.format(title=page.sheet.title) if page.sheet.title else ""
    sheet = replace(page.sheet, title=title, **PLAIN)
    return replace(
        page, kind="answers", sheet=sheet, front=page.sheet, mirrored=sheet.answers == "back"
    )


def _thumbnails(
    first: PagePlan, sheet: Sheet, puzzles: Sequence[Puzzle], wide: bool
) -> list[PagePlan]:
    """Return the pages with the answers of all puzzles, as small as many on a page become."""
    if sheet.answers not in ("end", "file"):
        return []
    grid = grid_for(len(puzzles), sheet.answers_per_page, wide=wide)
    page = replace(first.page, cell=None, wall=None, logo="")
    texts = replace(sheet, title=_("Answers"), subtitle="", **PLAIN)
    plan = replace(first, kind="answers", sheet=texts, page=page, grid=grid)
    most = grid[0] * grid[1]
    starts = range(0, len(puzzles), most)
    return [replace(plan, puzzles=tuple(puzzles[start : start + most])) for start in starts]


def _numbered(pages: Sequence[PagePlan]) -> tuple[PagePlan, ...]:
    digits = len(str(len(pages)))
    return tuple(
        replace(
            page,
            number=number,
            name=f"{number:0{digits}}",
            fields={**page.fields, "page": str(number), "pages": str(len(pages))},
        )
        for number, page in enumerate(pages, 1)
    )
