"""What is to be made of a document is there as long as it, and follows it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mazeeditor.app.making.making import Making
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.app.ui import Recover
from mazeeditor.editing.edits import SetPage
from tests.app.scripted import Program, opened
from tests.app.test_draft_recovery import files, pass_time
from tests.app.test_recovery import crash

KIND, PLACES = "between walls", "0.5,0 0.5,1"


def shown(program: Program) -> Making:
    """Return what is to be made, as the workspace Make shows it."""
    making = program.session.opened.begin_making()
    making.show(True)
    program.session.view.workspaces.show("make")
    return making


def place(tabs: TabDraft) -> None:
    tabs.take(tabs.hand.changed(KIND, PLACES))


def test_page_and_tabs_are_the_document_s_before_each_command(program: Program) -> None:
    making, document = shown(program), program.document
    making.draft.page_fields.edit("cell", 9.0)
    place(making.draft.tabs)
    assert (document.page.cell, document.tabs) == (None, {})
    program.session.services.commit_typing.notify()
    assert (document.page.cell, document.tabs[KIND]) == (9.0, PLACES)
    assert document.dirty
    document.undo()
    document.undo()
    assert (document.page.cell, document.tabs) == (None, {})
    assert making.draft.page_fields["cell"] is None
    assert making.draft.tabs.hand.at(KIND) is None


def test_it_is_in_the_file_that_is_saved(program: Program, tmp_path: Path) -> None:
    shown(program).draft.page_fields.edit("cell", 9.0)
    program.answers.paths = [tmp_path / "a.maze"]
    program.run("save-as")
    assert not program.document.dirty
    assert '"cell": 9.0' in (tmp_path / "a.maze").read_text()


def test_what_the_page_has_meanwhile_is_taken_over(program: Program) -> None:
    making, document = shown(program), program.document
    making.draft.page_fields.edit("title", "Here")
    making.apply()
    making.show(False)
    document.apply(SetPage(document.page, replace(document.page, title="There", cell=7.0)))
    assert making.draft.page_fields["title"] == "Here"  # it is hidden
    making.show(True)
    assert (making.draft.page_fields["title"], making.draft.page_fields["cell"]) == ("There", 7.0)
    making.apply()
    assert document.page.title == "There"


def test_tabs_are_of_the_walls_that_they_were_placed_in(program: Program) -> None:
    making = shown(program)
    place(making.draft.tabs)
    making.apply()
    program.edit(5)
    assert making.draft.tabs.hand.at(KIND) is None
    making.draft.steps.undo()
    assert making.draft.tabs.hand.at(KIND) is None
    program.document.undo()
    assert making.draft.tabs.hand.at(KIND) == PLACES


@pytest.mark.parametrize("tabs", [{}, {"tabs": {"5": {KIND: "1,1"}}}])
def test_a_record_of_other_walls_leaves_the_tabs(tabs: dict[str, object], program: Program) -> None:
    """They were removed from the document: what was typed was kept from another one."""
    making, document = shown(program), program.document
    place(making.draft.tabs)
    making.apply()
    making.draft.take({"fields": {"values": {"copies": 3}, "texts": {}}, **tabs})
    making.apply()
    assert making.draft.fields["copies"] == 3
    assert document.tabs[KIND] == PLACES


def test_another_document_has_its_own_page_and_no_steps(program: Program) -> None:
    making, document = shown(program), program.document
    making.draft.fields.edit("copies", 3)
    making.draft.page_fields.edit("cell", 9.0)
    making.apply()
    document.new(document.maze.copy())
    assert (making.draft.fields["copies"], making.draft.page_fields["cell"]) == (3, None)
    assert not making.draft.steps.undo_name
    making.apply()
    assert not document.dirty


def test_it_is_recovered_after_a_crash(program: Program) -> None:
    with opened() as other:
        making = shown(other)
        making.draft.fields.edit("copies", 3)
        making.draft.fields.typing["gap"] = "12 x"
        pass_time(other)
        crash(other)
    program.answers.recover = [Recover.OPEN]
    program.run("recover")
    program.settle()
    assert program.ui.statuses[-1] == "What was typed into Make is there again."
    assert program.ui.offered_commands == ["workspace-make"]
    draft = shown(program).draft
    assert (draft.fields["copies"], draft.fields.uncommitted) == (3, {"gap": "12 x"})
    assert draft.steps.undo()
    assert draft.fields["copies"] == 1
    with opened() as other:
        shown(other).draft.fields.edit("copies", 4)
        pass_time(other)
        crash(other)
    program.answers.recover = [Recover.OPEN]
    program.run("recover")  # into the draft that is there now
    program.settle()
    assert draft.fields["copies"] == 4


@pytest.mark.slow
def test_files_are_written_and_nothing_is_kept_then(program: Program, tmp_path: Path) -> None:
    making = shown(program)
    making.draft.fields.keep_text("gap", "12 x")
    program.run("save-making")
    program.session.view.workspaces.show("draw")
    program.run("save-making")  # Make alone saves files
    (error,) = program.answers.errors
    assert "12 x" in error, "it is said before a file is asked for"
    assert program.answers.asked == []
    shown(program)
    making.draft.fields.edit("gap", 5.0)
    making.draft.fields.edit("copies", 2)
    making.draft.fields.edit("machine", "glowforge")
    assert making.request().suffixes == [".svg"], "what the machine takes"
    pass_time(program)
    assert len(files()) == 1
    program.answers.paths = [tmp_path / "a.svg"]
    program.run("save-making")
    pass_time(program)
    assert (tmp_path / "a.svg").exists()
    assert files() == []
    assert making.draft.fields["copies"] == 2
    assert making.draft.steps.undo()
