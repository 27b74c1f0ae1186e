"""Watching a maze being made and solved: play, steps, scrubbing and legend, by hand and keys."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.app.shown.film_shows import Recording
from mazeeditor.films.legend import LINE, legend_of
from mazeeditor.films.playback import SPANS_S, SPEEDS
from mazeeditor.gui.dialogs.shortcuts_dialog import WATCHING
from mazeeditor.gui.watching.film_stage import USE
from mazeeditor.gui.watching.film_view import CHOOSE, SAVE
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import maze_of
from mazeeditor.maze.solvers import Solution, solve
from mazeeditor.screen.pixel_colours import ROUTE, kind_colours
from tests.events import click, drag, key, screenshot, settle
from tests.gui.watching.films import (
    Screening,
    check_shows,
    same_walls,
    screening_of,
    stages,
    to_draw,
)

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def made() -> Screening:
    return screening_of("shift+F7")


@pytest.fixture
def paused(made: Screening) -> Screening:
    made.wait_for_record()
    key(made.stage, "space")
    assert not made.playback.playing
    return made


def test_the_page_of_shortcuts_has_all_keys(made: Screening) -> None:
    listed = {chord for _label, chords in WATCHING for chord in chords}
    assert listed == {*made.controls._keys, SAVE, USE, CHOOSE, "Escape"}


@pytest.mark.slow
def test_the_maze_of_generate_is_generated_again(made: Screening) -> None:
    assert made.playback.playing, "it plays by itself"
    made.wait_for_end()
    result, desk, document = made.pane.film.result, made.desk, made.desk.document
    assert isinstance(result, Maze)
    assert same_walls(result, document.maze)
    assert same_walls(made.pane.player.maze, document.maze)
    assert made.pane.figures.cget("text") == "done: 72 cells"
    assert made.place == f"step {made.pane.film.steps:,} of {made.pane.film.steps:,}"
    check_shows(made.pane, made.pane.film.steps)
    desk.wait(lambda: made.stage.frames.idle, "rest: nothing moves any more")
    form = desk.generate
    to_draw(desk)
    form.draft.choose_generator("prim")
    form.recipe.show({"braid": 0.5})
    click(form.watch)
    desk.wait(lambda: bool(stages(desk)), "the films")
    shown = Screening(desk)
    shown.wait_for_end()
    result = shown.pane.film.result
    assert isinstance(result, Maze)
    assert np.array_equal(result.walls, maze_of(form.draft.recipe(shown=True)).walls)


@pytest.mark.slow
def test_a_solver_is_watched_with_its_options() -> None:
    shown = screening_of("F7")
    shown.wait_for_end()
    result, desk = shown.pane.film.result, shown.desk
    assert isinstance(result, Solution)
    assert result.solver == desk.session.view.solver.name
    assert list(result.route) == list(solve(result.solver, desk.document.maze).route)
    text = f"done: {len(result.route)} cells · {result.visited} visited"
    assert shown.pane.figures.cget("text") == text
    assert desk.document.solution is None, "the document does not change"


@pytest.mark.slow
def test_steps_forward_and_back(paused: Screening) -> None:
    window = paused.stage
    key(window, "Home")
    check_shows(paused.pane, 0)
    assert paused.controls.buttons["back"].instate(["disabled"])
    key(window, "Right", 3)
    check_shows(paused.pane, 3)
    click(paused.controls.buttons["forward"])
    click(paused.controls.buttons["forward"])
    click(paused.controls.buttons["back"])
    check_shows(paused.pane, 4)
    key(window, "Left")
    check_shows(paused.pane, 3)
    assert paused.place == f"step 3 of {paused.playback.length:,}"
    tenth = paused.playback.length // 10
    key(window, "shift+Right")
    check_shows(paused.pane, 3 + tenth)
    key(window, "shift+Left", 2)
    check_shows(paused.pane, 0)
    click(paused.controls.buttons["last"])
    check_shows(paused.pane, paused.playback.length)
    assert paused.controls.buttons["forward"].instate(["disabled"])
    click(paused.controls.buttons["first"])
    check_shows(paused.pane, 0)


@pytest.mark.slow
def test_space_and_the_button_play_and_pause(paused: Screening) -> None:
    key(paused.stage, "Home")
    click(paused.controls.buttons["play"])
    paused.desk.wait(lambda: paused.playback.step > 2, "some steps")
    key(paused.stage, "space")
    step = paused.playback.step
    check_shows(paused.pane, step)
    key(paused.stage, "space")
    paused.desk.wait(lambda: paused.playback.step > step, "more steps")
    key(paused.stage, "space")
    key(paused.stage, "Home")
    paused.controls.buttons["forward"].focus_set()
    key(paused.stage, "space")  # presses what has the keyboard
    check_shows(paused.pane, 1)
    assert not paused.playback.playing
    paused.controls.repeat.focus_set()
    key(paused.stage, "space")
    assert paused.playback.repeat
    assert not paused.playback.playing


@pytest.mark.slow
def test_dragging_the_thumb(paused: Screening) -> None:
    line, length = paused.controls.scrubber, paused.playback.length
    first, last = line.margin, line.winfo_width() - line.margin
    y = line.winfo_height() / 2
    drag(line, [(first, y), ((first + last) / 2, y)], step=40)
    assert abs(paused.playback.step - length / 2) <= length / (last - first) + 1
    check_shows(paused.pane, paused.playback.step)
    drag(line, [((first + last) / 2, y), (last + 300, y)], step=60)
    check_shows(paused.pane, length)
    click(line, first, y)
    check_shows(paused.pane, 0)


def test_using_the_maze_is_one_step(made: Screening) -> None:
    desk = made.desk
    before = desk.document.maze
    key(desk.root, "ctrl+shift+g")
    desk.wait_for_work()
    other = desk.document.maze
    made.wait_for_record()
    assert made.stage.used
    click(made.stage.used)
    assert desk.document.maze is not before
    assert same_walls(desk.document.maze, before)
    assert desk.document.recipe.seed == desk.generate.recipe.values()["seed"]
    desk.document.undo()
    assert desk.document.maze is other
    assert isinstance(made.pane.film.result, Maze)
    key(made.stage, "ctrl+Return")
    assert same_walls(desk.document.maze, before)
    assert desk.document.maze is not made.pane.film.result, "an edit must not reach the film"


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["shift+F7", "F7"])
def test_the_screen_shows_the_step(keys: str) -> None:
    shown = screening_of(keys)
    shown.wait_for_end()
    desk, length = shown.desk, shown.playback.length
    films = desk.session.view.film_shows
    picture = None
    for share in (0.3, 0.9, 0.5, 0.52, 0.0, 1.0):
        shown.playback.seek(round(share * length))
        shown.stage.frames.wake()
        before, picture = picture, screenshot(shown.pane.view.canvas)
        assert picture != before
        film, position = shown.pane.film, shown.playback.position
        films.show(shown.view.name, [Recording(film, lambda _job: None)])
        settle(desk.root)
        shown = Screening(desk)  # which has not come there step by step
        shown.playback.playing = False
        settle(desk.root)
        shown.playback.seek(position)
        shown.stage.frames.wake()
        settle(desk.root)
        assert screenshot(shown.pane.view.canvas) == picture


def texts(shown: Screening) -> list[str]:
    labels = sorted(shown.stage.legend.labels, key=lambda label: label.winfo_x())
    return [str(label.cget("text")).strip() for label in labels]


def check_legend(shown: Screening) -> None:
    """Everything is explained, within the window, outside of the mazes, in the right colours."""
    window, bar = shown.stage, shown.stage.legend
    legend = legend_of(window.playback.films)
    settle(window)
    assert texts(shown) == [label for _kind, label in legend]
    right = max(label.winfo_x() + label.winfo_width() for label in bar.labels)
    assert right <= bar.winfo_width()
    below = max(pane.winfo_rooty() + pane.winfo_height() for pane in window.panes)
    assert bar.winfo_rooty() >= below
    colours = kind_colours(window.theme)
    for label, (kind, _label) in zip(bar.labels, legend, strict=True):
        pixels = np.array(screenshot(label)).reshape(-1, 3)
        colour = window.theme.route if kind in (LINE, ROUTE) else colours[kind]
        assert (pixels == list(bytes.fromhex(colour[1:]))).all(axis=1).sum() > 9, kind


@pytest.mark.own_window("it changes the theme")
@pytest.mark.slow
@pytest.mark.parametrize("keys", ["F7", pytest.param("shift+F7", marks=pytest.mark.dpi(192))])
def test_the_legend_is_below_the_mazes_and_follows_the_theme(keys: str) -> None:
    shown = screening_of(keys)
    shown.wait_for_record()
    check_legend(shown)
    shown.desk.window.windows.set_theme("dark")
    check_legend(shown)
    px = shown.stage.theme.px
    shown.desk.root.geometry(f"{px(640)}x{px(420)}")
    check_legend(shown)


def test_speeds(paused: Screening) -> None:
    menu = paused.stage.nametowidget(str(paused.controls.speed.cget("menu")))
    assert paused.controls.speed.cget("text") == "All in 10 s"
    menu.invoke(len(SPANS_S) + 1)
    settle(menu)
    assert (paused.playback.speed.rate, paused.controls.speed.cget("text")) == (1, "1 step/s")
    menu.invoke(0)
    settle(menu)
    assert paused.playback.speed.span == SPANS_S[0]
    menu.invoke("end")
    settle(menu)
    assert paused.playback.speed.rate == SPEEDS[-1]
    key(paused.stage, "minus")
    assert paused.controls.speed.cget("text") == f"{SPEEDS[-2]:,} steps/s"
