"""Which part of the maze the window shows, and how large: zoom, pan, fit, and px to cells.

::

    world px: the maze at this zoom, (0, 0) its top left corner
    +---------------------------+ paper, `margin` px around the maze
    |   (0,0)-------------+     |
    |     |    +----------------|---+
    |     |    | (left, top)    |   |   the screen: width x height px;
    |     |    |          |     |   |   its middle never leaves the paper
    |     +----|----------+     |   |
    +----------+----------------+   |
               +--------------------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor, log2

from mazeeditor.screen.area import Area

CLOSE_UP = 2  # px a cell: from here on zooms are whole and every wall is drawn
# The zooms from CLOSE_UP on, each about a fifth larger; below it a step is the 4th root of 2.
STEPS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128)
FAR_STEPS = 4  # steps for twice the size below CLOSE_UP
ACTUAL = 24  # px a cell at 100 % on a 96 dpi screen
MAX_ZOOM = 128
AIR, LEAST_AIR = 8, 2  # px at 96 dpi between the paper and the border of a fitted view
ROOMY = 28  # px at 96 dpi: with less paper around the maze, there is less air as well
MIN_FITTING_ZOOM = 8  # a maze that fits at this zoom cannot be zoomed out further


def wall_width(zoom: float) -> int:
    """Return the width of a wall in px at a zoom from CLOSE_UP on."""
    return max(1, round(zoom / 11))


def step(zoom: float, direction: int) -> float:
    """Return the next zoom of the ladder, larger (``direction`` 1) or smaller (-1)."""
    if zoom < CLOSE_UP or (zoom == CLOSE_UP and direction < 0):
        rung = log2(zoom / CLOSE_UP) * FAR_STEPS
        rung = floor(rung + 1e-6) + 1 if direction > 0 else ceil(rung - 1e-6) - 1
        return float(CLOSE_UP * 2 ** (rung / FAR_STEPS))
    if direction > 0:
        return next((size for size in STEPS if size > zoom), max(zoom, MAX_ZOOM) * 1.2)
    return float(max(size for size in STEPS if size < zoom))


@dataclass(frozen=True)
class Viewport:
    """A view of a maze of ``columns`` by ``rows`` cells on a screen of ``width`` by ``height`` px.

    ``zoom`` is px a cell, whole from 2 on. ``x`` and ``y`` are the world px at the screen's top
    left corner; they keep their fractions, so that zooming in and out restores the view, while
    ``left`` and ``top`` are the whole pixels to draw at. ``scale`` is 1 at 96 dpi. ``sheet`` are
    the left, upper, right and lower edge of a page around the maze, in cells; without one the
    paper is ``margin`` px larger than the maze.
    """

    columns: float
    rows: float
    width: int = 1
    height: int = 1
    margin: int = 28
    scale: float = 1.0
    zoom: float = ACTUAL
    x: float = 0.0
    y: float = 0.0
    sheet: tuple[float, float, float, float] | None = None

    @property
    def left(self) -> int:
        """The world px at the left border of the screen."""
        return floor(self.x + 0.5)

    @property
    def top(self) -> int:
        """The world px at the upper border of the screen."""
        return floor(self.y + 0.5)

    @property
    def screen(self) -> Area:
        """What the screen shows, in world px."""
        return Area(self.left, self.top, self.left + self.width, self.top + self.height)

    @property
    def maze(self) -> Area:
        """The maze without the paper around it, in world px."""
        return Area(0, 0, round(self.columns * self.zoom), round(self.rows * self.zoom))

    @property
    def paper(self) -> Area:
        """The paper with the maze, in world px."""
        if self.sheet:
            left, top, right, bottom = (edge * self.zoom for edge in self.sheet)
            return Area(floor(left), floor(top), ceil(right), ceil(bottom))
        _left, _top, right, bottom = self.maze
        return Area(-self.margin, -self.margin, right + self.margin, bottom + self.margin)

    @property
    def actual(self) -> float:
        """The zoom shown as 100 %."""
        return float(round(ACTUAL * self.scale))

    @property
    def percent(self) -> float:
        """The zoom, 100 for ``actual``."""
        return 100 * self.zoom / self.actual

    @property
    def largest(self) -> float:
        return float(round(MAX_ZOOM * self.scale))

    @property
    def smallest(self) -> float:
        """The smallest zoom: the whole maze fits; for a small maze at most FARTHEST."""
        return min(self._fitting(), MIN_FITTING_ZOOM * self.scale)

    def to_cells(self, px: float, py: float) -> tuple[float, float]:
        """Return the position in cells of a point of the screen."""
        return (px + self.left) / self.zoom, (py + self.top) / self.zoom

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Return the position on the screen of a point in cells."""
        return x * self.zoom - self.left, y * self.zoom - self.top

    def moved(self, dx: float, dy: float) -> Viewport:
        """Return the view moved right by ``dx`` px and down by ``dy`` px."""
        return replace(self, x=self.x + dx, y=self.y + dy)._held()

    def zoomed(self, zoom: float, px: float | None = None, py: float | None = None) -> Viewport:
        """Return the view at another zoom with the same place at (px, py), or in the middle."""
        px = self.width / 2 if px is None else px
        py = self.height / 2 if py is None else py
        zoom = self._allowed(zoom)
        grown = zoom / self.zoom
        x, y = (self.x + px) * grown - px, (self.y + py) * grown - py
        return replace(self, zoom=zoom, x=x, y=y)._held()

    def stepped(self, steps: int, px: float | None = None, py: float | None = None) -> Viewport:
        """Return the view zoomed in by ``steps`` of the ladder; negative steps zoom out."""
        zoom = self.zoom
        for _step in range(abs(steps)):
            zoom = self._allowed(step(zoom, 1 if steps > 0 else -1))
        return self.zoomed(zoom, px, py)

    def fitted(self) -> Viewport:
        """Return the view of the whole paper, centred on the screen."""
        view = replace(self, zoom=min(self._fitting(), self.largest))
        left, top, right, bottom = view.paper
        x, y = (left + right - self.width) / 2, (top + bottom - self.height) / 2
        return replace(view, x=x, y=y)

    def resized(self, width: int, height: int) -> Viewport:
        """Return the view on a screen of another size with the same place in its middle."""
        x, y = self.x + (self.width - width) / 2, self.y + (self.height - height) / 2
        return replace(self, width=width, height=height, x=x, y=y)._held()

    def centred_on(self, x: float, y: float) -> Viewport:
        """Return the view with the point (x, y), in cells, in its middle, as far as can be."""
        px, py = self.to_px(x, y)
        return self.moved(px - self.width / 2, py - self.height / 2)

    def going_to(self, x: float, y: float) -> Viewport:
        """Return the view with the point (x, y), in cells, in its middle, as far as the paper goes.

        Across or down, where all of the paper fits, all of it is shown: nothing goes out of view.
        """
        shown, paper = self.centred_on(x, y), self.paper
        left = _within(shown.x, self.width, paper.left, paper.right)
        top = _within(shown.y, self.height, paper.top, paper.bottom)
        return replace(shown, x=left, y=top)

    def framing(self, left: float, top: float, right: float, bottom: float) -> Viewport:
        """Return the view of a box in px of the screen, as large as it fits."""
        x, y = self.to_cells((left + right) / 2, (top + bottom) / 2)
        wide, high = max(1.0, abs(right - left)), max(1.0, abs(bottom - top))
        zoom = self.zoom * min(self.width / wide, self.height / high)
        zoom = float(floor(zoom)) if zoom >= CLOSE_UP else zoom
        return self.zoomed(zoom).centred_on(x, y)

    def revealing(self, x: float, y: float, room: float) -> Viewport:
        """Return the view moved as little as it takes to show (x, y) and ``room`` cells around."""
        px, py = self.to_px(x, y)
        return self.moved(
            _inward(px, room * self.zoom, self.width), _inward(py, room * self.zoom, self.height)
        )

    def _fitting(self) -> float:
        air = AIR if self.sheet or self.margin >= round(ROOMY * self.scale) else LEAST_AIR
        border = 2 * round(air * self.scale)
        columns, rows = self.columns, self.rows
        if self.sheet:
            left, top, right, bottom = self.sheet
            columns, rows = right - left, bottom - top
        else:
            border += 2 * self.margin
        width, height = max(1, self.width - border), max(1, self.height - border)
        zoom = min(width / columns, height / rows)
        return float(floor(zoom)) if zoom >= CLOSE_UP else zoom

    def _allowed(self, zoom: float) -> float:
        zoom = min(max(zoom, self.smallest), self.largest)
        return float(round(zoom)) if zoom >= CLOSE_UP else zoom

    def _held(self) -> Viewport:
        """Return the view with its middle on the paper, so that the maze stays in reach."""
        paper = self.paper
        x = min(max(self.x, paper.left - self.width / 2), paper.right - self.width / 2)
        y = min(max(self.y, paper.top - self.height / 2), paper.bottom - self.height / 2)
        return replace(self, x=x, y=y)


def _within(start: float, length: int, first: int, last: int) -> float:
    """Return where to begin so that ``length`` px show nothing before ``first`` or after ``last``.

    As near to ``start`` as can be; where there is room for more, it is the same on both sides.
    """
    if last - first <= length:
        return (first + last - length) / 2
    return min(max(start, first), last - length)


def _inward(px: float, room: float, length: int) -> float:
    """Return how far to move so that ``px`` lies at least ``room`` px from both ends."""
    room = min(room, length / 2)
    return min(0.0, px - room) + max(0.0, px + room - length)
