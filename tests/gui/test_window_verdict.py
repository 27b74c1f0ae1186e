"""The verdict in the status bar: right after every edit, and never that of another maze."""

from __future__ import annotations

import numpy as np

from mazeeditor.app.shown import verdict
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.maze.facts.facts import facts
from tests.events import click
from tests.gui.desk import Desk


def test_the_bar_says_what_is_counted(desk: Desk) -> None:
    for place in ((4, 4), (10, 20), (21, 3), (15, 15)):
        click(desk.canvas, *desk.middle_of(*place, "right"))
        desk.wait_for_work()
        maze = desk.document.maze
        counted = facts(maze.copy())
        assert (desk.window.status.chip.cget("style"), desk.verdict) == (
            f"{verdict.chip(maze, counted)[0].capitalize()}.Chip.TButton",
            verdict.chip(maze, counted)[1],
        )
        assert desk.figures == verdict.figures(counted)


def test_sealed_cells_are_counted_and_tinted_at_once_with_the_verdict(desk: Desk) -> None:
    shown = list[int]()

    def look() -> None:
        if not desk.session.view.verdict.outdated:
            cells = desk.session.view.sealed.cells
            shown.append(0 if cells is None else int(cells.sum()))

    desk.wait_for_work()
    desk.session.view.verdict.changed.subscribe(look)
    maze, lattice = desk.document.maze, desk.document.maze.lattice
    cell = lattice.cell(7, 7)
    walls = np.array([lattice.wall(cell, slot) for slot in range(4)])
    desk.document.apply(ToggleWalls.of(maze, walls[~maze.is_closed(walls)]))
    desk.wait_for_work()
    sealed = facts(maze.copy()).sealed
    assert shown == [sealed], "the tint is as new as the words"
    assert sealed >= 1
    assert desk.figures.endswith(f"{sealed:,} sealed cell{'s' * (sealed > 1)}")
