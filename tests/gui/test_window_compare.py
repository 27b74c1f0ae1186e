"""Compare Solvers: chosen solvers, sorted answers, and none that are out of date."""

from __future__ import annotations

import pytest

from mazeeditor.gui.comparing.solvers_window import OFF, ON, SolversWindow
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.solvers import SOLVERS
from tests.events import click, key, settle
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def table(desk: Desk) -> SolversWindow:
    key(desk.root, "F6")
    return comparison(desk)


def comparison(desk: Desk) -> SolversWindow:
    result = [child for child in desk.root.winfo_children() if isinstance(child, SolversWindow)]
    assert len(result) == 1
    return result[0]


def lines(table: SolversWindow) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(map(str, table.table.item(name, "values")))
        for name in table.table.get_children()
    }


def test_every_solver_answers(desk: Desk, table: SolversWindow) -> None:
    click(table.start)
    desk.wait(lambda: bool(table.scores.answers), "the answers")
    result, shortest = lines(table), facts(desk.document.maze).shortest
    assert set(result) == set(SOLVERS.names())
    for name, (label, solved, cells, visited, time) in result.items():
        assert label == f"{ON}  {SOLVERS[name].label}"
        assert solved == "yes"
        assert cells == f"{shortest:,}"
        assert int(visited.replace(",", "")) > 0
        assert time.endswith(("ms", "s"))


def test_a_heading_sorts_both_ways(desk: Desk, table: SolversWindow) -> None:
    click(table.start)
    desk.wait(lambda: bool(table.scores.answers), "the answers")
    for column in ("visited", "seconds"):
        box = table.table.bbox(table.table.get_children()[0], column)
        assert box
        x, _y, width, _height = box
        click(table.table, x + width / 2, 8)
        settle(desk.root)
        values = [table.scores.value(name, column) for name in lines(table)]
        assert values == sorted(values)
        click(table.table, x + width / 2, 8)
        values = [table.scores.value(name, column) for name in lines(table)]
        assert values == sorted(values, reverse=True)


def test_only_the_ticked_ones_run(desk: Desk, table: SolversWindow) -> None:
    first, second = SOLVERS.names()[:2]
    box = table.table.bbox(first, "solver")
    assert box
    click(table.table, box[0] + 20, box[1] + 8)
    table.table.focus(second)
    key(table.table, "space")
    assert lines(table)[first][0].startswith(OFF)
    key(table.table, "Return")
    desk.wait(lambda: bool(table.scores.answers), "the answers")
    assert set(table.scores.answers) == set(SOLVERS.names()) - {first, second}
    assert lines(table)[first][1:] == ("", "", "", "")


def test_an_edit_forgets_the_answers(desk: Desk, table: SolversWindow) -> None:
    click(table.start)
    desk.wait(lambda: bool(table.scores.answers), "the answers")
    desk.document.undo()
    key(desk.root, "ctrl+g")
    desk.generate.run()
    desk.wait(lambda: not table.scores.answers, "the new maze")
    assert all(line[1:] == ("", "", "", "") for line in lines(table).values())


def test_it_opens_once_and_closes_with_escape(desk: Desk, table: SolversWindow) -> None:
    desk.canvas.focus_force()
    key(desk.root, "F6")
    assert comparison(desk) is table
    listeners = len(desk.workspace.services.jobs.changed)
    key(table, "Escape")
    assert not table.winfo_exists()
    assert len(desk.workspace.services.jobs.changed) == listeners - 1
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
