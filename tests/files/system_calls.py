"""Records the calls of the operating system that a block makes, and acts at one of them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from tests.faults import KILL

SYSTEM = {"posix", "nt", "fcntl", "msvcrt", "io", "_io"}  # modules that call the system
HARMLESS = {"fspath", "_path_normpath", "_path_splitroot_ex", "fileno", "uname", "urandom"}
HARMLESS |= {"geteuid", "get_osfhandle"}  # these ask no disk
BEFORE, AFTER = "c_call", "c_return"


class Steps:
    """Records the calls of the system in a block; ``act`` is called before or after one of them.

    It may raise what that call then raises, which ends the recording as well.
    """

    def __init__(
        self, at: int = -1, act: Callable[[], object] | None = None, when: str = BEFORE
    ) -> None:
        self.names: list[str] = []
        self._at, self._act, self._when = at, act, when

    def __enter__(self) -> Steps:
        sys.setprofile(self._follow)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)

    def _follow(self, _frame: FrameType, event: str, function: Any) -> None:
        if event not in (BEFORE, AFTER) or not _is_step(function):
            return
        if event == BEFORE:
            self.names.append(function.__name__)
        if event == self._when and len(self.names) - 1 == self._at and self._act:
            self._act()


def _is_step(function: Any) -> bool:
    if function.__name__ in HARMLESS:
        return False
    owner = type(getattr(function, "__self__", None)).__module__
    return {getattr(function, "__module__", None), owner} & SYSTEM != set()


def failing(name: str) -> Callable[[], None]:
    """Return what raises the error of a name such as ``ENOSPC``."""
    number = getattr(errno, name)

    def fail() -> None:
        raise OSError(number, os.strerror(number))

    return fail


def interrupt() -> None:
    """Raise what Ctrl+C raises."""
    raise KeyboardInterrupt


def killed_at(step: int, action: Callable[[], object]) -> bool:
    """Run ``action`` in a process that is killed before a step; returns whether it came there."""
    if sys.platform == "win32":
        pytest.skip("Windows has no fork")
    child = os.fork()
    if not child:
        try:
            with Steps(step, lambda: os.kill(os.getpid(), KILL)):
                action()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -KILL
