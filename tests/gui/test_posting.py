"""A menu that cannot be opened stays closed, and nothing is reported."""

from __future__ import annotations

import tkinter as tk

import pytest

from tests.desktop import pointer_of_another_program
from tests.dialogs import descendants
from tests.events import click, key, settle
from tests.gui.desk import Desk
from tests.windows import Watch


def menus_on_the_screen(root: tk.Misc) -> list[str]:
    kinds = ("Menu", "ComboboxPopdown")
    shown = [path for path in descendants(root, ".") if root.tk.call("winfo", "viewable", path)]
    return [
        path
        for path in shown
        if str(root.tk.call("winfo", "class", path)) in kinds
        and str(root.tk.call("winfo", "toplevel", path)) == path
    ]


def menubuttons(bar: tk.Misc) -> list[tk.Misc]:
    parts = [bar.nametowidget(path) for path in descendants(bar, str(bar))]
    return [part for part in parts if part.winfo_class() == "TMenubutton" and part.winfo_viewable()]


@pytest.mark.parametrize("keys", ["F10", "alt+f", "shift+F10", "space", "Down"])
def test_another_program_has_the_pointer(desk: Desk, keys: str, watch: Watch) -> None:
    """The menu bar, the menu of a right click, that of a button, and a list of choices."""
    place: tk.Misc = desk.canvas
    if keys == "space":
        place = next(iter(menubuttons(desk.window.tool_bar)))
    elif keys == "Down":
        place = desk.generate.choice.boxes["shape"].typed_in
    place.focus_force()
    settle(desk.root)
    before = str(desk.root.tk.call("focus"))
    with pointer_of_another_program():
        key(desk.root, keys)
    assert watch.errors == []
    assert desk.answers.errors == []
    assert menus_on_the_screen(desk.root) == []
    assert str(desk.root.tk.call("focus")) == before
    assert str(desk.root.tk.call("grab", "current", ".")) == ""


def test_the_next_one_opens(desk: Desk) -> None:
    desk.canvas.focus_force()
    with pointer_of_another_program():
        key(desk.root, "alt+f")
        assert not menus_on_the_screen(desk.root)
    key(desk.root, "alt+f")
    assert menus_on_the_screen(desk.root)
    key(desk.root, "Escape")
    key(desk.root, "Escape")
    assert menus_on_the_screen(desk.root) == []
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    assert desk.document.can_undo
