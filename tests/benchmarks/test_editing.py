"""The benchmark of editing by hand does each action in the real window, and takes all back."""

from __future__ import annotations

import json

import pytest

from benchmarks import editing
from benchmarks.edit_bench import COLUMNS, MASKED
from benchmarks.editing_actions import ACTIONS
from mazeeditor.maze.repairs import GOALS
from tests.breadth import stress
from tests.display import Display

FEW = ["wall: click", "stamp: move", "palette"]


@pytest.fixture(autouse=True)
def _interpreted(request: pytest.FixtureRequest) -> None:
    """Do without the compiler, which takes longer than all actions of so small mazes."""
    if not stress():
        request.getfixturevalue("interpreted")


def test_every_goal_has_its_line() -> None:
    assert {f"repair: {name}" for name in GOALS.names()} <= set(ACTIONS)


@pytest.mark.slow
def test_actions_of_small_mazes(capsys: pytest.CaptureFixture[str], display: Display) -> None:
    assert display
    names = list(ACTIONS) if stress() else FEW
    only = [word for name in names for word in ("--only", name)]
    assert editing.main(["--json", "--size", "24", "--shape", MASKED, *only]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["action"] for row in rows] == names
    for row in rows:
        assert tuple(row) == COLUMNS
        assert 0 < row["turn_ms"] <= row["stall_ms"] * 2 + 1, row
        assert row["shown_ms"] > 0, row
