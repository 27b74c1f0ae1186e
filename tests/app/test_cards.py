"""A card of the gallery makes the same pages whatever was open and chosen before."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from mazeeditor.app.drafts import draft
from mazeeditor.app.gallery.templates import Template, templates
from mazeeditor.app.printing.snapshot import Print, draw
from mazeeditor.app.shown.chosen_workspace import SHEETS
from mazeeditor.app.ui import Unsaved
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import SetPage
from mazeeditor.maze import recipe
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.page.page import Page
from mazeeditor.sheets.pages.page_files import judge
from tests.app.scripted import Program, opened
from tests.breadth import stress

SEED = 5
CARDS = [each for each in templates() if each.category not in ("recent", "book")]
CARDS = [each for each in CARDS if each.values.get("like") != "last"]  # it is to follow the last
CARDS = [each for each in CARDS if not (each.category == "teach" and each.values)]  # need a window
SHEET_CARDS = [each for each in CARDS if "sheet" in each.values]


@pytest.fixture(autouse=True)
def _same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (recipe, draft):
        monkeypatch.setattr(module, "new_seed", lambda: SEED)


def with_page(**values: Any) -> Callable[[Program], None]:
    """Return what gives the open maze a page."""

    def change(program: Program) -> None:
        document = program.document
        document.apply(SetPage(document.page, Page(**values)))

    return change


def of_a_picture(program: Program) -> None:
    chosen = program.session.view.draft
    chosen.subject.kind.edit("shows", "picture")
    program.run("generate")


def round_without_dead_ends(program: Program) -> None:
    chosen = program.session.view.draft
    chosen.choose_shape("polar")
    chosen.rest.edit("braid", 1.0)
    chosen.rest.edit("seed", 77)
    program.run("generate")
    with_page(walls="rounded", margin=3.0, colour="#00ff00")(program)


def of_a_word(program: Program) -> None:
    program.session.view.draft.masks.put(0, MaskStep("text", {"text": "NO"}))
    program.run("generate")


def busy_sheet(program: Program) -> None:
    """Fill in a sheet, with much that is not usual."""
    program.session.view.workspaces.show(SHEETS, "")
    sheet = program.session.opened.sheet.draft
    values = {"per_page": "9", "answers": "none", "title": "Old", "instructions": "Run", "count": 9}
    for name, value in {**values, "audience": "expert", "page_numbers": False}.items():
        sheet.fields.edit(name, value)
    sheet.page_fields.edit("along", "questions")
    sheet.page_fields.edit("theme", "winter")
    sheet.keep()


def another_card(program: Program) -> None:
    program.begin("class-small-children")
    program.settle()
    program.session.opened.sheet.draft.page_fields.edit("theme", "pirates")


def making(program: Program) -> None:
    """Fill in Make, with sizes of the page."""
    program.begin("make-box")
    program.session.opened.begin_making().draft.fields.edit("kerf", 0.5)
    with_page(cell=3.0, page="fit", marks="none")(program)


STATES: dict[str, Callable[[Program], None]] = {
    "dinosaurs": lambda program: program.begin("theme-dinosaurs"),
    "poster": with_page(page="A2", poster="2x3", title="Old", solution="page"),
    "sums": with_page(along="questions", start_text="Go"),
    "picture": of_a_picture,
    "round": round_without_dead_ends,
    "word": of_a_word,
    "sheet": busy_sheet,
    "card": another_card,
    "making": making,
    "heart": lambda program: program.begin("16-heart"),
}


def plain(value: Any) -> Any:
    """Return a value without identities: arrays as bytes, dataclasses as their fields."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if dataclasses.is_dataclass(value):
        fields = (field.name for field in dataclasses.fields(value))
        return type(value).__name__, *(plain(getattr(value, name)) for name in fields)
    if isinstance(value, (tuple, list)):
        return tuple(map(plain, value))
    return repr(value)


def made_by(program: Program, card: Template) -> Any:
    """Choose a card, and return what comes out: its pages, and what is made of its maze."""
    program.answers.unsaved = [Unsaved.DISCARD]
    program.ui.outline = MaskStep("text", {"text": "HI"})
    program.answers.paths = [None]
    program.begin(card.path.stem)
    program.settle()
    assert program.answers.errors == []
    if "sheet" in card.values:
        order = program.session.opened.sheet.request().order()
        planned = order.plan(Job())
        return plain([page.composed(Job()) for page in [*planned.pages, *planned.answers][:3]])
    options: tuple[Any, ...] = ()
    if "making" in card.values:
        request = program.session.opened.begin_making().request()
        options = request.options, request.page
    return plain([options, Print.of(program.document).scenes(Job())[:2]])


@cache
def from_a_fresh_start(card: Template) -> Any:
    with opened() as program:
        return made_by(program, card)


def cards_for(number: int) -> list[Template]:
    """Return the cards that are chosen from a state: all of them only under ``--stress``."""
    if stress():
        return CARDS
    others = [each for each in CARDS if each not in SHEET_CARDS]
    return [SHEET_CARDS[number % len(SHEET_CARDS)], others[number * len(others) // len(STATES)]]


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_the_pages_are_those_of_a_fresh_start(state: str) -> None:
    for card in cards_for(list(STATES).index(state)):
        with opened() as program:
            STATES[state](program)
            program.settle()
            assert made_by(program, card) == from_a_fresh_start(card), card.path.stem


def test_a_card_of_a_class_is_one_step_and_leaves_the_document_alone(program: Program) -> None:
    STATES["dinosaurs"](program)
    busy_sheet(program)
    program.settle()
    work, page = program.session.opened.sheet, program.document.page
    work.draft.fields.edit("typed_names", "Ada\nBen")
    program.settle()
    before, after = work.draft.state.value, page
    own = work.draft.page(page)
    program.begin("class-sums")
    program.settle()
    assert work.draft.fields["typed_names"] == "Ada\nBen", "the class is the person's"
    work.hide()
    assert program.document.page == after
    assert work.draft.steps.undo() == "Template"
    assert work.draft.state.value == before
    work.draft.steps.redo()
    assert work.draft.card
    assert work.draft.page(page).along == "questions"
    work.draft.fields.edit("title", "")
    assert work.request().file_name == "Sums at forks", "as the card is called"
    work.draft.fields.edit("title", "Monday")
    assert work.request().file_name == "Monday"
    work.draft.leave_card()
    assert work.draft.page(page) == own, "what was chosen for the sheet before"
    work.draft.steps.undo()
    assert work.draft.card


def test_a_card_survives_a_crash() -> None:
    with opened() as program:
        program.begin("class-steps")
        program.settle()
        draft = program.session.opened.sheet.draft
        draft.page_fields.edit("theme", "pirates")
        program.settle()
        kept, state = json.loads(json.dumps(draft.record())), draft.state.value
    with opened() as program:
        draft = program.session.opened.sheet.draft
        assert draft.take(kept) == []
        assert draft.state.value == state
        draft.steps.undo()
        assert draft.page_fields["theme"] == "plain"
        draft.steps.undo()
        assert draft.card is None


PRINTED = [card for card in CARDS if card.category in ("page", "shape", "class")]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_what_a_card_makes_is_green(part: int) -> None:
    """Five cards of the program were red from the start: their passages were for nobody."""
    for card in PRINTED[part::4]:
        with opened() as program:
            program.answers.unsaved = [Unsaved.DISCARD]
            program.ui.outline = MaskStep("text", {"text": "OTTO"})
            program.answers.paths = [None]
            program.begin(card.path.stem)
            program.settle()
            if "sheet" in card.values:
                planned = program.session.opened.sheet.request().order().plan(Job())
                pages = [*planned.pages, *planned.answers]
                wrong = [found for page in pages for found in judge(page, Job()) if found.bad]
            else:
                wrong = list(filter(None, [draw(Print.of(program.document), None, Job()).unfit]))
            assert not wrong, (card.path.stem, wrong[0].text)


@pytest.mark.parametrize(
    ("locale", "paper"), [("en_US.UTF-8", "Letter"), ("de_DE", "A4"), ("C.UTF-8", "A4")]
)
def test_cards_are_on_the_paper_of_the_region(
    locale: str, paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    for card in ("theme-pirates", "16-heart", "classic"):
        with opened() as program:
            program.answers.unsaved = [Unsaved.DISCARD]
            program.begin(card)
            assert program.document.page.page == paper, card
