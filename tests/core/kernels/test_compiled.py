"""Kernels give the same results compiled and interpreted, also with a broken cache."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.core.kernels import jit
from mazeeditor.core.kernels.compiled import (
    DEGREE,
    FEW_ELEMENTS,
    I64,
    TICK,
    InBounds,
    InU8,
    Kernel,
    available,
    kernel,
    kernel_over,
)
from mazeeditor.core.kernels.jit import compiling


class Arrays(NamedTuple):
    small: InU8
    large: InBounds


class Pair(NamedTuple):
    first: int
    second: int


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


def test_interpreted() -> None:
    for degree in [3, 4]:
        numbers, into = np.arange(9, dtype=np.uint8), np.zeros(1, np.int64)
        sums = [number + slot for number in range(9) for slot in range(degree)]
        expected = 7 + sum(2 * each + TABLE[each % 5] for each in sums)
        assert total[degree](numbers, into, 7) == expected == into[0] + 7, degree


@pytest.mark.slow
@compiler
def test_compiled_is_equal_for_each_degree() -> None:
    for degree in [3, 4]:
        numbers, into, again = (
            np.arange(9, dtype=np.uint8),
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
        )
        numbers.flags.writeable = False
        assert total[degree].compile()(numbers, into, 7) == total[degree].interpreted()(
            numbers.data, again.data, 7
        ), degree
        assert into.tolist() == again.tolist(), degree


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
    assert not fresh.ready
    fresh._worked = 10**9
    fresh(numbers, into, 0)
    assert fresh.ready


@pytest.mark.slow
@compiler
def test_work_of_many_elements_a_step_is_small() -> None:
    fresh = kernel_over(8)(summed)[4]
    fresh(np.zeros(8 * FEW_ELEMENTS, np.uint8), np.zeros(1, np.int64), 0)
    assert not fresh.ready
    fresh(np.zeros(8 * FEW_ELEMENTS + 8, np.uint8), np.zeros(1, np.int64), 0)
    assert fresh.ready


@compiler
def test_small_work_is_compiled_at_once_where_that_is_requested() -> None:
    requested, other = Kernel(summed)[4], Kernel(summed)[4]
    numbers, into = np.zeros(1000, np.uint8), np.zeros(1, np.int64)
    with compiling() as result:
        requested(numbers, into, 0)
        requested(numbers, into, 0)
    other(numbers, into, 0)
    assert result == [requested]
    assert (requested.ready, other.ready) == (True, False)


@compiler
def test_a_kernel_is_compiled_for_python_only_where_python_calls_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inner = Kernel(doubled)
    monkeypatch.setitem(globals(), "double", inner)
    Kernel(summed)[4].compile()
    assert not inner.ready
    assert inner.compile()(3) == 6 + TABLE[3]  # and not the other one out of the cache
    assert inner.ready


@compiler
def test_a_job_reports_that_its_kernel_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps(numbers: InU8, signal: I64) -> int:
        return len(numbers) + int(signal[0])

    job, reported = Job(), []
    called, compile_ = Kernel(steps), Kernel.compile

    def compile_and_note(kernel: Kernel[..., int]) -> Callable[..., int]:
        reported.append(job.compiling)
        return compile_(kernel)

    monkeypatch.setattr(Kernel, "compile", compile_and_note)
    numbers = np.zeros(FEW_ELEMENTS + 1, np.uint8)
    for signal in (job.signal, job.signal, np.zeros(2, np.int64)):
        assert called(numbers, signal) == FEW_ELEMENTS + 1
        assert not job.compiling
    assert reported == [True]


PROGRAM = """
import sys
if {block}:
    sys.modules["numba"] = None
    import importlib.util
    importlib.util.find_spec = lambda name, real=importlib.util.find_spec: (
        None if name == "numba" else real(name))
import hashlib, mazeeditor.maze.generators as g
from mazeeditor.maze.shapes import build
maze = g.generate("prim", build("rectangular", rows=200, columns=200), 1)
print(hashlib.sha256(maze.walls.tobytes()).hexdigest(), "numba" in sys.modules)
"""


COMPILED_ANYWAY = """
from mazeeditor.core.kernels.compiled import KERNELS, available
from mazeeditor.core.kernels.jit import load_compiler
for kernel in KERNELS:
    kernel[4].compile()
assert all(kernel[4].ready for kernel in KERNELS)
assert not load_compiler()
print(available())
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
@pytest.mark.slow
def test_without_numba_and_with_a_broken_cache_the_maze_is_the_same(tmp_path: Path) -> None:
    expected = run(False, MAZEEDITOR_CACHE=str(tmp_path / "cache"))
    for index in (tmp_path / "cache").rglob("*.nb?"):
        index.write_bytes(b"damaged")
    assert run(False, MAZEEDITOR_CACHE=str(tmp_path / "cache")) == expected
    (tmp_path / "file").write_text("in the way")
    assert run(False, MAZEEDITOR_CACHE=str(tmp_path / "file")) == expected
    beside = [*Path(mazeeditor.__file__).parent.rglob("*.nb?")]
    assert not beside, "those would be used again after a kernel that they call has changed"
    assert run(True)[0] == expected[0]
    assert run(False, MAZEEDITOR_PURE="1") == [expected[0], "False"]


@pytest.mark.slow
@compiler
@pytest.mark.parametrize("error", ['ImportError("needs NumPy 1\\nor less")', "SystemError()"])
def test_a_numba_that_cannot_be_imported(error: str, tmp_path: Path) -> None:
    """One line says so, and kernels run interpreted, also where one is asked to be compiled."""
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text(f"raise {error}")
    program = PROGRAM.format(block=False) + COMPILED_ANYWAY
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    reason = "needs NumPy 1" if "NumPy" in error else "SystemError"
    assert ran.stderr == f"numba cannot be imported, so algorithms are slower ({reason})\n"
    assert ran.stdout.split()[1:] == ["False", "False"]


@compiler
@pytest.mark.slow
def test_kernels_of_versions_not_used_for_long_are_removed(tmp_path: Path) -> None:
    recent, old, left = (
        tmp_path / name for name in ("kernels-1", "kernels-2", "removed-7-kernels-3")
    )
    for folder in (recent, old, left):
        (folder / "inner").mkdir(parents=True)
        (folder / "inner" / "kernel.nbi").write_bytes(b"kernel")
    for folder in (old, left):
        os.utime(folder, (0, 0))
    (tmp_path / "other").mkdir()
    os.utime(tmp_path / "other", (0, 0))
    run(False, MAZEEDITOR_CACHE=str(tmp_path))
    current = next(each for each in tmp_path.glob("kernels-*") if each != recent)
    assert sorted(tmp_path.iterdir()) == sorted([recent, current, tmp_path / "other"])
    assert (recent / "inner" / "kernel.nbi").exists()
    os.utime(current, (0, 0))
    run(False, MAZEEDITOR_CACHE=str(tmp_path))
    assert current.stat().st_mtime > 0  # each process that uses it writes down when


@compiler
def test_kernels_not_used_for_long_are_removed_once_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change of a kernel leaves the one before behind."""
    monkeypatch.setenv("MAZEEDITOR_CACHE", str(tmp_path))
    folder = jit.cache_folder.__wrapped__()
    recent, old = folder / "recent", folder / "old"
    for each in (recent, old):
        each.mkdir()
    os.utime(old, (0, 0))
    jit.cache_folder.__wrapped__()
    assert old.exists(), "no process but the first one of a day looks through all"
    os.utime(folder, (0, 0))
    jit.cache_folder.__wrapped__()
    assert (recent.exists(), old.exists()) == (True, False)


@pytest.mark.slow
@compiler
def test_several_processes_may_remove_the_same_folders(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"kernels-{number}" / "inner").mkdir(parents=True)
        os.utime(tmp_path / f"kernels-{number}", (0, 0))
    code = "from mazeeditor.core.kernels.jit import cache_folder; cache_folder()"
    environment = os.environ | {"MAZEEDITOR_CACHE": str(tmp_path)}
    started = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    assert [process.communicate()[1] for process in started] == [b""] * 3
    assert len(list(tmp_path.iterdir())) == 1


COUNT_INTERMEDIATE_CODE = """
import gc
import mazeeditor
from mazeeditor.core.kernels.jit import compiling

with compiling() as fresh:
    mazeeditor.generate("backtracker", rows=9, columns=9)
gc.collect()
code = [each for each in gc.get_objects() if type(each).__module__ == "numba.core.ir"]
print(len(fresh) > 0, len(code) < 300)
"""


@compiler
@pytest.mark.slow
def test_the_compiler_leaves_no_intermediate_code_behind(tmp_path: Path) -> None:
    """It would be looked through by each garbage collection of a window; numba keeps some."""
    environment = os.environ | {"MAZEEDITOR_CACHE": str(tmp_path)}
    code = [sys.executable, "-c", COUNT_INTERMEDIATE_CODE]
    assert subprocess.check_output(code, env=environment, text=True) == "True True\n"


@compiler
def test_a_tuple_of_arrays_is_one_argument() -> None:
    def picked(arrays: Arrays, place: int) -> int:
        return int(arrays.small[place]) + int(arrays.large[place, 0])

    arrays = Arrays(np.arange(5, dtype=np.uint8), np.full((5, 2), 1 << 40, np.int64))
    for table in arrays:
        table.flags.writeable = False
    for call in (Kernel(picked), Kernel(picked).compile()):
        assert call(arrays, 3) == 3 + (1 << 40)


@compiler
def test_a_tuple_of_equal_fields_is_one_argument() -> None:
    def difference(pair: Pair) -> int:
        return pair.first - pair.second

    for call in (Kernel(difference), Kernel(difference).compile()):
        assert call(Pair(9, 2)) == 7


@compiler
def test_a_large_array_in_a_tuple_is_much_work() -> None:
    def first(arrays: Arrays) -> int:
        return int(arrays.small[0])

    large = Arrays(np.zeros(FEW_ELEMENTS + 1, np.uint8), np.zeros((1, 2), np.int64))
    for table in large:
        table.flags.writeable = False
    called = Kernel(first)
    called(Arrays(large.small[:9], large.large))
    assert not called.ready
    called(large)
    assert called.ready


END_WHILE_COMPILING = """
import threading, time
from mazeeditor.core.kernels import jit

def compile_slowly(name, *_hints):
    begun.set()
    time.sleep(0.3)
    print(name, flush=True)

def work():
    for name in ("first", "second"):
        jit.jit(name, (), "")

begun, jit._compile = threading.Event(), compile_slowly
threading.excepthook = lambda error: print(error.exc_type.__name__)
threading.Thread(target=work, daemon=True).start()
begun.wait()
"""


@pytest.mark.slow
def test_a_process_ends_when_the_compiler_is_done_with_a_function() -> None:
    """LLVM crashes where its library ends while it compiles."""
    done = subprocess.run(
        [sys.executable, "-c", END_WHILE_COMPILING], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[:1] == ["first"]
    assert "second" not in done.stdout
