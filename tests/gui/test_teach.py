"""Teach looks, moves and plays: nothing there edits the maze."""

from __future__ import annotations

import pytest
from PIL import ImageTk

from mazeeditor.app.commands import COMMANDS
from tests.events import click, key, settle
from tests.gui.desk import Desk
from tests.gui.watching.films import film_view


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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["watch-generating", "watch-solvers"])
@pytest.mark.parametrize("size", ["700x500", "1000x700"])
def test_each_algorithm_has_a_picture_and_its_whole_name(desk: Desk, name: str, size: str) -> None:
    desk.root.geometry(size)
    desk.window.run(COMMANDS[name])
    desk.wait_for_work()
    view = film_view(desk)
    if not view.choice.winfo_viewable():
        key(desk.root, "o")
    choice = view.choice
    desk.wait(lambda: len(set(map(pixels, choice.photos.values()))) > 11, "the pictures")
    body = choice._panel.body
    for label, box in choice.boxes.items():
        assert box.winfo_width() >= box.winfo_reqwidth(), label
        assert box.winfo_x() + box.winfo_width() <= body.winfo_width(), label


def pixels(photo: ImageTk.PhotoImage) -> bytes:
    """Return what a picture shows."""
    return ImageTk.getimage(photo).tobytes()
