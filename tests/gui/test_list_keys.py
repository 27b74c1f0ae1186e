"""Home, End, Page Up and Page Down choose in every list, and do nothing to what is around it."""

from __future__ import annotations

from tkinter import ttk

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.maze.generators import GENERATORS
from tests.dialogs import TclWindow, dialog
from tests.events import key, settle
from tests.gui.desk import Desk
from tests.gui.making import show_make


def active(desk: Desk, path: str) -> tuple[int, int]:
    """Return the active line of a list, and the selected one."""
    call = desk.root.tk.call
    selected = desk.root.tk.splitlist(call(path, "curselection"))
    return int(call(path, "index", "active")), int(selected[0])


def test_in_the_list_of_a_field(desk: Desk) -> None:
    desk.window.show_field("generate", "generator")
    box = desk.root.focus_get()
    assert isinstance(box, ttk.Combobox)
    before = desk.view.viewport
    key(desk.root, "Down")
    path = f"{box}.popdown.f.l"
    last = len(box.cget("values")) - 1
    key(desk.root, "End")
    assert active(desk, path) == (last, last)
    key(desk.root, "Prior")
    assert active(desk, path)[0] == active(desk, path)[1] < last
    key(desk.root, "Home")
    assert active(desk, path) == (0, 0)
    key(desk.root, "Next")
    assert active(desk, path)[0] == active(desk, path)[1] > 0
    key(desk.root, "End")
    key(desk.root, "Return")
    assert box.current() == last
    assert desk.view.viewport == before
    assert desk.view.cell is None, "the canvas has a binding for Home"


def test_in_a_field_that_is_closed_or_typed_into(desk: Desk) -> None:
    desk.window.show_field("generate", "shape")
    box = desk.root.focus_get()
    assert isinstance(box, ttk.Combobox)
    key(desk.root, "End")
    assert box.current() == len(box.cget("values")) - 1
    assert desk.session.view.draft.shape == "polar"
    key(desk.root, "Home")
    assert desk.session.view.draft.shape == "rectangular"
    desk.window.show_field("page", "page")
    box = desk.root.focus_get()
    assert isinstance(box, ttk.Combobox)
    text = box.get()
    key(desk.root, "End")  # moves the cursor there
    assert box.index("insert") == len(text)
    key(desk.root, "Home")
    assert box.index("insert") == 0
    assert box.get() == text


def test_in_the_table_of_shortcuts(desk: Desk) -> None:
    def act(window: TclWindow) -> None:
        table, call = window.find("Treeview"), window.tk.call
        lines = window.tk.splitlist(call(table, "children", ""))
        call("focus", table)
        for keys, expected in (("End", lines[-1]), ("Home", lines[0])):
            key(window, keys)
            assert str(call(table, "focus")) == str(expected)
            assert window.tk.splitlist(call(table, "selection")) == (str(expected),)
            assert call(table, "bbox", expected), "in view"
        key(window, "Next")
        place = lines.index(str(call(table, "focus")))
        assert 1 < place < len(lines) - 1
        key(window, "Prior")
        assert str(call(table, "focus")) == lines[0]
        key(window, "Escape")

    with dialog(desk.root, act):
        desk.window.run(COMMANDS["change-shortcuts"])


@pytest.mark.slow
def test_in_the_objects_of_make_no_tab_is_touched(desk: Desk) -> None:
    objects = show_make(desk).objects.list
    objects.focus_force()
    settle(desk.root)
    for keys, place in (("End", -1), ("Home", 0), ("Next", -1), ("Prior", 0)):
        key(desk.root, keys)
        assert objects.focus() == objects.get_children()[place], keys
        desk.wait_for_work()


def test_in_the_pictures_of_generators(desk: Desk) -> None:
    names: list[str] = []

    def act(window: TclWindow) -> None:
        for keys in ("End", "Home"):
            key(window, keys)
            focus = str(window.tk.call("focus"))
            names.append(str(window.tk.call(focus, "cget", "-text")).split("\n")[0])
        key(window, "Escape")

    with dialog(desk.root, act):
        desk.window.run(COMMANDS["choose-generator"])
    draft = desk.session.view.draft
    labels = [each.label for each in GENERATORS if not draft.why_not(each.name)]
    assert names == [labels[-1], labels[0]]
