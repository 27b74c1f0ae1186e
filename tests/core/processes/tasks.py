"""What tests let other processes do: these import no more than they need, and start sooner."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from pathlib import Path

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from tests.faults import KILL


def squared(number: int, _job: Job) -> int:
    time.sleep(0.01 * (number % 3))
    return number**2


def dying_once(number: int, _job: Job, *, folder: Path) -> int:
    """Kill the worker the first time that it has number 5."""
    mark = folder / str(number)
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), KILL)
    return number**2


def dying_always(number: int, _job: Job, *, folder: Path) -> int:
    """Kill each worker that has number 7; say which process has had which number."""
    with (folder / str(number)).open("a") as file:
        file.write(f"{os.getpid()}\n")
    if number == 7:
        os.kill(os.getpid(), KILL)
    time.sleep(0.02)
    return number**2


def failing(number: int, _job: Job) -> int:
    if number == 4:
        raise UsageError("Number four.")
    return number**2


def slow(number: int, _job: Job, *, folder: Path) -> None:
    """Take long, in every other task without letting any thread of Python's run."""
    (folder / f"{os.getpid()}.worker").touch()
    if number % 2:
        ctypes.PyDLL(None).sleep(60)
    time.sleep(60)


def slowly(steps: int, job: Job) -> int:
    """Do nothing, step by step."""
    job.phase(steps)
    for step in range(steps):
        job.step(step)
        time.sleep(0.03)
    return steps


def locking(mark: str) -> None:
    """Hold Python's lock, as a library may: no thread of Python's can look for the parent."""
    Path(mark).write_text(str(os.getpid()))
    ctypes.PyDLL(None).sleep(120)


def computing(mark: str) -> None:
    """Compute, in Python."""
    Path(mark).write_text(str(os.getpid()))
    end = time.monotonic() + 120
    while time.monotonic() < end:
        pass


def dying(mark: str) -> None:
    """End as the system ends a process that takes too much memory."""
    with Path(mark).open("a") as file:
        file.write(f"{os.getpid()}\n")
    os.kill(os.getpid(), KILL)


def crashing() -> None:
    """End as a library with an error does."""
    os.kill(os.getpid(), signal.SIGABRT)
