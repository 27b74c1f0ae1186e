"""How many files must be read to follow a click to what it shows."""

from __future__ import annotations

import pytest

from mazeeditor.gui.canvas.tiles import Tile
from mazeeditor.gui.statusbar import VerdictButton
from tests.call_chains import CallChains
from tests.events import click, settle
from tests.gui.desk import open_desk

MOST_FILES = 20


@pytest.mark.usefixtures("display")
def test_a_click_on_a_wall_passes_few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    chains = CallChains(monkeypatch)
    chains.follow(Tile, "touch_up")
    chains.follow(VerdictButton, "show")
    desk = open_desk()
    desk.wait(
        lambda: not desk.workspace.background.busy, "the compiler", 300
    )  # then all is redrawn
    settle(desk.root)
    chains.to.clear()
    for _click in range(5):  # while the window still changes its size all is drawn instead
        click(desk.canvas, *desk.middle_of(4, 4, "right"))
        desk.wait_for_work()
        settle(desk.root)
        if "touch_up" in chains.to:
            break
    screen, verdict = chains.to["touch_up"], chains.to["show"]
    for chain in (screen, verdict):  # from the event, over the document, to the end
        assert chain[0].file == "gui/canvas/gestures.py"
        assert "editing/document.py" in {call.file for call in chain}
    assert screen[-1].file == "gui/canvas/tiles.py"
    assert verdict[-1].file == "gui/statusbar.py"
    files = {call.file for call in (*screen, *verdict)}
    assert len(files) <= MOST_FILES, "\n".join(sorted(files))
