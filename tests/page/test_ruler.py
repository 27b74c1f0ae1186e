"""The ruler in the margin, measured on the page as poppler draws it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.core.errors import UsageError

DPI = 300
MM = DPI / 25.4
MARGIN = 12.0  # mm


def longest_run(dark: np.ndarray[Any, Any]) -> int:
    """Return how many dark pixels stand side by side in a row, at most."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], dark.astype(int), [0]])))
    return int((edges[1::2] - edges[::2]).max(initial=0))


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs poppler")
@pytest.mark.parametrize(
    ("paper", "length"), [("A4", 100.0), ("Letter", 101.6), ("A6", 50.0), ("3x4in", 25.4)]
)
@pytest.mark.parametrize("several", [False, True])
def test_its_length_on_paper(paper: str, length: float, several: bool, tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    chosen: dict[str, Any] = {"page": paper, "ruler": True, "margin": MARGIN}
    chosen["orientation"] = "portrait"
    if several:
        mazeeditor.sheet(file, count=1, rows=5, columns=4, seed=1, **chosen)
    else:
        mazeeditor.export(mazeeditor.generate(rows=5, columns=4, seed=1), file, **chosen)
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-singlefile", str(file), str(tmp_path / "a")]
    subprocess.run(command, check=True)
    dark = np.asarray(Image.open(tmp_path / "a.pgm")) < 128
    margin = dark[-round(MARGIN * MM) :]
    runs = [longest_run(row) for row in margin]
    assert max(runs) / MM == pytest.approx(length, abs=0.35)
    edges = margin[: round(2 * MM)], margin[-round(2 * MM) :]
    assert not any(edge.any() for edge in edges), "it touches neither the maze nor the edge"


def test_a_page_without_room_for_it_is_refused(tmp_path: Path) -> None:
    maze = mazeeditor.generate(rows=3, columns=3, seed=1)
    with pytest.raises(UsageError, match="A ruler needs margins of 8 mm or more"):
        mazeeditor.export(maze, tmp_path / "a.pdf", ruler=True, margin=7)
    with pytest.raises(UsageError, match="too narrow for a ruler"):
        mazeeditor.export(maze, tmp_path / "a.pdf", ruler=True, page="40x60mm", margin=8)
    assert not list(tmp_path.iterdir())
