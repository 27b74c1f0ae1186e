"""The benchmark of stalls measures each case in the real window, in a process of its own."""

from __future__ import annotations

import json

import pytest

from benchmarks import stall_cases, stalls
from tests.breadth import stress


@pytest.fixture(autouse=True)
def _interpreted(request: pytest.FixtureRequest) -> None:
    """Do without the compiler, which takes longer than all of so small mazes."""
    if not stress():
        request.getfixturevalue("interpreted")


def test_every_algorithm_in_every_case() -> None:
    from mazeeditor.gui.workspaces import WORKSPACES
    from mazeeditor.maze.generators import GENERATORS
    from mazeeditor.maze.solvers import SOLVERS

    cases = list(stalls.cases(4000))
    assert {case for case, _name, _size in cases} == set(stall_cases.CASES)
    algorithms = (("first", GENERATORS), ("generate", GENERATORS), ("solve", SOLVERS))
    for case, names in (*algorithms, ("switch", WORKSPACES)):
        assert [name for kind, name, _size in cases if kind == case] == names.names()


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_a_first_maze_a_large_one_and_its_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert stalls.main(["--json", "--size", "60", "--only", "eller", "--only", "tremaux"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["case"] for row in rows] == ["first", "generate", "solve"]
    assert [row["size"] for row in rows] == [50, 60, 60]
    assert all(0 < row["stall_ms"] <= row["total_ms"] for row in rows)
    assert [row["cancel_ms"] is None for row in rows] == [True, False, False]


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_a_switch_of_workspaces(capsys: pytest.CaptureFixture[str]) -> None:
    assert stalls.main(["--json", "--only", "page"]) == 0
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (row["case"], row["name"]) == ("switch", "page")
    assert 0 < row["stall_ms"] <= row["total_ms"]
    assert row["own_ms"] > 0
