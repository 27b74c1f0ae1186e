"""The benchmark of the window measures each situation in the real window, in its own process."""

from __future__ import annotations

import json

import pytest

from mazeeditor.gui import bench, standstill
from tests.display import Display


def test_every_algorithm_in_every_situation() -> None:
    from mazeeditor.generators import GENERATORS
    from mazeeditor.solvers import SOLVERS

    wanted = list(bench.wanted(4000))
    assert {what for what, _name, _size in wanted} == set(standstill.MEASURES)
    for what, names in (("first", GENERATORS), ("generate", GENERATORS), ("solve", SOLVERS)):
        assert [name for kind, name, _size in wanted if kind == what] == names.names()


@pytest.mark.usefixtures("display")
def test_a_first_maze_a_large_one_and_its_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--json", "--size", "60", "--only", "eller", "--only", "tremaux"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["what"] for row in rows] == ["first", "generate", "solve"]
    assert [row["size"] for row in rows] == [50, 60, 60]
    assert all(0 < row["stall_ms"] <= row["total_ms"] for row in rows)
    assert [row["cancel_ms"] is None for row in rows] == [True, False, False]


def test_a_table(capsys: pytest.CaptureFixture[str], display: Display) -> None:  # noqa: ARG001
    assert bench.main(["--only", "idle"]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.split() == ["size", *standstill.COLUMNS[3:]]
    assert line.split()[:2] == ["idle", "50"]
