"""Play in the window: walking with keys, the bar, winning, and coming back to the editor."""

from __future__ import annotations

import pytest

from mazeeditor.app.commands import COMMANDS
from tests.events import alive, click, close, key, settle
from tests.gui.desk import Desk
from tests.gui.playing import (
    begin,
    colour_at,
    desk_with,
    figures,
    game_of,
    place,
    press,
    shown_buttons,
)

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return desk_with()


@pytest.mark.slow
@pytest.mark.own_window("it closes the window")
def test_playing_takes_the_place_of_editing(desk: Desk) -> None:
    layout = desk.window
    edits = [layout.bar, layout.strip, layout.panel]
    assert all(part and part.winfo_viewable() for part in edits)
    width = desk.canvas.winfo_width()
    click(layout.bar.buttons["play"])
    game = game_of(desk)
    assert not any(part and part.winfo_viewable() for part in edits)
    assert game.bar.winfo_viewable()
    assert str(game.bar.chip.cget("text")).strip() == "Playing"
    assert desk.canvas.winfo_width() > width
    key(desk.root, "Escape")
    assert layout.game is None
    assert all(part and part.winfo_viewable() for part in edits)
    assert desk.canvas.winfo_width() == width
    assert not game.bar.winfo_exists()
    key(desk.root, "F9")
    begin(desk)
    key(desk.root, "F9")
    key(desk.root, "F8")
    assert layout.panel
    assert not layout.panel.winfo_viewable(), "hidden as before"
    begin(desk)
    press(desk, "Right h")
    close(desk.root)
    assert not alive(desk.root)


def test_a_perfect_game(desk: Desk) -> None:
    game = begin(desk)
    assert figures(game) == {
        "Time": "0:00",
        "Steps": "0",
        "Shortest": "5",
        "Detours": "0",
        "Hints": "0",
    }
    press(desk, "Right d Right Down")
    assert place(game) == (1, 3)
    assert figures(game)["Steps"] == "4"
    press(desk, "s")
    assert str(game.bar.chip.cget("text")).strip() == "Solved!"
    assert game.bar.message.cget("text") == "5 steps in 0:00: no route is shorter."
    assert shown_buttons(game) == ["Next maze", "Play again", "Leave"]
    press(desk, "Up h BackSpace")
    assert game.walk.steps == 5, "it is over"
    click(game.bar.buttons["play-again"])
    assert (place(game), game.walk.steps) == ((0, 0), 0)
    assert shown_buttons(game) == ["Hint", "Take back", "Start again", "Leave"]
    assert desk.root.focus_get() is desk.canvas


@pytest.mark.slow
def test_the_trail_is_on_the_screen(desk: Desk) -> None:
    begin(desk)
    press(desk, "Right Down Up Right")
    theme = desk.view.theme
    assert colour_at(desk, 0.5, 0.9) == theme.route
    assert colour_at(desk, 0.5, 0.1) == theme.route, "it comes in by the entrance"
    assert colour_at(desk, 1.5, 1.5) == theme.visited
    assert colour_at(desk, 0.5, 2.5) == theme.paper, "the middle of the ring"
    assert colour_at(desk, 1.5, 3.5) == theme.paper
    assert colour_at(desk, 2.5, 3.9) == theme.paper
    press(desk, "Right Down Down")
    assert colour_at(desk, 2.5, 3.9) == theme.route, "and goes out by the exit"
    press(desk, "r")
    for row, column in [(0.5, 1.5), (1.5, 1.5), (0.5, 2.5)]:
        assert colour_at(desk, row, column) == theme.paper
    press(desk, "Escape")
    assert colour_at(desk, 0.5, 0.5) == theme.paper
    assert not desk.canvas.find_withtag("player")


def test_a_hint_shows_for_a_moment(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begin(desk)
    click(game.bar.buttons["hint"])
    assert desk.canvas.find_withtag("hint")
    press(desk, "h")
    assert figures(game)["Hints"] == "1", "the same hint"
    press(desk, "Right")
    assert not desk.canvas.find_withtag("hint")
    press(desk, "h")
    assert figures(game)["Hints"] == "2"
    x0, _y0, *_middle, x1, y1 = desk.canvas.coords(desk.canvas.find_withtag("hint")[0])
    assert (x1, y1) == desk.at(2.5, 3.5)
    assert x0 < x1
    monkeypatch.setattr("mazeeditor.gui.playing.game.HINT_MS", 30)
    press(desk, "h")
    desk.wait(lambda: not desk.canvas.find_withtag("hint"), "the end of the hint")


@pytest.mark.slow
def test_only_what_changes_and_tells_nothing_can_be_asked_for(desk: Desk) -> None:
    click(desk.canvas, *desk.middle_of(1, 1, "left"))
    key(desk.root, "F5")
    desk.wait_for_work()
    begin(desk)
    settle(desk.root)
    menus = desk.window.menus
    for entry in menus.entries:
        one = entry.command
        ready = str(entry.menu.entrycget(entry.index, "state")) == "normal"
        assert ready == (one.in_play and desk.session.parts.call(one.enabled)), one.name
    assert {"undo", "generate", "solve", "save", "panel", "tool-wall", "show-route"}.isdisjoint(
        command.name for command in COMMANDS if command.in_play
    )
    submenus = [(menu, at) for menu, at, _submenu in menus.submenus]
    assert all(str(menu.entrycget(at, "state")) == "disabled" for menu, at in submenus)
    key(desk.root, "Escape")
    settle(desk.root)
    assert all(str(menu.entrycget(at, "state")) == "normal" for menu, at in submenus)
    undo = next(entry for entry in menus.entries if entry.command.name == "undo")
    assert str(undo.menu.entrycget(undo.index, "state")) == "normal"
