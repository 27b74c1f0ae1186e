"""Runs every kernel compiled, or every kernel interpreted, for tests that compare the two."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

import mazeeditor
from mazeeditor.core.kernels.compiled import KERNELS, Kernel, as_view, available
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import still_going, stress


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


def load_all() -> None:
    """Load each kernel of the package, compiled, for each number of slots that a shape has.

    Another process compiles those that the cache lacks: one that has compiled a kernel keeps ten
    times the memory of one that has loaded it.
    """
    call = [sys.executable, "-c", f"import {__name__} as kernels; kernels.compile_all()"]
    with subprocess.Popen(call, cwd=Path(__file__).parents[1]) as process:
        while process.poll() is None:
            still_going()
            time.sleep(0.1)
    assert not process.returncode
    compile_all()


def compile_all() -> None:
    """Compile each kernel of the package, or load it from the cache."""
    for module in walk_packages(mazeeditor.__path__, "mazeeditor."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    around_a_hole = build("polar", hole=1)
    degrees = {build(shape).degree for shape in SHAPES.names()} | {around_a_hole.degree}
    for kernel in KERNELS:
        for degree in degrees if kernel.needs_degree else {0}:
            kernel[degree].compile()


def is_compiled(lattice: Lattice) -> bool:
    """Whether to compare the kernels of a lattice compiled as well.

    Kernels are compiled for each number of slots, for a second each; numbers that no shape has are
    left to the wide suite.
    """
    degrees = {build(shape).degree for shape in SHAPES.names()}
    return available() and (lattice.degree in degrees or stress())


def _interpret(kernel: Kernel[Any, Any], *args: Any) -> Any:
    return kernel.interpreted()(*map(as_view, args))
