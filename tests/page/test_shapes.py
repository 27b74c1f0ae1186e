"""Pages of every shape: the route keeps to its cells, marks keep out of the maze, all fits."""

from __future__ import annotations

from itertools import combinations, groupby
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import Solution, solve
from mazeeditor.page.compose import compose
from mazeeditor.page.marks.free_ground import Ground, overlap
from mazeeditor.page.marks.marks import Scale, marks_of
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Picture, Strokes, Text
from mazeeditor.page.walls.band_outlines import outlines_of
from mazeeditor.page.walls.pen_strokes import chains_of, in_order
from mazeeditor.page.walls.wall_graph import graph_of
from tests.breadth import examples
from tests.kernels import compiled, interpreted
from tests.maze.shapes.cases import CASES, largest, some_of
from tests.page.mazes import openings_of
from tests.page.test_page_layout import extent
from tests.page.walls import Points, lines_of, walls_by_state

EACH = pytest.mark.parametrize("name", SHAPES.names())


def outer(lattice: Lattice, random: Random, count: int) -> list[Opening]:
    """Return gaps in the outer wall, that of holes too."""
    gaps = [
        Opening(cell, slot)
        for cell in lattice.inside_cells().tolist()
        for slot in lattice.outer_slots(cell)
    ]
    return random.sample(gaps, min(count, len(gaps)))


def opened(lattice: Lattice, seed: int, count: int = 3) -> Maze:
    """Return a generated maze with some gaps."""
    maze = generate("growing-tree", lattice, seed)
    first, *others = outer(lattice, Random(seed), count)
    maze.set_openings(first, tuple(others))
    return maze


def along(route: Strokes, steps: int = 40) -> Points:
    """Return places along a route, arcs by the formula of DXF, y up."""
    bulges = np.zeros(len(route.points)) if route.bulges is None else route.bulges
    result = [route.points[:1]]
    for one, two, bulge in zip(route.points[:-1], route.points[1:], bulges, strict=False):
        a, b = complex(one[0], -one[1]), complex(two[0], -two[1])
        shares = np.linspace(0, 1, steps)
        if bulge == 0:
            places = a + (b - a) * shares
        else:
            angle = 4 * np.arctan(bulge)
            centre = (a + b) / 2 + 1j * (b - a) / 2 / np.tan(angle / 2)
            places = centre + (a - centre) * np.exp(1j * angle * shares)
        result.append(np.stack([places.real, -places.imag], axis=-1))
    return np.concatenate(result)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@EACH
def test_the_route_leads_through_its_cells_in_order(name: str, seed: int) -> None:
    for parameters in CASES[name]:
        check_route(name, parameters, seed)


def check_route(name: str, parameters: dict[str, Any], seed: int) -> None:
    lattice = build(name, **parameters)
    maze = opened(lattice, seed)
    if seed == 2:  # from cell to cell
        cells = lattice.inside_cells().tolist()
        maze.set_openings(Opening(cells[0]), (Opening(cells[-1]),))
    if not maze.exits:  # one cell with one wall
        return
    solution = solve("breadth-first", maze)
    layout = plan_page(maze, Page())
    (scene,) = compose(maze, Page(solution="drawn"), solution)
    route = scene.layers[0].items[0]
    assert isinstance(route, Strokes)
    places = (along(route) - (layout.x, layout.y)) / layout.scale.cell
    cells = [lattice.geometry.cell_at(x, y) for x, y in places.tolist()]
    visited = [cell for cell, _ in groupby(cells) if cell is not None]
    assert visited == solution.route.tolist()
    apart = lines_of(lattice, walls_by_state(maze)[0]).distances(places)
    assert apart.min() > 0.2
    for opening, place in ((maze.entrance, places[0]), (_left_by(maze, solution), places[-1])):
        if (
            opening and opening.slot is not None
        ):  # the middle of the gap, on the arc where it is one
            gap = lines_of(lattice, [lattice.wall(opening.cell, opening.slot)])
            assert place == pytest.approx(gap.at(0.5)[0], abs=1e-3)
    if seed == 2:
        ends = lattice.geometry.centres(solution.route[[0, -1]])
        assert places[[0, -1]] == pytest.approx(ends, abs=1e-6)


def _left_by(maze: Maze, solution: Solution) -> Opening | None:
    return next((each for each in maze.exits if each.cell == solution.route[-1]), None)


@pytest.mark.slow
@examples(7)
@example(seed=906855, kind="word", cell=1.5)
@given(st.integers(0, 10**6), st.sampled_from(["word", "arrow"]), st.sampled_from([1.5, 5.0, 11.0]))
@EACH
def test_marks_keep_out_of_the_maze(name: str, seed: int, kind: str, cell: float) -> None:
    random = Random(seed)
    lattice = largest(name)
    if random.random() < 0.5:
        lattice = mask_lattice(lattice, some_of(lattice, random, 0.8))
    maze = opened(lattice, seed, 4)
    marks = marks_of(maze, Page.from_dict({"marks": kind}), Scale(cell, cell / 10, 0))
    words = [mark for mark in marks if isinstance(mark.item, Text)]
    assert len(words) <= len(marks) <= len(openings_of(maze))
    for mark in words:
        assert isinstance(mark.item, Text)
        left, top, right, bottom = mark.covered or mark.box
        x, y = np.meshgrid(np.linspace(left, right, 20), np.linspace(top, bottom, 10))
        for place in (np.stack([x.ravel(), y.ravel()], axis=-1) / cell).tolist():
            assert lattice.geometry.cell_at(*place) is None
    assert not any(overlap(one.box, other.box) for one, other in combinations(words, 2))
    for mark in marks:
        if (
            not isinstance(mark.item, Text | Picture)
            and np.ptp(mark.item.points[:, 0]) > 0.7 * cell
        ):
            for place in (mark.item.points / cell).tolist():
                assert lattice.geometry.cell_at(*place) is None


def test_a_box_has_no_room_around_a_piece_of_the_maze() -> None:
    """Words were written over single cells that a mask had left, as their sides touched nothing."""
    whole = build("rectangular", rows=5, columns=6)
    inside = whole.inside.copy()
    inside[[whole.cell(0, 1), whole.cell(1, 0), whole.cell(1, 1)]] = False
    ground = Ground(mask_lattice(whole, inside), 1.5, 0.0, 0.0)
    assert ground.has_room((-4.0, 1.8, 1.2, 2.7))
    assert not ground.has_room((-4.0, -1.0, 1.7, 1.7))


PAGES = st.builds(
    Page,
    page=st.sampled_from(["A4", "fit", "120x90mm"]),
    margin=st.floats(0, 12),
    wall=st.none() | st.floats(0.1, 1.5),
    walls=st.sampled_from(["lines", "bands", "hairlines"]),
    title=st.sampled_from(["", "A title"]),
    marks=st.sampled_from(["arrow", "word", "letter", "picture", "none"]),
    marks_place=st.sampled_from(["outside", "inside"]),
    start_text=st.sampled_from(["", "Ἀρχή", "A way in"]),
)


@examples(7)
@given(PAGES, st.integers(0, 10**6))
@EACH
@pytest.mark.slow
def test_all_is_within_the_margins(name: str, page: Page, seed: int) -> None:
    random = Random(seed)
    lattice = largest(name)
    if random.random() < 0.5:
        lattice = mask_lattice(lattice, some_of(lattice, random, random.choice([0.02, 0.5, 0.9])))
    maze = opened(lattice, seed)
    (scene,) = compose(maze, page)
    if not scene.items:  # one cell, and all of its walls are gaps
        return
    left, top, right, bottom = extent(scene)
    assert left >= page.margin - 0.01
    assert top >= page.margin - 0.01
    assert right <= scene.width - page.margin + 0.01
    assert bottom <= scene.height - page.margin + 0.01


@EACH
def test_compiled_and_interpreted_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = largest(name)
    maze = opened(mask_lattice(lattice, some_of(lattice, Random(1), 0.9)), 1)
    results = []
    for way in (compiled, interpreted):
        with way(monkeypatch):
            graph = graph_of(maze)
            chains, rings = in_order(chains_of(graph), graph), outlines_of(graph, 0.2)
            bulges = np.zeros(0) if rings.bulges is None else rings.bulges
            results.append((chains.posts, chains.bulges, rings.points, bulges))
    for one, other in zip(*results, strict=True):
        assert one == pytest.approx(other, abs=1e-12)


def test_a_stroke_goes_round_a_circle_at_once() -> None:
    """Each circle of closed rings is one stroke of as few arcs as there can be, as are spokes."""
    lattice = build("polar", rings=4, hole=2)
    maze = Maze(lattice)
    spokes = [
        wall for wall in walls_by_state(maze)[0] if not lattice.geometry.bulges(np.array([wall]))
    ]
    maze.write(np.array(spokes), closed=False)
    (scene,) = compose(maze, Page(marks="none"))
    (walls,) = scene.layers[0].items
    assert isinstance(walls, Strokes)
    assert walls.closed.tolist() == [True] * 5
    assert np.diff(walls.starts).tolist() == [2] * 5
    assert walls.bulges is not None
    assert np.abs(walls.bulges) == pytest.approx(1)
