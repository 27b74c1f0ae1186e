"""A route keeps the walls drawn by hand, and says how many had to go."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.editing.changes.drawn_walls import DrawnWalls
from mazeeditor.editing.changes.routes import led_over, present_route, routing
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ReplaceMaze, ToggleWalls
from mazeeditor.editing.step_records import record_history, restore_history
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms.symmetry.group import group_of
from mazeeditor.maze.walls import inner_walls
from tests.breadth import examples
from tests.maze.shapes.cases import CASES

MADE = Recipe("prim", seed=1)


def empty(lattice: Lattice) -> Maze:
    """Return a maze without inner walls."""
    maze = generate("prim", lattice, seed=1)
    maze.toggle(inner_walls(lattice, maze.walls, Job()).astype(np.int64))
    return maze


def drawn_in(document: Document) -> set[int]:
    """Return the walls that count as drawn by hand."""
    maze = document.maze
    bits = DrawnWalls.of(document).bits(maze, Job())
    return {
        wall
        for wall in inner_walls(maze.lattice, maze.walls, Job()).tolist()
        for cell, slot, _other, _back in [maze.lattice.sides_of(np.array([wall]))]
        if bits[cell[0]] >> slot[0] & 1
    }


def draw(document: Document, route: Ids, **options: object) -> int:
    """Make a maze around a route; return how many walls it says to have removed."""
    lost: list[int] = []
    recipe = Recipe("backtracker", seed=7)
    work = routing(
        document,
        lambda _maze, _job: route,
        recipe,
        look=lambda _maze, number, _job: lost.append(number),
        **options,  # type: ignore[arg-type]
    )
    assert work.deliver(work.run(Job()))
    assert present_route(document.maze).tolist() == route.tolist()
    return lost[0]


def border_route(lattice: Lattice) -> Ids:
    """Return the route along the top and the right side of a rectangle."""
    rows, columns = lattice.rows, lattice.columns
    top = [lattice.cell(0, column) for column in range(columns)]
    right = [lattice.cell(row, columns - 1) for row in range(1, rows)]
    return np.array(top + right, np.int64)


@pytest.mark.parametrize("shape", SHAPES.names())
@examples(15)
@given(data=st.data(), seed=st.integers(0, 10**9))
def test_only_walls_go_that_have_to(shape: str, data: st.DataObject, seed: int) -> None:
    random, lattice = Random(seed), build(shape, **data.draw(st.sampled_from(CASES[shape])))
    document = Document(empty(lattice))
    every = inner_walls(lattice, ~document.maze.walls, Job()).astype(np.int64)
    walls = np.array([wall for wall in every.tolist() if random.random() < 0.6], np.int64)
    document.apply(ToggleWalls.of(document.maze, walls))
    grid = nx.Graph()
    grid.add_nodes_from(lattice.inside_cells().tolist())
    for wall in every.tolist():
        cell, _slot, other, _back = (int(part[0]) for part in lattice.sides_of(np.array([wall])))
        grid.add_edge(cell, other, drawn=wall in walls)
    start = random.choice([*grid])
    reached = list(nx.single_source_shortest_path(grid, start).values())
    route = np.array(max(reached, key=len), np.int64)
    if len(route) < 2:
        return
    on_route = [{*pair} for pair in pairwise(route.tolist())]
    crossed = sum(
        1 for one, other, drawn in grid.edges(data="drawn") if drawn and {one, other} in on_route
    )
    left = nx.Graph()
    left.add_nodes_from(grid)
    left.add_edges_from(
        (one, other)
        for one, other, drawn in grid.edges(data="drawn")
        if not drawn or {one, other} in on_route
    )
    sealed = nx.number_connected_components(left) - nx.number_connected_components(grid)
    assert len(DrawnWalls.of(document).crossed(document.maze, route)) == crossed
    assert draw(document, route) == crossed + sealed
    assert np.count_nonzero(~document.maze.is_closed(walls)) == crossed + sealed


def test_a_made_maze_keeps_what_was_drawn_since() -> None:
    lattice = build("rectangular", rows=8, columns=12)
    document = Document(empty(lattice))
    document.apply(ReplaceMaze("Generate", generate("prim", lattice, seed=1), MADE))
    assert drawn_in(document) == set()
    passages = inner_walls(lattice, ~document.maze.walls, Job()).astype(np.int64)
    inside = [wall for wall in passages.tolist() if lattice.sides_of(np.array([wall]))[0][0] > 60]
    by_tool, by_algorithm, undone = np.array(inside[:9]), np.array(inside[9:12]), inside[12:]
    stroke = document.begin()
    stroke.toggle(by_tool)
    stroke.finish()
    document.apply(led_over(by_algorithm, 5))
    document.apply(ToggleWalls.of(document.maze, np.array(undone)))
    document.undo()
    assert drawn_in(document) == set(by_tool.tolist())
    document.apply(ToggleWalls.of(document.maze, by_tool[:2]))
    assert drawn_in(document) == set(by_tool[2:].tolist()), "what was erased is drawn no more"
    records = record_history(document)
    restored = restore_history(records, document._content)
    document._content, document.history = restored.content, restored.history
    assert drawn_in(document) == set(by_tool[2:].tolist())
    draw(document, border_route(lattice))
    kept = [wall for wall in by_tool[2:].tolist() if document.maze.is_closed(np.array([wall]))[0]]
    assert len(kept) >= 5
    assert drawn_in(document) == set(kept), "they count as drawn after a route, too"


def test_all_new_replaces_them() -> None:
    lattice = build("rectangular", rows=8, columns=12)
    document = Document(empty(lattice))
    every = inner_walls(lattice, ~document.maze.walls, Job()).astype(np.int64)
    box = every[::3]
    document.apply(ToggleWalls.of(document.maze, box))
    assert draw(document, border_route(lattice), keeps_drawn=False) == 0
    assert not document.maze.is_closed(box).all()


def test_under_a_symmetry_they_stay_with_their_images() -> None:
    lattice = build("rectangular", rows=8, columns=8)
    document = Document(empty(lattice))
    group = group_of(lattice, "halves")
    assert group
    document.find_symmetry = lambda _lattice: group
    wall = lattice.wall(lattice.cell(4, 2), lattice.slot(lattice.cell(4, 2), "bottom"))
    document.apply(ToggleWalls(document.walls_to_change(np.array([wall]), closed=True), "Draw"))
    walls = np.array(sorted(drawn_in(document)), np.int64)
    assert len(walls) == 2
    row = np.array([lattice.cell(0, column) for column in range(8)], np.int64)
    assert draw(document, row, group=group) == 0
    assert document.maze.is_closed(walls).all()
