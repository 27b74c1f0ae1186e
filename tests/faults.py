"""Faults of the system: real ones where a test can bring them about."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

# Ends a process at once: there is no other such signal on Windows, and that one does.
if sys.platform == "win32":
    KILL = signal.SIGTERM
else:
    KILL = signal.SIGKILL


class SharedError(PermissionError):
    """What Windows raises where another program has a file open, as each system can make one."""

    def __init__(self, number: int) -> None:
        super().__init__(errno.EACCES, "Access is denied")
        self.winerror = number


def without_links(patch: pytest.MonkeyPatch) -> None:
    """Let the file system have no hard links; tests can mount none."""

    def refuse(*_names: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    patch.setattr(os, "link", refuse)


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no process of the test write to a file, as where no space is left.

    The system says "File too large" then. Skips where it has no such limit.
    """
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
