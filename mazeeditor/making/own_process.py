"""Work by a library that holds Python's lock: done in a process of its own, so no window waits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import ParamSpec, TypeVar

from mazeeditor.job import Job
from mazeeditor.processes.pool import ProcessPool

P = ParamSpec("P")
R = TypeVar("R")

LOOK = 0.1  # s between two looks at whether the job was cancelled
STEPS = 100  # of the progress of such work


def run_apart(job: Job, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return what a function of a module returns for arguments that can be pickled.

    Where ``job`` is among the arguments, a phase of ``STEPS`` has begun, which shows the progress
    there. Raises what the function raises, ``KilledError``, and ``CancelledError``. Where no
    process can be started, this one does the work.
    """
    reports = any(argument is job for argument in args)
    pool = ProcessPool(1)
    try:
        future = pool.submit(function, *args, **kwargs)
        while True:
            job.check()
            if reports:
                job.step(int(STEPS * future.progress))
            try:
                return future.result(LOOK)
            except FutureTimeoutError:
                if future.done():
                    return future.result()
    except BrokenExecutor:
        return function(*args, **kwargs)
    finally:
        pool.shutdown(cancel_futures=True)
