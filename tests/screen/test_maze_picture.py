"""The picture without a window: plain until kernels are compiled, whole and dirty areas agree.

Selected cells are tinted pixel by pixel, locked walls have a dot beside them, and nothing
else changes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.maze import Maze, locked_walls, with_locks
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.screen.cell_paint import pack
from mazeeditor.screen.maze_picture import MazePicture, _mix, beside_walls
from mazeeditor.screen.palette import DARK, LIGHT, Palette
from mazeeditor.screen.pixel_colours import LINE, ROUTE, TINTED, VISITED, WALL, pixel_colours
from mazeeditor.screen.raster.shape_closeup import KERNELS, WALL_KERNELS
from mazeeditor.screen.viewport import Viewport, wall_width
from tests.lattices import of_shape
from tests.screen.mazes import before_kernels, some_walls
from tests.writing import on_write

OTHERS = sorted(set(SHAPES.names()) - {"rectangular"})
COLOURS = pixel_colours(LIGHT)


class Task:
    """Work that a test runs when it likes to."""

    def __init__(self, work: Callable[[Job], Any], on_result: Callable[[Any], object]) -> None:
        self.work, self.on_result = work, on_result
        self.job = Job()

    def cancel(self) -> None:
        self.job.cancel()

    def run(self) -> None:
        self.on_result(self.work(self.job))


class ManualBackground:
    """Keeps what is to run in the background."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def run(
        self,
        work: Callable[[Job], Any],
        on_result: Callable[[Any], object],
        on_error: Callable[[Exception], None],  # noqa: ARG002 - the protocol has it
    ) -> Task:
        self.tasks.append(Task(work, on_result))
        return self.tasks[-1]


def some_maze(name: str, seed: int = 1) -> Maze:
    maze = Maze(of_shape(name, Random(seed), 6))
    maze.toggle(some_walls(maze, 0.5, seed))
    return maze


def view_of(maze: Maze, zoom: float) -> Viewport:
    geometry = maze.lattice.geometry
    return Viewport(geometry.width, geometry.height, 500, 400, zoom=zoom, x=-40, y=-40)


@pytest.mark.parametrize("name", SHAPES.names())
@pytest.mark.parametrize("ready", [True, False])
def test_dirty_areas_are_all_that_changed(
    name: str, ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for zoom in [0.5, 5, 20]:
        if not ready:  # as before its kernels are compiled
            before_kernels(monkeypatch)
        maze = some_maze(name)
        view, picture = view_of(maze, zoom), MazePicture(DARK)
        picture.set_maze(maze)
        on_write(maze, picture.change)
        assert picture.dirty_areas(view, view.screen) is None, zoom
        pixels = picture.compose(view)
        assert picture.dirty_areas(view, view.screen) == [], zoom
        maze.toggle(some_walls(maze, 0.01, 7))
        cells = maze.lattice.inside_cells()[:2]
        picture.paint(cells, pack(np.full(len(cells), VISITED, np.uint8), None))
        areas = picture.dirty_areas(view, view.screen)
        for area in areas if areas is not None else [view.screen]:
            left, top, right, bottom = area.moved(-view.left, -view.top)
            pixels[top:bottom, left:right] = picture.compose(view, area)
        np.testing.assert_array_equal(pixels, picture.compose(view))


@pytest.mark.parametrize("name", OTHERS)
def test_walls_route_and_fills_are_seen_before_kernels_are_compiled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for zoom in [4, 9, 30]:
        before_kernels(monkeypatch)
        maze = some_maze(name)
        view, picture = view_of(maze, zoom), MazePicture(LIGHT, ManualBackground())
        picture.set_maze(maze)
        closed, geometry = maze.closed_walls(), maze.lattice.geometry
        walls = middles(geometry.post_positions(geometry.posts(closed)), geometry.bulges(closed))
        assert seen(picture, view, walls, WALL), zoom
        cells = maze.lattice.inside_cells()
        picture.paint(cells, pack(np.full(len(cells), VISITED, np.uint8), None))
        assert seen(picture, view, walls, WALL), zoom
        off_the_middle = geometry.centres(cells) + 0.1
        assert seen(picture, view, off_the_middle, VISITED), zoom
        passed = np.full(len(cells), 1, np.uint8)
        picture.paint(cells, pack(np.full(len(cells), ROUTE, np.uint8), passed))
        assert (picture.compose(view) == COLOURS.closeup_line[LINE]).any(), zoom


def seen(picture: MazePicture, view: Viewport, places: Any, kind: int) -> bool:
    """Whether most of ``places`` in cells, those on the screen, have the colour of a kind near."""
    pixels, results = picture.compose(view), []
    for x, y in np.floor(places * view.zoom - (view.left, view.top)).astype(int).tolist():
        if 2 <= x < view.width - 2 and 2 <= y < view.height - 2:
            around = pixels[y - 2 : y + 3, x - 2 : x + 3]
            results.append(bool((around == COLOURS.closeup_line[kind]).any()))
    return bool(np.mean(results) > 0.95)


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_the_kernels_for_what_is_shown_are_compiled_in_the_background(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kernel in KERNELS:
        monkeypatch.setattr(kernel, "_compiled", None)
    background, redrawn = ManualBackground(), []
    maze = some_maze("hexagonal")
    view = view_of(maze, 20)
    picture = MazePicture(LIGHT, background, lambda: redrawn.append(True))
    picture.set_maze(maze)
    picture.dirty_areas(view, view.screen)
    plain = picture.compose(view)
    assert not picture.fine
    assert len(background.tasks) == 1
    redrawn.clear()
    background.tasks.pop().run()
    assert redrawn
    assert picture.fine
    assert [kernel for kernel in KERNELS if kernel.ready] == list(WALL_KERNELS)
    assert picture.dirty_areas(view, view.screen) is None
    assert not background.tasks
    assert not np.array_equal(plain, picture.compose(view)), "soft edges now"
    cells = maze.lattice.inside_cells()
    picture.paint(cells, pack(np.full(len(cells), VISITED, np.uint8), None))
    picture.dirty_areas(view, view.screen)
    background.tasks.pop().run()
    assert all(kernel.ready for kernel in KERNELS)


def test_squares_need_no_kernels() -> None:
    background, maze = ManualBackground(), some_maze("rectangular")
    picture = MazePicture(LIGHT, background)
    picture.set_maze(maze)
    picture.dirty_areas(view_of(maze, 20), view_of(maze, 20).screen)
    assert picture.fine
    assert not background.tasks


ZOOMS = [0.5, 1, 2, 3, 5, 8, 17, 40]


def channels(pixels: NDArray[np.uint32]) -> NDArray[np.int64]:
    return pixels.view(np.uint8).reshape(*pixels.shape, 4).astype(int)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES.names())
def test_the_tint_covers_the_chosen_cells_alone(name: str) -> None:
    for zoom in ZOOMS:
        maze = some_maze(name, 3)
        lattice, view = maze.lattice, view_of(maze, zoom)
        random = Random(1)
        chosen = np.array([random.random() < 0.4 for _cell in range(lattice.size)]) & lattice.inside
        picture = MazePicture(LIGHT)
        picture.set_maze(maze)
        plain = picture.compose(view).copy()
        picture.select(chosen)
        tinted = picture.compose(view)
        accent = channels(np.array([[pixel_colours(LIGHT).selected]], np.uint32))[0, 0]
        changed = plain != tinted
        mixed = (
            channels(plain)
            - channels(plain) // 4
            - channels(plain) // 8
            + accent // 4
            + accent // 8
        )
        assert (channels(tinted)[changed] == mixed[changed]).all(), zoom
        x, y = np.meshgrid(np.arange(view.width) + 0.5, np.arange(view.height) + 0.5)
        x, y = (x + view.left) / zoom, (y + view.top) / zoom
        here = lattice.geometry.all_under(x, y)
        close = zoom >= 5 and (name == "rectangular" or available())
        if close:  # cells end at most a px beside their walls
            step = 1.5 / zoom
            around = [
                lattice.geometry.all_under(x + dx, y + dy)
                for dx in (-step, step)
                for dy in (-step, step)
            ]
            same = np.all([here == other for other in around], axis=0)
            assert (changed[same] == chosen[here[same]]).all(), zoom
        elif zoom >= 1:
            assert abs(changed.mean() - chosen[here].mean()) < 0.1 * max(
                chosen[here].mean(), 0.05
            ), zoom
        picture.select(None)
        assert (picture.compose(view) == plain).all(), zoom


@pytest.mark.parametrize("name", SHAPES.names())
def test_each_locked_wall_has_a_dot_beside_it(name: str) -> None:
    for zoom in ZOOMS:
        maze = some_maze(name, 5)
        lattice, view = maze.lattice, view_of(maze, zoom)
        picture = MazePicture(LIGHT)
        picture.set_maze(maze)
        plain = picture.compose(view).copy()
        chosen = np.zeros(lattice.size, np.bool_)
        chosen[lattice.inside_cells()[::7]] = True
        maze.set_locks(with_locks(maze, chosen, locked=True))
        picture.change_locks()
        marked = picture.compose(view)
        if zoom < 8:
            assert (marked == plain).all(), zoom
            continue
        geometry, walls = lattice.geometry, locked_walls(maze)
        size = max(2, round(zoom / 6))
        places = beside_walls(maze, walls, (wall_width(zoom) + size) / 2 + 1, zoom)
        px = np.floor(places - (view.left, view.top)).astype(int)
        seen = (px >= 0).all(axis=1) & (px < (view.width, view.height)).all(axis=1)
        colour = pixel_colours(LIGHT).lock[0]
        assert seen.any(), zoom
        assert (marked[px[seen, 1], px[seen, 0]] == colour).all(), zoom
        middle = (
            middles(geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls)) * zoom
        )
        on_wall = np.floor(middle - (view.left, view.top)).astype(int)
        whole = (on_wall >= 0).all(axis=1) & (on_wall < (view.width, view.height)).all(axis=1)
        columns, rows = on_wall[whole].T
        assert (marked[rows, columns] == plain[rows, columns]).all(), "the wall is not cut"
        rows, columns = np.nonzero(marked == colour)
        nearest = [
            np.abs(px - (column, row)).max(axis=1).min()
            for row, column in zip(rows, columns, strict=True)
        ]
        assert max(nearest) <= zoom / 6, zoom


@pytest.mark.parametrize("zoom", [4, 8, 20])
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_walls_locked_for_what_a_maze_shows_have_pale_dots(palette: Palette, zoom: float) -> None:
    """A third as much in contrast to the paper, or less, with as many pixels or fewer."""
    maze = some_maze("rectangular", 5)
    view, pictures = view_of(maze, zoom), []
    for locked, pale in ((False, False), (True, False), (True, True)):
        picture = MazePicture(palette)
        maze.set_locks(np.full(maze.lattice.size, 15 * locked, np.uint8))
        picture.set_maze(maze, pale_locks=pale)
        pixels = picture.compose(view).view(np.uint8).reshape(view.height, view.width, 4)
        pictures.append(pixels.astype(int))
    plain, full, faint = pictures
    marks = [np.abs(each - plain).sum() for each in (full, faint)]
    assert (marks[0] > 0) == (zoom >= 8) == (marks[1] > 0)
    assert marks[1] <= 0.45 * marks[0]


@pytest.mark.parametrize("name", SHAPES.names())
def test_tinted_cells_look_as_cells_that_are_painted_so(name: str) -> None:
    for zoom in [0.5, 4, 20]:
        maze = some_maze(name, 5)
        lattice, view = maze.lattice, view_of(maze, zoom)
        cells = lattice.inside_cells()
        tinted, marked = cells[: len(cells) // 3], cells[len(cells) // 3 :]
        mask = np.zeros(lattice.size, np.bool_)
        mask[tinted] = True
        picture, painted = MazePicture(LIGHT), MazePicture(LIGHT)
        for shown in (picture, painted):
            shown.set_maze(maze)
            shown.paint(marked, pack(np.full(len(marked), VISITED, np.uint8), None))
        plain = picture.compose(view).copy()
        picture.tint(mask)
        painted.paint(tinted, pack(np.full(len(tinted), TINTED, np.uint8), None))
        seen = picture.compose(view).copy()
        # close up the gap between a tinted cell and a marked one is paper, painted it is marked
        assert np.mean(seen != painted.compose(view)) < (0.02 if zoom > 1 else 1e-9), zoom
        assert (seen != plain).any(), zoom
        picture.tint(None)
        assert (picture.compose(view) == plain).all(), zoom


@pytest.mark.parametrize("zoom", [0.5, 3, 17])
@pytest.mark.parametrize("change", [MazePicture.select, MazePicture.tint])
def test_a_change_of_the_selection_or_the_tint_repaints_what_changed(
    change: Callable[[MazePicture, NDArray[np.bool_]], None], zoom: float
) -> None:
    for name in SHAPES.names():
        maze = some_maze(name, 2)
        view = view_of(maze, zoom)
        picture, fresh = MazePicture(LIGHT), MazePicture(LIGHT)
        for shown in (picture, fresh):
            shown.set_maze(maze)
        pixels = picture.compose(view).copy()
        picture.dirty_areas(view, view.screen)
        random, chosen = Random(4), np.zeros(maze.lattice.size, np.bool_)
        for cell in random.choices(maze.lattice.inside_cells().tolist(), k=6):
            chosen = chosen.copy()
            chosen[cell : cell + random.choice([1, 9])] ^= True
            chosen &= maze.lattice.inside
            change(picture, chosen)
            areas = picture.dirty_areas(view, view.screen)
            for area in [view.screen] if areas is None else areas:
                part = area.cut(view.screen)
                left, top, right, bottom = part.moved(-view.left, -view.top)
                pixels[top:bottom, left:right] = picture.compose(view, part)
            change(fresh, chosen)
            assert (pixels == fresh.compose(view)).all()


def test_colours_are_mixed_channel_by_channel() -> None:
    random = np.random.default_rng(1)
    one, other = (random.integers(0, 1 << 32, 400, np.uint32) for _pixels in range(2))
    share = random.integers(0, 257, 400, np.uint32)
    wanted = channels(one) * (256 - share[:, None]) + channels(other) * share[:, None]
    mixed = _mix(one, other, share)
    assert np.abs(channels(mixed) - wanted / 256)[:, :3].max() < 1
    assert (mixed >> np.uint32(24) == 255).all()
