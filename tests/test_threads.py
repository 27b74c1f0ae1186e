"""Threads start in one place, end with the process, and lose neither results nor errors."""

from __future__ import annotations

import ast
import threading

import pytest

from mazeeditor.core.threads import in_thread, start_thread
from tests.sources import sources

STARTING = {"Thread", "Timer", "ThreadPoolExecutor", "start_new_thread"}


def test_threads_start_in_one_file() -> None:
    """So that it is known how each of them ends."""
    found = {
        one.module
        for one in sources()
        for node in one.nodes(*STARTING)
        if isinstance(node, ast.Call) and _name(node.func) in STARTING
    }
    assert found == {start_thread.__module__}


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def test_a_result_or_an_error_comes_back() -> None:
    assert in_thread(lambda: 7).result(60) == 7
    with pytest.raises(ZeroDivisionError):
        in_thread(lambda: 1 / 0).result(60)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_that_nobody_waits_for_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[type[BaseException] | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda given: reported.append(given.exc_type))
    start_thread(lambda: 1 / 0).join(60)
    assert reported == [ZeroDivisionError]


def test_no_thread_holds_up_the_end() -> None:
    release = threading.Event()
    thread = start_thread(release.wait)
    assert thread.daemon
    release.set()
    thread.join(60)
