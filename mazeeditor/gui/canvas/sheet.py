"""The whole picture: the maze on its paper, and the ground around it."""

from __future__ import annotations

import numpy as np

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.rasters import Raster
from mazeeditor.gui.canvas.shades import Pixels, Shades
from mazeeditor.gui.canvas.viewport import Viewport


def compose(
    raster: Raster, shades: Shades, view: Viewport, area: Area, out: Pixels | None = None
) -> Pixels:
    """Return ``area`` (world px) as uint32[height, width], in ``out`` where that is given."""
    if out is None:
        out = np.empty((area.height, area.width), np.uint32)
    maze = area.cut(raster.extent(view.zoom))
    if maze != area:
        edge = max(1, round(view.scale))
        paper = view.paper
        inner = Area(*np.add(paper, (edge, edge, -edge, -edge)).tolist())
        out[:] = shades.ground
        _fill(out, area, paper, shades.edge)
        _fill(out, area, inner, shades.paper)
    if maze.size:
        raster.compose(maze, view.zoom, shades, _part(out, area, maze))
    return out


def _part(out: Pixels, area: Area, part: Area) -> Pixels:
    """Return the view of ``out`` that shows ``part`` of ``area``."""
    left, top, right, bottom = part.moved(-area.left, -area.top)
    return out[top:bottom, left:right]


def _fill(out: Pixels, area: Area, part: Area, colour: int) -> None:
    part = part.cut(area)
    if part.size:
        _part(out, area, part)[:] = colour
