"""The Inspect section: true after every edit, quiet while folded, and its button one step."""

from __future__ import annotations

import threading
import tkinter as tk
from tkinter import ttk

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.gui.panels import SidePanel
from mazeeditor.gui.panels.inspect_panel import BARS, WAITING, InspectPanel, bars
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.facts.structure import Structure, structure
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import Longest, longest_path
from tests.events import click, key, move, settle, wait_until
from tests.gui.desk import Desk


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.window.show_tab("inspect")
    return desk


@pytest.fixture
def section(desk: Desk) -> InspectPanel:
    section = desk.section(InspectPanel)
    wait(desk, section)
    return section


def wait(desk: Desk, section: InspectPanel) -> None:
    desk.wait_for_work()
    desk.wait(lambda: section.settled, "the measures")


def toggle(desk: Desk, row: int, column: int) -> None:
    """Toggle a wall: in Teach, where the section stands, a click does not."""
    wall = np.array([desk.wall(row, column, "right")])
    desk.document.apply(ToggleWalls.of(desk.document.maze, wall))


def shown(section: InspectPanel) -> dict[str, str]:
    return {name: str(label.cget("text")) for name, label in section.values.items()}


def expected(desk: Desk) -> dict[str, str]:
    result = structure(desk.document.maze.copy(), longest=True)
    return {measure.name: measure.shown(result) for measure in MEASURES}


@pytest.mark.slow
def test_measures_are_true_after_every_edit(desk: Desk, section: InspectPanel) -> None:
    assert shown(section) == expected(desk)
    before = shown(section)
    for row in (3, 11, 19):
        toggle(desk, row, 20)
        wait(desk, section)
        assert shown(section) == expected(desk)
        result = structure(desk.document.maze.copy())
        assert list(section.histogram.bars) == bars(result.dead_end_lengths)
        assert len(section.histogram.find_withtag("bar")) == len(section.histogram.bars)
    assert shown(section) != before
    key(desk.root, "ctrl+g")
    wait(desk, section)
    assert shown(section) == expected(desk)


def test_openings_go_to_the_farthest_cells_in_one_step(desk: Desk, section: InspectPanel) -> None:
    document = desk.document
    before = (document.maze.entrance, document.maze.exits)
    longest = longest_path(document.maze)
    panel = desk.window.build_panel()
    panel.see(section.button)
    settle(desk.root)
    click(section.button)
    wait(desk, section)
    maze = document.maze
    assert maze.entrance
    assert maze.exit
    assert {maze.entrance.cell, maze.exit.cell} == {longest.start, longest.end}
    assert shown(section)["shortest"] == shown(section)["longest_path"] == f"{longest.length:,}"
    assert desk.verdict == "Exactly one route"
    desk.document.undo()
    assert (document.maze.entrance, document.maze.exits) == before
    assert not document.dirty


def test_nothing_of_the_maze_before_is_shown(
    desk: Desk, section: InspectPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, go_on, jobs = threading.Event(), threading.Event(), []

    def count(maze: Maze, job: Job) -> Structure:
        counted.wait(20)
        return structure(maze, job)

    def slow(maze: Maze, job: Job) -> Longest:
        jobs.append(job)
        go_on.wait(20)
        return longest_path(maze, job)

    monkeypatch.setattr(section.counting, "_work", count)
    monkeypatch.setattr(section.searching, "_work", slow)
    toggle(desk, 4, 4)
    assert set(shown(section).values()) == {WAITING}
    counted.set()
    desk.wait(lambda: bool(jobs), "the search")
    assert shown(section)["longest_path"] == WAITING
    assert shown(section)["dead_ends"] == expected(desk)["dead_ends"]
    assert section.button.instate(["disabled"])
    toggle(desk, 9, 9)
    assert jobs[0].cancelled
    go_on.set()
    wait(desk, section)
    assert shown(section) == expected(desk)
    assert len(jobs) == 2


def words_over(section: InspectPanel, name: str) -> str:
    """Rest the pointer on a figure and return the text of the tooltip."""
    panel = section.nametowidget(section.winfo_parent())
    while not isinstance(panel, SidePanel):
        panel = panel.master
    panel.see(section.values[name])
    move(section.values[name])
    wait_until(section, lambda: bool(tips(section)), what="the tip")
    (tip,) = tips(section)
    return str(tip.winfo_children()[0].cget("text"))


def tips(section: InspectPanel) -> list[tk.Misc]:
    labels = [child for child in section.winfo_children() if isinstance(child, ttk.Label)]
    return [tip for label in labels for tip in label.winfo_children()]


@pytest.mark.slow
def test_every_figure_says_what_it_tells(desk: Desk, section: InspectPanel) -> None:
    for tooltip in desk.tooltips:
        tooltip.delay = 1
    for measure in MEASURES:
        assert words_over(section, measure.name) == measure.long_description


def test_bars_hold_every_dead_end() -> None:
    assert bars(()) == []
    assert bars(((2, 5),)) == [("1", 0), ("2", 5)]
    many = tuple((length, length) for length in (1, 3, BARS - 1, BARS, BARS + 1, 500))
    result = bars(many)
    assert len(result) == BARS
    assert result[-1] == (f"{BARS}+", BARS + BARS + 1 + 500)
    assert sum(number for _name, number in result) == sum(number for _length, number in many)
