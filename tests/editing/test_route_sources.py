"""Routes around texts and pictures and along drawings, and the line that a pen leads."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.route_sources import route_along
from mazeeditor.editing.changes.routes import CROSSING, RouteLine
from mazeeditor.maze.completing import Growth, around_route, check_route
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, with_locks
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.maze.walls import free_walls
from tests.breadth import repeats

SHAPE = pytest.mark.parametrize("shape", SHAPES.names())


def of(shape: str, size: int = 40) -> Lattice:
    return build(shape, **sizes_about(shape, size, {}))


def check(lattice: Lattice, route: Ids) -> None:
    check_route(lattice, route)
    result = around_route(Maze(lattice), route, Growth("prim", 1), free_walls(lattice))
    counted = facts(result.maze)
    assert result.perfect
    assert (counted.routes, counted.shortest) == ("one", len(route))


@SHAPE
def test_a_text_is_surrounded(shape: str) -> None:
    """The letter O: the route goes nearly around the middle, at about the same distance."""
    lattice = of(shape)
    route = route_along(Maze(lattice), Job(), text="O", scale=0.7)
    check(lattice, route)
    geometry = lattice.geometry
    away = geometry.centres(route) - (geometry.width / 2, geometry.height / 2)
    angles = np.sort(np.arctan2(away[:, 1], away[:, 0]))
    assert np.diff(angles, append=angles[0] + 2 * np.pi).max() < 0.5
    assert np.hypot(*away.T).min() > geometry.height * 0.15


@SHAPE
def test_each_letter_is_reached(shape: str, caplog: pytest.LogCaptureFixture) -> None:
    lattice = of(shape, 60)
    route = route_along(Maze(lattice), Job(), text="ILL")
    check(lattice, route)
    x = lattice.geometry.centres(route)[:, 0] / lattice.geometry.width
    assert (x.min() < 0.15, x.max() > 0.8) == (True, True)
    for message in caplog.messages:
        assert "left out: the route would cross itself there" in message


def svg(path: Path, drawing: str) -> str:
    file = path / "a.svg"
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    file.write_text(f"{root}{drawing}</svg>", encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "pen",
    [
        "",
        'stroke-width="20"',
        'stroke-width="20" stroke-linecap="square" transform="scale(1 1.2)"',
        'stroke-dasharray="7 3"',
    ],
)
def test_a_path_is_followed_exactly(tmp_path: Path, pen: str) -> None:
    lattice = build("rectangular", rows=20, columns=20)
    drawing = f'<path d="M10 10H90V50H30" fill="none" stroke="#000" {pen}/>'
    route = route_along(Maze(lattice), Job(), picture=svg(tmp_path, drawing), scale=0.95)
    check(lattice, route)
    (top, left), (bottom, end) = lattice.place(int(route[0])), lattice.place(int(route[-1]))
    corner = lattice.columns - 1
    assert (left, end) == (0, 5)
    places = [tuple(place) for place in lattice.places(route).tolist()]
    assert places[corner] == (top, corner)
    assert places[corner + bottom - top] == (bottom, corner)
    assert len(places) == corner + (bottom - top) + (corner - end) + 1


def test_a_path_that_crosses_itself_is_mended_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lattice = build("rectangular", rows=20, columns=20)
    drawing = '<path d="M10 50H90V10H50V90" fill="none" stroke="#000"/>'
    check(lattice, route_along(Maze(lattice), Job(), picture=svg(tmp_path, drawing)))
    assert not caplog.messages or "left out" in caplog.messages[0]


def test_a_picture_is_surrounded(tmp_path: Path) -> None:
    lattice = build("rectangular", rows=30, columns=30)
    image = Image.new("L", (100, 100), 255)
    ImageDraw.Draw(image).rectangle((20, 20, 79, 79), fill=0)
    image.save(tmp_path / "a.png")
    route = route_along(Maze(lattice), Job(), picture=str(tmp_path / "a.png"), scale=0.9)
    check(lattice, route)
    places = lattice.places(route)
    sides = places.max(axis=0) - places.min(axis=0)
    assert len(route) == 2 * int(sides.sum()), "all around a square"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "Give a text for the route, or a picture or SVG: one of them."),
        ({"text": "a", "picture": "b.svg"}, "Give a text for the route, or a picture or SVG"),
        ({"text": "Hello world"}, "No part of it is large enough"),
        ({"picture": "none.svg"}, "Cannot read none.svg: there is no such file"),
        ({"picture": "none.png"}, "none.png"),
    ],
)
def test_what_gives_no_route_is_named(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        route_along(Maze(build("rectangular", rows=6, columns=6)), Job(), **options)


@SHAPE
def test_any_line_is_a_route(shape: str) -> None:
    """Wherever a pen goes, in or out of the maze, what it leaves is a route."""
    for seed in repeats(10, 1000):
        random = Random(seed)
        lattice = of(shape, random.randint(2, 12))
        width, height = lattice.geometry.width, lattice.geometry.height
        line = RouteLine(Maze(lattice), [random.choice(lattice.inside_cells().tolist())])
        pen = [(random.uniform(-1, width + 1), random.uniform(-1, height + 1)) for _k in range(6)]
        for one, other in pairwise(pen):
            line.lead(*one, *other)
        if len(line.cells) > 1:
            check_route(lattice, line.route)


def test_the_pen_is_blocked_until_it_is_back_at_the_end() -> None:
    lattice = build("rectangular", rows=6, columns=8)
    line = RouteLine(Maze(lattice), [lattice.cell(2, 1)])
    for row, column in ((2, 5), (4, 5), (4, 3)):
        line.lead_to_cell(lattice.cell(row, column))
    length = len(line.cells)
    line.lead(3.5, 4.5, 3.5, 0.5)
    assert (line.blocked, len(line.cells)) == (CROSSING, length + 1)
    line.lead(3.5, 0.5, 7.5, 0.5)
    assert line.blocked == CROSSING
    assert len(line.cells) == length + 1
    line.lead(7.5, 0.5, 3.5, 3.5)  # over the route, back to its end
    assert line.blocked == ""
    assert line.end == lattice.cell(3, 3)
    line.lead(3.5, 3.5, 3.5, 4.5)
    line.lead(3.5, 4.5, 5.5, 4.5)
    assert line.end == lattice.cell(4, 5)


def test_the_pen_goes_around_locked_walls() -> None:
    lattice = build("rectangular", rows=3, columns=6)
    maze, locked = Maze(lattice), np.zeros(lattice.size, np.bool_)
    locked[lattice.cell(1, 3)] = True
    maze.set_locks(with_locks(maze, locked, locked=True))
    line = RouteLine(maze, [lattice.cell(1, 0)])
    line.lead_to_cell(lattice.cell(1, 5))
    check_route(lattice, line.route)
    assert lattice.cell(1, 3) not in line.cells
    result = around_route(
        maze, line.route, Growth("prim", 1), free_walls(lattice, locked=maze.locks)
    )
    assert facts(result.maze).routes == "one"


@SHAPE
def test_going_around_a_corner_looks_at_few_cells(shape: str) -> None:
    """It is done while the pen moves, in mazes of millions of cells: no more than 4 bytes each."""
    lattice = of(shape, 200)
    start = int(lattice.inside_cells()[len(lattice.inside_cells()) // 2])
    around = {lattice.neighbour(start, slot) for slot in range(lattice.degree)}
    beyond = {lattice.neighbour(one, slot) for one in around for slot in range(lattice.degree)}
    goal = max(cell for cell in beyond - around - {start} if lattice.inside[cell])
    line = RouteLine(Maze(lattice), [start])
    line.copy().step(goal)  # kernels are loaded
    tracemalloc.start()
    try:
        line.step(goal)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert line.end == goal
    assert most < 4 * lattice.size
