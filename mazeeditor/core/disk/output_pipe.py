"""A named pipe that is written into: refused where nobody reads it; Cancel ends the waiting.

The counterpart of the pipes of ``input_files.py``.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from mazeeditor.core.disk.input_files import FLAGS, POLL_S, TIMEOUT_S, is_ready
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _


@contextmanager
def output_pipe(path: Path, job: Job) -> Iterator[io.RawIOBase]:
    """Open a pipe for a ``with`` block that writes into it.

    Raises ``OSError``, also where nothing reads it for ``TIMEOUT_S`` seconds, and
    ``CancelledError`` while it waits.
    """
    number = _open_pipe(path, job)
    try:
        yield _Pipe(number, job)
    finally:
        os.close(number)


def _open_pipe(path: Path, job: Job) -> int:
    until = monotonic() + TIMEOUT_S
    while True:
        job.check()
        try:
            return os.open(path, os.O_WRONLY | FLAGS)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
        if monotonic() > until:
            raise OSError(errno.ENXIO, _("it is a pipe that nothing reads"))
        sleep(POLL_S)


class _Pipe(io.RawIOBase):
    """What somebody reads; waiting until there is room can be cancelled."""

    def __init__(self, number: int, job: Job) -> None:
        self._number, self._job = number, job

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        """Write all of ``data``; raises ``OSError`` where the reader ends before."""
        left = memoryview(data).cast("B")
        while left:
            self._job.check()
            if is_ready(self._number, to_write=True):
                try:
                    left = left[os.write(self._number, left) :]
                except BlockingIOError:  # there is room for less than a part that is not divided
                    sleep(POLL_S)
        return len(data)
