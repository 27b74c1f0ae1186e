"""Solvers side by side in one maze: chosen, in step or to one end, and moved together."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mazeeditor.gui.comparing.solvers_window import SolversWindow
from mazeeditor.gui.watching import watch_window
from mazeeditor.gui.watching.film_panes import FilmPane
from mazeeditor.gui.watching.start_watching import MOST, SideBySideDialog, show_solvers
from mazeeditor.maze.solvers import SOLVERS, Solution, solve
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, settle, wheel
from tests.gui.desk import Desk, open_desk
from tests.gui.watching.films import Screening, check_shows, small_desk, windows

pytestmark = pytest.mark.usefixtures("display")
NAMES = SOLVERS.names()
GROUPS = [NAMES[first : first + MOST] for first in range(0, len(NAMES), MOST)]
GROUPS[-1] = NAMES[-2:]  # two are side by side or above each other, six are three by two


@pytest.fixture
def desk() -> Desk:
    return small_desk()


def watching(desk: Desk, *names: str) -> Screening:
    desk.window.parts.call(show_solvers, {name: {} for name in names})
    settle(desk.root)
    return Screening(desk)


@pytest.mark.parametrize("names", GROUPS, ids=len)
def test_all_solvers_reach_their_results(desk: Desk, names: list[str]) -> None:
    shown = watching(desk, *names)
    shown.wait_for_end()
    assert len(shown.window.panes) == len(names)
    for name, pane in zip(names, shown.window.panes, strict=True):
        result, truth = pane.film.result, solve(name, desk.document.maze)
        assert isinstance(result, Solution)
        assert pane.heading.cget("text") == SOLVERS[name].label
        assert list(result.route) == list(truth.route)
        assert f"done: {len(truth.route)} cells" in str(pane.figures.cget("text"))
        check_shows(pane, pane.film.steps)


def test_each_takes_one_step_at_a_time_and_the_shorter_stay_at_their_end(desk: Desk) -> None:
    shown = watching(desk, "breadth-first", "dead-end-filling", "random-mouse")
    shown.wait_for_record()
    key(shown.window, "space")
    lengths = [pane.film.steps for pane in shown.window.panes]
    assert shown.playback.length == max(lengths)
    for step in (3, min(lengths) + 1, max(lengths)):
        shown.playback.seek(step)
        shown.window.frames.wake()
        settle(shown.window)
        for pane, length in zip(shown.window.panes, lengths, strict=True):
            check_shows(pane, min(step, length))
            assert str(pane.figures.cget("text")).startswith(("done", "step")[step < length])


def test_with_same_end_all_end_together(desk: Desk) -> None:
    shown = watching(desk, "breadth-first", "random-mouse")
    shown.wait_for_record()
    key(shown.window, "space")
    click(shown.window.same)
    for share in (0.0, 0.25, 0.5, 1.0):
        shown.playback.seek(share * shown.playback.length)
        shown.window.frames.wake()
        settle(shown.window)
        for pane in shown.window.panes:
            assert pane.player.step == pytest.approx(share * pane.film.steps, abs=1)
            check_shows(pane, pane.player.step)


def test_films_that_take_long_to_draw_take_turns(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = watching(desk, "breadth-first", "a-star", "pledge")
    shown.wait_for_record()
    key(shown.window, "space")
    monkeypatch.setattr(watch_window, "TURN", 0.0)
    drawn: list[list[FilmPane]] = []
    show, frames = FilmPane.show, shown.window.frames

    def count(pane: FilmPane, step: int) -> None:
        drawn[-1].append(pane)
        show(pane, step)

    def in_turn() -> bool:
        drawn.append([])
        return take_turns()

    take_turns = frames._draw_panes
    monkeypatch.setattr(FilmPane, "show", count)
    monkeypatch.setattr(frames, "_draw_panes", in_turn)
    key(shown.window, "Home")
    desk.wait(lambda: frames.idle, "the first step")
    for pane in shown.window.panes:
        check_shows(pane, 0)
    key(shown.window, "End")
    desk.wait(lambda: frames.idle, "the last step")
    for pane in shown.window.panes:
        check_shows(pane, pane.film.steps)
    assert {len(panes) for panes in drawn} == {1}


def test_views_are_linked(desk: Desk) -> None:
    shown = watching(desk, "breadth-first", "a-star", "pledge")
    views = [pane.view for pane in shown.window.panes]
    fitted = views[0].viewport.zoom
    wheel(views[2].canvas, 4)
    assert len({view.viewport.zoom for view in views}) == 1
    assert views[0].viewport.zoom > fitted
    key(shown.window, "ctrl+0")
    assert all(view.fitted for view in views)


def answer(desk: Desk, ask: Callable[[], object], act: Callable[[SideBySideDialog], None]) -> None:
    """Call ``ask``, and then ``act`` with the dialog that it opens."""

    def look(window: TclWindow) -> None:
        chooser = desk.root.nametowidget(str(window))
        assert isinstance(chooser, SideBySideDialog)
        act(chooser)

    with dialog(desk.root, look, "Watch Solvers Side by Side"):
        ask()


def test_two_to_six_can_be_chosen(desk: Desk) -> None:
    def act(chooser: SideBySideDialog) -> None:
        for name, checked in chooser.checks.items():
            if checked.get():
                chooser.boxes[name].invoke()
        assert chooser.start.instate(["disabled"])
        for name in NAMES[:MOST]:
            assert chooser.start.instate(["disabled"]) == (len(chooser.chosen) < 2)
            chooser.boxes[name].invoke()
        assert chooser.boxes[NAMES[MOST]].instate(["disabled"])
        assert chooser.boxes[NAMES[0]].instate(["!disabled"])
        chooser.boxes[NAMES[0]].invoke()
        assert chooser.boxes[NAMES[MOST]].instate(["!disabled"])
        click(chooser.start)

    answer(desk, lambda: key(desk.root, "shift+F6"), act)
    desk.wait(lambda: bool(windows(desk)), "the films")
    shown = Screening(desk)
    titles = [pane.film.title for pane in shown.window.panes]
    assert titles == [SOLVERS[name].label for name in NAMES[1:MOST]]
    assert desk.workspace.services.settings.watched == NAMES[1:MOST], "proposed the next time"


def test_escape_watches_nothing(desk: Desk) -> None:
    before = list(desk.workspace.services.settings.watched)
    answer(desk, lambda: key(desk.root, "shift+F6"), lambda chooser: key(chooser, "Escape"))
    settle(desk.root)
    assert windows(desk) == []
    assert desk.workspace.services.settings.watched == before


def test_the_comparison_proposes_the_checked_solvers() -> None:
    desk = open_desk()
    key(desk.root, "F6")
    (table,) = [child for child in desk.root.winfo_children() if isinstance(child, SolversWindow)]
    for name in NAMES[3:]:
        table.toggle(name)

    def act(chooser: SideBySideDialog) -> None:
        assert chooser.chosen == NAMES[:3]
        key(chooser, "Return")

    answer(desk, lambda: click(table.watch), act)
    desk.wait(lambda: bool(windows(desk)), "the films")
    assert len(Screening(desk).window.panes) == 3
