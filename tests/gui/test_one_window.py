"""The window that cases share: what one leaves is put back, or told, and never seen by the next."""

from __future__ import annotations

import os
from collections.abc import Callable
from tkinter import ttk

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.page.scene import JOINS
from tests import keyboard
from tests.display import Display
from tests.events import click, drag, key, settle
from tests.gui.desk import Desk, open_desk
from tests.gui.one_window import OneWindow
from tests.windows import Watch


def hold_key(desk: Desk) -> None:
    screen = Display.running[os.environ["DISPLAY"]].screen
    keyboard.press(screen, keyboard.codes(screen, "ctrl"))
    settle(desk.root)


def select(desk: Desk) -> None:
    key(desk.root, "s")
    drag(desk.canvas, [desk.at(2.5, 3.5), desk.at(6.5, 9.5)])


PUT_BACK: dict[str, Callable[[Desk], object]] = {
    "a dialog": lambda desk: Modal(desk.root, "Left behind"),
    "a selection": select,
    "a setting": lambda desk: setattr(desk.session.services.settings, "wheel_scrolls", True),
    "a list of the settings": lambda desk: desk.session.services.settings.colours.append("red"),
    "a bound key": lambda desk: desk.root.bind("<F4>", lambda _event: None),
    "a held key": hold_key,
    "a timer": lambda desk: desk.root.after(60_000, lambda: None),
    "an edited maze": lambda desk: click(desk.canvas, *desk.middle_of(4, 4, "right")),
    "another maze": lambda desk: desk.window.run(COMMANDS["generate"]),
    "a section that is shown": lambda desk: desk.window.show_section("page"),
    "another workspace": lambda desk: key(desk.root, "alt+2"),
    "the zoom": lambda desk: key(desk.root, "ctrl+plus"),
    "a size": lambda desk: desk.root.geometry("700x500"),
    "a widget that is gone": lambda desk: desk.window.status.hint.destroy(),
    "the keyboard": lambda desk: desk.window.build_panel().focus_force(),
}


def seen(desk: Desk) -> dict[str, object]:
    """Return what of a window the cases above change."""
    settle(desk.root)
    call, settings, view = desk.root.tk.call, desk.session.services.settings, desk.session.view
    selected, viewport = view.selection.cells, desk.view.viewport
    return {
        "windows": [str(child) for child in desk.root.winfo_children()],
        "settings": (settings.wheel_scrolls, [*settings.colours]),
        "keys": desk.root.bind(),
        "held": bytes(Display.running[os.environ["DISPLAY"]].screen.connection.query_keymap()),
        "timers": call("after", "info"),
        "walls": desk.document.maze.walls.tobytes(),
        "history": (desk.document.can_undo, desk.document.revision),
        "selection": None if selected is None else selected.tobytes(),
        "view": (viewport, view.workspaces.name, desk.window.status.hint.winfo_exists()),
        "places": call("kept::places"),
        "focus": str(call("focus")),
    }


def put_back(desk: Desk, watch: Watch) -> str:
    """Bring the window back as after a case, and give it to the next one."""
    one = OneWindow.kept[os.environ["DISPLAY"]]
    assert one.window is desk.window
    left = one.put_back()
    if left:
        watch.roots.append(one.root)  # it is destroyed
    else:
        one.use()
    return left


@pytest.mark.slow
def test_what_a_case_leaves_is_put_back(desk: Desk, watch: Watch) -> None:
    assert put_back(desk, watch) == ""  # now no timer is left of the program itself
    before = seen(desk)
    for name, leave in PUT_BACK.items():
        leave(desk)
        assert seen(desk) != before, f"{name} is not seen here"
        assert put_back(desk, watch) == "", name
        assert seen(desk) == before, name


def test_what_cannot_be_put_back_is_told_and_the_next_case_gets_another_window(
    desk: Desk, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    style = ttk.Style(desk.root)
    desk.canvas.destroy()
    desk.root.bind_class("TButton", "<F4>", lambda _event: None)
    style.configure("TButton", padding=77)
    monkeypatch.setattr("mazeeditor.app.settings.WATCHED", ("prim",))
    monkeypatch.setitem(JOINS, "square", "round")
    left = put_back(desk, watch)
    told_of = ("bind TButton <Key-F4>", "style TButton", "app.settings.WATCHED", "scene.JOINS")
    for told in (str(desk.canvas), *told_of):
        assert told in left, left
    assert open_desk().window is not desk.window
