"""Pages hold the layers they should, the route keeps to the passages, and work can be stopped."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution, solve
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Polygons, Scene, Strokes, Text
from tests.page.mazes import gap_of, made, mazes, walls_of


def layers(scene: Scene) -> list[str]:
    return [layer.name for layer in scene.layers]


def test_layers() -> None:
    maze = made(4, 5)
    result = solve("breadth-first", maze)
    (plain,) = compose(maze, Page(marks="none"), result)
    assert layers(plain) == ["walls"]
    (drawn,) = compose(maze, Page(title="T", solution="drawn"), result)
    assert layers(drawn) == ["solution", "walls", "marks", "title"]
    first, second = compose(maze, Page(solution="page"), result)
    assert layers(first) == ["walls", "marks"]
    assert layers(second) == ["solution", "walls", "marks"]


def test_without_a_route_none_is_drawn() -> None:
    maze = made(4, 5)
    nothing = Solution(maze.lattice, "none", np.zeros(0, np.int64), np.zeros(0, np.uint8))
    for solution in (None, nothing):
        (only,) = compose(maze, Page(solution="page"), solution)
        assert layers(only) == ["walls", "marks"]


def test_kinds_of_walls() -> None:
    maze = made(4, 5)
    bands, lines, hairlines = (
        compose(maze, Page.from_dict({"walls": walls, "colour": "red"}))[0].items[0]
        for walls in ("bands", "lines", "hairlines")
    )
    assert isinstance(bands, Polygons)
    assert isinstance(lines, Strokes)
    assert isinstance(hairlines, Strokes)
    assert (lines.cap, hairlines.width) == ("square", 0.01)
    assert {bands.colour, lines.colour, hairlines.colour} == {"red"}


@given(mazes())
def test_the_route_runs_through_its_cells_and_out_of_the_gaps(maze: Maze) -> None:
    if maze.entrance is None or not maze.exits:
        return
    solution = solve("breadth-first", maze)
    if not solution.solved:
        return
    layout = plan_page(maze, Page())
    (scene,) = compose(maze, Page(solution="drawn"), solution)
    route = scene.layers[0].items[0]
    assert isinstance(route, Strokes)
    points = (route.points - (layout.x, layout.y)) / layout.scale.cell
    walls, gaps = walls_of(maze), set()
    for opening in (maze.entrance, *maze.exits):
        gaps.add(gap_of(maze.lattice, opening))
    crossed = []
    for (ax, ay), (bx, by) in pairwise(points.tolist()):
        steps = np.linspace(0, 1, 20 * round(abs(bx - ax) + abs(by - ay)) + 21)
        for x, y in np.stack([ax + (bx - ax) * steps, ay + (by - ay) * steps], axis=-1):
            wall = _wall_at(x, y)
            assert wall not in walls
            crossed += [wall] * (wall in gaps and wall not in crossed)
    through = [maze.entrance, next(e for e in maze.exits if e.cell == solution.route[-1])]
    assert {gap_of(maze.lattice, each) for each in through} - {None} <= set(crossed)
    visited = {(int(y), int(x)) for x, y in points.tolist()}
    assert {place for place in visited if place in set(solution.path)}


def _wall_at(x: float, y: float) -> tuple[int, int, int, int] | None:
    """Return the wall on whose line a point lies, ``None`` off the lines."""
    if abs(x - round(x)) < 0.02:
        return (round(x), int(y), round(x), int(y) + 1)
    if abs(y - round(y)) < 0.02:
        return (int(x), round(y), int(x) + 1, round(y))
    return None


def test_a_route_that_is_no_longer_one_is_refused() -> None:
    maze = made(4, 5)
    result = solve("breadth-first", maze)
    other = made(5, 5)
    with pytest.raises(UsageError, match="does not lead through this maze"):
        compose(other, Page(solution="drawn"), result)
    lattice = maze.lattice
    step = lattice.slot_between(int(result.route[0]), int(result.route[1]))
    maze.toggle(np.array([lattice.wall(int(result.route[0]), step)]))
    with pytest.raises(UsageError, match="solve the maze again"):
        compose(maze, Page(solution="drawn"), result)
    compose(maze, Page(solution="none"), result)


def test_a_maze_without_walls_is_a_page_too() -> None:
    maze = made(1, 1)
    cell = maze.lattice.cell(0, 0)
    maze.set_openings(None, tuple(Opening(cell, slot) for slot in range(4)))
    for walls in ("lines", "bands", "hairlines"):
        (scene,) = compose(maze, Page.from_dict({"walls": walls}))
        assert layers(scene) == ["marks"]


def test_texts_hold_nothing_that_a_file_cannot() -> None:
    (scene,) = compose(made(3, 3), Page(title="a\x00b\x1b\ufffe \n\t c"))
    (title,) = [item.text for item in scene.items if isinstance(item, Text)]
    assert title == scene.title == "ab c"
