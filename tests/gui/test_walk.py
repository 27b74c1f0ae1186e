"""A walk through the program with pointer and keys, as in the first five minutes."""

from __future__ import annotations

import tkinter as tk
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.files import read
from tests.dialogs import dialog
from tests.events import click, drag, key, type_text
from tests.gui.desk import open_desk


@pytest.mark.usefixtures("display")
def test_generate_edit_solve_save_reopen_export(tmp_path: Path) -> None:
    desk = open_desk()
    window, document = desk.window, desk.document
    form = window.generate

    # Generate: 12 rows, a seed of one's own, Enter.
    for name, text in {"rows": "12", "columns": "16"}.items():
        box = form.sizes.boxes[name].typed_in
        click(box)
        key(box, "ctrl+a")
        type_text(box, text)
    seed = form.recipe.boxes["seed"].typed_in
    click(seed)
    key(seed, "ctrl+a")
    type_text(seed, "4711\n")
    desk.wait_for_work()
    assert dict(document.maze.lattice.parameters) == {"rows": 12, "columns": 16}
    assert document.recipe["seed"] == 4711
    assert desk.verdict == "Exactly one route"
    made = document.maze.walls.copy()

    # Erase with a drag along a line of walls; it is one step, and Undo takes it back.
    key(desk.root, "e")
    assert window.hand.tool.name == "erase"
    drag(desk.canvas, [desk.at(6, 2.5), desk.at(6, 9.5)])
    assert not any(desk.is_closed(5, column, "bottom") for column in range(2, 10))
    assert document.undo_name.startswith("Erase")
    desk.wait_for_work()
    assert "loop" in desk.figures
    key(desk.root, "ctrl+z")
    assert np.array_equal(document.maze.walls, made)
    desk.wait_for_work()
    assert desk.verdict == "Exactly one route"

    # Put the exit on the upper side.
    key(desk.root, "x")
    click(desk.canvas, *desk.middle_of(0, 11, "top"))
    lattice = document.maze.lattice
    assert document.maze.exit is not None
    assert lattice.place(document.maze.exit.cell) == (0, 11)
    assert not desk.is_closed(0, 11, "top")
    assert desk.is_closed(11, 15, "right")

    # Solve.
    click(window.bar.buttons["solve"])
    desk.wait_for_work()
    solution = document.solution
    assert solution is not None
    assert solution.path[0] == (0, 0)
    assert solution.path[-1] == (0, 11)
    assert f"{len(solution.route):,} cells" in str(window.solve.answer.cget("text"))

    # Save, and open it again.
    assert desk.root.title().startswith("Untitled*")
    desk.answers.paths = [tmp_path / "walk.maze"]
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    assert desk.root.title().startswith("walk.maze —")
    before = document.maze
    desk.answers.paths = [tmp_path / "walk.maze"]
    key(desk.root, "ctrl+o")
    desk.wait(lambda: document.maze is not before, "the file")
    assert np.array_equal(document.maze.walls, before.walls)
    assert document.maze.exits == before.exits
    assert not document.dirty

    # Export.
    desk.answers.paths = [tmp_path / "walk.svg"]
    window.settings.format = "svg"
    export_with_enter(desk.root)
    desk.wait_for_work()
    picture = ET.parse(tmp_path / "walk.svg").getroot()
    assert picture.get("width") == "210mm"
    assert read(tmp_path / "walk.maze").maze.exits == before.exits
    assert desk.answers.errors == []


def export_with_enter(root: tk.Misc) -> None:
    with dialog(root, lambda window: key(window, "Return")):
        key(root, "ctrl+e")
