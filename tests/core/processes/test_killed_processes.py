"""What happens to the rest where the system kills the program, or one of its processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.processes import pool
from mazeeditor.core.processes.pool import ATTEMPTS, KilledError
from mazeeditor.core.processes.workers import run_apart
from tests.core.processes.tasks import computing, crashing, dying, locking
from tests.signal_masks import LONGEST, wait_for

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills by signals")
ROOT = Path(__file__).parents[3]

APART = """
import sys
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import run_apart
from tests.core.processes import tasks

run_apart(Job(), getattr(tasks, sys.argv[2]), sys.argv[1])
"""


@pytest.mark.slow
@pytest.mark.parametrize("work", [locking, computing])
def test_a_process_ends_with_the_one_that_has_started_it(work: object, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    command = [sys.executable, "-c", APART, mark, getattr(work, "__name__", "")]
    with subprocess.Popen(command, cwd=ROOT) as process:
        wait_for(lambda: mark.exists() and mark.read_text(), process)
        child = psutil.Process(int(mark.read_text()))
        time.sleep(0.3)
        process.kill()
    wait_for(lambda: not child.is_running())


@pytest.mark.slow
def test_work_that_ends_each_process_is_not_done_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ATTEMPTS", 2)
    with pytest.raises(KilledError, match=r"^The work could not be .*, probably because memory"):
        run_apart(Job(), dying, str(tmp_path / "mark"))
    had = (tmp_path / "mark").read_text().split()
    assert len(set(had)) == 2
    assert str(os.getpid()) not in had


def test_a_crash_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ATTEMPTS", 1)
    with pytest.raises(KilledError, match=r"crashed \(SIGABRT\)"):
        run_apart(Job(), crashing)


@pytest.mark.slow
def test_pages_whose_processes_are_killed(tmp_path: Path) -> None:
    """The command names the page, writes nothing, and does not draw it in its own process."""
    sizes = ["--rows", "500", "--columns", "500", "--page", "900x900mm"]
    command = [sys.executable, "-m", "mazeeditor", "sheet", "--count", "2", *sizes]
    command += ["--generator", "aldous-broder"]  # a page takes some 8 s of a processor
    killed = 0
    with subprocess.Popen(
        [*command, "--workers", "2", "-o", "out.pdf"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"MAZEEDITOR_PURE": "1"},
    ) as process:

        def kill_busy() -> bool:
            nonlocal killed
            for child in psutil.Process(process.pid).children():
                if sum(child.cpu_times()[:2]) > 1:  # it is at work: it starts in less
                    child.kill()
                    child.wait()
                    killed += 1
            return False

        until = time.monotonic() + 4 * LONGEST
        while process.poll() is None and time.monotonic() < until:
            try:
                kill_busy()
            except psutil.NoSuchProcess:
                continue
            time.sleep(0.01)
        process.terminate()
        error = process.communicate(timeout=LONGEST)[1]
    assert process.returncode == 1, error
    assert error.startswith("mazeeditor: Page 1 could not be finished: each process that had it"), (
        error
    )
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    assert killed >= ATTEMPTS
