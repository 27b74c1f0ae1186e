"""Garbage is collected by the event loop, never by a worker, and it does not pile up."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import threading
import tkinter as tk
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, ClassVar

import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.memory import ARENAS, give_back, resident_bytes
from mazeeditor.gui.desktop import garbage
from mazeeditor.gui.desktop.garbage import Collector
from tests.events import wait_until
from tests.gui.desk import Desk
from tests.heap import GLIBC, SCATTERED, scattered

pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.own_window("what is freed with a window"),
]


class Node:
    """A part of a cycle, which only a collector can free."""

    alive: ClassVar[set[int]] = set()

    def __init__(self, size: int = 1) -> None:
        self.cycle = self
        self.alive.add(id(self))
        self.payload: list[list[int]] = [[] for _ in range(size)]

    def __del__(self) -> None:
        self.alive.discard(id(self))


@pytest.fixture(autouse=True)
def no_nodes() -> Iterator[None]:
    Node.alive.clear()
    yield
    Node.alive.clear()


@pytest.fixture
def collecting_threads() -> Iterator[set[threading.Thread]]:
    """The threads in which the collector has run."""
    threads: set[threading.Thread] = set()

    def note(_phase: str, _info: dict[str, int]) -> None:
        threads.add(threading.current_thread())

    gc.callbacks.append(note)
    yield threads
    gc.callbacks.remove(note)


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.wait(lambda: not desk.session.services.background.busy, "the compiler", 300)
    return desk


def in_worker(desk: Desk, work: Callable[[Job], object]) -> None:
    """Run work in the background until it is done, as the event loop goes on."""
    done: list[object] = []
    desk.session.services.background.run(work, done.append, done.append)
    desk.wait(lambda: bool(done), "the worker", 60)
    assert done == [None]


def close_windows_with_variables(desk: Desk, freed: list[threading.Thread]) -> None:
    """Leave windows behind whose variables are part of cycles."""

    class Variable(tk.StringVar):
        def __del__(self) -> None:
            freed.append(threading.current_thread())
            super().__del__()

    for _ in range(5):
        window: Any = tk.Toplevel(desk.root)
        window.variable = Variable(window, "x")
        window.button = tk.Button(window, textvariable=window.variable)
        window.destroy()


def allocate(_job: Job) -> None:
    """Make far more garbage than lets Python's own collector run."""
    for _ in range(20_000):
        Node()


@pytest.mark.slow
def test_variables_of_closed_windows_are_freed_by_the_event_loop(
    desk: Desk, collecting_threads: set[threading.Thread]
) -> None:
    freed: list[threading.Thread] = []
    collector = Collector(desk.root)
    close_windows_with_variables(desk, freed)
    in_worker(desk, allocate)
    collector.longest = 0.0
    desk.wait(lambda: len(freed) == 5, "the variables")
    assert collecting_threads == {*freed} == {threading.main_thread()}


def test_tuples_of_a_worker_are_left_alone(root: tk.Tk, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPython raises SystemError where a list of all objects has an unfinished one."""
    begun, go_on = threading.Event(), threading.Event()

    def numbers() -> Iterator[int]:
        for number in range(50):
            if number == 20:  # when the tuple has room for more
                begun.set()
                go_on.wait(60)
            yield number

    def list_all() -> list[Any]:
        """The tuple is complete before the list is freed, which it rarely is by chance."""
        objects = get_objects()
        go_on.set()
        wait([made], 60)
        return objects

    collector, get_objects = Collector(root), gc.get_objects
    monkeypatch.setattr(gc, "get_objects", list_all)
    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(lambda: tuple(numbers()))
        assert begun.wait(60)
        collector._collect_all()
        go_on.set()
        assert made.result() == tuple(range(50))


def test_a_large_object_does_not_wait_for_many_small_ones(root: tk.Tk) -> None:
    gc.disable()
    collector = Collector(root)
    collector.young, collector.longest = 10**9, 0.2
    Node()
    wait_until(root, lambda: not Node.alive, 20, "the collector")


@pytest.mark.slow
def test_what_stays_is_looked_through_a_few_times_only(desk: Desk) -> None:
    before = gc.get_freeze_count()
    kept = Node(garbage.MAX_FROZEN_OBJECTS + 1)
    desk.wait(
        lambda: gc.get_freeze_count() > before + garbage.MAX_FROZEN_OBJECTS, "the collector", 30
    )
    assert len(gc.get_objects()) < garbage.MAX_FROZEN_OBJECTS
    assert kept.cycle is kept


def test_other_windows_are_not_frozen(root: tk.Tk) -> None:
    """Else each that is closed later would stay in memory."""
    gc.disable()
    collector = Collector(root)
    window: Any = tk.Toplevel(root)
    window.cycle = Node(2 * garbage.MAX_FROZEN_OBJECTS)
    Node()
    collector.longest = 0.0
    before = gc.get_freeze_count()
    wait_until(root, lambda: len(Node.alive) == 1, 30, "the collector")
    assert gc.get_freeze_count() < before + garbage.MAX_FROZEN_OBJECTS
    window.destroy()
    del window
    wait_until(root, lambda: not Node.alive, 30, "the window")


@pytest.mark.slow
def test_a_window_that_was_frozen_is_freed_once_it_is_closed(root: tk.Tk) -> None:
    """Compiled kernels are frozen with all that is open at that moment."""
    gc.disable()
    collector = Collector(root)
    collector.longest, collector.most, collector.idle = 0.0, garbage.MAX_FROZEN_OBJECTS, 0
    window: Any = tk.Toplevel(root)
    window.cycle = Node(2 * garbage.MAX_FROZEN_OBJECTS)
    window.parts = [tk.Label(window) for _ in range(garbage.CLOSED)]
    before = gc.get_freeze_count()
    wait_until(
        root,
        lambda: gc.get_freeze_count() > before + garbage.MAX_FROZEN_OBJECTS,
        30,
        "the collector",
    )
    window.destroy()
    del window
    wait_until(root, lambda: not Node.alive, 30, "the window")


@GLIBC
def test_what_was_in_use_when_memory_was_given_back_goes_back_later(root: tk.Tk) -> None:
    give_back()
    before = resident_bytes()
    held = scattered()
    Collector(root).longest = 0.1
    wait_until(root, lambda: resident_bytes() < before + SCATTERED * 0.2, 20, "the memory")
    used = [bytearray(20_000) for _number in range(SCATTERED // 20_000)]
    held = scattered()
    Collector(root).longest = 0.1
    wait_until(root, lambda: resident_bytes() < before + SCATTERED * 1.2, 20, "the memory")
    used[:] = used[::50]
    wait_until(root, lambda: resident_bytes() < before + SCATTERED * 0.3, 20, "the rest")
    assert held


WORKERS = """
import ctypes
from threading import Barrier, Thread
from mazeeditor.gui.app import start
from mazeeditor.app.settings import Settings

window = start(Settings())
library, together = ctypes.CDLL(None), Barrier(6)

def work():
    held = bytearray(1_000_000), [bytearray(5_000) for _number in range(100)]
    together.wait()

threads = [Thread(target=work) for _number in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
window.close()
"""


@GLIBC
@pytest.mark.slow
@pytest.mark.usefixtures("without_gallery")
def test_workers_share_an_arena() -> None:
    """Each has freed memory of its own, which no other can take."""
    ran = subprocess.run(
        [sys.executable, "-c", WORKERS], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.stderr == ""
    assert len(re.findall(r"<heap nr=", ran.stdout)) == ARENAS
