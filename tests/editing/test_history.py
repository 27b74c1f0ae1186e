"""The budget holds, the oldest steps go first, and the dirty flag is right whatever was dropped."""

from __future__ import annotations

from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.edits import Edit, EditHistory, ToggleWalls
from mazeeditor.editing.history import BUDGET
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from tests.editing.samples import box, closed, ids, inner_walls


class Number:
    """A content that is one number."""

    def __init__(self) -> None:
        self.value = 0


class Put(Edit):
    """Put a number, at a cost that differs between doing and undoing."""

    name = "Put"

    def __init__(self, value: int, size: int, back: int) -> None:
        self.value, self.size, self._back = value, size, back

    def swap(self, content: Content) -> Change:
        shown = cast(Any, content)
        self.value, shown.value = shown.value, self.value
        self.size, self._back = self._back, self.size
        return Change(page=True)


def put(history: EditHistory, content: Content, value: int, size: int = 1, back: int = 1) -> Put:
    edit = Put(value, size, back)
    edit.swap(content)
    history.push(edit)
    return edit


STEP = st.tuples(st.just("put"), st.integers(1, 60), st.integers(1, 60))
MOVE = st.tuples(st.sampled_from(["undo", "redo", "save"]), st.just(0), st.just(0))


def fit(done: list[Put], undone: list[Put], kept: Put, budget: int) -> None:
    """Drop from the far past, then from the far future, as long as it is too much."""
    for end in (done, undone):
        while sum(each.size for each in done + undone) > budget and end and end[0] is not kept:
            del end[0]


@given(st.lists(STEP | MOVE, max_size=40), st.integers(1, 100))
def test_any_budget(actions: list[tuple[str, int, int]], budget: int) -> None:
    history, shown = EditHistory(budget), Number()
    content = cast(Content, shown)
    done, undone = list[Put](), list[Put]()  # the last of each is the next to move
    saved = expected = 0
    for number, (action, size, back) in enumerate(actions, start=1):
        if action == "put":
            done, undone = [*done, put(history, content, number, size, back)], []
            expected = number
            fit(done, undone, done[-1], budget)
        elif action == "undo" and done:
            undone.append(done.pop())
            expected = undone[-1].value
            history.undo(content)
            fit(done, undone, undone[-1], budget)
        elif action == "redo" and undone:
            done.append(undone.pop())
            expected = done[-1].value
            history.redo(content)
            fit(done, undone, done[-1], budget)
        elif action == "save":
            history.save(history.state)
            saved = shown.value
        assert (history.can_undo, history.can_redo) == (bool(done), bool(undone))
        assert len(history) == len(done + undone)
        assert history.size == sum(each.size for each in done + undone)
        assert history.size <= budget or len(history) == 1
        assert (shown.value, history.dirty) == (expected, expected != saved)


@given(st.lists(st.sets(st.integers(0, 16), min_size=1), min_size=1, max_size=8))
def test_undo_and_redo_give_back_every_wall(steps: list[set[int]]) -> None:
    history, content = EditHistory(), Content(box(), Recipe(), Page())
    every = inner_walls(content.maze.lattice)
    expected = [closed(content.maze)]
    for numbers in steps:
        walls = {every[number] for number in numbers}
        edit = ToggleWalls.of(content.maze, ids(*walls))
        edit.swap(content)
        history.push(edit)
        expected.append(expected[-1] ^ walls)
        assert closed(content.maze) == expected[-1]
    for state in expected[-2::-1]:
        change = history.undo(content)
        assert closed(content.maze) == state
        assert change.walls is not None
    for state in expected[1:]:
        history.redo(content)
        assert closed(content.maze) == state


def test_the_oldest_go_first_and_the_last_stays() -> None:
    history, shown = EditHistory(10), Number()
    content = cast(Content, shown)
    for value in range(1, 6):
        put(history, content, value, back=4)
    assert (len(history), history.size) == (2, 8)
    put(history, content, 6, back=99)
    assert (len(history), history.size) == (1, 99)
    history.undo(content)
    assert (shown.value, history.can_undo, history.redo_name) == (5, False, "Put")


def test_undo_into_a_larger_state_drops_the_oldest_not_itself() -> None:
    history, shown = EditHistory(10), Number()
    content = cast(Content, shown)
    for value in (1, 2, 3):
        put(history, content, value, size=9, back=1)
    history.undo(content)
    assert (shown.value, history.size, history.can_undo, history.can_redo) == (2, 10, True, True)
    history.undo(content)
    assert (shown.value, history.size) == (1, 9)
    assert (history.can_undo, history.can_redo) == (False, True)
    history.redo(content)
    assert (shown.value, history.can_redo) == (2, False)


def test_saved_state_that_was_dropped_is_never_met_again() -> None:
    history, shown = EditHistory(2), Number()
    content = cast(Content, shown)
    put(history, content, 1)
    history.save(history.state)
    for value in (2, 3):
        put(history, content, value)
    history.undo(content)
    history.undo(content)
    assert (shown.value, history.dirty) == (1, False)  # the state below the oldest step
    for value in (4, 5, 6):
        put(history, content, value)
    while history.can_undo:
        history.undo(content)
    assert (shown.value, history.dirty) == (4, True)


def test_saved_then_undone_then_edited() -> None:
    history, shown = EditHistory(), Number()
    content = cast(Content, shown)
    put(history, content, 1)
    history.save(history.state)
    history.undo(content)
    put(history, content, 2)
    assert history.dirty
    history.undo(content)
    assert history.dirty


def test_a_new_document_has_room_for_large_mazes() -> None:
    assert EditHistory().budget == BUDGET > 2 * 10**8
