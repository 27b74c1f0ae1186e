"""An error inside an edit takes the edit back: at each line that any kind of edit executes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import FrameType, TracebackType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.editing.changes.blanking import blanking
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import (
    Edit,
    ReplaceMaze,
    SetOpenings,
    SetPage,
    Stroke,
    ToggleWalls,
)
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from tests.breadth import stress
from tests.editing.samples import box, ids, inner_walls, seen
from tests.editing.samples import field as large_field

PLACES = ("mazeeditor/editing/", "mazeeditor/maze/")
Action = Callable[[Document], object]
# What takes back cannot take itself back, and a stroke is handed over between two lines.
GUARDS = {"restored_on_error", "_restored_on_error", "take_back", "_end", "finish"}


class PlantedError(BaseException):
    """Raised where a test wants it; no ``except Exception`` catches it."""


class ErrorAt:
    """Raises at the ``number``-th line executed in files whose paths contain one of ``places``."""

    def __init__(self, number: int, places: Sequence[str]) -> None:
        self.number, self._places = number, places
        self.lines = 0  # executed so far
        self.raised = ""  # where

    def __enter__(self) -> ErrorAt:
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _at: TracebackType | None,
    ) -> bool:
        sys.settrace(self._before)
        return isinstance(error, PlantedError)

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        file = code.co_filename.replace(os.sep, "/")
        mine = any(place in file for place in self._places)
        return self._line if mine and code.co_name not in GUARDS else None

    def _line(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line" and not self.raised:
            self.lines += 1
            if self.lines == self.number:
                self.raised = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                raise PlantedError(self.raised)
        return self._line


def planted(places: Sequence[str]) -> Iterator[ErrorAt]:
    """Yield an error for the first line, for the next, ... until one is not reached any more.

    The next is the third one after it, so that all lines that loops execute get their turn, and
    under ``--stress`` the very next.
    """
    step = 1 if stress() else 3
    number, error = 1 - step, None
    while error is None or error.raised:
        number += step
        error = ErrorAt(number, places)
        yield error


def toggle(document: Document) -> Edit:
    return ToggleWalls.of(document.maze, ids(*inner_walls(document.maze.lattice)[2:9]))


def openings(document: Document) -> Edit:
    maze = document.maze
    return SetOpenings(maze, maze.exits[0], (maze.entrance,) if maze.entrance else ())


def cells(document: Document) -> Edit:
    return blanking(document.maze, document.recipe, document.maze.lattice.inside_cells()[:3])


def generated(_document: Document) -> Edit:
    return ReplaceMaze("Generate maze", box(2, 3), Recipe(seed=5))


def page(document: Document) -> Edit:
    return SetPage(document.page, replace(document.page, margin=document.page.margin + 1))


def field() -> Maze:
    """Return a small maze without walls inside: the tests here make thousands."""
    return large_field(4, 4)


EDITS = [toggle, openings, cells, generated, page]


def content_of(document: Document) -> tuple[Any, ...]:
    """Return the content byte for byte."""
    maze = document.maze
    return seen(document), maze.walls.tobytes(), id(maze.lattice), document.state


def histories(document: Document) -> tuple[Any, ...]:
    """Return what can be undone and redone, byte for byte, from copies that are not touched."""
    history = document.history
    steps = [(step.edit, step.state, step.size, vars(step.edit).copy()) for step in history._steps]
    return steps, history._done, history.size, history.dirty, history.dropped


def is_unchanged(document: Document, before: tuple[Any, ...], steps: tuple[Any, ...]) -> bool:
    return content_of(document) == before and histories(document) == steps


def try_each_line(prepare: Action, act: Callable[[Document], Callable[[], object]]) -> int:
    """Let ``act`` fail at each of its lines: it is done wholly or not at all; returns the lines."""
    taken_back = 0
    for error in planted(PLACES):
        document = Document(field())
        prepare(document)
        call = act(document)
        before, steps = content_of(document), histories(document)
        with error:
            call()
        document.history.check()
        document.maze.check()
        if is_unchanged(document, before, steps):
            taken_back += 1
            continue  # else it was done, and a listener or a later line has failed
        assert_done(document, prepare, act)
    assert error.number > 5, "it hardly ran"
    assert taken_back, "nothing was taken back"
    return error.number


def assert_done(
    document: Document, prepare: Action, act: Callable[[Document], Callable[[], object]]
) -> None:
    """Check that a document is what ``act`` makes of it without errors, back to the beginning."""
    other = Document(field())
    prepare(other)
    act(other)()
    while True:
        assert seen(document) == seen(other)
        assert (document.undo_name, document.redo_name) == (other.undo_name, other.redo_name)
        if not other.can_undo:
            break
        document.undo()
        other.undo()


def nothing(_document: Document) -> None:
    """Prepare nothing."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("make", EDITS)
def test_doing(make: Callable[[Document], Edit]) -> None:
    def act(document: Document) -> Callable[[], object]:
        edit = make(document)
        return lambda: document.apply(edit)

    try_each_line(nothing, act)
    try_each_line(lambda document: document.apply(toggle(document)), act)


def begun(document: Document) -> Stroke:
    stroke = document.begin()
    stroke.toggle(ids(*inner_walls(document.maze.lattice)[:3]))
    return stroke


@pytest.mark.parametrize("end", ["finish", "cancel"])
def test_the_end_of_a_stroke(end: str) -> None:
    for error in planted(PLACES):
        document = Document(field())
        at_first = seen(document)
        stroke = begun(document)
        with error:
            getattr(stroke, end)()
        document.maze.check()
        document.history.check()
        document.undo()
        assert seen(document) == at_first, error.raised
    assert error.number > 8


class Halfway(Edit):
    """An edit of somebody else's that raises after it has changed all there is."""

    name = "Halfway"

    def __init__(self, error: BaseException | None) -> None:
        self.error = error

    def swap(self, content: Content) -> Change:
        """Change everything, then fail."""
        maze = content.maze
        maze.toggle(ids(*inner_walls(maze.lattice)[:7]))
        maze.set_openings(None, ())
        content.page = replace(content.page, title="Hedge")
        content.recipe = Recipe(seed=8)
        content.maze = box(2, 2)
        if self.error:
            raise self.error
        return None  # type: ignore[return-value]  # forgets to return what changed


ERRORS = [
    *(RecursionError("deep"), MemoryError(), AssertionError(), KeyError(3), SystemExit(1)),
    *(KeyboardInterrupt(), GeneratorExit()),
]


def test_any_error_of_a_plugin() -> None:
    for error in ERRORS:
        document = Document(field())
        document.apply(toggle(document))
        before, steps = content_of(document), histories(document)
        with pytest.raises(type(error)):
            document.apply(Halfway(error))
        assert is_unchanged(document, before, steps), error


def test_an_edit_that_does_not_return_what_it_changed() -> None:
    document = Document(field())
    before, steps = content_of(document), histories(document)
    with pytest.raises(TypeError, match="Halfway"):
        document.apply(Halfway(None))
    assert is_unchanged(document, before, steps)


def test_a_listener_that_raises_takes_nothing_back() -> None:
    document = Document(field())

    def fail(_change: Change) -> None:
        raise KeyError("listener")

    document.changed.subscribe(fail)
    with pytest.raises(KeyError, match="listener"):
        document.apply(toggle(document))
    assert document.can_undo
    document.maze.check()


def test_listeners_are_notified_where_the_route_cannot_be_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mazeeditor.editing.document import ShownSolution
    from mazeeditor.maze.solvers import solve

    document = Document(field())
    document.show(solve("breadth-first", document.maze), document.revision)
    changes: list[Change] = []
    document.changed.subscribe(changes.append)
    monkeypatch.setattr(ShownSolution, "survives", lambda *_what: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        document.apply(toggle(document))
    assert changes
    assert changes[0].solution
    assert document.solution is None


@given(st.lists(st.sampled_from([*EDITS, "undo", "redo"]), max_size=8), st.data())
def test_any_steps_that_fail_anywhere(actions: list[Any], data: st.DataObject) -> None:
    document, mirror = Document(field()), Document(field())
    for action in actions:
        error = ErrorAt(data.draw(st.integers(1, 150)), PLACES)
        before, steps = content_of(document), histories(document)
        with error:
            act(document, action)
        if error.raised and is_unchanged(document, before, steps):
            act(document, action)
        act(mirror, action)
        assert seen(document) == seen(mirror), error.raised
        assert (document.undo_name, document.redo_name) == (mirror.undo_name, mirror.redo_name)
        document.history.check()


def act(document: Document, action: Any) -> None:
    if isinstance(action, str):
        getattr(document, action)()
        return
    try:
        edit = action(document)
    except (IndexError, UsageError):  # of a maze without openings, or of one cell
        return
    document.apply(edit)


def test_the_history_notices_what_is_wrong() -> None:
    document = Document(field())
    for edit in (toggle, page):
        document.apply(edit(document))
    history = document.history
    history.check()
    for name, wrong in (("size", history.size + 1), ("_done", 3), ("_base", 99)):
        right = getattr(history, name)
        setattr(history, name, wrong)
        with pytest.raises(RuntimeError):
            history.check()
        setattr(history, name, right)
