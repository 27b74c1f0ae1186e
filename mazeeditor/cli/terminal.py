"""Runs the job of a command: shows its progress on a terminal, and Ctrl+C cancels it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from mazeeditor.job import Job

T = TypeVar("T")
DELAY = 0.7  # seconds before progress is shown


def follow(work: Callable[[Job], T]) -> T:
    """Return ``work(job)``, run in a thread, as Ctrl+C does not interrupt a compiled kernel."""
    job = Job()
    results: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(job))
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    _wait(thread, job)
    if failures:
        raise failures[0]
    return results[0]


def _wait(thread: threading.Thread, job: Job) -> None:
    started, shown = monotonic(), False
    try:
        while thread.is_alive():
            thread.join(0.1)
            if sys.stderr.isatty() and monotonic() - started > DELAY:
                print(f"\r{job.progress:4.0%}", end="", file=sys.stderr, flush=True)
                shown = True
    except KeyboardInterrupt:
        job.cancel()
        thread.join()
        raise
    finally:
        if shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)
