r"""A text as one line through a rectangle: its letters joined along the line they stand on.

Where it is wider than the rectangle it goes on in a line below, to which a plain line leads::

    -->_|-|_|-|______
                     |      from the right end of the first line back to the left
       ______________|
      |___|-|_|-|_______-->
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import MAX_CELLS, MAX_ROWS
from mazeeditor.maze.subjects.words.letters import Place, places_of, strokes_of

LETTERS = 200  # in a text
BETWEEN_CELLS = 4  # cells from letter to letter
SPACE = 10  # cells from word to word
ASIDE, ABOVE = 5, 3  # cells around the text
BORDER_CELLS = 2  # cells from the border to the line back
CLEAR_CELLS = 2  # cells above and below the line back, and as many as a step of the letters
MOST_SCALE = 20

Word = tuple[str, ...]  # the strokes of its letters


class Line(NamedTuple):
    """Words that stand in a line, and their size in steps: what is above and below its base."""

    words: tuple[Word, ...]

    @property
    def width(self) -> int:
        return sum(map(_width, self.words)) + SPACE * (len(self.words) - 1)

    @property
    def above(self) -> int:
        """How far the highest letter reaches up."""
        return -min(row for stroke in self._strokes for row, _column in places_of(stroke))

    @property
    def below(self) -> int:
        """How far the lowest tail hangs down."""
        return max(row for stroke in self._strokes for row, _column in places_of(stroke))

    @property
    def _strokes(self) -> list[str]:
        return [stroke for word in self.words for stroke in word]


def words_of(text: str) -> list[list[Word]]:
    """Return the words of each line that the text asks for; raises ``UsageError``."""
    if len(text) > LETTERS:
        message = _("The text has {length:,} characters, more than {most:,}.")
        raise UsageError(message.format(length=len(text), most=LETTERS))
    lines = text.replace("\\n", "\n").splitlines()
    words = [[tuple(strokes_of(word)) for word in line.split()] for line in lines]
    result = [kept for line in words if (kept := [word for word in line if word])]
    if not result:
        raise UsageError(_("Write the word for the route."))
    return result


def size_for(text: str, rows: int, columns: int) -> tuple[int, int]:
    """Return rows and columns in which a text has room, at least so many; raises ``UsageError``."""
    words = words_of(text)
    longest = max(_width(word) for line in words for word in line)
    columns = max(columns, longest + 2 * ASIDE + 1)
    rows = max(rows, _rows(_wrap(words, columns, 1), 1))
    if max(rows, columns) > MAX_ROWS or rows * columns > MAX_CELLS:
        text = _("The text needs a maze of {rows:,} x {columns:,} cells: shorten it.")
        raise UsageError(text.format(rows=rows, columns=columns))
    return rows, columns


def places_in(text: str, rows: int, columns: int) -> list[Place]:
    """Return the cells of the line through so many rows and columns, the letters as large as fit.

    [] where there is no room. Raises ``UsageError``.
    """
    words = words_of(text)
    for scale in range(MOST_SCALE, 0, -1):
        lines = _wrap(words, columns, scale)
        wide = max(line.width for line in lines) * scale + 2 * ASIDE + 1
        if wide <= columns and _rows(lines, scale) <= rows:
            return _place(lines, rows, columns, scale)
    return []


def _width(word: Word) -> int:
    return sum(places_of(stroke)[-1][1] for stroke in word) + BETWEEN_CELLS * (len(word) - 1)


def _wrap(words: list[list[Word]], columns: int, scale: int) -> list[Line]:
    room = (columns - 2 * ASIDE - 1) // scale
    result = []
    for asked in words:
        line = Line((asked[0],))
        for word in asked[1:]:
            longer = Line((*line.words, word))
            if longer.width > room:
                result.append(line)
                longer = Line((word,))
            line = longer
        result.append(line)
    return result


def _rows(lines: list[Line], scale: int) -> int:
    """Return how many rows lines need."""
    letters = sum((line.above + line.below) * scale + 1 for line in lines)
    return letters + 2 * ABOVE + (len(lines) - 1) * (2 * (CLEAR_CELLS + scale) - 1)


def _place(lines: list[Line], rows: int, columns: int, scale: int) -> list[Place]:
    """Return the cells of lines in the middle of a rectangle, from its left side to its right."""
    spare = (rows - _rows(lines, scale)) // (len(lines) + 1)  # rows above and below each line
    row = spare + ABOVE + lines[0].above * scale
    places = [(row, 0)]
    for line, after in pairwise([*lines, None]):
        assert line is not None
        _write(places, line, (columns - line.width * scale) // 2, scale)
        if after is None:
            _go(places, row, columns - 1)
            return places
        _go(places, row, columns - 1 - BORDER_CELLS)
        back = row + line.below * scale + CLEAR_CELLS + scale + spare // 2
        row = back + CLEAR_CELLS + scale + (spare - spare // 2) + after.above * scale
        _go(places, back, columns - 1 - BORDER_CELLS)
        _go(places, back, BORDER_CELLS)
        _go(places, row, BORDER_CELLS)
    raise AssertionError


def _write(places: list[Place], line: Line, start: int, scale: int) -> None:
    """Go on with the letters of a line, of which the first begins in a column."""
    row, column = places[-1][0], start
    for word in line.words:
        for stroke in word:
            _go(places, row, column)
            letter = places_of(stroke, scale)
            places += [(row + down, column + right) for down, right in letter[1:]]
            column = places[-1][1] + BETWEEN_CELLS * scale
        column += (SPACE - BETWEEN_CELLS) * scale


def _go(places: list[Place], row: int, column: int) -> None:
    """Go on straight to a cell."""
    here, at = places[-1]
    step = 1 if (row, column) > (here, at) else -1
    if row != here:
        places += [(each, at) for each in range(here + step, row + step, step)]
    elif column != at:
        places += [(row, each) for each in range(at + step, column + step, step)]
