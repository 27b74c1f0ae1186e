"""Versions to compare with; and from difference to difference, and round again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from mazeeditor.app.shown.maze_comparison import next_difference
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage, ToggleWalls
from mazeeditor.page.page import Page
from tests.app.scripted import Program, opened
from tests.editing.samples import ids, inner_walls

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View


@pytest.fixture
def program() -> Iterator[Program]:
    with opened() as program:
        yield program


def toggle(document: Document, first: int, end: int) -> set[int]:
    walls = ids(*list(inner_walls(document.maze.lattice))[first:end])
    document.apply(ToggleWalls.of(document.maze, walls))
    return set(walls.tolist())


def differing(program: Program, version: str) -> set[int]:
    """Return the walls in which the maze differs from a version, as F3 shows them."""
    program.answers.chosen = [version]
    program.run("compare-with")
    result = program.session.view.highlight.result
    assert result
    return {wall for walls, _colour in result.walls for wall in walls.tolist()}


def test_each_version_of_a_file_and_the_maze_before_the_last_step(
    program: Program, tmp_path: Path
) -> None:
    document = program.document
    program.answers.paths = [tmp_path / "a.maze"]
    program.run("save")
    first = toggle(document, 0, 3)
    program.run("save")
    second, third = toggle(document, 10, 12), toggle(document, 20, 25)
    document.apply(SetPage(document.page, Page(title="Only the page")))
    steps = document.history.done
    assert differing(program, "saved") == second | third
    assert differing(program, "previous") == first | second | third
    assert differing(program, "step") == third
    program.run("new-seed")
    generated = differing(program, "step")
    document.undo()
    assert differing(program, "step") == third, "the maze that a step gives back is its own"
    assert len(generated) > len(first | second | third)
    assert document.history.done == steps
    assert program.answers.errors == []


def test_without_another_version_a_file_is_asked_for(program: Program) -> None:
    program.answers.paths = [None]
    program.run("compare-with")
    assert program.answers.asked == ["Compare with"]


def test_differences_are_gone_through_in_both_directions() -> None:
    said: list[str] = []
    ui = SimpleNamespace(pointed_cell=None, show_status=said.append)
    result = SimpleNamespace(stops=np.array([3, 8, 20]))
    view = cast("View", SimpleNamespace(highlight=SimpleNamespace(result=result)))
    services = cast("Services", SimpleNamespace(ui=ui))
    for step, cells in ((1, [3, 8, 20, 3]), (-1, [20, 8, 3, 20])):
        ui.pointed_cell = None
        for cell in cells:
            ui.pointed_cell = next_difference(view, services, step)
            assert ui.pointed_cell == cell
    assert said[:4] == [f"Difference {place} of 3" for place in (1, 2, 3, 1)]
    assert said[4:] == [f"Difference {place} of 3" for place in (3, 2, 1, 3)]
    result.stops = np.zeros(0, np.int64)
    assert next_difference(view, services, 1) is None
