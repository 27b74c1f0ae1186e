"""What may go wrong in Make stands in a box, with a button that mends it in one step."""

from __future__ import annotations

import pytest

from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests.events import click, key, settle, wait_until
from tests.gui.desk import Desk
from tests.gui.making import settled, show_make


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.document.new(generate("prim", build("rectangular", rows=8, columns=10), 1))
    return desk


def thin_stencil(desk: Desk) -> MakePane:
    """Show a stencil whose walls are thinner than plywood holds."""
    desk.document.apply(SetPage(desk.document.page, Page(cell=9.0, wall=0.5)))
    make = show_make(desk)
    make.draft.fields.edit("object", "stencil")
    wait_until(make, lambda: make.warnings.text is not None, 30, "the warning")
    settled(make)
    return make


@pytest.mark.slow
def test_a_button_mends_walls_that_are_too_thin_in_one_step(desk: Desk) -> None:
    make = thin_stencil(desk)
    assert make.warnings.text
    assert "All walls are only 0.50 mm" in make.warnings.text.cget("text")
    assert desk.verdict == "May break: see the advice"
    button = make.warnings.buttons[0]
    assert button.cget("text") == "Use 3 mm"
    click(button)
    wait_until(make, lambda: make.warnings.text is None, 30, "no warning")
    settled(make)
    assert make.draft.page_fields["wall"] == 3.0
    assert desk.verdict == "One piece: nothing falls out"
    key(make, "ctrl+z")
    settle(make)
    assert make.draft.page_fields["wall"] == 0.5
    wait_until(make, lambda: bool(make.warnings.buttons), 30, "the warning again")
    settled(make)
    make.warnings.buttons[0].focus_force()
    key(make, "Return")
    assert make.draft.page_fields["wall"] == 3.0


@pytest.mark.slow
def test_what_cannot_be_made_offers_what_can(desk: Desk) -> None:
    make = show_make(desk)
    make.draft.fields.edit("sheet", "40x30mm")
    wait_until(make, lambda: bool(make.warnings.buttons), 30, "a way out")
    before = make.shown
    assert before.problem
    assert make.warnings.text
    assert make.warnings.text.cget("text") == before.problem
    said = make.pages.problem.cget("text")
    assert said == "It cannot be made like this: see the advice beside it.", "not twice the same"
    click(make.warnings.buttons[0])
    wait_until(make, lambda: make.shown is not before, 30, "the sheet")
    assert not make.shown.problem


@pytest.mark.own_window("it changes the theme")
@pytest.mark.slow
def test_figures_stand_beside_the_sheet_or_among_the_fields(desk: Desk) -> None:
    make = thin_stencil(desk)
    desk.root.geometry("1366x768")
    wait_until(make, lambda: bool(make.card.winfo_ismapped()), 5, "the card")
    assert list(make.card.texts) == ["Size", "Cuts", "Lines", "Time", "Pieces", "Tabs"]
    assert make.card.texts["Pieces"] == "1, nothing loose"
    desk.root.geometry("700x500")
    wait_until(make, lambda: bool(make.inner_card.winfo_ismapped()), 5, "the other card")
    assert make.inner_card.texts == make.card.texts
    assert not make.card.winfo_ismapped()
    desk.window.windows.set_theme("dark")
    make = show_make(desk)
    wait_until(make, lambda: bool(make.warnings.buttons), 30, "the warning in another theme")
