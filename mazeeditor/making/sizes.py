"""Sizes of cells and walls that can be cut, where the page leaves them open.

::

    |<- wall ->|<-- passage -->|     what is kept is as wide as the material is safe,
    |          |               |     what is cut out is wider than the tool
    |<---------- cell -------->|

A page says how large a maze is on paper; there its walls may be thinner than plywood holds.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from mazeeditor.core.errors import UsageError
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.presets.materials import Material
from mazeeditor.maze.maze import Maze
from mazeeditor.page.extent import extent_of
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import plan_page
from mazeeditor.page.paper import FIT

WIDER = 1.5  # than the tool: what is cut out; narrower slots would be one cut
Sized = tuple[Page, tuple[str, ...]]


def page_for_walls(maze: Maze, page: Page, options: MakeOptions, material: Material) -> Sized:
    """Return the page of a job whose walls remain, while its passages are cut out."""
    wall = material.safe if page.wall is None else page.wall
    passage = max(wall, WIDER * options.kerf_in(material))
    return _sized(maze, page, wall, passage), ()


def page_for_slots(maze: Maze, page: Page, options: MakeOptions, material: Material) -> Sized:
    """Return the page of a job whose walls are cut out, while its passages remain."""
    wall = WIDER * options.kerf_in(material) if page.wall is None else page.wall
    return _sized(maze, page, wall, max(material.safe, wall)), ()


def _sized(maze: Maze, page: Page, wall: float, passage: float) -> Page:
    """Return a page with walls and passages of such widths at least, where it leaves them open.

    What is chosen stays: in cells that are too small, walls are as much thinner.
    """
    if page.cell is not None and page.wall is not None:
        return page
    cell = _cell_for(maze, wall, passage)
    if page.cell is not None:
        usual = _usual_wall(maze, page, page.cell)
        thick = wall if page.cell >= cell else wall * page.cell / cell
        return replace(page, wall=max(thick, usual))
    try:
        scale = plan_page(maze, page).scale
    except UsageError:  # its paper is too small
        return replace(page, page=FIT, cell=cell, wall=wall)
    if scale.cell >= cell:
        usual = scale.wall if scale.cell >= _cell_for(maze, scale.wall, passage) else 0.0
        return replace(page, wall=max(wall, usual))
    return replace(page, page=FIT, cell=cell, wall=wall)


def _cell_for(maze: Maze, wall: float, passage: float) -> float:
    """Return how large cells are that have walls and passages of such widths everywhere."""
    places = extent_of(maze.lattice).bands
    cell = max(passage / place.width + wall / place.filled for place in places)
    return ceil(cell * 100 - 1e-6) / 100


def _usual_wall(maze: Maze, page: Page, cell: float) -> float:
    return plan_page(maze, replace(page, page=FIT, cell=cell)).scale.wall
