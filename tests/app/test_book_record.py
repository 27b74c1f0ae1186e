"""All that stands in the fields of a book comes back from its snapshot, valid or not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.app.books.draft import BookDraft, begin_book, open_book, restored_book
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of, templates
from tests.app.test_book_draft import book_in
from tests.timers import ManualTimer


def again(draft: BookDraft) -> BookDraft:
    """Return a book as another process has it."""
    return restored_book(json.loads(json.dumps(draft.record())), FileOrigin(draft.path))


@pytest.mark.parametrize("name", templates())
def test_every_template_comes_back(name: str) -> None:
    draft = begin_book(name, 5, Job())
    result = again(draft)
    assert result.data() == draft.data()
    assert result.dirty


def test_what_was_chosen_and_replaced_comes_back(tmp_path: Path) -> None:
    draft = open_book(book_in(tmp_path), Job())
    draft.add()
    mazes = draft.chapter.mazes
    mazes.choose_shape("polar")
    mazes.sizes.edit("rings", 7)
    mazes.choose_generator("kruskal")
    mazes.masks.put(0, MaskStep("ellipse"))
    mazes.rest.edit("braid", 0.25)
    draft.chapter.style.edit("title", "Rings ☃")
    draft.chapter.set_logo("data:image/png;base64,AAAA")
    draft.replace(2, 77)
    draft.replace(4, tmp_path / "own ☃.maze")
    draft.state.set(replace(draft.state.value, by_id={"ABCDEF": 5}))
    result = again(draft)
    assert result.data() == draft.data()
    assert (result.selected, result.path) == (1, draft.path)
    assert result.state.value == draft.state.value


def test_a_file_of_any_name_is_in_the_file_of_the_book(tmp_path: Path) -> None:
    """It raised UnicodeEncodeError, when saved as when printed."""
    draft, file = open_book(book_in(tmp_path), Job()), tmp_path / "\udcff %41.maze"
    draft.replace(2, file)
    assert json.loads(draft.data())["replaced"] == {"2": {"file": file.name}}
    assert again(draft).state.value.chapters[0].replaced == {1: file}


def test_texts_that_are_typed_or_invalid_come_back(tmp_path: Path) -> None:
    draft = open_book(book_in(tmp_path), Job())
    draft.fields.keep_text("trim", "6 x")
    draft.chapters[1].mazes.sizes.typing["rows"] = "many"
    draft.chapters[1].ends.typing["columns"] = "9"
    assert draft.typed
    result = again(draft)
    assert result.fields.uncommitted == {"trim": "6 x"}
    assert result.chapters[1].mazes.sizes.uncommitted == {"rows": "many"}
    assert result.chapters[1].ends["columns"] == 9


def test_what_was_being_typed_is_a_step_of_its_own(tmp_path: Path) -> None:
    draft = open_book(book_in(tmp_path), Job())
    draft.fields.edit("margin", 20.0)
    draft.fields.typing["title"] = "Half a ti"
    result = again(draft)
    assert (result.fields["title"], result.fields["margin"]) == ("Half a ti", 20.0)
    result.steps.start(ManualTimer())
    assert [result.steps.undo(), result.fields["title"]] == ["Title", draft.fields["title"]]
    assert result.fields["margin"] == 20.0
    assert result.steps.undo() == "Margin"
    assert not result.dirty
    assert result.steps.undo() == ""


def test_a_book_that_its_reader_refuses_comes_back(tmp_path: Path) -> None:
    draft = open_book(book_in(tmp_path), Job())
    draft.chapters[0].mazes.sizes.update({"rows": 2000, "columns": 2000})
    with pytest.raises(MazeError):
        book_of(draft.data(), AllowedFiles(tmp_path), Job())
    assert again(draft).data() == draft.data()


@pytest.mark.parametrize(
    "values",
    [
        {"chapters": [{}]},
        {"chapters": [None, 5, {"style": 3, "replaced": {"x": 1, "1": True, "2": -1}}]},
        {"chapters": [{}], "fields": {"title": 5, "rules": []}, "texts": {"fields": {"trim": 1}}},
        {"chapters": [{}], "selected": 99, "replaced": []},
        {"chapters": [{"shape": "cube", "generator": 7, "mask": "x", "pieces": 5, "logo": 3}]},
        {"chapters": [{"to": {"rows": "7", "rings": 3}, "sizes": {"rows": -1}, "braid": "x"}]},
    ],
)
def test_what_is_invalid_is_left_out(values: dict[str, Any]) -> None:
    chapters = {str(number): chapter for number, chapter in enumerate(values["chapters"], 1)}
    draft = restored_book(
        {**values, "order": [*map(int, chapters), 77, "x"], "chapters": chapters}, FileOrigin()
    )
    assert len(draft.chapters) == len(chapters)
    book_of(draft.data(), AllowedFiles(Path()), Job())
    for order, known in (([], {}), ([1], "x"), (None, None)):
        with pytest.raises(MazeError):
            restored_book({"order": order, "chapters": known}, FileOrigin())


def test_half_a_character_is_left_out(tmp_path: Path) -> None:
    """A snapshot that was changed outside restored nothing, but printed a traceback."""
    draft = open_book(book_in(tmp_path), Job())
    record = draft.record()
    half = "\ud800"
    record |= {"about": half, "replaced": {half: 5, "ABCDEF": half}, "selected": half}
    chapter: dict[str, Any] = {"logo": half, "replaced": {"1": half, half: 7}, "generator": half}
    chapter |= {"style": {"title": half}, "subject": {"name": half}}
    chapter |= {"mask": [{"name": "text", "text": half}]}
    record["chapters"] = {"1": chapter}
    record["texts"] = {"fields": {"title": half}, "1": {"style": {"title": half}}}
    record["fields"] = {**record["fields"], "title": half}
    result = restored_book(json.loads(json.dumps(record)), FileOrigin(draft.path))
    assert half.encode("utf-8", "backslashreplace") not in result.data()
    assert "ABCDEF" not in result.state.value.by_id
    assert result.state.value.chapters[0].replaced == {}
