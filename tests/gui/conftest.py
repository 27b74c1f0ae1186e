"""After each case the window that it shared is brought back to its first state."""

from __future__ import annotations

import time
from collections.abc import Generator

import pytest

from tests.desktop import Desktop, number_of
from tests.gui.desk import Desk, open_desk
from tests.gui.one_window import OneWindow
from tests.windows import INTERPRETERS

HELP = "so the next case gets a new window; if that is meant, open one with open_desk(fresh=True)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Fail the case that leaves something behind; all that it had replaced is back by now."""
    left = ""
    try:
        result = yield
    finally:
        for one in [*OneWindow.kept.values()]:
            left += one.put_back() if one.in_use else ""
            if one.is_worn and one in OneWindow.kept.values():
                one.discard()
            if one not in OneWindow.kept.values():
                item.config.stash[INTERPRETERS].keep(one.root)
    if left:
        pytest.fail(f"The window is not as it was, {HELP}:\n{left}", pytrace=False)
    return result


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Desk:
    """The window as it is after the start; other files prepare it further, or open their own.

    It is shown under a window manager, with the keyboard, where the case asks for ``desktop``.
    """
    if "desktop" not in request.fixturenames:
        request.getfixturevalue("display")
        return open_desk()
    desktop: Desktop = request.getfixturevalue("bare_desktop")
    desk = open_desk()
    desk.wait(lambda: desktop.active() == number_of(desk.root), "the keyboard")
    return desk


@pytest.fixture
def bare_desktop(desktop: Desktop) -> Desktop:
    """The display with a window manager, once the windows of the case before are gone."""
    until = time.monotonic() + 5
    while desktop.stack() and time.monotonic() < until:
        time.sleep(0.02)
    assert desktop.stack() == [], "windows of another test"
    return desktop
