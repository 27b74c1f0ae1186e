"""How a command runs: its job with its progress, the signals that cancel it, standard output.

::

    command ── follow(work) ──> thread: work(job)
       Ctrl+C ──> job.cancel() ──> CancelledError, when the thread has removed what it made
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, TextIO, TypeVar

from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.processes import END_SIGNALS
from mazeeditor.core.translation import _, without_controls

if TYPE_CHECKING:
    from mazeeditor.core.job import Job

T = TypeVar("T")
DELAY_S = 0.7  # seconds before progress is shown
THREAD_START_S = 1.0  # s in which a thread begins that was started
# s in which an interrupted command may remove its files; then a signal ends it at once
GRACE_S = 5.0
ANY_NAME = "mazeeditor-any-name"  # an error handler of codecs


def follow(work: Callable[[Job], T]) -> T:
    """Return ``work(job)``, run in a thread, as Ctrl+C does not interrupt a compiled kernel.

    After Ctrl+C, or when the process shall end, it raises ``CancelledError``, caused by that, once
    the thread has ended. Work that was complete by then counts.
    """
    from mazeeditor.core.job import Job  # here: --version and --help need none
    from mazeeditor.core.threads import start_thread

    quiet_libraries()
    if swallowed := _signals.first:
        raise TerminatedError(swallowed[0])
    job, begun, ended = Job(), threading.Event(), threading.Event()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        begun.set()
        try:
            results.append(work(job))
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    context = copy_context()  # what the command has read is known to all its work
    interrupted: KeyboardInterrupt | None = None
    try:
        start_thread(lambda: context.run(run))
        _wait(ended, job)
    except KeyboardInterrupt as interrupt:
        job.cancel()
        if not begun.wait(THREAD_START_S):
            raise  # there was no thread yet
        ended.wait()
        interrupted = interrupt
    if interrupted and errors and isinstance(errors[0], MazeError):
        # it was refused before it was cancelled: a loop of a shell must end nevertheless
        raise CancelledError from interrupted
    if errors:
        raise errors[0] from interrupted
    return results[0]


def quiet_libraries() -> None:
    """Let only this program log to the terminal, as libraries would, with tracebacks."""
    import logging

    if logging.lastResort is not None and not logging.lastResort.filters:
        logging.lastResort.addFilter(logging.Filter("mazeeditor"))


def _wait(ended: threading.Event, job: Job) -> None:
    """Wait for the thread, and show its progress; raises what interrupts that."""
    started, shown = monotonic(), False
    try:
        while not ended.wait(0.1):
            if _signals.first:  # it came while this was on its way here, and was swallowed
                raise TerminatedError(_signals.first[0])
            if sys.stderr.isatty() and monotonic() - started > DELAY_S:
                print(f"\r{job.progress:4.0%}", end="", file=sys.stderr, flush=True)
                shown = True
    finally:
        if shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)


# What ends a command from outside: Ctrl+C, a closed terminal, the end of the session


class TerminatedError(KeyboardInterrupt):
    """A signal has asked the command to end, with this exit status."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.status = status


class _Signals:
    """What has come of signals in the command that runs: ``first`` is an exit status and a time."""

    def __init__(self) -> None:
        self.first: tuple[int, float] | None = None


_signals = _Signals()


@contextmanager
def raised_once() -> Iterator[None]:
    """Let the first of these signals raise ``TerminatedError``, and ignore more for a while.

    It is raised again where a library has turned it into an exception of another kind. Where it was
    swallowed, ``follow`` raises it: what is raised while a module is imported ends in a bare
    ``except`` of that, and in callbacks of the import system and destructors, which Python ignores.
    Once interrupted, the process goes on to ignore them, as it is about to end. In threads other
    than the main one this does nothing: Python has no handlers of signals there.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = _Signals()  # goes on to be looked at by ``end``, once interrupted
    _signals.first = None

    def end(number: int, _frame: FrameType | None) -> None:
        if signals.first is None:
            signals.first = _signals.first = 128 + number, monotonic()
            raise TerminatedError(128 + number)
        if monotonic() > signals.first[1] + GRACE_S:
            os._exit(128 + number)

    def report(arguments: sys.UnraisableHookArgs) -> None:
        if not isinstance(arguments.exc_value, TerminatedError):  # which ``follow`` raises
            hook(arguments)

    before = [(number, signal.signal(number, end)) for number in END_SIGNALS]
    hook, sys.unraisablehook = sys.unraisablehook, report
    try:
        yield
    except (MazeError, CancelledError, BrokenPipeError):
        raise
    except Exception as error:
        if signals.first:  # numpy and its users do this while they are imported
            raise TerminatedError(signals.first[0]) from error
        raise
    finally:
        _signals.first, sys.unraisablehook = None, hook
        if signals.first is None:
            for number, handler in before:
                signal.signal(number, handler)


def ignore() -> None:
    """Ignore these signals while Python ends, where they would print a traceback."""
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


# Standard output that reports what it cannot write, and writes names of any bytes. A terminal gets
# no control characters: names, and texts of files, are the work of others.


@contextmanager
def reported_output() -> Iterator[None]:
    """Let ``sys.stdout`` raise ``MazeError`` where it is closed or its device is full.

    ``BrokenPipeError`` passes: whatever read the output has ended. All is written at the end.
    """
    stream = sys.stdout
    output = _Output(stream)
    sys.stdout = output
    if sys.stderr is None:  # print() would take standard output instead
        nowhere = Path(os.devnull)  # until the process ends
        sys.stderr = nowhere.open("w", encoding="utf-8", newline="\n")
    try:
        try:
            yield
        finally:
            output.flush()
    except (MazeError, OSError):
        if output.failed:
            _discard(stream)
        raise
    finally:
        sys.stdout = stream


class _Output(io.TextIOBase):
    """Writes to a stream, or raises ``MazeError``; ``None`` is a closed stream."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.failed = False
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ANY_NAME)

    def write(self, text: str) -> int:
        with self._reported():
            if self._stream is None:
                raise MazeError(_("Cannot write to standard output: it is closed."))
            return self._stream.write(without_controls(text, "\n\t") if self.isatty() else text)

    def write_bytes(self, data: bytes) -> None:
        """Write UTF-8 as it is, whatever the encoding and the ends of lines of the system."""
        buffer = None if self.isatty() else getattr(self._stream, "buffer", None)
        if buffer is None:
            self.write(data.decode())
            return
        with self._reported():
            self.flush()
            buffer.write(data)

    def flush(self) -> None:
        with self._reported():
            if self._stream is not None and not self.failed:
                self._stream.flush()

    def fileno(self) -> int:
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self.failed = True
            raise
        except OSError as error:
            self.failed = True
            if error.errno == errno.EINVAL and sys.platform == "win32":  # so it calls that
                raise BrokenPipeError from error
            reason = error.strerror or str(error)
            text = _("Cannot write to standard output: {reason}.").format(reason=reason)
            raise MazeError(text) from error


def write_bytes(data: bytes) -> None:
    """Write a file that is UTF-8 to standard output; raises ``MazeError``."""
    if isinstance(sys.stdout, _Output):
        sys.stdout.write_bytes(data)
    else:
        sys.stdout.write(data.decode())


def _discard(stream: TextIO | None) -> None:
    """Let what a stream still holds go nowhere: Python writes it when the process ends."""
    with suppress(OSError, AttributeError):
        assert stream is not None
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _as_bytes(error: UnicodeError) -> tuple[str | bytes, int]:
    """Encode the bytes of a file name as they are, and other lone surrogates as escapes."""
    for name in ("surrogateescape", "backslashreplace"):
        with suppress(UnicodeError):
            return codecs.lookup_error(name)(error)
    raise error


codecs.register_error(ANY_NAME, _as_bytes)
