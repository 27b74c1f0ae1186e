"""Undo and redo of all that is typed, chosen and placed in Sheet."""

from __future__ import annotations

import tkinter as tk

import pytest

from mazeeditor.app.settings import Settings
from mazeeditor.gui.dialogs.sheet_dialog import SheetDialog
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, settle, type_text, wait_until
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def sheet_of(desk: Desk, window: TclWindow) -> SheetDialog:
    sheet = desk.root.nametowidget(str(window))
    assert isinstance(sheet, SheetDialog)
    sheet.draft.steps.goes_on = 60.0  # a loaded machine types slowly
    wait_until(sheet, lambda: bool(sheet.shown.pages), 30, "the page")
    return sheet


def fill(sheet: SheetDialog, name: str, text: str) -> tk.Entry:
    """Type a text into a field in the place of the one there, and leave it."""
    box = next(form.boxes[name] for form in sheet.forms if name in form.boxes)
    box.typed_in.focus_force()
    key(sheet, "ctrl+a")
    type_text(sheet, f"{text}\t")
    wait_until(sheet, lambda: not sheet.draft.steps.pending, 10, "the step")
    assert isinstance(box.typed_in, tk.Entry)
    return box.typed_in


def test_a_sheet_by_keys_and_buttons(desk: Desk) -> None:
    def act(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        fields, steps = sheet.draft.fields, sheet.steps
        first = fields["count"], fields["title"]
        assert steps.undo.instate(["disabled"])
        assert steps.redo.instate(["disabled"])
        fill(sheet, "count", "7")
        entry = fill(sheet, "title", "Class 3b")
        assert steps.undo.tip.current_text() == "Undo: Title   Ctrl+Z"
        assert steps.redo.tip.current_text() == "Redo   Ctrl+Shift+Z, Ctrl+Y"
        key(sheet, "ctrl+z")
        settle(sheet)
        assert (fields["count"], fields["title"], entry.get()) == (7, first[1], first[1])
        click(steps.undo)
        settle(sheet)
        assert (fields["count"], fields["title"]) == first
        assert steps.undo.instate(["disabled"])
        assert steps.redo.tip.current_text().startswith("Redo: ")
        sheet.clipboard_clear()
        sheet.clipboard_append("Not pasted by Ctrl+Y, as Tk would")
        entry.focus_force()
        key(sheet, "ctrl+y")
        assert (fields["count"], entry.get()) == (7, first[1])
        key(sheet, "ctrl+shift+z")
        settle(sheet)
        assert (fields["count"], fields["title"], entry.get()) == (7, "Class 3b", "Class 3b")
        assert steps.redo.instate(["disabled"])
        key(sheet, "Escape")

    with dialog(desk.root, act, "Sheet"):
        key(desk.root, "ctrl+alt+s")


def test_a_field_takes_back_the_typing_first_and_the_button_too(desk: Desk) -> None:
    def act(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        sheet.draft.steps.goes_on = 0.0
        entry = fill(sheet, "title", "Kept")
        entry.focus_force()
        entry.icursor("end")
        type_text(sheet, " and more")
        key(sheet, "ctrl+z")
        assert (entry.get(), sheet.draft.fields["title"]) == ("Kept", "Kept")
        type_text(sheet, " and more")
        click(sheet.steps.undo)
        settle(sheet)
        assert (entry.get(), sheet.draft.fields["title"]) == ("Kept", "Kept")
        key(sheet, "ctrl+z")
        settle(sheet)
        assert entry.get() == ""
        key(sheet, "Escape")

    with dialog(desk.root, act, "Sheet"):
        key(desk.root, "ctrl+alt+s")


def test_the_steps_are_there_when_the_form_is_opened_again(desk: Desk) -> None:
    def leave(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        fill(sheet, "count", "7")
        fill(sheet, "title", "Class 3b")
        key(sheet, "Escape")

    def again(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        assert sheet.steps.undo.tip.current_text() == "Undo: Title   Ctrl+Z"
        key(sheet, "ctrl+z")
        settle(sheet)
        assert (sheet.draft.fields["count"], sheet.draft.fields["title"]) == (7, "")
        key(sheet, "Escape")

    for act in (leave, again):
        with dialog(desk.root, act, "Sheet"):
            key(desk.root, "ctrl+alt+s")


def test_the_keys_are_those_of_the_window() -> None:
    desk = open_desk(Settings(shortcuts={"undo": ["Mod+J"]}))

    def act(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        fill(sheet, "count", "7")
        assert sheet.steps.undo.tip.current_text().endswith("Ctrl+J")
        key(sheet, "ctrl+z")
        settle(sheet)
        assert sheet.draft.fields["count"] == 7
        key(sheet, "ctrl+j")
        settle(sheet)
        assert sheet.draft.fields["count"] == 4
        key(sheet, "Escape")

    with dialog(desk.root, act, "Sheet"):
        key(desk.root, "ctrl+alt+s")
