"""The tools without a display: a drag, a key, a brush, and what takes long."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.toolbox import Toolbox
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Stroke, ToggleWalls
from mazeeditor.editing.tools import MODES, Gesture
from tests.app.scripted import Program
from tests.breadth import in_turns
from tests.editing.samples import inner_walls
from tests.editing.test_large_blocks import count_as_large

BELOW = (3.5, 3.0)  # the middle of a wall below the cell (2, 3), in cells
ABOVE = (3.5, 6.0)


@pytest.fixture
def toolbox(program: Program) -> Toolbox:
    return program.session.view.toolbox


def closed_below(program: Program, row: int, column: int) -> bool:
    lattice = program.document.maze.lattice
    slot = lattice.sides.index("bottom")
    return bool(program.document.maze.walls[lattice.cell(row, column)] >> slot & 1)


def test_a_click_does_what_the_preview_shows(program: Program, toolbox: Toolbox) -> None:
    before = closed_below(program, 2, 3)
    preview = toolbox.preview(*BELOW, extend=False)
    assert preview is not None
    assert preview.closing is not before
    toolbox.press(*BELOW, extend=False)
    assert toolbox.dragging
    toolbox.release(*BELOW)
    assert not toolbox.dragging
    assert closed_below(program, 2, 3) is not before
    assert len(program.document.history) == 1


@pytest.mark.parametrize("other", ["", "erase"])
def test_nothing_to_do_next_after_the_end(other: str, program: Program, toolbox: Toolbox) -> None:
    """Neither after Escape nor with another tool."""
    toolbox.choose("room")
    toolbox.enter(program.document.maze.lattice.cell(2, 3), extend=False)
    assert "another corner" in program.ui.statuses[-1]
    if other:
        toolbox.choose(other)
    else:
        toolbox.cancel()
    assert program.ui.statuses[-1] == ""
    count = len(program.ui.statuses)
    toolbox.cancel()
    assert len(program.ui.statuses) == count


def test_every_tool_can_be_chosen_by_its_command(program: Program, toolbox: Toolbox) -> None:
    for tool in MODES:
        program.run(f"tool-{tool.name}")
        assert toolbox.mode is tool
        assert tool.name != "pan" or toolbox.preview(*BELOW, extend=False) is None
        command = COMMANDS[f"tool-{tool.name}"]
        assert command.checked is not None
        assert program.session.parts.call(command.checked)


def test_another_tool_takes_back_the_drag(program: Program, toolbox: Toolbox) -> None:
    before, notified = program.walls(), list[str]()
    toolbox.changed.subscribe(lambda: notified.append(toolbox.mode.name))
    toolbox.press(*BELOW, extend=False)
    toolbox.drag(*ABOVE)
    assert program.walls() != before
    with pytest.raises(UsageError):
        toolbox.choose("hammer")
    assert toolbox.dragging, "an unknown tool changes nothing"
    toolbox.choose("erase")
    assert program.walls() == before
    assert notified == ["erase"]


def test_each_tool_keeps_its_size(program: Program, toolbox: Toolbox) -> None:
    assert not COMMANDS["brush-wider"].ready(program.session.parts), "the Wall tool has no size"
    toolbox.choose("blank")
    narrow = preview_cells(toolbox)
    program.run("brush-wider")
    wide = preview_cells(toolbox)
    assert wide > narrow
    toolbox.choose("wall")
    toolbox.choose("blank")
    assert preview_cells(toolbox) == wide
    program.run("brush-narrower")
    assert preview_cells(toolbox) == narrow


def preview_cells(toolbox: Toolbox) -> int:
    preview = toolbox.preview(6.5, 6.5, extend=False)
    assert preview is not None
    assert preview.patch is not None
    return len(preview.patch.cells)


def test_keys_use_the_tool_at_a_cell(program: Program, toolbox: Toolbox) -> None:
    lattice = program.document.maze.lattice
    cell, slot = lattice.cell(4, 5), lattice.sides.index("bottom")
    before = closed_below(program, 4, 5)
    assert toolbox.toggle(cell, slot) == ""
    assert closed_below(program, 4, 5) is not before
    assert "outer wall" in toolbox.toggle(lattice.cell(0, 5), lattice.sides.index("top"))
    toolbox.choose("exit")
    assert toolbox.enter(cell, extend=False)
    assert [opening.cell for opening in program.document.maze.exits] == [cell]
    assert toolbox.delete(cell)
    assert not program.document.maze.exits
    assert not toolbox.delete(cell)


def test_what_takes_long_is_a_job_and_its_end_is_notified(
    program: Program, toolbox: Toolbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    count_as_large(monkeypatch, 0)
    toolbox.choose("blank")
    program.session.services.jobs.start("Waiting", _until_cancelled, lambda _none: None)
    stroke(toolbox)
    said = ["Waiting is not done yet: wait for it or cancel it."]
    assert list(filter(None, program.ui.statuses)) == said
    program.run("cancel")
    assert not program.document.can_undo
    cells, notified = program.document.maze.lattice.cells, list[bool]()
    toolbox.changed.subscribe(lambda: notified.append(program.document.can_undo))
    stroke(toolbox)
    assert program.session.services.jobs.busy
    program.settle()
    assert program.document.maze.lattice.cells < cells
    assert notified == [True]


def stroke(toolbox: Toolbox) -> None:
    toolbox.press(6.5, 6.5, extend=False)
    toolbox.drag(9.5, 6.5)
    toolbox.release(9.5, 6.5)


def _until_cancelled(job: Job) -> None:
    while True:
        job.check()


class Faulty(Gesture):
    """A tool of somebody else's that fails at one of its methods, after it has changed the maze."""

    def __init__(self, at: str, error: BaseException) -> None:
        self.at, self.error = at, error
        self.stroke: Stroke | None = None

    @property
    def busy(self) -> bool:
        return self.stroke is not None

    def _step(self, document: Document, at: str) -> None:
        walls = np.array([inner_walls(document.maze.lattice)[len(at)]])
        if self.stroke and self.stroke.open:
            self.stroke.toggle(walls)
        else:
            document.apply(ToggleWalls.of(document.maze, walls))
        if self.at == at:
            raise self.error

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002
        self.stroke = document.begin()
        self._step(document, "press")

    def move(self, document: Document, x: float, y: float) -> None:  # noqa: ARG002
        self._step(document, "move")

    def release(self, document: Document, x: float, y: float) -> None:  # noqa: ARG002
        assert self.stroke
        self.stroke.finish()
        self._step(document, "release")
        self.stroke = None

    def cancel(self, document: Document) -> None:
        raise RuntimeError(f"cannot even cancel in {document.name}")

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:  # noqa: ARG002
        self._step(document, "enter")
        return True

    def delete(self, document: Document, cell: int) -> bool:  # noqa: ARG002
        self._step(document, "delete")
        return True


def use(toolbox: Toolbox, at: str) -> None:
    if at == "enter":
        toolbox.enter(9, extend=False)
    elif at == "delete":
        toolbox.delete(9)
    else:
        toolbox.press(1, 1, extend=False)
        toolbox.drag(2, 2)
        toolbox.release(2, 2)


TOOL_ERRORS = [RecursionError("deep"), MemoryError(), AssertionError("x"), SystemExit(2)]


@pytest.mark.parametrize(
    ("at", "error"),
    in_turns(["press", "move", "release", "enter", "delete"], TOOL_ERRORS),
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,
)
def test_a_tool_that_fails_leaves_the_maze_as_it_was(
    program: Program, toolbox: Toolbox, at: str, error: BaseException
) -> None:
    program.edit()
    toolbox._gestures["wall"] = Faulty(at, error)
    before, history = program.walls(), len(program.document.history)
    with pytest.raises((type(error), RuntimeError)) as caught:
        use(toolbox, at)
    assert program.walls() == before
    harmless = program.session.services.harmless
    assert harmless is error
    assert caught.value in (error, harmless) or caught.value.__cause__ is error
    assert program.document.undo_name.endswith("1 wall")
    assert len(program.document.history) >= history
    program.document.undo()
    assert not program.document.can_undo
    assert not isinstance(toolbox.gesture, Faulty), "the tool begins anew"
    toolbox.press(*BELOW, extend=False)
    toolbox.release(*BELOW)
    assert program.document.can_undo


def test_what_a_tool_refuses_is_no_error_of_the_tool(program: Program, toolbox: Toolbox) -> None:
    gesture = toolbox._gestures["wall"] = Faulty("press", UsageError("Not here."))
    with pytest.raises(UsageError):
        toolbox.press(1, 1, extend=False)
    assert toolbox.gesture is gesture
    assert program.session.services.harmless is None
