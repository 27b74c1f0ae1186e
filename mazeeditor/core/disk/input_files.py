"""Opens the files that users name, by one rule for the command line, Python and the window.

::

    maze.maze           an ordinary file
    -                   standard input, whatever that is
    <(command), p       a pipe without or with a name, while something writes into it
    a folder, /dev/zero, a socket, a pipe without a writer     refused, in a sentence that names -
"""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, BinaryIO

from mazeeditor.core.disk.open_elsewhere import reason_of
from mazeeditor.core.disk.overwriting import note_input
from mazeeditor.core.disk.paths import reachable
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.core.job import Job

STANDARD_INPUT = Path("-")
TIMEOUT_S = 1.0  # s that a pipe may have no writer: what writes may start a moment later
POLL_S = 0.05  # s between two checks for Cancel
CHUNK_BYTES = 1 << 20  # bytes
# Opening a pipe does not wait for a writer then, nor does a terminal become that of the process.
FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


@dataclass(frozen=True)
class InputFile:
    """An open file and its status, as ``os.stat`` has it."""

    file: BinaryIO
    status: os.stat_result

    @property
    def ordinary(self) -> bool:
        """Whether it can be read again, and from any place."""
        return stat.S_ISREG(self.status.st_mode)

    def read(self, most: int, job: Job | None = None) -> bytes:
        """Return the rest of ``most`` bytes at the most; raises ``MazeError``."""
        data = bytearray()
        while self.status.st_size <= most and (chunk := self.file.read(CHUNK_BYTES)):
            data += chunk
            if len(data) > most:
                break
            if job:
                job.check()
        if max(len(data), self.status.st_size) > most:
            raise MazeError(_("it has more than {most:,} bytes.").format(most=most))
        return bytes(data)


def input_path(name: str) -> Path:
    """Return the path of a file that the command line names: "-" alone is standard input."""
    path = Path(name)
    return path.absolute() if path == STANDARD_INPUT and name != str(path) else path


@contextmanager
def open_input(path: Path, job: Job | None = None) -> Iterator[InputFile]:
    """Open a file for a ``with`` block that reads it.

    Raises ``MazeError`` with the reason alone, also where reading fails, and ``CancelledError``
    while it waits for a pipe.
    """
    try:
        with _standard_input(job) if path == STANDARD_INPUT else _naming_file(path, job) as file:
            yield file
    except FileNotFoundError:
        raise MazeError(_("there is no such file.")) from None
    except OSError as error:
        raise MazeError(f"{reason_of(error, path)}.") from None


def bytes_of(path: Path, most: int, job: Job | None = None) -> bytes:
    """Return the bytes of a file of ``most`` bytes at the most.

    Raises ``MazeError`` with the reason alone, and ``CancelledError``.
    """
    with open_input(path, job) as source:
        return source.read(most, job)


def _check_kind(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise MazeError(_("it is a folder."))
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):  # reading a device may never end
        raise MazeError(_("it is not an ordinary file; - would read standard input."))


@contextmanager
def _naming_file(path: Path, job: Job | None) -> Iterator[InputFile]:
    path = reachable(path)
    try:
        mode = path.stat().st_mode
    except ValueError:  # a NUL or half a character in the name
        raise MazeError(_("this is not a valid file name.")) from None
    _check_kind(mode)
    with open(path, "rb", buffering=0, opener=_without_waiting) as raw:
        status = os.fstat(raw.fileno())
        _check_kind(status.st_mode)  # another file may have that name by now
        note_input(status)
        pipe = stat.S_ISFIFO(status.st_mode)
        source: Any = _Pipe(raw.fileno(), TIMEOUT_S, job) if pipe else raw
        with io.BufferedReader(source) as file:
            yield InputFile(file, status)


def _without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | FLAGS)


@contextmanager
def _standard_input(job: Job | None) -> Iterator[InputFile]:
    """Read standard input, which is closed then: nothing is left that could be read again."""
    stream = sys.stdin
    if stream is None:
        raise MazeError(_("standard input is closed."))
    if stream.closed:
        raise MazeError(_("standard input was read already: - can stand for one file only."))
    with stream:
        try:
            status = os.fstat(stream.fileno())
        except io.UnsupportedOperation:  # it was replaced by a program that calls this one
            status = os.stat_result((stat.S_IFIFO, *[0] * 9))
            yield InputFile(stream.buffer, status)
            return
        note_input(status)
        if stat.S_ISREG(status.st_mode) or sys.platform == "win32":
            yield InputFile(stream.buffer, status)
        else:
            pipe: Any = _Pipe(stream.fileno(), 0.0, job)
            yield InputFile(io.BufferedReader(pipe), status)


def is_ready(pipe: int, *, to_write: bool = False) -> bool:
    """Wait a moment for bytes in a pipe, or its end; ``to_write`` waits for room for some.

    On Windows the reading waits, not this.
    """
    if sys.platform == "win32":
        return True
    import select

    poll = select.poll()
    poll.register(pipe, select.POLLOUT if to_write else select.POLLIN)
    return bool(poll.poll(POLL_S * 1000))


class _Pipe(io.RawIOBase):
    """What is written into a pipe; waiting for it can be cancelled.

    A pipe that has no writer for ``patience`` seconds is refused, where that is not 0.
    """

    def __init__(self, number: int, patience: float, job: Job | None) -> None:
        self._number, self._job = number, job
        self._written = not patience  # whether there is, or was, a writer
        self._until = monotonic() + patience

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for bytes, and return their number; 0 at the end."""
        while True:
            if self._job:
                self._job.check()
            ready = is_ready(self._number)
            if not ready and self._written:
                continue
            try:
                data = os.read(self._number, len(buffer))
            except BlockingIOError:  # a writer has written nothing yet
                self._written = True
                continue
            if data or self._written:
                buffer[: len(data)] = data
                self._written = True
                return len(data)
            if monotonic() > self._until:
                raise MazeError(
                    _("it is a pipe into which nothing writes; - would read standard input.")
                )
            sleep(POLL_S)
