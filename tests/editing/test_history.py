"""The budget holds, the oldest steps go first, and the dirty flag is right whatever was dropped."""

from __future__ import annotations

from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.edits import Edit, EditHistory
from mazeeditor.editing.history import BUDGET_BYTES
from tests.breadth import examples


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


@examples(100)
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


def test_a_new_document_has_room_for_large_mazes() -> None:
    assert EditHistory().budget == BUDGET_BYTES > 2 * 10**8
