"""Style and types: ruff and mypy (strict), as ``make lint`` runs them, find nothing."""

from __future__ import annotations

import subprocess
import sys

from tests.sources import ROOT


def run(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_is_content() -> None:
    run("ruff", "check")


def test_mypy_is_content() -> None:
    run("mypy")
