"""A route whose cells are filled in, in one colour or in those of a picture over the maze."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.page.marks.route_colours import colours_along
from mazeeditor.page.page import PENCILS, Page
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Box, Polygons
from mazeeditor.page.walls.wall_items import cells_area


def is_filled(page: Page) -> bool:
    """Whether a page shows the cells of a route, and not a line; lasers fill nothing."""
    return (page.solution_fill or page.along == PENCILS) and page.walls != "hairlines"


def filled_route(
    maze: Maze, solution: Solution, page: Page, layout: PageLayout, covered: Sequence[Box]
) -> tuple[Polygons, ...]:
    """Return an area for each colour, without the cells whose middles are ``covered`` by marks."""
    route = solution.route
    numbers = np.zeros(len(route), np.int64)
    colours: tuple[str, ...] = (page.route_colour,)
    if page.along == PENCILS:
        found, colours = colours_along(maze.lattice, route.tolist(), page.pencils)
        numbers = np.array(found, np.int64)
    middles = maze.lattice.geometry.centres(route) * layout.scale.cell + (layout.x, layout.y)
    seen = np.ones(len(route), np.bool_)
    for left, top, right, bottom in covered:
        x, y = middles.T
        seen &= ~((x > left) & (x < right) & (y > top) & (y < bottom))
    parts = ((colour, route[seen & (numbers == number)]) for number, colour in enumerate(colours))
    return tuple(
        cells_area(maze.lattice, cells, colour, layout) for colour, cells in parts if len(cells)
    )
