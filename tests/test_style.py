"""Style and types: ruff and mypy (strict), as ``make lint`` runs them, find nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version

import pytest

from tests.breadth import still_going
from tests.sources import ROOT

pytestmark = pytest.mark.long
SECONDS = 500.0  # mypy takes 35 on a fresh checkout, and many times that on a busy machine
NUMPY = "2.4."  # each release of numpy types the shapes of arrays differently


def run(*command: str) -> None:
    still_going(SECONDS + 60)
    call = [sys.executable, "-m", *command]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_is_content() -> None:
    run("ruff", "check")


@pytest.mark.skipif(not version("numpy").startswith(NUMPY), reason=f"types are for numpy {NUMPY}x")
def test_mypy_is_content() -> None:
    run("mypy", *(["--cache-dir", os.devnull] if os.environ.get("CI") else []))  # used once
