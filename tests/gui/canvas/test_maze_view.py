"""The canvas in a real window: what the screen shows is what composing it anew would show."""

from __future__ import annotations

import tkinter as tk

import numpy as np
import pytest

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import apply
from mazeeditor.maze.lattice import Opening
from mazeeditor.screen import maze_picture
from mazeeditor.screen.area import Area
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.pixel_colours import VISITED, PixelColours, Pixels
from mazeeditor.screen.viewport import Viewport
from tests.events import move, settle
from tests.gui.canvas.truth import on_screen, same, show
from tests.screen.mazes import PaintModel, box, route_of, some_walls


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_the_screen_shows_the_truth(view: MazeView, seed: int) -> None:
    random = np.random.default_rng(seed)
    maze = show(view, box(36, 50, seed))
    solution = route_of(maze, *map(int, random.choice(maze.lattice.inside_cells(), 2)))
    view.show_solution(solution)
    truth = PaintModel(maze)
    truth.show_solution(solution)
    for _step in range(36):
        match int(random.integers(0, 10)):
            case 0:
                view.pan(*random.integers(-300, 300, 2))
            case 1:
                view.zoom_by(int(random.integers(-4, 5)), *random.integers(0, 500, 2))
            case 2:
                maze.toggle(some_walls(maze, 0.002, int(random.integers(0, 99))))
            case 3:
                maze.toggle(some_walls(maze, 0.05, int(random.integers(0, 99))))
            case 4:  # an edit and a move before anything was drawn
                maze.toggle(some_walls(maze, 0.002, int(random.integers(0, 99))))
                view.pan(*random.integers(-40, 40, 2))
            case 5:
                view.winfo_toplevel().geometry("{}x{}".format(*random.integers(300, 900, 2)))
            case 6:
                maze.toggle(some_walls(maze, 0.002, int(random.integers(0, 99))))
                view.zoom_by(int(random.integers(-2, 3)))
            case 7:  # few cells, which are painted one by one
                view.paint(*truth.paint(random, 9))
            case 8:
                view.paint(*truth.paint(random, 700))
                maze.toggle(some_walls(maze, 0.01, int(random.integers(0, 99))))
            case 9:
                truth.show_solution(chosen := (solution, None)[int(random.integers(0, 2))])
                view.show_solution(chosen)
        assert same(view, paint=truth), f"after step {_step}"


def test_fitted_at_first_in_every_size(view: MazeView) -> None:
    for size in [(1, 1), (1, 300), (300, 1), (7, 9), (200, 150)]:
        show(view, box(*size, seed=2))
        assert view.viewport == view.viewport.fitted()
        assert same(view)


@pytest.mark.dpi(192)
def test_twice_as_large_at_192_dpi(view: MazeView) -> None:
    show(view, box(10, 10))
    assert view.viewport.margin == 56
    view.actual_size()
    assert view.viewport.zoom == 48
    assert view.viewport.percent == 100
    assert same(view)


def note_composed(monkeypatch: pytest.MonkeyPatch) -> list[Area]:
    """Return the list of the areas that are composed from now on."""
    composed: list[Area] = []
    compose = maze_picture.compose_page

    def noting(
        raster: MazeRaster,
        colours: PixelColours,
        view: Viewport,
        area: Area,
        out: Pixels | None = None,
    ) -> Pixels:
        composed.append(area)
        return compose(raster, colours, view, area, out)

    monkeypatch.setattr(maze_picture, "compose_page", noting)
    return composed


def test_edits_paint_once_and_little_more_than_they_change(
    view: MazeView, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze = show(view, box(20, 20))
    walls, screen = some_walls(maze, 1.0), view.viewport.screen.size
    rows = maze.lattice.places(walls // 4)[:, 0]
    composed = note_composed(monkeypatch)
    for edits, most in (
        (np.array_split(walls[::2], len(walls) // 2), 1.01 * screen),  # one after the other
        ([walls[(rows > 2) & (rows < 6)]], 0.4 * screen),  # many, joined
        ([walls[:1]], 3 * view.viewport.zoom**2),
    ):
        composed.clear()
        for edit in edits:
            maze.toggle(edit)
        settle(view)
        assert 0 < sum(area.size for area in composed) < most
        assert same(view)


def test_more_changes_than_areas(view: MazeView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maze_picture, "MANY_CHANGES", 300)
    truth = PaintModel(maze := show(view, box(30, 30)))
    random = np.random.default_rng(1)
    for _again in range(5):
        view.paint(*truth.paint(random, 100))
    maze.toggle(some_walls(maze, 0.2))
    assert same(view, paint=truth)


def test_the_solution_goes_when_asked_to_and_with_the_maze(view: MazeView) -> None:
    maze = show(view, box(30, 30))
    cells = maze.lattice.inside_cells()
    solution = route_of(maze, int(cells[0]), int(cells[-1]))
    view.show_solution(solution)
    assert same(view, solution)
    view.paint(cells[:50], np.full(50, VISITED, np.uint8))
    assert not same(view)
    view.show_solution(None)
    assert same(view), "and the paint with it"
    view.paint(cells[:0], np.zeros(0, np.uint8))
    assert same(view)
    view.show_solution(solution)
    show(view, box(30, 30, 5))
    assert same(view)


def test_a_short_pan_paints_what_comes_in(view: MazeView, monkeypatch: pytest.MonkeyPatch) -> None:
    show(view, box(200, 200))
    view.actual_size()
    settle(view)
    composed = note_composed(monkeypatch)
    view.pan(3, 0)
    settle(view)
    assert sum(area.size for area in composed) < view.viewport.screen.size * 0.6
    composed.clear()
    view.pan(3, 0)
    settle(view)
    assert composed == []
    assert same(view)


def test_edits_beside_the_screen_are_seen_when_they_come_in(view: MazeView) -> None:
    maze = show(view, box(100, 100))
    view.look(view.viewport.zoomed(24))
    settle(view)
    view.pan(100, 80)  # now the tiles reach beyond the screen
    settle(view)
    right, bottom = view.viewport.screen.right, view.viewport.screen.bottom
    walls = some_walls(maze, 1.0)
    geometry = maze.lattice.geometry
    places = geometry.post_positions(geometry.posts(walls)).mean(axis=1) * view.viewport.zoom
    distance = (places - (right, bottom)).max(axis=1)
    near = (places > (right - 400, bottom - 300)).all(axis=1)
    beside = walls[near & (distance > 24) & (distance < 90)]
    for edit in (beside[:5], beside[5:]):  # few are painted one by one
        maze.toggle(edit)
        settle(view)
    view.pan(60, 60)
    assert same(view)


def test_another_theme_and_other_openings(root: tk.Tk, view: MazeView) -> None:
    maze = show(view, box(12, 12))
    before = on_screen(view)
    view.set_theme(apply(root, "dark", view.theme.scale))
    assert same(view)
    assert not np.array_equal(before, on_screen(view))
    maze.set_openings(Opening(maze.lattice.cell(4, 4)), ())
    settle(view)
    assert not same(view), "a disc lies over the picture"
    maze.set_openings(None, ())
    assert same(view)


def test_a_view_keeps_its_middle_and_a_fitted_one_stays_fitted(root: tk.Tk, view: MazeView) -> None:
    show(view, box(30, 30))
    root.geometry("500x400")
    settle(root)
    assert view.viewport == view.viewport.fitted()
    view.zoom_by(3)
    middle = view.viewport.to_cells(view.viewport.width / 2, view.viewport.height / 2)
    root.geometry("801x603")
    settle(root)
    before = view.viewport
    after = before.to_cells(before.width / 2, before.height / 2)
    assert after == pytest.approx(middle, abs=1 / before.zoom)
    show(view, box(30, 30, 3))
    assert view.viewport == before, "as it is a maze of the same size"
    show(view, box(30, 31))
    assert view.viewport == view.viewport.fitted()


def test_events(view: MazeView) -> None:
    events = []
    for name in ("<<ViewChanged>>", "<<PointerMoved>>", "<<CursorMoved>>"):
        view.bind(name, lambda _event, name=name: events.append(name))
    maze = show(view, box(10, 10))
    assert events == ["<<ViewChanged>>"]
    move(view.canvas, *view.viewport.to_px(2.5, 3.5))
    assert view.pointer.cell == maze.lattice.cell(3, 2)
    move(view.canvas, *view.viewport.to_px(2.6, 3.6))
    view.cell = maze.lattice.cell(1, 1)
    view.cell = maze.lattice.cell(1, 1)
    settle(view)
    assert events[1:] == ["<<PointerMoved>>", "<<CursorMoved>>"]
    move(view.rulers[0].canvas)
    assert view.pointer.cell is None
