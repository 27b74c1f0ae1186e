"""Size in Millimetres: the answer becomes the next maze and its page."""

from __future__ import annotations

from typing import Any

import pytest

from mazeeditor.app.drafts.size_request import SizeRequest
from mazeeditor.editing.edits import SetPage
from mazeeditor.page.page import Page
from tests.app.scripted import opened


def test_the_maze_has_the_size_that_was_asked_for() -> None:
    with opened() as program:
        program.answers.sizes = [SizeRequest(width=150, height=100, corridor=9, wall=1)]
        before = program.document.maze
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


def test_a_page_that_changes_while_the_dialog_is_open_stays_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with opened() as program:
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


def test_an_invalid_field_is_shown_instead() -> None:
    with opened() as program:
        program.session.view.draft.sizes.keep_text("rows", "many")
        program.run("size")
        assert program.ui.sections == ["generate"]
        assert program.answers.requests == []
