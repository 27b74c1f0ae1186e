"""Does many tasks in several processes: results in their order, whatever worker has made them.

::

    tasks      1 2 3 4 5 6 ...       a few more than there are workers are under way
    workers      2 . 1 4 . 3         processes of this computer, or of a cluster
    results    1 2 3 4               in the order of the tasks
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from math import exp
from time import monotonic
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import DONE, Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.core.kernels.jit import compiling, is_first
from mazeeditor.core.processes.pool import KilledError, ProcessPool

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T, Job], R]

AHEAD = 4  # tasks under way for each worker: enough that none waits, few enough for the memory
FEW_TASKS = 12  # tasks that are done sooner than other processes have started
ATTEMPTS = 3  # of workers that cannot begin, until this process does the tasks itself
FEW_CELLS = 2_000_000  # cells of all mazes together: fewer are done sooner, too
START_MS = 1900  # ms until a process has begun with its first task, about
COMPILING = 0.2  # of the work, about, the first time
CANCEL_POLL_S = 0.1  # s between two looks at whether the job was cancelled
STEPS = 100  # of the progress of a single task


class Pool(Protocol):
    """Processes that do tasks, ``count`` at a time.

    A future raises what its task raises, and ``KilledError`` where each process that had it has
    died; it may say its ``progress``. ``BrokenExecutor`` is raised, by ``submit`` too, where no
    process can be started and this one may do the tasks; any other error of the pool itself is a
    ``MazeError``.
    """

    @property
    def count(self) -> int:
        """How many tasks are done at a time."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Let a process call a function of a module, with arguments that can be pickled.

        A ``Job`` among them is one of that process: it reports the progress, and is cancelled by
        ``shutdown`` where the process is not ended.
        """

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the processes end; with ``cancel_futures`` at once, whatever they are doing."""


@dataclass(frozen=True)
class Workers:
    """Where tasks are done: in ``count`` processes of this computer, or on a ``cluster``.

    ``count`` None is one process a core, but this one for few tasks; 1 is this one itself.
    """

    count: int | None = None
    cluster: Callable[[], Pool] | None = None

    def pool_for(self, tasks: int) -> Callable[[], Pool] | None:
        """Return what starts the processes for so many tasks, None where this one does them."""
        if self.cluster:
            return self.cluster
        count = usual_workers(tasks) if self.count is None else self.count
        return partial(ProcessPool, count) if count > 1 else None

    def for_size(self, size: int) -> Workers:
        """Return where work on so many cells is done sooner; what was requested stays."""
        return HERE if self == EACH_CORE and size < FEW_CELLS else self


HERE = Workers(1)
EACH_CORE = Workers()


def usual_workers(tasks: int) -> int:
    """Return how many processes do so many tasks soonest: one for each core, but few tasks none."""
    return 1 if tasks <= FEW_TASKS else min(_cores(), tasks)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def do_all(
    work: Work[T, R],
    tasks: Sequence[T],
    job: Job,
    *,
    workers: Workers = EACH_CORE,
    name: str = "",
    efforts: Sequence[float] = (),
) -> Iterator[R]:
    """Yield the results of ``work`` for each task in their order; raises what it raises.

    ``efforts`` are about how many ms each task takes, for the progress, which then counts the
    start of other processes too; without them all take as long.
    ``work`` and the tasks are pickled. ``name`` is what a task is to users, with its ``{number}``:
    one that ends each process is not done in this one, but named by ``KilledError``. Whoever ends
    early, or an error, ends the workers. Raises ``CancelledError``.
    """
    start = workers.pool_for(len(tasks))
    if start is None:
        yield from _here(work, tasks, job)
        return
    if tasks and workers.cluster is None:
        _compile_apart(work, tasks, job)
    yield from _InOrder(work, start, name, efforts).results(tasks, job)


def run_apart(job: Job, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return what a function of a module returns for arguments that can be pickled.

    It runs in a process of its own, so that no window waits for a library that holds Python's lock.
    Where ``job`` is among the arguments, a phase of ``STEPS`` has begun, which shows the progress
    there. Raises what the function raises, ``KilledError``, and ``CancelledError``. Where no
    process can be started, this one does the work.
    """
    reports = any(argument is job for argument in args)
    pool = ProcessPool(1)
    try:
        future = pool.submit(function, *args, **kwargs)

        def show() -> None:
            if reports:
                job.step(int(STEPS * future.progress))

        return _result_of(future, job, show)
    except BrokenExecutor:
        return function(*args, **kwargs)
    finally:
        pool.shutdown(cancel_futures=True)


def _result_of(future: Future[R], job: Job, on_look: Callable[[], object] = lambda: None) -> R:
    """Wait for a result, and call ``on_look`` meanwhile; raises ``CancelledError`` as well."""
    while True:
        job.check()
        on_look()
        try:
            return future.result(CANCEL_POLL_S)
        except FutureTimeoutError:
            if future.done():  # just now, or the task itself has raised it
                return future.result()


def _do(work: Work[T, R], task: T, job: Job) -> R:
    """Do a task in a worker, whose kernels are compiled at once: it will need them again."""
    with compiling():
        return work(task, job)


@dataclass
class _InOrder(Generic[T, R]):
    """Does tasks in a pool, and yields the results in the order of the tasks.

    ``start`` is called again where a pool has broken: no worker can begin. After ``ATTEMPTS`` this
    process does the tasks.
    """

    work: Work[T, R]
    start: Callable[[], Pool]
    name: str = ""
    efforts: Sequence[float] = ()
    _steps: Sequence[float] = ()  # of the start, and of each task
    _waiting: deque[tuple[T, Future[R]]] = field(default_factory=deque)

    def results(self, tasks: Sequence[T], job: Job) -> Iterator[R]:
        """Yield the result of each task; raises what a task raises."""
        self._pool = self.start()
        starting = START_MS * self._pool.count if self.efforts else 0
        self._steps = [starting, *(self.efforts or [1] * len(tasks))]
        job.phase(int(sum(self._steps)))
        try:
            yield from self._results(deque(tasks), job)
        finally:
            self._pool.shutdown(cancel_futures=True)

    def _results(self, tasks: deque[T], job: Job) -> Iterator[R]:
        breaks = done = 0
        reached = self._steps[0]
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
            reached += self._steps[done]
            job.step(int(reached))
            yield result

    def _next(self, tasks: deque[T], job: Job) -> R:
        """Let all workers have tasks, and return the result of the first one under way."""
        while tasks and len(self._waiting) < AHEAD * self._pool.count:
            future = self._pool.submit(_do, self.work, tasks[0], Job())
            self._waiting.append((tasks.popleft(), future))
        result = _result_of(self._waiting[0][1], job, self._show_start(job))
        self._waiting.popleft()
        return result

    def _show_start(self, job: Job) -> Callable[[], object]:
        """Return what shows, by the time, how far the first processes have started."""
        begun, steps = monotonic(), self._steps[0]

        def show() -> None:
            if int(job.signal[DONE]) < steps:
                job.step(int(steps * (1 - exp((begun - monotonic()) * 1000 / START_MS))))

        return show if steps else lambda: None

    def _begin_again(self, tasks: deque[T]) -> None:
        """Start new workers for what the old ones have not done."""
        self._pool.shutdown(cancel_futures=True)
        tasks.extendleft(task for task, _future in reversed(self._waiting))
        self._waiting.clear()
        self._pool = self.start()


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
        for _result in _InOrder(work, partial(ProcessPool, 1)).results(samples, job):
            pass


def _here(work: Work[T, R], tasks: Sequence[T], job: Job) -> Iterator[R]:
    compiled: AbstractContextManager[Any] = compiling() if len(tasks) > FEW_TASKS else nullcontext()
    with compiled:
        for task in tasks:
            with job.part(1 / len(tasks)):
                yield work(task, job)
