"""The benchmark measures time and memory, and skips what would exceed its limits."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.kernels.compiled import KERNELS, available
from mazeeditor.core.memory import peak_of
from mazeeditor.maze.comparing.bench import Bench, Measurement, _measure_run, square
from mazeeditor.maze.generators import generate
from mazeeditor.maze.search.search import spread
from mazeeditor.maze.solvers import solve

FAST = ("binary-tree", "breadth-first")


def rows(*sizes: int, **options: object) -> list[Measurement]:
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


@pytest.mark.slow
def test_the_memory_of_a_run_in_addition_to_the_maze() -> None:
    result = rows(60, 300)
    assert [(row.name, row.size) for row in result] == [
        (name, size) for size in (60, 300) for name in FAST
    ]
    for row in result:
        assert row.left_out is None
        assert row.ns_a_cell
        assert row.copies
        assert row.bytes_a_cell is not None
    # the walls of the new maze alone; the search tree and its frontier, and the route
    assert result[2].bytes_a_cell == pytest.approx(0, abs=0.2)
    assert 1 <= (result[3].bytes_a_cell or 0) < 10


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_only_requested_algorithms_are_compiled_and_compiling_is_not_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for one in KERNELS:
        for kernel in (one, *one._variants.values()):
            monkeypatch.setattr(kernel, "_compiled", None)
            monkeypatch.setattr(kernel, "_worked", 0)  # whatever other tests have worked
    bench = Bench(only=["breadth-first"])
    [small] = bench.measure([20])
    assert (small.bytes or 0) < 50_000
    ready = {one.function.__module__ for one in KERNELS if one.ready or one[4].ready}
    assert ready
    assert not any("generators" in name or "solvers" in name for name in ready)
    monkeypatch.setattr(spread[4], "_compiled", None)  # as if only larger mazes needed it
    [large] = bench.measure([30])
    assert (large.bytes or 0) < 50_000
    assert spread[4].ready


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
@pytest.mark.parametrize("known", [False, True])
def test_once_more_where_something_is_compiled(
    known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow algorithm on a large maze is not to be waited for again and again."""
    maze, ran = generate("prim", square(5), 1), []

    def run() -> None:
        ran.append(solve("breadth-first", maze))

    monkeypatch.setattr(spread[4], "_compiled", None)
    _measure_run(run, known=known)
    assert len(ran) == 2
    _measure_run(run, known=True)
    assert len(ran) == 3, "nothing was left to compile"


@pytest.mark.slow
def test_what_takes_too_long_is_left_out() -> None:
    first, second = rows(20, 30, limit=0.0)[::2]
    assert first.left_out is None
    assert (second.left_out, second.seconds, second.bytes_a_cell) == ("time", None, None)


@pytest.mark.slow
def test_what_needs_too_much_memory_is_left_out() -> None:
    for free, expected in ((None, [None, None]), (30_000, ["memory"] * 2), (10**9, [None] * 2)):
        result = rows(100, free=lambda free=free: free)
        assert [row.left_out for row in result] == expected
    bench = Bench(only=["breadth-first"], free=lambda: 40 * 120**2)
    bench.bytes_a_cell["breadth-first"] = 41.0
    [row] = bench.measure_at(120)
    assert row.left_out == "memory", "the maze fits, but not what the search takes"
    assert row.as_json()["seconds"] is None


def test_unknown_names() -> None:
    with pytest.raises(
        UsageError, match=r"no algorithm named 'prims'\. Choose one of: backtracker"
    ):
        Bench(only=["prims"])
