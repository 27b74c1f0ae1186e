"""Answers that fill their page: in rows that suit their forms, larger mazes in more room.

::

    1 +------+  2 +------+      numbers stand beside the mazes where that leaves these larger,
      |      |    |      |      else above them; no two rows need have as many mazes
      +------+    +------+
    3 +-----------------+
      |                 |
      +-----------------+
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, log
from typing import Any, Literal, NamedTuple

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.core.typefaces.typefaces import ASCENT, DESCENT
from mazeeditor.maze.maze import Maze, full_grid
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.page_layout import Plan
from mazeeditor.page.print_warnings import MIN_LINE_PT
from mazeeditor.page.scene import Box
from mazeeditor.page.themes.themed_page import is_themed
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.sheets.pages.puzzles import Puzzle

NumbersAt = Literal["", "beside", "above"]  # mazes; "" for where that leaves them larger
ROUTE_GAP_MM = 0.35  # mm at the least between a route and the walls beside it
CLEARLY = 1.05  # times: numbers above mazes leave these larger
LEAST_ROUTE = 0.3  # mm: how wide a route is that can be seen
# the room of a maze grows with its cells to that power, so also its cells shrink
ROOM_EXPONENT = 0.25
ROUNDED = 0.01  # mm: cells are as much smaller, so that files are short
USUAL_CELL = 3.0  # mm: cells of answers, about
GAP = 3.4  # mm between two mazes
NUMBER = 10 * POINT  # mm: the em of numbers
NUMBER_GAP_MM = 1.5  # mm between a number and its maze
HALF_WALL = 0.5  # mm: what walls of large mazes take of the room beside them
ALL_WAYS = 9  # mazes of which all arrangements in rows are tried
RAGGED = 0.08  # of their size that mazes may lose so that their rows are even
STEPS = 40  # of the search for the largest factor
Rows = tuple[tuple[int, ...], ...]  # the places of the mazes of each row


class Form(NamedTuple):
    """How large a maze is: ``width`` and ``height`` in cells, and what is beyond these in mm.

    ``aside`` and ``above`` are for both sides together. ``cells`` is their number, ``least`` how
    large they are at least in mm, so that a route between them can be seen.
    """

    width: float
    height: float
    aside: float
    above: float
    cells: int
    least: float


class Label(NamedTuple):
    """The room that a number takes beside a maze, and above it, in mm."""

    width: float
    height: float


NO_LABEL = Label(0.0, 0.0)


@dataclass(frozen=True)
class Arrangement:
    """Mazes in rows; ``places`` are in their order, ``cells`` how large cells become, about, in mm.

    Numbers stand ``beside`` the mazes, or above them.
    """

    places: tuple[Box, ...]
    cells: tuple[float, ...]
    beside: bool


def label_of(width: float, size: float) -> Label:
    """Return the room of a number ``width`` em wide, an em of ``size`` mm."""
    if not width:
        return NO_LABEL
    return Label(width * size + NUMBER_GAP_MM + HALF_WALL, (ASCENT + DESCENT + 0.15) * size)


def form_of(maze: Maze, page: Page, cell: float) -> Form:
    """Return the form of a maze, its marks as they are in cells of about ``cell`` mm."""
    plan = Plan.of(maze, page, "")
    extent, scale = plan.extent, plan.scale(cell)
    width, height = plan.maze_size(scale)
    return Form(
        extent.width,
        extent.height,
        width - extent.width * cell,
        height - extent.height * cell,
        maze.lattice.cells,
        least_cell(plan, page),
    )


def least_cell(plan: Plan, page: Page) -> float:
    """Return how large cells must be so that a route is apart from the walls, in mm."""
    style = WALL_STYLES[page.walls]
    needed = LEAST_ROUTE + 2 * ROUTE_GAP_MM
    if style.fixed:
        wall = plan.extent.usual(page.walls).wall(1.0)
        return needed / max(plan.extent.passage(page.walls, wall), 1e-6)
    low, high = 0.1, 100.0
    while high - low > 1e-3:
        cell = (low + high) / 2
        wall = (page.wall or MIN_LINE_PT * POINT / style.line) / cell
        wide = wall < plan.extent.thickest(page.walls) and (
            plan.extent.passage(page.walls, wall) * cell >= needed
        )
        low, high = (low, cell) if wide else (cell, high)
    return high


@lru_cache(maxsize=4096)
def _form_of_recipe(shape: str, sizes: tuple[tuple[str, Any], ...], page: Page) -> Form:
    """Return the form of all mazes of some sizes, as if they had no outline."""
    return form_of(full_grid(build(shape, **dict(sizes))), page, USUAL_CELL)


@lru_cache(maxsize=256)
def _form_of_file(data: bytes, page: Page) -> Form:
    return form_of(Puzzle(1, data).maze(Job()), page, USUAL_CELL)


@dataclass(frozen=True)
class _Shown:
    """A recipe of mazes that show something, which decides about their size."""

    recipe: Recipe

    def __hash__(self) -> int:
        return hash(self.recipe.subject and self.recipe.subject.name)


@lru_cache(maxsize=64)
def _form_of_shown(shown: _Shown, page: Page) -> Form:
    return form_of(maze_of(shown.recipe), page, USUAL_CELL)


def planned_form(puzzle: Puzzle, page: Page) -> Form:
    """Return about the form of a maze that is not made; raises ``MazeError``."""
    if isinstance(puzzle.source, bytes):
        return _form_of_file(puzzle.source, page)
    recipe = puzzle.source
    if recipe.subject:
        return _form_of_shown(_Shown(replace(recipe, seed=0)), page)
    return _form_of_recipe(recipe.shape, tuple(recipe.sizes.items()), page)


def readable(
    forms: Sequence[Form], area: tuple[float, float], label: Label, at: NumbersAt = ""
) -> bool:
    """Whether the routes of mazes that share an area of so many mm are apart from their walls."""
    cells = arrange_rows(forms, (0.0, 0.0, *area), label, **sides_of(at)).cells
    return all(cell >= form.least + ROUNDED for cell, form in zip(cells, forms, strict=True))


def shares(
    puzzles: Sequence[Puzzle],
    page: Page,
    area: tuple[float, float],
    label: Label,
    most: int,
    at: NumbersAt = "",
) -> list[tuple[Puzzle, ...]]:
    """Return the mazes of each page, ``most`` at most, and no more than can be read; one at least.

    ``area`` is the width and height that mazes and numbers have, in mm; these stand ``at`` a place.
    All pages have as many, or later ones one less, if that takes no more pages.
    """
    look = _plain(page)
    parts, first = list[tuple[Puzzle, ...]](), 0
    while first < len(puzzles):
        size = min(most, len(puzzles) - first)
        while size > 1 and not _fit(puzzles[first : first + size], look, area, label, at):
            size -= 1
        parts.append(tuple(puzzles[first : first + size]))
        first += size
    even = [*_even_parts(puzzles, len(parts))]
    known = {len(part) for part in parts} == {len(part) for part in even}
    return parts if known or not all(_fit(one, look, area, label, at) for one in even) else even


def _even_parts(puzzles: Sequence[Puzzle], count: int) -> Iterator[tuple[Puzzle, ...]]:
    """Yield so many parts, of which later ones may have one maze less."""
    size, larger = divmod(len(puzzles), max(count, 1))
    first = 0
    for number in range(count):
        last = first + size + (number < larger)
        yield tuple(puzzles[first:last])
        first = last


def better_place(
    pages: Iterable[tuple[Sequence[Puzzle], Page]], area: tuple[float, float], label: Label
) -> NumbersAt:
    """Return where numbers leave the mazes of some pages larger, beside them if it matters little.

    Arrows have room there as well. Raises ``MazeError``.
    """
    known = [[planned_form(puzzle, _plain(page)) for puzzle in puzzles] for puzzles, page in pages]

    def size(at: NumbersAt) -> float:
        every = (arrange_rows(forms, (0.0, 0.0, *area), label, **sides_of(at)) for forms in known)
        return sum(log(max(min(rows.cells), ROUNDED)) for rows in every)

    return "above" if size("above") > size("beside") + len(known) * log(CLEARLY) else "beside"


def without_arrows(page: Page) -> Page:
    """Return a page whose routes alone show where they lead, instead of arrows."""
    return replace(page, marks="none") if page.marks == "arrow" and not is_themed(page) else page


def _plain(page: Page) -> Page:
    """Return what matters of a page for the form of its mazes."""
    return Page(
        walls=page.walls,
        wall=page.wall,
        reversed=page.reversed,
        marks=without_arrows(page).marks,
        marks_place=page.marks_place,
        theme=page.theme,
        along=NOTHING,
    )


def _fit(
    puzzles: Sequence[Puzzle], page: Page, area: tuple[float, float], label: Label, at: NumbersAt
) -> bool:
    try:
        forms = [planned_form(puzzle, page) for puzzle in puzzles]
    except MazeError:  # it is said where it is drawn
        return True
    return readable(forms, area, label, at)


def sides_of(at: NumbersAt) -> dict[str, bool]:
    """Return whether numbers may stand beside mazes, and above them."""
    return {"beside": at != "above", "above": at != "beside"}


def arrange_rows(
    forms: Sequence[Form], area: Box, label: Label, *, beside: bool = True, above: bool = True
) -> Arrangement:
    """Return mazes in an area in the rows in which they become largest.

    Numbers stand ``above`` them, or ``beside`` them if they may and if that is better.
    """
    even = [_even(form) for form in forms]
    sides = [True] * (beside and label.width > 0) + [False] * above or [False]
    ways = [(side, rows) for side in sides for rows in _rows_of(len(forms))]
    size = area[2] - area[0], area[3] - area[1]

    def factor(way: tuple[bool, Rows]) -> float:
        beside, rows = way
        return _Fitting(forms, even, rows, label, beside).factor(size)

    best = max(ways, key=lambda way: factor(way) * (1 - RAGGED * _raggedness(way[1])))
    fitting = _Fitting(forms, even, best[1], label, best[0])
    largest = fitting.factor(size)
    cells = tuple(max(largest, 0.0) * share for share in even)
    return Arrangement(tuple(fitting.places(area, largest)), cells, best[0])


def _even(form: Form) -> float:
    """Return the relative size of its cells: more cells get more room, though smaller ones."""
    return float(form.cells**-ROOM_EXPONENT)


def _rows_of(count: int) -> Iterator[Rows]:
    """Yield the ways to put so many mazes into rows, in their order."""
    if count > ALL_WAYS:
        for columns in range(1, count + 1):
            yield _in_rows(count, [columns] * ceil(count / columns))
        return
    for cuts in range(1 << (count - 1)):
        lengths, length = [], 1
        for place in range(count - 1):
            if cuts >> place & 1:
                lengths.append(length)
                length = 0
            length += 1
        yield _in_rows(count, [*lengths, length])


def _in_rows(count: int, lengths: Sequence[int]) -> Rows:
    rows, first = [], 0
    for length in lengths:
        rows.append(tuple(range(first, min(first + length, count))))
        first += length
    return tuple(rows)


def _raggedness(rows: Rows) -> float:
    """Return how uneven rows look: the last one may have fewer mazes than the others."""
    lengths = [len(row) for row in rows]
    differ = max(lengths[:-1], default=0) - min(lengths[:-1], default=0)
    longer = max(lengths[-1] - min(lengths[:-1], default=lengths[-1]), 0)
    return differ + longer + 0.3 * (lengths[-1] < lengths[0])


@dataclass(frozen=True)
class _Fitting:
    """Mazes in certain rows, whose cells are a factor times their ``even`` sizes, in mm."""

    forms: Sequence[Form]
    even: Sequence[float]
    rows: Rows
    label: Label
    beside: bool

    def _width(self, place: int, factor: float) -> float:
        form = self.forms[place]
        aside = max(form.aside, 2 * self.label.width) if self.beside else form.aside
        return form.width * self.even[place] * factor + aside

    def _height(self, place: int, factor: float) -> float:
        form = self.forms[place]
        above = 0.0 if self.beside else self.label.height
        return form.height * self.even[place] * factor + form.above + above

    def _heights(self, factor: float) -> list[float]:
        return [max(self._height(place, factor) for place in row) for row in self.rows]

    def factor(self, size: tuple[float, float]) -> float:
        """Return the largest factor with which all of them have room; 0 for none."""
        width, height = size
        down = height - GAP * (len(self.rows) - 1)

        def fits(factor: float) -> bool:
            return sum(self._heights(factor)) <= down and all(
                sum(self._width(place, factor) for place in row) + GAP * (len(row) - 1) <= width
                for row in self.rows
            )

        if not fits(0.0):
            return 0.0
        # a first guess from above: the height of all rows alone
        most = [self.forms[place].height * self.even[place] for row in self.rows for place in row]
        low, high = 0.0, down / max(max(most), 1e-9)
        for _step in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if fits(middle) else (low, middle)
            if high - low <= 1e-6 * high:
                break
        return low

    def places(self, area: Box, factor: float) -> Iterator[Box]:
        """Yield the place of each maze; what is left over is divided between them."""
        left, top, right, bottom = area
        heights = self._heights(factor)
        over = bottom - top - sum(heights) - GAP * (len(heights) - 1)
        columns = max(map(len, self.rows))
        column = (right - left - GAP * (columns - 1)) / columns
        aligned = _raggedness(self.rows) < 1 and all(
            self._width(place, factor) <= column + 1e-6 for row in self.rows for place in row
        )
        for row, height in zip(self.rows, heights, strict=True):
            high = height + over / len(heights)
            widths = [self._width(place, factor) for place in row]
            free = (right - left - sum(widths) - GAP * (len(row) - 1)) / len(row)
            x = left
            if aligned:  # columns below each other, those of the last row in the middle
                widths, free = [column] * len(row), 0.0
                x += (columns - len(row)) * (column + GAP) / 2
            for width in widths:
                yield x, top, x + width + free, top + high
                x += width + free + GAP
            top += high + GAP
