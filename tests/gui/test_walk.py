"""A walk through the program with pointer and keys, as in the first five minutes."""

from __future__ import annotations

import tkinter as tk
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from tests.dialogs import dialog
from tests.events import click, drag, key, type_text
from tests.gui.desk import Desk, open_more


@pytest.mark.slow
def test_generate_edit_solve_save_reopen_export(desk: Desk, tmp_path: Path) -> None:
    generate(desk)
    erase_and_undo(desk)
    set_exit(desk)
    solve(desk)
    save_and_reopen(desk, tmp_path / "walk.maze")
    export(desk, tmp_path / "walk.svg")
    assert desk.answers.errors == []


def generate(desk: Desk) -> None:
    """Type rows, columns and a seed, and press Enter."""
    form, document = desk.generate, desk.document
    for name, text in {"rows": "12", "columns": "16"}.items():
        type_into(form.sizes.boxes[name].typed_in, text)
    open_more(form.recipe)
    type_into(form.recipe.boxes["seed"].typed_in, "4711\n")
    desk.wait_for_work()
    assert dict(document.maze.lattice.parameters) == {"rows": 12, "columns": 16}
    assert document.recipe.seed == 4711
    assert desk.verdict == "Exactly one route"


def type_into(field: tk.Misc, text: str) -> None:
    """Click a field and replace what it holds."""
    click(field)
    key(field, "ctrl+a")
    type_text(field, text)


def erase_and_undo(desk: Desk) -> None:
    """Drag along a line of walls: one step, which Undo takes back."""
    document, made = desk.document, desk.document.maze.walls.copy()
    key(desk.root, "e")
    assert desk.session.view.toolbox.mode.name == "erase"
    drag(desk.canvas, [desk.at(6, 2.5), desk.at(6, 9.5)])
    assert not any(desk.is_closed(5, column, "bottom") for column in range(2, 10))
    assert document.undo_name.startswith("Erase")
    desk.wait_for_work()
    assert "loop" in desk.figures
    key(desk.root, "ctrl+z")
    assert np.array_equal(document.maze.walls, made)
    desk.wait_for_work()
    assert desk.verdict == "Exactly one route"


def set_exit(desk: Desk) -> None:
    """Put the exit on the upper side; it leaves its old place."""
    key(desk.root, "x")
    click(desk.canvas, *desk.middle_of(0, 11, "top"))
    maze = desk.document.maze
    assert maze.exit is not None
    assert maze.lattice.place(maze.exit.cell) == (0, 11)
    assert not desk.is_closed(0, 11, "top")
    assert desk.is_closed(11, 15, "right")


def solve(desk: Desk) -> None:
    """Press Solve and read the answer."""
    click(desk.window.bar.buttons["solve"])
    desk.wait_for_work()
    solution = desk.document.solution
    assert solution is not None
    assert solution.path[0] == (0, 0)
    assert solution.path[-1] == (0, 11)
    assert f"{len(solution.route):,} cells" in str(desk.solve.answer.cget("text"))


def save_and_reopen(desk: Desk, path: Path) -> None:
    """Save under a new name, then open that file."""
    document, before = desk.document, desk.document.maze
    assert desk.root.title() == "Untitled* — mazeeditor"
    desk.answers.paths = [path, path]
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    assert desk.root.title() == "walk.maze — mazeeditor"
    key(desk.root, "ctrl+o")
    desk.wait(lambda: document.maze is not before, "the file")
    assert np.array_equal(document.maze.walls, before.walls)
    assert document.maze.exits == before.exits
    assert not document.dirty


def export(desk: Desk, path: Path) -> None:
    """Export to SVG with two presses of Enter."""
    desk.answers.paths = [path]
    desk.session.services.settings.format = "svg"
    with dialog(desk.root, lambda window: key(window, "Return"), "Export"):
        key(desk.root, "ctrl+e")
    desk.wait_for_work()
    picture = ET.parse(path).getroot()
    assert (picture.get("width"), picture.get("height")) == ("297mm", "210mm")
