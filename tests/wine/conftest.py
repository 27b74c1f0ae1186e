"""One computer with Windows for all tests: the program is installed once, and removed at the end.

A test of what the installer leaves runs last, by the name of its file.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop import Desktop
from tests.wine.machine import DIST, ROOT, Machine, machine


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests to ``./test --windows``, which builds what they need."""
    if not config.getoption("--windows"):
        skip = pytest.mark.skip(reason="under Wine: with ./test --windows")
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(skip)


@pytest.fixture(scope="session")
def screen() -> Iterator[Desktop]:
    """A screen as of a small notebook, with a window manager."""
    desktop = Desktop(96, 1366, 768)
    yield desktop
    desktop.stop()


@pytest.fixture(scope="session")
def computer(screen: Desktop) -> Iterator[Machine]:
    """A computer on which the installer has run, silently."""
    (installer,) = DIST.glob("*-setup.exe")
    with machine(ROOT / ".wine" / "outside", screen.name) as made:
        shutil.copyfile(installer, made.path("setup.exe"))
        made.run("C:\\setup.exe", "/S")
        made.mend(installed(made))
        yield made


def installed(computer: Machine) -> Path:
    """Return where the program lies here."""
    user = os.environ.get("USER") or "root"
    return computer.path("users", user, "AppData", "Local", "Programs", "mazeeditor")
