"""The photographs can be taken: of a window, its menus and its dialogs, in any theme."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.breadth import stress

SERIES = "tabs,verdicts,making"


@pytest.mark.skipif(not stress(), reason="runs with --stress: it takes seconds")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_shows_something(tmp_path: Path, theme: str) -> None:
    command = [sys.executable, "-m", "tests.gui.photographs", str(tmp_path), "--theme", theme]
    done = subprocess.run(
        [*command, "--only", SERIES, "--size", "900x700"],
        capture_output=True,
        text=True,
        timeout=170,
    )
    assert done.returncode == 0, done.stderr
    taken = sorted(tmp_path.glob("*/0*.png"))
    assert len(taken) == 34, "eight categories, two searches, four tabs, three verdicts, 17 of Make"
    means = []
    for path in taken:
        with Image.open(path) as picture:
            pixels = np.asarray(picture.convert("L"))
        assert np.ptp(pixels) > 150, path.name
        means.append(pixels.mean())
    assert (np.mean(means) > 128) == (theme == "light")
    assert list(tmp_path.glob("*/sheet-00.png"))
