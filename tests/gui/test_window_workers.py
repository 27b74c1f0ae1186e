"""What takes long in large mazes is done by workers, so that the window never stands still.

``python -m benchmarks editing`` measures it; here the limits are low, and what must not run in the
event loop of a large maze fails there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeeditor.app.commands import clip_menu
from mazeeditor.app.shown import fixing as fixing_module
from mazeeditor.app.shown import maze_search
from mazeeditor.core import pictures
from mazeeditor.editing.changes import clips
from mazeeditor.editing.tools import stamp
from mazeeditor.gui.canvas import selection_edge
from tests.events import click, drag, key, move
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")
FEW = 6  # cells or characters that count as many here


class Calls:
    """Calls of a function, all of which must come from workers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.number = 0
        self._function: Callable[..., Any] = getattr(owner, name)
        calls = self

        def counted(*arguments: Any, **options: Any) -> Any:
            assert threading.current_thread() is not threading.main_thread(), name
            calls.number += 1
            return calls._function(*arguments, **options)

        monkeypatch.setattr(owner, name, counted)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(stamp, "MANY_CELLS", FEW)
    monkeypatch.setattr(clip_menu, "MANY_CELLS", FEW)
    monkeypatch.setattr(clip_menu, "MANY_CHARACTERS", FEW)
    monkeypatch.setattr(selection_edge, "MANY_CELLS", FEW)
    return open_desk()


def select(desk: Desk, top: int, left: int, bottom: int, right: int) -> None:
    key(desk.root, "s")
    drag(desk.canvas, [desk.at(top + 0.5, left + 0.5), desk.at(bottom + 0.5, right + 0.5)])
    desk.wait(lambda: not desk.session.services.background.busy, "the edge of the selection")


def inner(desk: Desk, top: int, left: int, bottom: int, right: int) -> list[bool]:
    """Return which walls to the right of cells in a block are closed, row by row."""
    return [
        desk.is_closed(row, column, "right")
        for row in range(top, bottom + 1)
        for column in range(left, right)
    ]


@pytest.mark.slow
def test_a_large_piece(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It floats as a line around it, and lands as a small one does."""
    for keys in ["ctrl+c ctrl+v", "ctrl+d", "ctrl+x ctrl+v", "ctrl+m"]:
        copied = Calls(monkeypatch, clip_menu, "copy_cells")
        landing = Calls(monkeypatch, clips.FloatingClip, "landing")
        before = desk.document.maze.walls.copy()
        select(desk, 2, 3, 6, 9)
        expected = inner(desk, 2, 3, 6, 9)
        for combination in keys.split():
            key(desk.root, combination)
            desk.wait_for_work()
        assert desk.session.view.toolbox.mode.name == "stamp"
        move(desk.canvas, *desk.at(13.5, 19.5))
        move(desk.canvas, *desk.at(14.5, 20.5))
        assert desk.canvas.find_withtag("hover")
        assert landing.number == 0, "while it floats nothing has to be known but its outline"
        click(desk.canvas, *desk.at(14.5, 20.5))
        desk.wait_for_work()
        assert (copied.number, landing.number) == (1, 1)
        assert inner(desk, 12, 17, 16, 23) == expected
        emptied = not any(inner(desk, 2, 3, 6, 9))
        assert emptied == (keys in ("ctrl+x ctrl+v", "ctrl+m"))
        assert desk.document.undo_name == "Drop a piece of 35 cells"
        assert desk.session.view.selection.count == 35
        desk.wait(lambda: not desk.session.services.background.busy, "the edge of the selection")
        for _step in range(2 if "x" in keys else 1):
            key(desk.root, "ctrl+z")
            desk.wait_for_work()
        assert np.array_equal(desk.document.maze.walls, before)
        assert not desk.document.can_undo


def test_which_walls_tweaks_may_change(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    fixing = Calls(monkeypatch, fixing_module, "free_walls")
    searching = Calls(monkeypatch, maze_search, "free_walls")
    desk.session.view.fix("tweak", loops=0.5)
    desk.wait(lambda: desk.session.view.repair.result is not None, "the tweak")
    desk.session.view.fixing.leave()
    search = desk.session.view.maze_search
    search.fields.update({"look_at": maze_search.CHANGES, "mazes": 2})
    search.start()
    desk.wait(lambda: not search.running, "the search")
    assert not search.problem
    assert search.candidates
    assert (fixing.number, searching.number) == (1, 1)


def test_a_traced_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    decoding = Calls(monkeypatch, pictures, "decode_picture")
    path = tmp_path / "trace.png"
    Image.effect_noise((90, 60), 60).save(path)
    desk.answers.paths.append(path)
    from mazeeditor.app.commands import COMMANDS

    desk.window.run(COMMANDS["choose-underlay"])
    desk.wait_for_work()
    desk.wait(lambda: not desk.session.services.background.busy, "the picture")
    assert desk.document.underlay.picture
    assert decoding.number
