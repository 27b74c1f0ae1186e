"""The workspace Make keeps what is typed, whatever is shown, and follows the document."""

from __future__ import annotations

import time
from threading import Event
from typing import Any

import pytest

from mazeeditor.app.drafts import steps
from mazeeditor.app.making.preview import MakePreview
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.widgets import has_keyboard
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests import events
from tests.events import click, key, screenshot, settle, type_text, wait_until
from tests.gui.desk import Desk, open_desk
from tests.gui.making import box_of, make_of, settled, show_make

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(steps, "SAME_STEP_S", 60.0)  # a loaded machine types slowly
    desk = open_desk()
    desk.document.new(generate("prim", build("rectangular", rows=8, columns=10), 1))
    return desk


def fill(make: MakePane, name: str, text: str) -> None:
    """Type a text into a field, in the place of the one there."""
    box_of(make, name).typed_in.focus_force()
    key(make, "ctrl+a")
    type_text(make, text)


def stencil(desk: Desk) -> MakePane:
    """Show Make with a stencil that has tabs."""
    desk.document.apply(SetPage(desk.document.page, Page(cell=8.0, wall=3.0)))
    make = show_make(desk)
    make.draft.fields.edit("job", "stencil")
    wait_until(make, lambda: make.draft.tabs.sheet_tabs is not None, 30, "the tabs")
    settled(make)
    return make


@pytest.mark.slow
def test_there_and_back_all_is_as_it_was(desk: Desk) -> None:
    make = show_make(desk)
    key(make, "Down")  # coaster, stencil
    fill(make, "cell", "9")
    fill(make, "gap", "4.5")
    key(make, "Tab")
    wait_until(make, lambda: make.draft.fields["gap"] == 4.5, 20, "the gap")
    settled(make)
    for _notch in range(4):
        events.wheel(make.pages.view, 1, 100, 80)
    settled(make)
    view = make.sheet.view
    assert view
    assert not view.fits
    key(desk.root, "alt+1")
    assert not make.winfo_viewable()
    assert desk.view.winfo_viewable()
    assert desk.document.page.cell == 9
    key(desk.root, "alt+4")
    assert make_of(desk) is make
    assert make.winfo_viewable()
    assert make.sheet.view == view
    fields = make.draft.fields
    assert (fields["job"], fields["gap"], make.draft.page_fields["cell"]) == ("stencil", 4.5, 9)
    assert box_of(make, "gap").variable.get() == "4.5"
    assert has_keyboard(make.objects.list)


@pytest.mark.slow
def test_long_work_is_seen_and_cancelled(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 0.3 s, also where the sheet is planned and only its picture takes long."""
    make = show_make(desk)
    wait_until(make, lambda: make.busy.idle, 5, "no sign of work")
    before, whole = make.shown, screenshot(make.pages.view)
    held, go_on = Event(), Event()

    def slow(*taken: Any) -> MakePreview:
        held.set()
        go_on.wait(30)
        taken[-1].check()
        return before

    monkeypatch.setattr(make.drawing, "_work", lambda taken, job: slow(*taken, job))
    begun = time.monotonic()
    make.draft.fields.edit("gap", 9.0)
    wait_until(make, lambda: make.busy.winfo_ismapped() == 1, 5, "the sign of work")
    wait_until(make, held.is_set, 5, "the work")
    assert time.monotonic() - begun >= 0.3
    assert make.busy.button.cget("text") == "Cancel"
    assert screenshot(make.pages.view) != whole  # pale: it is outdated
    click(make.busy.button)
    go_on.set()
    wait_until(make, lambda: make.drawing.settled, 5, "the end")
    assert make.shown is before
    assert "Not up to date" in make.busy.label.cget("text")
    assert make.busy.winfo_ismapped()
    click(make.busy.button)
    wait_until(make, lambda: not make.busy.winfo_ismapped(), 5, "the sheet")
    settled(make)
    assert screenshot(make.pages.view) == whole
    assert not make.busy.stopped


@pytest.mark.slow
def test_fields_and_tabs_are_undone_in_their_order(desk: Desk) -> None:
    make = show_make(desk)
    fields, tabs = make.draft.fields, make.draft.tabs
    first, bar = fields["job"], desk.window.bar
    fields.edit("job", "stencil")
    wait_until(make, lambda: tabs.sheet_tabs is not None, 30, "the tabs")
    settled(make)
    automatic = tabs.bridges
    make.pages.view.focus_force()
    key(make, "Right")
    key(make, "Delete")
    settle(make)
    assert len(tabs.bridges) == len(automatic) - 1
    fields.edit("gap", 9.0)
    wait_until(make, lambda: make.draft.steps.undo_name == "Part spacing", 20, "the step")
    settle(make)
    make.edit_buttons["machine"].focus_force()
    names = []
    while bar.buttons["undo"].instate(["!disabled"]):
        names.append(bar.buttons["undo"].tip.current_text())
        key(make, "ctrl+z")
        settle(make)
    assert [name.split("   ")[0] for name in names] == [
        "Undo: Part spacing",
        "Undo: Tabs",
        "Undo: Object",
    ]
    assert fields["job"] == first
    assert make.objects.list.selection() == ("coaster",)
    assert not tabs.by_hand
    click(bar.buttons["redo"])
    settle(make)
    for _step in range(2):
        key(make, "ctrl+shift+z")
        settle(make)
    assert (fields["job"], fields["gap"]) == ("stencil", 9.0)
    wait_until(make, lambda: tabs.by_hand, 30, "the tabs")
    wait_until(make, lambda: len(tabs.bridges) == len(automatic) - 1, 30, "the sheet")


@pytest.mark.slow
def test_what_stands_at_the_lower_left_is_about_the_sheet(desk: Desk) -> None:
    verdict = desk.verdict
    make = stencil(desk)
    assert desk.verdict == "One piece: nothing falls out"
    assert desk.figures == "1 sheet"
    make.draft.fields.edit("outline", "none")  # a frame would hold all of it
    make.draft.fields.edit("tabs", "leave")
    wait_until(make, lambda: "pieces" in desk.verdict, 20)
    assert desk.verdict.startswith("Falls apart into ")
    click(desk.window.status.chip)  # explains no maze that is not seen
    assert make.winfo_viewable()
    key(desk.root, "alt+1")
    desk.wait_for_work()
    assert desk.verdict == verdict
    assert desk.window.status.zoom.winfo_ismapped()


@pytest.mark.slow
def test_keys_of_the_maze_do_nothing_to_it_while_it_is_covered(desk: Desk) -> None:
    make = show_make(desk)
    keys, bar = desk.window.keys, desk.window.bar
    assert (keys.label("save-making"), keys.label("export")) == ("Ctrl+E", "")
    assert bar.buttons["save-making"].tip.current_text() == "Save the files…   Ctrl+E"
    toolbox, walls = desk.session.view.toolbox, desk.document.maze.walls.copy()
    tool, percent = toolbox.mode, desk.view.viewport.percent
    for pressed in ("e", "ctrl+a", "Delete", "ctrl+x", "h", "l", "shift+s"):
        key(make, pressed)
    assert toolbox.mode is tool
    assert (desk.document.maze.walls == walls).all()
    assert desk.session.view.selection.cells is None or not len(desk.session.view.selection.cells)
    view = make.sheet.view
    assert view
    key(make, "ctrl+plus")
    assert make.sheet.view
    assert make.sheet.view.scale > view.scale
    key(make, "ctrl+0")
    assert make.sheet.view.fits
    assert desk.view.viewport.percent == percent
    key(desk.root, "alt+1")
    assert (keys.label("save-making"), keys.label("export")) == ("", "Ctrl+E")
