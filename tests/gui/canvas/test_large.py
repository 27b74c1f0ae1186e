"""Large mazes, which a thread prepares: nothing is lost meanwhile, and nothing fails."""

from __future__ import annotations

import tkinter as tk

import numpy as np
import pytest

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import Solution
from tests.events import settle, wait_until
from tests.gui.canvas.truth import same
from tests.screen.mazes import PaintModel
from tests.writing import on_write


def large() -> Maze:
    """Return a maze that is prepared in a thread."""
    return Maze(build("rectangular", rows=900, columns=1000))


def inner(maze: Maze, count: int) -> Ids:
    lattice = maze.lattice
    cells = np.random.default_rng(1).choice(lattice.inside_cells(), count, replace=False)
    walls = lattice.wall_ids(cells, np.ones_like(cells))
    return np.array([wall for wall in walls if lattice.is_inner(int(wall))])


def test_edits_of_a_large_maze_before_it_is_fine(view: MazeView) -> None:
    maze = large()
    on_write(maze, view.changed)
    view.show(maze)
    assert not view.fine
    maze.toggle(inner(maze, 3000))
    maze.toggle(inner(maze, 50_000))
    wait_until(view, lambda: view.fine)
    assert same(view)
    maze.toggle(inner(maze, 3000))
    settle(view)
    assert same(view)


@pytest.mark.slow
def test_painting_a_large_maze_before_it_is_fine(view: MazeView) -> None:
    maze, random = large(), np.random.default_rng(3)
    view.show(maze)
    truth = PaintModel(maze)
    cells = maze.lattice.inside_cells()
    marks = random.integers(0, 4, maze.lattice.size).astype(np.uint8) * maze.lattice.inside
    solution = Solution(maze.lattice, "test", cells[:700].copy(), marks)
    truth.show_solution(solution)
    view.show_solution(solution)
    view.paint(*truth.paint(random, 3000))
    assert not view.fine
    wait_until(view, lambda: view.fine)
    assert same(view, paint=truth)
    view.paint(*truth.paint(random, 3000))
    assert same(view, paint=truth)


@pytest.mark.slow
def test_another_maze_while_the_first_is_prepared(root: tk.Tk, view: MazeView) -> None:
    view.show(large())
    maze = large()
    maze.toggle(inner(maze, 9000))
    on_write(maze, view.changed)
    view.show(maze)
    view.show(maze)
    wait_until(view, lambda: view.fine)
    assert same(view)
    maze.toggle(inner(maze, 90_000))
    view.changed(None)  # any wall
    assert not view.fine
    wait_until(view, lambda: view.fine)
    assert same(view)
    view.show(large())
    assert not view.fine
    view.destroy()  # while a thread works
    settle(root)
