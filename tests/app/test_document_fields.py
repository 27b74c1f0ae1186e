"""The page and the openings as fields, without a display."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mazeeditor.app.drafts.document_fields import LOGO, OpeningFields, PageFields
from mazeeditor.core.errors import UsageError
from mazeeditor.editing.edits import SetOpenings, SetPage
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.page import page_options
from tests.app.scripted import Program


@pytest.fixture
def page(program: Program) -> PageFields:
    return program.session.opened.page_fields


@pytest.fixture
def openings(program: Program) -> OpeningFields:
    return program.session.opened.opening_fields


def places(openings: OpeningFields) -> list[tuple[object, ...]]:
    return [tuple(line.values.values()) for line in openings.lines]


def test_an_edit_of_a_field_is_a_step(program: Program, page: PageFields) -> None:
    assert [*page.options, LOGO] == [option.name for option in page_options()]
    page.edit("margin", 20.0)
    assert program.document.page.margin == 20.0
    assert program.document.undo_name == "Change page: Margin"
    program.run("undo")
    assert page["margin"] == 15.0


def test_an_edit_leaves_invalid_text_of_other_fields(program: Program, page: PageFields) -> None:
    page.keep_text("margin", "wide")
    page.edit("title", "Otto")
    before = program.document.page
    program.document.apply(SetPage(before, replace(before, orientation="landscape")))
    assert page.uncommitted == {"margin": "wide"}
    assert page["orientation"] == "landscape"
    before = program.document.page
    program.document.apply(SetPage(before, replace(before, margin=9.0)))
    assert page.uncommitted == {}
    page.keep_text("margin", "wide")
    program.document.new(program.document.maze)
    assert page.uncommitted == {}


def test_openings_are_followed(program: Program, openings: OpeningFields) -> None:
    assert places(openings) == [("left", 0, 0), ("right", 11, 15)]
    maze, lines = program.document.maze, openings.lines
    cell = maze.lattice.cell(3, 4)
    program.document.apply(SetOpenings(maze, None, (Opening(cell),)))
    assert places(openings) == [(None, None, None), ("middle", 3, 4)]
    assert openings.lines is lines
    program.document.apply(SetOpenings(maze, None, (Opening(cell), Opening(cell + 1))))
    assert places(openings)[1:] == [("middle", 3, 4), ("middle", 3, 5)]


def test_a_moved_opening_slides_to_its_side(program: Program, openings: OpeningFields) -> None:
    openings.lines[1].edit("row", 7)
    assert places(openings)[1] == ("right", 7, 15)
    openings.lines[1].edit("side", "top")
    assert places(openings)[1] == ("top", 0, 15)
    assert len(program.document.history) == 2


def test_the_first_value_sets_a_missing_opening(program: Program, openings: OpeningFields) -> None:
    openings.put(0, None)
    assert program.document.maze.entrance is None
    openings.lines[0].edit("row", 2)
    assert places(openings)[0] == ("middle", 2, 0)


def test_invalid_text_is_a_problem_of_its_line(program: Program, openings: OpeningFields) -> None:
    line = openings.lines[0]
    line.keep_text("column", "99")
    with pytest.raises(UsageError):
        line.read()
    line.edit("row", 4)
    assert "Column must be" in openings.problem
    assert not program.document.dirty
    line.edit("column", 3)
    assert openings.problem == ""
    assert places(openings)[0] == ("left", 4, 0)


def test_exits_are_added_while_a_corner_is_free(program: Program, openings: OpeningFields) -> None:
    number = len(openings.lines)
    while not openings.problem:
        number = len(openings.lines)
        openings.add_exit()
    assert "Exit tool" in openings.problem
    assert number == len(openings.lines) > 2
    program.run("undo")
    assert openings.problem == ""
    assert len(openings.lines) == number - 1


@pytest.mark.parametrize("shape", SHAPES.names())
def test_every_shape_has_its_own_sides(program: Program, shape: str) -> None:
    openings, draft = program.session.opened.opening_fields, program.session.view.draft
    draft.choose_shape(shape)
    program.run("generate")
    lattice = program.document.maze.lattice
    assert openings.lines[0].options["side"].choices[1:] == tuple(lattice.sides)
    assert openings.lines[0].options["row"].high == lattice.rows - 1
