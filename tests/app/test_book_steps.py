"""The steps of a book: undone and redone, merged, saved, kept within a budget."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeeditor.app.books.chapter_draft import ChapterDraft
from mazeeditor.app.books.draft import BookDraft, open_book, restored_book
from mazeeditor.core.job import Job
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.work import saving
from mazeeditor.maze.masks.cutting import MaskStep
from tests.app.test_book_draft import book_in
from tests.breadth import stress


def set_shape(draft: BookDraft, value: int) -> None:
    draft.chapter.mazes.choose_shape(("rectangular", "polar", "hexagonal")[value % 3])


ACTIONS: dict[str, Callable[[BookDraft, int], object]] = {
    "title": lambda draft, value: draft.fields.edit("title", f"T{value}"),
    "margin": lambda draft, value: draft.fields.edit("margin", 10.0 + value),
    "count": lambda draft, value: draft.chapter.style.edit("count", 1 + value),
    "sizes": lambda draft, value: draft.chapter.mazes.sizes.edit(
        next(iter(draft.chapter.mazes.sizes.options)), 4 + value
    ),
    "shape": set_shape,
    "mask": lambda draft, value: draft.chapter.mazes.masks.put(0, MaskStep("ellipse")),  # noqa: ARG005
    "logo": lambda draft, value: draft.chapter.set_logo("data:," + "A" * value),
    "wall": lambda draft, value: draft.chapter.look.edit("wall", 0.5 + value / 10),
    "add": lambda draft, value: draft.add(),  # noqa: ARG005
    "copy": lambda draft, value: draft.duplicate(),  # noqa: ARG005
    "remove": lambda draft, value: draft.remove(),  # noqa: ARG005
    "move": lambda draft, value: draft.move(1 if value % 2 else -1),
    "replace": lambda draft, value: draft.replace(1, 100 + value),
    "select": lambda draft, value: draft.select(value),
    "choose": lambda draft, value: draft.choose(value),
    "undo": lambda draft, value: draft.steps.undo(),  # noqa: ARG005
    "redo": lambda draft, value: draft.steps.redo(),  # noqa: ARG005
}


def shown(draft: BookDraft) -> tuple[list[ChapterDraft], ChapterDraft]:
    """Return the chapters, and the one of them that is selected."""
    return list(draft.chapters), draft.chapters[draft.selected]


CHANGES = st.lists(st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 5)), max_size=25)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return book_in(tmp_path_factory.mktemp("book"))


def opened(path: Path) -> BookDraft:
    """Return the draft of a book in which no change belongs to the step before."""
    draft = open_book(path, Job())
    draft.steps.goes_on = 0.0
    return draft


@pytest.mark.slow
@settings(max_examples=2000 if stress() else 15, deadline=None)
@given(changes=CHANGES)
def test_any_changes_are_undone_and_redone(path: Path, changes: list[tuple[str, int]]) -> None:
    draft = opened(path)
    files, at = [draft.data()], 0
    seen: list[object] = [shown(draft)]
    draft.changed.subscribe(lambda: seen.append(shown(draft)))
    for name, value in changes:
        number = len(draft.history.done)
        ACTIONS[name](draft, value)
        draft.settle()
        if name not in ("select", "choose"):
            assert seen[-1] == shown(draft)  # who follows it shows the selected chapter
        else:
            seen.append(shown(draft))
        now = draft.data()
        if name in ("undo", "redo"):
            at = max(at - 1, 0) if name == "undo" else min(at + 1, len(files) - 1)
        elif len(draft.history.done) > number:  # alike chapters may have changed places
            files[at + 1 :] = [now]
            at += 1
        assert now == files[at]
        assert draft.dirty is (now != files[0])
    record = json.loads(json.dumps(draft.record()))  # as after a crash
    for book in (restored_book(record, FileOrigin(path)), draft):
        place = at
        assert book.data() == files[place]
        while book.steps.redo():
            place += 1
            assert book.data() == files[place]
        assert place == len(files) - 1
        while book.steps.undo():
            place -= 1
            assert book.data() == files[place]
        assert place == 0
        assert not book.dirty or not at  # what comes back counts as unsaved


def test_a_book_is_saved_exactly_where_its_file_holds_it(path: Path, tmp_path: Path) -> None:
    draft = opened(path)
    for title in "abc":
        draft.fields.edit("title", title)
        draft.settle()
    draft.steps.undo()
    work = saving(draft, tmp_path / "b.mazebook")
    draft.fields.edit("title", "while it is written")
    assert work.at_once()
    assert draft.dirty
    draft.steps.undo()
    assert not draft.dirty
    draft.steps.undo()
    assert draft.dirty
    draft.fields.edit("title", "b")  # by hand: the file holds that
    assert not draft.dirty
    draft.settle()
    assert not draft.dirty
    draft.file_changed()
    assert draft.dirty
    draft = open_book(path, Job())
    for title in ("a", "ab", "abc"):
        draft.fields.edit("title", title)
        draft.settle()
    assert len(draft.history) == 1, "one field soon is one step"
    draft.fields.edit("title", "")
    draft.settle()
    assert (len(draft.history), draft.dirty) == (0, False), "and back again none"


def test_logos_count_in_the_budget(path: Path) -> None:
    draft = opened(path)
    draft.history.budget = 100_000
    for number in range(10):
        draft.chapter.set_logo(f"data:,{number}" + "A" * 30_000)
        draft.settle()
    assert len(draft.history) == 3
    assert draft.history.dropped == 7
    assert draft.history.size < 100_000
