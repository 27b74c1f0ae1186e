"""How much memory work takes and how much the machine has to give."""

from __future__ import annotations

import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

GROUP = Path("/sys/fs/cgroup")  # where a container on Linux is told its limit


def peak_of(run: Callable[[], object]) -> tuple[float, int]:
    """Run once; return the seconds and the most bytes held at any moment more than before.

    Counts what Python and numpy ask for, which is all: kernels allocate nothing. Arrays count
    whole, even where pages of them are never touched, so the same run gives the same number on
    every system, and a process never grows by more.
    """
    traced = tracemalloc.is_tracing()
    if not traced:
        tracemalloc.start(1)
    try:
        tracemalloc.reset_peak()
        before, _peak = tracemalloc.get_traced_memory()
        started = perf_counter()
        run()
        seconds = perf_counter() - started
        return seconds, tracemalloc.get_traced_memory()[1] - before
    finally:
        if not traced:
            tracemalloc.stop()


def free_bytes() -> int | None:
    """Return how many bytes can be taken without swapping; None where the system does not say."""
    if sys.platform == "win32":
        return _free_on_windows()
    known = [each for each in (_available(), _left_of_group()) if each is not None]
    return min(known) if known else _half_of_all()


def _available() -> int | None:
    """Return what Linux says: free pages, and those it can free at once."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        kilobytes = dict(line.split(":") for line in lines)["MemAvailable"]
        return int(kilobytes.split()[0]) * 1024
    except (OSError, ValueError, KeyError):
        return None


def _left_of_group() -> int | None:
    """Return what the container has left, where it has a limit."""
    try:
        limit, used = (
            int((GROUP / name).read_text(encoding="ascii"))
            for name in ("memory.max", "memory.current")
        )
    except (OSError, ValueError):  # no container, or "max": no limit
        return None
    return max(0, limit - used)


def _half_of_all() -> int | None:
    """Return half of what is built in, where only that is told (macOS)."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, OSError, ValueError):
        return None


def _free_on_windows() -> int | None:
    import ctypes

    class Status(ctypes.Structure):
        """MEMORYSTATUSEX, as GlobalMemoryStatusEx fills it in."""

        _fields_ = [
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *((name, ctypes.c_uint64) for name in ("total", "free", "a", "b", "c", "d", "e")),
        ]

    status = Status(length=ctypes.sizeof(Status))
    windows: object = getattr(ctypes, "windll", None)
    kernel = getattr(windows, "kernel32", None)
    asked = kernel is not None and kernel.GlobalMemoryStatusEx(ctypes.byref(status))
    return int(status.free) if asked else None
