"""Kernels are kept by their place in the program: an image that moves compiles each once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def test_a_folder_is_named_by_its_place_in_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("numba")
    from mazeeditor.core.kernels import kept_kernels

    locator, names = kept_kernels.KernelLocator, set()
    for place in ("mount-1", "mount-2"):
        monkeypatch.setattr(kept_kernels, "PROGRAM", tmp_path / place / "mazeeditor")
        file = tmp_path / place / "mazeeditor" / "maze" / "search" / "flood.py"
        names.add(locator.get_suitable_cache_subpath(str(file)))
    assert names == {"maze_search"}
    other = locator.get_suitable_cache_subpath(str(tmp_path / "own" / "flood.py"))
    assert other.startswith("own_")


@pytest.mark.slow
def test_kernels_lie_in_folders_without_the_place_of_the_program(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    command = "import mazeeditor; mazeeditor.generate(rows=500, columns=500, seed=1)"
    environment = {**os.environ, "MAZEEDITOR_CACHE": str(tmp_path)}
    subprocess.run((sys.executable, "-c", command), env=environment, check=True, timeout=170)
    (kept,) = tmp_path.glob("kernels-*")
    folders = {one.parent.name for one in kept.glob("*/*.nbi")}
    assert "maze_generators" in folders
    assert not {name for name in folders if len(name) > 40}
