"""What is typed into Sheets and Make stays until it was used, and outlives the process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.printing.sheet_draft import SheetDraft
from mazeeditor.app.ui import Recover
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.editing.edits import SetPage
from mazeeditor.files import read
from mazeeditor.files.snapshots import snapshots
from mazeeditor.files.unsaved_work import FORMS
from tests.app.scripted import Program, opened
from tests.app.test_recovery import crash, kept
from tests.cli.run import mazeeditor

SECOND = 1_000  # ms


def fill(program: Program, name: str, act: Callable[[Any], object]) -> None:
    """Show a form, act on its draft, and hide it without an answer."""
    if name == "sheet":
        act(program.session.opened.sheet.draft)
        return

    def answer(draft: SheetDraft, _request: object) -> None:
        act(draft)

    setattr(program.answers, f"ask_{name}", answer)
    program.run(name)


def shown(program: Program, name: str) -> Any:
    drafts: list[Any] = []
    fill(program, name, drafts.append)
    return drafts[0]


def type_title(draft: SheetDraft) -> None:
    draft.fields.edit("title", "Class 3b")
    draft.fields.edit("names", NamedFile("/class.csv"))
    draft.fields.typing["count"] = "12 x"
    draft.page_fields.edit("marks", "word")


def pass_time(program: Program) -> None:
    program.timer.advance(SECOND)
    program.settle()


def files() -> list[Path]:
    folder = recovery_folder()
    return sorted(folder.glob(f"*/{FORMS}")) if folder else []


def test_it_is_there_when_the_form_is_opened_again(program: Program) -> None:
    fill(program, "sheet", lambda draft: draft.fields.edit("title", draft.fields["title"]))
    pass_time(program)
    assert files() == [], "it was only looked at"
    fill(program, "sheet", type_title)
    draft = shown(program, "sheet")
    assert (draft.fields["title"], draft.fields["names"]) == ("Class 3b", "/class.csv")
    assert draft.fields.texts == {"count": "12 x"}
    assert draft.page_fields["marks"] == "word"


def test_what_the_page_has_meanwhile_is_not_taken_back(program: Program) -> None:
    fill(program, "sheet", lambda draft: draft.fields.edit("title", "T"))
    pass_time(program)
    page = program.document.page
    program.document.apply(SetPage(page, replace(page, marks="word")))
    draft = shown(program, "sheet")
    assert draft.page_fields["marks"] == "word"
    assert draft.steps.undo() == "Title", "the page of the document is no step of the sheet"
    assert (draft.fields["title"], draft.page_fields["marks"]) == ("", "word")
    draft.steps.redo()
    assert (draft.fields["title"], draft.page_fields["marks"]) == ("T", "word")


def test_the_title_follows_the_page_until_one_is_typed(program: Program) -> None:
    draft, document = shown(program, "sheet"), program.document
    document.apply(SetPage(document.page, replace(document.page, title="Mazes")))
    assert draft.fields["title"] == "Mazes"
    assert not draft.steps.undo_name
    assert not draft.record()
    draft.fields.edit("title", "For {name}")
    document.apply(SetPage(document.page, replace(document.page, title="Others")))
    assert draft.fields["title"] == "For {name}"
    draft.steps.undo()
    assert draft.fields["title"] == "Others", "it follows again"


def test_another_document_has_a_look_of_its_own(program: Program) -> None:
    fill(program, "sheet", type_title)
    program.document.new(program.document.maze.copy())
    draft = shown(program, "sheet")
    assert draft.fields["title"] == "Class 3b"
    assert draft.page_fields["marks"] == program.document.page.marks
    assert not draft.steps.undo_name, "they belong to the page of another document"


@pytest.mark.slow
def test_a_sheet_that_was_printed_is_forgotten(program: Program, tmp_path: Path) -> None:
    fill(program, "sheet", lambda draft: draft.fields.edit("title", "T"))
    pass_time(program)
    assert len(files()) == 1
    program.run("save-sheet")  # shows the workspace, and asks for nothing
    assert (program.session.view.workspaces.name, program.answers.asked) == ("sheets", [])
    program.session.opened.sheet.show()
    program.answers.paths = [None]
    program.run("save-sheet")  # whose file is not chosen
    pass_time(program)
    assert len(files()) == 1
    program.answers.paths = [tmp_path / "a.pdf"]
    program.run("save-sheet")
    pass_time(program)
    assert (tmp_path / "a.pdf").exists()
    assert files() == []
    assert program.settings.sheet == {"title": "T"}
    fill(program, "sheet", lambda draft: draft.fields.edit("title", "U"))
    pass_time(program)
    assert len(files()) == 1, "what is typed afterwards is kept again"


def test_the_page_is_changed_in_one_step_when_the_sheet_is_left(program: Program) -> None:
    sheet, document = program.session.opened.sheet, program.document
    page = document.page
    sheet.show()
    sheet.draft.page_fields.edit("marks", "word")
    sheet.draft.page_fields.edit("along", "letters")
    assert document.page == page
    sheet.hide()
    assert (document.page.marks, document.page.along) == ("word", "letters")
    document.undo()
    assert document.page == page
    assert sheet.draft.page_fields["marks"] == page.marks


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"title": "For {nobody}"}, "{nobody}"),
        ({"typed_names": "name"}, "only a line of column names"),
        ({"names": NamedFile("/none.csv")}, "none.csv"),
        ({"audience": "4-6", "per_page": "12", "typed_names": "Ada"}, "Print fewer on each."),
    ],
)
def test_nothing_is_saved_while_something_is_wrong(
    program: Program, fields: dict[str, str], sentence: str
) -> None:
    """The sentence comes at once, also before the pages are planned; no file is asked for."""
    sheet = program.session.opened.sheet
    sheet.show()
    for name, value in fields.items():
        sheet.draft.fields.edit(name, value)
    program.document.apply(
        SetPage(program.document.page, replace(program.document.page, page="A5", marks="word"))
    )
    for command in ("save-sheet", "print-sheet"):
        program.run(command)
        program.timer.advance_until(lambda: not sheet.preview.planning)
    first, second = program.answers.errors
    assert sentence in first
    assert first == second
    assert "\n" not in first
    assert program.answers.asked == []


def crashed(*, edited: bool, path: Path | None = None) -> list[int]:
    """Leave what a window with a filled form leaves; return its walls."""
    with opened() as program:
        if path:
            program.answers.paths = [path]
            program.run("save-as")
        if edited:
            program.edit(5)
        fill(program, "sheet", type_title)
        pass_time(program)
        crash(program)
        return program.walls()


@pytest.mark.parametrize("edited", [True, False])
def test_it_is_offered_after_a_crash(edited: bool, program: Program, tmp_path: Path) -> None:
    walls = crashed(edited=edited, path=tmp_path / "a.maze")
    (snapshot,) = kept()
    assert (snapshot.path.name == FORMS) is not edited
    program.answers.recover = [Recover.OPEN]
    program.run("recover")
    program.settle()
    (offered,) = program.answers.offered[0]
    assert (offered.forms, offered.is_maze, offered.problem) == (("sheet",), edited, "")
    assert (program.walls(), program.document.path) == (walls, tmp_path / "a.maze")
    assert program.document.dirty is edited
    assert program.ui.statuses[-1] == "What was typed into Sheets is there again."
    assert program.ui.offered_commands == ["workspace-sheets"]
    draft = shown(program, "sheet")
    assert (draft.fields["title"], draft.page_fields["marks"]) == ("Class 3b", "word")
    assert draft.fields.uncommitted == {"count": "12 x"}
    assert draft.steps.undo()
    assert (draft.fields["title"], draft.page_fields["marks"]) == ("", program.document.page.marks)
    assert [each.running for each in kept()] == [True]  # it is this window's now
    assert len(files()) == 1


def test_it_stays_where_the_maze_is_saved_elsewhere(program: Program, tmp_path: Path) -> None:
    crashed(edited=False, path=tmp_path / "a.maze")
    (tmp_path / "a.maze").unlink()
    program.answers.recover = [Recover.OPEN]
    program.run("recover")
    program.settle()
    assert len(program.answers.errors) == 1, "the file is gone"
    assert shown(program, "sheet").fields["title"] == "Class 3b"
    shown(program, "sheet").fields.edit("title", "Other")
    walls = crashed(edited=True)
    program.answers.recover, program.answers.paths = [Recover.SAVE_AS], [tmp_path / "b.maze"]
    program.run("recover")
    program.settle()
    assert read(tmp_path / "b.maze").maze.walls.tolist() == walls
    assert shown(program, "sheet").fields["title"] == "Class 3b"


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff", b'{"format": "mazeeditor unsaved forms"'])
def test_a_maze_is_opened_where_the_forms_are_damaged(program: Program, damage: bytes) -> None:
    walls = crashed(edited=True)
    (file,) = files()
    file.write_bytes(damage)
    program.answers.recover = [Recover.OPEN]
    program.run("recover")
    program.settle()
    assert program.walls() == walls
    (message,) = program.answers.messages
    assert message.startswith("What was typed is lost: Cannot read ")


def test_the_command_lists_what_was_typed(tmp_path: Path) -> None:
    crashed(edited=False)
    facts = json.loads(mazeeditor("recover", "--list", "--json").out)
    assert (facts["kind"], facts["typed"], facts["name"]) == ("typed", ["sheet"], "Untitled")
    assert "     Sheets  Untitled" in mazeeditor("recover", "--list").out
    refused = mazeeditor("recover", "--restore", facts["id"], "-o", tmp_path / "b.maze")
    assert (refused.status, len(refused.error.splitlines())) == (2, 1)
    assert list(tmp_path.glob("b.*")) == []


def test_the_end_of_the_process_keeps_it_at_once(program: Program) -> None:
    fill(program, "sheet", type_title)
    assert program.session.opened.drafts.unsaved
    assert program.session.abandon()
    assert len(files()) == len(snapshots(recovery_folder())) == 1
    program.session.close()  # a window that is closed takes it away
    assert kept() == []
