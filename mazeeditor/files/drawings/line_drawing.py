"""What a drawing has, whatever its format: lines and areas in one plane, words, what was left out.

x goes right and y down; the unit is that of the drawing, as only shares of cells matter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids, Points

Bools = NDArray[np.bool_]
MOST_POINTS = 12_000_000  # of a drawing
MOST_GROUPS = 20_000
MOST_WORDS = 2000


class Look(NamedTuple):
    """How lines look: those that look alike are one group."""

    layer: str
    colour: str
    width: float  # 0 for the outlines of areas
    filled: bool


class Word(NamedTuple):
    """A text and about where its middle is."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines and outlines that look alike: line ``s`` goes through points[starts[s]:starts[s + 1]].

    ``points`` float64[m, 2], ``starts`` int64[k + 1], ``closed`` bool[k]: those that lead back.
    """

    points: Points
    starts: Ids
    closed: Bools
    look: Look

    def some(self, chosen: Bools) -> Lines:
        """Return some of the lines, bool[k]."""
        lengths = np.diff(self.starts)
        starts = np.concatenate([[0], np.cumsum(lengths[chosen])]).astype(np.int64)
        return Lines(
            self.points[np.repeat(chosen, lengths)], starts, self.closed[chosen], self.look
        )

    def sizes(self) -> Points:
        """Return float64[k, 2], how wide and high each line is."""
        if not len(self.closed):
            return np.zeros((0, 2))
        low = np.minimum.reduceat(self.points, self.starts[:-1], axis=0)
        high = np.maximum.reduceat(self.points, self.starts[:-1], axis=0)
        result: Points = high - low
        return result


class Segments(NamedTuple):
    """Straight pieces: both ends float64[n, 2] each; a dot has both ends in one place."""

    begin: Points
    end: Points

    @property
    def lengths(self) -> Points:
        """How long each is, float64[n]."""
        step = self.end - self.begin
        return np.hypot(step[:, 0], step[:, 1])


@dataclass
class Drawing:
    """The lines of a drawing by their looks; ``left_out`` counts what is not read, by its name."""

    lines: list[Lines]
    words: list[Word] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


class Collector:
    """Takes the lines of a drawing one by one."""

    def __init__(self) -> None:
        self._points: defaultdict[Look, list[Points]] = defaultdict(list)
        self._closed: defaultdict[Look, list[bool]] = defaultdict(list)
        self._count = 0
        self.words: list[Word] = []
        self.left_out: Counter[str] = Counter()

    def add(self, points: Points, look: Look, *, closed: bool) -> None:
        """Take a line through points float64[k, 2]; raises ``MazeError`` for too many.

        Two points enclose nothing: a line whose area is painted as well, as programs forget.
        """
        if len(points) < (3 if look.filled else 1):
            return
        self._count += len(points)
        self._points[look].append(points)
        self._closed[look].append(closed or look.filled)
        if self._count > MOST_POINTS:
            text = _("it has more than {most:,} points: open a part of it.")
            raise MazeError(text.format(most=MOST_POINTS))
        if len(self._points) > MOST_GROUPS:
            text = _(
                "its lines have more than {most:,} colours and widths, more than any maze has."
            )
            raise MazeError(text.format(most=MOST_GROUPS))

    def word(self, text: str, x: float, y: float) -> None:
        if text and len(self.words) < MOST_WORDS:
            self.words.append(Word(text[:80], x, y))

    def drawing(self) -> Drawing:
        """Return what was taken."""
        lines = []
        for look, points in self._points.items():
            starts = np.cumsum([0, *map(len, points)]).astype(np.int64)
            lines.append(
                Lines(np.concatenate(points), starts, np.array(self._closed[look], np.bool_), look)
            )
        return Drawing(lines, self.words, self.left_out)


def segments_of(lines: Lines) -> Segments:
    """Return the straight pieces of lines, in their order, those that lead back too."""
    points, starts = lines.points, lines.starts
    inner = np.ones(len(points), np.bool_)
    inner[starts[1:] - 1] = False
    at = np.flatnonzero(inner)
    firsts, lasts = starts[:-1], starts[1:] - 1
    back = lines.closed | (firsts == lasts)  # a point alone is a dot
    begin = np.concatenate([points[at], points[lasts[back]]])
    end = np.concatenate([points[at + 1], points[firsts[back]]])
    return Segments(begin, end)


def middle_lines(lines: Lines, farther: float = 0.0) -> Segments:
    r"""Return the lines along the middles of areas whose outlines these are.

    A rectangle that is thin becomes the line along it; every other edge is moved to the inside by
    half the width of the areas, which is twice the area by the length of the outlines, and
    ``farther``::

        +---------------+            each edge of a band, moved by half its width, lies on its
        |   ----------- | width      middle line; both sides give the same line
        +---------------+
    """
    single, others = _thin_rectangles(lines)
    if not len(others.closed):
        return single
    edges = segments_of(others)
    step = edges.end - edges.begin
    length = np.hypot(step[:, 0], step[:, 1])
    twice_area = _twice_areas(others)
    width = _width(twice_area, length)
    largest = int(np.abs(twice_area).argmax())
    turn = 1.0 if twice_area[largest] > 0 else -1.0  # y down: a positive area runs clockwise
    kept = length > 0
    step, length = step[kept], length[kept]
    inward = (
        np.stack([-step[:, 1], step[:, 0]], axis=-1)
        * (turn * (width / 2 + farther) / length)[:, None]
    )
    begin, end = edges.begin[kept] + inward, edges.end[kept] + inward
    return Segments(np.concatenate([single.begin, begin]), np.concatenate([single.end, end]))


def width_of(lines: Lines) -> float:
    """Return how wide areas are that are no thin rectangles, 0 without any."""
    _single, others = _thin_rectangles(lines)
    if not len(others.closed):
        return 0.0
    return _width(_twice_areas(others), segments_of(others).lengths)


def _width(twice_areas: Points, lengths: Points) -> float:
    return abs(float(twice_areas.sum())) / max(float(lengths.sum()), 1e-300)


def _twice_areas(lines: Lines) -> Points:
    """Return float64[k], twice the area of each outline, negative where it runs the other way."""
    edges = segments_of(Lines(lines.points, lines.starts, np.ones_like(lines.closed), lines.look))
    cross = edges.begin[:, 0] * edges.end[:, 1] - edges.end[:, 0] * edges.begin[:, 1]
    lengths = np.diff(lines.starts)
    owner = np.repeat(np.arange(len(lengths)), lengths - 1)
    owner = np.concatenate([owner, np.arange(len(lengths))])
    areas: Points = np.bincount(owner, cross, len(lengths)).astype(np.float64)
    return areas


LINE_ASPECT = 1.6  # times as long as wide: a rectangle that is a line


def _thin_rectangles(lines: Lines) -> tuple[Segments, Lines]:
    """Return the middle lines of rectangles that are thin, and all other outlines."""
    lengths = np.diff(lines.starts)
    firsts = lines.starts[:-1]
    back = lengths == 5
    same = np.zeros(len(lengths), np.bool_)
    if back.any():
        ends = lines.points[firsts[back]] - lines.points[firsts[back] + 4]
        same[back] = (np.abs(ends) <= 1e-6 * np.abs(lines.points).max()).all(axis=1)
    four = (lengths == 4) | same
    none = np.zeros((0, 2))
    if not four.any():
        return Segments(none, none), lines
    corners = lines.points[firsts[four, None] + np.arange(4)]
    sides = np.roll(corners, -1, axis=1) - corners
    long = np.hypot(sides[..., 0], sides[..., 1])
    square = np.abs((sides[:, 0] * sides[:, 1]).sum(-1)) <= 0.02 * long[:, 0] * long[:, 1]
    square &= np.abs(sides[:, 0] + sides[:, 2]).sum(-1) <= 0.02 * (long[:, 0] + long[:, 1])
    across, up = long[:, 0], long[:, 1]
    thin = square & (np.maximum(across, up) >= LINE_ASPECT * np.minimum(across, up))
    chosen = np.zeros(len(lengths), np.bool_)
    chosen[np.flatnonzero(four)[thin]] = True
    corners, along = corners[thin], across[thin] >= up[thin]
    a = np.where(along[:, None], corners[:, 0] + corners[:, 3], corners[:, 0] + corners[:, 1]) / 2
    b = np.where(along[:, None], corners[:, 1] + corners[:, 2], corners[:, 2] + corners[:, 3]) / 2
    return Segments(a, b), lines.some(~chosen)


def join(parts: list[Segments]) -> Segments:
    """Return all pieces of several."""
    if not parts:
        return Segments(np.zeros((0, 2)), np.zeros((0, 2)))
    begins, ends = zip(*parts, strict=True)
    return Segments(np.concatenate(begins), np.concatenate(ends))
