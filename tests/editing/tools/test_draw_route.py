"""On every shape a drawn or pulled route is the only one, and begins where it was taken hold of."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.route_ends import leads_back, opening_at
from mazeeditor.editing.changes.route_handles import RouteHandles, pull_route
from mazeeditor.editing.changes.routes import around, present_route
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools.draw_route import GO_ON, GOING_ON, LONGER, ROOM_RECIPE, ROUTES, Route
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms.symmetry.group import group_of
from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_report
from mazeeditor.maze.walls import inner_walls
from tests.breadth import examples
from tests.graphs import graph_of
from tests.maze.shapes.cases import CASES

PX = 0.05  # cells


def check_only(maze: Maze, route: list[int]) -> None:
    """Check that a route is the only one, by the facts and by networkx."""
    maze.check()
    assert facts(maze).routes == "one"
    assert maze.entrance
    graph = graph_of(maze)
    paths = list(nx.all_simple_paths(graph, route[0], route[-1]))
    assert paths == [route]
    assert (maze.entrance.cell, [gap.cell for gap in maze.exits]) == (route[0], [route[-1]])


def arrow_of(lattice: Lattice, opening: Opening) -> tuple[float, float]:
    """Return the middle of the arrow outside a gap, or of a cell that is an opening."""
    if opening.slot is None:
        x, y = lattice.geometry.centres(np.array([opening.cell]))[0]
        return float(x), float(y)
    geometry = lattice.geometry
    wall = np.array([lattice.wall(opening.cell, opening.slot)], np.int64)
    gap = middles(geometry.post_positions(geometry.posts(wall)), geometry.bulges(wall))[0]
    x, y = gap + np.array(geometry.outward(opening.cell, opening.slot)) * 10 * PX
    return float(x), float(y)


@pytest.mark.parametrize("shape", SHAPES.names())
@examples(20)
@given(data=st.data(), seed=st.integers(0, 10**9))
def test_a_route_drawn_from_an_arrow(shape: str, data: st.DataObject, seed: int) -> None:
    random, lattice = Random(seed), build(shape, **data.draw(st.sampled_from(CASES[shape])))
    if lattice.cells < 3:
        return
    maze = generate("prim", lattice, seed=1)
    if random.random() < 0.4:  # a blank grid
        maze.toggle(inner_walls(lattice, maze.walls, Job()).astype(np.int64))
    document, tool = Document(maze), Route()
    tool.px, tool.recipe = PX, lambda: Recipe("backtracker", seed=seed)
    entrance, exits = maze.entrance, maze.exits
    assert entrance
    opening = random.choice([entrance, *exits])
    tool.press(document, *arrow_of(lattice, opening))
    assert opening_at(maze, *arrow_of(lattice, opening), PX) is not None
    width, height = lattice.geometry.width, lattice.geometry.height
    for _time in range(random.randint(1, 5)):
        tool.move(document, random.uniform(0, width), random.uniform(0, height))
    preview = tool.hover(document, 0.0, 0.0)
    assert preview
    assert preview.trace
    drawn = preview.trace.cells[: preview.trace.start].tolist()
    assert drawn[0] == opening.cell
    if tool._at:
        tool.release(document, *tool._at)
    work, tool.work = tool.work, None
    if len(drawn) < 2:
        assert work is None
        tool.cancel(document)
        return
    assert work
    assert work[1].deliver(work[1].run(Job()))
    route = drawn[::-1] if leads_back(maze, drawn[0], drawn[-1]) else drawn
    check_only(document.maze, route)
    assert opening in document.maze.openings
    ghost = tool.ghost(document)
    assert ghost
    assert ghost.line.route.tolist() == route


@pytest.mark.parametrize("shape", SHAPES.names())
@examples(20)
@given(data=st.data(), seed=st.integers(0, 10**9))
def test_a_pulled_route(shape: str, data: st.DataObject, seed: int) -> None:
    random, lattice = Random(seed), build(shape, **data.draw(st.sampled_from(CASES[shape])))
    maze = generate("prim", lattice, seed=seed)
    for _time in range(4):
        route = present_route(maze)
        if len(route) < 3:
            return
        place, cell = random.randrange(1, len(route) - 1), random.choice(lattice.inside_cells())
        try:
            found = pull_route(maze, route, place, int(cell), Job())
        except UsageError:
            continue
        assert (found[0], found[-1]) == (route[0], route[-1])
        assert cell in found
        assert len(set(found.tolist())) == len(found)
        assert all(lattice.slots_between(found[:-1], found[1:]) >= 0)
        maze = around(maze, found, ROOM_RECIPE, Job(), keep=True)
        check_only(maze, found.tolist())
    assert pull_route(maze, route, place, int(route[place]), Job()) is route


def test_a_pull_changes_little() -> None:
    lattice = build("rectangular", rows=9, columns=12)
    straight = np.array([lattice.cell(4, column) for column in range(12)], np.int64)
    maze = around(generate("prim", lattice, 1), straight, ROOM_RECIPE, Job(), keep=True)
    found = pull_route(maze, straight, 5, lattice.cell(2, 5), Job())
    assert found.tolist()[:5] == straight.tolist()[:5]
    assert found.tolist()[-5:] == straight.tolist()[-5:]
    assert len(found) == len(straight) + 4
    top = found.tolist().index(lattice.cell(2, 5))
    onto = pull_route(maze, found, top, lattice.cell(4, 9), Job())
    assert onto.tolist()[-3:] == straight.tolist()[-3:], "it goes on from the cell as before"
    assert len(onto) <= len(found)
    gone = [cell for cell in straight.tolist() if cell not in found.tolist()]
    back = pull_route(maze, found, top, gone[0], Job()) if gone else found
    assert len(back) <= len(found)
    walled = maze.copy()
    locks = np.zeros(lattice.size, np.uint8)
    locks[:] = lattice.closed
    walled.set_locks(locks)
    with pytest.raises(UsageError, match="Locked walls keep the route from this cell"):
        pull_route(walled, straight, 5, lattice.cell(2, 5), Job())


@pytest.mark.sample(1)
@pytest.mark.parametrize("apart", [0.7, 2.0, 9.0])
def test_handles_are_apart_and_the_same_whatever_part_is_looked_at(apart: float) -> None:
    maze = generate("backtracker", build("rectangular", rows=40, columns=40), 3)
    line = RouteHandles(maze.lattice, present_route(maze))
    places = line.within((0, 0, 40, 40), apart)
    points, last = line.points[places], len(line.route) - 1
    assert {0, last} <= set(places.tolist())
    away = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    np.fill_diagonal(away, 99)
    assert away.min() >= apart - 1e-9
    for left, top in ((0, 0), (11, 7), (30, 30)):
        box = (left, top, left + 9.5, top + 9.5)
        inside = (points >= box[:2]).all(axis=1) & (points <= box[2:]).all(axis=1)
        assert line.within(box, apart).tolist() == places[inside].tolist()
    seen, place = [], None
    for _time in range(len(places)):
        place = line.beside(place, 1, apart)
        seen.append(place)
    assert seen == places.tolist()
    assert line.beside(seen[-1], 1, apart) == 0
    for before, after in pairwise(places.tolist()):
        assert line.beside(after, -1, apart) == before
    for place, point in zip(places.tolist(), points, strict=True):
        x, y = point.tolist()
        assert line.at(x, y, apart, apart / 3) == place


def test_walls_that_break_the_symmetry_are_said_with_the_route() -> None:
    lattice = build("rectangular", rows=6, columns=6)
    document, tool = Document(generate("prim", lattice, seed=1)), Route()
    group = group_of(lattice, "halves")
    document.find_symmetry = lambda _lattice: group
    assert document.maze.entrance
    tool.px, tool.recipe = PX, lambda: Recipe("backtracker", seed=1)
    tool.press(document, *arrow_of(lattice, document.maze.entrance))
    tool.move(document, 0.5, 2.5)
    tool.release(document, 0.5, 2.5)
    assert tool.work
    assert tool.work[1].deliver(tool.work[1].run(Job()))
    words = breaking_report(document.maze, group, Job())
    assert words
    assert words in tool.report


def test_until_it_is_known_that_there_is_no_route_a_press_goes_on_with_it() -> None:
    maze = generate("prim", build("rectangular", rows=5, columns=5), seed=1)
    document, tool = Document(maze), Route()
    tool.px = PX
    tool.chosen = {ROUTES.name: GO_ON}
    assert maze.entrance
    places = [maze.lattice.geometry.centres(np.array([maze.entrance.cell]))[0], (2.5, 2.5)]
    hints = []
    for route in (None, np.zeros(0, np.int64)):
        if route is not None:
            tool.take_route(document, route)
        previews = [tool.hover(document, *map(float, place)) for place in places]
        hints.append([preview.hint for preview in previews if preview])
    assert hints[0] == [LONGER, GOING_ON]
    assert not {LONGER, GOING_ON} & {*hints[1]}
