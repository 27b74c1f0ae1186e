"""Play operated by the user: drags, focus, zoom, and any events in any order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazeeditor.app.commands import COMMANDS
from tests.dialogs import dialog
from tests.events import click, drag, key, move, press, release, settle
from tests.gui.desk import Desk
from tests.gui.playing import Kept, begin, desk_with, figures, game_of, place
from tests.gui.playing import press as press_keys
from tests.oracle import draw, maze_of, open_field

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return desk_with()


def through(desk: Desk, *places: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the middles of cells (row, column) on the canvas."""
    return [desk.at(row + 0.5, column + 0.5) for row, column in places]


@pytest.mark.slow
def test_dragging_walks_also_with_a_fast_hand(desk: Desk) -> None:
    game = begin(desk)
    drag(desk.canvas, through(desk, (0, 0), (0, 3), (2, 3)))
    assert (game.walk.won, game.walk.steps) == (True, 5)
    key(desk.root, "r")
    drag(desk.canvas, through(desk, (0, 0), (0, 3)), step=None)
    drag(desk.canvas, through(desk, (0, 3), (2, 3)), step=None)
    assert (game.walk.won, game.walk.steps) == (True, 5)
    key(desk.root, "r")
    click(desk.canvas, *through(desk, (0, 1))[0])
    assert place(game) == (0, 1), "a press is enough beside the player"


@pytest.mark.slow
def test_escape_within_a_drag_and_a_game_begun_within_one(desk: Desk) -> None:
    begin(desk)
    kept = Kept.of(desk)
    press(desk.canvas, *through(desk, (0, 0))[0])
    move(desk.canvas, *through(desk, (0, 1))[0])
    key(desk.root, "Escape")
    move(desk.canvas, *through(desk, (2, 2))[0])
    release(desk.canvas)
    assert desk.window.game is None
    kept.check(desk)
    walls = desk.document.maze.walls.copy()
    press(desk.canvas, *desk.middle_of(1, 1, "left"))
    move(desk.canvas, *desk.middle_of(1, 2, "left"))
    key(desk.root, "F8")
    game = game_of(desk)
    move(desk.canvas, *through(desk, (0, 1))[0])
    release(desk.canvas)
    assert game.walk.steps == 0
    assert np.array_equal(desk.document.maze.walls, walls), "the stroke was taken back"
    assert not desk.document.can_undo


@pytest.mark.slow
def test_the_view_follows_the_player() -> None:
    field = open_field(1, 60)
    field.set_openings(field.lattice.first, (field.lattice.last,))
    desk = desk_with(field)
    begin(desk)
    fitted = desk.view.viewport
    press_keys(desk, "Right Right Right Right")
    assert desk.view.viewport == fitted, "who sees all of it needs no moving"
    desk.view.actual_size()
    settle(desk.root)
    for _step in range(50):
        key(desk.root, "Right")
        row, column = place(game_of(desk))
        x, y = desk.at(row + 0.5, column + 0.5)
        ahead = desk.at(row + 0.5, column + 4)[0]
        assert 0 < x < ahead < desk.canvas.winfo_width()
        assert 0 < y < desk.canvas.winfo_height()
        left, top, right, bottom = desk.canvas.bbox("player")
        assert left < x < right
        assert top < y < bottom


@pytest.mark.slow
def test_a_large_maze_is_played_from_near() -> None:
    field = open_field(300, 200)
    field.set_openings(field.lattice.first, (field.lattice.last,))
    desk = desk_with(field)
    whole = desk.view.viewport
    assert whole == whole.fitted()
    begin(desk)
    assert desk.view.viewport.zoom == 16
    assert desk.at(0, 0) == (desk.view.viewport.margin, desk.view.viewport.margin), "its corner"
    press_keys(desk, "Escape")
    assert desk.view.viewport == whole
    desk.view.zoom_by(2)
    settle(desk.root)
    near = desk.view.viewport.percent
    press_keys(desk, "F8 Escape")
    assert desk.view.viewport.percent > near, "who has chosen a part of it stays with the player"


def test_the_time_stands_while_a_dialog_has_the_keyboard(desk: Desk) -> None:
    game = begin(desk)
    assert "Time" in figures(game)
    key(desk.root, "Right")
    assert game.walk.watch.running

    def look(window: Any) -> None:
        desk.wait(lambda: not game.walk.watch.running, "the pause")
        assert "Paused" in figures(game)
        key(window, "Escape")

    with dialog(desk.root, look, "First steps"):
        key(desk.root, "shift+F1")
    desk.wait(lambda: game.walk.watch.running, "the time")
    assert "Time" in figures(game)


ACTS = [
    *("Up", "Down", "Left", "Right", "shift+Right", "shift+Down", "w", "a", "s", "d", "h", "r"),
    *("BackSpace", "Delete", "Return", "shift+Return", "Home", "Next", "ctrl+Left", "ctrl+z"),
    *("ctrl+y", "ctrl+g", "F5", "F6", "F9", "e", "n", "x", "v", "plus", "ctrl+0", "Tab", "F8"),
    *("Escape", "space"),
]


@pytest.mark.slow
@settings(
    max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(random=st.randoms(use_true_random=False))
def test_no_game_touches_the_document(random: Any, display: Any) -> None:  # noqa: ARG001
    """Any keys, clicks and drags: the same maze, solution, history and tool as before."""
    drawing = draw(random, 8)
    playable = maze_of(drawing, random)
    assert playable.entrance
    desk = desk_with(playable)
    key(desk.root, random.choice("wpx"))
    if random.random() < 0.5:
        desk.window.run(COMMANDS["solve"])
        desk.wait_for_work()
    kept = Kept.of(desk)
    key(desk.root, "F8")
    for _turn in range(20):
        if desk.window.game is None:
            kept.check(desk)
            key(desk.root, "F8")
        act(desk, random)
        kept.check(desk)
    if desk.window.game:
        key(desk.root, "F8")
    kept.check(desk)
    assert desk.answers.errors == []
    assert not desk.canvas.find_withtag("player")
    assert not desk.canvas.find_withtag("hint")
    desk.window.close()


def act(desk: Desk, random: Any) -> None:
    width, height = desk.canvas.winfo_width(), desk.canvas.winfo_height()
    shares = [(random.random(), random.random()) for _point in range(3)]
    points = [(int(across * width), int(down * height)) for across, down in shares]
    choice = random.random()
    if choice < 0.75:
        key(desk.root, random.choice(ACTS))
    elif choice < 0.9:
        drag(desk.canvas, points, step=random.choice([None, 40.0]))
    else:
        button = random.choice([1, 2, 3])
        click(desk.canvas, *points[0], button=button)
        if button == 3:  # the menu that it opens has the keyboard
            key(desk.root, "Escape")
