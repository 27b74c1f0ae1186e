"""Whatever a case does, the others run, and nothing stays behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.sources import ROOT

OF_A_RUN = ("PYTEST_", "MAZEEDITOR_SECOND_RUN")  # begin the variables of the run of this test
CONFTEST = """
import tests.limits
tests.limits.GRACE = 1.0
pytest_plugins = ["tests.conftest"]
"""
CASES = """
import os, subprocess, time, tkinter
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range(20))
def test_fine(number):
    pass

@pytest.mark.timeout(2)
def test_hangs():
    subprocess.Popen(["sleep", "{mark}"])
    time.sleep(1000)

@pytest.mark.timeout(2)
def test_waits_in_c(root):
    window = tkinter.Toplevel(root)
    window.grab_set()
    root.wait_window(window)

def test_ends_its_process():
    os._exit(3)

def test_fails_with_half_a_character():
    raise AssertionError(chr(0xD800))
"""
UNSTEADY = """
import os
from pathlib import Path
import pytest

def test_fine():
    pass

def test_passes_when_alone():
    been = Path(__file__).with_name("been")
    if not been.exists():
        been.touch()
        raise AssertionError("not alone")
"""
SKIPPED = """
def test_is_skipped_when_alone():
    if "MAZEEDITOR_SECOND_RUN" in os.environ:
        pytest.skip("alone")
    raise AssertionError("not alone")
"""
FOR_EVER = """
import subprocess, time
from pathlib import Path

def test_for_ever(root):
    subprocess.Popen(["sleep", "{mark}"], start_new_session=True)
    Path(__file__).with_name("begun").touch()
    time.sleep(1000)
"""


@pytest.fixture
def mark() -> Iterator[str]:
    """A number of seconds that no other process sleeps."""
    mark = f"1000.{os.getpid()}{time.monotonic_ns() % 1_000_000}"
    yield mark
    left = sleeping(mark)
    for process in left:
        process.kill()
    assert not left


def sleeping(mark: str) -> list[psutil.Process]:
    """Return the processes that a case has left."""
    return [
        each for each in psutil.process_iter(["cmdline"]) if mark in (each.info["cmdline"] or [])
    ]


def start(folder: Path, cases: str) -> subprocess.Popen[str]:
    """Run cases in two processes, in a folder of their own."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_cases.py").write_text(cases)
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*command, "--rootdir", str(folder), "--confcutdir", str(folder), str(folder)],
        cwd=folder,
        env={name: text for name, text in environment.items() if not name.startswith(OF_A_RUN)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.slow
def test_what_hangs_and_what_dies_fails_alone(tmp_path: Path, mark: str) -> None:
    output, _ = start(tmp_path, CASES.format(mark=mark)).communicate()
    assert re.search(r"4 failed, 20 passed", output), output
    assert "Timeout (>2.0s)" in output
    assert "in wait_window" in output  # where the one was that waits in C
    assert "crashed while running" in output


@pytest.mark.slow
def test_what_passes_when_run_alone_is_unsteady(tmp_path: Path) -> None:
    process = start(tmp_path, UNSTEADY)
    output, _ = process.communicate()
    assert process.returncode == 0
    assert re.search(r"1 passed,.* 1 unsteady", output), output
    assert "test_passes_when_alone: AssertionError: not alone" in output
    assert "not alone" in (tmp_path / ".pytest_cache/unsteady.jsonl").read_text()


@pytest.mark.slow
def test_what_is_skipped_when_run_alone_stays_failed(tmp_path: Path) -> None:
    process = start(tmp_path, UNSTEADY + SKIPPED)
    output, _ = process.communicate()
    assert process.returncode == 1
    assert re.search(r"1 failed, 1 passed,.* 1 unsteady", output), output


@pytest.mark.slow
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path, mark: str) -> None:
    process = start(tmp_path, FOR_EVER.format(mark=mark))
    while not (tmp_path / "begun").exists():
        assert process.poll() is None
        time.sleep(0.05)
    first = psutil.Process(process.pid)
    own = first.children(recursive=True)
    for each in (first, *first.children()):  # as a terminal does
        each.send_signal(signal.SIGINT)
    process.communicate()
    assert not psutil.wait_procs(own, timeout=30)[1]
