"""Another theme leaves everything in its place: the window, its menu bar, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.gui.workspaces import WORKSPACES
from tests.desktop import Desktop
from tests.events import settle
from tests.gui.desk import Desk, open_desk

SCREENS = [(96, 700, 500), (96, 1280, 850), (192, 1366, 768), (192, 1920, 1080)]  # dpi, px
Geometry = tuple[int, ...]


@pytest.fixture(params=SCREENS, ids=lambda screen: "-".join(map(str, screen)))
def screen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    dpi, width, height = request.param
    desktop = Desktop(dpi, width, height)
    monkeypatch.setenv("DISPLAY", desktop.name)
    monkeypatch.setenv("MAZEEDITOR_SCALE", str(dpi / 96))
    yield desktop
    desktop.screen.let_go()
    desktop.stop()


def geometry(desk: Desk) -> Geometry:
    """Return size and place of the window, px, below its menu bar, and of the status bar in it."""
    settle(desk.root)
    window, status = desk.root, desk.window.status
    place = window.winfo_rootx(), window.winfo_rooty()
    size = window.winfo_width(), window.winfo_height()
    return *place, *size, status.winfo_y(), status.winfo_height()


@pytest.mark.parametrize("maximised", [True, False], ids=["maximised", "free"])
@pytest.mark.usefixtures("screen")
def test_nothing_moves(*, maximised: bool) -> None:
    desk = open_desk(Settings(maximised=maximised, theme="light"))
    for workspace in WORKSPACES:
        desk.window.run(COMMANDS[f"workspace-{workspace.name}"])
        desk.wait_for_work()
        before = geometry(desk)
        for mode in ("dark", "light", "dark", "light"):
            desk.window.run(COMMANDS[f"theme-{mode}"])
            assert desk.theme.mode == mode
            assert geometry(desk) == before, (workspace.name, mode)
