"""Make shows what would fall out without tabs: chosen over the sheet, kept, and explained."""

from __future__ import annotations

import pytest

from mazeeditor.api import generate
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.making.sheet_notes import MARK_LABELS
from tests.events import click, key, screenshot
from tests.gui.desk import Desk
from tests.gui.making import settled, show_make


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.document.new(generate("prim", rows=9, columns=9, seed=1))
    return desk


def legend(make: MakePane) -> list[str]:
    return make.legend.texts


@pytest.mark.slow
def test_what_would_fall_out_without_tabs_is_seen_before_and_after(desk: Desk) -> None:
    desk.root.geometry("700x500")
    make = show_make(desk)
    toggle = make.with_tabs
    assert not toggle.winfo_ismapped(), "a coaster has no tabs"
    key(make.objects.list, "Down")  # stencil
    make.draft.fields.edit("outline", "none")  # a frame would hold all of it
    settled(make)
    assert toggle.winfo_ismapped()
    assert MARK_LABELS["tab"] in legend(make)
    assert MARK_LABELS["loose"] not in legend(make)
    held = screenshot(make.pages.view)
    size = make.pages.view.winfo_width(), make.pages.view.winfo_height()
    click(toggle.buttons[True])
    settled(make)
    assert screenshot(make.pages.view) != held
    assert MARK_LABELS["loose"] in legend(make)
    assert MARK_LABELS["tab"] not in legend(make)
    assert str(make.tabs.summary.cget("text")) == "Without tabs it would fall into 2 pieces."
    for shown in toggle.buttons.values():
        assert shown.winfo_width() >= shown.winfo_reqwidth()
        assert shown.winfo_rootx() + shown.winfo_width() <= make.panel.winfo_rootx()
    assert make.play.instate(["disabled"]), "no head cuts it so"
    assert (make.pages.view.winfo_width(), make.pages.view.winfo_height()) == size
    assert make.draft.fields["tabs"] == "automatic", "nothing is changed"
    make.focus_object()
    key(make.objects.list, "Up")  # coaster
    settled(make)
    assert not toggle.winfo_ismapped()
    key(make.objects.list, "Down")
    settled(make)
    assert MARK_LABELS["loose"] in legend(make), "what is chosen stays chosen"
    click(toggle.buttons[False])
    settled(make)
    assert screenshot(make.pages.view) == held
    assert "loose" not in str(make.tabs.summary.cget("text"))
    assert desk.answers.errors == []


@pytest.mark.slow
def test_without_tabs_no_tab_is_moved(desk: Desk) -> None:
    make = show_make(desk)
    key(make.objects.list, "Down")  # stencil
    settled(make)
    click(make.with_tabs.buttons[True])
    settled(make)
    make.pages.view.focus_force()
    for pressed in ("Right", "Shift+Right", "Delete", "Insert"):
        key(make.pages.view, pressed)
    assert not make.draft.tabs_moved
    assert make.making.without_tabs


@pytest.mark.slow
def test_tabs_that_only_make_it_stiff_are_seen_too(desk: Desk) -> None:
    make = show_make(desk)
    make.draft.fields.edit("object", "wall-art")
    make.objects.list.focus_force()
    settled(make)
    assert make.draft.fields["tab_every"] == 80
    assert MARK_LABELS["tab"] in legend(make)
    assert "loose" not in str(make.tabs.summary.cget("text"))
    click(make.with_tabs.buttons[True])
    settled(make)
    assert MARK_LABELS["loose"] not in legend(make)
    said = str(make.tabs.summary.cget("text"))
    assert said == "Without tabs nothing would fall out: they only keep it from bending."
