"""Keeps a command from writing over a file that it reads, by whatever names: links have others.

::

    with one_command((".maze", ".txt")):
        planned_output(a.svg)           known before a long job ...
        opened(b.png)                   ... so that this is refused if it is the same file
        write_whole(a.svg)              and this, if it was read: files beside it too

A window reads and writes for hours, and asks before it replaces a file: nothing is kept there.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from mazeeditor.core.disk.paths import reachable
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _, printable

P = ParamSpec("P")
R = TypeVar("R")
Identity = tuple[int, int]  # device and inode: what two names of a file have in common


@dataclass
class _Files:
    """What a command has read, and what it is to write.

    A maze that was read as such may be replaced by files with the suffixes of ``mazes``.
    """

    mazes: tuple[str, ...] = ()
    read: set[Identity] = field(default_factory=set)
    read_mazes: set[Identity] = field(default_factory=set)
    outputs: dict[Identity, Path] = field(default_factory=dict)
    opening_maze: bool = False


_files: ContextVar[_Files | None] = ContextVar("files", default=None)


@contextmanager
def one_command(mazes: tuple[str, ...] = ()) -> Iterator[None]:
    """Note what is read and written in a ``with`` block, and refuse what would do both."""
    token = _files.set(_Files(mazes))
    try:
        yield
    finally:
        _files.reset(token)


def as_one_command(function: Callable[P, R]) -> Callable[P, R]:
    """Let each call of a function be one command."""

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> R:
        with one_command():
            return function(*args, **options)

    return call


@contextmanager
def opening_maze() -> Iterator[None]:
    """Let a file that is read in a ``with`` block be one that a maze may replace."""
    files = _files.get() or _Files()
    files.opening_maze = True
    try:
        yield
    finally:
        files.opening_maze = False


def note_input(status: os.stat_result) -> None:
    """Note that a file with this status is read; raises ``MazeError`` with the reason alone."""
    files, known = _files.get(), _identity(status)
    if files is None or known is None:
        return
    output = files.outputs.get(known)
    if output is not None and not (files.opening_maze and _holds_maze(output, files)):
        text = _("it is the file that is to be written: choose another name than {file} for that.")
        raise MazeError(text.format(file=printable(output)))
    (files.read_mazes if files.opening_maze else files.read).add(known)


def note_input_path(path: Path) -> None:
    """Do so for a file that something else opens, such as another process."""
    with suppress(OSError, ValueError):  # opening it says what is wrong
        note_input(reachable(path).stat())


def planned_output(path: Path) -> None:
    """Note that a file is to be written; raises ``UsageError`` where the command has read it."""
    with suppress(OSError, ValueError):  # it is not there, or writing it says what is wrong
        check_output(path, reachable(path).stat())


def check_output(path: Path, old: os.stat_result | None) -> None:
    """Note that a file takes the place of an ``old`` one; raises ``UsageError`` as above."""
    files, known = _files.get(), _identity(old)
    if files is None or known is None:
        return
    if known in files.read or (known in files.read_mazes and not _holds_maze(path, files)):
        text = _("{path} is a file that is read: choose another name.")
        raise UsageError(text.format(path=printable(path)))
    files.outputs[known] = path


def note_replaced(old: os.stat_result | None) -> None:
    """Note that there is a new file in the place of an ``old`` one, whose number is free again."""
    files, known = _files.get(), _identity(old)
    if files is not None and known is not None:
        files.outputs.pop(known, None)
        files.read_mazes.discard(known)


def _holds_maze(path: Path, files: _Files) -> bool:
    return path.suffix.lower() in files.mazes


def _identity(status: os.stat_result | None) -> Identity | None:
    """Return what a file is known by, None where it has no bytes of its own, or no number."""
    if status is None or not stat.S_ISREG(status.st_mode) or not status.st_ino:
        return None
    return status.st_dev, status.st_ino
