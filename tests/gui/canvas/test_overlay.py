"""Openings, previews and the cell cursor: distinguished by their shapes, not by colour alone."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from mazeeditor.editing.tools import Preview
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.overlay import HOVER, OPENINGS
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.overlay_shapes import figures
from mazeeditor.screen.viewport import Viewport
from tests.events import screenshot, settle, wait_until
from tests.gui.canvas.conftest import option
from tests.screen.mazes import box, openings
from tests.writing import on_write


def show(view: MazeView) -> Maze:
    maze = box(6, 8)
    on_write(maze, view.changed)
    view.show(maze)
    settle(view)
    return maze


def test_arrows_point_in_and_out_and_lie_outside() -> None:
    maze = box(6, 8)
    for opening, zoom in product(openings(maze.lattice), (0.3, 2, 10, 24, 100)):
        view = Viewport(8, 6, 1200, 900).zoomed(zoom)
        if opening.slot is None:
            continue
        x, y = maze.lattice.geometry.outward(opening.cell, opening.slot)
        directions = []
        for enters in (True, False):
            (figure,) = figures(maze.lattice, opening, view, enters=enters)
            far = figure.points @ np.array([x, y])
            border = max(np.array([view.to_px(0, 0), view.to_px(8, 6)]) @ np.array([x, y]))
            assert far.min() >= border, "the arrow does not cover the maze"
            assert far.max() <= border + view.margin + 1, "nor leave the paper"
            tip, middle = far[0], (far.min() + far.max()) / 2
            directions.append(math.copysign(1, tip - middle))
        assert directions == [-1, 1]


def test_in_the_middle_a_disc_enters_and_a_target_leaves() -> None:
    maze = box(6, 8)
    opening = Opening(maze.lattice.cell(2, 3))
    for zoom in (0.3, 10, 100):
        view = Viewport(8, 6, 1200, 900).zoomed(zoom)
        enters, leaves = (
            figures(maze.lattice, opening, view, enters=entering) for entering in (True, False)
        )
        assert [figure.kind for figure in enters] == ["oval", "polygon"]
        assert [figure.kind for figure in leaves] == ["oval", "oval", "oval"]
        assert enters[0].points.mean(axis=0) == pytest.approx(view.to_px(3.5, 2.5))


def test_openings_have_their_colours_on_the_screen(view: MazeView) -> None:
    maze = show(view)
    maze.set_openings(Opening(maze.lattice.cell(0, 0), 3), (Opening(maze.lattice.cell(3, 3)),))
    settle(view)
    picture = screenshot(view.canvas)
    x, y = view.viewport.to_px(0, 0.5)
    left = picture.crop((round(x) - 24, round(y) - 8, round(x), round(y) + 8))
    assert colour(view.theme.entrance) in seen(left)
    x, y = view.viewport.to_px(3.5, 3.5)
    disc = picture.crop((round(x) - 12, round(y) - 12, round(x) + 12, round(y) + 12))
    assert {colour(view.theme.exit), colour(view.theme.paper)} <= seen(disc)
    view.look(view.viewport.zoomed(128).moved(-9e4, -9e4))
    wait_until(view, lambda: view.painted)
    assert len(view.canvas.find_withtag(OPENINGS)) == 1, "the other is out of view"


def colour(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(name[1:]))


def seen(picture: object) -> set[tuple[int, ...]]:
    return {tuple(rgb) for rgb in np.asarray(picture).reshape(-1, 3).tolist()}


@pytest.mark.slow
def test_walls_to_add_are_whole_and_walls_to_erase_dashed(view: MazeView) -> None:
    maze = show(view)
    wall = maze.lattice.wall(maze.lattice.cell(2, 2), 1)
    for closing in (True, False):
        view.preview(Preview(walls=(wall,), closing=closing))
        for _zoom in range(2):
            (item,) = view.canvas.find_withtag(HOVER)
            assert (option(view.canvas, item, "dash") == "") == closing
            ends = view.canvas.coords(item)
            assert ends == pytest.approx([*view.viewport.to_px(3, 2), *view.viewport.to_px(3, 3)])
            assert colour(view.theme.wall_hover) in seen(screenshot(view.canvas))
            view.zoom_by(2)
            settle(view)
    view.preview(None)
    assert view.canvas.find_withtag(HOVER) == ()
    opening = Opening(maze.lattice.cell(0, 0), 3)
    for removes in (False, True):
        view.preview(Preview(opening=opening, removes=removes))
        items = view.canvas.find_withtag(HOVER)
        assert (len(items) > 1) == removes, "one to remove is crossed out"
