"""The sign of Sheets: green only once all pages are judged, red with what is wrong, and mended."""

from __future__ import annotations

import threading

import pytest

from mazeeditor.app.settings import Settings
from mazeeditor.sheets.pages import page_files
from tests.events import click, key, settle, wait_until
from tests.gui.desk import Desk, open_desk
from tests.gui.sheets import shown

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    desk = open_desk(Settings(sheet={"audience": "none", "per_page": "4", "count": 4}))
    desk.session.view.draft.sizes.update({"rows": 30, "columns": 30})
    return desk


@pytest.mark.slow
def test_a_red_sign_has_its_reason_and_a_button_that_makes_it_green(desk: Desk) -> None:
    pane, said = shown(desk), list[str]()
    pane.work.check.changed.subscribe(lambda: said.append(desk.window.status.said))
    wait_until(pane, lambda: bool(pane.work.check.findings), 60, "the findings")
    assert desk.window.status.said == "1 page is not fit for use"
    assert pane.wrong.text
    assert str(pane.wrong.text.cget("text")).startswith("Mazes 1, 2, 3, 4: Too small to solve")
    labels = [str(button.cget("text")) for button in pane.wrong.buttons]
    assert labels == ["Use fewer cells (Experts)", "Print 2 on a page"]
    click(pane.wrong.buttons[1])
    assert pane.work.draft.fields["per_page"] == "2"
    assert "Ready to print" not in said, "nothing was green before"
    wait_until(pane, lambda: pane.work.check.findings == (), 60, "no findings")
    assert desk.window.status.said == "Ready to print"
    assert pane.wrong.text is None
    key(desk.root, "ctrl+z")
    wait_until(pane, lambda: bool(pane.work.check.findings), 60, "the findings again")
    assert desk.window.status.said == "1 page is not fit for use"


def test_until_it_is_known_it_is_being_checked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    known = threading.Event()
    monkeypatch.setattr(page_files, "findings_of", lambda *_given, **_named: [known.wait(60)][1:])
    pane = shown(desk)
    work = pane.work
    wait_until(pane, lambda: work.preview.settled and bool(work.preview.planned.count), 60)
    settle(pane)
    assert desk.window.status.said.startswith("Being checked, ")
    known.set()
    wait_until(pane, lambda: desk.window.status.said == "Ready to print", 60)
    known.clear()
    work.draft.fields.edit("per_page", "2")
    settle(pane)
    assert desk.window.status.said.startswith("Being checked, "), "there is no such plan yet"
    known.set()
    wait_until(pane, lambda: desk.window.status.said == "Ready to print", 60)
