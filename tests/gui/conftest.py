"""After each case the window that it shared is brought back to its first state.

Cases share one in the files marked ``one_window``; it goes with the last case of the file.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.gui.one_window import OneWindow
from tests.windows import INTERPRETERS

HELP = "so the next case gets a new window; if that is meant, open one with open_desk(fresh=True)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Fail the case that leaves something behind; all that it had replaced is back by now."""
    left, last = "", nextitem is None or nextitem.path != item.path
    try:
        result = yield
    finally:
        for one in [*OneWindow.kept.values()]:
            left += one.put_back() if one.in_use else ""
            if last and one in OneWindow.kept.values():
                one.discard()
            if one not in OneWindow.kept.values():
                item.config.stash[INTERPRETERS].keep(one.root)
    if left:
        pytest.fail(f"The window is not as it was, {HELP}:\n{left}", pytrace=False)
    return result
