"""Runs the job of a command: shows its progress on a terminal, and signals cancel it.

::

    command ── follow(work) ──> thread: work(job)
       Ctrl+C ──> job.cancel() ──> CancelledError, when the thread has removed what it made
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from time import monotonic
from typing import TypeVar

from mazeeditor.core.job import Job
from mazeeditor.core.threads import in_thread

T = TypeVar("T")
DELAY = 0.7  # seconds before progress is shown


def follow(work: Callable[[Job], T]) -> T:
    """Return ``work(job)``, run in a thread, as Ctrl+C does not interrupt a compiled kernel.

    After Ctrl+C, or when the process shall end, it raises ``CancelledError``, caused by that, once
    the thread has ended. Work that was complete by then counts.
    """
    quiet_libraries()
    job = Job()
    result = in_thread(partial(work, job))
    interrupt = _wait(result, job)
    error = result.exception()
    if error is None:
        return result.result()
    raise error from interrupt


def quiet_libraries() -> None:
    """Let only this program log to the terminal, as libraries would, with tracebacks."""
    import logging

    if logging.lastResort is not None and not logging.lastResort.filters:
        logging.lastResort.addFilter(logging.Filter("mazeeditor"))


def _wait(result: Future[T], job: Job) -> KeyboardInterrupt | None:
    """Wait for the thread; return what interrupted that, if anything did."""
    started, shown = monotonic(), False
    try:
        while not wait([result], 0.1).done:
            if sys.stderr.isatty() and monotonic() - started > DELAY:
                print(f"\r{job.progress:4.0%}", end="", file=sys.stderr, flush=True)
                shown = True
    except KeyboardInterrupt as interrupt:
        job.cancel()
        wait([result])
        return interrupt
    finally:
        if shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)
    return None
