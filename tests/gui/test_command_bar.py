"""The bar at the top: workspaces stay where they are, and Save is the last to go."""

from __future__ import annotations

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.workspaces import WORKSPACES
from tests.events import settle
from tests.gui.desk import Desk


@pytest.mark.parametrize("size", ["700x500", pytest.param("1366x700", marks=pytest.mark.slow)])
def test_workspaces_stay_where_they_are_and_save_is_there(desk: Desk, size: str) -> None:
    desk.root.geometry(size)
    settle(desk.root)
    bar, places = desk.window.bar, set()
    for workspace in WORKSPACES:
        desk.window.run(COMMANDS[f"workspace-{workspace.name}"])
        settle(desk.root)
        buttons = bar.workspaces.buttons.values()
        places.add(tuple(button.winfo_rootx() for button in buttons))
        assert bar.buttons["save"].winfo_ismapped(), workspace.name
        actions = desk.window.switch.actions.buttons
        if actions:
            main = bar.buttons[actions[-1]]
            end = bar.winfo_rootx() + bar.winfo_width()
            assert end - 20 <= main.winfo_rootx() + main.winfo_width() <= end, workspace.name
    assert len(places) == 1
