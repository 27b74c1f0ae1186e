"""The page large in the main area: what is printed, at any zoom, and edited on every shape."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.printing.snapshot import ComposedPage, Print, compose_first, cut_out, draw_part
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import ReplaceMaze, SetOpenings, SetPage
from mazeeditor.gui.layers import page_layer
from mazeeditor.gui.layers.page_layer import PageLayer
from mazeeditor.gui.workspaces.page import PageWorkspace
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw
from mazeeditor.screen.viewport import Viewport
from tests.breadth import stress
from tests.editing.samples import inner_walls
from tests.events import click, drag, key, screenshot, settle, wheel
from tests.gui.desk import Desk

SIZES = {
    "rectangular": {"rows": 12, "columns": 16},
    "hexagonal": {"rows": 9, "columns": 9},
    "triangular": {"rows": 8, "columns": 15},
    "polar": {"rings": 6},
}


def maze_of(shape: str, seed: int = 5) -> Maze:
    sizes = SIZES.get(shape, {})
    return generate("backtracker", build(shape, **sizes), seed=seed)


def layer_of(desk: Desk) -> PageLayer:
    content = desk.window.switch.contents["page"]
    assert isinstance(content, PageWorkspace)
    return content.layer


def wait(desk: Desk) -> None:
    desk.wait_for_work()
    desk.wait(lambda: layer_of(desk).settled, "the page")
    settle(desk.root)


def show(desk: Desk, **page: object) -> PageLayer:
    if page:
        before = desk.document.page
        desk.document.apply(SetPage(before, replace(before, **page)))  # type: ignore[arg-type]
    key(desk.root, "alt+2")
    wait(desk)
    return layer_of(desk)


def held(layer: PageLayer, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let the page not be composed before an event is set."""
    go_on = threading.Event()

    def slow(print_: Print, job: Job) -> ComposedPage:
        go_on.wait(10)
        return compose_first(print_, job)

    monkeypatch.setattr(layer.composing, "_work", slow)
    return go_on


def is_page(desk: Desk) -> bool:
    return desk.session.view.workspaces.name == "page"


def pixels(desk: Desk) -> NDArray[np.uint8]:
    return np.asarray(screenshot(desk.canvas))


def reddish(seen: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which pixels are those of red lines, also of thin ones."""
    red, *others = (seen[:, :, channel].astype(int) for channel in range(3))
    return np.asarray(red - np.maximum(*others) > 40)


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", SHAPES.names())
def test_a_part_is_cut_out_of_the_whole_page(shape: str) -> None:
    page = Page(title="Otto", colour="#0a3d91", walls="bands", solution="drawn")
    composed = compose_first(Print(maze_of(shape), page, None), Job())
    geometry = maze_of(shape).lattice.geometry
    view = Viewport(geometry.width, geometry.height, 300, 260, zoom=24, sheet=composed.sheet)
    origin = round(composed.sheet[0] * 24), round(composed.sheet[1] * 24)
    composed = snapped(composed)
    width = round(composed.layout.width / composed.layout.scale.cell * 24)
    whole = np.asarray(draw(composed.scene, width).convert("RGB"))
    for x, y in ((-5000, -5000), (40, 30), (origin[0] - 60, origin[1] - 50)):
        part = draw_part(composed, replace(view, x=x, y=y), Job())
        if part.image is None:
            assert (x, y) == (-5000, -5000)
            continue
        left, top = (part.area.left - round(composed.sheet[0] * 24)), part.area.top
        top -= round(composed.sheet[1] * 24)
        shown = np.asarray(part.image.convert("RGB"))
        expected = whole[top : top + shown.shape[0], left : left + shown.shape[1]]
        height = min(len(expected), len(shown))
        assert height > 100
        difference = np.abs(shown[:height].astype(int) - expected[:height])
        assert difference.mean() < 0.5


def snapped(composed: ComposedPage) -> ComposedPage:
    """Return the page with its maze at whole pixels of a zoom of 24, so that both can be compared.

    A part begins at a whole pixel of the maze, the whole page at its own corner.
    """
    layout, scene = composed.layout, composed.scene
    unit = layout.scale.cell / 24
    x, y = (round(edge / unit) * unit for edge in (layout.x, layout.y))
    width = round(scene.width / unit) * unit
    moved = cut_out(scene, layout.x - x, layout.y - y, width, scene.height)
    return ComposedPage(moved, replace(layout, x=x, y=y, width=width))


def test_the_page_is_shown_and_the_maze_again(desk: Desk) -> None:
    before = desk.view.viewport
    layer = show(desk, title="Otto", colour="#c62828", margin=30.0)
    assert layer.shown
    seen = pixels(desk)
    paper = desk.view.viewport.paper
    screen = desk.view.viewport.screen
    assert paper.cut(screen) == paper, "the whole page is in view"
    assert reddish(seen).sum() > 1000
    corner = paper.left - screen.left + 8, paper.top - screen.top + 8
    assert tuple(seen[corner[1], corner[0]]) == (255, 255, 255)
    key(desk.root, "alt+1")
    settle(desk.root)
    assert not layer.shown
    assert desk.view.viewport == before
    assert reddish(pixels(desk)).sum() < 500  # the exit


@pytest.mark.slow
def test_each_workspace_keeps_the_part_that_was_shown(desk: Desk) -> None:
    wheel(desk.canvas, 3, 300, 260)
    desk.wait_for_work()
    drawn = desk.view.viewport
    show(desk)
    assert desk.view.fitted
    wheel(desk.canvas, 2, 200, 300)
    wait(desk)
    printed = desk.view.viewport
    key(desk.root, "alt+1")
    settle(desk.root)
    assert desk.view.viewport == drawn
    show(desk)
    assert desk.view.viewport == printed


@pytest.mark.slow
def test_the_wheel_zooms_and_the_picture_stays_in_place(desk: Desk) -> None:
    show(desk)
    for clicks in (3, 4, -2):
        wheel(desk.canvas, clicks, 300, 260)
        wait(desk)
        check_place(desk)
    drag(desk.canvas, [(300, 260), (180, 200)], button=2)
    wait(desk)
    check_place(desk)


def check_place(desk: Desk) -> None:
    """Fail unless walls of the page are dark where the maze has walls, and passages white."""
    wrong = 0
    looked = 0
    seen = pixels(desk).min(axis=-1)
    for row in range(0, 30, 3):
        for column in range(0, 39, 3):
            x, y = desk.middle_of(row, column, "right")
            if not (4 < x < seen.shape[1] - 4 and 4 < y < seen.shape[0] - 4):
                continue
            if not is_bare(desk, x, y):
                continue
            looked += 1
            dark = seen[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].min() < 140
            wrong += dark != desk.is_closed(row, column, "right")
    assert looked > 10
    assert wrong == 0


def is_bare(desk: Desk, x: float, y: float) -> bool:
    """Whether nothing lies over the page: no scroll bar, no overview, no preview of an edit."""
    canvas = desk.canvas
    place = round(x) + canvas.winfo_rootx(), round(y) + canvas.winfo_rooty()
    around = [(place[0] + dx, place[1] + dy) for dx in (-4, 4) for dy in (-4, 4)]
    near = [a - b for a, b in zip(place, canvas.winfo_pointerxy(), strict=True)]
    return (
        all(canvas.winfo_containing(*at) is canvas for at in around)
        and max(map(abs, near)) > desk.view.viewport.zoom
    )


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_a_wall_is_edited_on_the_page(desk: Desk, shape: str) -> None:
    maze = maze_of(shape)
    desk.document.apply(ReplaceMaze("Another", maze, Recipe()))
    desk.wait_for_work()
    layer = show(desk, colour="#c62828", margin=5.0)
    desk.session.view.toolbox.choose("wall")
    wheel(desk.canvas, 3)
    wait(desk)
    maze, geometry = desk.document.maze, desk.document.maze.lattice.geometry
    width, height = desk.canvas.winfo_width(), desk.canvas.winfo_height()
    done, enough = 0, 20 if stress() else 2
    for wall in inner_walls(maze.lattice):
        ids = np.array([wall])
        ends = geometry.post_positions(geometry.posts(ids))
        x, y = desk.view.viewport.to_px(*middles(ends, geometry.bulges(ids))[0])
        if not (0.3 * width < x < 0.7 * width and 0.3 * height < y < 0.7 * height):
            continue
        before = bool(maze.is_closed(np.array([wall]))[0])
        desk.session.view.offered_wall.hide()  # its note may lie over the wall
        click(desk.canvas, x, y)
        assert bool(maze.is_closed(np.array([wall]))[0]) is not before
        wait(desk)
        desk.canvas.event_generate("<Leave>")  # no preview over the wall
        settle(desk.root)
        assert layer.seen
        around = pixels(desk)[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2]
        assert reddish(around).any() != before
        done += 1
        if done == enough:
            break
    assert done == enough


@pytest.mark.slow
def test_an_edit_is_seen_before_a_slow_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    layer = show(desk)
    go_on = held(layer, monkeypatch)
    desk.session.view.toolbox.choose("wall")
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.wait(lambda: not layer.seen, "the maze below the page", 3)
    assert not layer.settled
    go_on.set()
    wait(desk)
    assert layer.seen


@pytest.mark.slow
def test_paper_is_white_in_the_dark_theme_while_the_page_takes_its_time_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.window.run(COMMANDS["theme-dark"])
    layer = show(desk)
    go_on = held(layer, monkeypatch)
    x, y = map(round, desk.at(-0.5, 10.5))  # on the paper above the maze
    desk.session.view.toolbox.choose("wall")
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.wait(lambda: not layer.seen, "the maze below the page", 3)
    desk.wait(lambda: desk.view.painted, "the maze")
    assert pixels(desk)[y, x].min() == 255
    go_on.set()
    wait(desk)
    key(desk.root, "alt+1")
    desk.wait_for_work()
    x, y = map(round, desk.at(-0.5, 10.5))  # on the paper above the maze
    assert pixels(desk)[y, x].max() < 60


@pytest.mark.slow
def test_a_page_that_cannot_be_drawn_leaves_the_maze(desk: Desk) -> None:
    layer = show(desk)
    maze = desk.document.maze
    desk.document.apply(SetPage(desk.document.page, replace(desk.document.page, solution="drawn")))
    wait(desk)
    entrance = maze.entrance
    desk.document.apply(SetOpenings(maze, None, maze.exits))
    wait(desk)
    assert not layer.seen
    assert desk.answers.errors == []
    desk.document.apply(SetOpenings(maze, entrance, maze.exits))
    wait(desk)
    assert layer.seen


@pytest.mark.slow
def test_what_the_page_would_cover_hides_it(desk: Desk) -> None:
    show(desk)
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    assert not desk.document.dirty, "no tool was chosen here"
    desk.canvas.focus_set()
    key(desk.canvas, "w")
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    assert desk.document.dirty
    desk.canvas.focus_set()
    key(desk.root, "h")
    desk.wait_for_work()
    assert not is_page(desk)
    key(desk.root, "h")
    show(desk)
    key(desk.root, "F8")
    settle(desk.root)
    assert desk.window.game
    assert not is_page(desk)


def test_a_page_too_large_is_not_shown(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_layer, "MOST_CELLS", 1000)
    key(desk.root, "alt+2")
    settle(desk.root)
    assert not layer_of(desk).shown
    assert "1,200 cells" in desk.window.status.text
    small = maze_of("rectangular")
    desk.document.apply(ReplaceMaze("Smaller", small, Recipe()))
    wait(desk)
    assert layer_of(desk).shown
