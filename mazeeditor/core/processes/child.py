"""What a child does: the tasks that its parent sends, one after the other, until that ends.

::

    parent  ── task ──────────────────> stdin    (a function and its arguments, pickled)
            <── progress, then outcome ── stdout
"""

from __future__ import annotations

import ctypes
import logging
import os
import select
import signal
import sys
import warnings
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Lock
from typing import BinaryIO

from mazeeditor.core.job import Job
from mazeeditor.core.logged import PROGRAM
from mazeeditor.core.processes import END_SIGNALS
from mazeeditor.core.processes.tasks import (
    OUTCOME,
    PROGRESS,
    READY,
    STEPS,
    carried_out,
    read_message,
    write_message,
)
from mazeeditor.core.threads import start_thread

Send = Callable[[bytes, bytes], None]


def serve(lifeline: int) -> None:
    """Do what the parent sends, until it ends or has no more; ``lifeline`` is closed then."""
    _end_with_parent(lifeline)
    for number in END_SIGNALS:  # they are the parent's, which ends this process
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)
    requests, replies = _own_streams()
    warnings.simplefilter("ignore")  # of libraries, with lines of source
    logging.getLogger(PROGRAM).propagate = False  # the parent logs what comes back
    tasks: SimpleQueue[bytes] = SimpleQueue()
    start_thread(partial(_read, requests, tasks))
    send = partial(_send, Lock(), replies)
    send(READY, b"")
    while True:
        send(OUTCOME, carried_out(tasks.get(), _ReportingJob(send)))


def _send(lock: Lock, replies: BinaryIO, kind: bytes, data: bytes) -> None:
    with lock:
        write_message(replies, kind, data)


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes from and to the parent; what libraries read and print is nothing."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for stream, mode in enumerate((os.O_RDONLY, os.O_WRONLY)):
        null = os.open(os.devnull, mode)
        os.dup2(null, stream)
        os.close(null)
    return pipes


def _read(requests: BinaryIO, tasks: SimpleQueue[bytes]) -> None:
    """Queue the tasks that come; end the process with its parent."""
    try:
        while True:
            _kind, task = read_message(requests)
            tasks.put(task)
    except (EOFError, OSError):
        os._exit(0)


def _end_with_parent(lifeline: int) -> None:
    """End with the parent even while a library holds Python's lock, so that no thread runs.

    The system signals that the other end of a pipe is closed, and C handles that. It is a pipe of
    its own, as those of tasks signal whatever is sent.
    """
    if sys.platform == "win32":
        return  # ``_read`` alone ends it
    try:
        import fcntl

        libc = ctypes.CDLL(None)
        libc.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
        libc.signal.restype = ctypes.c_void_p
        libc.signal(signal.SIGIO, ctypes.cast(libc._exit, ctypes.c_void_p))
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    except (ImportError, OSError, AttributeError, TypeError):  # no such calls: ``_read`` alone
        return
    if select.select([lifeline], [], [], 0)[0]:  # it has ended already
        os._exit(0)


class _ReportingJob(Job):
    """Reports its progress whenever the work looks whether it was cancelled."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send
        self._reported = 0

    def check(self) -> None:
        """Report how far the work is, in steps of ``STEPS``."""
        super().check()
        steps = int(STEPS * self.progress)
        if steps > self._reported:
            self._reported = steps
            self._send(PROGRESS, bytes([steps]))
