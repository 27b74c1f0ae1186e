"""The book that a window has open beside its maze, without a display."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mazeeditor.app.books.opening import BookTemplate
from mazeeditor.app.recovery.recovery import PAUSE_MS
from mazeeditor.app.ui import Unsaved
from tests.app.scripted import Program, opened
from tests.app.test_recovery import crash, pass_time
from tests.cli.run import mazeeditor

SMALL = {"count": 2, "sizes": {"rows": 4, "columns": 4}}


def written(folder: Path, name: str, title: str) -> Path:
    path = folder / name
    known = {"format": "mazeeditor book", "version": 1, "rules": "general"}
    path.write_text(json.dumps({**known, "title": title, "chapters": [{**SMALL, "title": "One"}]}))
    return path


def title(program: Program) -> str:
    editor = program.session.book.editor
    assert editor
    return str(editor.draft.fields["title"])


def edit(program: Program, text: str) -> None:
    editor = program.session.book.editor
    assert editor
    editor.draft.fields.edit("title", text)


def test_without_a_book_the_gallery_offers_some(program: Program) -> None:
    program.run("book")
    assert program.ui.gallery
    assert program.session.view.gallery.category == "book"
    assert program.session.book.editor is None


def test_the_one_that_was_open_last_is_shown(program: Program, tmp_path: Path) -> None:
    program.settings.book = str(written(tmp_path, "a.mazebook", "A"))
    program.run("book")
    program.settle()
    shown = program.session.view.workspaces
    assert (shown.name, shown.view, title(program)) == ("sheets", "book", "A")
    shown.show("draw")
    assert program.session.book.in_front is None
    program.run("book")
    assert program.session.book.in_front


@pytest.mark.slow
def test_changes_are_asked_about_before_another_one(program: Program, tmp_path: Path) -> None:
    book, other = program.session.book, written(tmp_path, "b.mazebook", "B")
    book.open(BookTemplate("children"))
    program.settle()
    edit(program, "Mine")
    for answer, expected in ((Unsaved.KEEP, "Mine"), (Unsaved.DISCARD, "B")):
        program.answers.unsaved = [answer]
        book.open(other)
        program.settle()
        assert title(program) == expected
    assert program.answers.asked == ["Mine"] * 2
    assert program.settings.book == str(other)


def test_one_that_cannot_be_read_leaves_the_other(program: Program, tmp_path: Path) -> None:
    good, broken = written(tmp_path, "a.mazebook", "A"), tmp_path / "b.mazebook"
    broken.write_text("{}")
    ended: list[str] = []
    for path in (good, broken):
        program.session.book.open(
            path, lambda: ended.append("failed"), lambda: ended.append("open")
        )
        program.settle()
    assert title(program) == "A"
    assert ended == ["open", "failed"]
    assert "it is not a book of this program" in program.answers.errors[0]


def test_where_the_last_one_is_damaged_or_gone(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.mazebook"
    path.write_text("{}")
    program.settings.book = str(path)
    program.run("book")
    assert "it is not a book of this program" in program.answers.errors[0]
    assert not program.ui.gallery
    program.run("book")
    assert program.ui.gallery
    program.ui.gallery, program.settings.book = False, str(tmp_path / "gone.mazebook")
    program.run("book")
    assert program.ui.gallery
    assert program.session.view.workspaces.name == "draw"


def test_save_and_undo_act_on_what_is_shown(program: Program, tmp_path: Path) -> None:
    path = written(tmp_path, "a.mazebook", "A")
    program.session.book.open(path)
    program.settle()
    edit(program, "Mine")
    program.edit()
    program.run("save")
    program.settle()
    assert json.loads(path.read_text())["title"] == "Mine"
    assert program.document.dirty
    program.session.view.workspaces.show("draw")
    program.answers.paths = [tmp_path / "a.maze"]
    program.run("save")
    program.settle()
    assert not program.document.dirty


def test_no_maze_is_put_into_a_book_that_has_changed(program: Program, tmp_path: Path) -> None:
    """Another maze may have its number by then; the file stays, and is not opened."""
    program.session.book.open(written(tmp_path, "a.mazebook", "A"))
    program.settle()
    editor, path = program.session.book.editor, tmp_path / "one.maze"
    assert editor
    program.answers.paths = [path]
    editor.edit(1)
    editor.draft.chapter.style.edit("count", 5)
    program.settle()
    assert path.exists()
    assert program.document.path is None
    assert not editor.draft.chapter.choice.replaced


def test_it_is_closed_alone_or_with_its_window(program: Program, tmp_path: Path) -> None:
    path = written(tmp_path, "a.mazebook", "A")
    for command in ("close-book", "close"):
        program.session.book.open(path)
        program.settle()
        edit(program, "Mine")
        for answer in (Unsaved.KEEP, Unsaved.DISCARD):
            assert program.session.book.editor
            program.answers.unsaved = [answer]
            program.run(command)
    assert program.ui.closed
    assert program.answers.asked == ["a.mazebook"] * 4
    assert program.session.view.workspaces.name == "sheets"


def test_the_command_lists_and_restores_an_unsaved_book(tmp_path: Path) -> None:
    path, target, refused = (tmp_path / name for name in ("a.mazebook", "b.mazebook", "b.maze"))
    with opened() as program:
        program.session.book.open(written(tmp_path, path.name, "A"))
        program.settle()
        edit(program, "Mine")
        pass_time(program, PAUSE_MS)
        editor = program.session.book.editor
        assert editor
        assert editor._folder._process_lock
        editor._folder._process_lock.release()
        crash(program)
    facts = json.loads(mazeeditor("recover", "--list", "--json").out)
    assert (facts["kind"], facts["name"], facts["file"]) == ("book", path.name, str(path))
    assert (facts["chapters"], facts["running"]) == (1, False)
    assert "       book  a.mazebook" in mazeeditor("recover", "--list").out
    assert mazeeditor("recover", "--restore", facts["id"], "-o", refused).status == 2
    assert mazeeditor("recover", "--restore", facts["id"], "-o", target).status == 0
    assert json.loads(target.read_text())["title"] == "Mine"
    assert mazeeditor("recover", "--discard", facts["id"]).status == 0
    assert mazeeditor("recover", "--list").out == ""
