"""Every raster: parts agree with the whole, and after an edit only the touched areas differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen import maze_raster
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import pack
from mazeeditor.screen.maze_picture import raster_for
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.palette import DARK
from mazeeditor.screen.pixel_colours import PLAIN, ROUTE, WALL, Pixels, pixel_colours
from mazeeditor.screen.raster import overview
from mazeeditor.screen.raster.shape_raster import ShapeRaster
from mazeeditor.screen.raster.square_raster import SquareRaster
from tests.breadth import examples
from tests.screen.mazes import (
    ZOOMS,
    PaintModel,
    box,
    openings,
    painted,
    scenes_of_shapes,
    some_walls,
)
from tests.writing import on_write

SHADES = pixel_colours(DARK)
zooms = st.sampled_from(ZOOMS)


def compose(raster: MazeRaster, zoom: float, area: Area | None = None) -> Pixels:
    """Return an area as it is painted into the middle of a larger picture."""
    area = area or raster.extent(zoom)
    picture = np.full((area.height + 2, area.width + 2), 7, np.uint32)
    raster.compose(area, zoom, SHADES, picture[1:-1, 1:-1])
    around = picture.copy()
    around[1:-1, 1:-1] = 7
    assert (around == 7).all()
    return picture[1:-1, 1:-1].copy()


def test_every_shape_has_a_raster() -> None:
    rasters = {shape.name: raster_for(Maze(shape.run())) for shape in SHAPES}
    assert isinstance(rasters.pop("rectangular"), SquareRaster)
    assert all(isinstance(raster, ShapeRaster) for raster in rasters.values())


@pytest.mark.slow
@examples(40)
@given(scenes_of_shapes(), zooms, st.data())
def test_parts_agree_with_the_whole(
    scene: tuple[Maze, Solution | None], zoom: float, data: st.DataObject
) -> None:
    raster = painted(*scene)
    extent = raster.extent(zoom)
    across = sorted(data.draw(st.lists(st.integers(0, extent.width), min_size=2, max_size=2)))
    down = sorted(data.draw(st.lists(st.integers(0, extent.height), min_size=2, max_size=2)))
    across[1] += across[0] == across[1] and across[1] < extent.width
    part = Area(across[0], down[0], across[1], down[1]).moved(extent.left, extent.top).cut(extent)
    if part.size:
        expected = compose(raster, zoom)[down[0] : down[1], across[0] : across[1]]
        np.testing.assert_array_equal(compose(raster, zoom, part), expected)


@pytest.mark.slow
@examples(40)
@given(scenes_of_shapes(), zooms, st.floats(0, 1), st.integers(0, 99))
def test_an_edit_changes_what_it_touches_and_no_more(
    scene: tuple[Maze, Solution | None], zoom: float, share: float, seed: int
) -> None:
    maze, solution = scene
    raster = painted(maze, solution)
    walls = some_walls(maze, share, seed)
    picture = compose(raster, zoom)
    maze.toggle(walls)
    raster.change(walls)
    for area in parts(raster, raster.touched(walls, zoom), zoom):
        left, top, right, bottom = area.moved(-raster.extent(zoom).left, -raster.extent(zoom).top)
        picture[top:bottom, left:right] = compose(raster, zoom, area)
    np.testing.assert_array_equal(picture, compose(raster, zoom))
    np.testing.assert_array_equal(picture, compose(painted(maze, solution), zoom))


def parts(raster: MazeRaster, touched: Ids, zoom: float) -> Iterator[Area]:
    for row in touched.tolist():
        area = Area(*row).cut(raster.extent(zoom))
        if area.size:
            yield area


@pytest.mark.parametrize("zoom", [0.3, 1.0, 2, 9])
def test_openings_are_edits_too(zoom: float) -> None:
    maze = box(5, 6)
    raster = painted(maze)
    changes: list[Ids] = []
    on_write(maze, changes.append)
    for opening in openings(maze.lattice):
        maze.set_openings(opening, ())
        assert not raster.change(changes.pop())
        np.testing.assert_array_equal(compose(raster, zoom), compose(painted(maze), zoom))


@pytest.mark.parametrize("walls", [10, 30_000])
@pytest.mark.parametrize("when", ["before", "after"])
def test_edits_while_a_thread_prepares_are_not_lost(walls: int, when: str) -> None:
    maze = box(150, 151)
    raster = raster_for(maze)
    some = some_walls(maze, 0.9)[:walls]
    use = raster.prepare(Job()) if when == "after" else None
    maze.toggle(some)
    assert not raster.change(some)
    (use or raster.prepare(Job()))()
    assert raster.ready
    np.testing.assert_array_equal(compose(raster, 0.1), compose(painted(maze), 0.1))


def test_very_many_edits_of_a_very_large_maze_are_prepared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(maze_raster, "MANY_WALLS", 100)
    monkeypatch.setattr(maze_raster, "MANY_CELLS", 1000)
    maze = box(40, 30)
    raster = painted(maze)
    some = some_walls(maze, 0.5)
    maze.toggle(some)
    assert not raster.change(some[:100])
    assert raster.ready
    assert raster.change(some)
    assert not raster.ready
    raster.prepare(Job())()
    np.testing.assert_array_equal(compose(raster, 0.1), compose(painted(maze), 0.1))


@pytest.mark.parametrize("name", SHAPES.names())
def test_many_walls_of_a_large_maze_are_prepared_and_the_old_ones_shown_until_then(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a million rings' cells that took 60 ms on the event loop, and 190 for 20,000 walls."""
    lattice = SHAPES[name].run()
    maze = Maze(lattice)
    raster = raster_for(maze)
    raster.prepare(Job())()
    monkeypatch.setattr(type(raster), "quick", 10)
    walls = maze.closed_walls()
    inner = walls[[lattice.is_inner(wall) for wall in walls.tolist()]]
    before = compose(raster, 0.2)
    maze.write(inner[1:], False)
    assert raster.change(inner[1:])
    assert not raster.ready
    assert (compose(raster, 0.2) == before).all()
    use = raster.prepare(Job())
    maze.write(inner[:1], False)
    assert not raster.change(inner[:1]), "one more is applied with the result"
    use()
    assert raster.ready
    assert (compose(raster, 0.2) == compose(painted(maze), 0.2)).all()


STEPS = ("edit", "any", "paint", "solve", "forget", "prepare", "use")


@pytest.mark.slow
@examples(40)
@given(
    scenes_of_shapes(),
    st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 99)), max_size=9),
    st.sampled_from([0.2, 0.6, 2, 7]),
    st.sampled_from([0, overview.DENSE]),
)
def test_after_any_steps_the_picture_is_that_of_a_new_raster(
    scene: tuple[Maze, Solution | None], steps: list[tuple[str, int]], zoom: float, dense: int
) -> None:
    """With DENSE 0 only what changed is made anew, however small the maze is."""
    with patch.object(overview, "DENSE", dense):
        take_steps(scene, steps, zoom)


def take_steps(
    scene: tuple[Maze, Solution | None], steps: list[tuple[str, int]], zoom: float
) -> None:
    maze, solution = scene
    if not maze.lattice.cells:
        return
    raster, truth = raster_for(maze), PaintModel(maze)
    use: Callable[[], None] | None = None
    for step, seed in steps:
        match step:
            case "edit":
                walls = some_walls(maze, 0.3, seed)
                maze.toggle(walls)
                raster.change(walls)
            case "any":
                maze.toggle(some_walls(maze, 0.5, seed))
                raster.change(None)
            case "paint":
                cells, kinds, ways = truth.paint(np.random.default_rng(seed), 1 + seed // 20)
                raster.paint(cells, pack(kinds, ways))
            case "solve" | "forget":
                use = None  # whoever asks for another one forgets what is being prepared
                chosen = solution if step == "solve" else None
                truth.show_solution(chosen)
                raster.show_solution(chosen, route=True, marks=True)
            case "prepare":
                use = raster.prepare(Job())
            case "use" if use:
                use()
                use = None
        use = None if step == "any" else use
    if not raster.ready:
        (use or raster.prepare(Job()))()
    assert raster.ready
    new = painted(maze)
    if truth.kinds:
        truth.put_on(new)
    np.testing.assert_array_equal(compose(raster, zoom), compose(new, zoom))


@pytest.mark.parametrize("side", range(4))
def test_a_line_that_led_out_leads_out_no_longer(side: int) -> None:
    maze = box(3, 3)
    cell = maze.lattice.cell(1, 1) + (-4, 1, 4, -1)[side]
    maze.set_openings(Opening(cell, side), ())
    raster, other = painted(maze), painted(maze)
    out = pack(np.array([ROUTE], np.uint8), np.array([1 << side], np.uint8))
    plain = pack(np.array([ROUTE], np.uint8), None)
    raster.paint(np.array([cell]), out)
    other.paint(np.array([cell]), plain)
    assert (compose(raster, 9) != compose(other, 9)).any()
    raster.paint(np.array([cell]), plain)
    np.testing.assert_array_equal(compose(raster, 9), compose(other, 9))


@pytest.mark.parametrize("size", [(1, 1), (1, 4000), (4000, 1), (300, 300)])
def test_coarse_at_first_but_never_empty(size: tuple[int, int]) -> None:
    maze = box(*size, seed=3)
    raster = raster_for(maze)
    zoom = 40 / max(size)
    coarse = compose(raster, zoom)
    raster.prepare(Job())()
    fine = compose(raster, zoom)
    assert coarse.shape == fine.shape
    assert coarse.size > 0
    assert set(np.unique(coarse)) <= {*SHADES.overview[:32], *SHADES.closeup[[PLAIN, WALL]]}
