"""Symmetric editing and generating in the window: Shift+S, the menu, clicks, drags, the marks."""

from __future__ import annotations

import tkinter as tk

import networkx as nx
import numpy as np
import pytest

from mazeeditor.gui.canvas.symmetry_marks import SYMMETRY
from mazeeditor.gui.canvas.wall_marks import TAG
from mazeeditor.transforms.symmetric_maze import breaking_walls
from mazeeditor.workspace.command_palette import actions, matching
from mazeeditor.workspace.commands import SUBMENUS, unable
from tests.events import click, drag, key, move
from tests.graphs import graph_of
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def choose(desk: Desk, label: str) -> None:
    """Choose a symmetry in its menu."""
    items = dict(SUBMENUS["symmetries"].run(desk.workspace))
    items[label]()
    desk.wait_for_work()


def test_shift_s_mirrors_what_a_click_and_a_drag_do(desk: Desk) -> None:
    columns = desk.document.maze.lattice.columns
    before = desk.document.maze.walls.copy()
    key(desk.root, "shift+s")
    assert desk.workspace.symmetry.name == "left-right"
    assert desk.canvas.find_withtag(SYMMETRY)
    there, image = (4, 3, "right"), (4, columns - 4, "left")
    closed = desk.is_closed(*there)
    move(desk.canvas, *desk.middle_of(*there))
    changing = 1 + (desk.is_closed(*image) == closed)  # the image may be so already
    assert len(desk.canvas.find_withtag("hover")) == changing
    click(desk.canvas, *desk.middle_of(*there))
    assert desk.is_closed(*there) == desk.is_closed(*image) == (not closed)
    assert len(desk.document.history) == 1
    drag(desk.canvas, [desk.at(8.5, 2.5), desk.at(8.5, 7.5)])
    for column in range(2, 7):
        pair = {desk.is_closed(8, column, "right"), desk.is_closed(8, columns - 1 - column, "left")}
        assert len(pair) == 1
    assert len(desk.document.history) == 2
    key(desk.root, "ctrl+z")
    key(desk.root, "ctrl+z")
    assert (desk.document.maze.walls == before).all()
    key(desk.root, "shift+s")
    assert desk.workspace.symmetry.name is None
    assert not desk.canvas.find_withtag(SYMMETRY)
    click(desk.canvas, *desk.middle_of(*there))
    assert len(desk.canvas.find_withtag("hover")) == 1


@pytest.mark.parametrize("label", ["Left and Right", "Both", "Halves"])
def test_generate_keeps_it_and_marks_what_breaks_it(desk: Desk, label: str) -> None:
    choose(desk, label)
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    maze, group = desk.document.maze, desk.workspace.symmetry.group
    assert group
    assert nx.is_tree(graph_of(maze))
    walls = breaking_walls(maze, group)
    assert len(walls) == (0 if label == "Left and Right" else 1)
    assert desk.document.recipe.symmetry == group.name
    desk.wait(lambda: bool(desk.canvas.find_withtag(TAG)) == bool(len(walls)), "the wall is marked")
    result = desk.workspace.highlight.result
    assert (result is not None) == bool(len(walls))
    if result:
        assert "breaks the symmetry" in result.captions[0][1]
        assert np.array_equal(result.walls[0][0], walls)
    assert len(desk.document.history) == 1


def test_the_menu_says_why_not(desk: Desk) -> None:
    items = SUBMENUS["symmetries"].run(desk.workspace)
    refused = [label for label, act in items if act is unable]
    assert any(label.startswith("Quarters: the outline") for label in refused)
    assert any(label.startswith("Sixths: the outline") for label in refused)
    chosen = SUBMENUS["symmetries"].chosen
    assert chosen
    assert chosen(desk.workspace) == "None"
    choose(desk, "Top and Bottom")
    assert chosen(desk.workspace) == "Top and Bottom"
    names = [action.label for action in matching("symm both", actions(desk.workspace))]
    assert names[:1] == ["Both"]


def test_a_selection_is_not_generated_with_it(desk: Desk) -> None:
    choose(desk, "Both")
    key(desk.root, "ctrl+a")
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    assert "Only a whole maze" in desk.answers.errors[-1]
    assert not desk.document.can_undo


def test_the_marks_go_with_the_maze(desk: Desk) -> None:
    choose(desk, "Halves")
    assert desk.canvas.find_withtag(SYMMETRY)
    key(desk.root, "F8")
    desk.wait_for_work()
    assert not desk.canvas.find_withtag(SYMMETRY)
    key(desk.root, "F8")
    desk.wait_for_work()
    assert desk.canvas.find_withtag(SYMMETRY)


def test_the_menu_has_a_dot_at_the_one_chosen(desk: Desk) -> None:
    choose(desk, "Halves")
    bar = desk.window.menus.bar
    menus = [
        bar.nametowidget(bar.entrycget(at, "menu")) for at in range(int(bar.index("end") or 0) + 1)
    ]
    (edit,) = [menu for menu in menus if "Symmetry" in labels(menu)]
    child = edit.nametowidget(edit.entrycget("Symmetry", "menu"))
    child.tk.call(child.cget("postcommand"))
    variable = child.entrycget("Halves", "variable")
    assert child.getvar(str(variable)) == "Halves" == child.entrycget("Halves", "value")


def labels(menu: tk.Menu) -> list[str]:
    entries = range(int(menu.index("end") or 0) + 1)
    return [menu.entrycget(at, "label") for at in entries if menu.type(at) != "separator"]
