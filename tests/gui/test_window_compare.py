"""Compare solvers: chosen solvers, sorted answers, and none that are out of date."""

from __future__ import annotations

from threading import Event

import pytest

from mazeeditor.gui.comparing.solvers_view import OFF, ON, SolversView
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.solvers import SOLVERS
from tests.events import click, key, settle
from tests.gui.desk import Desk


@pytest.fixture
def table(desk: Desk) -> SolversView:
    key(desk.root, "F6")
    return comparison(desk)


def comparison(desk: Desk) -> SolversView:
    result = desk.window.switch.content.middle
    assert isinstance(result, SolversView)
    return result


def lines(table: SolversView) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(map(str, table.table.item(name, "values")))
        for name in table.table.get_children()
    }


def picture_of(table: SolversView, name: str) -> str:
    return str(table.tk.splitlist(table.table.item(name, "image"))[0])


def test_every_solver_answers_and_a_heading_sorts_both_ways(desk: Desk, table: SolversView) -> None:
    click(table.start)
    desk.wait(lambda: bool(table.scores.answers), "the answers")
    result, shortest = lines(table), facts(desk.document.maze).shortest
    assert set(result) == set(SOLVERS.names())
    for name, (label, solved, cells, visited, time) in result.items():
        assert label == SOLVERS[name].label
        assert picture_of(table, name).endswith(ON)
        assert solved == "yes"
        assert cells == f"{shortest:,}"
        assert int(visited.replace(",", "")) > 0
        assert time.endswith(("ms", "s"))
    for column in ("visited", "seconds"):
        box = table.table.bbox(table.table.get_children()[0], column)
        assert box
        x, _y, width, _height = box
        for descending in (False, True):
            click(table.table, x + width / 2, 8)
            settle(desk.root)
            values = [table.scores.value(name, column) for name in lines(table)]
            assert values == sorted(values, reverse=descending)


def test_ticked_ones_run_and_answers_stay_until_an_edit(desk: Desk, table: SolversView) -> None:
    first, second = SOLVERS.names()[:2]
    box = table.table.bbox(first, "solver")
    assert box
    click(table.table, box[0] + 20, box[1] + 8)
    table.table.focus(second)
    key(table.table, "space")
    assert picture_of(table, first).endswith(f"-{OFF}")
    key(table.table, "Return")
    desk.wait(lambda: bool(table.scores.answers), "the answers")
    assert set(table.scores.answers) == set(SOLVERS.names()) - {first, second}
    assert lines(table)[first][1:] == ("", "", "", "")
    key(table.table, "Escape")
    assert desk.view.winfo_viewable()
    assert not table.winfo_viewable()
    key(desk.root, "F6")
    assert comparison(desk) is table
    assert table.scores.answers
    assert str(desk.root.tk.call("focus")) == str(table.table)
    desk.window.show_maze()  # what is covered cannot be changed
    desk.generate.run()
    desk.wait(lambda: not table.scores.answers, "the new maze")
    assert all(line[1:] == ("", "", "", "") for line in lines(table).values())


def test_escape_first_cancels_what_runs(desk: Desk, table: SolversView) -> None:
    jobs, go_on = desk.session.services.jobs, Event()
    jobs.start("Other work", lambda _job: go_on.wait(60), lambda _done: None)
    settle(table)
    assert table.start.instate(["disabled"])
    key(table.table, "Escape")
    assert table.winfo_viewable()
    go_on.set()
    desk.wait(lambda: not jobs.busy, "the end")
    key(table.table, "Escape")
    assert not table.winfo_viewable()
