"""Walls as thick as may be: no gap closes, the route keeps its distance, more is refused.

What is drawn is measured by shapely, which shares no code with the program.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.curves import flatten
from mazeeditor.page.extent import clear_of, extent_of
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Polygons, Strokes
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.breadth import in_turns, repeats, stress
from tests.lattices import random_passages
from tests.maze.shapes.cases import CASES, called, largest, some_of
from tests.page.areas import crossings, winding
from tests.page.test_shapes import along, opened, outer
from tests.page.walls import all_walls, lines_of, walls_by_state

EACH = pytest.mark.parametrize("name", SHAPES.names())
KINDS = WALL_STYLES.names()
BROKEN = ("dashed", "dotted")  # their gaps are not those of openings
# the last sizes are the largest; the narrowest gaps of rings are those around a small hole
NARROW = [(name, CASES[name][-1]) for name in SHAPES.names()]
NARROW += [("polar", {"rings": rings, "hole": hole}) for rings, hole in ((1, 1), (2, 3), (5, 0))]


@pytest.mark.sample(2)
@EACH
def test_walls_that_fill_the_cells_are_refused(name: str) -> None:
    lattice = largest(name)
    maze, clear = opened(lattice, 1), extent_of(lattice).clear
    assert 0.5 < clear <= 1
    for kind in KINDS:
        if WALL_STYLES[kind].fixed:
            continue
        thickest = 6 * extent_of(lattice).thickest(kind)
        with pytest.raises(UsageError, match="leave no room in cells of 6 mm"):
            compose(maze, Page(cell=6, wall=thickest - 0.001, walls=kind))
        compose(maze, Page(cell=6, wall=thickest - 0.01, walls=kind))
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
    flat = flatten(bands, 1e-4)
    rings = np.split(flat.points, flat.starts[1:-1])
    corner = np.array([layout.x, layout.y])
    _closed, gaps = walls_by_state(maze)
    assert not (crossings(rings, lines_of(maze.lattice, gaps).at(0.5) * 6 + corner) % 2).any()
    anywhere = np.random.default_rng(1).random((2000, 2)) * (layout.width, layout.height)
    assert ((winding(rings, anywhere) != 0) == (crossings(rings, anywhere) % 2 == 1)).all()


def mazes(lattice: Lattice, seed: int) -> list[Maze]:
    """Return a generated maze, one with any walls at all, and such ones with narrow masks."""
    random = Random(seed)
    result = [opened(lattice, seed, count=5)]
    masks = [mask_lattice(lattice, some_of(lattice, random, share)) for share in (0.9, 0.6)]
    for part in (lattice, *masks):
        maze, _ = random_passages(part, random)
        first, *others = outer(part, random, 4)
        maze.set_openings(first, tuple(others))
        result.append(maze)
    return result


def drawn(maze: Maze, page: Page) -> tuple[Any, Any, Strokes | None]:
    """Return the paper, the ink on it, and the route, in mm."""
    (scene,) = compose(maze, page, solve("breadth-first", maze))
    paper = shapely.box(0, 0, scene.width, scene.height)
    items = {layer.name: layer.items[0] for layer in scene.layers}
    ink, route = items.get("walls"), items.get("solution")
    assert route is None or isinstance(route, Strokes)
    return paper, shapely.GeometryCollection() if ink is None else covered(ink), route


def covered(item: Any, segments: int = 64) -> Any:
    """Return the area that strokes or polygons cover, in mm; so many segments are a quarter."""
    flat = flatten(item, 1e-4)
    lines = np.split(flat.points, flat.starts[1:-1])
    if isinstance(flat, Polygons):
        rings = shapely.MultiLineString([[*line, line[0]] for line in lines])
        assert rings.is_simple  # no ring crosses itself or another
        return shapely.build_area(rings)
    rounded = flat.cap == "round"
    return shapely.union_all(
        [
            shapely.buffer(
                shapely.LinearRing(line) if closed else shapely.LineString(line),
                flat.width / 2,
                quad_segs=segments,
                cap_style="round" if rounded else "square",
                join_style="round" if rounded else "mitre",
            )
            for line, closed in zip(lines, flat.closed, strict=True)
        ]
    )


def areas_of(maze: Maze) -> list[set[int]]:
    """Return the cells of each area between walls without width."""
    walls = lines_of(maze.lattice, walls_by_state(maze)[0])
    fine = np.stack([walls.at(share) for share in np.linspace(0, 1, 33)], axis=1)
    geometry = maze.lattice.geometry
    paper = shapely.box(-1, -1, geometry.width + 1, geometry.height + 1)
    ink = shapely.buffer(shapely.MultiLineString([line.round(9) for line in fine]), 0.001)
    areas = cells_in(maze, paper.difference(ink), 1.0, (0.0, 0.0))
    return sorted(filter(None, areas), key=sorted)  # without the paper around, and within walls


def cells_in(maze: Maze, paper: Any, cell: float, corner: tuple[float, float]) -> list[set[int]]:
    """Return the cells whose middle is in each area of the paper that is left."""
    cells = maze.lattice.inside_cells()
    places = shapely.points(maze.lattice.geometry.centres(cells) * cell + corner)
    return [
        set(cells[shapely.contains(area, places)].tolist()) for area in shapely.get_parts(paper)
    ]


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in BROKEN])
def test_walls_as_thick_as_may_be_leave_every_passage_open(kind: str) -> None:
    """Hexagons were closed by bands of 1.72 mm in cells of 4 mm, and 1.9 mm were accepted."""
    first = KINDS.index(kind)
    for seed in repeats(1, 100):
        for name, parameters in NARROW if stress() else NARROW[first % 3 :: 3]:
            check_open(kind, name, parameters, seed)


def check_open(kind: str, name: str, parameters: dict[str, Any], seed: int) -> None:
    lattice = build(name, **parameters)
    most = 6 * extent_of(lattice).thickest(kind)
    drawn_mazes = mazes(lattice, seed)
    if not stress():
        share = 2 if kind in ("lines", "bands") else 4
        drawn_mazes = drawn_mazes[2 + seed % 2 - share // 2 :: share]
    for maze in drawn_mazes:
        areas = areas_of(maze)
        for wall in (most - 0.01, most * 0.7)[: 1 if WALL_STYLES[kind].fixed else 2]:
            page = Page(page="fit", cell=6, wall=wall, walls=kind, marks="none", solution="drawn")
            paper, ink, route = drawn(maze, page)
            layout = plan_page(maze, page)
            left = cells_in(maze, paper.difference(ink), 6, (layout.x, layout.y))
            assert sorted(filter(None, left), key=sorted) == areas, (
                f"{name}: passages are closed, or walls open; "
                "a style whose walls have gaps belongs to BROKEN"
            )
            check_route(ink, route)


def check_route(ink: Any, route: Strokes | None) -> None:
    """Check that a route runs under no ink."""
    if route is not None:
        assert route.width > 0
        assert ink.intersection(covered(route)).area < 1e-4


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize(("name", "parameters"), NARROW, ids=called)
def test_broken_lines_are_where_lines_would_be(
    name: str, parameters: dict[str, Any], kind: str
) -> None:
    """So they close no passage; and no gap in a closed wall is as wide as half a cell."""
    for seed in repeats(1, 100):
        check_broken(kind, name, parameters, seed)


def check_broken(kind: str, name: str, parameters: dict[str, Any], seed: int) -> None:
    lattice = build(name, **parameters)
    most = 6 * extent_of(lattice).thickest(kind)
    maze = mazes(lattice, seed)[seed % 4]
    thicknesses = (None, 0.3, most * 0.4, most - 0.01)
    for wall in thicknesses if stress() else thicknesses[::3]:
        page = Page(page="fit", cell=6, wall=wall, walls=kind, marks="none", solution="drawn")
        _paper, ink, route = drawn(maze, page)
        layout = plan_page(maze, page)
        _paper, lines, _route = drawn(maze, replace(page, walls="lines", wall=layout.scale.wall))
        assert ink.difference(shapely.buffer(lines, 2e-3)).area < 1e-4
        walls = lines_of(lattice, walls_by_state(maze)[0])
        for share in np.linspace(0, 1, 9):
            places = shapely.points(walls.at(share) * 6 + (layout.x, layout.y))
            assert shapely.distance(ink, places).max() < 6 * 0.13
        check_route(ink, route)


@pytest.mark.parametrize(("name", "share"), in_turns(SHAPES.names(), [0.2, 0.6, 0.98]))
def test_a_route_leaves_paper_to_walls_as_thick_as_may_be(name: str, share: float) -> None:
    """Walls were let grow as thick as hexagons, whose gaps had been closed long before."""
    maze = opened(largest(name), 1)
    wall = share * extent_of(maze.lattice).thickest("lines") * 6
    page = Page(page="fit", cell=6, wall=wall, solution="drawn")
    (scene,) = compose(maze, page, solve("breadth-first", maze))
    route, layout = scene.layers[0].items[0], plan_page(maze, page)
    assert isinstance(route, Strokes)
    places = (along(route) - (layout.x, layout.y)) / 6
    apart = 6 * lines_of(maze.lattice, walls_by_state(maze)[0]).distances(places).min()
    assert apart > wall / 2 + route.width / 2
    left = 6 * extent_of(maze.lattice).thickest("lines") - wall
    assert route.width > 0.4 * left or route.width > 1
