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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mazeeditor.core.translation import _
from mazeeditor.maze.comparing.compare import Distribution
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.page.plots.box_plot import (
    ABOVE,
    BAND,
    BELOW,
    BODY,
    FEWEST,
    MEDIANS,
    PITCH,
    SMALL,
    SOFT,
    TEXT,
    BoxPlot,
)
from mazeeditor.page.plots.page_builder import PageBuilder
from mazeeditor.page.scene import Scene
from mazeeditor.page.text.lettering import wrapped
from mazeeditor.page.text.shaping import width_of

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
    legend = tuple(wrapped(_legend(), (width - 2 * MARGIN) / SMALL, 9))
    step = ABOVE + PITCH * len(names) + BELOW + GAP
    if size.height is not None:
        free = size.height - 2 * MARGIN - HEAD - len(legend) * 1.25 * SMALL
        rows = max(1, min(rows, int(free // step)))
    return _Grid(columns, rows, labels, axis, width, step, legend)


def _legend() -> str:
    return _(
        "Each dot is a maze. The dark line is the median; the box, drawn for {fewest} mazes or "
        "more, holds the middle half of them; whiskers reach to the farthest maze within one and "
        "a half lengths of the box. Not every scale begins at 0."
    ).format(fewest=FEWEST)


def _page(
    plots: Sequence[Sequence[Distribution]], about: str, grid: _Grid, number: int, of: int
) -> Scene:
    """Return one page with its plots."""
    page, title = PageBuilder(LAYERS), _("Generators compared")
    x, right = MARGIN, grid.width - MARGIN
    page.write(x, MARGIN + 0.8 * TITLE, TITLE, title, TEXT)
    if of > 1:
        text = _("page {number} of {of}").format(number=number, of=of)
        page.write(right, MARGIN + 0.8 * TITLE, BODY, text, SOFT, "end")
    page.write(x, MARGIN + TITLE + 1.5 * BODY, BODY, _truncated(about, (right - x) / BODY), SOFT)
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
    """Yield the plots of each row, and their top."""
    for row, first in enumerate(range(0, len(plots), grid.columns)):
        yield plots[first : first + grid.columns], MARGIN + HEAD + row * grid.step


def _draw_labels(
    page: PageBuilder, plot_row: Sequence[Sequence[Distribution]], top: float, grid: _Grid
) -> None:
    """Write the labels of the generators, and draw bands that lead from them through the plots."""
    right = MARGIN + grid.labels + len(plot_row) * (grid.axis + MEDIANS + GAP) - GAP
    for number, row in enumerate(plot_row[0]):
        y = top + ABOVE + number * PITCH
        if number % 2 == 0:
            page.fill("bands", (MARGIN - 1, y, right + 1, y + PITCH), BAND)
        name = _truncated(GENERATORS[row.generator].label, (grid.labels - 2.0) / BODY)
        page.write(MARGIN, y + PITCH / 2 + 0.36 * BODY, BODY, name, TEXT)


def _truncated(text: str, width: float) -> str:
    """Return a text of ``width`` em at most; an ellipsis replaces what does not fit."""
    if width_of(text) <= width:
        return text
    return wrapped(text, width - width_of("…"), 1)[0] + "…"
