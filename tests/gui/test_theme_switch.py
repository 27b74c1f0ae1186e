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

SCREENS = [(96, 700, 500, False), (192, 1366, 768, True)]  # dpi, px, whether it is maximised
Geometry = tuple[int, ...]


@pytest.fixture(params=SCREENS, ids=lambda screen: "-".join(map(str, screen)))
def desk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    dpi, width, height, maximised = request.param
    desktop = Desktop(dpi, width, height)
    monkeypatch.setenv("DISPLAY", desktop.name)
    monkeypatch.setenv("MAZEEDITOR_SCALE", str(dpi / 96))
    yield open_desk(Settings(maximised=maximised, theme="light"))
    desktop.screen.let_go()
    desktop.stop()


def geometry(desk: Desk) -> Geometry:
    """Return size and place of the window, px, below its menu bar, and of the status bar in it."""
    settle(desk.root)
    window, status = desk.root, desk.window.status
    place = window.winfo_rootx(), window.winfo_rooty()
    size = window.winfo_width(), window.winfo_height()
    return *place, *size, status.winfo_y(), status.winfo_height()


def check_nothing_moves(desk: Desk, workspace: str) -> None:
    desk.window.run(COMMANDS[f"workspace-{workspace}"])
    desk.wait_for_work()
    before = geometry(desk)
    for mode in ("dark", "light"):
        desk.window.run(COMMANDS[f"theme-{mode}"])
        assert desk.theme.mode == mode
        assert geometry(desk) == before, (workspace, mode)


@pytest.mark.sample(1)
def test_nothing_moves_in_draw(desk: Desk) -> None:
    check_nothing_moves(desk, "draw")


@pytest.mark.slow
def test_nothing_moves_in_any_workspace(desk: Desk) -> None:
    for workspace in WORKSPACES:
        check_nothing_moves(desk, workspace.name)
