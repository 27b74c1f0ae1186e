"""``mazeeditor recover``: what a window left is listed, restored and discarded."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.recovery.left_behind import left_behind
from mazeeditor.app.recovery.recovery import JOURNAL_MS
from mazeeditor.core.job import Job
from mazeeditor.files import read
from mazeeditor.files.change_journal import journals
from mazeeditor.files.snapshots import snapshots, sweep_folders
from tests.app.scripted import opened
from tests.app.test_recovery import crash, crashed, pass_time
from tests.cli.run import mazeeditor

make_pipe: Any = getattr(os, "mkfifo", None)  # Windows has none


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


def test_what_cannot_be_done_is_one_line(tmp_path: Path) -> None:
    for arguments, status in [
        ([], 2),
        (["--restore", "x"], 2),
        (["--restore", "../x", "-o", "a.maze"], 2),
        (["--discard", "nothing"], 2),
        (["--discard", "x", "-o", "a.maze"], 2),
        (["--list", "--discard", "x"], 2),
        (["--discard", "x", "--json"], 2),
        (["--list", "-o", "a.maze"], 2),
    ]:
        done = mazeeditor("recover", *arguments, cwd=tmp_path)
        assert (done.status, done.out) == (status, ""), arguments
        assert len(done.error.splitlines()) == 1, arguments
        assert list(tmp_path.iterdir()) == [], arguments


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


def test_a_link_to_a_folder_is_not_followed(tmp_path: Path) -> None:
    crashed(5)
    folder = recovery_folder()
    assert folder
    (real,) = folder.iterdir()
    elsewhere = tmp_path / "elsewhere"
    real.rename(elsewhere)
    (elsewhere / "diary.txt").write_text("dear diary")
    link = folder / real.name
    link.symlink_to(elsewhere, target_is_directory=True)
    before = {path.name: path.read_bytes() for path in elsewhere.iterdir()}
    assert mazeeditor("recover", "--list").out == ""
    done = mazeeditor("recover", "--discard", real.name)
    assert (done.status, len(done.error.splitlines())) == (2, 1)
    assert {path.name: path.read_bytes() for path in elsewhere.iterdir()} == before
    os.utime(elsewhere, (1, 1))
    (elsewhere / "snapshot.maze").unlink()
    sweep_folders(folder)
    assert (elsewhere / "diary.txt").read_text() == "dear diary"
    assert link.is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows allows no such names")
@pytest.mark.parametrize("name", ["two\nrows", "\x1b[2Jgone", "tab\there", "\x9b31m", "\udcff"])
def test_names_that_would_spoil_the_list(name: str) -> None:
    crashed(5)
    folder = recovery_folder()
    assert folder
    (real,) = folder.iterdir()
    real.rename(folder / name)
    for damaged in (False, True):
        if damaged:
            (folder / name / "snapshot.maze").write_bytes(b"{")
        (line,) = mazeeditor("recover", "--list").out.splitlines()
        assert line.isprintable()
        (facts,) = map(json.loads, mazeeditor("recover", "--list", "--json").out.splitlines())
        assert facts["id"] == name
    error = mazeeditor("recover", "--discard", "nothing").error
    assert error.rstrip("\n").isprintable()
    shown = line.split("  ")[0]
    assert mazeeditor("recover", "--discard", shown).status == 0
    assert [*folder.iterdir()] == []


def left_with_a_journal() -> tuple[Path, list[list[int]]]:
    """Leave a snapshot and five changes since; return the journal, and the walls after each."""
    with opened() as program:
        program.edit(5)
        pass_time(program, JOURNAL_MS)
        walls = [program.walls()]
        for cell in (6, 7, 8, 9, 10):
            program.edit(cell)
            walls.append(program.walls())
        crash(program)
        (stored,) = snapshots(recovery_folder())
        ((_start, journal),) = journals(stored.path.parent)
        return journal, walls


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_what_cannot_be_restored_is_said(tmp_path: Path, damage: str) -> None:
    journal, walls = left_with_a_journal()
    lines = journal.read_bytes().splitlines(keepends=True)
    if damage == "cut":
        journal.write_bytes(b"".join(lines[:2]) + lines[2][:20])
        missing = "at least 1 change"
    else:
        journal.write_bytes(b"".join(lines[:2]) + b"?????" + b"".join(lines[2:])[5:])
        missing = "3 changes"
    (facts,) = map(json.loads, mazeeditor("recover", "--list", "--json").out.splitlines())
    assert missing in facts["warning"]
    assert missing in mazeeditor("recover", "--list").out
    out = tmp_path / "out.maze"
    done = mazeeditor("recover", "--restore", facts["id"], "-o", out)
    assert done.status == 0
    assert done.error.startswith(f"mazeeditor: {facts['id']}: Left out after this: {missing}")
    assert read(out).maze.walls.tolist() == walls[2]
    (work,) = left_behind(Job())
    assert missing in work.warning


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_pipes_in_the_folder_hold_nobody(tmp_path: Path) -> None:
    """Nothing waits for somebody who writes into them, whatever they are named."""
    journal, walls = left_with_a_journal()
    folder = journal.parent
    make_pipe(folder / "journal-999")
    make_pipe(folder / "forms.json")
    for name in ("snapshot.maze", "book.json", "forms.json", "journal-1", "lock"):
        other = folder.parent / f"20200101-000000-{len(name)}{name[0]}"
        other.mkdir()
        make_pipe(other / name)
    (facts,) = map(json.loads, mazeeditor("recover", "--list", "--json").out.splitlines())
    assert "warning" not in facts, "the journal is whole"
    identifier, out = facts["id"], tmp_path / "out.maze"
    done = mazeeditor("recover", "--restore", identifier, "-o", out)
    assert (done.status, done.error) == (0, "")
    assert read(out).maze.walls.tolist() == walls[-1]
    assert len(left_behind(Job())) == 1
    assert mazeeditor("recover", "--discard", identifier).status == 0
