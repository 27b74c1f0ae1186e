"""Long commands show how far they are on a terminal, and Ctrl+C stops them at once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from mazeeditor.job import Job

T = TypeVar("T")
PATIENCE = 0.7  # seconds before progress is shown


def follow(work: Callable[[Job], T]) -> T:
    """Return ``work(job)``, run in a thread, because a compiled kernel hears no Ctrl+C."""
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
            if sys.stderr.isatty() and monotonic() - started > PATIENCE:
                print(f"\r{job.progress:4.0%}", end="", file=sys.stderr, flush=True)
                shown = True
    except KeyboardInterrupt:
        job.cancel()
        thread.join()
        raise
    finally:
        if shown:
            print("\r     \r", end="", file=sys.stderr, flush=True)
