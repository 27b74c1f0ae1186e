"""Kernels give the same results both ways, and a broken cache or a missing numba stops nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.compiled import DEGREE, I64, TICK, InU8, Kernel, available, kernel
from mazeeditor.jit import compiling

TABLE = np.array([3, 1, 4, 1, 5], np.int64)
compiler = pytest.mark.skipif(not available(), reason="numba is missing or switched off")


def doubled(number: int) -> int:
    return number * 2 + TABLE[number % 5]


double = Kernel(doubled)


def summed(bytes_: InU8, into: I64, start: int) -> int:
    for place in range(len(bytes_)):
        for slot in range(DEGREE):
            into[0] += double(int(bytes_[place]) + slot)
    return into[0] + start + TICK * 0


total = Kernel(summed)


@pytest.mark.parametrize("degree", [3, 4])
def test_interpreted(degree: int) -> None:
    numbers, into = np.arange(9, dtype=np.uint8), np.zeros(1, np.int64)
    expected = 7 + sum(2 * (n + s) + TABLE[(n + s) % 5] for n in range(9) for s in range(degree))
    assert total[degree](numbers, into, 7) == expected == into[0] + 7


@compiler
@pytest.mark.parametrize("degree", [3, 4])
def test_compiled_is_equal_for_each_degree(degree: int) -> None:
    numbers, into, again = (
        np.arange(9, dtype=np.uint8),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
    )
    numbers.flags.writeable = False
    assert total[degree].compile()(numbers, into, 7) == total[degree].interpreted()(
        numbers.data, again.data, 7
    )
    assert into.tolist() == again.tolist()


def test_a_kernel_over_slots_needs_a_degree() -> None:
    with pytest.raises(TypeError, match=r"summed\[lattice.degree\]"):
        total(np.zeros(1, np.uint8), np.zeros(1, np.int64), 0)


def test_interpreted_arrays_refuse_what_does_not_fit() -> None:
    def overflow(numbers: I64) -> None:
        numbers[0] = 2**63

    with pytest.raises((OverflowError, ValueError)):
        Kernel(overflow)(np.zeros(1, np.int64))


@compiler
def test_small_work_is_interpreted_until_it_adds_up() -> None:
    fresh = kernel(summed)[4]
    numbers, into = np.zeros(1000, np.uint8), np.zeros(1, np.int64)
    fresh(numbers, into, 0)
    assert fresh._compiled is None
    fresh._worked = 10**9
    fresh(numbers, into, 0)
    assert fresh._compiled is not None


@compiler
def test_small_work_is_compiled_at_once_where_that_is_asked_for() -> None:
    asked, other = Kernel(summed)[4], Kernel(summed)[4]
    numbers, into = np.zeros(1000, np.uint8), np.zeros(1, np.int64)
    with compiling() as found:
        asked(numbers, into, 0)
        asked(numbers, into, 0)
    other(numbers, into, 0)
    assert found == [asked]
    assert (asked.ready, other.ready) == (True, False)


PROGRAM = """
import sys
if {block}:
    sys.modules["numba"] = None
    import importlib.util
    importlib.util.find_spec = lambda name, real=importlib.util.find_spec: (
        None if name == "numba" else real(name))
import hashlib, mazeeditor.generators as g
from mazeeditor.shapes import build
maze = g.generate("prim", build("rectangular", rows=200, columns=200), 1)
print(hashlib.sha256(maze.walls.tobytes()).hexdigest(), "numba" in sys.modules)
"""


def run(block: bool, **environment: str) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(block=block)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )
    assert ran.stderr == ""
    return ran.stdout.split()


@compiler
def test_without_numba_and_with_a_broken_cache_the_maze_is_the_same(tmp_path: Path) -> None:
    expected = run(False, MAZEEDITOR_CACHE=str(tmp_path / "cache"))
    for index in (tmp_path / "cache").rglob("*.nb?"):
        index.write_bytes(b"damaged")
    assert run(False, MAZEEDITOR_CACHE=str(tmp_path / "cache")) == expected
    (tmp_path / "file").write_text("in the way")
    assert run(False, MAZEEDITOR_CACHE=str(tmp_path / "file")) == expected
    assert run(True)[0] == expected[0]
    assert run(False, MAZEEDITOR_PURE="1") == [expected[0], "False"]
