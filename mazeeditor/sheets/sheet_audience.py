r"""For whom the mazes of a sheet are: as many cells as have room in their places on the page.

::

    sheet, page, list ---> place of a maze ---> made_for ---> recipe: sizes, generator
                             ^                          \---> page: thickness of the walls
                             +--- drawn there: passages as they are meant? ---+
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from operator import itemgetter
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build, size_names
from mazeeditor.page.audiences import (
    NARROWEST,
    Audience,
    Made,
    audience_of,
    made_for,
    with_generator,
)
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.page_layout import tokens_of
from mazeeditor.page.readable_words import words_for
from mazeeditor.page.themes import PLAIN
from mazeeditor.page.tokens import TOKENS, TokenSet
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import MadePuzzle, Puzzle
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import Row, SheetOrder
from mazeeditor.sheets.sheet_pages import first_page, turned_page

MIN_CELLS = 9  # cells of a maze on a page with others: three rows of three
LOOKED_AT_MAZES = 12  # mazes, if what stands below them takes more or less of the page
TURNS = 4  # tries after the first: marks and pictures take more or less than was reckoned
LARGER = 1.25  # times as large in the next try


def recipe_for(
    audience: Audience,
    sheet: Sheet,
    page: Page,
    recipe: Recipe,
    *,
    sizes: Mapping[str, Any] | None = None,
    rows: Sequence[Row] = (),
    painted: Lattice | None = None,
    job: Job | None = None,
) -> tuple[Recipe, Page]:
    """Return what the mazes of a sheet are made with, and the page with walls as they are meant.

    ``sizes`` are options of the shape that stay as they are, ``rows`` those of a list,
    ``painted`` has an outline painted by hand. What mazes show decides about their size. Raises
    ``UsageError`` where a page holds too many mazes for that.
    """
    if recipe.subject:
        return with_generator(audience, recipe), replace(page, cell=None)
    audience = _for_tokens(audience, page)
    recipe = with_generator(audience, recipe)
    looked_at = recipe if recipe.seed is not None else replace(recipe, seed=LOOKED_AT_MAZES)
    known = dict(sizes or {}), rows, painted, job or Job()
    search = _Search(audience, sheet, page, looked_at, *known)
    made = search.worded() or search.found()
    return replace(recipe, sizes=made.sizes), replace(page, cell=None, wall=made.page.wall)


def usual_audience(page: Page) -> str | None:
    """Return for whom new mazes are where nothing is said of them, None for nobody."""
    return None if page.along == NOTHING else TOKENS[page.along].audience or None


def _for_tokens(audience: Audience, page: Page) -> Audience:
    """Return an audience with the generator and the passages that tokens need."""
    if page.along == NOTHING:
        return audience
    kind = TOKENS[page.along]
    if kind.generator:
        audience = replace(audience, generator=kind.generator, options={})
    needed = kind.passage_for(page)
    if needed > audience.passage:
        return replace(audience, passage=needed, least=needed)
    return audience


@dataclass(frozen=True)
class _Search:
    """Looks for the mazes of an audience in their places on the pages of a sheet."""

    audience: Audience
    sheet: Sheet
    page: Page
    recipe: Recipe
    sizes: dict[str, Any]
    rows: Sequence[Row]
    painted: Lattice | None
    job: Job

    def found(self) -> Made:
        """Return the size with which the mazes are for the audience, else the first one.

        On paper that is turned for it, or of few large rings, a maze may be for another audience:
        then it has one row, column or ring more or less.
        """
        made = self._found()
        tokens = self.page.along != NOTHING  # of which few cells are large enough
        names = [] if self.sizes or tokens else size_names(self.recipe.shape)
        steps = (
            {name: max(made.sizes[name] + step, 1) for name in names} for step in (0, 1, 2, -1)
        )
        tries = (Made(made.sizes | sizes, made.page) for sizes in steps) if names else ()
        return next((tried for tried in tries if self._suits(tried)), made)

    def _suits(self, made: Made) -> bool:
        """Whether mazes are for the audience as they will be printed."""
        drawn = self._drawn(made, turned=True)
        return drawn is not None and drawn[1] is not None and drawn[1].name == self.audience.name

    def _found(self) -> Made:
        """Return the size with which the mazes are for the audience on paper as it lies.

        Of several it is the one with the most cells whose passages are as wide as they should be,
        and the first one if none are.
        """
        audience, best = self.audience, None
        low, high = 0.0, inf  # cells that were too small, and large enough
        first = made = self._made(None)
        tokens, turns = self.page.along != NOTHING, TURNS
        while turns:
            drawn = self._drawn(made)
            if drawn is None and not (tokens and made.page.cell):
                break
            turns -= drawn is not None
            passage, suited = drawn or (audience.passage / LARGER, None)  # tokens are too small
            asked = made.page.cell or passage
            # larger cells than this audience needs are another's, but no less readable
            whose = suited is not None and (tokens or suited.name == audience.name)
            if whose and passage >= audience.least:
                if passage <= audience.passage or not tokens:
                    return made
                best = made
            low, high = (max(low, asked), high) if passage < audience.passage else (low, asked)
            between = tokens and low > 0 and high < inf
            about = asked * audience.passage / max(passage, 0.1)
            before, made = made, self._made(sqrt(low * high) if between else about)
            if made.sizes in (before.sizes, best and best.sizes):
                break
        return best or first

    def worded(self) -> Made | None:
        """Return the size with which letters of an outline can be read; None if it has none."""
        wall = self.page.wall or self.audience.wall

        def passage_of(sizes: Mapping[str, Any]) -> float:
            made = Made(dict(sizes), replace(self.page, wall=wall))
            drawn = self._drawn(made, turned=True)
            return drawn[0] if drawn else 0.0

        sizes = words_for(self.audience, self.recipe, self.sizes, passage_of)
        if sizes is None:
            return None
        wide = passage_of(sizes) >= NARROWEST  # else walls leave too little between them
        return Made(sizes, replace(self.page, wall=wall if wide else self.page.wall))

    def _plan(self, recipe: Recipe, wall: float | None, *, turned: bool = False) -> PagePlan:
        page = replace(self.page, cell=None, wall=wall)
        order = SheetOrder(self.sheet, page, recipe, rows=self.rows, painted=self.painted)
        puzzles = order.puzzles()
        if turned:
            return turned_page(self.sheet, page, puzzles[0], self.job)
        return first_page(self.sheet, page, puzzles)

    @cached_property
    def _place(self) -> Page:
        """The place of the first maze, as a page."""
        small = Recipe("backtracker", seed=self.recipe.seed, sizes={"rows": 2, "columns": 2})
        plan = self._plan(small, self.page.wall)
        puzzle = MadePuzzle.of(plan.puzzles[0], self.job, solved=False)
        left, top, right, bottom = plan.place_of(puzzle)
        return replace(
            self.page,
            page=f"{right - left:.4f}x{bottom - top:.4f}mm",
            orientation="automatic",
            margin=0.0,
            title="",
            theme=PLAIN,  # what it takes is not part of the place
        )

    def _made(self, cell: float | None) -> Made:
        """Return the size of mazes that fill their places, with cells of so many mm."""
        place, shape, wall = self._place, self.recipe.shape, self.page.wall
        try:
            made = made_for(
                self.audience, shape, place, self.sizes, cell=cell, wall=wall, spare=False
            )
        except UsageError:
            raise self._refusal() from None
        if not self.sizes and build(shape, **made.sizes).cells < MIN_CELLS:
            raise self._refusal()
        return made

    def _refusal(self) -> UsageError:
        text = _(
            "{audience}: a page of {page} has no room for {per_page} such mazes. "
            "Print fewer on each."
        )
        known = {"per_page": self.sheet.per_page, "page": self.page.page}
        return UsageError(text.format(audience=self.audience.label, **known))

    def _drawn(self, made: Made, *, turned: bool = False) -> tuple[float, Audience | None] | None:
        """Return the passage in mm in the first place, and for whom the maze is there.

        The paper may be ``turned`` as it will be for such a maze; None if it has no room.
        """
        recipe = replace(self.recipe, sizes=made.sizes)
        plan = self._plan(recipe, made.page.wall, turned=turned)
        puzzle = MadePuzzle.of(plan.puzzles[0], self.job, solved=False)
        most = self._most_tokens(puzzle, plan.look(puzzle))
        layout = plan.layout_of(replace(puzzle, tokens=most))
        if layout is None or not all(map(plan.layout_of, self._others(puzzle))):
            return None
        passage = layout.passage(plan.look(puzzle).walls)
        cells, wall = puzzle.maze.lattice.cells, layout.scale.wall
        return passage, audience_of(round(passage, 1), cells, wall)

    def _most_tokens(self, first: MadePuzzle, page: Page) -> TokenSet | None:
        """Return what stands in a maze, with as many lines below it as any of the sheet has, about.

        None if nothing is listed below mazes.
        """
        if page.along == NOTHING or TOKENS[page.along].forks is None:
            return None
        puzzles = [first.puzzle, *self._puzzles_like(first, LOOKED_AT_MAZES)]
        found = (tokens_of(puzzle.maze(self.job), page) for puzzle in puzzles)
        lengths = ((len((each.instead or each).listed), each) for each in found if each)
        return max(lengths, key=itemgetter(0), default=(0, None))[1]

    def _others(self, first: MadePuzzle) -> Iterator[MadePuzzle]:
        """Yield some mazes in which letters along the route may be larger or smaller."""
        if self.page.along != NOTHING and TOKENS[self.page.along].forks is None:
            for puzzle in self._puzzles_like(first, LOOKED_AT_MAZES // 3):
                yield MadePuzzle.of(puzzle, self.job, solved=False)

    def _puzzles_like(self, first: MadePuzzle, most: int) -> Iterator[Puzzle]:
        """Yield mazes like those of the sheet after the first, no more than there are."""
        source = first.puzzle.source
        if isinstance(source, Recipe) and source.seed is not None:
            for number in range(1, min(self.sheet.count * max(len(self.rows), 1), most)):
                yield replace(first.puzzle, source=replace(source, seed=source.seed + number))
