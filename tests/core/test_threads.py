"""Threads start in one place and lose nothing; switches of the process are always put back."""

from __future__ import annotations

import ast
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.core import pictures
from mazeeditor.core.errors import UsageError
from mazeeditor.core.threads import SharedContext, in_thread, start_thread
from tests.sources import sources

THREADS, TURNS = 3, 2
SECONDS = 60.0


@pytest.fixture(autouse=True)
def _in_turns() -> Iterator[None]:
    """Let threads take turns so often that each meets the others in any line."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[int], object]) -> list[object]:
    """Return what ``THREADS`` threads return for their numbers, begun at the same moment."""
    begin = threading.Barrier(THREADS)
    results: list[object] = [None] * THREADS

    def run(number: int) -> None:
        begin.wait(SECONDS)
        results[number] = work(number)

    threads = [
        threading.Thread(target=run, args=(number,), daemon=True) for number in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    return results


def test_the_last_one_puts_it_back() -> None:
    state = ["usual"]

    @contextmanager
    def turned() -> Iterator[None]:
        before = state[0]
        state[0] = "turned"
        yield
        state[0] = before

    shared = SharedContext(turned)
    inside, leave = threading.Barrier(2), threading.Event()

    def other() -> None:
        with shared:
            inside.wait(SECONDS)
            leave.wait(SECONDS)

    thread = threading.Thread(target=other, daemon=True)
    with shared:
        thread.start()
        inside.wait(SECONDS)
    assert state == ["turned"]  # the other is inside
    leave.set()
    thread.join(SECONDS)
    assert state == ["usual"]
    with pytest.raises(UsageError), shared:
        raise UsageError("an error inside")
    assert state == ["usual"]


@pytest.mark.slow
def test_dxf_files_written_at_once_are_the_same(tmp_path: Path) -> None:
    from ezdxf import options  # type: ignore[attr-defined]

    maze = mazeeditor.generate(rows=6, columns=6, seed=1)

    def write(number: int) -> set[bytes]:
        path = tmp_path / f"{number}.dxf"
        written = set()
        for _turn in range(TURNS):
            mazeeditor.export(maze, path, job="score")
            written.add(path.read_bytes())
        return written

    alone = write(0)
    assert len(alone) == 1
    assert at_once(write) == [alone] * THREADS
    assert options.write_fixed_meta_data_for_testing is False


def test_pictures_read_at_once_leave_warnings_as_they_were() -> None:
    data = BytesIO()
    Image.fromarray(np.zeros((40, 40, 3), np.uint8)).save(data, "png")
    before = list(warnings.filters)

    def read(_number: int) -> tuple[int, int]:
        for _turn in range(100):
            size = pictures.decode_picture(data.getvalue()).size
        return size

    for _turn in range(3):
        assert at_once(read) == [(40, 40)] * THREADS
        assert warnings.filters == before


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
