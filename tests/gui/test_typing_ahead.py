"""What is typed right after a key is for what the key opens, however late that stands there."""

from __future__ import annotations

import pytest

from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.gallery import gallery_of
from mazeeditor.gui.window.palette_popup import PalettePopup
from tests.dialogs import TclWindow, dialog
from tests.events import key, keys_at_once, wait_until
from tests.gui.desk import Desk, open_desk

WITHOUT_MANAGER = pytest.param("display", marks=pytest.mark.slow)


@pytest.fixture(params=["desktop", WITHOUT_MANAGER])
def desk(request: pytest.FixtureRequest) -> Desk:
    request.getfixturevalue(request.param)
    desk = open_desk()
    desk.root.focus_force()
    wait_until(desk.root, lambda: desk.root.focus_get() is not None, what="the keyboard")
    return desk


def palette_of(desk: Desk) -> PalettePopup | None:
    return child_of(desk.root, PalettePopup)


def nothing_was_done(desk: Desk) -> None:
    """Fail where keys have reached the maze, or its commands."""
    assert desk.session.view.toolbox.tool.name == "wall"
    assert not desk.document.can_undo
    assert desk.answers.errors == []


@pytest.mark.slow
def test_the_palette_gets_all_that_is_typed(desk: Desk) -> None:
    keys_at_once(desk.root, "ctrl+shift+p", *"hexag")
    palette = palette_of(desk)
    assert palette
    assert palette.text.get() == "hexag"
    nothing_was_done(desk)
    key(desk.root, "Escape")
    keys_at_once(desk.root, "ctrl+shift+p", *"show dist", "\n")
    desk.wait_for_work()
    assert palette_of(desk) is None
    assert desk.session.view.distances.shown
    keys_at_once(desk.root, "ctrl+shift+p", "Down", "\n")
    assert palette_of(desk) is None
    assert not desk.session.view.distances.shown, "hidden again, as it was chosen last"
    nothing_was_done(desk)


def test_the_first_field_of_a_dialog_gets_what_is_typed(desk: Desk) -> None:
    texts: list[str] = []

    def act(window: TclWindow) -> None:
        focus = str(window.tk.call("focus"))
        texts.append(str(window.tk.call(focus, "get")))
        for _time in range(2):  # the first may only close a list
            if window.tk.call("winfo", "exists", window):
                key(window, "Escape")

    for keys in ("ctrl+j", "ctrl+f", "ctrl+shift+u", "ctrl+shift+i"):
        with dialog(desk.root, act):
            keys_at_once(desk.root, keys, *"12")
            desk.wait_for_work()
    assert texts == ["12"] * 4
    nothing_was_done(desk)


@pytest.mark.slow
def test_a_key_for_the_gallery_is_not_one_for_what_it_opens(desk: Desk) -> None:
    """What is typed while the gallery's choice is being made is for that."""
    key(desk.root, "ctrl+n")
    gallery = gallery_of(desk.window)
    assert gallery
    desk.wait(lambda: bool(gallery.gallery.shown), "the templates")
    keys_at_once(desk.root, "Return", "x", "alt+2")
    desk.wait(lambda: gallery_of(desk.window) is None, "the maze")
    desk.wait(lambda: desk.session.view.workspaces.name == "page", "the last key")
    assert desk.session.view.toolbox.mode.name == "exit"
    assert desk.answers.errors == []
