"""Which cases each tier runs, and what it says of the others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import second_run
from tests.changed import files_of_tests
from tests.sources import ROOT

CONFTEST = """
import tests.tiers
tests.tiers.LONG_SECONDS = 0.2
pytest_plugins = ["tests.conftest"]
"""
CASES = """
import time, pytest

@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("column", range(4))
def test_product(row, column):
    pass

@pytest.mark.slow
def test_slow():
    pass

@pytest.mark.sample(2)
@pytest.mark.parametrize("number", range(7))
def test_many(number):
    pass

def take_a_second():
    until = time.process_time() + 1
    while time.process_time() < until:
        pass

def test_dear():
    take_a_second()

def test_the_last():
    take_a_second()
"""
OUTCOMES = {
    (): ("8 passed", "14 slow or repeated cases left out: --full"),
    ("--full",): (
        "1 failed, 22 passed",
        "0 repeated cases left out, and more random ones: --stress",
    ),
    ("--rest",): ("14 passed", "8 cases left out: those of ./test"),
    ("--stress",): ("1 failed, 22 passed", "nothing left out"),
}


@pytest.mark.slow
@pytest.mark.parametrize("options", OUTCOMES)
def test_each_tier_runs_its_own(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_cases.py").write_text(CASES)
    command = [sys.executable, "-m", "pytest", "-n", "0", "--rootdir", str(tmp_path), *options]
    done = subprocess.run(
        [*command, "--confcutdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), second_run.VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    for text in OUTCOMES[options]:
        assert text in done.stdout
    assert ("mark it with @pytest.mark.slow" in done.stdout) == ("1 failed" in OUTCOMES[options][0])


@pytest.mark.slow
def test_the_tests_of_what_is_changed() -> None:
    """Those of its name come first, then those that import it, or what imports it."""
    names = _tests_of("making/kerf.py")
    assert names[0] == "tests/making/test_kerf.py"
    assert len(names) > 5
    assert _tests_of("page/themes/sea.svg") == ["tests/page/test_themes.py"]


def _tests_of(name: str) -> list[str]:
    tests = files_of_tests([ROOT / "mazeeditor" / name])
    return [path.relative_to(ROOT).as_posix() for path in tests]
