"""Solvers side by side in one maze: chosen, in step or to one end, and moved together."""

from __future__ import annotations

import pytest

from mazeeditor.gui.watching import film_stage
from mazeeditor.gui.watching.film_choice import MAX_FILMS
from mazeeditor.gui.watching.start_watching import show_solvers
from mazeeditor.maze.solvers import SOLVERS, Solution, solve
from tests.events import click, key, settle, wheel
from tests.gui.desk import Desk
from tests.gui.watching.films import Screening, check_shows, film_view, small_desk, stages, teach

pytestmark = pytest.mark.usefixtures("display")
NAMES = SOLVERS.names()
GROUPS = [NAMES[first : first + MAX_FILMS] for first in range(0, len(NAMES), MAX_FILMS)]
GROUPS[-1] = NAMES[-2:]  # two are side by side or above each other, six are three by two


@pytest.fixture
def desk() -> Desk:
    return small_desk()


def watching(desk: Desk, *names: str) -> Screening:
    desk.window.parts.call(show_solvers, {name: {} for name in names})
    settle(desk.root)
    return Screening(desk)


@pytest.mark.sample(1)
@pytest.mark.parametrize("names", GROUPS, ids=len)
def test_all_solvers_reach_their_results(desk: Desk, names: list[str]) -> None:
    shown = watching(desk, *names)
    shown.wait_for_end()
    assert len(shown.stage.panes) == len(names)
    for name, pane in zip(names, shown.stage.panes, strict=True):
        result, truth = pane.film.result, solve(name, desk.document.maze)
        assert isinstance(result, Solution)
        assert pane.heading.cget("text") == SOLVERS[name].label
        assert list(result.route) == list(truth.route)
        assert f"done: {len(truth.route)} cells" in str(pane.figures.cget("text"))
        check_shows(pane, pane.film.steps)


def test_each_takes_one_step_at_a_time_and_the_shorter_stay_at_their_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_stage, "TURN_S", 0.0)  # so long do all take: they are drawn in turns
    shown = watching(desk, "breadth-first", "dead-end-filling", "random-mouse")
    shown.wait_for_record()
    key(shown.stage, "space")
    lengths = [pane.film.steps for pane in shown.stage.panes]
    assert shown.playback.length == max(lengths)
    for step in (3, min(lengths) + 1, max(lengths)):
        shown.playback.seek(step)
        shown.stage.frames.wake()
        desk.wait(lambda: shown.stage.frames.idle, "all of them")
        for pane, length in zip(shown.stage.panes, lengths, strict=True):
            check_shows(pane, min(step, length))
            assert str(pane.figures.cget("text")).startswith(("done", "step")[step < length])


@pytest.mark.slow
def test_with_same_end_all_end_together(desk: Desk) -> None:
    shown = watching(desk, "breadth-first", "random-mouse")
    shown.wait_for_record()
    key(shown.stage, "space")
    click(shown.stage.same)
    views = [pane.view for pane in shown.stage.panes]
    fitted = views[0].viewport.zoom
    wheel(views[1].canvas, 4)
    assert views[0].viewport.zoom == views[1].viewport.zoom > fitted
    key(shown.stage, "ctrl+0")
    assert all(view.fitted for view in views)
    for share in (0.0, 0.25, 0.5, 1.0):
        shown.playback.seek(share * shown.playback.length)
        shown.stage.frames.wake()
        settle(shown.stage)
        for pane in shown.stage.panes:
            assert pane.player.step == pytest.approx(share * pane.film.steps, abs=1)
            check_shows(pane, pane.player.step)


@pytest.mark.slow
def test_two_to_six_can_be_chosen(desk: Desk) -> None:
    before = list(desk.session.services.settings.watched)
    key(desk.root, "shift+F6")
    desk.wait(lambda: bool(stages(desk)), "the films of former times")
    assert [pane.film.title for pane in Screening(desk).stage.panes] == [
        SOLVERS[name].label for name in before
    ]
    key(desk.root, "Escape")
    assert desk.view.winfo_viewable()
    assert stages(desk) == []
    assert desk.session.services.settings.watched == before
    key(desk.root, "shift+F6")
    choice = film_view(desk).choice
    for name, checked in choice.checks.items():
        if checked.get():
            choice.boxes[name].invoke()
    assert choice.start.instate(["disabled"])
    for name in NAMES[:MAX_FILMS]:
        assert choice.start.instate(["disabled"]) == (len(choice.chosen) < 2)
        choice.boxes[name].invoke()
    assert choice.boxes[NAMES[MAX_FILMS]].instate(["disabled"])
    assert choice.boxes[NAMES[0]].instate(["!disabled"])
    choice.boxes[NAMES[0]].invoke()
    assert choice.boxes[NAMES[MAX_FILMS]].instate(["!disabled"])
    expected = [SOLVERS[name].label for name in NAMES[1:MAX_FILMS]]

    def are_played() -> bool:
        return [pane.film.title for pane in Screening(desk).stage.panes] == expected

    desk.wait(are_played, "what is chosen, without a further click")
    assert desk.session.services.settings.watched == NAMES[1:MAX_FILMS], "proposed the next time"


NARROW, WIDE = "700x500", "1366x768"


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_keys_alone_lead_to_two_solvers_side_by_side_and_back(desk: Desk, size: str) -> None:
    desk.root.geometry(size)
    settle(desk.root)
    key(desk.root, "alt+5")
    buttons = teach(desk).list.buttons
    while focused(desk) != str(buttons[""]):
        key(desk.root, "shift+Tab")
    key(desk.root, "Down", 4)
    assert focused(desk) == str(buttons["watch-solvers"])
    key(desk.root, "Return")
    desk.wait(lambda: bool(stages(desk)), "the films of former times")
    key(desk.root, "o")
    boxes = film_view(desk).choice.boxes
    proposed = film_view(desk).choice.chosen
    for name in proposed[2:]:  # two of them are enough
        while focused(desk) != str(boxes[name]):
            key(desk.root, "Tab")
        key(desk.root, "space")
    key(desk.root, "Return")
    desk.wait(lambda: bool(stages(desk)) and len(Screening(desk).stage.panes) == 2, "two films")
    shown = Screening(desk)
    about = film_view(desk).choice.about
    assert int(str(about.cget("wraplength"))) <= about.winfo_width(), "else words are cut off"
    shown.wait_for_record()
    key(desk.root, "space")
    assert not shown.playback.playing
    step = shown.playback.step
    key(desk.root, "Right", 2)
    assert shown.playback.step == step + 2
    key(desk.root, "o")
    assert focused(desk).startswith(str(film_view(desk).choice))
    assert film_view(desk).choice.winfo_viewable()
    assert bool(stages(desk)) == (size == WIDE)
    key(desk.root, "Escape")
    assert stages(desk) == [shown.stage]
    key(desk.root, "Right")
    assert shown.playback.step == step + 3, "the films have the keyboard"
    if size == WIDE:
        key(desk.root, "o")
        shown.stage.focus_set()
    key(desk.root, "Escape")
    assert desk.view.winfo_viewable()
    assert focused(desk) == str(desk.canvas)
    key(desk.root, "alt+1")
    assert desk.session.view.workspaces.name == "draw"


def focused(desk: Desk) -> str:
    return str(desk.root.tk.call("focus"))
