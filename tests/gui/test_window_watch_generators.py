"""Generators side by side: chosen, each with its own steps to the maze of the same seed."""

from __future__ import annotations

import pytest

from mazeeditor.gui.watching.film_choice import MAX_FILMS
from mazeeditor.gui.watching.start_watching import show_generators
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from tests.events import click, key, settle
from tests.gui.desk import Desk
from tests.gui.watching.films import Screening, check_shows, film_view, small_desk

pytestmark = pytest.mark.usefixtures("display")
NAMES = GENERATORS.names()
GROUPS = [NAMES[first : first + MAX_FILMS] for first in range(0, len(NAMES), MAX_FILMS)]
GROUPS[-1] = NAMES[-2:]


@pytest.fixture
def desk() -> Desk:
    return small_desk()


@pytest.mark.sample(1)
@pytest.mark.parametrize("names", GROUPS, ids=len)
def test_all_generators_make_the_maze_of_their_recipe(desk: Desk, names: list[str]) -> None:
    recipe = Recipe("prim", seed=7, braid=0.2, sizes={"rows": 7, "columns": 8})
    lattice = maze_of(recipe).lattice
    desk.window.parts.call(show_generators, lattice, recipe, names)
    shown = Screening(desk)
    shown.wait_for_end()
    assert [pane.film.title for pane in shown.stage.panes] == [
        GENERATORS[name].label for name in names
    ]
    for name, pane in zip(names, shown.stage.panes, strict=True):
        result = pane.film.result
        truth = maze_of(Recipe(name, seed=7, braid=0.2), lattice)
        assert isinstance(result, Maze)
        assert (result.walls == truth.walls).all()
        check_shows(pane, pane.film.steps)
    assert shown.stage.used is None, "which of them would it be?"


def test_what_cannot_make_the_shape_cannot_be_chosen(desk: Desk) -> None:
    desk.session.view.draft.choose_shape("hexagonal")
    settle(desk.root)
    disabled = {name for name in NAMES if desk.session.view.draft.why_not(name)}
    assert disabled
    key(desk.root, "ctrl+F7")
    choice = film_view(desk).choice
    assert {name for name, box in choice.boxes.items() if box.instate(["disabled"])} == disabled
    for box in choice.boxes.values():
        click(box)
    assert len(choice.chosen) <= MAX_FILMS
    assert not disabled & set(choice.chosen)
