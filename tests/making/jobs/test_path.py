"""The path job: lines through all passages, each once, or in one line that is the shortest."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import networkx
import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

import mazeeditor
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.parts import Product
from mazeeditor.making.paths import postman
from mazeeditor.making.paths.passages import passage_graph
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from tests.breadth import in_turns, stress
from tests.making.areas import corners_of, lines_of
from tests.making.designs import SIZES, design_of, maze_of

SEEDS = range(1, 11) if stress() else range(1, 3)
BRAIDS = [0.0, 0.4, 1.0] if stress() else [0.0, 0.6]
CLOSE, GRID = 1e-2, 2e-3  # mm
NEAR = 1e-3


def made(design: Design) -> tuple[Product, ToolPaths]:
    product = JOBS["path"].run(design, Job())
    return product, product.parts[0].paths[Operation.SCORE]


def inner_ids(maze: Maze) -> Ids:
    """Return int64[k], the walls between inside cells, open or closed."""
    lattice = maze.lattice
    _cells, walls = lattice.walls_of(lattice.inside_cells())
    ids, counts = np.unique(walls, return_counts=True)
    return ids[counts == 2]


def walls_of(design: Design, *, closed: bool) -> list[LineString]:
    """Return walls between cells, closed or open ones, in mm."""
    maze = design.maze
    geometry, walls = maze.lattice.geometry, inner_ids(maze)
    walls = walls[maze.is_closed(walls) == closed]
    places = design.to_mm(geometry.post_positions(geometry.posts(walls)).reshape(-1, 2))
    arcs = geometry.bulges(walls)
    return [
        LineString(corners_of(ends, np.array([arc, 0.0]), closed=False))
        for ends, arc in zip(places.reshape(-1, 2, 2), arcs, strict=True)
    ]


def noded(lines: list[LineString]) -> MultiLineString:
    """Return the lines once, cut where they meet; arcs are polygons, so places are rounded."""
    drawn = shapely.union_all(lines, grid_size=GRID)
    return MultiLineString([LineString(part.coords) for part in shapely.get_parts(drawn)])


def apart_at_most(lines: BaseGeometry, others: BaseGeometry) -> float:
    """Return how far points on lines are from other lines, in mm."""
    points = shapely.points(shapely.get_coordinates(shapely.segmentize(lines, 1.0)))
    return float(shapely.distance(points, others).max())


def graph_of(lines: list[LineString]) -> networkx.MultiGraph:
    """Return what shapely finds to be joined."""
    graph = networkx.MultiGraph()
    for part in noded(lines).geoms:
        graph.add_edge(part.coords[0], part.coords[-1], weight=part.length)
    return graph


def passages_of(maze: Maze) -> tuple[networkx.MultiGraph, list[int]]:
    """Return the centre lines in cells, which are compared with shapely below, and the openings."""
    lines, openings = passage_graph(maze)
    ends = lines.ends.reshape(-1, 2)
    chords = np.hypot(*(axis[ends[:, 1]] - axis[ends[:, 0]] for axis in (lines.x, lines.y)))
    halves = 2 * np.arctan(lines.bulges) if len(lines.bulges) else np.zeros(len(ends))
    curved = np.divide(halves, np.sin(halves), out=np.ones(len(ends)), where=halves != 0)
    graph = networkx.MultiGraph()
    graph.add_weighted_edges_from(
        (*pair, length) for pair, length in zip(ends.tolist(), chords * curved, strict=True)
    )
    return graph, openings.tolist()


@pytest.mark.parametrize(("shape", "braid", "mask"), in_turns(SIZES, BRAIDS, ["none", "heart"]))
def test_lines_run_through_each_passage_once(shape: str, braid: float, mask: str) -> None:
    options = {} if mask == "none" else {"mask": mask}
    design = design_of(maze_of(shape, 3, braid, **options), job="path")
    _product, paths = made(design)
    lines = lines_of(paths)
    drawn = noded(lines)
    assert drawn.length == pytest.approx(paths.length, rel=NEAR)  # nothing twice
    assert drawn.distance(MultiLineString(walls_of(design, closed=True))) > design.cell / 4
    crossed = [drawn.intersection(wall) for wall in walls_of(design, closed=False)]
    assert all(isinstance(place, Point) for place in crossed)
    graph = graph_of(lines)
    odd = sum(degree % 2 for _place, degree in graph.degree)
    assert len(paths) == max(odd // 2, networkx.number_connected_components(graph))
    middles = design.to_mm(design.maze.lattice.geometry.centres(design.maze.lattice.inside_cells()))
    if shape != "polar":  # there lines turn before they come to the middle
        assert max(drawn.distance(Point(place)) for place in middles) < CLOSE


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("braid", BRAIDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_one_line_is_the_shortest(shape: str, braid: float, seed: int) -> None:
    maze = maze_of(shape, seed, braid)
    if seed % 2 == 0:
        maze.set_openings(None, ())
    design = design_of(maze, job="path", continuous=True, marks="arrow")
    once = lines_of(made(design_of(maze, job="path", marks="arrow"))[1])
    product, paths = made(design)
    assert len(paths) == 1
    assert not product.warnings
    assert not len(product.parts[0].paths[Operation.ENGRAVE])
    assert bool(paths.closed[0]) == (seed % 2 == 0)
    line = lines_of(paths)[0]
    passages = noded(once)
    assert apart_at_most(line, passages) < CLOSE
    assert apart_at_most(passages, line) < CLOSE
    graph, openings = passages_of(maze)
    odd = {post for post, degree in graph.degree if degree % 2} ^ set(openings)
    apart = {post: networkx.single_source_dijkstra_path_length(graph, post) for post in odd}
    pairs = networkx.Graph()
    pairs.add_weighted_edges_from((a, b, apart[a][b]) for a, b in combinations(odd, 2))
    again = design.cell * sum(apart[a][b] for a, b in networkx.min_weight_matching(pairs))
    once_each = design.cell * graph.size("weight")
    assert once_each == pytest.approx(passages.length, rel=NEAR)
    assert paths.length == pytest.approx(once_each + again)
    assert product.details["twice"] == pytest.approx(again)


@pytest.mark.parametrize(("exit_", "again"), [((0, 2), 2), ((1, 2), 3), ((1, 0), 1)])
def test_one_loop_is_followed_the_longer_way(exit_: tuple[int, int], again: int) -> None:
    """Six cells in a ring: the shorter way between its gaps is drawn twice."""
    maze = mazeeditor.generate(rows=2, columns=3, exit=(*exit_, "bottom" if exit_[0] else "top"))
    ring = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)]
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        if not maze.is_open(one, other):
            maze.toggle_wall(one, other)
    if maze.is_open((0, 1), (1, 1)):
        maze.toggle_wall((0, 1), (1, 1))
    product, paths = made(design_of(maze, job="path", continuous=True))
    assert len(paths) == 1
    assert product.details["twice"] == pytest.approx(8.0 * again)


def test_many_junctions_are_matched_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few of them are not: to start it takes longer."""
    design = design_of(maze_of("rectangular", 1, 1.0), job="path", continuous=True)
    called = []

    def apart(job: Job, run: Callable[..., object], *data: object) -> object:
        called.append(job)
        return run(*data)

    monkeypatch.setattr(postman, "run_apart", apart)
    lengths = [made(design)[1].length]
    assert not called
    monkeypatch.setattr(postman, "MATCHED_AT_ONCE", 1)
    lengths.append(made(design)[1].length)
    assert len(called) == 1
    assert lengths[0] == lengths[1]


def test_line_leads_from_gap_to_gap() -> None:
    maze = maze_of("rectangular")
    _product, paths = made(design_of(maze, job="path", continuous=True))
    ends = sorted(place[0] for place in (*paths.heads, *paths.tails))
    width = max(paths.points[:, 0]) - min(paths.points[:, 0])
    assert ends[1] - ends[0] == pytest.approx(width) == 8.0 * SIZES["rectangular"]["columns"]


def test_too_many_loops_are_joined_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = maze_of("hexagonal", 1, 1.0)
    design = design_of(maze, job="path", continuous=True)
    shortest = made(design)[1].length
    monkeypatch.setattr(postman, "EXACT_POSTS", 1)
    product, paths = made(design)
    assert len(paths) == 1
    assert paths.length >= shortest
    once = made(design_of(maze, job="path"))[1]
    passages = MultiLineString(lines_of(once))
    assert apart_at_most(passages, lines_of(paths)[0]) < CLOSE
    assert "may not be the shortest" in product.warnings[0]


@pytest.mark.parametrize("shape", SIZES)
def test_route_is_that_of_a_solver(shape: str) -> None:
    maze = maze_of(shape)
    design = design_of(maze, job="path", line="route")
    paths = made(design)[1]
    assert len(paths) == 1
    (line,) = lines_of(paths)
    open_walls = walls_of(design, closed=False)
    assert not any(line.intersects(wall) for wall in walls_of(design, closed=True))
    crossed = sum(line.intersects(wall) for wall in open_walls)
    assert crossed == len(mazeeditor.solve(maze).path) - 1


def closed_maze() -> Maze:
    maze = maze_of("rectangular")
    cell = maze.lattice.first.cell
    walls = maze.lattice.walls_of(np.array([cell]))[1]
    inner = np.intersect1d(walls, inner_ids(maze))
    maze.toggle(inner[~maze.is_closed(inner)])
    return maze


def test_no_route_is_reported() -> None:
    with pytest.raises(MazeError, match="no route"):
        made(design_of(closed_maze(), job="path", line="route"))


def test_a_line_that_is_closed_for_want_of_openings_says_so() -> None:
    maze = mazeeditor.generate("prim", rows=5, columns=6, seed=1)
    assert not JOBS["line"].run(design_of(maze, job="line"), Job()).notes
    maze.set_openings(None, ())
    product = JOBS["line"].run(design_of(maze, job="line"), Job())
    (note,) = product.notes
    assert note.startswith("The line ends where it begins")
    (paths,) = [paths for paths in product.parts[0].paths.values() if len(paths)]
    first, last = paths.points[0], paths.points[paths.starts[1] - 1]
    assert paths.closed[0] or np.allclose(first, last)


def test_each_piece_has_a_line() -> None:
    product, paths = made(design_of(closed_maze(), job="path", continuous=True))
    assert len(paths) == 2
    assert product.details["twice"] > 0


def test_without_passages_there_is_nothing_to_follow() -> None:
    for shape, continuous in product(SIZES, [False, True]):
        maze = Maze(maze_of(shape).lattice)  # all walls are closed, and nothing is open outwards
        with pytest.raises(MazeError, match="no passages to follow: open some walls"):
            made(design_of(maze, job="path", continuous=continuous))
