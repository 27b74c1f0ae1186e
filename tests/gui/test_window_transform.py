"""Maze > Transform: every entry does its work as one step; dialogs ask, or leave all as it was."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS, SUBMENUS, disabled_reason
from mazeeditor.gui.panels.fix_panel import FixPanel
from mazeeditor.maze.generators import generate
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import TRANSFORMS, Transform
from tests.dialogs import dialog
from tests.events import key
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


@pytest.mark.slow
def test_every_entry_is_one_step(desk: Desk) -> None:
    do_and_undo_each(desk)


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
