"""The benchmark of editing by hand does each action in the real window, and takes all back."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from benchmarks import editing
from benchmarks.edit_bench import COLUMNS, MASKED, SHAPES
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


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, list[str]]]:
    """What the benchmark asks to be measured; the figures are made up."""
    asked: list[tuple[str, int, list[str]]] = []

    def measured(shape: str, size: int, only: list[str]) -> Iterator[dict[str, object]]:
        asked.append((shape, size, only))
        for name in only:
            yield dict(zip(COLUMNS, (shape, name, *range(len(COLUMNS) - 2)), strict=True))

    monkeypatch.setattr(editing, "measured", measured)
    return asked


def test_a_table(
    capsys: pytest.CaptureFixture[str], asked: list[tuple[str, int, list[str]]]
) -> None:
    options = ["--size", "12", "--shape", "polar", "--only", "palette"]
    assert editing.main(options) == 0
    assert asked == [("polar", 12, ["palette"])]
    head, line = capsys.readouterr().out.splitlines()
    assert head.split() == [*COLUMNS]
    assert line.split() == ["polar", "palette", *(f"{n:.1f}" for n in range(len(COLUMNS) - 2))]


def test_a_range_of_actions(
    capsys: pytest.CaptureFixture[str], asked: list[tuple[str, int, list[str]]]
) -> None:
    names = list(ACTIONS)
    options = ["--json", "--size", "12", "--from", "palette"]
    assert editing.main(options) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = names[names.index("palette") :]
    assert [row["action"] for row in rows] == expected * len(SHAPES)
    assert asked == [(shape, 12, expected) for shape in SHAPES]
    with pytest.raises(SystemExit):
        editing.main([*options, "--to", names[0]])
    assert f"{names[0]} comes before palette" in capsys.readouterr().err
