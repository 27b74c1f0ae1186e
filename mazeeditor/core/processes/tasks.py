"""A task that another process does: how it goes there, and what comes back.

::

    here                                         there
    request_of(function, arguments) ── bytes ──> carried_out ── outcome, as bytes ──┐
    TaskFuture.settle <─────────────────────────────────────────────────────────────┘

Through the pipes of a child go messages: a letter, a length, and so many bytes.
"""

from __future__ import annotations

import logging
import pickle
import struct
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import IO, Any, NamedTuple, ParamSpec, TypeVar

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.logged import PROGRAM, keep_log

P = ParamSpec("P")
R = TypeVar("R")
READY, TASK, PROGRESS, OUTCOME = b"r", b"t", b"p", b"o"
HEAD = struct.Struct(">cQ")
STEPS = 100  # of a task whose progress is reported, a byte each time
Warned = tuple[str, int, str]  # of a log record: its logger, level and text


class Outcome(NamedTuple):
    """What a task has returned or raised, where it raised that, and what it has warned of."""

    result: Any = None
    error: BaseException | None = None
    trace: str = ""
    warned: Sequence[Warned] = ()


class InChildError(Exception):
    """Where in another process an internal error came about: its cause."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class TaskFuture(Future[R]):
    """The result of a task, and how far it is, from 0 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.progress = 0.0
        self._warned: Sequence[Warned] = ()
        self.set_running_or_notify_cancel()

    def result(self, timeout: float | None = None) -> R:
        """Return the result or raise the error; logs what the task has warned of, in this thread.

        Raises ``TimeoutError`` of ``concurrent.futures``.
        """
        self.exception(timeout)
        warned, self._warned = self._warned, ()
        for logger, level, text in warned:
            logging.getLogger(logger).log(level, "%s", text)
        return super().result()

    def settle(self, outcome: Outcome) -> None:
        """Take what has come back as the result, or the error."""
        result, error, trace, self._warned = outcome
        if error is None:
            self.set_result(result)
            return
        if trace and not isinstance(error, MazeError):
            error.__cause__ = InChildError(trace)
        self.set_exception(error)


def request_of(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> bytes:
    """Return a task as it is sent; raises what pickling raises."""
    return pickle.dumps((function, args, kwargs), pickle.HIGHEST_PROTOCOL)


def carried_out(request: bytes, job: Job) -> bytes:
    """Do a task; return its outcome as it is sent back, whatever goes wrong.

    ``job`` takes the place of each ``Job`` among the arguments.
    """
    warned: list[Warned] = []

    def keep(record: logging.LogRecord) -> None:
        warned.append((record.name, record.levelno, record.getMessage()))

    with keep_log(PROGRAM, keep):
        try:
            function, args, kwargs = pickle.loads(request)
            args = [job if isinstance(argument, Job) else argument for argument in args]
            outcome = Outcome(function(*args, **kwargs), warned=warned)
        except BaseException as error:
            outcome = Outcome(None, error, traceback.format_exc(), warned)
    return _pickle(outcome)


def _pickle(outcome: Outcome) -> bytes:
    try:
        data = pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)
        if outcome.error is not None:
            pickle.loads(data)  # some errors can only be pickled
    except MemoryError as problem:
        return pickle.dumps(outcome._replace(result=None, error=problem))
    except Exception:
        trace = outcome.trace or traceback.format_exc()
        error = RuntimeError(trace.strip().splitlines()[-1])
        return pickle.dumps(outcome._replace(result=None, error=error, trace=trace))
    return data


def write_message(stream: IO[bytes], kind: bytes, data: bytes = b"") -> None:
    """Write a message; raises ``OSError`` where nobody reads."""
    stream.write(HEAD.pack(kind, len(data)))
    stream.write(data)
    stream.flush()


def read_message(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Return the next message, its kind and its bytes; raises ``EOFError`` at the end."""
    kind, length = HEAD.unpack(_read_exactly(stream, HEAD.size))
    return kind, _read_exactly(stream, length)


def _read_exactly(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
