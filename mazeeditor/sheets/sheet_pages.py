"""The pages of a sheet in their order: puzzles, and answers where the sheet has them.

::

    back, next    1 2 | 1' 2' | 3 4 | 3' 4'      on the back the columns are mirrored
    end           1 2 | 3 4 | 1' 2' 3' 4'        small, and in the other file for ``file``

With a list, names share pages where each has fewer mazes than a page holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import prod
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT, paper_sizes
from mazeeditor.page.scene import Box
from mazeeditor.page.shown_page import without_tones
from mazeeditor.sheets.pages.alike_tokens import with_alike_tokens
from mazeeditor.sheets.pages.answer_numbers import number_size, planned_label
from mazeeditor.sheets.pages.answer_rows import Label, NumbersAt, shares
from mazeeditor.sheets.pages.captions import Names
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import MadePuzzle, Puzzle
from mazeeditor.sheets.sheet import (
    TEXT_FIELDS,
    Sheet,
    check_typefaces,
    fills_pages,
    grid_for,
    grid_of,
    grids_of,
    names_in,
    page_of,
)

PLAIN: dict[str, Any] = {"instructions": "", "name_line": False, "date_line": False, "stars": 0}
ANSWERS_TITLE = "top center 14pt"
HEAD = 12.0  # mm: what the title of answers takes, about
MOST_MEASURED = 10  # lines, of which the longest is the widest, about
BETTER = 1.1  # times: mazes are larger in other rows than the usual ones
CLEARLY = 1.25  # times: paper on its side has larger cells


@dataclass(frozen=True)
class SheetPages:
    """The pages of a sheet, and those of its answers where they go into another file."""

    pages: tuple[PagePlan, ...]
    answers: tuple[PagePlan, ...] = ()


def plan_sheet(
    sheet: Sheet,
    page: Page,
    puzzles: Sequence[Puzzle],
    job: Job | None = None,
    *,
    audience: str = "",
) -> SheetPages:
    """Return the pages of a sheet for an ``audience``, "" if nobody said whom they are for.

    Puzzles of another row of a list begin a new page, unless these are fewer than a page holds.
    The paper is turned as the first maze becomes larger. Raises ``UsageError`` and what making
    that maze raises.
    """
    sheet, each, parts = _arrange(sheet, page, puzzles)
    sheet = _for_large_print(sheet, audience)
    first = replace(_turn(sheet, page, puzzles[0], each, job or Job()), audience=audience)
    pages = [replace(first, puzzles=part) for part in parts]
    small = _thumbnails(first, sheet, puzzles, first.paper[0] > first.paper[1])
    if sheet.answers in ("back", "next"):
        pages = [one for page_ in pages for one in (page_, _behind(page_))]
    files = [pages, small] if sheet.answers == "file" else [[*pages, *small], []]
    numbered = [_number(file) for file in files]
    alike = with_alike_tokens([page_ for file in numbered for page_ in file], job or Job())
    first_file = len(numbered[0])
    return SheetPages(tuple(alike[:first_file]), tuple(alike[first_file:]))


def first_page(sheet: Sheet, page: Page, puzzles: Sequence[Puzzle]) -> PagePlan:
    """Return a page with the first puzzle alone, upright unless the page is turned.

    Raises what ``plan_sheet`` raises.
    """
    sheet, each, _parts = _arrange(sheet, page, puzzles)
    paper = paper_sizes(page.page, page.orientation)[0]
    names = _names_on(sheet, each, puzzles[0])
    plan = replace(_plan(sheet, page, paper), each=each, names=names, puzzles=(puzzles[0],))
    return replace(plan, fields={**plan.fields, "page": "1", "pages": "1"})


def turned_page(sheet: Sheet, page: Page, puzzle: Puzzle, job: Job) -> PagePlan:
    """Return a page with a puzzle alone, turned and divided as ``plan_sheet`` does that.

    Raises what ``plan_sheet`` raises.
    """
    sheet, each, _parts = _arrange(sheet, page, [puzzle])
    plan = replace(_turn(sheet, page, puzzle, each, job), puzzles=(puzzle,))
    return replace(plan, fields={**plan.fields, "page": "1", "pages": "1"})


def _arrange(
    sheet: Sheet, page: Page, puzzles: Sequence[Puzzle]
) -> tuple[Sheet, Sheet | None, list[tuple[Puzzle, ...]]]:
    """Return the sheet, the texts that stand above each maze, and the puzzles of each page."""
    if page.page == FIT:
        raise UsageError(_("A sheet needs a paper such as A4 or Letter, not fit."))
    if not puzzles:
        raise UsageError(_("A sheet needs a maze."))
    check_typefaces(sheet)
    sheet = _with_numbers(sheet, max(puzzle.number for puzzle in puzzles))
    if sheet.name_above and all(puzzle.owner for puzzle in puzzles):
        sheet = replace(sheet, name_line=False)  # nobody writes the name that is printed
    parts = _parts(puzzles, prod(grid_of(sheet.per_page, wide=False)))
    sheet, each = _divide(sheet, puzzles) if _is_mixed(parts) else (sheet, None)
    return sheet, each, parts


def _with_numbers(sheet: Sheet, last: int) -> Sheet:
    """Return the sheet with numbers chosen: two mazes need them to find their answers."""
    if sheet.numbers != "automatic":
        return sheet
    return replace(sheet, numbers="number" if last > 1 else "none")


def differing_fields(puzzles: Sequence[Puzzle]) -> set[str]:
    first = puzzles[0]
    rows = {puzzle.row: puzzle for puzzle in puzzles}.values()
    names = {name for puzzle in rows for name in puzzle.fields}
    return {
        name
        for name in names
        if any(puzzle.fields.get(name) != first.fields.get(name) for puzzle in rows)
    }


def _divide(sheet: Sheet, puzzles: Sequence[Puzzle]) -> tuple[Sheet, Sheet | None]:
    """Return the sheet, and the texts that stand above each maze since they differ between these.

    None where there are no such texts.
    """
    differing = {name.casefold() for name in differing_fields(puzzles)}
    moved = {
        name: getattr(sheet, name)
        for name in TEXT_FIELDS
        if any(used.casefold() in differing for used in names_in(getattr(sheet, name)))
    }
    if not moved:
        return sheet, None
    each: dict[str, Any] = dict(moved)
    for name in moved:
        style = f"{name}_style"
        usual = "center" if name == "footer" else ""
        each[style] = f"{usual} {getattr(sheet, style)} top"
    each["text_typeface"] = sheet.text_typeface
    blank: dict[str, Any] = dict.fromkeys(moved, "")
    return replace(sheet, **blank), Sheet(**each)


def _names_on(sheet: Sheet, each: Sheet | None, puzzle: Puzzle) -> Names:
    """Return whether the names of a list stand above the mazes of a page of puzzles."""
    if _says_name(puzzle, sheet.title, sheet.subtitle):  # which answers have as well
        return "none"
    said = each and _says_name(puzzle, *(getattr(each, name) for name in TEXT_FIELDS))
    if sheet.name_above and not said:
        return "shown"
    return "kept" if sheet.answers in ("back", "next") else "none"


def _says_name(puzzle: Puzzle, *texts: str) -> bool:
    used = {name.casefold() for text in texts for name in names_in(text)}
    return puzzle.named_by.casefold() in used


def _turn(sheet: Sheet, page: Page, first: Puzzle, each: Sheet | None, job: Job) -> PagePlan:
    """Return a page without puzzles, from which the others are made.

    Its paper is upright, unless cells become clearly larger on its side.
    """
    papers = paper_sizes(page.page, page.orientation)
    names = _names_on(sheet, each, first)
    plans = [replace(_plan(sheet, page, paper), each=each, names=names) for paper in papers]
    if len(plans) == 1 and plans[0].grid == (1, 1):
        return plans[0]
    made = MadePuzzle.of(first, job, solved=False)
    plans = [_in_best_grid(plan, made) for plan in plans]
    if len(plans) == 1:
        return plans[0]
    upright, wide = (plan.cell_of(made) for plan in plans)
    return plans[wide > CLEARLY * upright]


def _in_best_grid(plan: PagePlan, made: MadePuzzle) -> PagePlan:
    """Return a page whose mazes stand in other rows and columns where these make them larger."""
    grids = grids_of(plan.sheet.per_page, wide=plan.paper[0] > plan.paper[1])
    usual, *others = (replace(plan, grid=grid) for grid in grids)
    best = max(others, key=lambda each: each.cell_of(made), default=usual)
    return best if best.cell_of(made) > BETTER * usual.cell_of(made) else usual


def margins_of(paper: tuple[float, float], margin: float) -> Box:
    """Return what lies between the margins of a paper; raises ``UsageError`` where nothing does."""
    if 2 * margin >= min(paper):
        text = _("Margins of {margin:g} mm leave no room on a page of {width:g} × {height:g} mm.")
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


def _parts(puzzles: Sequence[Puzzle], most: int) -> list[tuple[Puzzle, ...]]:
    """Return the puzzles of each page.

    Those of another row of a list begin a new page where a row has as many as fill one.
    """
    rows = [list(group) for _row, group in groupby(puzzles, key=lambda puzzle: puzzle.row)]
    groups = rows if max(map(len, rows)) >= most else [list(puzzles)]
    return [
        tuple(group[start : start + most])
        for group in groups
        for start in range(0, len(group), most)
    ]


def _is_mixed(parts: Sequence[Sequence[Puzzle]]) -> bool:
    """Whether puzzles of several rows of a list share a page."""
    return any(part[0].row != part[-1].row for part in parts)


def _behind(page: PagePlan) -> PagePlan:
    """Return the page with the answers of a page of puzzles, each in its place."""
    text = _("{title} – Answer") if len(page.puzzles) == 1 else _("{title} – Answers")
    title = text.format(title=page.sheet.title) if page.sheet.title else ""
    sheet = replace(page.sheet, title=title, **PLAIN)
    return replace(
        page,
        kind="answers",
        sheet=sheet,
        front=page.sheet,
        mirrored=sheet.answers == "back",
        names="none" if page.names == "none" else "shown",
    )


def _for_large_print(sheet: Sheet, audience: str) -> Sheet:
    """Return a sheet whose small texts are as large as an audience needs, unless they were set."""
    letters = AUDIENCES[audience].large_print if audience else 0.0
    if not letters:
        return sheet
    large = f"{letters:g}pt"
    return replace(
        sheet,
        footer_style=sheet.footer_style or large,
        page_numbers_style=sheet.page_numbers_style or large,
    )


def _thumbnails(
    first: PagePlan, sheet: Sheet, puzzles: Sequence[Puzzle], wide: bool
) -> list[PagePlan]:
    """Return the pages with the answers of all puzzles, as small as many on a page become."""
    if sheet.answers not in ("end", "file"):
        return []
    grid = grid_for(len(puzzles), sheet.answers_per_page, wide=wide)
    page = without_tones(replace(first.page, cell=None, wall=None, logo=""))
    texts = replace(sheet, title=_("Answers"), subtitle="", **PLAIN)
    most, filling = prod(grid), fills_pages(sheet.answers_per_page)
    starts = range(0, len(puzzles), most)
    parts = [tuple(puzzles[start : start + most]) for start in starts]
    numbers_at: NumbersAt = ""
    if filling:
        letters = 1.25 * AUDIENCES[first.audience].large_print if first.audience else 0.0
        usual = f"top center {letters:g}pt" if letters else ANSWERS_TITLE
        texts = replace(texts, title_style=texts.title_style or usual)
        left, top, right, bottom = first.box
        room = right - left, bottom - top - HEAD
        label = _label_for(sheet, puzzles, first.audience)
        parts = shares(puzzles, page, room, label, most)
        if len(parts) > 1:
            numbers_at = "above"  # on all pages alike, where names of any length have room
            parts = shares(puzzles, page, room, label, most, numbers_at)
    if _is_mixed(parts):  # each has its name, which need not be said once more
        texts, _each = _divide(texts, puzzles)
    plan = replace(
        first,
        kind="answers",
        sheet=texts,
        page=page,
        grid=grid,
        names="shown",
        each=None,
        filling=filling,
        numbers_at=numbers_at,
    )
    return [replace(plan, puzzles=part) for part in parts]


def _label_for(sheet: Sheet, puzzles: Sequence[Puzzle], audience: str) -> Label:
    """Return the room that the names and numbers of answers need."""
    lines = [" · ".join(filter(None, (one.owner, str(one.number)))) for one in puzzles]
    longest = sorted(lines, key=len)[-MOST_MEASURED:]
    named = any(one.owner for one in puzzles)
    numbers = "number" if named and sheet.numbers == "none" else sheet.numbers
    return planned_label(numbers, longest, sheet.text_typeface, number_size(audience))


def _number(pages: Sequence[PagePlan]) -> tuple[PagePlan, ...]:
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
