"""The workers of a Dask cluster draw pages, as those of this computer do.

A worker of the cluster that dies costs nothing: its scheduler gives the page to another one. A page
that no worker survives is named; those of a cluster that has ended are drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from mazeeditor.errors import MazeError, UsageError
from mazeeditor.processes.pool import KilledError
from mazeeditor.translation import _, quoted

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 10  # s until a cluster must have answered


class ClusterExecutor(Executor):
    """Does tasks on the workers of a ``distributed.Client``."""

    def __init__(self, client: Any) -> None:
        self._executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let a worker do a task; a future of a worker that died raises ``BrokenExecutor``."""
        result: Future[T] = Future()
        result.set_running_or_notify_cancel()
        try:
            inner = self._executor.submit(fn, *args, **kwargs)
        except Exception as error:  # the scheduler is gone
            raise BrokenExecutor(str(error)) from error
        inner.add_done_callback(partial(_pass_on, result))
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Forget all tasks that are not done."""
        self._executor.shutdown(wait=wait and not cancel_futures)


def _pass_on(result: Future[Any], inner: Future[Any]) -> None:
    try:
        result.set_result(inner.result())
    except CancelledError as error:
        result.set_exception(BrokenExecutor(str(error)))
    except BaseException as error:
        if type(error).__name__ == "KilledWorker":
            error = KilledError(None)
        elif type(error).__name__ == "CommClosedError":
            error = BrokenExecutor(str(error))
        result.set_exception(error)


@contextmanager
def connected(address: str | None) -> Iterator[Callable[[], Executor] | None]:
    """Connect with the scheduler of a cluster; yield what ``do_all`` starts, None without one.

    Raises ``UsageError`` where Dask is not installed, and ``MazeError`` where nobody answers or
    the workers have another version of the program.
    """
    if address is None:
        yield None
        return
    try:
        distributed = import_module("distributed")
    except ImportError:
        text = _("A cluster needs Dask: type {command}")
        raise UsageError(text.format(command='pip install "mazeeditor[cluster]"')) from None
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        text = _("No cluster answers at {address} ({reason}).")
        reason = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise MazeError(text.format(address=quoted(address), reason=reason)) from None
    try:
        if not client.scheduler_info()["workers"]:
            text = _("The cluster at {address} has no workers.")
            raise MazeError(text.format(address=quoted(address)))
        yield partial(ClusterExecutor, client)
    finally:
        client.close()
