"""Runs every kernel compiled, or every kernel interpreted, for tests that compare the two."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.core.disk.paths import CACHES
from mazeeditor.core.kernels.compiled import KERNELS, Kernel, as_view, available
from mazeeditor.core.kernels.jit import is_kept
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import SHAPES, build

if TYPE_CHECKING:  # imported before each run of the tests, when pytest is not there yet
    import pytest

ROOT = Path(__file__).parents[1]
KEPT_SECONDS = 7 * 24 * 3600


@contextmanager
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every kernel called within the ``with`` run interpreted."""
    with monkeypatch.context() as patch:
        patch.setattr(Kernel, "__call__", _interpret)
        yield


@contextmanager
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every kernel called within the ``with`` run compiled, however small the work."""
    with monkeypatch.context() as patch:
        patch.setattr(Kernel, "__call__", lambda kernel, *args: kernel.compile()(*args))
        yield


def keep_kernels(*, checked: bool = False) -> None:
    """Let kernels be kept in pytest's folder, unless the environment names another one.

    ``checked`` ones test their indices of arrays. Those that no process has used for a week are
    removed, as each change of a kernel leaves one behind.
    """
    if CACHES in os.environ:
        return
    kept = ROOT / ".pytest_cache" / "d" / ("checked" if checked else "kernels")
    kept.mkdir(parents=True, exist_ok=True)
    os.environ[CACHES] = str(kept)
    for folder in [*kept.glob("*/*/"), *kept.glob("*/")]:
        if folder.is_dir() and folder.stat().st_mtime < time.time() - KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def load_all() -> None:
    """Load each kernel of the package, compiled, for each number of slots that a shape has.

    Other processes compile those that the cache lacks: one that has compiled a kernel keeps ten
    times the memory of one that has loaded it.
    """
    subprocess.run([sys.executable, "-m", __name__], cwd=ROOT, check=True)
    for kernel in all_kernels():
        kernel.compile()


@cache
def all_kernels() -> list[Kernel[Any, Any]]:
    """Return each kernel of the package, for each number of slots that a shape has."""
    for file in sorted((ROOT / "mazeeditor").rglob("*.py")):
        if b"\n@kernel" in file.read_bytes():
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    return [
        kernel[degree]
        for kernel in KERNELS
        if kernel.function.__module__.startswith("mazeeditor.")  # and not of a test
        for degree in (sorted(_degrees()) if kernel.needs_degree else [0])
    ]


def _degrees() -> set[int]:
    around_a_hole = build("polar", hole=1)
    return {build(shape).degree for shape in SHAPES.names()} | {around_a_hole.degree}


def compile_missing() -> None:
    """Compile the kernels that the cache lacks, each once, in as many processes as cores.

    A kernel waits until those that it calls are compiled: its process loads them.
    """
    kernels = all_kernels()
    missing = {kernel: place for place, kernel in enumerate(kernels) if not is_kept(kernel.key)}
    if not missing:
        return
    print(f"Compiling {len(missing)} of {len(kernels)} kernels (once)", flush=True)
    waiting = TopologicalSorter[int]()
    for kernel, place in missing.items():
        called = [inner[kernel.degree] for inner in kernel.called]
        waiting.add(place, *(missing[inner] for inner in called if inner in missing))
    waiting.prepare()
    running: set[Future[int]] = set()
    with ProcessPoolExecutor() as processes:
        while waiting.is_active():
            running |= {processes.submit(_compile, place) for place in waiting.get_ready()}
            done, running = wait(running, return_when=FIRST_COMPLETED)
            waiting.done(*(future.result() for future in done))


def _compile(place: int) -> int:
    all_kernels()[place].compile()
    return place


def is_compiled(lattice: Lattice) -> bool:
    """Whether to compare the kernels of a lattice compiled as well.

    Kernels are compiled for each number of slots, for a second each; numbers that no shape has are
    left to the wide suite.
    """
    from tests.breadth import stress

    return available() and (lattice.degree in _degrees() or stress())


def _interpret(kernel: Kernel[Any, Any], *args: Any) -> Any:
    return kernel.interpreted()(*map(as_view, args))


if __name__ == "__main__":
    keep_kernels()
    if available():
        compile_missing()
