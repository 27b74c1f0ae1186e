"""When a process handles a signal, which would simply end it before, and when it is at work."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import Popen
from typing import Any

import psutil

LONGEST = 60  # s that a program may take to begin, on a busy machine
USUAL = 2  # s, where the system does not say


def wait_until_caught(process: Popen[str], number: int = signal.SIGTERM) -> None:
    """Wait until a process handles a signal itself, or has ended."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        time.sleep(USUAL)
        return
    end = time.monotonic() + LONGEST
    while process.poll() is None and not _caught(status) >> (number - 1) & 1:
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for(condition: Callable[[], object], process: Popen[Any] | None = None) -> None:
    """Wait until a condition holds, or a process has ended."""
    end = time.monotonic() + LONGEST
    while not condition() and (process is None or process.poll() is None):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def wait_until_at_work(process: Popen[str], seconds: float = 2.0) -> None:
    """Wait until a process and its children have taken that much of the processor, or it has ended.

    That is the same stage of its work on a machine that is busy with other things.
    """
    end = time.monotonic() + LONGEST
    while process.poll() is None and _taken(psutil.Process(process.pid)) < seconds:
        assert time.monotonic() < end
        time.sleep(0.01)


def _taken(process: psutil.Process) -> float:
    """Return the seconds of the processor that a process has taken, and those of its children."""
    seconds = 0.0
    for one in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            seconds += sum(one.cpu_times()[:2])
    return seconds


def _caught(status: Path) -> int:
    """Return the signals that a process handles, a bit each."""
    lines = status.read_text().splitlines()
    return next((int(line.split()[1], 16) for line in lines if line.startswith("SigCgt")), 0)
