"""A comparison as pages of plots: one for each measure, the generators in one order in all.

::

    +--------------------------------------------------+
    | title, and what the mazes are                    |
    |            measure      measure      measure     |
    | generator  --[ | ]-     -[|]-        -[ |]--     |
    | generator    -[|]--       -[ | ]-    -[|]-       |
    |            measure ...                           |
    | how to read it                                   |
    +--------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mazeeditor.comparing.compare import Row
from mazeeditor.comparing.ink import Ink
from mazeeditor.comparing.panel import (
    ABOVE,
    BAND,
    BELOW,
    BODY,
    FEWEST,
    FIGURES,
    PITCH,
    SMALL,
    SOFT,
    TEXT,
    Panel,
)
from mazeeditor.drawing.lettering import width_of, wrapped
from mazeeditor.drawing.scene import Scene
from mazeeditor.generators import GENERATORS
from mazeeditor.words import _

MARGIN, GAP, TITLE = 10.0, 6.0, 5.0  # mm
HEAD = TITLE + 1.9 * BODY + 4.0  # mm: title and what the mazes are
NARROWEST, WIDEST = 46.0, 100.0  # mm: a scale
LABELS = 44.0  # mm at the most, for the names of the generators
LAYERS = {
    "bands": _("Bands"),
    "scale": _("Scale"),
    "ground": _("Boxes"),
    "mazes": _("Mazes"),
    "boxes": _("Medians and whiskers"),
    "words": _("Words"),
}


@dataclass(frozen=True)
class Sheet:
    """The largest a page may be, in mm; without a height one page holds everything.

    A page is no larger than what is on it, and larger where a single plot needs it.
    """

    width: float = 297.0
    height: float | None = 210.0


@dataclass(frozen=True)
class _Grid:
    """How the plots stand on the pages: ``labels`` and ``scale`` are widths in mm."""

    columns: int
    lines: int  # of plots on a page
    labels: float
    scale: float
    width: float  # of the page
    step: float  # from one line of plots to the next
    legend: tuple[str, ...]


def plot(rows: Sequence[Row], about: str, sheet: Sheet | None = None) -> list[Scene]:
    """Return the pages; ``about`` says in one line what mazes they tell of.

    The same rows give the same pages.
    """
    measures = list(dict.fromkeys(row.measure for row in rows))
    groups = [[row for row in rows if row.measure is measure] for measure in measures]
    grid = _grid(sheet or Sheet(), groups)
    size = grid.columns * grid.lines
    parts = [groups[first : first + size] for first in range(0, len(groups), size)]
    return [_page(part, about, grid, number, len(parts)) for number, part in enumerate(parts, 1)]


def _grid(sheet: Sheet, groups: Sequence[Sequence[Row]]) -> _Grid:
    names = [GENERATORS[row.generator].label for row in groups[0]]
    labels = min(LABELS, max(width_of(name) for name in names) * BODY + 3.0)
    room = sheet.width - 2 * MARGIN - labels
    beside = FIGURES + GAP
    most = max(1, int((room + GAP) // (NARROWEST + beside)))
    lines = -(-len(groups) // most)
    columns = -(-len(groups) // lines)  # 2 and 2 rather than 3 and 1
    scale = max(NARROWEST, min(WIDEST, (room + GAP) / columns - beside))
    width = 2 * MARGIN + labels + columns * (scale + beside) - GAP
    legend = tuple(wrapped(_legend(), (width - 2 * MARGIN) / SMALL, 9))
    step = ABOVE + PITCH * len(names) + BELOW + GAP
    if sheet.height is not None:
        free = sheet.height - 2 * MARGIN - HEAD - len(legend) * 1.25 * SMALL
        lines = max(1, min(lines, int(free // step)))
    return _Grid(columns, lines, labels, scale, width, step, legend)


def _legend() -> str:
    return _(
        "Each dot is a maze. The dark line is the median; the box, drawn for {fewest} mazes or "
        "more, holds the middle half of them; whiskers reach to the farthest maze within one and "
        "a half lengths of the box. Not every scale begins at 0."
    ).format(fewest=FEWEST)


def _page(groups: Sequence[Sequence[Row]], about: str, grid: _Grid, number: int, of: int) -> Scene:
    """Return one page with its plots."""
    ink, title = Ink(LAYERS), _("Generators compared")
    x, right = MARGIN, grid.width - MARGIN
    ink.write(x, MARGIN + 0.8 * TITLE, TITLE, title, TEXT)
    if of > 1:
        text = _("page {number} of {of}").format(number=number, of=of)
        ink.write(right, MARGIN + 0.8 * TITLE, BODY, text, SOFT, "end")
    ink.write(x, MARGIN + TITLE + 1.5 * BODY, BODY, _cut(about, (right - x) / BODY), SOFT)
    for beside, top in _lines(groups, grid):
        _draw_labels(ink, beside, top, grid)
        for column, rows in enumerate(beside):
            left = x + grid.labels + column * (grid.scale + FIGURES + GAP)
            Panel(rows, left, top, grid.scale).draw(ink)
    bottom = MARGIN + HEAD + grid.step * -(-len(groups) // grid.columns)
    for row, text in enumerate(grid.legend):
        ink.write(x, bottom + (row + 0.6) * 1.25 * SMALL, SMALL, text, SOFT)
    height = bottom + len(grid.legend) * 1.25 * SMALL + MARGIN
    name = "" if number == 1 else str(number)
    return ink.scene(Scene(grid.width, height, (), title, about, PITCH, 0.25, name))


def _lines(
    groups: Sequence[Sequence[Row]], grid: _Grid
) -> Iterator[tuple[Sequence[Sequence[Row]], float]]:
    """Yield the plots that stand beside each other, and where their tops are."""
    for place, first in enumerate(range(0, len(groups), grid.columns)):
        yield groups[first : first + grid.columns], MARGIN + HEAD + place * grid.step


def _draw_labels(ink: Ink, beside: Sequence[Sequence[Row]], top: float, grid: _Grid) -> None:
    """Write the names, and lead the eye from them through the plots by bands."""
    right = MARGIN + grid.labels + len(beside) * (grid.scale + FIGURES + GAP) - GAP
    for number, row in enumerate(beside[0]):
        y = top + ABOVE + number * PITCH
        if number % 2 == 0:
            ink.area("bands", (MARGIN - 1, y, right + 1, y + PITCH), BAND)
        name = _cut(GENERATORS[row.generator].label, (grid.labels - 2.0) / BODY)
        ink.write(MARGIN, y + PITCH / 2 + 0.36 * BODY, BODY, name, TEXT)


def _cut(text: str, width: float) -> str:
    """Return a text of ``width`` em at most; an ellipsis shows that it was longer."""
    if width_of(text) <= width:
        return text
    return wrapped(text, width - width_of("…"), 1)[0] + "…"
