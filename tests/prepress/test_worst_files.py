"""Files of at most 1 MB made to take time and memory: bounds hold, and SIGTERM is answered."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from math import inf
from pathlib import Path

import psutil
import pytest

from tests.breadth import stress
from tests.prepress.worst_files import MOST, WORST

if not stress():
    pytest.skip("takes many minutes: with --stress", allow_module_level=True)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals are those of POSIX")
MEGABYTES = 300
PATIENCE = 10.0  # seconds of work after SIGTERM; one is meant, on a machine that is not busy
MOMENTS = 0.2, 0.5, 0.8  # of the whole time: when it is asked to end
LONGEST = 120  # seconds of the processor


@dataclass(frozen=True)
class Measured:
    """A check: its memory in MB, status, and the last line of what it says.

    ``worked`` is the seconds of the processor, which do not depend on what else the machine does,
    and ``answered`` how many of them came after SIGTERM.
    """

    worked: float
    megabytes: float
    status: int
    text: str
    answered: float


def command(path: Path) -> list[str]:
    return [sys.executable, "-m", "mazeeditor", "preflight", "--rules", "pdfx-1a", str(path)]


def limited() -> None:
    """Let the kernel end a process that works for too long."""
    if sys.platform != "win32":
        from resource import RLIMIT_CPU, setrlimit

        setrlimit(RLIMIT_CPU, (LONGEST, LONGEST))


def checked(path: Path, end_after: float = inf) -> Measured:
    """Check a file; SIGTERM is sent after so many seconds of the processor."""
    if sys.platform == "win32":
        pytest.skip("Windows does not measure processes so")
    with path.with_suffix(".txt").open("w+b") as out:
        process = subprocess.Popen(command(path), stdout=out, stderr=out, preexec_fn=limited)
        before = wait(process.pid, end_after)
        if before is not None:
            process.send_signal(signal.SIGTERM)
        _done, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        lines = out.read().decode(errors="replace").strip().splitlines()
    worked = usage.ru_utime + usage.ru_stime
    return Measured(
        worked,
        usage.ru_maxrss / 1024,
        process.returncode,
        lines[-1] if lines else "",
        0.0 if before is None else worked - before,
    )


def wait(pid: int, work: float) -> float | None:
    """Wait until a process has worked so many seconds; return how many, None where it ends."""
    process = psutil.Process(pid)
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        times = process.cpu_times()
        if (worked := times.user + times.system) >= work:
            return float(worked)
        time.sleep(0.01)
    return None


def answer(path: Path, whole: float) -> float:
    """Return the work that a check does after SIGTERM, at the worst of some moments."""
    return max(checked(path, share * whole).answered for share in MOMENTS)


@pytest.mark.parametrize("name", WORST)
def test_it_has_an_end(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(WORST[name]())
    assert path.stat().st_size <= MOST
    one = checked(path)
    assert one.status in (0, 1), f"{one.text} after {one.worked:.0f} s, of at most {LONGEST}"
    assert "Traceback" not in one.text
    assert one.megabytes < MEGABYTES
    assert answer(path, one.worked) < PATIENCE
