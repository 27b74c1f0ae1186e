"""Digits or numbers for cells: each has a bit for each of the four sides.

::

    B93      B is 8 + 2 + 1: walls to the left, right and top, where sides are counted
    C6E      top, right, bottom, left and a bit means a wall

    0,0      start and goal, and a route between them, are read where they fit
    2,1
    SENES

Of all orders of the sides, and both meanings of a bit, that is taken in which neighbours agree
about the walls between them; where several do, the one with the fewest gaps in the border, then
the usual one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Expected
from mazeeditor.files.plain_text import DIGITS_SAID
from mazeeditor.files.sign_grids import BLANK, SignGrid
from mazeeditor.files.sign_readings import (
    WALL,
    Canvas,
    NoReadingError,
    Reading,
    check_cells,
    empty_canvas,
    project_of_canvas,
)
from mazeeditor.files.text_reader import BOTH, GOAL, SPACE, START
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
_ALSO = {"U": "N", "R": "E", "D": "S", "L": "W", "O": "W"}
NAMES = {TOP: _("top"), RIGHT: _("right"), BOTTOM: _("bottom"), LEFT: _("left")}
USUAL_ORDERS = ((TOP, RIGHT, BOTTOM, LEFT), (TOP, BOTTOM, RIGHT, LEFT), (LEFT, RIGHT, TOP, BOTTOM))
MOST_OPEN = 0.5  # of the border
LONGEST_PLACE = 40  # characters of a line with one
_PLACE = re.compile(
    r"\s*(?P<letter>[SGXsgx]?)\s*[(\[]?\s*(?P<one>[0-9]{1,5})\s*[,;\s]\s*(?P<other>[0-9]{1,5})\s*[)\]]?"
    r"\s*(?P<side>top|right|bottom|left)?\s*"
)
_ROUTE = re.compile(r"\s*[NESWURDL]+\s*")
Numbers = NDArray[np.uint8]
Place = tuple[int, int]


@dataclass(frozen=True)
class _Meaning:
    """Which side each bit stands for, the lowest first, and whether a set bit is a wall."""

    order: tuple[int, ...]
    walls: bool

    def sides(self, numbers: Numbers) -> list[NDArray[np.bool_]]:
        """Return bool[rows, columns] for each side: whether it has a wall."""
        bits = [(numbers >> np.uint8(self.order.index(side)) & 1) == self.walls for side in NAMES]
        return list(bits)

    @property
    def signs(self) -> tuple[str, ...]:
        """The number of each side, and what it means, as users read it."""
        what = _("walls at the") if self.walls else _("passages at the")
        bits = ", ".join(f"{NAMES[side]} {1 << bit}" for bit, side in enumerate(self.order))
        return (what, bits)


@dataclass(frozen=True)
class _Named:
    """A place below the digits: two numbers, a letter and a side if they are there."""

    letter: str
    numbers: Place
    side: str


def read_digits(grid: SignGrid, expected: Expected, job: Job) -> Reading:
    """Return the maze of numbers, one a cell; raises ``NoReadingError`` with the reason."""
    own = grid.before == DIGITS_SAID
    numbers = _numbers(grid, chosen=own or expected.kind == "digits")
    check_cells(expected, *numbers.shape)
    meanings = [(_Meaning(USUAL_ORDERS[0], walls=True), 0)] if own else _meanings(numbers, job)
    named, route = _below(grid.after)
    found: list[tuple[int, int, _Meaning, Canvas]] = []
    for meaning, gaps in meanings:
        canvas = _canvas(meaning.sides(numbers))
        fits = _letters_fit(canvas, named, route)
        found.append((not fits, gaps, meaning, canvas))
    found.sort(key=lambda one: one[:2])
    bad, gaps, meaning, canvas = found[0]
    alike = [
        other[2]
        for other in found[1:]
        if other[:2] == (bad, gaps) and not np.array_equal(other[3], canvas)
    ]
    left_out = _place_letters(canvas, named, route)
    project = project_of_canvas(canvas, job)
    if alike:
        text = _("The digits fit other mazes, too: they were read in the usual order of sides.")
        project.warnings.append(text)
    if left_out:
        project.warnings.append(_("The places below the digits do not fit: they were left out."))
    return Reading(project, _("digits"), meaning.signs, below=len(named) + bool(route))


def _numbers(grid: SignGrid, *, chosen: bool) -> Numbers:
    """Return the number of each cell; raises ``NoReadingError``."""
    used = [sign for sign, number in grid.counts.items() if number]
    values = {sign: _value(sign, table=grid.table) for sign in used}
    filled_up = grid.codes.size - sum(grid.lengths)
    wrong = [
        sign
        for sign, value in values.items()
        if value is None and not (sign == BLANK and grid.counts[sign] == filled_up)
    ]
    if wrong:
        raise NoReadingError(
            _("{sign} is not a number from 0 to 15").format(sign=repr(wrong[0])), 0.0
        )
    if reason := grid.ragged():
        raise NoReadingError(reason, 0.4)
    distinct = {value for value in values.values() if value is not None}
    if not chosen and (max(distinct) < 3 or (len(distinct) < 3 and grid.codes.size > 4)):
        raise NoReadingError(
            _("there are only the numbers {numbers}").format(
                numbers=", ".join(map(str, sorted(distinct)))
            ),
            0.1,
        )
    table = np.array([values.get(sign) or 0 for sign in grid.signs], np.uint8)
    result: Numbers = table[grid.codes]
    return result


def _value(sign: str, *, table: bool) -> int | None:
    """Return the number of a sign, None for one that is none."""
    if table and sign.isascii() and sign.isdigit() and int(sign) < 16:
        return int(sign)
    if table and re.fullmatch(r"0[xX][0-9a-fA-F]|0b[01]{1,4}|[01]{4}", sign):
        return int(sign, 0) if sign[1] in "xXb" else int(sign, 2)
    return int(sign, 16) if re.fullmatch("[0-9a-fA-F]", sign) else None


def _meanings(numbers: Numbers, job: Job) -> list[tuple[_Meaning, int]]:
    """Return all in which neighbours agree, with the gaps in the border, the usual ones first.

    Raises ``NoReadingError`` where there are none.
    """
    pairs = (numbers.shape[0] - 1) * numbers.shape[1] + numbers.shape[0] * (numbers.shape[1] - 1)
    border = 2 * sum(numbers.shape)
    orders = [
        *USUAL_ORDERS,
        *(order for order in permutations(range(4)) if order not in USUAL_ORDERS),
    ]
    found, least = [], pairs + 1
    for order in orders:
        for walls in (True, False):
            job.check()
            meaning = _Meaning(order, walls)
            sides = meaning.sides(numbers)
            differ = int((sides[RIGHT][:, :-1] != sides[LEFT][:, 1:]).sum())
            differ += int((sides[BOTTOM][:-1] != sides[TOP][1:]).sum())
            least = min(least, differ)
            gaps = border - sum(
                int(line.sum())
                for line in (
                    sides[TOP][0],
                    sides[BOTTOM][-1],
                    sides[LEFT][:, 0],
                    sides[RIGHT][:, -1],
                )
            )
            if not differ and gaps <= MOST_OPEN * border:
                found.append((meaning, gaps))
    if found:
        return found
    if not least:
        raise NoReadingError(_("most of the border would be open"), 0.4)
    text = _("in any order of the sides {number:,} of {pairs:,} neighbours disagree")
    raise NoReadingError(text.format(number=least, pairs=pairs), 1 - least / max(1, pairs))


def _canvas(sides: Sequence[NDArray[np.bool_]]) -> Canvas:
    canvas = empty_canvas(*sides[0].shape)
    canvas[:-1:2, 1::2][sides[TOP]] = WALL
    canvas[2::2, 1::2][sides[BOTTOM]] = WALL
    canvas[1::2, :-1:2][sides[LEFT]] = WALL
    canvas[1::2, 2::2][sides[RIGHT]] = WALL
    return canvas


# Places and a route below the digits


def _below(lines: Sequence[str]) -> tuple[list[_Named], str]:
    """Return the places and the route that stand below the digits."""
    named: list[_Named] = []
    for line in lines:
        short = line.strip()[:LONGEST_PLACE]
        if match := _PLACE.fullmatch(short):
            numbers = int(match["one"]), int(match["other"])
            named.append(_Named(match["letter"].upper(), numbers, match["side"] or ""))
        elif named and _ROUTE.fullmatch(line):
            return named, "".join(_ALSO.get(step, step) for step in line.strip())
        else:
            break
    return named, ""


def _readings(named: Sequence[_Named]) -> Iterator[list[Place]]:
    """Yield places as rows and columns: numbers are x and y, or row and column, from 0 or 1."""
    for less in (0, 1):
        yield [(one.numbers[1] - less, one.numbers[0] - less) for one in named]
        yield [(one.numbers[0] - less, one.numbers[1] - less) for one in named]


def _letters_fit(canvas: Canvas, named: Sequence[_Named], route: str) -> bool:
    return not named or _places(canvas, named, route) is not None


def _places(canvas: Canvas, named: Sequence[_Named], route: str) -> list[Place] | None:
    """Return rows and columns of the places that fit the maze and the route, None for none."""
    rows, columns = canvas.shape[0] // 2, canvas.shape[1] // 2
    for places in _readings(named):
        within = all(0 <= row < rows and 0 <= column < columns for row, column in places)
        if within and (not route or _leads(canvas, places, route)):
            return places
    return None


def _leads(canvas: Canvas, places: Sequence[Place], route: str) -> bool:
    """Return whether a route leads from the first place to another one through passages."""
    row, column = 2 * places[0][0] + 1, 2 * places[0][1] + 1
    for step in route:
        down, right = STEPS[step]
        if canvas[row + down, column + right] != SPACE:
            return False
        row, column = row + 2 * down, column + 2 * right
        if not (0 < row < canvas.shape[0] and 0 < column < canvas.shape[1]):
            return False
    return (row // 2, column // 2) in places[1:]


def _place_letters(canvas: Canvas, named: Sequence[_Named], route: str) -> bool:
    """Put start and goals onto the canvas; return whether they do not fit and are left out."""
    if not named:
        return False
    places = _places(canvas, named, route)
    if places is None:
        places, route = _places(canvas, named, "") or [], ""
    beside = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}
    for number, (one, (row, column)) in enumerate(zip(named, places, strict=False)):
        letter = one.letter or (GOAL if number else START)
        down, right = beside.get(one.side, (0, 0))
        spot = 2 * row + 1 + down, 2 * column + 1 + right
        had = chr(canvas[spot])
        if had == "#":  # the side has no gap: the middle of the cell is meant
            spot, had = (2 * row + 1, 2 * column + 1), chr(canvas[2 * row + 1, 2 * column + 1])
        canvas[spot] = ord(letter if had in (" ", letter) else BOTH)
    return not places
