"""Transforms and symmetries in the window: every entry is one step, and clicks are mirrored."""

from __future__ import annotations

import tkinter as tk

import networkx as nx
import numpy as np
import pytest

from mazeeditor.app.command_palette import actions, matching
from mazeeditor.app.commands import COMMANDS, SUBMENUS, disabled_reason
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes
from mazeeditor.gui.canvas.overlay import SYMMETRY, WALL_MARKS
from mazeeditor.gui.panels.fix_panel import FixPanel
from mazeeditor.maze.generators import generate
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import TRANSFORMS, Transform
from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_walls
from tests.dialogs import dialog
from tests.events import click, drag, key, move
from tests.graphs import graph_of
from tests.gui.desk import Desk


def choose(desk: Desk, label: str) -> None:
    """Choose an entry as the menu does."""
    dict(desk.session.parts.call(SUBMENUS["transform"].run))[label]()


def in_menu() -> list[Transform]:
    return [transform for transform in TRANSFORMS if not transform.live]


def test_every_transform_has_an_entry(desk: Desk) -> None:
    labels = [label for label, _action in desk.session.parts.call(SUBMENUS["transform"].run)]
    assert len(set(labels)) == len(labels)
    assert {"Rotate: 90°", "Flip: horizontal"} <= set(labels)
    for transform in in_menu():
        assert any(label.startswith(transform.label) for label in labels)


def do_and_undo_each(desk: Desk) -> None:
    document, lattice = desk.document, desk.document.maze.lattice
    before = document.maze.walls.copy()
    for label, action in desk.session.parts.call(SUBMENUS["transform"].run):
        if action is disabled_reason:
            continue
        if label.endswith("…"):
            with dialog(desk.root, lambda window: key(window, "Return"), label[:-1]):
                action()
        else:
            action()
        desk.wait(lambda: desk.session.view.repair.settled, label)
        if desk.session.view.repair.active:
            desk.window.run(COMMANDS["accept-repair"])
        desk.wait_for_work()
        assert desk.answers.errors == [], label
        if label not in (
            "Perfect",
            "Finish",
            "Resize…",
        ):  # they leave a perfect maze of that size as it is
            assert label.startswith(str(document.undo_name))
            document.undo()
        assert not document.can_undo
        assert np.array_equal(document.maze.walls, before)
        assert document.maze.lattice.same(lattice)


def test_what_has_a_preview_opens_it_and_escape_leaves_all_as_it_was(desk: Desk) -> None:
    for label in ("Add loops", "Sparse", "Perfect", "Finish"):
        choose(desk, label)
        fixing = desk.session.view.fixing
        assert fixing.choice is not None
        assert fixing.fixes[fixing.choice].label in (label, "Make perfect")
        assert desk.section(FixPanel).winfo_viewable()
        key(desk.root, "Escape")
        assert not desk.document.can_undo
    with dialog(desk.root, lambda window: key(window, "Escape"), "Insert row or column"):
        choose(desk, "Insert row or column…")
    desk.wait_for_work()
    assert not desk.document.can_undo


def test_what_cannot_be_done_to_a_shape_is_grey_and_says_why(desk: Desk) -> None:
    for shape in SHAPES.names():
        desk.document.new(generate("prim", build(shape), 1))
        lattice = desk.document.maze.lattice
        items = desk.session.parts.call(SUBMENUS["transform"].run)
        for transform in in_menu():
            reason = transform.why_not(lattice)
            if reason:
                assert (reason.rstrip("."), disabled_reason) in items
            else:
                assert any(
                    label.startswith(transform.label)
                    for label, act in items
                    if act is not disabled_reason
                )
        assert any(act is disabled_reason for _label, act in items) == (shape != "rectangular")


@pytest.mark.slow
def test_every_entry_is_one_step_of_a_maze_with_a_mask(desk: Desk) -> None:
    for shape in SHAPES.names():
        desk.document.new(generate("prim", cut("heart", build(shape)).lattice, 1))
        items = desk.session.parts.call(SUBMENUS["transform"].run)
        for name in ("Flip:", "Rotate:"):
            assert any(
                label.startswith(name) for label, action in items if action is not disabled_reason
            )
        do_and_undo_each(desk)


def choose_symmetry(desk: Desk, label: str) -> None:
    """Choose a symmetry in its menu."""
    items = dict(desk.session.parts.call(SUBMENUS["symmetries"].run))
    items[label]()
    desk.wait_for_work()


def test_generating_a_selection_offers_to_switch_it_off(desk: Desk) -> None:
    choose_symmetry(desk, "Both")
    lattice, before = desk.document.maze.lattice, desk.document.maze.walls.copy()
    cells = np.zeros(lattice.size, np.bool_)
    cells[[lattice.cell(row, column) for row in range(4, 12) for column in range(4, 12)]] = True
    desk.session.view.selection.select(cells)
    desk.answers.chosen = [None, "off"]
    key(desk.root, "ctrl+shift+g")
    desk.wait_for_work()
    assert not desk.document.can_undo, "it was left"
    assert desk.session.view.symmetry.name is not None
    key(desk.root, "ctrl+shift+g")
    desk.wait_for_work()
    assert desk.session.view.symmetry.name is None
    changed = np.flatnonzero(desk.document.maze.walls != before)
    assert len(changed)
    assert cells[changed].all()
    assert desk.answers.errors == []


@pytest.mark.slow
def test_shift_s_mirrors_what_a_click_and_a_drag_do(desk: Desk) -> None:
    columns = desk.document.maze.lattice.columns
    before = desk.document.maze.walls.copy()
    key(desk.root, "shift+s")
    assert desk.session.view.symmetry.name == "left-right"
    assert desk.canvas.find_withtag(SYMMETRY)
    there, image = (4, 3, "right"), (4, columns - 4, "left")
    closed = desk.is_closed(*there)
    move(desk.canvas, *desk.middle_of(*there))
    changing = 1 + (desk.is_closed(*image) == closed)  # the image may be so already
    assert len(desk.canvas.find_withtag("hover")) == changing
    click(desk.canvas, *desk.middle_of(*there))
    assert desk.is_closed(*there) == desk.is_closed(*image) == (not closed)
    assert len(desk.document.history) == 1
    key(desk.root, "e")  # as a drag that adds draws a line along the grid
    drag(desk.canvas, [desk.at(8.5, 2.5), desk.at(8.5, 7.5)])
    key(desk.root, "w")
    for column in range(2, 7):
        pair = {desk.is_closed(8, column, "right"), desk.is_closed(8, columns - 1 - column, "left")}
        assert len(pair) == 1
    assert len(desk.document.history) == 2
    key(desk.root, "ctrl+z")
    key(desk.root, "ctrl+z")
    assert (desk.document.maze.walls == before).all()
    key(desk.root, "shift+s")
    assert desk.session.view.symmetry.name is None
    assert not desk.canvas.find_withtag(SYMMETRY)
    click(desk.canvas, *desk.middle_of(*there))
    assert len(desk.canvas.find_withtag("hover")) == 1


def is_symmetric(desk: Desk, rows: range) -> bool:
    """Whether some rows are their own mirror images."""
    columns = desk.document.maze.lattice.columns
    return all(
        desk.is_closed(row, column, "right") == desk.is_closed(row, columns - 1 - column, "left")
        and desk.is_closed(row, column, "bottom")
        == desk.is_closed(row, columns - 1 - column, "bottom")
        for row in rows
        for column in range(columns // 2)
    )


def asymmetric_piece() -> Maze:
    """Return a piece to drop, which is not symmetric itself."""
    return generate("prim", build("rectangular", rows=4, columns=5), 3)


@pytest.mark.sample(1)
@pytest.mark.parametrize("column", [6.5, 17.5])
def test_a_piece_is_dropped_with_its_image(desk: Desk, column: float) -> None:
    """Also one that lies over the axis."""
    choose_symmetry(desk, "Left and right")
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    desk.root.clipboard_clear()
    desk.root.clipboard_append(as_bytes(Project(asymmetric_piece())).decode())
    key(desk.root, "ctrl+v")
    before = desk.document.maze.walls.copy()
    assert is_symmetric(desk, range(8, 16))
    move(desk.canvas, *desk.at(12.5, column))
    assert desk.canvas.find_withtag("hover")
    click(desk.canvas, *desk.at(12.5, column))
    assert not np.array_equal(desk.document.maze.walls, before)
    assert is_symmetric(desk, range(8, 16))
    if column < 10:  # it does not lie on its own image
        piece, cells = asymmetric_piece(), desk.session.view.selection.cells
        assert cells is not None
        top, left = desk.document.maze.lattice.place(int(cells.argmax()))
        right = piece.lattice.sides.index("right")
        places = [(row, at) for row in range(4) for at in range(4)]
        walls = [piece.lattice.wall(piece.lattice.cell(*place), right) for place in places]
        closed = piece.is_closed(np.array(walls)).tolist()
        there = [desk.is_closed(top + row, left + at, "right") for row, at in places]
        image = [desk.is_closed(top + row, 39 - left - at, "left") for row, at in places]
        assert there == image == closed
    key(desk.root, "ctrl+z")
    assert np.array_equal(desk.document.maze.walls, before)


@pytest.mark.slow
def test_generate_keeps_it_and_marks_what_breaks_it(desk: Desk) -> None:
    for label in ("Left and right", "Both", "Halves"):
        choose_symmetry(desk, label)
        key(desk.root, "ctrl+g")
        desk.wait_for_work()
        maze, group = desk.document.maze, desk.session.view.symmetry.group
        assert group
        assert nx.is_tree(graph_of(maze))
        walls = breaking_walls(maze, group)
        assert len(walls) == (0 if label == "Left and right" else 1)
        assert desk.document.recipe.symmetry == group.name
        marked = bool(len(walls))
        desk.wait(lambda on=marked: bool(desk.canvas.find_withtag(WALL_MARKS)) == on, "the mark")  # type: ignore[misc]
        result = desk.session.view.highlight.result
        assert (result is not None) == marked
        if result:
            assert "breaks the symmetry" in result.captions[0][1]
            assert np.array_equal(result.walls[0][0], walls)
    assert len(desk.document.history) == 3


@pytest.mark.slow
def test_the_menu_says_which_is_chosen_and_why_others_cannot_be(desk: Desk) -> None:
    items = desk.session.parts.call(SUBMENUS["symmetries"].run)
    refused = [label for label, act in items if act is disabled_reason]
    assert refused == ["Not for this shape: Thirds, Quarters, Sixths"]
    chosen = SUBMENUS["symmetries"].chosen
    assert chosen
    assert desk.session.parts.call(chosen) == "None"
    choose_symmetry(desk, "Halves")
    assert desk.session.parts.call(chosen) == "Halves"
    assert desk.window.menus.entries
    bar = desk.window.menus.bar
    menus = [
        bar.nametowidget(bar.entrycget(at, "menu")) for at in range(int(bar.index("end") or 0) + 1)
    ]
    (edit,) = [menu for menu in menus if "Symmetry" in labels(menu)]
    child = edit.nametowidget(edit.entrycget("Symmetry", "menu"))
    child.tk.call(child.cget("postcommand"))
    variable = child.entrycget("Halves", "variable")
    assert child.getvar(str(variable)) == "Halves" == child.entrycget("Halves", "value")
    names = [action.label for action in matching("symm both", desk.session.parts.call(actions))]
    assert "both" in names[0].lower()
    for playing in (False, True, False):
        assert bool(desk.canvas.find_withtag(SYMMETRY)) is not playing
        key(desk.root, "F8")
        desk.wait_for_work()


def labels(menu: tk.Menu) -> list[str]:
    entries = range(int(menu.index("end") or 0) + 1)
    return [menu.entrycget(at, "label") for at in entries if menu.type(at) != "separator"]
