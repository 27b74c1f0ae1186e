"""Walls as thick as may be: no gap closes, the route keeps its distance, more is refused."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.drawing.compose import compose
from mazeeditor.drawing.curves import flattened
from mazeeditor.drawing.extent import clear_of, extent_of
from mazeeditor.drawing.page import Page
from mazeeditor.drawing.page_layout import plan_page
from mazeeditor.drawing.scene import Polygons, Strokes
from mazeeditor.errors import UsageError
from mazeeditor.shapes import SHAPES
from mazeeditor.solvers import solve
from tests.drawing.areas import crossings, winding
from tests.drawing.test_shapes import along, opened
from tests.drawing.walls import all_walls, lines_of, walls_by_state
from tests.shapes.cases import largest

EACH = pytest.mark.parametrize("name", SHAPES.names())


@EACH
def test_walls_that_fill_the_cells_are_refused(name: str) -> None:
    lattice = largest(name)
    maze, clear = opened(lattice, 1), extent_of(lattice).clear
    assert 0.5 < clear <= 1
    with pytest.raises(UsageError, match="leave nothing of cells of 6 mm"):
        compose(maze, Page(cell=6, wall=6 * clear + 1e-6))
    compose(maze, Page(cell=6, wall=6 * clear - 0.01))
    distances = [clear_of(lattice, cell) for cell in lattice.inside_cells().tolist()]
    ends = lines_of(lattice, all_walls(lattice)).ends
    gaps = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    assert min(*distances, gaps.min()) == pytest.approx(clear)


@EACH
def test_bands_as_thick_as_may_be_close_no_gap(name: str) -> None:
    """Nor do two of them lie on each other: what is filled even-odd would be free there."""
    maze = opened(largest(name), 1)
    wall = 6 * extent_of(maze.lattice).thickest("bands") - 0.01
    page = Page(page="fit", cell=6, wall=wall, walls="bands", marks="none")
    (scene,) = compose(maze, page)
    bands, layout = scene.layers[0].items[0], plan_page(maze, page)
    assert isinstance(bands, Polygons)
    flat = flattened(bands, 1e-4)
    rings = np.split(flat.points, flat.starts[1:-1])
    corner = np.array([layout.x, layout.y])
    _closed, gaps = walls_by_state(maze)
    assert not (crossings(rings, lines_of(maze.lattice, gaps).at(0.5) * 6 + corner) % 2).any()
    anywhere = np.random.default_rng(1).random((2000, 2)) * (layout.width, layout.height)
    assert ((winding(rings, anywhere) != 0) == (crossings(rings, anywhere) % 2 == 1)).all()


@EACH
@pytest.mark.parametrize("share", [0.2, 0.6, 0.98])
def test_a_route_leaves_paper_to_walls_as_thick_as_may_be(name: str, share: float) -> None:
    """Walls were let grow as thick as hexagons, whose gaps had been closed long before."""
    maze = opened(largest(name), 1)
    wall = share * extent_of(maze.lattice).clear * 6
    page = Page(page="fit", cell=6, wall=wall, solution="drawn")
    (scene,) = compose(maze, page, solve("breadth-first", maze))
    route, layout = scene.layers[0].items[0], plan_page(maze, page)
    assert isinstance(route, Strokes)
    places = (along(route) - (layout.x, layout.y)) / 6
    apart = 6 * lines_of(maze.lattice, walls_by_state(maze)[0]).distances(places).min()
    assert apart > wall / 2 + route.width / 2
    assert route.width > 0.4 * (6 * extent_of(maze.lattice).clear - wall) or route.width > 1
