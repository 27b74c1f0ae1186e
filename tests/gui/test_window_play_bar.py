"""The bar of a game: wholly visible in every window, and it shows only what is known."""

from __future__ import annotations

import threading
from itertools import pairwise
from typing import Any

import pytest

from mazeeditor.app.settings import Settings
from mazeeditor.core.job import Job
from mazeeditor.maze.playing.walk import Walk
from tests.events import key, settle
from tests.gui.desk import Desk
from tests.gui.playing import begin, desk_with, figures, game_of, press

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return desk_with()


@pytest.mark.slow
@pytest.mark.parametrize("width", [640, 1280])
def test_everything_in_the_bar_is_seen(width: int) -> None:
    check_game(width)


def check_game(width: int) -> None:
    """Play a whole game in a window of some width, and look at the bar."""
    desk = desk_with(settings=Settings(width=width, height=480))
    desk.canvas.focus_force()
    game = begin(desk)
    press(desk, "Right Down h")
    check_bar(desk, named=width > 1000)
    press(desk, "Up Right Right Down Down")
    assert game.walk.won
    check_bar(desk, named=width > 1000)
    assert game.bar.message.winfo_height() >= game.bar.message.winfo_reqheight()
    press(desk, "r Right Right Right Down Down r Right")
    check_bar(desk, named=width > 1000)
    assert ("Best" in figures(game)) == (width > 1000), "where there is room"


def check_bar(desk: Desk, *, named: bool) -> None:
    bar = game_of(desk).bar
    settle(desk.root)
    parts = sorted((part for part in bar.winfo_children() if part.winfo_viewable()), key=left)
    for one, other in pairwise(parts):
        assert left(one) + one.winfo_width() <= left(other)
    assert left(parts[-1]) + parts[-1].winfo_width() <= bar.winfo_width()
    assert all(part.winfo_width() >= part.winfo_reqwidth() for part in parts)
    compound = {str(b.cget("compound")) for b in bar.buttons.values() if b.winfo_viewable()}
    assert compound == {"left" if named else "image"}


def left(part: Any) -> int:
    return int(part.winfo_x())


def test_until_the_shortest_way_is_known(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, measure = threading.Event(), Walk.measure
    cancelled: list[Job] = []

    def late(walk: Walk, job: Job) -> Any:
        while not go_on.wait(0.001):
            if job.cancelled:
                cancelled.append(job)
            job.check()
        return measure(walk, job)

    monkeypatch.setattr(Walk, "measure", late)
    key(desk.root, "F8")
    game = game_of(desk)
    press(desk, "Right h")
    assert figures(game)["Shortest"] == figures(game)["Detours"] == "…"
    assert game.bar.buttons["hint"].instate(["disabled"])
    press(desk, "Right Right Down Down")
    assert game.bar.message.cget("text") == "5 steps in 0:00."
    go_on.set()
    desk.wait(lambda: game.walk.known, "the shortest route")
    assert game.bar.message.cget("text") == "5 steps in 0:00: no route is shorter."
    go_on.clear()
    press(desk, "F8 F8 F8")
    desk.wait(lambda: len(cancelled) == 1, "the end of what nobody needs")
