"""The sign of the workspace Page: of the page as it will be printed, and never green before."""

from __future__ import annotations

from mazeeditor.app.shown.chosen_workspace import DRAW, PAGE
from mazeeditor.editing.edits import SetPage
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.page.page import Page
from tests.app.scripted import Program


def sign(program: Program) -> tuple[str, str]:
    return program.session.view.verdict.chip()


def test_it_is_green_once_the_page_is_known_and_red_where_it_cannot_be(program: Program) -> None:
    page = program.session.view.shown_page
    program.run("generate")
    program.session.view.workspaces.show(PAGE, "")
    program.timer.advance_until(lambda: page.settled)
    program.settle()
    assert sign(program)[0] == "good"
    document, fits = program.document, program.document.page
    document.apply(SetPage(fits, Page(page="40x40mm", margin=19.5)))
    assert sign(program) == ("neutral", "Being checked")
    program.timer.advance_until(lambda: page.settled)
    assert sign(program) == ("bad", "Not fit to print")
    program.session.view.workspaces.show(DRAW, "")
    assert sign(program)[0] == "good", "of the maze alone"
    program.session.view.workspaces.show(PAGE, "")
    program.run("undo")
    program.timer.advance_until(lambda: page.settled)
    assert sign(program)[0] == "good"


def test_letters_that_nobody_can_read_are_red(program: Program) -> None:
    chosen = program.session.view.draft
    chosen.masks.put(0, MaskStep("text", {"text": "EMMA"}))
    chosen.sizes.update({"rows": 8, "columns": 12})
    program.run("generate")
    page = program.session.view.shown_page
    program.session.view.workspaces.show(PAGE, "")
    program.timer.advance_until(lambda: page.settled)
    assert sign(program) == ("bad", "Not fit to print")
    assert page.shown.unfit
    assert page.shown.unfit.text.startswith("The letters of the outline need 48")
