"""The workers of a Dask cluster do tasks, as the processes of this computer do.

::

    client ─── task ───> scheduler ───> worker     a worker dies: the scheduler gives its task
       ^                                   |       to another one, until four have died of it;
       └───── outcome ─────────────────────┘       the scheduler ends: the work ends by an error
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError as DroppedError
from concurrent.futures import Executor, Future, InvalidStateError
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.logged import PROGRAM
from mazeeditor.core.processes.pool import KilledError
from mazeeditor.core.processes.tasks import Outcome, TaskFuture, carried_out, request_of
from mazeeditor.core.processes.worker_count import WORKERS
from mazeeditor.core.processes.workers import CANCEL_POLL_S, Workers
from mazeeditor.core.threads import in_thread, start_thread
from mazeeditor.core.translation import _, quote_value

P = ParamSpec("P")
R = TypeVar("R")

TIMEOUT_S = 10.0  # s in which a scheduler must have answered
# s that a cluster may have none: those that have died may be started again
WITHOUT_WORKERS_S = 30.0
POLL_S = 0.5  # s between two looks at the cluster
RETRIES = 3  # times that a task is begun again which a worker has dropped
# A worker of Dask ends where it cannot find the function of a task, so a builtin finds it there.
TASK = f"__import__('importlib').import_module({__name__!r}).run_on_worker(code, request)"
QUIET_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application")


@contextmanager
def connect_workers(address: str | None, count: int | None, job: Job) -> Iterator[Workers]:
    """Connect with the scheduler of a cluster; yield its workers.

    Without an ``address`` these are ``count`` processes of this computer. Raises ``UsageError``
    for a wrong number of them, and where Dask is not installed, ``MazeError`` where no scheduler
    answers or it has no workers, and ``CancelledError``.
    """
    if address is None:
        yield Workers(WORKERS.check(count))
        return
    client = _client(address, job)
    try:
        threads = sum(_answer(in_thread(client.nthreads), job, address).values())
        if not threads:
            text = _("The cluster at {address} has no workers: start some (dask worker ADDRESS).")
            raise MazeError(text.format(address=quote_value(address)))
        yield Workers(cluster=partial(ClusterPool, client, address, threads))
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.close(timeout=TIMEOUT_S)


def _client(address: str, job: Job) -> Any:
    try:
        distributed = _import_distributed()
    except ImportError:
        text = _("A cluster needs Dask: type {command}")
        raise UsageError(text.format(command='pip install "mazeeditor[cluster]"')) from None
    connecting = in_thread(partial(_connect, distributed, address))
    try:
        return _answer(connecting, job, address)
    except (MazeError, CancelledError):
        connecting.add_done_callback(_close)
        raise


def _connect(distributed: Any, address: str) -> Any:
    def start(client: Any, **options: object) -> None:
        try:
            distributed.Client.start(client, **options)
        except BaseException:
            client._loop_runner.stop()  # else its thread stays
            raise

    # One that cannot connect would wait long when it is forgotten, and print a traceback.
    methods = {"start": start, "__del__": lambda _client: None}
    client = type("ClosedClient", (distributed.Client,), methods)
    return client(address, timeout=TIMEOUT_S, set_as_default=False)


def _close(connecting: Future[Any]) -> None:
    if not connecting.exception():
        connecting.result().close(timeout=TIMEOUT_S)


def _import_distributed() -> Any:
    """Import Dask, which logs to the terminal unless it is told not to when it is imported."""
    if "distributed" not in sys.modules:
        settings: dict[str, Any] = {"logging": dict.fromkeys(QUIET_LOGGERS, "critical")}
        settings |= {"distributed.admin.large-graph-warning-threshold": "1 TiB"}
        import_module("dask").config.set(settings)
    return import_module("distributed")


def _answer(answer: Future[R], job: Job, address: str) -> R:
    """Return what the scheduler answers; raises ``MazeError``, and ``CancelledError`` at once."""
    latest = monotonic() + 1.5 * TIMEOUT_S  # where something answers that is no scheduler
    while not answer.done() and monotonic() < latest:
        job.check()
        with suppress(FutureTimeoutError):
            answer.exception(CANCEL_POLL_S)
    try:
        return answer.result(0)
    except Exception as error:
        text = _(
            "No cluster answers at {address} ({reason}): check the address, and that its scheduler "
            "runs."
        )
        raise MazeError(text.format(address=quote_value(address), reason=_short(error))) from None


def _short(error: BaseException) -> str:
    lines = str(error).splitlines()
    if not lines and isinstance(error, (TimeoutError, FutureTimeoutError)):
        return _("no answer in {seconds:.0f} s").format(seconds=TIMEOUT_S)
    return lines[0].strip(" .:")[:120] if lines else type(error).__name__


class ClusterPool(Executor):
    """Does tasks on the workers of the cluster at ``address``, of ``count`` threads at first."""

    def __init__(self, client: Any, address: str, count: int) -> None:
        self.count = count
        self._client, self._address = client, address
        self._futures: dict[TaskFuture[Any], Any] = {}  # and those of Dask
        self._closed = False
        self._watch = self._in_loop(self._watching())

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> TaskFuture[R]:
        """Let a worker do a task; raises ``MazeError`` where the cluster is gone."""
        future: TaskFuture[R] = TaskFuture()
        request = request_of(fn, *args, **kwargs)
        try:
            known = {"code": code_digest(), "request": request}
            inner = self._client.submit(eval, TASK, known, pure=False, retries=RETRIES)
        except Exception:  # of many kinds
            raise self._gone() from None
        self._futures[future] = inner
        self._in_loop(self._fetch(future, inner))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Let the cluster forget all tasks that are not done; it cancels those that are begun."""
        self._closed = True
        self._watch.cancel()
        for inner in list(self._futures.values()):  # the thread of Dask removes some
            with suppress(Exception):
                inner.release()
        self._futures.clear()

    def _in_loop(self, work: Any) -> Future[Any]:
        """Run a coroutine in the thread of Dask."""
        from asyncio import run_coroutine_threadsafe  # here: commands without a cluster need none

        return run_coroutine_threadsafe(work, self._client.loop.asyncio_loop)

    # In the thread of Dask

    async def _watching(self) -> None:
        """Follow how many workers there are; let all tasks fail where the cluster is gone."""
        from asyncio import sleep, wait_for

        last = monotonic()
        while not self._closed:
            await sleep(POLL_S)
            try:
                asked = self._client.scheduler.ncores()
                threads = sum((await wait_for(asked, TIMEOUT_S)).values())
            except Exception:  # of many kinds
                self._fail_all(self._gone())
                return
            if threads:
                self.count, last = threads, monotonic()
            elif monotonic() - last > WITHOUT_WORKERS_S:
                text = _(
                    "The cluster at {address} has no workers any more; nothing was written. Start "
                    "some (dask worker ADDRESS), and try again."
                )
                self._fail_all(MazeError(text.format(address=quote_value(self._address))))
                return

    async def _fetch(self, future: TaskFuture[Any], inner: Any) -> None:
        """Settle a future with what has become of its task."""
        from asyncio import CancelledError as StoppedError

        try:
            outcome = pickle.loads(await self._client.gather(inner, asynchronous=True))
        except (DroppedError, StoppedError, OSError):
            outcome = Outcome(error=self._gone())
        except Exception as error:  # of many kinds
            killed = type(error).__name__ == "KilledWorker"
            outcome = Outcome(error=KilledError(None) if killed else self._unfit(error))
        if isinstance(outcome.error, ImportError):
            outcome = Outcome(error=self._unfit(outcome.error))
        with suppress(InvalidStateError):  # the cluster is gone
            future.settle(outcome)
        self._futures.pop(future, None)

    def _fail_all(self, error: MazeError) -> None:
        for future in list(self._futures):
            with suppress(InvalidStateError):
                future.set_exception(error)

    def _gone(self) -> MazeError:
        text = _(
            "The scheduler of the cluster at {address} does not answer any more; nothing was "
            "written. Start it again, or do the work without a cluster."
        )
        return MazeError(text.format(address=quote_value(self._address)))

    def _unfit(self, error: BaseException) -> MazeError:
        text = _(
            "A worker of the cluster at {address} cannot do the work ({reason}): install "
            "the same version of {program} there, and what it needs."
        )
        known = {"address": quote_value(self._address), "reason": _short(error), "program": PROGRAM}
        return MazeError(text.format(**known))


@cache
def code_digest() -> str:
    """Return a digest of the program's sources: pickled tasks are for the same version alone."""
    file = sys.modules[PROGRAM].__file__
    assert file
    digest = sha256()
    for source in sorted(Path(file).parent.rglob("*.py")):
        digest.update(source.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


# In a worker of the cluster


def run_on_worker(code: str, request: bytes) -> bytes:
    """Do a task; return its outcome as it is sent back."""
    worker = import_module("distributed").get_worker()
    if code != code_digest():
        problem = ImportError(_("{worker} has another version").format(worker=worker.address))
        return pickle.dumps(Outcome(error=problem))
    job = Job()
    with _cancelled_with_task(job, worker):
        data = carried_out(request, job)
    if job.cancelled:  # or begun again, where the command still waits for it
        raise CancelledError
    return data


@contextmanager
def _cancelled_with_task(job: Job, worker: Any) -> Iterator[None]:
    """Cancel the job of the task that this thread does where the cluster has forgotten that."""
    key, done = worker.get_current_task(), Event()

    def watch() -> None:
        while not done.wait(CANCEL_POLL_S):
            task = worker.state.tasks.get(key)
            if task is None or task.state in ("cancelled", "resumed"):
                job.cancel()
                return

    start_thread(watch)
    try:
        yield
    finally:
        done.set()
