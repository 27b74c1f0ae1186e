"""What a page paints, as far as a print shop asks: the thinnest line, the palest grey, the margins.

Only the worst of each kind is kept, so a page of a million lines takes no more than an empty one.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mazeeditor.prepress.content.paths import PagePath
from mazeeditor.prepress.document.language import MOST_REASONS
from mazeeditor.prepress.document.values import NOWHERE, Rectangle, intersection, is_empty, union

_ACROSS = 256  # cells of the longer side of a page
_ROOM = 4  # what is dark is so many times as wide as a white line on it, at least
_FEW = 12  # points of a path whose lines are kept one by one
_MOST_WAITING = 2_000_000  # numbers of lines that are not drawn into the grid yet
_MOST_SAMPLES = 4_000_000
_EVERYTHING = np.inf
Ends = NDArray[np.float64]


class DarkGround:
    """The dark parts of a page, in cells that know how wide the widest dark thing in them is."""

    def __init__(self, page: Rectangle) -> None:
        self._left, self._low = page[0], page[1]
        size = max(page[2] - page[0], page[3] - page[1], 1e-6)
        self._cell = size / _ACROSS
        self._grid: NDArray[np.float32] | None = None
        self._waiting = array("d")  # both ends and the width of lines
        self._paths: list[tuple[PagePath, float]] = []
        self._amount = 0

    def area(self, area: Rectangle, width: float = _EVERYTHING) -> None:
        """Let a box be dark, all of it or in parts of that width."""
        if not is_empty(area):
            left, low, right, top = self._cells(area)
            cells = self._held()[low : top + 1, left : right + 1]
            np.maximum(cells, width, out=cells)

    def line(self, path: PagePath, width: float) -> None:
        """Let the lines of a path be dark; the grid is drawn when it is asked for."""
        if path.amount < _FEW:
            for ends in path.ends():
                self._waiting.extend((*ends, width))
        else:
            self._paths.append((path, width))
            self._amount += path.amount
        if len(self._waiting) + self._amount > _MOST_WAITING:
            self._draw()

    def is_dark(self, area: Rectangle) -> bool:
        """Whether something in a box is dark."""
        if is_empty(area):
            return False
        self._draw()
        if self._grid is None:
            return False
        left, low, right, top = self._cells(area)
        return bool(self._grid[low : top + 1, left : right + 1].any())

    def is_dark_along(self, path: PagePath, width: float) -> bool:
        """Whether a white line along a path is seen: what is dark there is wider than it."""
        self._draw()
        if self._grid is None:
            return False
        places = path.places()
        if places is None:
            return self.is_dark(path.box)
        cells = self._along(_ends(places))
        if cells is None:
            return self.is_dark(path.box)
        values = self._grid[cells[1], cells[0]]
        return bool((values >= _ROOM * width)[values > 0].any())

    def _held(self) -> NDArray[np.float32]:
        if self._grid is None:
            self._grid = np.zeros((_ACROSS, _ACROSS), np.float32)
        return self._grid

    def _cells(self, area: Rectangle) -> tuple[int, int, int, int]:
        last = _ACROSS - 1
        numbers = (area[0] - self._left, area[1] - self._low, area[2] - self._left)
        left, low, right, top = (
            int(min(max(number / self._cell, 0), last))
            for number in (*numbers, area[3] - self._low)
        )
        return left, low, right, top

    def _draw(self) -> None:
        """Draw the lines that wait into the grid."""
        if self._waiting:
            rows = np.frombuffer(self._waiting, np.float64).reshape(-1, 5).copy()
            self._waiting = array("d")
            for width in sorted(set(rows[:, 4].tolist()))[-50:]:  # the widest ones are enough
                self._draw_ends(rows[rows[:, 4] == width, :4], width)
        paths, self._paths, self._amount = self._paths, [], 0
        for path, width in paths:
            places = path.places()
            if places is None:
                self.area(path.box, width)
            else:
                self._draw_ends(_ends(places), width)

    def _draw_ends(self, ends: Ends, width: float) -> None:
        if not len(ends):
            return
        grid, cells = self._held(), self._along(ends)
        if cells is None:
            box = (ends[:, [0, 2]].min(), ends[:, [1, 3]].min())
            self.area((*box, ends[:, [0, 2]].max(), ends[:, [1, 3]].max()), width)
            return
        drawn = np.zeros(grid.shape, bool)
        drawn[cells[1], cells[0]] = True
        for _ring in range(min(_ACROSS, int(width / 2 / self._cell))):
            drawn[1:] |= drawn[:-1].copy()
            drawn[:-1] |= drawn[1:].copy()
            drawn[:, 1:] |= drawn[:, :-1].copy()
            drawn[:, :-1] |= drawn[:, 1:].copy()
        np.maximum(grid, np.where(drawn, width, 0), out=grid)

    def _along(self, ends: Ends) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
        """Return the cells that lines go through, column and row; None where they are too many."""
        reach = _ACROSS * self._cell
        near = np.clip(ends - (self._left, self._low, self._left, self._low), -reach, 2 * reach)
        steps = np.abs(near[:, 2:] - near[:, :2]).max(1, initial=0.0) / self._cell * 2
        amounts = np.ceil(steps).astype(np.int64) + 1
        total = int(amounts.sum())
        if total > _MOST_SAMPLES:
            return None
        line = np.repeat(np.arange(len(near)), amounts)
        place = np.arange(total) - np.repeat(np.cumsum(amounts) - amounts, amounts)
        t = (place / np.maximum(1, amounts - 1)[line])[:, None]
        points = (near[line, :2] * (1 - t) + near[line, 2:] * t) / self._cell
        cells = np.floor(points).astype(np.int64)
        cells = cells[((cells >= 0) & (cells < _ACROSS)).all(1)]
        return cells[:, 0], cells[:, 1]


def _ends(places: NDArray[np.float64]) -> Ends:
    """Return both ends of the lines of a path."""
    on = np.flatnonzero(places[1:, 2] > 0)
    return np.concatenate([places[on, :2], places[on + 1, :2]], axis=1)


LINE, AREA, TEXT, IMAGE = "line", "area", "text", "image"
SIDES = LEFT, BOTTOM, RIGHT, TOP = range(4)  # sides, as the numbers of a box are
MIN_LINE_POINTS = 0.75  # points: what is asked of lines where no rule says it
STEM = 0.12  # em: about how wide the stems of letters are
REACHED = 0.15  # points: what ends so near to the edge of the bleed reaches it


@dataclass(frozen=True)
class Extreme:
    """A figure and where it was seen; ``what`` is one of the kinds above or a name."""

    value: float
    where: Rectangle
    what: str


@dataclass
class Ink:
    """What is painted on a page; lengths in points, tints from 0 to 1.

    ``trim`` is the page after it was cut, ``bleed`` what is printed beyond it on each side.
    """

    trim: Rectangle
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    painted: bool = False
    thinnest: Extreme | None = None
    smallest: Extreme | None = None  # text
    palest: Extreme | None = None
    coarsest: Extreme | None = None  # image: dots per inch
    nearest: dict[int, Extreme] = field(default_factory=dict)  # by side, to the edge of the trim
    short: Extreme | None = None  # goes beyond the trim, but ends before the bleed does
    beside: bool = False  # something lies outside of the trim altogether
    colours: set[str] = field(default_factory=set)
    foreign_fonts: set[str] = field(default_factory=set)  # used, but not embedded
    subsets: set[str] = field(default_factory=set)
    features: set[str] = field(default_factory=set)  # "transparency", "invisible text", ...
    unread: dict[str, int] = field(default_factory=dict)  # why what of it could not be checked
    thin: float = MIN_LINE_POINTS  # points: areas are measured where they are thinner
    masking: int = 0  # in how many soft masks it is: what these paint is not seen itself
    span: Rectangle = NOWHERE  # around what was recorded since the painter set it
    _ground: DarkGround = field(init=False)

    def __post_init__(self) -> None:
        self._ground = DarkGround(self.trim)

    def line(self, width: float, where: Rectangle, tint: float | None, path: PagePath) -> None:
        """Record a line; a white one counts where it lies on something dark."""
        if _is_white(tint) and not self.masking:
            if self._ground.is_dark_along(path, width):
                self.thinnest = _smaller(self.thinnest, width, where, LINE)
            return
        self._seen(LINE, where, tint)
        self.thinnest = _smaller(self.thinnest, width, where, LINE)
        if not self.masking:
            self._ground.line(path, width)

    def thin_area(self, width: float, where: Rectangle) -> None:
        """Record that an area that was recorded is a line."""
        self.thinnest = _smaller(self.thinnest, width, where, LINE)

    def area(self, where: Rectangle, tint: float | None) -> bool:
        """Record a filled area; return whether it is seen."""
        seen = self._seen(AREA, where, tint)
        if seen and not _is_white(tint) and not self.masking:
            self._ground.area(where)
        return seen

    def text(self, size: float, where: Rectangle, tint: float | None) -> None:
        if self._seen(TEXT, where, tint):
            self.smallest = _smaller(self.smallest, size, where, TEXT)
            if not _is_white(tint) and not self.masking:
                self._ground.area(where, size * STEM)

    def text_size(self, size: float, where: Rectangle, tint: float | None) -> None:
        """Record how large a text is whose glyphs are recorded one by one."""
        if not _is_white(tint) or self._ground.is_dark(where):
            self.smallest = _smaller(self.smallest, size, where, TEXT)

    def place(self, where: Rectangle, tint: float | None) -> None:
        """Record where a part of a text is that is measured elsewhere."""
        self._seen(TEXT, where, tint)

    def image(self, dpi: float | None, where: Rectangle) -> None:
        """Record an image; one of a single pixel has no dots per inch."""
        self._seen(IMAGE, where, None)
        if not self.masking:
            self._ground.area(where)
        if dpi is not None:
            self.coarsest = _smaller(self.coarsest, dpi, where, IMAGE)

    def finish(self) -> None:
        """Forget what only painting needs."""
        self._ground = DarkGround(self.trim)

    def not_read(self, reason: str) -> None:
        """Record that something could not be checked, and why."""
        if reason in self.unread or len(self.unread) < MOST_REASONS:
            self.unread[reason] = self.unread.get(reason, 0) + 1

    def _seen(self, kind: str, where: Rectangle, tint: float | None) -> bool:
        """Record where something is; return False where it is white on white."""
        if self.masking:
            return True
        if _is_white(tint):
            return self._ground.is_dark(where)
        self.painted = True
        self.span = union(self.span, where)
        if tint is not None:
            self.palest = _smaller(self.palest, tint, where, kind)
        if is_empty(intersection(where, self.trim)):
            self.beside = True
            return True
        nearest = self.nearest
        for side, distance in enumerate(self._distances(where)):
            if side not in nearest or distance < nearest[side].value:
                self._reach(side, distance, kind, where)
        return True

    def is_within(self, area: Rectangle) -> bool:
        """Whether what is known reaches as far as an area to each side."""
        known = self.nearest
        return len(known) == len(SIDES) and all(
            distance >= known[side].value for side, distance in enumerate(self._distances(area))
        )

    def _distances(self, where: Rectangle) -> Rectangle:
        left, bottom, right, top = self.trim
        return (where[LEFT] - left, where[BOTTOM] - bottom, right - where[RIGHT], top - where[TOP])

    def _reach(self, side: int, distance: float, kind: str, where: Rectangle) -> None:
        if any(self.bleed) and kind != TEXT and distance <= REACHED:
            if distance > REACHED - self.bleed[side]:
                self.short = _smaller(self.short, distance, where, kind)
            return
        self.nearest[side] = Extreme(distance, where, kind)


def _is_white(tint: float | None) -> bool:
    return tint is not None and tint <= 0


def _smaller(best: Extreme | None, value: float, where: Rectangle, what: str) -> Extreme:
    return best if best is not None and best.value <= value else Extreme(value, where, what)
