r"""Paints cells of any shape from 4 px a cell on: slanted walls and arcs, fills, the route.

::

         / \ / \        cells are filled to the middles of their walls; the line of the route
        | o-|-o |       leads from the middle of a cell to that of a wall; walls are drawn over
         \ / \ /        all
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.plainbrush import PlainBrush
from mazeeditor.gui.canvas.quickbrush import QuickBrush
from mazeeditor.gui.canvas.shades import (
    DOT,
    HEAD,
    INK,
    LINE,
    PLAIN,
    POST,
    ROUTE,
    UNREACHED,
    Pixels,
    Shades,
)
from mazeeditor.gui.canvas.sketch import Part, Sketch

FROM = 4  # px a cell: from here on every wall is drawn


class Brush(Protocol):
    """Paints what a part of a sketch has of each kind; every brush makes the same picture."""

    def fill(self, near: Pixels) -> int:
        """Fill each cell with the colour in ``near`` of its class or distance.

        Returns which kinds there are in view, as bits, as far as they are below HEAT.
        """

    def stamp(self, kind: int, size: int, colour: int) -> None:
        """Draw a square in the middle of each cell of a kind, of the route where no line goes."""

    def route(self, colour: int) -> None:
        """Draw the line of the route through the middles of cells and walls."""

    def posts(self, colour: int) -> None:
        """Draw a dot at every post at which no wall stands."""

    def walls(self, colour: int) -> None:
        """Draw all closed walls."""


def compose(sketch: Sketch, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
    """Paint an area (world px) into ``out`` uint32[height, width]."""
    pixels = np.empty(out.shape, np.uint32)
    part = Part(sketch, area, zoom, pixels)
    draw(QuickBrush(part) if QuickBrush.ready() else PlainBrush(part), part, shades)
    np.copyto(out, pixels)


def draw(brush: Brush, part: Part, shades: Shades) -> None:
    """Draw everything, one over another."""
    sketch = part.sketch
    colours = shades.near_line if sketch.filled else shades.near
    ink, paper, line = (int(colours[kind]) for kind in (INK, PLAIN, LINE))
    met = 0
    if sketch.filled:
        met = brush.fill(colours)
    else:
        part.out[:] = paper
    if met & 1 << UNREACHED and part.smooth:
        brush.stamp(UNREACHED, part.line_width, int(colours[DOT]))
    if met & (1 << ROUTE | 1 << HEAD):
        brush.route(line)
        brush.stamp(ROUTE, part.line_width, line)
    if met & 1 << HEAD:  # what is worked on covers the line, and has a hole in its middle
        brush.stamp(HEAD, max(part.line_width + 2, round(part.zoom / 2)), int(colours[HEAD]))
        brush.stamp(HEAD, part.line_width, paper)
    if part.smooth:
        brush.posts(int(colours[POST]))
    brush.walls(ink)
