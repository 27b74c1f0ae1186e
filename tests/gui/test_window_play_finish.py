"""The finish of Play: the shortest route beside the one walked, best times, the next maze."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.settings import Settings
from mazeeditor.gui.playing.game import Game
from mazeeditor.gui.playing.player_view import visible_runs
from mazeeditor.maze.playing.walk import Stopwatch
from mazeeditor.maze.recipe import Recipe, maze_of
from tests.events import click, key, settle
from tests.gui.desk import Desk, open_desk
from tests.gui.playing import begin, desk_with, figures, game_of, press

pytestmark = pytest.mark.usefixtures("display")
SHORTEST, DETOUR = "Right Right Right Down Down", "Right Down Up Right Right Down Down"


@pytest.fixture
def desk() -> Desk:
    return desk_with()


def begin_timeless(desk: Desk) -> Game:
    """Begin to play with a clock that stands: a test may take a second or two."""
    game = begin(desk)
    stand_at(game, 0.0)
    return game


def stand_at(game: Game, seconds: float) -> None:
    """Let the clock of a game stand after so many seconds."""
    now = 0.0
    watch = game.walk.watch = Stopwatch(lambda: now)
    watch.go()
    now = seconds
    watch.stop()


def message(desk: Desk) -> str:
    return str(game_of(desk).bar.message.cget("text"))


def shortest_lines(desk: Desk) -> list[np.ndarray]:
    """Return the dashed lines on the canvas, float64[k, 2] each."""
    canvas = desk.canvas
    items = canvas.find_withtag("shortest")
    return [np.array(canvas.coords(item)).reshape(-1, 2) for item in items]


@pytest.mark.slow
def test_the_shortest_route_is_drawn_beside_the_one_walked(desk: Desk) -> None:
    game = begin_timeless(desk)
    press(desk, "Right Down Up Right")
    assert not shortest_lines(desk)
    press(desk, "Right Down Down")
    assert game.walk.won
    [line] = shortest_lines(desk)
    middles = [desk.at(row + 0.5, column + 0.5) for row, column in ((0, 0), (0, 3), (2, 3))]
    aside = line - np.array(middles)
    assert (aside == aside[0]).all(), "along the middles of its cells, all moved alike"
    assert 3 <= aside[0][0] <= 12
    assert message(desk) == "7 steps in 0:00, 2 more than the shortest route."
    assert game.bar.key.winfo_viewable()
    desk.view.zoom_by(-1)
    settle(desk.root)
    assert (shortest_lines(desk)[0] != line).any(), "it follows the view"
    press(desk, "r")
    assert not shortest_lines(desk)
    assert not game.bar.key.winfo_viewable()


@pytest.mark.slow
def test_best_times_are_kept_by_maze_and_shown(desk: Desk, tmp_path: Path) -> None:
    game = begin_timeless(desk)
    assert "Best" not in figures(game)
    stand_at(game, 40.0)
    press(desk, DETOUR)
    assert message(desk).startswith("7 steps in 0:40"), "the first time there is none to compare"
    assert "best" not in message(desk)
    press(desk, "r")
    assert figures(game)["Best"] == "0:40"
    stand_at(game, 50.0)
    press(desk, SHORTEST)
    assert message(desk).endswith("Your best time is 0:40.")
    press(desk, "r")
    stand_at(game, 30.0)
    press(desk, SHORTEST)
    assert message(desk).endswith("Your best time: it was 0:40 before.")
    press(desk, "r")
    stand_at(game, 1.0)
    press(desk, f"h {SHORTEST}")
    assert message(desk).endswith("; 1 hint. Your best time is 0:30."), "none with hints"
    kept = desk.session.services.settings
    kept.path = tmp_path / "settings.json"
    kept.save()
    assert Settings.load(kept.path).best_times == kept.best_times != {}
    key(desk.root, "Escape")
    key(desk.root, "F8")
    game = game_of(desk)
    desk.wait(lambda: game.walk.known, "the shortest route")
    assert figures(game)["Best"] == "0:30"
    key(desk.root, "Escape")
    click(desk.canvas, *desk.middle_of(1, 1, "right"))
    assert "Best" not in figures(begin(desk)), "with another wall it is another maze"


def generated(desk: Desk) -> Recipe:
    """Show a small maze that was generated, and return its recipe."""
    recipe = Recipe("prim", seed=5, braid=0.0, sizes={"rows": 4, "columns": 5})
    desk.document.new(maze_of(recipe), recipe)
    desk.wait_for_work()
    return recipe


@pytest.mark.slow
def test_the_next_maze_is_one_key_away_and_goes_on() -> None:
    desk = open_desk()
    recipe = generated(desk)
    game = begin(desk)
    before = desk.document.maze
    press(desk, "Right Down n")
    desk.wait(lambda: desk.document.maze is not before, "another maze")
    desk.wait(lambda: desk.window.game not in (None, game), "another game")
    desk.wait_for_work()
    after, other = desk.document.recipe, game_of(desk)
    assert (after.generator, after.sizes) == (recipe.generator, recipe.sizes)
    assert after.seed != recipe.seed
    assert (desk.document.maze.walls != before.walls).any()
    assert other.walk.steps == 0
    assert desk.root.focus_get() is desk.canvas
    assert not game.bar.winfo_exists()
    key(desk.root, "Escape")
    assert desk.window.game is None
    key(desk.root, "ctrl+z")
    assert desk.document.maze is before, "one step back"


def test_a_long_line_has_few_points() -> None:
    """Tk draws every point of a line, also those that nobody can tell apart."""
    steps = np.random.default_rng(1).integers(0, 2, 200_000)
    points = np.cumsum(np.stack([steps, 1 - steps], axis=1) * 0.01, axis=0)
    runs = visible_runs(points, 1200, 800)
    assert sum(map(len, runs)) < 5000
    assert (runs[0][0] == points[0]).all()
    away = points + 5000
    assert visible_runs(away, 1200, 800) == []
    straight = np.stack([np.arange(50.0) * 10, np.zeros(50)], axis=1)
    [line] = visible_runs(straight, 1200, 800)
    assert line.tolist() == [[0, 0], [490, 0]]
