"""Size in Millimetres: the answer becomes the next maze and its page."""

from __future__ import annotations

from mazeeditor.workspace.overall_size import SizeRequest
from tests.workspace.scripted import opened


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


def test_an_invalid_field_is_shown_instead() -> None:
    with opened() as program:
        program.workspace.draft.sizes.keep_text("rows", "many")
        program.run("size")
        assert program.ui.sections == ["generate"]
        assert program.answers.requests == []
