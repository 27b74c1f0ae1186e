"""``mazeeditor recover``: what a window left is listed, restored and discarded."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from mazeeditor.files import read
from mazeeditor.workspace.user_folders import recovery_folder
from tests.cli.run import mazeeditor
from tests.workspace.test_recovery import crashed


def identifiers() -> list[str]:
    done = mazeeditor("recover", "--list", "--json")
    return [json.loads(line)["id"] for line in done.out.splitlines()]


def test_nothing_was_left() -> None:
    for flags in ([], ["--json"]):
        done = mazeeditor("recover", "--list", *flags)
        assert (done.status, done.out, done.error) == (0, "", "")


def test_work_is_listed_restored_and_discarded(tmp_path: Path) -> None:
    walls = crashed(5, path=tmp_path / "a b.maze")
    done = mazeeditor("recover", "--list", "--json")
    facts = json.loads(done.out)
    assert facts["file"] == str(tmp_path / "a b.maze")
    assert (facts["name"], facts["rows"], facts["columns"]) == ("a b.maze", 12, 16)
    assert (facts["shape"], facts["running"]) == ("rectangular", False)
    assert abs((datetime.now().astimezone() - datetime.fromisoformat(facts["time"])).days) < 1
    listed = mazeeditor("recover", "--list").out
    assert facts["id"] in listed
    assert "a b.maze" in listed
    out = tmp_path / "out.maze"
    assert mazeeditor("recover", "--restore", facts["id"], "-o", out).status == 0
    assert read(out).maze.walls.tolist() == walls
    assert "recovery" not in out.read_text()
    assert identifiers() == [facts["id"]]
    assert mazeeditor("recover", "--discard", facts["id"]).status == 0
    assert identifiers() == []


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([], 2),
        (["--restore", "x"], 2),
        (["--restore", "../x", "-o", "a.maze"], 2),
        (["--discard", "nothing"], 2),
        (["--discard", "x", "-o", "a.maze"], 2),
        (["--list", "--discard", "x"], 2),
        (["--discard", "x", "--json"], 2),
        (["--list", "-o", "a.maze"], 2),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], status: int, tmp_path: Path) -> None:
    done = mazeeditor("recover", *arguments, cwd=tmp_path)
    assert (done.status, done.out) == (status, "")
    assert len(done.error.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_work_that_cannot_be_written_stays(tmp_path: Path) -> None:
    crashed(5)
    (name,) = identifiers()
    for target in (tmp_path / "missing" / "a.maze", tmp_path / "a.xyz"):
        assert mazeeditor("recover", "--restore", name, "-o", target).status in (1, 2)
    assert identifiers() == [name]


def test_damaged_work_is_listed_and_can_be_discarded() -> None:
    crashed(5)
    folder = recovery_folder()
    assert folder
    (snapshot,) = folder.glob("*/snapshot.maze")
    snapshot.write_bytes(b"{")
    done = mazeeditor("recover", "--list", "--json")
    assert (done.status, "problem" in json.loads(done.out)) == (0, True)
    assert "Cannot read" in mazeeditor("recover", "--list").out
    assert mazeeditor("recover", "--discard", json.loads(done.out)["id"]).status == 0
    assert identifiers() == []
