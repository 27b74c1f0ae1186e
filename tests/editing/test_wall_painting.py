"""Painting as a user does it: the first wall decides, fast drags leave no holes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import MODES
from tests.breadth import examples
from tests.editing.samples import box, closed, field, ids, inner_walls

SIZE = 6
COORDINATE = st.integers(-64, (SIZE + 1) * 64).map(lambda number: number / 64)
PATH = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=2, max_size=5)
PAINTERS = pytest.mark.parametrize("name", ["wall", "add", "erase"])


def paint(document: Document, name: str, *points: tuple[float, float]) -> None:
    gesture = MODES[name].run()
    gesture.press(document, *points[0])
    for point in points[1:]:
        gesture.move(document, *point)
    gesture.release(document, *points[-1])


def half() -> Document:
    """Return a document in which every other wall is closed."""
    document = Document(field(SIZE, SIZE))
    document.maze.toggle(ids(*inner_walls(document.maze.lattice)[::2]))
    return document


@PAINTERS
@examples(15)
@given(path=PATH, pieces=st.sampled_from([2, 4, 16]))
def test_few_motion_events_paint_what_many_paint(
    name: str, path: list[tuple[float, float]], pieces: int
) -> None:
    slow, fast = half(), half()
    shares = [piece / pieces for piece in range(1, pieces + 1)]
    steps = [
        (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
        for (x0, y0), (x1, y1) in pairwise(path)
        for share in shares
    ]
    paint(slow, name, path[0], *steps)
    paint(fast, name, *path)
    assert closed(slow.maze) == closed(fast.maze)
    assert slow.undo_name == fast.undo_name


@PAINTERS
@examples(15)
@given(path=PATH)
def test_a_drag_only_adds_or_only_erases(name: str, path: list[tuple[float, float]]) -> None:
    document = half()
    before = closed(document.maze)
    paint(document, name, *path)
    added, erased = closed(document.maze) - before, before - closed(document.maze)
    assert not (added and erased)
    assert not (added if name == "erase" else erased if name == "add" else ())


@pytest.mark.parametrize(("maze", "verb"), [(box, "Erase"), (field, "Add")])
def test_the_first_wall_decides(maze: type, verb: str) -> None:
    document = Document(maze(8, 8))
    lattice = document.maze.lattice
    odd = lattice.wall(lattice.cell(2, 5), 2)
    document.maze.toggle(ids(odd))
    paint(document, "wall", (1.5, 3.1), (6.9, 2.9))
    assert document.undo_name == f"{verb} 5 walls"
    assert document.maze.is_closed(ids(odd))[0] == (verb == "Add")


def test_a_click_anywhere_changes_the_nearest_wall() -> None:
    document = Document(field())
    lattice = document.maze.lattice
    paint(document, "wall", (2.5, 2.6))  # far from every wall, nearest to the one below
    assert document.maze.is_closed(ids(lattice.wall(lattice.cell(2, 2), 2)))[0]
    assert document.undo_name == "Add 1 wall"


def test_a_hand_that_trembles_still_clicks() -> None:
    document = Document(field())
    paint(document, "wall", (2.27, 2.24), (2.24, 2.27), (2.2, 2.3), (2.3, 2.2))
    assert document.undo_name == "Add 1 wall"


def test_what_the_first_bit_of_a_drag_touches_counts() -> None:
    document = Document(box(8, 8))
    paint(document, "erase", (2.76, 2.3), (2.78, 2.26), (2.8, 2.24), (2.85, 2.0), (2.85, 1.8))
    assert document.maze.is_open((2, 2), (2, 3))


def test_a_drag_from_the_middle_of_a_cell_cuts_a_passage_and_nothing_beside_it() -> None:
    document = Document(box(8, 8))
    paint(document, "erase", (1.5, 2.45), (6.5, 2.55))
    opened = [((2, column), (2, column + 1)) for column in range(1, 6)]
    assert all(document.maze.is_open(*pair) for pair in opened)
    assert document.undo_name == "Erase 5 walls"


def test_a_short_drag_that_touches_nothing_changes_nothing() -> None:
    document = Document(field())
    paint(document, "wall", (2.4, 2.4), (2.6, 2.6))
    assert not document.can_undo


def test_the_walls_change_while_the_drag_runs() -> None:
    document = Document(field())
    changes: list[int] = []
    document.changed.subscribe(
        lambda change: changes.append(-1 if change.walls is None else len(change.walls))
    )
    gesture = MODES["wall"].run()
    gesture.press(document, 1.5, 3.0)
    gesture.move(document, 2.5, 3.0)
    gesture.move(document, 2.6, 3.0)
    gesture.move(document, 4.5, 3.0)
    assert changes == [1, 1, 2]
    assert (document.undo_name, len(document.history)) == ("Add 4 walls", 0)
    gesture.release(document, 4.5, 3.0)
    assert (changes, len(document.history)) == ([1, 1, 2], 1)


@PAINTERS
def test_the_outer_wall_reports_why_it_stays(name: str) -> None:
    document = Document(box())
    gesture = MODES[name].run()
    preview = gesture.hover(document, 1.5, 0.1)
    assert preview is not None
    assert preview.hint == "The outer wall opens only by an entrance or an exit."
    paint(document, name, (1.5, 0.1), (3.5, 0.1))
    assert not document.can_undo


def test_add_and_erase_report_when_there_is_nothing_to_do() -> None:
    for name, maze, hint in [
        ("add", box(), "There is a wall here already."),
        ("erase", field(), "There is no wall here."),
    ]:
        preview = MODES[name].run().hover(Document(maze), 1.0, 1.5)
        assert preview is not None
        assert (preview.hint, preview.walls) == (hint, ())
