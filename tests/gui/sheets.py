"""The workspace Sheets in a window of the tests."""

from __future__ import annotations

from mazeeditor.gui.sheets.sheet_pane import SheetPane
from mazeeditor.gui.workspaces.sheets import SheetsWorkspace
from tests.events import key
from tests.gui.desk import Desk


def shown(desk: Desk) -> SheetPane:
    key(desk.root, "alt+3")
    content = desk.window.switch.content
    assert isinstance(content, SheetsWorkspace)
    return content.pane
