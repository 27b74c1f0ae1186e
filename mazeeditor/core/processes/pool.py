"""Child processes that do tasks; a child that dies costs no task, but one that ends each child.

::

    tasks     4 5 6 ...    a thread for each child takes the next one, and sends it
    children  2 . 3        a child dies: another takes its place, and its task is done again,
    futures   1 2 3 ...    the last time alone: no other task can be the reason then
"""

from __future__ import annotations

import pickle
import signal
import subprocess
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Condition, Thread
from typing import Any, ParamSpec, TypeVar

from mazeeditor.core.errors import MazeError
from mazeeditor.core.processes import isolated
from mazeeditor.core.processes.tasks import (
    OUTCOME,
    STEPS,
    TASK,
    Outcome,
    TaskFuture,
    read_message,
    request_of,
    write_message,
)
from mazeeditor.core.threads import start_thread
from mazeeditor.core.translation import _

P = ParamSpec("P")
R = TypeVar("R")

ATTEMPTS = 3  # to start a child, and to do a task
TIMEOUT_S = 2.0  # s in which a child that has no more tasks ends


class KilledError(MazeError):
    """Each process that had a task has died.

    ``ended`` is how the last one did, as ``subprocess`` says it; None where that is not known.
    """

    def __init__(self, ended: int | None, what: str = "") -> None:
        self.ended, self._what = ended, what
        text = _(
            "{what} could not be finished: each process that had it was ended, probably because "
            "memory is short. Close other programs, or ask for something smaller."
        )
        if ended is not None and -ended != getattr(signal, "SIGKILL", None):
            text = _(
                "{what} could not be finished: each process that had it crashed ({reason}). Try "
                "other options, and report this error."
            )
        super().__init__(text.format(what=what or _("The work"), reason=_reason(ended)))

    def of(self, what: str) -> KilledError:
        return KilledError(self.ended, what)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from."""
        return type(self), (self.ended, self._what)


def _reason(ended: int | None) -> str:
    with suppress(ValueError):
        return signal.Signals(-(ended or 0)).name
    return _("exit status {number}").format(number=ended)


@dataclass(eq=False)
class _Task:
    """What is to be done, and how many processes have died of it; ``ended`` is how the last did."""

    request: Callable[[], bytes]
    future: TaskFuture[Any]
    deaths: int = 0
    ended: int | None = None

    @property
    def alone(self) -> bool:
        """Whether no other task may be done meanwhile."""
        return self.deaths == ATTEMPTS - 1


class _Child:
    """A process, by its pipes."""

    def __init__(self) -> None:
        self._process, self._lifeline = isolated.start()
        assert self._process.stdin
        assert self._process.stdout
        self._requests, self._replies = self._process.stdin, self._process.stdout

    def begin(self) -> None:
        """Wait until it can do tasks; raises ``EOFError`` where it has died."""
        read_message(self._replies)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def do(self, request: bytes, future: TaskFuture[Any]) -> Outcome:
        """Let it do a task; raises ``EOFError`` or ``OSError`` where it has died."""
        write_message(self._requests, TASK, request)
        while True:
            kind, data = read_message(self._replies)
            if kind == OUTCOME:
                outcome: Outcome = pickle.loads(data)
                return outcome
            future.progress = data[0] / STEPS

    def kill(self) -> None:
        """End it at once."""
        with suppress(OSError):
            self._process.kill()

    def end(self) -> int:
        """Let it end, as it has no more to do; returns how it has."""
        with suppress(OSError):
            self._requests.close()
        try:
            self._process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        ended = self._process.wait()
        self._replies.close()
        self._lifeline.close()
        return ended


class ProcessPool(Executor):
    """Does tasks in ``count`` children at most, started when tasks come.

    A future raises what its task raises, ``KilledError`` where each child that had it has died, and
    ``BrokenExecutor`` where no child could be started: then no child has had the task.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._changed = Condition()
        self._tasks: deque[_Task] = deque()
        self._threads: list[Thread] = []
        self._serving = 0  # threads
        self._running = 0  # tasks
        self._alone = False  # whether the one that is running must be the only one
        self._busy: set[_Child] = set()
        self._closed = self._cancelled = False

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> TaskFuture[R]:
        """Let a child call a function of a module, with arguments that can be pickled.

        A ``Job`` among them reports the progress. Raises ``BrokenExecutor``.
        """
        future: TaskFuture[R] = TaskFuture()
        request = partial(request_of, fn, *args, **kwargs)
        with self._changed:
            if len(self._threads) < self.count:
                self._start_thread()
            if self._closed or not self._serving:
                raise BrokenExecutor("no child can be started")
            self._tasks.append(_Task(request, future))
            self._changed.notify_all()
        return future

    def _start_thread(self) -> None:
        if not isolated.can_start():
            return
        with suppress(RuntimeError):  # the system allows no more
            self._threads.append(start_thread(self._serve))
            self._serving += 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the children end; with ``cancel_futures`` at once, whatever they are doing."""
        with self._changed:
            self._closed = True
            if cancel_futures:
                self._cancelled = True
                self._fail_all()
                for child in self._busy:
                    child.kill()
            self._changed.notify_all()
        if wait:
            for thread in self._threads:
                thread.join()

    # In a thread for each child

    def _serve(self) -> None:
        child: _Child | None = None
        while (task := self._take()) is not None:
            if child is None or not child.alive:
                if child is not None:
                    child.end()
                child = self._started()
                if child is None:
                    self._release(task, again=True)
                    break
            self._carry_out(task, child)
        if child is not None:
            child.end()
        with self._changed:
            self._serving -= 1
            if not self._serving:
                self._fail_all()

    def _take(self) -> _Task | None:
        """Return the next task, None where there will be no more."""
        with self._changed:
            while True:
                if self._tasks and not self._alone and not (self._tasks[0].alone and self._running):
                    task = self._tasks.popleft()
                    self._running += 1
                    self._alone = task.alone
                    return task
                if self._closed and not self._tasks:
                    return None
                self._changed.wait()

    def _release(self, task: _Task, *, again: bool) -> None:
        """Let others go on, and do the task ``again`` before all others."""
        with self._changed:
            self._running -= 1
            self._alone = False
            if again:
                self._tasks.appendleft(task)
                if self._cancelled:
                    self._fail_all()
            self._changed.notify_all()

    def _fail_all(self) -> None:
        """Let all tasks that wait fail, as nobody will do them."""
        for task in self._tasks:
            error = BrokenExecutor("no child could be started")
            task.future.set_exception(KilledError(task.ended) if task.deaths else error)
        self._tasks.clear()

    def _started(self) -> _Child | None:
        """Return a child that can do tasks, None where there is none."""
        for _attempt in range(ATTEMPTS):
            with suppress(OSError):
                child = _Child()
                if self._within(child, child.begin):
                    return child
                child.end()
        return None

    def _within(self, child: _Child, work: Callable[[], object]) -> bool:
        """Wait for a child, which ``shutdown`` may kill; returns whether it has not died."""
        with self._changed:
            if self._cancelled:
                child.kill()
            self._busy.add(child)
        try:
            work()
        except (EOFError, OSError):
            return False
        finally:
            with self._changed:
                self._busy.discard(child)
        return True

    def _carry_out(self, task: _Task, child: _Child) -> None:
        """Let a child do a task, whatever comes of it."""
        outcomes: list[Outcome] = []
        try:
            request = task.request()
            if not self._within(child, lambda: outcomes.append(child.do(request, task.future))):
                self._blame(task, child.end())
                return
        except Exception as problem:  # it cannot be pickled, or not be read
            child.kill()
            outcomes.append(Outcome(error=problem))
        self._release(task, again=False)
        task.future.settle(outcomes[0])

    def _blame(self, task: _Task, ended: int) -> None:
        """Do a task once more whose child has died, or let it fail."""
        task.deaths += 1
        task.ended = ended
        self._release(task, again=task.deaths < ATTEMPTS)
        if task.deaths == ATTEMPTS:
            task.future.set_exception(KilledError(ended))
