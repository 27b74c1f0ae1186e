"""Composes pages in several processes: results in their order, whatever worker made them.

::

    tasks      1 2 3 4 5 6 ...       a few more than there are workers are under way
    workers      2 . 1 4 . 3
    results    1 2 3 4               in the order of the tasks
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from mazeeditor.compiled import available
from mazeeditor.errors import MazeError
from mazeeditor.jit import compiling, is_first
from mazeeditor.job import Job
from mazeeditor.processes.pool import KilledError, ProcessPool

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T, Job], R]

AHEAD = 4  # tasks under way for each worker: enough that none waits, few enough for the memory
FEW = 12  # tasks that are done sooner than other processes have started
ATTEMPTS = 3  # of workers that cannot begin, until this process does the tasks itself
COMPILING = 0.2  # of the work, about, the first time
LOOK = 0.1  # s between two looks at whether the job was cancelled


def usual_workers(tasks: int) -> int:
    """Return how many processes do so many tasks soonest: one for each core, but few tasks none."""
    return 1 if tasks <= FEW else min(_cores(), tasks)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _do(work: Work[T, R], task: T) -> R:
    """Do a task in a worker, whose kernels are compiled at once: it will need them again."""
    with compiling():
        return work(task, Job())


@dataclass
class Workers(Generic[T, R]):
    """Does tasks in the executors that ``start`` returns, of ``count`` workers each.

    ``work`` and the tasks are pickled. ``start`` is called again where an executor has broken: no
    worker can begin. After ``ATTEMPTS`` this process does the tasks. ``name`` is that of a task,
    with its ``{number}``.
    """

    work: Work[T, R]
    start: Callable[[], Executor]
    count: int
    name: str = ""
    _executor: Executor | None = None
    _waiting: deque[tuple[T, Future[R]]] = field(default_factory=deque)

    def results(self, tasks: Sequence[T], job: Job) -> Iterator[R]:
        """Yield the result of each task in their order; raises what a task raises.

        Raises ``KilledError`` for a task that ends each worker, and ``CancelledError``. Whoever
        ends early, or an error, ends the workers.
        """
        job.phase(len(tasks))
        self._executor = self.start()
        try:
            yield from self._results(deque(tasks), job)
        finally:
            self._executor.shutdown(cancel_futures=True)

    def _results(self, tasks: deque[T], job: Job) -> Iterator[R]:
        breaks = done = 0
        while tasks or self._waiting:
            if breaks == ATTEMPTS:
                result = self.work(tasks.popleft(), job)
            else:
                try:
                    result = self._next(tasks, job)
                    breaks = 0
                except BrokenExecutor:
                    breaks += 1
                    self._begin_again(tasks)
                    continue
                except KilledError as error:
                    raise error.of(self.name.format(number=done + 1)) from None
            done += 1
            job.step(done)
            yield result

    def _next(self, tasks: deque[T], job: Job) -> R:
        """Let all workers have tasks, and return the result of the first one under way."""
        assert self._executor
        while tasks and len(self._waiting) < AHEAD * self.count:
            future = self._executor.submit(_do, self.work, tasks[0])
            self._waiting.append((tasks.popleft(), future))
        result = _result_of(self._waiting[0][1], job)
        self._waiting.popleft()
        return result

    def _begin_again(self, tasks: deque[T]) -> None:
        """Start new workers for what the old ones have not done."""
        assert self._executor
        self._executor.shutdown(cancel_futures=True)
        tasks.extendleft(task for task, _future in reversed(self._waiting))
        self._waiting.clear()
        self._executor = self.start()


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
    name: str = "",
) -> Iterator[R]:
    """Yield the results of ``work`` for each task in their order; raises what it raises.

    ``workers`` None is ``usual_workers``; one is this process itself. ``start`` returns another
    executor, as that of a cluster. ``name`` is what a task is to users, with its ``{number}``: one
    that ends each process is not done in this one, but named by ``KilledError``. Raises
    ``CancelledError``.
    """
    count = usual_workers(len(tasks)) if workers is None else workers
    if start is None and count <= 1:
        yield from _here(work, tasks, job)
        return
    if start is None and tasks:
        _compile_apart(work, tasks, job)
    started = Workers(work, start or partial(ProcessPool, count), max(count, 1), name)
    yield from started.results(tasks, job)


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
        for _result in Workers(work, partial(ProcessPool, 1), 1).results(samples, job):
            pass


def _here(work: Work[T, R], tasks: Sequence[T], job: Job) -> Iterator[R]:
    compiled: AbstractContextManager[Any] = compiling() if len(tasks) > FEW else nullcontext()
    with compiled:
        for task in tasks:
            with job.part(1 / len(tasks)):
                yield work(task, job)
