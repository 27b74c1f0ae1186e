"""Full screen under a window manager: F11 and back, by Escape too, and the size that is kept."""

from __future__ import annotations

import pytest

from mazeeditor.app.settings import Settings
from tests.desktop import Desktop, number_of
from tests.events import key
from tests.gui.desk import Desk, open_desk


@pytest.fixture
def desk(desktop: Desktop) -> Desk:
    desk = open_desk(Settings(width=900, height=600))
    desk.wait(lambda: desktop.active() == number_of(desk.root), "the keyboard")
    return desk


def covers_the_screen(desk: Desk) -> bool:
    root = desk.root  # below its menu bar
    right, bottom = root.winfo_width(), root.winfo_rooty() + root.winfo_height()
    return (right, bottom) == (root.winfo_screenwidth(), root.winfo_screenheight())


@pytest.mark.slow
def test_there_and_back(desk: Desk) -> None:
    before = desk.root.winfo_width(), desk.root.winfo_height()
    for back in ("F11", "Escape"):
        key(desk.root, "F11")
        desk.wait(lambda: covers_the_screen(desk), "full screen")
        assert desk.window.navigation.full_screen
        key(desk.root, "z")
        key(desk.root, "Escape")  # ends what goes on first
        assert not desk.view.zoom_box.armed
        assert desk.window.navigation.full_screen
        key(desk.root, back)
        desk.wait(lambda: before == (desk.root.winfo_width(), desk.root.winfo_height()), "its size")
        assert not desk.window.navigation.full_screen
    settings = desk.session.services.settings
    key(desk.root, "F11")
    desk.wait(lambda: covers_the_screen(desk), "full screen")
    desk.window.close()
    assert (settings.width, settings.height, settings.maximised) == (900, 600, False)
