"""After Export: the file is opened, or shown in its folder, by a button or a key."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.export_menu import start_export
from mazeeditor.editing.edits import SetPage
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.page import Page
from tests.events import click, key
from tests.gui.desk import Desk, open_desk
from tests.gui.openers import Openers

pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.skipif("sys.platform != 'linux'", reason="the programs of Linux"),
]


@pytest.fixture
def openers(real_programs: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Openers:  # noqa: ARG001
    return Openers(tmp_path, monkeypatch)


def exported(tmp_path: Path) -> Desk:
    """Return a desk whose maze was exported as a picture of vectors."""
    desk = open_desk()
    desk.session.parts.call(start_export, tmp_path / "round.svg", {})
    desk.wait(lambda: bool(desk.session.opened.exported), "the file")
    desk.wait_for_work()
    return desk


def test_by_keys_and_by_the_buttons(tmp_path: Path, openers: Openers) -> None:
    desk = exported(tmp_path)
    status = desk.window.status
    assert status.hint.cget("text") == "Exported round.svg"
    opening, showing = status.offers.winfo_children()
    assert [button.cget("text") for button in (opening, showing)] == ["Open", "Show in folder"]
    assert status.hint.winfo_rootx() < opening.winfo_rootx() < showing.winfo_rootx()
    click(opening)
    openers.wait_for(desk, "xdg-open", str(tmp_path / "round.svg"))
    click(showing)
    openers.wait_for(desk, "gdbus", (tmp_path / "round.svg").as_uri())
    key(desk.root, "ctrl+shift+e")
    openers.wait_for(desk, "xdg-open", str(tmp_path / "round.svg"))
    key(desk.root, "ctrl+shift+f")
    openers.wait_for(desk, "gdbus", "round.svg")
    assert desk.answers.errors == []


def test_a_file_that_is_gone_is_one_sentence(tmp_path: Path, openers: Openers) -> None:
    desk = exported(tmp_path)
    (tmp_path / "round.svg").unlink()
    key(desk.root, "ctrl+shift+e")
    desk.wait(lambda: bool(desk.answers.errors), "the sentence")
    assert desk.answers.errors == [f"round.svg is not in {tmp_path} any more."]
    assert not openers.used


def test_what_does_not_apply_says_so(desk: Desk, openers: Openers) -> None:
    key(desk.root, "ctrl+shift+e")
    key(desk.root, "ctrl+shift+f")
    desk.wait_for_work()
    assert desk.answers.errors == []
    assert not openers.used, "there is nothing to open before an export"
    assert not COMMANDS["field-plan"].ready(desk.session.parts)
    assert "no place on the ground" in COMMANDS["field-plan"].why_not(desk.session.parts)


def test_what_is_too_thin_is_said_after_the_export(desk: Desk, tmp_path: Path) -> None:
    before = list(logging.getLogger("mazeeditor").handlers)
    desk.session.document.apply(
        SetPage(desk.session.document.page, Page(page="A6", walls="double", cell=2.0))
    )
    desk.session.parts.call(start_export, tmp_path / "thin.pdf", {})
    desk.wait(lambda: bool(desk.session.opened.exported), "the file")
    desk.wait_for_work()
    start, sentence = desk.window.status.text.split(". ", 1)
    assert start == "Exported thin.pdf"
    assert sentence.startswith("Too small to solve on this page: 1.4 mm between walls")
    assert "Lines of 0.43 pt are thinner than the 0.75 pt" in sentence
    assert logging.getLogger("mazeeditor").handlers == before


def test_it_is_said_that_nobody_can_solve_what_was_exported(tmp_path: Path) -> None:
    desk = open_desk()
    recipe = Recipe("prim", seed=1, sizes={"rows": 120, "columns": 84})
    desk.document.new(maze_of(recipe), recipe, Page())
    for name, warned in (("small.svg", True), ("played.html", False), ("text.txt", False)):
        desk.session.opened.exported = []
        desk.session.parts.call(start_export, tmp_path / name, {})
        desk.wait(lambda: bool(desk.session.opened.exported), "the file")
        desk.wait_for_work()
        assert ("Too small to solve on this page" in desk.window.status.text) == warned, name
