"""Selected cells are tinted pixel by pixel, locked walls have a dot, and nothing else changes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.maze import locked_walls, with_locks
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.screen.maze_picture import MazePicture
from mazeeditor.screen.palette import LIGHT
from mazeeditor.screen.pixel_colours import pixel_colours
from tests.screen.test_maze_picture import some_maze, view_of

ZOOMS = [0.5, 1, 2, 3, 5, 8, 17, 40]


def channels(pixels: NDArray[np.uint32]) -> NDArray[np.int64]:
    return pixels.view(np.uint8).reshape(*pixels.shape, 4).astype(int)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", SHAPES.names())
def test_the_tint_covers_the_chosen_cells_alone(name: str, zoom: float) -> None:
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
        channels(plain) - channels(plain) // 4 - channels(plain) // 8 + accent // 4 + accent // 8
    )
    assert (channels(tinted)[changed] == mixed[changed]).all()
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
        assert (changed[same] == chosen[here[same]]).all()
    elif zoom >= 1:
        assert abs(changed.mean() - chosen[here].mean()) < 0.1 * max(chosen[here].mean(), 0.05)
    picture.select(None)
    assert (picture.compose(view) == plain).all()


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", SHAPES.names())
def test_each_locked_wall_has_a_dot(name: str, zoom: float) -> None:
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
        assert (marked == plain).all()
        return
    geometry, walls = lattice.geometry, locked_walls(maze)
    places = middles(geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls))
    px = np.floor(places * zoom - (view.left, view.top)).astype(int)
    seen = (px >= 0).all(axis=1) & (px < (view.width, view.height)).all(axis=1)
    colour = pixel_colours(LIGHT).lock[0]
    assert seen.any()
    assert (marked[px[seen, 1], px[seen, 0]] == colour).all()
    rows, columns = np.nonzero(marked == colour)
    nearest = [
        np.abs(px - (column, row)).max(axis=1).min()
        for row, column in zip(rows, columns, strict=True)
    ]
    assert max(nearest) <= zoom / 6


def test_a_change_of_the_selection_repaints_what_changed() -> None:
    for name in SHAPES.names():
        maze = some_maze(name, 2)
        view = view_of(maze, 17)
        picture, fresh = MazePicture(LIGHT), MazePicture(LIGHT)
        for shown in (picture, fresh):
            shown.set_maze(maze)
        pixels = picture.compose(view).copy()
        picture.dirty_areas(view, view.screen)
        random, chosen = Random(4), np.zeros(maze.lattice.size, np.bool_)
        for cell in random.choices(maze.lattice.inside_cells().tolist(), k=6):
            chosen = chosen.copy()
            chosen[cell] ^= True
            picture.select(chosen)
            areas = picture.dirty_areas(view, view.screen)
            for area in [view.screen] if areas is None else areas:
                part = area.cut(view.screen)
                left, top, right, bottom = part.moved(-view.left, -view.top)
                pixels[top:bottom, left:right] = picture.compose(view, part)
            fresh.select(chosen)
            assert (pixels == fresh.compose(view)).all()
