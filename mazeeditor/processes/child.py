"""What a child does: the tasks that its parent sends, one after the other, until that ends.

::

    parent  ── task ──────────────────> stdin    (a function and its arguments, pickled)
            <── progress, then outcome ── stdout
"""

from __future__ import annotations

import ctypes
import logging
import os
import pickle
import select
import signal
import traceback
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO

from mazeeditor.end_signals import END_SIGNALS
from mazeeditor.job import Job
from mazeeditor.processes import messages
from mazeeditor.processes.messages import OUTCOME, PROGRESS, READY, STEPS, Outcome, Warned

PROGRAM = __name__.partition(".")[0]
Send = Callable[[bytes, bytes], None]


def serve(lifeline: int) -> None:
    """Do what the parent sends, until it ends or has no more; ``lifeline`` is closed then."""
    _end_with_parent(lifeline)
    for number in END_SIGNALS:  # they are the parent's, which ends this process
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)
    requests, replies = _own_streams()
    warned = _KeptWarnings()
    logger = logging.getLogger(PROGRAM)
    logger.addHandler(warned)
    logger.propagate = False
    tasks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(requests, tasks), daemon=True).start()
    send = partial(_send, Lock(), replies)
    send(READY, b"")
    while True:
        outcome = _done(tasks.get(), send)
        send(OUTCOME, _pickled(outcome._replace(warned=warned.taken())))


def _send(lock: Lock, replies: BinaryIO, kind: bytes, data: bytes) -> None:
    with lock:
        messages.write(replies, kind, data)


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
            _kind, task = messages.read(requests)
            tasks.put(task)
    except (EOFError, OSError):
        os._exit(0)


def _end_with_parent(lifeline: int) -> None:
    """End with the parent even while a library holds Python's lock, so that no thread runs.

    The system signals that the other end of a pipe is closed, and C handles that. It is a pipe of
    its own, as those of tasks signal whatever is sent.
    """
    try:
        import fcntl

        libc = ctypes.CDLL(None)
        libc.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
        libc.signal.restype = ctypes.c_void_p
        libc.signal(signal.SIGIO, ctypes.cast(libc._exit, ctypes.c_void_p))
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    except (ImportError, OSError, AttributeError, TypeError):  # Windows: ``_read`` alone
        return
    if select.select([lifeline], [], [], 0)[0]:  # it has ended already
        os._exit(0)


def _done(task: bytes, send: Send) -> Outcome:
    """Do a task; whatever goes wrong is part of its outcome."""
    try:
        function, args, kwargs = pickle.loads(task)
        job = _ReportingJob(send)
        args = [job if isinstance(argument, Job) else argument for argument in args]
        return Outcome(function(*args, **kwargs), None, "", [])
    except BaseException as error:
        return Outcome(None, error, traceback.format_exc(), [])


def _pickled(outcome: Outcome) -> bytes:
    try:
        data = pickle.dumps(outcome)
        if outcome.error is not None:
            pickle.loads(data)  # some errors can only be pickled
    except MemoryError as problem:
        return pickle.dumps(outcome._replace(result=None, error=problem))
    except Exception:
        trace = outcome.trace or traceback.format_exc()
        error = RuntimeError(trace.strip().splitlines()[-1])
        return pickle.dumps(outcome._replace(result=None, error=error, trace=trace))
    return data


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


class _KeptWarnings(logging.Handler):
    """Keeps what the program warns of, for the parent to log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._records: list[Warned] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a warning as text."""
        self._records.append((record.name, record.levelno, record.getMessage()))

    def taken(self) -> list[Warned]:
        """Return what was kept since the last time."""
        records, self._records = self._records, []
        return records
