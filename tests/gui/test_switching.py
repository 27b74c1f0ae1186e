"""A switch to a workspace that was seen before draws nothing again that has not changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.app import jobs
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.tiles import Tile
from mazeeditor.gui.layers.page_layer import PageLayer
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.gui.workspaces import WORKSPACES
from mazeeditor.gui.workspaces.page import PageWorkspace
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.events import key, screenshot, settle
from tests.gui.desk import Desk

NAMES = WORKSPACES.names()
KEYS = {entry.name: f"alt+{entry.order}" for entry in WORKSPACES}


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A window in which all workspaces were seen with the maze that is there."""
    desk.document.new(generate("prim", build("rectangular", rows=8, columns=10), 1))
    for name in (*NAMES, *NAMES):
        show(desk, name)
    return desk


def show(desk: Desk, name: str) -> None:
    """Show a workspace, and wait until all of it is drawn."""
    key(desk.root, KEYS[name])
    desk.wait_for_work()
    desk.wait(lambda: desk.window.switch.content.settled, name)
    if name == "page":
        desk.wait(lambda: desk.section(PagePanel).preview.settled, "what the panel says of it")
    settle(desk.root)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What is begun in workers, by what takes its input; but not what is kept for a crash."""
    counted: Counter[str] = Counter()
    begin = jobs.Latest._begin

    def count(latest: jobs.Latest[object, object]) -> None:
        begin(latest)
        if latest._task:
            counted[latest._take.__qualname__] += 1
            counted.pop("DraftRecovery._take", None)

    monkeypatch.setattr(jobs.Latest, "_begin", count)
    return counted


@pytest.fixture
def paints(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the view of the maze is drawn, and how many tiles of it are painted."""
    counted: Counter[str] = Counter()

    def count(kind: type, name: str) -> None:
        paint = getattr(kind, name)

        def counting(*given: object, **named: object) -> object:
            counted[name] += 1
            return paint(*given, **named)

        monkeypatch.setattr(kind, name, counting)

    count(MazeView, "_draw_parts")
    count(Tile, "paint")
    return counted


def layer_of(desk: Desk) -> PageLayer:
    content = desk.window.switch.contents["page"]
    assert isinstance(content, PageWorkspace)
    return content.layer


def seen(desk: Desk) -> NDArray[np.uint8]:
    return np.asarray(screenshot(desk.canvas))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_drawn_again(
    desk: Desk, name: str, work: Counter[str], paints: Counter[str]
) -> None:
    """The maze of Draw and Teach is painted once, as it moves; what is below the page is not."""
    for other in NAMES:
        if other == name:
            continue
        show(desk, other)
        work.clear()
        paints.clear()
        show(desk, name)
        assert work == Counter(), other
        assert paints["_draw_parts"] <= (name not in ("sheets", "make")), other
        seen = len(desk.view._tiles._tiles) if name in ("draw", "teach") else 0
        assert paints["paint"] <= seen, other


@pytest.mark.slow
def test_the_page_is_there_with_the_switch(desk: Desk) -> None:
    """Not only after a worker has drawn it."""
    show(desk, "page")
    before = seen(desk)
    show(desk, "draw")
    assert (seen(desk).shape != before.shape) or (seen(desk) != before).any()
    desk.window.show_workspace("page")
    desk.root.update_idletasks()
    assert layer_of(desk).seen
    assert layer_of(desk).settled
    settle(desk.root)
    assert (seen(desk) == before).all()


@pytest.mark.slow
def test_a_page_that_has_changed_is_drawn_again(desk: Desk, work: Counter[str]) -> None:
    show(desk, "page")
    before = seen(desk)
    show(desk, "draw")
    page = desk.document.page
    desk.document.apply(SetPage(page, replace(page, title="Otto")))
    work.clear()
    desk.window.show_workspace("page")
    settle(desk.root)
    show(desk, "page")
    assert work["PageLayer._take_print"] == 1
    assert (seen(desk) != before).any()


@pytest.mark.slow
def test_a_hidden_maze_is_painted_when_it_is_shown(desk: Desk, paints: Counter[str]) -> None:
    show(desk, "draw")
    before = seen(desk)
    show(desk, "make")
    paints.clear()
    desk.document.new(generate("eller", build("rectangular", rows=8, columns=10), 2))
    settle(desk.root)
    assert not paints
    show(desk, "draw")
    assert paints["_draw_parts"] == 1
    assert (seen(desk) != before).any()
    after = seen(desk)
    desk.view._draw_all()
    settle(desk.root)
    assert (seen(desk) == after).all()
