"""Lets the processes of a first run compile the program and its tests together, each a share.

Each of them would otherwise compile all of it at the same time, or wait for the one that does.
"""

from __future__ import annotations

import compileall
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from tests.sources import ROOT

WAIT_SECONDS = 120.0  # until a process goes on though another has not finished its share


def compile_together(config: pytest.Config) -> None:
    """Compile a share of what no run has compiled before, and wait for the others' shares.

    The program comes first, as the tests import it; a test is compiled by being imported, since
    pytest rewrites its assertions on the way.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or tests_are_compiled():
        return
    share = Share(int(worker["workerid"][2:]), worker["workercount"])
    folder = Path(config.rootpath, ".pytest_cache", "compiling", worker["testrunuid"])
    folder.mkdir(parents=True, exist_ok=True)
    steps: list[tuple[list[Path], Callable[[Path], None]]]
    steps = [(_program(), _compile), (_tests(), _import)]
    for number, (files, compile_file) in enumerate(steps):
        for file in share.of(files):
            compile_file(file)
        share.wait_for_all(folder / f"step {number}")


class Share:
    """What one of ``count`` processes does: ``number`` is its own."""

    def __init__(self, number: int, count: int) -> None:
        self.number, self.count = number, count

    def of(self, files: list[Path]) -> list[Path]:
        """Return its files, which take about as long as those of each other process."""
        files = sorted(files, key=lambda file: (-file.stat().st_size, file))
        return files[self.number :: self.count]

    def wait_for_all(self, folder: Path) -> None:
        """Wait until every process has come here, but for one that has ended otherwise."""
        folder.mkdir(exist_ok=True)
        (folder / str(self.number)).touch()
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until and len(list(folder.iterdir())) < self.count:
            time.sleep(0.02)


def tests_are_compiled() -> bool:
    """Whether pytest has compiled each file of tests before, be it in another state."""
    kept = {
        (path.parent.parent, path.name.partition(".")[0])
        for path in Path(ROOT, "tests").rglob("*-pytest-*")
    }
    return all((path.parent, path.stem) in kept for path in _tests())


def _tests() -> list[Path]:
    return list(Path(ROOT, "tests").rglob("test_*.py"))


def _program() -> list[Path]:
    folders = (Path(ROOT, name) for name in ("mazeeditor", "benchmarks", "tests"))
    files = {file for folder in folders for file in folder.rglob("*.py")}
    return list(files.difference(_tests()))


def _compile(file: Path) -> None:
    compileall.compile_file(file, quiet=2)


def _import(file: Path) -> None:
    """Import a file of tests; where that fails, pytest will report it."""
    name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    with suppress(Exception, pytest.skip.Exception):
        import_module(name)
