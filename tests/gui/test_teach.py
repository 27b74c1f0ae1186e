"""Teach looks, moves and plays: nothing there edits the maze."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS
from tests.events import click, key, settle
from tests.gui.desk import Desk


def test_a_click_edits_nothing_and_a_tool_leads_to_draw(desk: Desk) -> None:
    view = desk.session.view
    desk.window.run(COMMANDS["workspace-teach"])
    settle(desk.root)
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.canvas.focus_set()
    key(desk.canvas, "Right")
    key(desk.canvas, "space")
    assert not desk.document.dirty
    key(desk.canvas, "p")
    assert view.workspaces.name == "teach", "the hand"
    key(desk.canvas, "x")
    settle(desk.root)
    assert (view.workspaces.name, view.toolbox.tool.name) == ("draw", "openings")
    desk.window.run(COMMANDS["workspace-teach"])
    desk.window.run(COMMANDS["workspace-draw"])
    assert view.toolbox.tool.name == "openings", "the one before"
