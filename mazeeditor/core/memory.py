"""Measures how much memory a call takes, refuses what needs more than is free, gives back the rest.

Freed memory does not all go back to the system: glibc keeps what lies below something still in use,
and treats arrays of up to 32 MB so once one was freed. A window that is used for hours would grow
to several times of what it needs.
"""

from __future__ import annotations

import os
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _

MIN_CHECKED_BYTES = 10**8  # bytes: less is not compared with what is free
ARENAS = 2  # of glibc's memory: one for the event loop, one for workers
ARENA_MAX = -8  # M_ARENA_MAX of glibc's malloc.h
GROUP = Path("/sys/fs/cgroup")  # where a container on Linux finds its limit
GROUPS = (  # for version 2 and 1: a folder, the limit, what is used, and what of that are files
    ("", "memory.max", "memory.current", ("inactive_file", "active_file")),
    (
        "memory",
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        ("total_inactive_file", "total_active_file"),
    ),
)


def peak_of(run: Callable[[], object]) -> tuple[float, int]:
    """Run once; return the seconds and the most bytes held at any moment more than before.

    Counts what Python and numpy allocate, which is all: kernels allocate nothing. Arrays count
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


def free_bytes(groups: Path = GROUP) -> int | None:
    """Return how many bytes can be taken without swapping; None where the system reports none.

    ``groups`` is where a container finds its limit.
    """
    import psutil  # here: its import takes a sixth of numpy's, which the window waits for

    try:
        available = psutil.virtual_memory().available
    except (OSError, psutil.Error):  # a sandbox without /proc
        return None
    left = _left_of_group(groups)
    return available if left is None else min(available, left)


def check_free(what: str, needed: float) -> None:
    """Raise ``MazeError`` where ``what``, which takes ``needed`` bytes, is more than is free.

    It is called before the memory is taken: many systems grant more than they have, and end the
    process later.
    """
    free = free_bytes() if needed > MIN_CHECKED_BYTES else None
    if free is not None and needed > free:
        raise MazeError(
            _(
                "{what} takes about {needed:.1f} GB of memory, and {free:.1f} GB are free: "
                "close other programs, or use a smaller maze."
            ).format(what=what, needed=needed / 1e9, free=free / 1e9)
        )


def _left_of_group(groups: Path) -> int | None:
    """Return what the container has left where it has a limit, which psutil does not report.

    What it uses includes the pages of files that were read or written, which the system takes back
    when memory is short.
    """
    for folder, limit, used, files in GROUPS:
        with suppress(OSError, ValueError):  # no container, or "max": no limit
            most, now = (int(_read(groups / folder / name)) for name in (limit, used))
            return max(0, most - now + _bytes_of_files(groups / folder, files))
    return None


def _bytes_of_files(folder: Path, names: Sequence[str]) -> int:
    with suppress(OSError, ValueError):
        lines = _read(folder / "memory.stat").splitlines()
        known = dict(line.split() for line in lines)
        return sum(int(known.get(name, 0)) for name in names)
    return 0


def _read(path: Path) -> str:
    return path.read_text(encoding="ascii")


def kept_bytes() -> int:
    """Return how many freed bytes the C library keeps; 0 where it does not report that."""
    report = _report()
    return int(report.fordblks) if report else 0


def used_bytes() -> int:
    """Return how many bytes the C library has given out; 0 where it does not report that."""
    report = _report()
    return int(report.uordblks + report.hblkhd) if report else 0


def _report() -> Any:
    """Return what glibc counts of its memory, None with another C library."""
    function = _glibc("mallinfo2")
    if function is None:
        return None
    function.restype = _info_type()
    return function()


def _glibc(name: str) -> Any:
    """Return a function of glibc; None with another C library, or one that is too old for it."""
    return getattr(_library(), name, None) if sys.platform == "linux" else None


@cache
def _library() -> Any:
    """Return what the process is linked with; each such object makes types of its own."""
    import ctypes

    return ctypes.CDLL(None)


@cache
def _info_type() -> Any:
    """Return the type of what mallinfo2 returns."""
    import ctypes

    return type("Info", (ctypes.Structure,), {"_fields_": [(n, ctypes.c_size_t) for n in _INFO]})


_INFO = (  # the fields of mallinfo2 in glibc
    *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
    *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
)


def resident_bytes() -> int:
    """Return how many bytes of memory the pages of this process take; 0 where Linux is not.

    The event loop asks for it, and importing psutil would stop that for 30 ms. Elsewhere nobody
    needs it: there is nothing to give back (see ``give_back``).
    """
    if sys.platform != "linux":
        return 0
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def share_arenas() -> None:
    """Let workers take their memory from the same arena, before the first one starts.

    Of eight arenas a core each keeps, in pages that are partly in use, what only its own threads
    can take: 20 MB each after hours.
    """
    limit = _glibc("mallopt")
    if limit is not None:
        limit(ARENA_MAX, ARENAS)


def keep_pages(size: int) -> None:
    """Let glibc keep the memory of two freed arrays of ``size`` bytes for the next two.

    It gives back what is free at the end of its memory where that is more than twice the largest
    block that it had from the system and gave back before (``M_TRIM_THRESHOLD`` in mallopt(3)). So
    the cells and walls of one maze after the other would get new pages each time, at 1 us each: 7 %
    of the time of a maze of 1000x1000. The block here is larger, and no page of it is touched. For
    blocks of more than 32 MB glibc does nothing of the kind.
    """
    malloc, free = _glibc("malloc"), _glibc("free")
    if malloc is not None:
        from ctypes import c_size_t, c_void_p

        malloc.restype, free.restype = c_void_p, None
        free(c_void_p(malloc(c_size_t(size + size // 2))))


def give_back() -> None:
    """Return freed memory to the system, where the C library would keep it.

    Those of Windows and macOS return what is free of large blocks by themselves, and count none of
    the rest: ``kept_bytes`` is 0 there.

    It takes 0.1 ms a MB; other threads run meanwhile, but wait where they allocate.
    """
    trim = _glibc("malloc_trim")
    if trim is not None:
        trim(0)
