"""Maze > Search by real keys and clicks: candidates come while it searches, one is one step."""

from __future__ import annotations

from typing import cast

import pytest

from mazeeditor.app.shown.maze_search import OPTIONS, WORDS, MazeSearch, wants_of
from mazeeditor.gui.dialogs.search_dialog import SearchDialog
from mazeeditor.maze.facts.structure import structure
from mazeeditor.sheets.search_goal import SearchGoal
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, type_text, wait_until
from tests.gui.desk import Desk

TITLE = "Search"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.wait_for_work()
    return desk


def search_of(desk: Desk) -> MazeSearch:
    return desk.session.view.maze_search


def shown(desk: Desk, window: TclWindow) -> SearchDialog:
    return cast("SearchDialog", desk.root.nametowidget(str(window)))


@pytest.mark.slow
def test_a_goal_is_typed_and_a_candidate_taken(desk: Desk) -> None:
    before = desk.document.maze
    seen = []
    search_of(desk).fields.update({"mazes": 60})

    def act(window: TclWindow) -> None:
        search, dialog = search_of(desk), shown(desk, window)
        field = dialog.form.boxes["decisions"].typed_in
        assert dialog.empty.winfo_ismapped()  # not an empty half of the dialog
        click(field, 10)
        key(window, "ctrl+a")
        type_text(window, "9")
        key(window, "Return")
        wait_until(desk.root, lambda: bool(search.candidates), 60, "candidates")
        wait_until(desk.root, lambda: not search.running, 60, "the end")
        assert search.fields["decisions"] == 9
        assert not dialog.empty.winfo_ismapped()
        wait_until(desk.root, lambda: len(dialog.photos) == len(search.candidates), 60, "pictures")
        assert "✓ " in dialog.choices[0].cget("text")
        seen.append(search.candidates[1])
        dialog.choices[0].focus_set()
        key(window, "Right")
        assert desk.root.focus_get() is dialog.choices[1]
        click(dialog.choices[1])

    with dialog(desk.root, act, TITLE):
        key(desk.root, "ctrl+f")
    desk.wait_for_work()
    (candidate,) = seen
    maze = desk.document.maze
    assert maze is not before
    assert (maze.walls == candidate.maze().walls).all()
    assert structure(maze).decisions == candidate.figures["decisions"]
    assert cast("int", candidate.figures["decisions"]) >= 9
    assert desk.document.recipe.seed == candidate.number
    assert desk.document.undo_name == "Search"
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert desk.document.maze is before
    assert not desk.document.can_undo


@pytest.mark.slow
def test_candidates_come_while_it_searches_and_escape_ends_it(desk: Desk) -> None:
    search = search_of(desk)
    search.fields.update({"mazes": 500_000, "decisions": 9999})
    seen = []

    def act(window: TclWindow) -> None:
        key(window, "Return")
        wait_until(desk.root, lambda: bool(search.candidates), 60, "the first candidates")
        seen.append(search.running)
        dialog = shown(desk, window)
        assert dialog.stop.instate(["!disabled"])
        click(dialog.stop)
        seen.append(search.running)
        assert search.candidates
        click(dialog.start)
        assert search.running
        key(window, "Escape")

    with dialog(desk.root, act, TITLE):
        key(desk.root, "ctrl+f")
    assert seen == [True, False]
    assert not search.running
    desk.wait(lambda: not desk.session.services.background.busy, "the worker")
    assert not desk.document.can_undo


def test_what_is_wrong_is_said(desk: Desk) -> None:
    search = search_of(desk)
    search.fields.update({"decisions": 0, "also": "hardness>=3"})
    seen = []

    def act(window: TclWindow) -> None:
        key(window, "Return")
        seen.append(shown(desk, window).note.cget("text"))
        search.fields.update({"also": ""})
        key(window, "Return")
        seen.append(shown(desk, window).note.cget("text"))
        key(window, "Escape")

    with dialog(desk.root, act, TITLE):
        key(desk.root, "ctrl+f")
    assert seen[0].startswith("There is no figure named 'hardness'.")
    assert seen[1].startswith("A search needs something to look for")


def test_a_share_of_the_route_is_asked_for_in_percent() -> None:
    usual = {option.name: option.default for option in OPTIONS}
    assert not any(want.startswith("route") for want in wants_of(usual))
    goal = SearchGoal.of(wants_of(usual | {"route_from": 35, "route_to": 45}))
    assert (goal.wants[0].low, goal.wants[0].high) == (0.35, 0.45)


def test_labels_are_words_that_everybody_reads_alike() -> None:
    """No number from 0 to 1, no half sentence: what is below a picture is what a field asks for."""
    labels = {option.name: option.label for option in OPTIONS}
    assert {"Dead end", "Apart", "Also", "Route from", "Route to"}.isdisjoint(labels.values())
    for field, figure in {"decisions": "decisions", "apart": "distance"}.items():
        assert labels[field] == f"{WORDS[figure]} at least"
