"""The wheel of the program."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from tools import DIST, ROOT, run

SOURCES = ("mazeeditor", "icons")
FILES = ("setup.cfg", "pyproject.toml", "README.md", "LICENSE")


def build_wheel() -> list[str]:
    """Build the wheel from a copy of the sources alone; returns its name."""
    with TemporaryDirectory() as name:
        copy = Path(name)
        for source in SOURCES:
            copytree(ROOT / source, copy / source, ignore=ignore_patterns("__pycache__"))
        for file in FILES:
            (copy / file).write_bytes((ROOT / file).read_bytes())
        wheels = copy / "wheels"
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", wheels, copy)
        (wheel,) = wheels.glob("*.whl")
        (DIST / wheel.name).write_bytes(wheel.read_bytes())
    return [wheel.name]
