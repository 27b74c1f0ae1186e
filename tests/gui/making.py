"""The workspace Make of a window under test."""

from __future__ import annotations

from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.workspaces.make import MakeWorkspace
from tests.events import key, settle, wait_until
from tests.gui.desk import Desk, open_more


def make_of(desk: Desk) -> MakePane:
    content = desk.window.switch.contents["make"]
    assert isinstance(content, MakeWorkspace)
    assert content.pane
    return content.pane


def show_make(desk: Desk) -> MakePane:
    """Show Make by its key, and return it once it shows a sheet, or what is wrong."""
    desk.root.focus_force()
    key(desk.root, "ctrl+alt+m")
    content = desk.window.switch.content
    assert isinstance(content, MakeWorkspace)
    desk.wait(lambda: content.pane is not None, "Make")
    make = make_of(desk)
    settled(make)
    return make


def settled(make: MakePane) -> None:
    """Wait until what is asked for is seen, or what is wrong."""

    def is_seen() -> bool:
        shown = make.shown.problem or make.sheet.photo is not None
        return bool(shown and make.settled and not make.busy.winfo_ismapped())

    wait_until(make, is_seen, 30, "the sheet")
    settle(make)  # figures that come beside the sheet make it smaller
    wait_until(make, is_seen, 30, "the sheet")


def box_of(make: MakePane, name: str) -> Box:
    """Return the box of a field; Details is opened where it stands there."""
    forms = [form for form in make.forms if name in form.boxes]
    for form in forms:
        if form.boxes[name].widget.winfo_manager():
            return form.boxes[name]
    open_more(forms[-1])
    assert forms[-1].boxes[name].widget.winfo_manager(), name
    return forms[-1].boxes[name]
