"""Pages whose mazes are alike in what stands along the routes: all those of a sheet or chapter.

Whether questions stand in the cells or below the maze, and whether small answers show what stands
in the cells, depends on each maze and its place. Where one needs less in its cells, all get that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from math import inf
from typing import Any

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import NOTHING
from mazeeditor.page.page_layout import TOKEN_FORMS
from mazeeditor.page.tokens import TOKENS
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import Puzzle


def with_alike_tokens(pages: Sequence[PagePlan], job: Job) -> list[PagePlan]:
    """Return pages whose puzzles are alike in each chapter, with answers in their places.

    Small answers are alike in all chapters that look alike. Mazes are made for that, unless nothing
    stands along their routes; raises ``CancelledError``.
    """
    groups: dict[Hashable, list[int]] = {}
    for at, page in enumerate(pages):
        if page.page.along != NOTHING:
            key = page.slim, page.page, page.fields.get("chapter")
            groups.setdefault(key, []).append(at)
    differing = [places for places in groups.values() if _may_differ([pages[at] for at in places])]
    result = _settle(pages, job) if differing else [*pages]
    for places in differing:
        joined = _join([result[at] for at in places], job)
        for at, page in zip(places, joined, strict=True):
            result[at] = page
    return result


def _settle(pages: Sequence[PagePlan], job: Job) -> list[PagePlan]:
    """Return pages whose mazes have their seeds: these are looked for once."""
    known: dict[tuple[int, int], Puzzle] = {}
    for page in pages:
        for puzzle in page.puzzles:
            if puzzle.band and _place_of(puzzle) not in known:
                with suppress(MazeError):  # it is said where it is drawn
                    known[_place_of(puzzle)] = puzzle.settled(job)
    return [
        replace(page, puzzles=tuple(known.get(_place_of(one), one) for one in page.puzzles))
        for page in pages
    ]


def _place_of(puzzle: Puzzle) -> tuple[int, int]:
    """Return the row of the list and the number in it, which a puzzle shares with its answer."""
    return puzzle.row, puzzle.number


def _join(pages: Sequence[PagePlan], job: Job) -> Sequence[PagePlan]:
    """Return pages in the form that all of them have room for."""
    first, last, slim = pages[0], TOKEN_FORMS[-1], pages[0].slim
    form = _look_at(replace(first, puzzles=first.puzzles[:1]), job).form  # most need no other
    begun, left_out, cells = None, False, list[float]()
    while begun != form:
        begun, cells = form, []
        for page in pages:
            looked_at = _look_at(replace(page, form=form, left_out=left_out), job)
            form, left_out = looked_at.form, looked_at.left_out
            cells.append(looked_at.most)
            if slim and form == last and left_out:
                begun = form  # no page can change that
                break
    pages = [replace(page, form=form, left_out=left_out) for page in pages]
    return pages if slim else list(_never_coarser(pages, cells))


def _never_coarser(pages: Sequence[PagePlan], cells: Sequence[float]) -> Iterator[PagePlan]:
    """Yield pages of which none has larger cells than one before it, in mm.

    What stands below mazes takes more or less room, and those of one size have the same cells.
    """
    most = inf
    alike = groupby(zip(pages, cells, strict=True), key=lambda each: _size_of(each[0]))
    for size, group in alike:
        own = [*group]
        most = min(most, *(cell for _page, cell in own))
        yield from (replace(page, most=most if size else inf) for page, _cell in own)


def _size_of(page: PagePlan) -> Mapping[str, Any] | None:
    """Return the size of the mazes of a page, None for those of files."""
    source = page.puzzles[0].source
    return source.sizes if isinstance(source, Recipe) else None


def _may_differ(pages: Sequence[PagePlan]) -> bool:
    """Whether mazes of some pages may have another form than others, as far as is known."""
    if TOKENS[pages[0].page.along].shortens:
        return sum(len(page.puzzles) for page in pages) > 1
    return sum(page.kind == "answers" for page in pages) > 1  # one page is alike by itself


def _look_at(page: PagePlan, job: Job) -> PagePlan:
    try:
        return page.with_alike_tokens(job)
    except MazeError:  # it is said where it is drawn
        return page
