"""A comparison as pages of box plots: one for each measure, with the generators in the same order.

::

    +--------------------------------------------------+
    | title, and a description of the mazes            |
    |            measure      measure      measure     |
    | generator  --[ | ]-     -[|]-        -[ |]--     |
    | generator    -[|]--       -[ | ]-    -[|]-       |
    |            measure ...                           |
    | how to read it                                   |
    +--------------------------------------------------+

Each plot has for each generator a box, whiskers, and a dot for each maze::

                  Dead ends (cells)
                  Cells with one passage.
     Kruskal                            |--[  :|: ]----|   .      119
     Backtracker    |-[|]-|                                        42
                    +---------+---------+---------+         median
                    30        60        90       120
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import ceil, floor, log10

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazeeditor.core.svg import Cap
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.maze.comparing.compare import Distribution, Values, format_value, heading
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.page.scene import (
    Anchor,
    Box,
    Item,
    Layer,
    Points,
    Polygons,
    Scene,
    Strokes,
    Text,
)
from mazeeditor.page.text.lettering import wrap_text

HEADING, BODY, SMALL = 3.4, 2.9, 2.35  # mm: the em of texts
TEXT, SOFT = "#1b1c1f", "#5b6069"
GRID, BAND = "#d9dde3", "#f3f5f8"
FILL, EDGE, MEDIAN, DOTS = "#d5e4f5", "#2a6db5", "#0b2f5b", "#6f9ccb"

PITCH = 4.6  # mm from row to row
BOX, SWARM = 1.45, 1.2  # mm: how far a box and its dots reach up and down
DOT, DOT_GAP = 0.55, 0.3  # mm: the diameter of a dot, and from one to that above it
SNAP = 0.2  # mm: dots nearer than that are put above each other
DESCRIPTION = 2  # lines
TOP_MM = HEADING + DESCRIPTION * 1.25 * SMALL + 3.0  # mm from the top to the first row
BOTTOM_MM = 6.0  # mm under the last row
MEDIANS = 13.0  # mm to the right, for the medians in figures
MIN_MAZES = 5  # mazes: quartiles of fewer mean little


MARGIN, GAP, TITLE = 10.0, 6.0, 5.0  # mm
HEAD = TITLE + 1.9 * BODY + 4.0  # mm: the title and the description of the mazes
NARROWEST, WIDEST = 46.0, 100.0  # mm: an axis
LABELS = 44.0  # mm at most, for the labels of the generators
LAYERS = {
    "bands": _("Bands"),
    "scale": _("Scale"),
    "ground": _("Boxes"),
    "mazes": _("Mazes"),
    "boxes": _("Medians and whiskers"),
    "words": _("Words"),
}


@dataclass(frozen=True)
class PageSize:
    """The maximum size of a page in mm; without a height there is one page.

    A page is no larger than its content, and larger where a single plot needs that.
    """

    width: float = 297.0
    height: float | None = 210.0


@dataclass(frozen=True)
class _Grid:
    """How the plots are arranged: ``labels`` and ``axis`` are widths in mm."""

    columns: int
    rows: int  # of plots on a page
    labels: float
    axis: float
    width: float  # of the page
    step: float  # from one row of plots to the next
    legend: tuple[str, ...]


def plot_pages(
    rows: Sequence[Distribution], about: str, size: PageSize | None = None
) -> list[Scene]:
    """Return the pages; ``about`` is a line that describes the mazes.

    The same rows give the same pages.
    """
    measures = list(dict.fromkeys(row.measure for row in rows))
    plots = [[row for row in rows if row.measure is measure] for measure in measures]
    grid = _grid(size or PageSize(), plots)
    per_page = grid.columns * grid.rows
    parts = [plots[first : first + per_page] for first in range(0, len(plots), per_page)]
    return [_page(part, about, grid, number, len(parts)) for number, part in enumerate(parts, 1)]


def _grid(size: PageSize, plots: Sequence[Sequence[Distribution]]) -> _Grid:
    names = [GENERATORS[row.generator].label for row in plots[0]]
    labels = min(LABELS, max(width_of(name) for name in names) * BODY + 3.0)
    available = size.width - 2 * MARGIN - labels
    gap = MEDIANS + GAP
    most = max(1, int((available + GAP) // (NARROWEST + gap)))
    rows = -(-len(plots) // most)
    columns = -(-len(plots) // rows)  # 2 and 2 rather than 3 and 1
    axis = max(NARROWEST, min(WIDEST, (available + GAP) / columns - gap))
    width = 2 * MARGIN + labels + columns * (axis + gap) - GAP
    legend = tuple(wrap_text(_legend(), (width - 2 * MARGIN) / SMALL, 9))
    step = TOP_MM + PITCH * len(names) + BOTTOM_MM + GAP
    if size.height is not None:
        free = size.height - 2 * MARGIN - HEAD - len(legend) * 1.25 * SMALL
        rows = max(1, min(rows, int(free // step)))
    return _Grid(columns, rows, labels, axis, width, step, legend)


def _legend() -> str:
    return _(
        "Each dot is a maze. The dark line is the median; the box, drawn for {fewest} mazes or "
        "more, holds the middle half of them; whiskers reach to the farthest maze within one and "
        "a half lengths of the box. Not every scale begins at 0."
    ).format(fewest=MIN_MAZES)


def _page(
    plots: Sequence[Sequence[Distribution]], about: str, grid: _Grid, number: int, of: int
) -> Scene:
    page, title = PageBuilder(LAYERS), _("Generators compared")
    x, right = MARGIN, grid.width - MARGIN
    page.write(x, MARGIN + 0.8 * TITLE, TITLE, title, TEXT)
    if of > 1:
        text = _("page {number} of {of}").format(number=number, of=of)
        page.write(right, MARGIN + 0.8 * TITLE, BODY, text, SOFT, "end")
    page.write(x, MARGIN + TITLE + 1.5 * BODY, BODY, _truncate(about, (right - x) / BODY), SOFT)
    for plot_row, top in _rows(plots, grid):
        _draw_labels(page, plot_row, top, grid)
        for column, rows in enumerate(plot_row):
            left = x + grid.labels + column * (grid.axis + MEDIANS + GAP)
            BoxPlot(rows, left, top, grid.axis).draw(page)
    bottom = MARGIN + HEAD + grid.step * -(-len(plots) // grid.columns)
    for row, text in enumerate(grid.legend):
        page.write(x, bottom + (row + 0.6) * 1.25 * SMALL, SMALL, text, SOFT)
    height = bottom + len(grid.legend) * 1.25 * SMALL + MARGIN
    name = "" if number == 1 else str(number)
    return page.build(Scene(grid.width, height, (), title, about, PITCH, 0.25, name))


def _rows(
    plots: Sequence[Sequence[Distribution]], grid: _Grid
) -> Iterator[tuple[Sequence[Sequence[Distribution]], float]]:
    for row, first in enumerate(range(0, len(plots), grid.columns)):
        yield plots[first : first + grid.columns], MARGIN + HEAD + row * grid.step


def _draw_labels(
    page: PageBuilder, plot_row: Sequence[Sequence[Distribution]], top: float, grid: _Grid
) -> None:
    """Write the labels of the generators, and draw bands that lead from them through the plots."""
    right = MARGIN + grid.labels + len(plot_row) * (grid.axis + MEDIANS + GAP) - GAP
    for number, row in enumerate(plot_row[0]):
        y = top + TOP_MM + number * PITCH
        if number % 2 == 0:
            page.fill("bands", (MARGIN - 1, y, right + 1, y + PITCH), BAND)
        name = _truncate(GENERATORS[row.generator].label, (grid.labels - 2.0) / BODY)
        page.write(MARGIN, y + PITCH / 2 + 0.36 * BODY, BODY, name, TEXT)


def _truncate(text: str, width: float) -> str:
    """Return a text of ``width`` em at most; an ellipsis replaces what does not fit."""
    if width_of(text) <= width:
        return text
    return wrap_text(text, width - width_of("…"), 1)[0] + "…"


@dataclass(frozen=True)
class BoxPlot:
    """The plot of one measure: its axis starts at ``left`` and is ``width`` mm long."""

    rows: Sequence[Distribution]
    left: float
    top: float
    width: float

    @property
    def first(self) -> float:
        """The top of the first row, in mm."""
        return self.top + TOP_MM

    @property
    def last(self) -> float:
        return self.first + PITCH * len(self.rows)

    def draw(self, page: PageBuilder) -> None:
        measure = self.rows[0].measure
        y = self.top + HEADING
        page.write(self.left, y, HEADING, heading(measure), TEXT)
        for line in wrap_text(measure.description, (self.width + MEDIANS) / SMALL, DESCRIPTION):
            y += 1.25 * SMALL
            page.write(self.left, y, SMALL, line, SOFT)
        values = np.concatenate([scale_values(row) for row in self.rows])
        if not len(values):
            middle = self.left + self.width / 2, (self.first + self.last) / 2
            page.write(*middle, BODY, _("No maze has any."), SOFT, "middle")
            return
        axis = axis_of(
            float(values.min()),
            float(values.max()),
            self.width,
            lambda text: width_of(text) * SMALL,
            whole=measure.whole,
        )
        self._draw_axis(page, axis)
        for number, row in enumerate(self.rows):
            self._draw_row(page, axis, row, self.first + (number + 0.5) * PITCH)

    def _draw_axis(self, page: PageBuilder, axis: Axis) -> None:
        for tick, label in zip(axis.ticks, axis.labels, strict=True):
            x = self.left + float(axis.positions(tick)) * self.width
            page.line("scale", (x, self.first, x, self.last + 0.8), 0.15, GRID)
            page.write(x, self.last + 1.6 + SMALL, SMALL, label, SOFT, "middle")
        right = self.left + self.width
        page.line("scale", (self.left, self.last, right, self.last), 0.2, SOFT)
        page.write(right + MEDIANS, self.last + 1.6 + SMALL, SMALL, _("median"), SOFT, "end")

    def _draw_row(self, page: PageBuilder, axis: Axis, row: Distribution, y: float) -> None:
        text = format_value(row.measure, row.median)
        right = self.left + self.width + MEDIANS
        page.write(right, y + 0.36 * BODY, BODY, text, TEXT if row.mazes else SOFT, "end")
        if not row.mazes:
            return
        values = scale_values(row)
        positions = self.left + self.width * axis.positions(values)
        page.dots("mazes", swarm(positions, y), DOT, DOTS)
        if row.mazes >= MIN_MAZES:
            _draw_box(page, self.left + self.width * axis.positions(box_of(values)), y)
        middle = self.left + self.width * float(axis.positions(np.median(values)))
        page.line("boxes", (middle, y - BOX, middle, y + BOX), 0.6, MEDIAN)


def box_of(values: Values) -> Values:
    """Return float64[4]: the end of a whisker, both ends of the box, the end of the other whisker.

    A whisker ends at the farthest value within one and a half lengths of the box (J. W. Tukey,
    "Exploratory Data Analysis", 1977).
    """
    lower, upper = np.quantile(values, (0.25, 0.75))
    reach = 1.5 * (upper - lower)
    within = values[(values >= lower - reach) & (values <= upper + reach)]
    # a quartile may be between two values, and then the nearest may be inside the box
    return np.array([min(within.min(), lower), lower, upper, max(within.max(), upper)])


def _draw_box(page: PageBuilder, positions: Values, y: float) -> None:
    """Draw a box and its whiskers; the positions are those of ``box_of``, in mm."""
    start, lower, upper, end = positions.tolist()
    if lower < upper:
        page.fill("ground", (lower, y - BOX, upper, y + BOX), FILL)
        page.frame("boxes", (lower, y - BOX, upper, y + BOX), 0.25, EDGE)
    for edge, tip in ((lower, start), (upper, end)):
        if edge != tip:
            page.line("boxes", (edge, y, tip, y), 0.25, EDGE)
            page.line("boxes", (tip, y - 0.5 * BOX, tip, y + 0.5 * BOX), 0.25, EDGE)


def scale_values(row: Distribution) -> Values:
    """Return the sorted values as they are displayed: shares in percent."""
    return row.sorted_values * 100 if row.measure.share else row.sorted_values


def swarm(positions: Values, y: float) -> Points:
    """Return the dots of a row: those at one position are put above and below each other.

    ``positions`` in mm, rising. The more dots at one position, the higher; where the highest would
    leave the row, all move closer together, and dots that then coincide are one.
    """
    snapped = np.rint(positions / SNAP)
    columns, counts = np.unique(snapped, return_counts=True)
    gap = min(DOT_GAP, 2 * SWARM / max(int(counts.max()) - 1, 1))
    number = np.concatenate([np.arange(count) for count in counts])  # within its column
    offsets = (number - (np.repeat(counts, counts) - 1) / 2) * gap
    dots = np.stack([np.repeat(columns, counts) * SNAP, y + np.rint(offsets * 20) / 20], axis=-1)
    return np.unique(dots, axis=0)


FEWEST_TICKS, MOST_TICKS = 2, 8
LABELS_APART = 1.5  # lengths of a label from one to the next, at least


@dataclass(frozen=True)
class Axis:
    """The ``ticks``, rising, and their ``labels``; the axis ends with the outer two."""

    ticks: tuple[float, ...]
    labels: tuple[str, ...]

    def positions(self, values: ArrayLike) -> NDArray[np.float64]:
        """Return the positions of values: 0 at the first tick, 1 at the last."""
        low, high = self.ticks[0], self.ticks[-1]
        return (np.asarray(values, float) - low) / (high - low)


def axis_of(
    least: float, most: float, length: float, width: Callable[[str], float], *, whole: bool
) -> Axis:
    """Return the finest axis over ``least`` to ``most`` whose labels do not touch.

    ``length`` is that of the axis and ``width`` returns that of a label, in one unit. Where
    ``whole`` no tick is between two whole numbers. The axis includes zero where it is near: no
    farther from the values than their range.
    """
    if least == most:
        step = 1.0 if whole else 10.0 ** floor(log10(abs(most) or 1.0))
        least, most = max(0.0, least - step) if least >= 0 else least - step, most + step
    if 0 < least <= most - least:
        least = 0.0
    for number in count():
        exponent, digit = divmod(number, 3)
        first = floor(log10(most - least)) - 2
        exponent = max(first, 0) + exponent if whole else first + exponent
        axis = _axis(least, most, (1, 2, 5)[digit], exponent)
        apart = length / (len(axis.ticks) - 1)
        fits = all(LABELS_APART * width(label) <= apart for label in axis.labels)
        if len(axis.ticks) == FEWEST_TICKS or (fits and len(axis.ticks) <= MOST_TICKS):
            return axis
    raise AssertionError


def _axis(least: float, most: float, digit: int, exponent: int) -> Axis:
    """Return the axis with a tick at each multiple of ``digit`` times 10 to the ``exponent``."""
    # dividing by a whole number keeps 0.3 exact, where 3 * 0.1 is 0.30000000000000004
    over, under = digit * 10 ** max(exponent, 0), 10 ** max(-exponent, 0)
    # the smallest tolerance: a value that is a tick but for rounding is that tick
    first = floor(least * under / over + 1e-9)
    last = max(ceil(most * under / over - 1e-9), first + 1)
    ticks = tuple(number * over / under for number in range(first, last + 1))
    return Axis(ticks, tuple(f"{tick:,.{max(-exponent, 0)}f}" for tick in ticks))


LineStyle = tuple[str, float, str, Cap]  # layer, width in mm, colour, cap
DOT_LENGTH = 0.01  # mm: some programs leave out lines without a length


@dataclass
class PageBuilder:
    """The content of a page; ``layers`` maps their names to their labels, the lowest first."""

    layers: dict[str, str]
    lines: dict[LineStyle, list[NDArray[np.float64]]] = field(default_factory=dict)
    boxes: dict[tuple[str, str], list[Box]] = field(default_factory=dict)
    texts: list[tuple[str, Text]] = field(default_factory=list)

    def line(self, layer: str, ends: Box, width: float, colour: str) -> None:
        """Draw a line from (x, y) to (x, y), in mm."""
        segment = np.array(ends, float).reshape(1, 2, 2)
        self.lines.setdefault((layer, width, colour, "square"), []).append(segment)

    def frame(self, layer: str, box: Box, width: float, colour: str) -> None:
        """Draw the four sides of a box."""
        left, top, right, bottom = box
        for y in (top, bottom):
            self.line(layer, (left, y, right, y), width, colour)
        for x in (left, right):
            self.line(layer, (x, top, x, bottom), width, colour)

    def dots(self, layer: str, positions: Points, width: float, colour: str) -> None:
        """Draw a round dot at each of ``positions`` float64[k, 2]."""
        half = np.array([DOT_LENGTH / 2, 0.0])
        segments = np.stack([positions - half, positions + half], axis=1)
        self.lines.setdefault((layer, width, colour, "round"), []).append(segments)

    def fill(self, layer: str, box: Box, colour: str) -> None:
        """Fill a box; those of one colour must not overlap."""
        self.boxes.setdefault((layer, colour), []).append(box)

    def write(
        self, x: float, y: float, size: float, text: str, colour: str, anchor: Anchor = "start"
    ) -> None:
        """Write a line of text, ``x`` and ``y`` on its baseline; always the topmost layer."""
        layer = list(self.layers)[-1]
        self.texts.append((layer, Text(x, y, size, text, anchor, colour)))

    def build(self, scene: Scene) -> Scene:
        """Return ``scene`` with the content of the page."""
        layers = (
            Layer(name, label, tuple(self._items(name))) for name, label in self.layers.items()
        )
        return replace(scene, layers=tuple(layer for layer in layers if layer.items))

    def _items(self, layer: str) -> Iterable[Item]:
        for (name, colour), boxes in self.boxes.items():
            if name == layer:
                yield _polygons(boxes, colour)
        for (name, width, colour, cap), parts in self.lines.items():
            if name == layer:
                yield _strokes(np.concatenate(parts), width, colour, cap)
        for name, text in self.texts:
            if name == layer:
                yield text


def _polygons(boxes: list[Box], colour: str) -> Polygons:
    table = np.array(boxes, float)
    corners = table[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
    return Polygons(points=corners, starts=4 * np.arange(len(boxes) + 1), colour=colour)


def _strokes(segments: NDArray[np.float64], width: float, colour: str, cap: Cap) -> Strokes:
    return Strokes(
        points=segments.reshape(-1, 2),
        starts=2 * np.arange(len(segments) + 1),
        closed=np.zeros(len(segments), np.bool_),
        width=width,
        colour=colour,
        cap=cap,
    )
