"""Every tool does what its preview showed, as one step, and Escape leaves no trace of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.disk.paths import icons_folder
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import MODES, Gesture, Mode, Patch
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from tests.breadth import examples
from tests.editing.samples import closed, ids, seen

ROWS, COLUMNS = 5, 6
X, Y = st.floats(-1, COLUMNS + 1), st.floats(-1, ROWS + 1)
POINTS = st.lists(st.tuples(X, Y), min_size=1, max_size=6)
ALL = pytest.mark.parametrize("tool", MODES, ids=lambda tool: tool.name)


def maze_document(seed: int = 1) -> Document:
    sizes = {"rows": ROWS, "columns": COLUMNS}
    return Document(maze_of(Recipe("prim", seed=seed, braid=0.3, sizes=sizes)))


def click(
    gesture: Gesture, document: Document, x: float, y: float, *, extend: bool = False
) -> None:
    gesture.press(document, x, y, extend=extend)
    gesture.release(document, x, y)


def drag(gesture: Gesture, document: Document, points: list[tuple[float, float]]) -> None:
    gesture.press(document, *points[0])
    for point in points[1:]:
        gesture.move(document, *point)


def test_each_tool_has_a_key_an_icon_and_texts_of_its_own() -> None:
    assert {"wall", "add", "erase", "room", "blank", "entrance", "exit", "pan"} <= set(
        MODES.names()
    )
    for words in zip(
        *((tool.key, tool.icon, tool.label, tool.hint) for tool in MODES), strict=True
    ):
        assert all(words)
        assert len(set(words)) == len(MODES)
    assert [tool.name for tool in MODES if tool.pans] == ["pan"]


def test_escape_leads_to_a_tool_without_another_one_and_pictures_are_there() -> None:
    for tool in MODES:
        assert not tool.escape_to or not MODES[tool.escape_to].escape_to, tool.name
        picture = icons_folder() / f"{tool.icon}.png"
        assert picture.is_file(), f"draw {picture.name} for the tool {tool.name}"


@pytest.mark.sample(6)
@ALL
@examples(15)
@given(x=X, y=Y, extend=st.booleans(), seed=st.integers(0, 20))
def test_a_click_does_what_the_preview_showed(
    tool: Mode, x: float, y: float, extend: bool, seed: int
) -> None:
    document, gesture = maze_document(seed), tool.run()
    maze, page = document.maze, document.page
    preview = gesture.hover(document, x, y, extend=extend)
    before, entrance, exits = closed(maze), maze.entrance, maze.exits
    click(gesture, document, x, y, extend=extend)
    openings = {entrance, *exits} ^ {maze.entrance, *maze.exits}
    inner = {wall for wall in before ^ closed(maze) if maze.lattice.is_inner(wall)}
    assert inner == set(preview.walls if preview else ())
    if preview and preview.walls:
        assert maze.is_closed(ids(*preview.walls)).tolist() == [preview.closing]
    if preview and preview.opening:
        here = maze.entrance == preview.opening if preview.enters else preview.opening in maze.exits
        assert here != preview.removes
        assert preview.opening in openings
        assert preview.hint == document.undo_name
    elif preview and preview.patch:
        patched(maze, preview.patch, document)
        assert preview.hint == document.undo_name
    elif document.page != page:  # a stop, which is of the page
        assert not openings
        assert preview
        assert preview.cells == (maze.lattice.geometry.cell_at(x, y),)
        assert preview.hint == document.undo_name
    elif not (preview and preview.walls):
        assert not openings
        assert not document.can_undo
        assert preview is None or preview.hint


def patched(before: Maze, patch: Patch, document: Document) -> None:
    """Assert that exactly the cells of a patch are in, or out, that were not."""
    changed = before.lattice.inside != document.maze.lattice.inside
    assert set(np.flatnonzero(changed)) == set(patch.cells)
    assert (before.lattice.inside[patch.cells] == patch.taking).all()


@pytest.mark.sample(2)
@ALL
@examples(15)
@given(points=POINTS, seed=st.integers(0, 20))
def test_a_drag_is_one_step_at_most(
    tool: Mode, points: list[tuple[float, float]], seed: int
) -> None:
    document, gesture = maze_document(seed), tool.run()
    before = seen(document)
    gesture.recipe = lambda: Recipe("prim", seed=seed)
    drag(gesture, document, points)
    gesture.release(document, *points[-1])
    if gesture.work:
        work = gesture.work[1]
        work.deliver(work.run(Job()))
    after = seen(document)
    assert tool.clicks or not gesture.busy
    assert document.can_undo == (before != after)
    document.maze.check()
    document.undo()
    assert seen(document) == before
    assert not document.can_undo
    document.redo()
    assert seen(document) == after


@pytest.mark.sample(6)
@ALL
@examples(15)
@given(points=POINTS)
def test_escape_leaves_no_trace(tool: Mode, points: list[tuple[float, float]]) -> None:
    document, gesture = maze_document(), tool.run()
    click(MODES["wall"].run(), document, 2.0, 2.5)
    document.undo()
    before = seen(document)
    drag(gesture, document, points)
    gesture.cancel(document)
    gesture.move(document, 1.0, 1.5)
    gesture.release(document, 2.0, 1.5)
    assert seen(document) == before
    assert (gesture.busy, document.can_undo, document.dirty) == (False, False, False)
    assert document.can_redo  # as if nothing had happened


def test_pressed_again_without_a_release() -> None:
    """The window may never get a release event; what was painted until then stays, as one step."""
    for tool in MODES:
        document, gesture = maze_document(), tool.run()
        drag(gesture, document, [(0.5, 1.0), (4.5, 1.0)])
        painted = seen(document)
        gesture.press(document, 2.5, 2.5)
        gesture.cancel(document)
        assert seen(document) == painted, tool.name


def test_the_maze_is_replaced_in_the_middle_of_a_drag() -> None:
    for tool in MODES:
        document, gesture = maze_document(), tool.run()
        drag(gesture, document, [(0.5, 1.0), (2.5, 1.0)])
        document.new(maze_of(Recipe("prim", seed=1, sizes={"rows": 2, "columns": 2})))
        walls = closed(document.maze)
        gesture.move(document, 1.5, 1.0)
        gesture.cancel(document)
        assert closed(document.maze) == walls, tool.name
        assert not document.can_undo, tool.name
        document.maze.check()


@pytest.mark.slow
def test_hovering_changes_nothing() -> None:
    for tool in MODES:
        document, gesture = maze_document(), tool.run()
        before = seen(document)
        for x, y in _grid():
            gesture.hover(document, x, y)
        changed = document.can_undo or gesture.busy or seen(document) != before
        assert not changed, f"{tool.name} changes the maze where the pointer only moves"


def _grid() -> Iterator[tuple[float, float]]:
    for row in range(-1, ROWS * 2 + 2):
        for column in range(-1, COLUMNS * 2 + 2):
            yield column / 2 + 0.1, row / 2 + 0.1
