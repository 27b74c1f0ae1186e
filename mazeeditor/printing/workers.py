"""Composes pages in several processes: results in their order, whatever worker made them.

::

    tasks      1 2 3 4 5 6 ...       a few more than there are workers are under way
    workers      2 . 1 4 . 3
    results    1 2 3 4               a worker that dies costs no page: its tasks are done again
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context, parent_process
from typing import Any, Generic, TypeVar

from mazeeditor.compiled import available
from mazeeditor.errors import MazeError
from mazeeditor.jit import compiling, is_first
from mazeeditor.job import Job

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T, Job], R]

AHEAD = 4  # tasks under way for each worker: enough that none waits, few enough for the memory
FEW = 12  # tasks that are done sooner than other processes have started
ATTEMPTS = 3  # of new workers that do nothing but break, until this process does the task itself
COMPILING = 0.2  # of the work, about, the first time
LOOK = 0.1  # s between two looks at whether the job was cancelled


def usual_workers(tasks: int) -> int:
    """Return how many processes do so many tasks soonest: one for each core, but few tasks none."""
    return 1 if tasks <= FEW else min(_cores(), tasks)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> ProcessPoolExecutor:
    """Return new worker processes, which do not inherit threads or windows of this one."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Leave Ctrl+C to the process that waits for the results, and end when that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End once the process that has started this one is no more: else it would wait for ever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _do(work: Work[T, R], task: T) -> R:
    """Do a task in a worker, whose kernels are compiled at once: it will need them again."""
    with compiling():
        return work(task, Job())


@dataclass
class Workers(Generic[T, R]):
    """Does tasks in the executors that ``start`` returns, of ``count`` workers each.

    ``work`` and the tasks are pickled. ``start`` is called again where an executor has broken.
    """

    work: Work[T, R]
    start: Callable[[], Executor]
    count: int
    _executor: Executor | None = None
    _waiting: deque[tuple[T, Future[R]]] = field(default_factory=deque)

    def results(self, tasks: Sequence[T], job: Job) -> Iterator[R]:
        """Yield the result of each task in their order; raises what a task raises.

        Raises ``CancelledError``. Whoever ends early, or an error, ends the workers.
        """
        job.phase(len(tasks))
        self._executor = self.start()
        try:
            yield from self._results(deque(tasks), job)
        finally:
            self._end(self._executor)

    def _results(self, tasks: deque[T], job: Job) -> Iterator[R]:
        breaks, done, by_workers = 0, 0, 0
        while tasks or self._waiting:
            if breaks >= ATTEMPTS and not by_workers:  # they cannot even begin
                result = self.work(tasks.popleft(), job)
            else:
                try:
                    result = self._next(tasks, job)
                    breaks, by_workers = 0, by_workers + 1
                except (BrokenExecutor, OSError):  # the latter where it breaks at this very moment
                    breaks += 1
                    self._begin_again(tasks)
                    if breaks < ATTEMPTS or not by_workers:
                        continue
                    result, breaks = self.work(tasks.popleft(), job), 0
            done += 1
            job.step(done)
            yield result

    def _next(self, tasks: deque[T], job: Job) -> R:
        """Let all workers have tasks, and return the result of the first one under way."""
        while tasks and len(self._waiting) < AHEAD * self.count:
            self._submit(tasks[0])
            tasks.popleft()
        result = _result_of(self._waiting[0][1], job)
        self._waiting.popleft()
        return result

    def _submit(self, task: T) -> None:
        """Hand a task over; raises ``BrokenExecutor``, and ``OSError`` where it breaks meanwhile.

        Its pipes are closed then, and a pipe to a new process may get the number of one of them: an
        internal ``ValueError``.
        """
        assert self._executor
        try:
            future = self._executor.submit(_do, self.work, task)
        except ValueError as error:
            raise BrokenExecutor(str(error)) from error
        self._waiting.append((task, future))

    def _begin_again(self, tasks: deque[T]) -> None:
        """Start new workers for what the old ones have not done."""
        assert self._executor
        self._end(self._executor)
        tasks.extendleft(task for task, _future in reversed(self._waiting))
        self._waiting.clear()
        self._executor = self.start()

    def _end(self, executor: Executor) -> None:
        running = dict(getattr(executor, "_processes", None) or {})
        executor.shutdown(wait=False, cancel_futures=True)
        for process in running.values():  # nobody waits for what they do
            with suppress(OSError, AttributeError):
                process.terminate()


def _result_of(future: Future[R], job: Job) -> R:
    while True:
        job.check()
        try:
            return future.result(LOOK)
        except FutureTimeoutError:
            if future.done():  # just now, or the task itself has raised it
                return future.result()


def do_all(
    work: Work[T, R],
    tasks: Sequence[T],
    job: Job,
    *,
    workers: int | None = None,
    start: Callable[[], Executor] | None = None,
) -> Iterator[R]:
    """Yield the results of ``work`` for each task in their order; raises what it raises.

    ``workers`` None is ``usual_workers``; one is this process itself. ``start`` returns another
    executor, as that of a cluster. Raises ``CancelledError``.
    """
    count = usual_workers(len(tasks)) if workers is None else workers
    if start is None and count <= 1:
        yield from _here(work, tasks, job)
        return
    if start is None and tasks:
        _compile_apart(work, tasks, job)
    yield from Workers(work, start or (lambda: processes(count)), max(count, 1)).results(tasks, job)


def _compile_apart(work: Work[T, R], tasks: Sequence[T], job: Job) -> None:
    """Let a process that ends compile what the work needs, where that was never done before.

    Each process that compiles keeps 30 MB of what the compiler needs, and all would compile the
    same; from the disk they load it. What a task raises it raises again when its turn comes.
    """
    plain = work.func if isinstance(work, partial) else work
    ours = plain.__module__.startswith("mazeeditor.")
    if not (ours and available() and is_first(f"{plain.__module__}.{plain.__qualname__}")):
        return
    samples = [tasks[0], tasks[len(tasks) // 2], tasks[-1]]
    with job.part(COMPILING), suppress(MazeError):
        for _result in Workers(work, lambda: processes(1), 1).results(samples, job):
            pass


def _here(work: Work[T, R], tasks: Sequence[T], job: Job) -> Iterator[R]:
    compiled: AbstractContextManager[Any] = compiling() if len(tasks) > FEW else nullcontext()
    with compiled:
        for task in tasks:
            with job.part(1 / len(tasks)):
                yield work(task, job)
