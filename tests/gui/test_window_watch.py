"""Watching a maze being made and solved: play, pause, steps, scrubbing, speed, by hand and keys."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.editing import work
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.generators import GENERATORS
from mazeeditor.gui.watching import clock, projector
from mazeeditor.gui.watching.clock import SPANS, SPEEDS
from mazeeditor.gui.watching.window import Shot, WatchWindow
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.solvers import solve
from tests.events import click, drag, key, move, press, release, screenshot, settle, wheel
from tests.gui.watching.films import (
    Screening,
    check_shows,
    only_window,
    same_walls,
    screening_of,
    small_desk,
    windows,
)

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def made() -> Screening:
    return screening_of("shift+F7")


@pytest.fixture
def paused(made: Screening) -> Screening:
    made.wait_for_record()
    key(made.window, "space")
    assert not made.clock.playing
    return made


def test_the_maze_that_generate_made_is_made_again(made: Screening) -> None:
    assert made.clock.playing, "it plays by itself"
    made.wait_for_end()
    answer, document = made.pane.film.answer, made.desk.document
    assert isinstance(answer, Maze)
    assert same_walls(answer, document.maze)
    assert same_walls(made.pane.player.maze, document.maze)
    assert made.pane.figures.cget("text") == "done: 72 cells"
    assert made.place == f"step {made.pane.film.steps:,} of {made.pane.film.steps:,}"
    check_shows(made.pane, made.pane.film.steps)


def test_every_generator_can_be_watched(made: Screening) -> None:
    desk, form = made.desk, made.desk.window.generate
    for name in GENERATORS.names():
        key(only_window(desk), "Escape")
        form.choice.boxes["generator"].show(name)
        form._chosen("generator", name)
        form.recipe.show({"braid": 0.5})
        click(form.watch)
        desk.wait(lambda: bool(windows(desk)), "the Watch window")
        shown = Screening(desk)
        shown.wait_for_end()
        recipe, shape, sizes = form.chosen() or ({}, "", {})
        answer = shown.pane.film.answer
        assert isinstance(answer, Maze)
        assert np.array_equal(answer.walls, work.made(recipe, shape, sizes).walls), name
        check_shows(shown.pane, shown.pane.film.steps)


def test_a_solver_is_watched_with_its_options() -> None:
    shown = screening_of("F7")
    shown.wait_for_end()
    answer, desk = shown.pane.film.answer, shown.desk
    assert isinstance(answer, Solution)
    assert answer.solver == desk.window.solve.solver
    assert list(answer.route) == list(solve(answer.solver, desk.document.maze).route)
    words = f"done: {len(answer.route)} cells · {answer.visited} visited"
    assert shown.pane.figures.cget("text") == words
    assert desk.document.solution is None, "the document hears nothing of it"


def test_steps_forward_and_back(paused: Screening) -> None:
    window = paused.window
    key(window, "Home")
    check_shows(paused.pane, 0)
    assert paused.transport.buttons["back"].instate(["disabled"])
    key(window, "Right", 3)
    check_shows(paused.pane, 3)
    click(paused.transport.buttons["forward"])
    click(paused.transport.buttons["forward"])
    click(paused.transport.buttons["back"])
    check_shows(paused.pane, 4)
    key(window, "Left")
    check_shows(paused.pane, 3)
    assert paused.place == f"step 3 of {paused.clock.length:,}"
    tenth = paused.clock.length // 10
    key(window, "shift+Right")
    check_shows(paused.pane, 3 + tenth)
    key(window, "shift+Left", 2)
    check_shows(paused.pane, 0)
    click(paused.transport.buttons["last"])
    check_shows(paused.pane, paused.clock.length)
    assert paused.transport.buttons["forward"].instate(["disabled"])
    click(paused.transport.buttons["first"])
    check_shows(paused.pane, 0)


def test_space_and_the_button_play_and_pause(paused: Screening) -> None:
    key(paused.window, "Home")
    click(paused.transport.buttons["play"])
    paused.desk.wait(lambda: paused.clock.step > 2, "some steps")
    key(paused.window, "space")
    step = paused.clock.step
    check_shows(paused.pane, step)
    key(paused.window, "space")
    paused.desk.wait(lambda: paused.clock.step > step, "more steps")


def test_space_presses_the_button_that_has_the_keyboard(paused: Screening) -> None:
    key(paused.window, "Home")
    paused.transport.buttons["forward"].focus_set()
    key(paused.window, "space")
    check_shows(paused.pane, 1)
    assert not paused.clock.playing
    paused.transport.loop.focus_set()
    key(paused.window, "space")
    assert paused.clock.again
    assert not paused.clock.playing


def test_dragging_the_thumb(paused: Screening) -> None:
    line, length = paused.transport.scrubber, paused.clock.length
    first, last = line.margin, line.winfo_width() - line.margin
    y = line.winfo_height() / 2
    drag(line, [(first, y), ((first + last) / 2, y)], step=40)
    assert abs(paused.clock.step - length / 2) <= length / (last - first) + 1
    check_shows(paused.pane, paused.clock.step)
    drag(line, [((first + last) / 2, y), (last + 300, y)], step=60)
    check_shows(paused.pane, length)
    click(line, first, y)
    check_shows(paused.pane, 0)


def test_a_film_stands_still_while_the_thumb_is_held(paused: Screening) -> None:
    line = paused.transport.scrubber
    key(paused.window, "space")
    press(line, line.winfo_width() / 3)
    step = paused.clock.step
    assert not paused.clock.playing
    settle(line)
    assert paused.clock.step == step
    release(line)
    assert paused.clock.playing
    press(line)
    move(line, line.winfo_width() - 1)
    release(line)
    assert (paused.clock.playing, paused.clock.at_end) == (False, True)


def test_speeds(paused: Screening) -> None:
    menu = paused.window.nametowidget(str(paused.transport.speed.cget("menu")))
    assert paused.transport.speed.cget("text") == "All in 10 s"
    menu.invoke(len(SPANS) + 1)
    settle(menu)
    assert (paused.clock.speed.rate, paused.transport.speed.cget("text")) == (1, "1 step/s")
    menu.invoke(0)
    settle(menu)
    assert paused.clock.speed.span == SPANS[0]
    menu.invoke("end")
    settle(menu)
    assert paused.clock.speed.rate == SPEEDS[-1]
    key(paused.window, "minus")
    assert paused.transport.speed.cget("text") == f"{SPEEDS[-2]:,} steps/s"


def test_again_and_again(paused: Screening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "HOLD", 0.05)
    key(paused.window, "l")
    assert paused.transport.again.get()
    key(paused.window, "End")
    key(paused.window, "plus")
    key(paused.window, "space")
    for _round in range(2):
        paused.desk.wait(lambda: 0 < paused.clock.step < paused.clock.length, "another round")
        key(paused.window, "End")
    assert paused.clock.playing
    click(paused.transport.loop)
    assert not paused.clock.again


def test_zoom_and_pan(paused: Screening) -> None:
    view = paused.pane.view
    fitted = view.viewport.zoom
    wheel(view.canvas, 5)
    zoom, x = view.viewport.zoom, view.viewport.x
    assert zoom > fitted
    drag(view.canvas, [(200, 200), (150, 200)])
    assert view.viewport.x == pytest.approx(x + 50)
    key(paused.window, "ctrl+0")
    assert view.viewport.zoom == fitted
    assert view.cell is None
    key(view.canvas, "Right")
    assert view.cell is None, "arrows are for steps"


def test_using_the_maze_is_one_step(made: Screening) -> None:
    desk = made.desk
    before = desk.document.maze
    key(desk.root, "ctrl+shift+g")
    desk.wait_for_work()
    other = desk.document.maze
    made.wait_for_record()
    assert made.window.used
    click(made.window.used)
    assert desk.document.maze is not before
    assert same_walls(desk.document.maze, before)
    assert desk.document.recipe["seed"] == desk.window.generate.recipe.values()["seed"]
    desk.document.undo()
    assert desk.document.maze is other
    assert isinstance(made.pane.film.answer, Maze)
    click(made.window.used)
    assert desk.document.maze is not made.pane.film.answer, "an edit must not reach the film"


@pytest.mark.parametrize("missing", ["entrance", "exit"])
def test_without_openings_nothing_can_be_watched(missing: str) -> None:
    desk = small_desk()
    maze = desk.document.maze
    entrance = None if missing == "entrance" else maze.entrance
    desk.document.apply(SetOpenings(maze, entrance, () if missing == "exit" else maze.exits))
    key(desk.root, "F7")
    settle(desk.root)
    assert desk.answers.errors == [f"This maze has no {missing}: set one, then solve."]


def test_a_large_film_winds_to_where_it_shall_be(
    paused: Screening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paused.pane, "_stride", 10)
    monkeypatch.setattr(projector, "FRAME", 50)  # so that frames are not over before we look
    for keys, end in (("End", paused.clock.length), ("Home", 0)):
        key(paused.window, keys)
        assert paused.pane.player.step != end
        assert paused.clock.step == end
        paused.desk.wait(lambda: paused.window.projector.resting, "the end")
        check_shows(paused.pane, end)


def test_the_view_hears_of_each_wall(paused: Screening, monkeypatch: pytest.MonkeyPatch) -> None:
    key(paused.window, "Home")
    told: list[int] = []
    monkeypatch.setattr(paused.pane.view, "changed", lambda walls: told.extend(walls.tolist()))
    for _tenth in range(11):
        key(paused.window, "shift+Right")
    start, end = paused.pane.film.start, paused.pane.player.maze
    assert sorted(told) == sorted(set(start.closed_walls()) - set(end.closed_walls()))


@pytest.mark.parametrize("keys", ["shift+F7", "F7"])
def test_the_screen_shows_the_step(keys: str) -> None:
    shown = screening_of(keys)
    shown.wait_for_end()
    length, window = shown.clock.length, shown.window
    picture = None
    for share in (0.3, 0.9, 0.5, 0.52, 0.0, 1.0):
        shown.clock.seek(round(share * length))
        window.projector.wake()
        before, picture = picture, screenshot(shown.pane.view.canvas)
        assert picture != before
        other = WatchWindow(shown.desk.window, "", [Shot(shown.pane.film, lambda _job: None)])
        other.clock.playing = False
        settle(other)
        other.clock.seek(shown.clock.position)
        other.projector.wake()
        settle(other)
        assert screenshot(other.panes[0].view.canvas) == picture
        other.destroy()
        settle(window)
