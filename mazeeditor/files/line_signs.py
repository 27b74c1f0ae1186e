"""Lines: walls of - and |, of box drawing in any weight, or of underscores, between posts.

::

    +---+---+     ┏━━━┱───┐      _____      How far posts are from each other is where most
    | S |   |     ┃ S ║   │     |  _  |     corners, ends and crossings are. Posts may be
    +   +   +     ┃   ╹   ╰╮    |_|___|     missing, and what an editor has stripped at the
    |     G |     ┃     G  │                ends of lines is blank.
    +---+---+     ┗━━━━━━━━┛
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Expected
from mazeeditor.files.sign_grids import BLANK, GOALS, STARTS, Codes, SignGrid
from mazeeditor.files.sign_readings import (
    WALL,
    Canvas,
    NoReadingError,
    Reading,
    empty_canvas,
    pair_among,
    project_of_canvas,
    signs_in_words,
)
from mazeeditor.files.text_reader import BOTH, GOAL, MAX_CHARACTERS, START

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
ACROSS, UPRIGHT = LEFT | RIGHT, UP | DOWN
ARMS = {"-": ACROSS, "=": ACROSS, "_": ACROSS, "~": ACROSS, "\u2014": ACROSS, "\u2013": ACROSS}
ARMS |= {"|": UPRIGHT, "!": UPRIGHT, ":": UPRIGHT, "\u00a6": UPRIGHT, "+": ACROSS | UPRIGHT}
_WORDS = {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT}
_WORDS |= {"HORIZONTAL": ACROSS, "VERTICAL": UPRIGHT}
ROUND_CORNERS = ".'`,"  # corners as in .--. and '--'
POST = "·"
CORNERS = "oO*" + POST + ROUND_CORNERS
DOTS = "·.∙•*+ox:"  # of a drawn route, and posts at which no wall ends
MOST_LETTERS = 8  # different signs in cells
SHARES = (1.0, 0.85, 0.6)  # of corners that are at posts: a line may be shifted
MOST_MENDED, WIDEST_MENDED = 3, 400  # lines, and signs of each
FEW_CELLS = 3  # in a row or column
LINES_ALONE, LINES_OF_BOXES = 0.4, 0.05  # of the signs, at least
Bools = NDArray[np.bool_]
Place = tuple[int, int]


@cache
def arms_of(sign: str) -> int:
    """Return to which sides lines lead from the middle of a sign, 0 for one without lines."""
    if sign in ARMS:
        return ARMS[sign]
    name = unicodedata.name(sign, "") if len(sign) == 1 else ""
    if not name.startswith("BOX DRAWINGS"):
        return 0
    arms = 0
    for word in name.replace("-", " ").split():
        arms |= _WORDS.get(word, 0)
    return arms


@dataclass(frozen=True, eq=False)
class _Drawing:
    """A grid of lines: ``arms`` uint8[rows, columns], and where signs are blank or corners."""

    grid: SignGrid
    codes: Codes
    arms: NDArray[np.uint8]
    blank: Bools
    corner: Bools
    posts: str

    @classmethod
    def of(cls, grid: SignGrid, codes: Codes) -> _Drawing:
        posts = _posts_of(grid)
        every = ACROSS | UPRIGHT
        arms = [every if sign in posts else arms_of(sign) for sign in grid.signs]
        straight = (0, ACROSS, UPRIGHT)
        corners = [sign in posts or arms_of(sign) not in straight for sign in grid.signs]
        table, corner = np.array(arms, np.uint8), np.array(corners, np.bool_)
        blank = np.array([sign == BLANK for sign in grid.signs], np.bool_)
        return cls(grid, codes, table[codes], blank[codes], corner[codes], posts)

    def with_codes(self, codes: Codes) -> _Drawing:
        return _Drawing.of(self.grid, codes)


def _posts_of(grid: SignGrid) -> str:
    """Return the signs of posts: + and, where one is in the corner of the grid, what that is."""
    first = next((grid.sign(0, at) for at in range(grid.codes.shape[1])
                  if grid.sign(0, at) != BLANK), BLANK)  # fmt: skip
    if first in ROUND_CORNERS:
        return "+" + ROUND_CORNERS
    return "+" + (first if first in CORNERS else "")


def read_lines(grid: SignGrid, expected: Expected, job: Job) -> Reading:
    """Return the maze of a grid of lines; raises ``NoReadingError`` with the reason."""
    used = {sign for sign, number in grid.counts.items() if number and sign != BLANK}
    drawing = _Drawing.of(grid, grid.codes)
    total = int((~drawing.blank).sum())
    lines = int((drawing.arms > 0).sum())
    alone = POST in used <= {POST, START, GOAL, BOTH}  # no wall at all, as we write it
    if not alone and not any(arms_of(sign) for sign in used if sign != "+"):
        raise NoReadingError(_("no sign is a line"))
    boxes = any(arms_of(sign) and not sign.isascii() for sign in used)
    if not alone and lines < (LINES_OF_BOXES if boxes else LINES_ALONE) * total:
        text = _("{number:,} of {total:,} signs are not lines")
        raise NoReadingError(text.format(number=total - lines, total=total), lines / max(1, total))
    if grid.codes.shape[0] < 2 or grid.codes.shape[1] < 3:
        raise NoReadingError(_("there are too few signs"))
    job.check()
    marks = {sign for sign in used if arms_of(sign)}
    if marks == {"_"}:
        raise NoReadingError(_("there is no | beside its _"), 0.2)
    if "_" in marks and marks <= {"_", "|"}:
        return _of_found(_underscores(drawing, expected), job)
    return _of_found(_posts_and_lines(drawing, expected, job), job)


# What has been found


@dataclass(frozen=True, eq=False)
class _Found:
    """Walls on a canvas, and what stands in cells and gaps, by its place on that."""

    canvas: Canvas
    texts: dict[Place, str]
    signs: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def _of_found(found: _Found, job: Job) -> Reading:
    texts = {place: _start_or_goal(text) for place, text in found.texts.items()}
    places = Counter(texts.values())
    pair = pair_among(places)
    letters = pair.letters()
    others = sorted(places.keys() - letters.keys())
    if len(others) > MOST_LETTERS:
        text = _("there are {number} different signs in cells: {signs}")
        raise NoReadingError(text.format(number=len(others), signs=signs_in_words(others)), 0.3)
    for place, text in texts.items():
        if text in letters:
            found.canvas[place] = ord(letters[text])
    project = project_of_canvas(found.canvas, job)
    project.warnings.extend(found.warnings)
    if others:
        text = _("What else stands in cells is left out: {signs}.")
        project.warnings.append(text.format(signs=signs_in_words(others)))
    return Reading(project, _("lines"), found.signs, pair.signs)


def _start_or_goal(text: str) -> str:
    if text.lower() in STARTS:
        return START
    return GOAL if text.lower() in GOALS else text


# Posts and lines between them


def _posts_and_lines(drawing: _Drawing, expected: Expected, job: Job) -> _Found:
    """Return what lines between posts show; raises ``NoReadingError``."""
    refusal = NoReadingError(_("the walls are not at equal distances"), 0.3)
    for down, right in _pitches(drawing, expected):
        job.check()
        found = _between_posts(drawing, down, right, expected)
        if isinstance(found, _Found):
            return found
        refusal = max(refusal, found, key=lambda one: one.nearness)
    raise refusal


def _between_posts(
    drawing: _Drawing, down: int, right: int, expected: Expected
) -> _Found | NoReadingError:
    """Return what lines show whose posts are so far from each other, or why they do not."""
    rows, columns = (drawing.codes.shape[0] - 1) // down, (_width(drawing) - 1) // right
    if expected.cells not in (None, (rows, columns)):
        text = _("there are {rows} x {columns} cells")
        return NoReadingError(text.format(rows=rows, columns=columns), 0.9)
    warnings: list[str] = []
    reader = _Reader(drawing, down, right)
    wrong = reader.wrong()
    if wrong.any():
        mended, warnings = _mend(reader, wrong)
        reader = replace(reader, drawing=mended)
        wrong = reader.wrong()
    if wrong.any():
        return NoReadingError(reader.complaint(wrong), 1 - min(1.0, wrong.sum() / rows / columns))
    canvas, texts = reader.canvas()
    counts = drawing.grid.counts
    used = [sign for sign in counts if counts[sign] and (arms_of(sign) or sign in drawing.posts)]
    used.sort(key=lambda sign: -counts[sign])
    return _Found(canvas, texts, tuple(used[:3]), tuple(warnings))


def _pitches(drawing: _Drawing, expected: Expected) -> list[tuple[int, int]]:
    """Return how far posts may be from each other down and across, likeliest first."""
    width, height = _width(drawing), drawing.codes.shape[0]
    if expected.cells is not None:
        rows, columns = expected.cells
        divided = (height - 1) % rows == 0 and (width - 1) % columns == 0
        return [((height - 1) // rows, (width - 1) // columns)] if divided else []
    corner, arms = drawing.corner[:, :width], drawing.arms[:, :width]
    upright = (corner | (arms & UPRIGHT > 0)).sum(axis=0)
    across = (corner | (arms & ACROSS > 0)).sum(axis=1)
    explicit = any(drawing.grid.counts.get(sign) for sign in drawing.posts)
    found: dict[tuple[int, int], None] = {}
    for share in SHARES:
        right, down = _pitch(upright, share), _pitch(across, share)
        few = min((width - 1) // right, (height - 1) // down) < FEW_CELLS
        if few and not explicit:  # most draw cells so, and there is little to judge by
            right, down = (4 if right % 4 == 0 else right), (2 if down % 2 == 0 else down)
        if not across[1:-1].any() or down > right > 1:
            down = next((one for one in (right // 2, 2, right) if _divides(one, height)), down)
        if not upright[1:-1].any():
            right = next((one for one in (2 * down, down) if _divides(one, width)), right)
        found[down, right] = None
    return list(found)


def _divides(pitch: int, size: int) -> bool:
    return pitch > 1 and (size - 1) % pitch == 0


def _width(drawing: _Drawing) -> int:
    """Return how many signs a row has that is neither stripped nor one too long."""
    shape = drawing.codes.shape
    ends = Counter(shape[1] - int(row.argmin()) for row in drawing.blank[:, ::-1] if not row.all())
    most = max(ends)
    several = max((length for length, number in ends.items() if number > 1), default=most)
    return several if most == several + 1 else most


def _pitch(counts: NDArray[np.int64], share: float) -> int:
    """Return the largest distance at whose multiples such a share of the counted signs is."""
    last, total = len(counts) - 1, counts[1:-1].sum()
    for pitch in range(min(last, MAX_CHARACTERS), 1, -1):
        if last % pitch == 0 and counts[pitch:last:pitch].sum() >= share * total:
            return pitch
    return 1


@dataclass(frozen=True, eq=False)
class _Reader:
    """Posts every ``down`` lines and ``right`` signs."""

    drawing: _Drawing
    down: int
    right: int

    def wrong(self) -> Bools:
        """Return bool[rows, columns]: signs that cannot be where they are."""
        drawing = self.drawing
        rows, columns = drawing.codes.shape
        at_row, at_column = np.arange(rows) % self.down == 0, np.arange(columns) % self.right == 0
        wrong = np.zeros(drawing.codes.shape, np.bool_)
        if (columns - 1) % self.right:
            wrong[:, (columns - 1) // self.right * self.right + 1 :] = True
            wrong &= ~drawing.blank
        other = ~drawing.blank & (drawing.arms == 0)
        letters_on_border = other.copy()
        letters_on_border[1:-1, 1 : self._last] = False
        dots = self._signs(DOTS)
        posts = at_row[:, None] & at_column
        wrong |= posts & other & ~dots
        lines = (at_row[:, None] | at_column) & ~posts
        wrong |= lines & other & ~letters_on_border & ~dots
        inside = ~(at_row[:, None] | at_column)
        wrong |= inside & (drawing.arms > 0) & ~dots
        wrong |= at_row[:, None] & ~at_column & (drawing.arms > 0) & (drawing.arms & ACROSS == 0)
        wrong |= ~at_row[:, None] & at_column & (drawing.arms > 0) & (drawing.arms & UPRIGHT == 0)
        return wrong | self._broken()

    @property
    def _last(self) -> int:
        return (self.drawing.codes.shape[1] - 1) // self.right * self.right

    def _signs(self, signs: str) -> Bools:
        table = np.array([sign in signs for sign in self.drawing.grid.signs], np.bool_)
        found: Bools = table[self.drawing.codes]
        return found

    def _broken(self) -> Bools:
        broken = np.zeros(self.drawing.codes.shape, np.bool_)
        last = self._last
        if self.right > 1:
            parts = self._across_parts()
            missing = _missing(parts, 2)
            view = broken[:: self.down, :last].reshape(len(parts), -1, self.right)
            view[:, :, 1:] = missing  # a copy where lines are left out
            broken[:: self.down, :last] = view.reshape(len(parts), last)
        if self.down > 1:
            missing = _missing(self._upright_parts(), 1)
            columns = np.arange(0, last + 1, self.right)
            broken[self._cell_lines()[:, None], columns] = missing.reshape(-1, len(columns))
        arms = self.drawing.arms
        if self.right == 1:  # posts alone, whose arms have to meet
            lines = arms[:: self.down]
            broken[:: self.down, 1:] |= (lines[:, :-1] & RIGHT > 0) != (lines[:, 1:] & LEFT > 0)
        if self.down == 1:
            lines = arms[:, :: self.right]
            broken[1:, :: self.right] |= (lines[:-1] & DOWN > 0) != (lines[1:] & UP > 0)
        return broken

    def _across_parts(self) -> Bools:
        """Return bool[lines, columns, signs]: signs of walls across that have lines."""
        lines = self.drawing.arms[:: self.down, : self._last] & ACROSS > 0
        return lines.reshape(len(lines), -1, self.right)[:, :, 1:]

    def _upright_parts(self) -> Bools:
        """Return bool[rows, signs, columns + 1]: signs of upright walls that have lines."""
        rows = self._cell_lines()
        lines = self.drawing.arms[rows, : self._last + 1 : self.right] & UPRIGHT > 0
        return lines.reshape(-1, self.down - 1, lines.shape[1])

    def _cell_lines(self) -> NDArray[np.int64]:
        rows = np.arange((self.drawing.codes.shape[0] - 1) // self.down * self.down)
        return rows[rows % self.down > 0]

    def complaint(self, wrong: Bools) -> str:
        """Return what stands where it cannot, by the first such place."""
        row, column = divmod(int(wrong.argmax()), wrong.shape[1])
        grid = self.drawing.grid
        return _("line {line}, column {column}: {sign} stands where {expected} should be").format(
            line=grid.line + row,
            column=column + 1,
            sign=repr(grid.signs[self.drawing.codes[row, column]]),
            expected=self._expected(row, column),
        )

    def _expected(self, row: int, column: int) -> str:
        """Return what should be at a place."""
        at_row, at_column = row % self.down == 0, column % self.right == 0
        if at_row and at_column:
            return _("a post")
        return _("a wall or a gap") if at_row or at_column else _("a space or a letter")

    def canvas(self) -> tuple[Canvas, dict[Place, str]]:
        """Return the walls, and what stands in cells and gaps."""
        arms = self.drawing.arms
        rows, columns = (arms.shape[0] - 1) // self.down, self._last // self.right
        canvas = empty_canvas(rows, columns)
        posts = arms[:: self.down, : self._last + 1 : self.right]
        if self.right > 1:
            across = self._across_parts().any(axis=2)
        else:
            across = (posts[:, :-1] & RIGHT > 0) & (posts[:, 1:] & LEFT > 0)
        if self.down > 1:
            upright = self._upright_parts().any(axis=1)
        else:
            upright = (posts[:-1] & DOWN > 0) & (posts[1:] & UP > 0)
        canvas[::2, 1::2][across] = WALL
        canvas[1::2, ::2][upright] = WALL
        return canvas, dict(self._texts())

    def _texts(self) -> Iterator[tuple[Place, str]]:
        """Yield what stands in cells and gaps, by its place on the canvas."""
        drawing = self.drawing
        other = ~drawing.blank & (drawing.arms == 0) | self._signs(DOTS) & ~drawing.blank
        other[:, self._last + 1 :] = False
        other[:: self.down, :: self.right] = False
        lined = drawing.arms > 0
        other[:: self.down] &= ~lined[:: self.down]
        other[:, :: self.right] &= ~lined[:, :: self.right]
        found: dict[Place, list[str]] = {}
        for row, column in np.argwhere(other).tolist():
            down, below = divmod(row, self.down)
            right, beside = divmod(column, self.right)
            place = 2 * down + (below > 0), 2 * right + (beside > 0)
            found.setdefault(place, []).append(drawing.grid.signs[drawing.codes[row, column]])
        for place, signs in found.items():
            yield place, "".join(signs)


def _missing(parts: Bools, axis: int) -> Bools:
    """Return which signs of walls have no line where others of the same wall have one.

    None where most walls are drawn so, as in ``+ - +``.
    """
    some = np.asarray(parts.any(axis=axis))
    broken = some & ~np.asarray(parts.all(axis=axis))
    if broken.sum() * 2 > some.sum():
        return np.zeros_like(parts)
    missing: Bools = np.expand_dims(broken, axis) & ~parts
    return missing


# Lines with one sign too few or too many


def _mend(reader: _Reader, wrong: Bools) -> tuple[_Drawing, list[str]]:
    """Return the drawing in which lines have one sign more or less, where that is clear."""
    drawing = reader.drawing
    codes, warnings = drawing.codes.copy(), []
    width, blank = _width(drawing), drawing.grid.signs.index(BLANK)
    rows = np.flatnonzero(wrong.any(axis=1)).tolist()
    if len(rows) > MOST_MENDED or width > WIDEST_MENDED:
        return drawing, []
    for row in rows:
        length = codes.shape[1] - int(drawing.blank[row, ::-1].argmin())
        more = length == width + 1
        if not more and length != width - 1:
            continue
        fitting = [line for line in _change_lines(codes[row], width, blank, more=more)
                   if _fits(reader, codes, row, line)]  # fmt: skip
        if len(fitting) != 1:
            continue
        codes[row] = fitting[0]
        text = _("Line {line} had one sign too many: it was left out.") if more else _(
            "Line {line} had one sign too few: it was added."
        )  # fmt: skip
        warnings.append(text.format(line=drawing.grid.line + row))
    return drawing.with_codes(codes[:, :width]), warnings


def _fits(reader: _Reader, codes: Codes, row: int, line: Codes) -> bool:
    """Return whether nothing is wrong in a row once it is another line."""
    start = max(0, (row // reader.down - 1) * reader.down)
    some = codes[start : start + 2 * reader.down + 1].copy()
    some[row - start] = line
    drawing = reader.drawing.with_codes(some)
    return not replace(reader, drawing=drawing).wrong()[row - start].any()


def _change_lines(line: Codes, width: int, blank: int, *, more: bool) -> Iterator[Codes]:
    """Yield each line that is one without one of its signs, or with one of them once more."""
    seen = set()
    for at in range(width + more):
        signs = [None] if more else distinct(line).tolist()
        for sign in signs:
            other = np.delete(line, at) if sign is None else np.insert(line, at, sign)
            changed = np.full_like(line, blank)
            changed[:width] = other[:width]
            if changed.tobytes() not in seen:
                seen.add(changed.tobytes())
                yield changed


# Underscores


def _underscores(drawing: _Drawing, expected: Expected) -> _Found:
    """Return what rows of _ and | show: a floor below each cell, a wall to its right."""
    grid = drawing.grid
    floor, wall = grid.where({"_"}), grid.where({"|"})
    height, width = grid.codes.shape
    if wall[0].any():
        raise NoReadingError(_("the first line has | where only _ should be"), 0.5)
    if expected.cells is not None:
        rows, columns = expected.cells
        down, right = max(1, (height - 1) // rows), max(1, (width - 1) // columns)
        if down * rows != height - 1 or right * columns != width - 1:
            raise NoReadingError(_("the lines have another size"), 0.5)
    else:
        right, down = _pitch(wall.sum(axis=0), 1.0), _pitch(floor.sum(axis=1), 1.0)
        down = down if floor[1:-1].any() else 1
        if (width - 1) // right < 3 and right % 2 == 0:
            right = 2
    if right < 2:
        raise NoReadingError(_("walls are too near to each other"), 0.5)
    rows, columns = (height - 1) // down, (width - 1) // right
    canvas = empty_canvas(rows, columns)
    floors = floor[::down, :-1].reshape(rows + 1, columns, right)[:, :, 1:]
    letter = ~(drawing.blank | floor | wall)
    closed = floors.sum(axis=2) + letter[::down, :-1].reshape(rows + 1, columns, right)[
        :, :, 1:
    ].sum(axis=2) >= right - 1  # fmt: skip
    canvas[::2, 1::2][closed & floors.any(axis=2) | (floors.sum(axis=2) * 2 > right)] = WALL
    upright = wall[1:, ::right].reshape(rows, down, columns + 1).all(axis=1)
    canvas[1::2, ::2][upright] = WALL
    astray = wall.copy()
    astray[:, ::right] = False
    if astray.any():
        row, column = divmod(int(astray.argmax()), width)
        text = _("line {line}, column {column}: | stands where a floor or a space should be")
        raise NoReadingError(text.format(line=grid.line + row, column=column + 1), 0.6)
    texts: dict[Place, list[str]] = {}
    for row, column in np.argwhere(letter).tolist():
        place = 2 * ((row - 1) // down) + 1, 2 * (column // right) + (column % right > 0)
        texts.setdefault((max(0, place[0]), place[1]), []).append(grid.sign(row, column))
    return _Found(canvas, {place: "".join(signs) for place, signs in texts.items()}, ("_", "|"))
