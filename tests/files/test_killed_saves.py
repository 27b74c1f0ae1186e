"""Processes killed at random moments of saving: each file is whole, no save that ended is lost."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.disk.staging import SUFFIX, sweep
from mazeeditor.files.project import save
from mazeeditor.maze.maze import Maze
from tests.breadth import repeats, stress
from tests.files.ageing import later
from tests.files.killing import is_whole, kill, numbered
from tests.files.system_calls import killed_at

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork"),
    pytest.mark.slow,  # `test_save_faults` lets each call of the system fail
]
# rows: kills in the ordinary run, in the thorough one, and the longest time in s until a kill
SIZES = {10: (8, 334, 0.02), 300: (7, 333, 0.03), 2000: (5, 333, 0.15)}


@pytest.mark.parametrize("rows", SIZES)
def test_kills_at_random_moments(rows: int, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    ordinary, thorough, longest = SIZES[rows]
    made, random, figures = dict[tuple[int, int], Maze](), Random(rows), Counter[str]()
    save(numbered(made, rows, 0), path)
    number = 0
    for _kill in range(thorough if stress() else ordinary):
        killed = kill(path, rows, number, random.uniform(0, longest))
        now = is_whole(path, rows, made)
        previous = path.with_name("a.maze~")
        figures["kills"] += 1
        figures["inside a save"] += killed.inside
        figures["corrupt"] += now is None
        figures["corrupt"] += previous.exists() and is_whole(previous, rows, made) is None
        figures["lost"] += now is not None and now < killed.ended
        swept(path.parent)
        number = max(killed.ended, now or 0)
    assert (figures["corrupt"], figures["lost"]) == (0, 0), figures
    assert figures["inside a save"] >= figures["kills"] / 2


def swept(folder: Path, names: Collection[str] = ("a.maze", "a.maze~")) -> None:
    """Remove what a killed process has left, as if that had been a while ago."""
    files = [file for file in folder.iterdir() if file.name.endswith(SUFFIX)]
    with later():
        assert sweep(folder) == len(files)
    assert {file.name for file in folder.iterdir()} <= {*names}


def test_a_kill_at_each_step_of_a_save(tmp_path: Path) -> None:
    path, previous = tmp_path / "a.maze", tmp_path / "a.maze~"
    made: dict[tuple[int, int], Maze] = {}

    def write(number: int) -> None:
        save(numbered(made, 10, number), path, keep_previous=True)

    step = 0
    seen = Counter[tuple[int | None, int | None]]()
    while True:
        for file in tmp_path.iterdir():
            file.unlink()
        for number in (1, 2):
            write(number)
        if not killed_at(step, lambda: write(3)):
            break
        swept(tmp_path)
        seen[is_whole(path, 10, made), is_whole(previous, 10, made)] += 1
        step += 1
    assert {*seen} == {(2, 1), (3, 1), (3, 2)}


def test_a_kill_at_each_step_of_several_files(tmp_path: Path) -> None:
    names = ("a.svg", "a-solution.svg")

    def write(data: bytes) -> None:
        write_together([(tmp_path / name, data * 10_000) for name in names])

    step, seen = 0, Counter[tuple[bytes, ...]]()
    write(b"old")
    while killed_at(step, lambda: write(b"new")):
        swept(tmp_path, names)
        data = [(tmp_path / name).read_bytes() for name in names]
        assert all(each in (b"old" * 10_000, b"new" * 10_000) for each in data)
        seen[tuple(each[:3] for each in data)] += 1
        write(b"old")
        step += 1
    assert {*seen} == {(b"old", b"old"), (b"old", b"new"), (b"new", b"new")}


def test_processes_that_save_the_same_file_at_the_same_time(tmp_path: Path) -> None:
    """Whoever reads it meanwhile reads one of the versions, and no other file is left."""
    if sys.platform == "win32":
        pytest.skip("Windows has no fork")
    path, rows, made = tmp_path / "a.maze", 60, dict[tuple[int, int], Maze]()
    save(numbered(made, rows, 0), path)
    children = []
    for first in range(1, 4):
        child = os.fork()
        if not child:
            try:
                for number in range(first, first + 3 * len(repeats(15, 500)), 3):
                    save(numbered(made, rows, number), path, keep_previous=True)
            except BaseException:
                os._exit(1)
            os._exit(0)
        children.append(child)
    seen = set()
    while children:
        seen.add(is_whole(path, rows, made))
        for child in children.copy():
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                children.remove(child)
                assert status == 0
    assert len(seen) > 1
    assert None not in seen
    assert is_whole(tmp_path / "a.maze~", rows, made)
    assert {file.name for file in tmp_path.iterdir()} == {"a.maze", "a.maze~"}
