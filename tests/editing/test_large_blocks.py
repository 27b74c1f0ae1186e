"""What changes many cells is left to a thread, makes the same step there, and respects edits."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ChangeMaze, Edit, ToggleWalls
from mazeeditor.editing.tools import Gesture, blank, room
from mazeeditor.editing.tools.blank import Blank
from mazeeditor.editing.tools.room import Room
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.recipe import Recipe
from tests.breadth import in_turns
from tests.editing.test_blanking import LATTICES
from tests.maze.transforms.samples import picture

TOOLS = pytest.mark.parametrize("make", [Room, Blank])


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all that is more than a cell or two count as large."""
    count_as_large(monkeypatch)


def count_as_large(patch: pytest.MonkeyPatch, most: int = 2) -> None:
    """Leave more than ``most`` cells or walls to a worker."""
    patch.setattr(room, "MANY_MOVED_CELLS", most)
    patch.setattr(blank, "MANY_CELLS", most)


def document_on(lattice: Lattice) -> Document:
    """Return a maze with its recipe."""
    return Document(generate("backtracker", lattice, 5), Recipe("backtracker", seed=5))


def drag(tool: Gesture, document: Document) -> None:
    """Go with a tool from the middle to the right: over three cells and more."""
    geometry = document.maze.lattice.geometry
    y = geometry.height / 2 + 0.1
    tool.press(document, geometry.width / 2, y)
    tool.release(document, geometry.width - 0.5, y + 1)


def change_of(edit: Edit | None) -> object:
    """Return what an edit makes of its maze, or which walls it toggles."""
    if isinstance(edit, ToggleWalls):
        return edit.walls.tolist()
    assert isinstance(edit, ChangeMaze)
    assert edit.prepared
    return picture(edit.prepared)


@pytest.mark.parametrize(
    ("make", "lattice"),
    in_turns([Room, Blank], LATTICES),
    ids=lambda each: f"{each.shape}-{each.cells}" if isinstance(each, Lattice) else each.__name__,
)
def test_a_thread_makes_the_same_step(
    make: type[Gesture], lattice: Lattice, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once, later = document_on(lattice), document_on(lattice)
    tool = make()
    drag(tool, at_once)
    assert tool.work is None
    assert at_once.can_undo
    before = picture(later.maze)
    count_as_large(monkeypatch)
    drag(tool, later)
    assert tool.work is not None
    assert not tool.busy
    assert picture(later.maze) == before, "nothing has changed yet"
    _name, large = tool.work
    edit = large.run(Job())
    assert large.deliver(edit)
    assert picture(later.maze) == picture(at_once.maze)
    assert (later.undo_name, later.recipe) == (at_once.undo_name, at_once.recipe)
    later.maze.check()
    later.undo()
    assert picture(later.maze) == before
    later.redo()
    assert picture(later.maze) == picture(at_once.maze)


@TOOLS
@pytest.mark.usefixtures("small")
def test_what_is_edited_meanwhile_is_not_lost(make: type[Gesture]) -> None:
    document, other, tool, again = *(document_on(LATTICES[0]) for _ in "ab"), make(), make()
    drag(tool, document)
    drag(again, other)
    assert tool.work is not None
    assert again.work is not None
    inner = [int(w) for w in document.maze.closed_walls() if document.maze.lattice.is_inner(int(w))]
    document.apply(ToggleWalls.of(document.maze, np.array(inner[:1])))
    edited = picture(document.maze)
    edit, expected = tool.work[1].run(Job()), again.work[1].run(Job())
    assert change_of(edit) == change_of(expected), "it works on the maze before the edit"
    assert not tool.work[1].deliver(edit)
    assert picture(document.maze) == edited


@TOOLS
@pytest.mark.usefixtures("small")
def test_it_can_be_cancelled(make: type[Gesture]) -> None:
    document, tool, job = document_on(LATTICES[0]), make(), Job()
    drag(tool, document)
    assert tool.work is not None
    job.cancel()
    with pytest.raises(CancelledError):
        tool.work[1].run(job)


@pytest.mark.usefixtures("small")
def test_a_large_room_without_walls_is_reported() -> None:
    document, tool = document_on(LATTICES[0]), Room()
    for _time in range(2):
        drag(tool, document)
        assert tool.work is not None
        assert tool.work[1].deliver(tool.work[1].run(Job()))
    assert tool.report == "There is no wall between these cells that may be opened."
    document.undo()
    assert not document.can_undo


@pytest.mark.usefixtures("small")
def test_removed_openings_are_reported_afterwards() -> None:
    document, tool = document_on(LATTICES[0]), Blank()
    cell = document.maze.lattice.last.cell
    x, y = document.maze.lattice.geometry.centres(np.array([cell]))[0]
    tool.resize(2)
    tool.press(document, x, y)
    tool.release(document, x, y)
    assert tool.report == ""
    assert tool.work is not None
    tool.work[1].deliver(tool.work[1].run(Job()))
    assert tool.report == "An exit was removed."
