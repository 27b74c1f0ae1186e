"""A code in walls on a page: other programs read a photograph of it, and its passages are open."""

from __future__ import annotations

import random
import string
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from PIL import Image

from mazeeditor.core.job import Job
from mazeeditor.maze.codes.code_area import find_code
from mazeeditor.maze.codes.qr_code import QUIET_MODULES, qr_code_of
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.maze import Maze, empty_grid
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import RIGHT
from mazeeditor.maze.solvers import solve
from mazeeditor.maze.subjects import SUBJECTS
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Polygons, Strokes
from mazeeditor.page.walls.code_blocks import _ways
from tests.breadth import repeats, stress
from tests.camera import CAMERAS, READERS, Picture
from tests.page.test_thick_walls import covered

GENERATORS = ("backtracker", "kruskal", "wilson", "prim")
DPI, WIDTH = 600, 25.0  # mm: of a code with the light around it
ENOUGH = 0.99  # of the codes, by each reader


def text_of(seed: int) -> str:
    chance = random.Random(seed)
    letters = string.ascii_lowercase + string.digits
    return "https://example.org/" + "".join(chance.choices(letters, k=chance.randint(5, 40)))


def made(seed: int, more: int = 0) -> Maze:
    """Return a maze with a code, so many cells wider and higher than it needs."""
    text = text_of(seed)
    side = qr_code_of(text, "M").side + 2 * QUIET_MODULES + more
    growth = Growth(GENERATORS[seed % 4], seed)
    lattice = build("rectangular", rows=side, columns=side)
    return SUBJECTS["qr"].run(lattice, growth, Job(), qr=text, correction="medium")


def printed(maze: Maze, folder: Path, more: int = 0, **options: Any) -> Picture:
    """Return the pixels of a page whose code is ``WIDTH`` wide."""
    cell = WIDTH / (maze.lattice.columns - more)
    page = Page(page="fit", cell=cell, margin=0, marks="none", **options)
    (file,) = export(maze, folder / "a.png", page, dpi=DPI)
    return np.array(Image.open(file).convert("L"))


@pytest.mark.slow
def test_two_programs_read_it_as_photographed(tmp_path: Path) -> None:
    """At 25 mm and 600 dpi, flat with some tilt: sharp, from near and far, blurred and noisy."""
    read = {(camera, reader): 0 for camera in CAMERAS for reader in READERS}
    seeds = repeats(2, 100)
    for seed in seeds:
        more = 16 * (seed % 2)
        print_ = printed(made(seed, more), tmp_path, more)
        for name, camera in CAMERAS.items():
            if stress() or seed % 2 == 0 or name == "sharp":
                picture = camera.photograph(print_, DPI, seed)
                for reader, program in READERS.items():
                    read[name, reader] += program(picture) == text_of(seed)
    tries = {name: len(seeds) if stress() or name == "sharp" else 1 for name, _reader in read}
    assert {case: count for case, count in read.items() if count < ENOUGH * tries[case[0]]} == {}


def area_of(blocks: Polygons, cell: float, x: float, y: float) -> Any:
    """Return the area of blocks in cells."""
    return shapely.transform(covered(blocks), lambda points: (points - (x, y)) / cell)


@pytest.mark.parametrize("seed", repeats(2, 40))
def test_passages_are_open_and_walls_closed(seed: int) -> None:
    """Between the blocks, with the upright walls, lie just the areas that the passages make.

    What hangs on in the dark is filled. Slits and corners are as wide as a pen needs.
    """
    maze = made(seed)
    (scene,) = compose(maze, Page(page="fit", cell=6.0, margin=0, marks="none"))
    _lines, blocks, _dots = next(layer for layer in scene.layers if layer.name == "walls").items
    assert isinstance(blocks, Polygons)
    side = maze.lattice.columns
    layout = plan_page(maze, Page(page="fit", cell=6.0, margin=0, marks="none"))
    ink = area_of(blocks, 6.0, layout.x, layout.y)
    cells = maze.lattice.inside_cells()
    right = maze.lattice.wall_ids(cells, np.full(len(cells), RIGHT))
    closed = maze.is_closed(right)
    lines = [
        shapely.LineString([(column + 1, row), (column + 1, row + 1)])
        for (row, column), shut in zip(maze.lattice.places(cells).tolist(), closed, strict=True)
        if shut
    ]
    walls = shapely.buffer(shapely.MultiLineString(lines), 0.03, cap_style="flat")
    paper = shapely.box(0, 0, side, side).difference(shapely.union_all([ink, walls]))
    free = shapely.buffer(paper, -0.06, join_style="mitre")  # for a pen of 0.12 cells
    parts = [part for part in shapely.get_parts(free) if part.area > 0.05]
    assert len(parts) == 1  # it is perfect: all is one area, if no way is closed
    # a loop would be an island of walls in it: each piece of ink touches the outer walls
    ground = shapely.union_all([ink, walls, shapely.box(0, 0, side, side).boundary.buffer(0.05)])
    assert len([part for part in shapely.get_parts(ground) if part.area > 0.01]) == 1


def test_the_route_is_seen_beside_the_blocks() -> None:
    maze = made(4)
    (scene,) = compose(maze, Page(solution="drawn"), solve("breadth-first", maze))
    layers = {layer.name: layer.items for layer in scene.layers}
    (route,) = layers["solution"]
    assert isinstance(route, Strokes)
    blocks = next(item for item in layers["walls"] if isinstance(item, Polygons))
    line = covered(route)
    assert line.difference(covered(blocks)).area > 0.5 * line.area


def test_a_code_is_found_where_it_is_hurt_a_little() -> None:
    maze = made(3)
    maze.set_locks(None)
    place = find_code(maze)
    assert place
    for row in range(3):
        above = place.top + row - 1
        maze.toggle_wall((above, place.left), (above + 1, place.left))
    assert find_code(maze) == place
    for row in range(3, 6):
        above = place.top + row - 1
        maze.toggle_wall((above, place.left), (above + 1, place.left))
    assert find_code(maze) is None


def test_other_mazes_have_none() -> None:
    for cells in (5, 40, 200):
        assert find_code(Maze(build("rectangular", rows=cells, columns=cells))) is None
    assert find_code(Maze(build("hexagonal", rows=40, columns=40))) is None


def test_what_lies_between_blocks_is_a_way_where_it_leads_from_side_to_side() -> None:
    """Through several cells beside each other too, and not past a wall on either side."""
    between = np.array([[False, True, True, False]] * 4)
    closed = np.zeros((4, 3), np.bool_)  # walls between the cells of each row
    closed[1, 0] = closed[2, 1] = closed[3, 2] = True
    assert _ways(between, closed).tolist() == [[False, True, True, False]] + [[False] * 4] * 3


def test_looking_for_a_code_takes_no_memory() -> None:
    """It took 0.65 GB in a maze of 25,000,000 cells, and each page looks for one."""
    maze = empty_grid(build("rectangular", rows=1500, columns=1500))
    tracemalloc.start()
    try:
        assert find_code(maze) is None
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5e6
