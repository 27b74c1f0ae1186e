"""After each case the window that it shared is brought back to its first state."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.gui.desk import Desk, open_desk
from tests.gui.one_window import OneWindow
from tests.windows import INTERPRETERS

HELP = "so the next case gets a new window; if that is meant, open one with open_desk(fresh=True)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item,
) -> Generator[None, object, object]:
    """Fail the case that leaves something behind; all that it had replaced is back by now."""
    left = ""
    try:
        result = yield
    finally:
        for one in [*OneWindow.kept.values()]:
            left += one.put_back() if one.in_use else ""
            if one not in OneWindow.kept.values():
                item.config.stash[INTERPRETERS].keep(one.root)
    if left:
        pytest.fail(f"The window is not as it was, {HELP}:\n{left}", pytrace=False)
    return result


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Desk:
    """The window as it is after the start; other files prepare it further, or open their own.

    It is shown under a window manager where the case asks for ``desktop``.
    """
    request.getfixturevalue("desktop" if "desktop" in request.fixturenames else "display")
    return open_desk()
