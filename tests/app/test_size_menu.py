"""Size in millimetres: the answer becomes the next maze and its page."""

from __future__ import annotations

from typing import Any

import pytest

from mazeeditor.app.drafts.size_request import SizeRequest
from mazeeditor.editing.edits import SetPage
from mazeeditor.page.page import Page
from tests.app.scripted import Program


def test_the_maze_has_the_size_that_was_asked_for(program: Program) -> None:
    program.answers.sizes = [SizeRequest(width=150, height=100, corridor=9, wall=1)]
    before = program.document.maze
    rows = program.session.view.draft.sizes["rows"]
    program.session.view.draft.sizes.keep_text("rows", "many")
    program.run("size")
    assert (program.ui.sections, program.answers.requests) == (["generate"], [])
    program.session.view.draft.sizes.edit("rows", rows)
    program.run("size")
    assert program.answers.requests == [SizeRequest()]
    assert dict(program.document.maze.lattice.parameters) == {"rows": 9, "columns": 14}
    page = program.document.page
    assert (page.cell, page.wall, page.page) == (10, 1, "A4")
    program.answers.sizes = [None]
    program.run("size")
    assert program.answers.requests[-1] == SizeRequest(cell=10, wall=1)
    program.run("undo")
    program.run("undo")
    assert program.document.maze is before
    assert program.document.page.cell is None


def test_a_page_that_changes_meanwhile(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = program.answers.ask_size

    def change_page(*arguments: Any) -> Any:
        program.document.apply(SetPage(program.document.page, Page(title="Later")))
        return ask(*arguments)

    monkeypatch.setattr(program.answers, "ask_size", change_page)
    program.answers.sizes = [SizeRequest(width=150, corridor=9, wall=1)]
    program.run("size")
    assert program.document.page == Page(title="Later", cell=10.0, wall=1.0)
    program.run("undo")
    program.run("undo")
    assert program.document.page == Page(title="Later")


def test_the_page_keeps_the_whole_whatever_its_walls_become(program: Program) -> None:
    """It kept the cells of that moment: double lines made the maze 3 mm wider."""
    program.answers.sizes = [SizeRequest(width=120)]
    program.run("size")
    document, fields = program.document, program.session.opened.page_fields
    assert document.page == Page(maze_width=120.0)
    fields.edit("walls", "double")
    assert document.page == Page(maze_width=120.0, walls="double")
    program.answers.sizes = [None]
    program.run("size")
    assert program.answers.requests[-1] == SizeRequest(width=120, walls="double")
    fields.edit("cell", 6.0)
    assert (document.page.cell, document.page.whole) == (6.0, {})
    fields.edit("maze_height", 90.0)
    assert (document.page.cell, document.page.whole) == (None, {"height": 90.0})
    program.run("undo")
    assert document.page.cell == 6.0
    program.run("undo")
    assert document.page.whole == {"width": 120.0}


def test_the_last_size_counts_in_make_too(program: Program) -> None:
    making = program.session.opened.begin_making()
    making.show(True)
    fields = making.draft.page_fields
    fields.edit("maze_width", 120.0)
    assert making.request().page == Page(maze_width=120.0)
    fields.edit("cell", 6.0)
    assert fields["maze_width"] is None
    fields.edit("maze_height", 90.0)
    assert fields["cell"] is None
    assert making.request().page == Page(maze_height=90.0)
    making.apply()
    assert program.document.page == Page(maze_height=90.0)
    making.draft.mend({"maze_height": None})
    assert not making.request().page.sized
