"""Edit > Settings: what menus have of the look, the mouse and files, changed at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from mazeeditor.app.settings import Settings
from mazeeditor.gui.dialogs.settings_dialog import SettingsDialog
from mazeeditor.gui.look import current
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, settle
from tests.gui.desk import Desk


def differs(settings: Settings, name: str, before: object) -> bool:
    return getattr(settings, name) is not before


def with_settings(desk: Desk, act: Callable[[SettingsDialog], None]) -> None:
    """Open the window by its key, and close it by Escape."""

    def answer(window: TclWindow) -> None:
        opened = desk.root.nametowidget(str(window))
        assert isinstance(opened, SettingsDialog)
        act(opened)
        key(opened, "Escape")

    with dialog(desk.root, answer, "Settings"):
        key(desk.root, "ctrl+comma")


@pytest.mark.own_window("it changes the theme")
def test_the_theme_is_changed_at_once_by_keys(desk: Desk) -> None:
    settings = desk.session.services.settings
    desk.window.windows.set_theme("light")

    def act(opened: SettingsDialog) -> None:
        box = opened.forms[0].boxes["theme"].typed_in
        assert desk.root.focus_get() is box
        assert box.get() == "Light"  # type: ignore[attr-defined]
        key(box, "Down")
        key(box, "Down")
        key(box, "Return")
        settle(opened)
        assert settings.theme == "dark"
        assert current(opened).mode == "dark"

    with_settings(desk, act)


@pytest.mark.slow
def test_each_switch_does_what_its_entry_in_a_menu_does(desk: Desk) -> None:
    settings = desk.session.services.settings

    def act(opened: SettingsDialog) -> None:
        boxes = {name: box for form in opened.forms for name, box in form.boxes.items()}
        for name in ("rulers", "minimap", "sealed", "previous", "everything"):
            before = getattr(settings, name)
            click(boxes[name].widget, 10)
            desk.wait(partial(differs, settings, name, before), name)
        assert opened.fields["rulers"] is settings.rulers
        boxes["wheel"].write("Scrolls")
        assert settings.wheel_scrolls

    with_settings(desk, act)


def test_the_usual_paper_is_that_of_new_mazes(desk: Desk) -> None:
    settings = desk.session.services.settings

    def act(opened: SettingsDialog) -> None:
        box = next(form.boxes["paper"] for form in opened.forms if "paper" in form.boxes).typed_in
        assert opened.tk.call(box, "get") == "Region: A4"
        box.focus_force()
        key(box, "Down", 4)  # opens the list, and goes from the region to the third
        key(box, "Return")
        settle(opened)

    settings.new_maze = {}
    try:
        with_settings(desk, act)
        assert settings.paper == desk.session.opened.new_maze.page.page == "A4"
    finally:
        settings.paper = ""
