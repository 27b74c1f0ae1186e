"""The benchmark measures what it says: memory too, and leaves out what would be too much."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from mazeeditor import memory
from mazeeditor.bench import Bench, Row, _measured, square
from mazeeditor.compiled import KERNELS, available
from mazeeditor.errors import UsageError
from mazeeditor.generators import generate
from mazeeditor.maze.breadth_first import spread
from mazeeditor.memory import free_bytes, peak_of
from mazeeditor.solvers import solve

FAST = ("binary-tree", "breadth-first")


def rows(*sizes: int, **options: object) -> list[Row]:
    return list(Bench(only=FAST, **options).measure(sizes))  # type: ignore[arg-type]


def test_peak_is_what_is_held_at_once() -> None:
    kept = np.zeros(10**6, np.uint8)

    def run() -> None:
        one = np.zeros(3 * 10**6, np.uint8)
        del one
        np.concatenate([kept, kept])

    _seconds, peak = peak_of(run)
    assert peak == pytest.approx(3 * 10**6, abs=20_000)
    assert peak_of(lambda: None)[1] < 20_000
    tracemalloc.start()
    try:
        run()
        assert peak_of(lambda: None)[1] < 20_000, "what was held before does not count"
    finally:
        tracemalloc.stop()


def test_what_a_run_takes_beside_the_maze() -> None:
    found = rows(60, 300)
    assert [(row.name, row.size) for row in found] == [
        (name, size) for size in (60, 300) for name in FAST
    ]
    for row in found:
        assert row.left_out is None
        assert row.ns_a_cell
        assert row.copies
        assert row.bytes_a_cell is not None
    # the walls of the new maze alone; a way and its edge, and the route
    assert found[2].bytes_a_cell == pytest.approx(0, abs=0.2)
    assert 1 <= (found[3].bytes_a_cell or 0) < 10


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_only_what_is_asked_for_is_compiled_and_that_is_not_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for one in KERNELS:
        for kernel in (one, *one._variants.values()):
            monkeypatch.setattr(kernel, "_compiled", None)
    bench = Bench(only=["breadth-first"])
    [small] = bench.measure([20])
    assert (small.bytes or 0) < 50_000
    ready = {one.function.__module__ for one in KERNELS if one.ready or one[4].ready}
    assert ready
    assert not any("generators" in name or "solvers" in name for name in ready)
    monkeypatch.setattr(spread, "_compiled", None)  # as if only larger mazes needed it
    [large] = bench.measure([30])
    assert (large.bytes or 0) < 50_000
    assert spread.ready


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
@pytest.mark.parametrize("known", [False, True])
def test_once_more_where_something_is_compiled(
    known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow algorithm on a large maze is not to be waited for again and again."""
    maze, ran = generate("prim", square(5), 1), []

    def run() -> None:
        ran.append(solve("breadth-first", maze))

    monkeypatch.setattr(spread, "_compiled", None)
    _measured(run, known=known)
    assert len(ran) == 2
    _measured(run, known=True)
    assert len(ran) == 3, "nothing was left to compile"


def test_the_same_bytes_again() -> None:
    once, again = ([row.bytes for row in rows(60)] for _ in range(2))
    assert once == pytest.approx(again, abs=3000)


def test_what_takes_too_long_is_left_out() -> None:
    first, second = rows(20, 30, limit=0.0)[::2]
    assert first.left_out is None
    assert (second.left_out, second.seconds, second.bytes_a_cell) == ("time", None, None)


def test_what_needs_too_much_memory_is_left_out() -> None:
    for free, expected in ((None, [None, None]), (30_000, ["memory"] * 2), (10**9, [None] * 2)):
        found = rows(100, free=lambda free=free: free)
        assert [row.left_out for row in found] == expected
    bench = Bench(only=["breadth-first"], free=lambda: 40 * 120**2)
    bench._bytes["breadth-first"] = 41.0
    [row] = bench._at(120)
    assert row.left_out == "memory", "the maze fits, but not what the search takes"
    assert row.as_json()["seconds"] is None


def test_unknown_names() -> None:
    with pytest.raises(UsageError, match=r"no algorithm named 'prims'\. Known are: backtracker"):
        Bench(only=["prims"])


@pytest.mark.skipif(not Path("/proc/meminfo").exists(), reason="another system")
def test_free_memory_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = free_bytes()
    assert free is not None
    assert 10**6 < free < 2**50
    monkeypatch.setattr(memory, "GROUP", tmp_path)
    (tmp_path / "memory.max").write_text("5000000\n")
    (tmp_path / "memory.current").write_text("4000000\n")
    assert free_bytes() == 1_000_000
    (tmp_path / "memory.max").write_text("max\n")
    assert (free_bytes() or 0) > 10**6
    assert sys.platform == "linux"
