"""The gate: no edit is lost unasked, whatever happens while a file is read, written or made."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.app.files.document_files import DISCARDED
from mazeeditor.app.ui import Unsaved
from mazeeditor.editing.edits import SetPage
from mazeeditor.files import read
from mazeeditor.page.page import Page
from tests.app.scripted import Program


@pytest.fixture
def saved(program: Program, tmp_path: Path) -> Path:
    """Save a maze, another than the program's, and return its file."""
    path = tmp_path / "other.maze"
    program.answers.paths = [path]
    program.run("save-as")
    program.answers.paths = [tmp_path / "mine.maze"]
    program.edit()
    program.run("save-as")
    return path


def test_the_answer_to_the_question_counts(program: Program, tmp_path: Path) -> None:
    program.edit()
    program.answers.unsaved = [Unsaved.KEEP]
    program.run("close")
    assert not program.ui.closed
    assert program.document.dirty
    program.answers.unsaved, program.answers.paths = [Unsaved.SAVE], [None]
    program.run("close")
    assert not program.ui.closed, "no file was named, so nothing was saved"
    program.answers.unsaved, program.answers.paths = [Unsaved.SAVE], [tmp_path / "kept.maze"]
    program.run("close")
    assert program.ui.closed
    assert read(tmp_path / "kept.maze").maze.walls.tolist() == program.walls()


@pytest.mark.parametrize("answer", [Unsaved.KEEP, Unsaved.DISCARD, Unsaved.SAVE])
def test_an_edit_while_it_is_written(program: Program, tmp_path: Path, answer: Unsaved) -> None:
    """Close, Save, and an edit while the file is written: the window stays until it is saved."""
    program.edit(5)
    program.answers.unsaved, program.answers.paths = [Unsaved.SAVE], [tmp_path / "a.maze"]
    program.start("close")
    program.edit(9)
    program.answers.unsaved = [answer]
    program.settle()
    assert program.answers.asked == ["Untitled", "Save as", "a.maze"]
    assert program.ui.closed == (answer is not Unsaved.KEEP)
    if answer is Unsaved.SAVE:
        assert read(tmp_path / "a.maze").maze.walls.tolist() == program.walls()
    if answer is Unsaved.KEEP:
        assert program.document.dirty


def start(program: Program, command: str) -> None:
    if command == "begin":
        program.start_with()
    else:
        program.start(command)


@pytest.mark.parametrize("command", ["begin", "open"])
def test_an_edit_while_the_next_one_is_made(program: Program, saved: Path, command: str) -> None:
    """New with a large size, and drawing while it is made; the same while a file is opened."""
    program.answers.asked.clear()
    program.answers.paths = [saved]
    start(program, command)
    program.edit(9)
    edited = program.walls()
    program.answers.unsaved = [Unsaved.KEEP]
    program.settle()
    assert program.answers.asked[-1] == "mine.maze"
    assert program.walls() == edited
    assert program.document.dirty
    assert program.document.can_undo
    assert program.ui.statuses[-1] == DISCARDED
    program.answers.paths, program.answers.unsaved = [saved], [Unsaved.DISCARD]
    start(program, command)  # the edit may go, but not the next one
    program.edit(7)
    program.answers.unsaved = [Unsaved.DISCARD]
    program.settle()
    assert not program.answers.unsaved
    assert not program.document.dirty


def test_changes_that_may_go_are_not_asked_about_twice(program: Program, saved: Path) -> None:
    program.edit(9)
    program.answers.asked.clear()
    program.answers.unsaved, program.answers.paths = [Unsaved.DISCARD], [saved]
    program.run("open")
    assert program.answers.asked == ["mine.maze", "Open"]
    assert program.document.path == saved
    assert not program.document.dirty


def test_changes_made_after_they_might_go_are_asked_about(program: Program, saved: Path) -> None:
    program.edit(9)
    program.answers.unsaved, program.answers.paths = [Unsaved.DISCARD], [saved]
    program.start("open")
    program.edit(7)
    edited = program.walls()
    program.answers.unsaved = [Unsaved.SAVE]
    program.settle()
    assert program.document.path == saved
    assert read(saved.with_name("mine.maze")).maze.walls.tolist() == edited


def test_an_edit_that_was_undone_needs_no_question(program: Program, saved: Path) -> None:
    program.answers.asked.clear()
    program.answers.paths = [saved]
    program.start("open")
    program.edit(9)
    program.start("undo")
    program.settle()
    assert program.answers.asked == ["Open"]
    assert program.document.path == saved


def test_what_is_being_typed_is_committed_before_the_question(program: Program) -> None:
    program.session.services.commit_typing.subscribe(program.edit)
    program.answers.unsaved = [Unsaved.KEEP]
    program.run("close")
    assert not program.ui.closed


def test_a_maze_without_a_file_is_called_by_its_title(program: Program) -> None:
    document = program.document
    document.apply(SetPage(document.page, Page(title="For Ada\nand Ben")))
    program.answers.unsaved = [Unsaved.KEEP]
    program.begin("classic")
    assert program.answers.asked == ["For Ada and Ben"]


def test_what_text_of_others_was_taken_for_is_said(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"%%%%%%%\n%A%   %\n% % % %\n%   %B%\n%%%%%%%\n")
    program.answers.paths = [path]
    program.run("open")
    assert program.ui.statuses[-1] == "Read as blocks of % with A and B; 2 x 3 cells"
