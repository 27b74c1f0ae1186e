"""The benchmark of editing by hand does each action in the real window, and takes all back."""

from __future__ import annotations

import json

import pytest

from benchmarks import editing
from benchmarks.edit_bench import COLUMNS, MASKED
from benchmarks.editing_actions import ACTIONS
from mazeeditor.repairs import GOALS
from tests.breadth import stress
from tests.display import Display

pytestmark = pytest.mark.long
FEW = ["wall: click", "stamp: move"]


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do without the compiler, which takes longer than all actions of so small mazes."""
    if not stress():
        monkeypatch.setenv("MAZEEDITOR_PURE", "1")


def test_every_goal_has_its_line() -> None:
    assert {f"repair: {name}" for name in GOALS.names()} <= set(ACTIONS)


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


def test_a_table(capsys: pytest.CaptureFixture[str], display: Display) -> None:
    assert display
    options = ["--size", "12", "--shape", "polar", "--only", "palette"]
    assert editing.main(options) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.split() == [*COLUMNS]
    assert line.split()[:2] == ["polar", "palette"]


def test_a_range_of_actions(capsys: pytest.CaptureFixture[str], display: Display) -> None:
    assert display
    names = list(ACTIONS)
    options = ["--json", "--size", "12", "--shape", "rectangular", "--from", "palette"]
    assert editing.main(options) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["action"] for row in rows] == names[names.index("palette") :]
    with pytest.raises(SystemExit):
        editing.main([*options, "--to", names[0]])
    assert f"{names[0]} comes before palette" in capsys.readouterr().err
