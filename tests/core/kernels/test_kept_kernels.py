"""Kernels are kept wherever the program lies: an image that moves compiles each once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.core.kernels.compiled import available

COMPILE = "from mazeeditor.maze.random import scramble; scramble.compile()"


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_a_program_that_has_moved_uses_the_kernels_of_before(tmp_path: Path) -> None:
    numba = pytest.importorskip("numba")
    if not hasattr(numba.config, "CACHE_LOCATOR_CLASSES"):
        pytest.skip("this numba compiles them again")
    kept = []
    for place in ("mount-1", "mount-2"):
        shutil.copytree(Path(mazeeditor.__file__).parent, tmp_path / place / "mazeeditor")
        environment = {
            **os.environ,
            "PYTHONPATH": str(tmp_path / place),
            "MAZEEDITOR_CACHE": str(tmp_path / "cache"),
        }
        subprocess.run((sys.executable, "-c", COMPILE), env=environment, cwd=tmp_path, check=True)
        files = (tmp_path / "cache").rglob("*.nb?")
        kept.append({file: file.stat().st_mtime_ns for file in files})
    assert kept[0] == kept[1]
    assert len(kept[0]) == 2, "the code and its index"
