"""Tweak in Fix and finish by mouse and keys: a live preview, one step, and Escape leaves."""

from __future__ import annotations

import threading
from typing import Any

import networkx as nx
import pytest

from mazeeditor.core.job import Job
from mazeeditor.gui.panels.fix_panel import SLIDERS, FixPanel
from mazeeditor.maze.facts.structure import structure
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms.tweaks import tweak as tweak_module
from mazeeditor.maze.transforms.tweaks.tweak import Amounts, tweak_maze
from tests.events import click, drag, key, settle
from tests.graphs import graph_of
from tests.gui.desk import Desk


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.wait_for_work()
    key(desk.root, "ctrl+t")
    settle(desk.root)
    return desk


@pytest.fixture
def section(desk: Desk) -> FixPanel:
    return desk.section(FixPanel)


def wait(desk: Desk, section: FixPanel) -> None:
    repair = section.repair
    desk.wait(lambda: repair.settled and (not repair.active or bool(repair.outcome)), "the tweak")
    settle(desk.root)


def amounts(section: FixPanel) -> dict[str, float]:
    return section.fixing.values["tweak"].values


def shown_maze(desk: Desk, section: FixPanel) -> Maze:
    assert section.repair.result
    return section.repair.result.applied(desk.document.maze)


def drag_slider(section: FixPanel, name: str, to: float) -> None:
    scale = section.scales[name]
    (x, y), width = scale.coords(), scale.winfo_width()
    drag(scale, [(x, y), (width * (to + 1) / 2, y)], step=20)


@pytest.mark.slow
def test_a_dragged_slider_is_seen_and_applied_as_one_step(desk: Desk, section: FixPanel) -> None:
    before = desk.document.maze.walls.copy()
    length = structure(desk.document.maze).shortest
    assert length
    drag_slider(section, "route", 0.6)
    wait(desk, section)
    shown = shown_maze(desk, section)
    assert desk.canvas.find_withtag("repair")
    assert (desk.document.maze.walls == before).all()
    longer = structure(shown).shortest
    assert longer
    assert longer > 1.5 * length
    assert section.figures["route"].cget("text") == f"{length:,} → {longer:,}"
    assert "To open" in section.opened.cget("text")
    assert "Then: Exactly one route" in section.note.cget("text")
    click(section.buttons["apply"])
    desk.wait_for_work()
    assert (desk.document.maze.walls == shown.walls).all()
    assert nx.is_tree(graph_of(desk.document.maze))
    assert desk.document.undo_name == "Tweak"
    assert not section.fixing.active
    assert amounts(section)["route"] == 0
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert (desk.document.maze.walls == before).all()
    assert not desk.document.can_undo


@pytest.mark.slow
def test_keys_move_a_slider_and_escape_leaves(desk: Desk, section: FixPanel) -> None:
    for name in SLIDERS:
        before = desk.document.maze.walls.copy()
        key(desk.root, "ctrl+t")
        scale = section.scales[name]
        click(scale, *scale.coords())
        key(scale, "Prior", count=2)
        key(scale, "Right")
        wait(desk, section)
        assert amounts(section)[name] == pytest.approx(0.42)
        assert section.repair.result
        key(scale, "Escape")
        settle(desk.root)
        assert not section.fixing.active
        assert not desk.canvas.find_withtag("repair")
        assert (desk.document.maze.walls == before).all()
        assert not desk.document.can_undo


@pytest.mark.slow
def test_what_takes_long_shows_how_far_it_is_and_escape_ends_it(
    desk: Desk, section: FixPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(maze: Maze, amounts: Amounts, free: Any, random: Any, job: Job) -> Maze:
        job.phase(100)
        job.step(40)
        while not go_on.wait(0.01):
            job.check()
        return tweak_maze(maze, amounts, free, random, job)

    monkeypatch.setattr(tweak_module, "tweak_maze", slow)
    key(desk.root, "End")
    desk.wait(lambda: "40 %" in section.note.cget("text"), "the progress")
    key(desk.root, "Escape")
    assert not section.fixing.active
    assert "%" not in section.note.cget("text")
    key(desk.root, "ctrl+t")
    key(desk.root, "Home")
    desk.wait(lambda: "%" in section.note.cget("text"), "the progress")
    go_on.set()
    wait(desk, section)
    assert "Then:" in section.note.cget("text")
    assert "%" not in section.note.cget("text")
