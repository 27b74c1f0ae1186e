"""The cases in which stalls of the event loop are measured, each in a real window."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from threading import Thread
from time import perf_counter, process_time

import numpy as np

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.core.kernels.compiled import available, kernels_of
from mazeeditor.gui import app
from mazeeditor.gui.window.window import Window
from mazeeditor.gui.workspaces import WORKSPACES
from mazeeditor.maze.facts.facts import facts

SMALL = 50  # rows and columns of the first maze
SEED = 1
SQUARES = 4  # slots of a cell
IDLE = 2.0  # s
DO_NOT_WAIT = 2  # a flag of Tcl_DoOneEvent
COLUMNS = ("case", "name", "size", "total_ms", "stall_ms", "own_ms", "shown_ms", "cancel_ms")


def now() -> tuple[float, float]:
    """Return the time and the time of the processor that this process has had, in seconds."""
    return perf_counter(), process_time()


class StallCase:
    """One window with a timer that comes each millisecond.

    ``total_ms`` is how long it took, ``stall_ms`` the longest time between two calls of the timer
    meanwhile, ``own_ms`` the same as far as this process computed in it (the rest is what other
    programs took from a busy machine), ``shown_ms`` the longest time while the result is put on
    the screen and counted, and ``cancel_ms`` the time from the press of Cancel until the work has
    ended: the window is free before that.
    """

    def __init__(self, case: str, name: str, size: int) -> None:
        self.case, self.name, self.size = case, name, size
        self.total_ms = self.stall_ms = self.own_ms = 0.0
        self.shown_ms: float | None = None
        self.cancel_ms: float | None = None
        sys.setswitchinterval(app.SWITCH_S)
        self.window: Window = app.start(Settings())
        self.beats: list[float] = []
        self.measure()
        self.window.close()

    def figures(self) -> dict[str, object]:
        """Return what was measured."""
        return {name: getattr(self, name) for name in COLUMNS}

    def measure(self) -> None:
        """Bring the situation about."""
        raise NotImplementedError

    def run_until(self, done: Callable[[], bool]) -> tuple[float, float]:
        """Let the window go on until something is so; return the time taken and the stall, ms."""
        root, beats = self.window.root, [now()]
        timer = ""

        def beat() -> None:
            nonlocal timer
            beats.append(now())
            timer = root.after(1, beat)

        timer = root.after(1, beat)
        while not done():
            root.tk.dooneevent(0)
        root.after_cancel(timer)  # else each later wait would find that much more to do
        beats.append(now())
        gaps = np.diff(np.array(beats), axis=0) * 1000
        self.own_ms = float(gaps.min(axis=1).max())
        return (beats[-1][0] - beats[0][0]) * 1000, float(gaps[:, 0].max())

    def settled(self) -> bool:
        """Whether nothing runs, all is counted and the picture is fine."""
        window = self.window
        return (
            not window.session.services.jobs.busy
            and window.session.view.verdict.settled
            and window.maze_view.fine
        )

    def compiled(self) -> bool:
        """Whether the kernels of the first commands are compiled, where they can be."""
        verdict = [kernel[SQUARES] for kernel in kernels_of(facts)]
        ready = all(kernel.ready for kernel in verdict) or not available()
        return ready and not self.window.session.services.background.busy


class Idle(StallCase):
    """Nothing runs: what the machine and its other programs do to the timer."""

    def measure(self) -> None:
        """Wait a while."""
        self.run_until(self.compiled)
        started = perf_counter()
        self.total_ms, self.stall_ms = self.run_until(lambda: perf_counter() - started > IDLE)


class Compiling(StallCase):
    """A new installation: what the first commands need is compiled while the window is idle."""

    def measure(self) -> None:
        """Wait until it is there."""
        self.total_ms, self.stall_ms = self.run_until(self.compiled)


class First(StallCase):
    """A new installation: Generate is pressed as soon as the window is there."""

    def measure(self) -> None:
        """Wait until the maze is on the screen."""
        window, before = self.window, self.window.session.document.maze
        self.press()
        self.total_ms, self.stall_ms = self.run_until(
            lambda: window.session.document.maze is not before and window.maze_view.fine
        )
        shown = perf_counter()
        window.root.update()
        window.root.winfo_pointerxy()  # the answer comes when the screen has drawn
        self.total_ms += (perf_counter() - shown) * 1000

    def press(self) -> None:
        """Choose the generator and the size, and press Generate."""
        draft = self.window.session.view.draft
        draft.choose_generator(self.name)
        draft.sizes.update({"rows": self.size, "columns": self.size})
        draft.rest.update({"seed": SEED, "keep_seed": True})
        self.window.run(COMMANDS["generate"])


class Generating(First):
    """Everything is compiled: a large maze is made, and cancelled in a second run."""

    def measure(self) -> None:
        """Generate, then cancel half-way."""
        self.run_until(self.compiled)
        self.press()
        self.follow()
        self.press()
        self.cancel()

    def thread(self) -> Thread:
        """Return the thread that works."""
        assert self.window.session.services.jobs._task
        return self.window.session.services.jobs._task.thread

    def follow(self) -> None:
        """Let the work run and its result be shown."""
        thread = self.thread()
        self.total_ms, self.stall_ms = self.run_until(lambda: not thread.is_alive())
        own = self.own_ms
        _total, self.shown_ms = self.run_until(self.settled)
        self.own_ms = own

    def cancel(self) -> None:
        """Let the work run half as long, then press Cancel."""
        thread, started = self.thread(), perf_counter()
        half, own = self.total_ms / 2000, self.own_ms
        self.run_until(lambda: perf_counter() - started > half)
        pressed = perf_counter()
        self.window.root.after_idle(self.window.session.services.jobs.cancel)
        self.run_until(lambda: not thread.is_alive())
        self.cancel_ms = (perf_counter() - pressed) * 1000
        self.own_ms = own


class Solving(Generating):
    """Everything is compiled: a large maze is solved, and that is cancelled in a second run."""

    def measure(self) -> None:
        """Solve, then cancel half-way."""
        solver, self.name = self.name, "backtracker"
        self.run_until(self.compiled)
        self.press()
        self.run_until(lambda: not self.window.session.services.jobs.busy)
        self.run_until(self.settled)
        self.name = solver
        self.solve()
        self.follow()
        self.solve()
        self.cancel()

    def solve(self) -> None:
        """Choose the solver and press Solve."""
        self.window.session.view.solver.kind.edit("solver", self.name)
        self.window.run(COMMANDS["solve"])


class Switching(StallCase):
    """One workspace is left for another, each seen before, and nothing has changed since.

    ``total_ms`` is the longest of the switches into it, from the press of its key until all is
    drawn on the screen, also what a worker draws; ``stall_ms`` the longest turn of the event loop
    meanwhile. ``own_ms`` is the time of the processor that this process had for the longest of
    them: on a busy machine the others say little.
    """

    def measure(self) -> None:
        """Go there from each other workspace."""
        names = WORKSPACES.names()
        for name in (*names, *names):
            self._show(name)
        switches = []
        for name in names:
            if name != self.name:
                self._show(name)
                switches.append(self._switch())
        self.total_ms, self.stall_ms, self.own_ms = (
            max(each) for each in zip(*switches, strict=True)
        )

    def _show(self, name: str) -> None:
        """Show a workspace until it does nothing any more."""
        self.window.show_workspace(name)
        for _time in range(2):  # what was drawn may change what there is room for
            self.run_until(lambda: self.compiled() and self._drawn())
            self.window.root.update()

    def _drawn(self) -> bool:
        return self.settled() and self.window.switch.content.settled

    def _switch(self) -> tuple[float, float, float]:
        root, times = self.window.root, [now()]
        self.window.show_workspace(self.name)
        while True:
            times.append(now())
            if not root.tk.dooneevent(DO_NOT_WAIT):
                root.winfo_pointerxy()  # the answer comes when the screen has drawn
                if self._drawn() and not root.tk.dooneevent(DO_NOT_WAIT):
                    break
        times.append(now())
        turns = np.diff(np.array(times), axis=0) * 1000
        total, own = turns.sum(axis=0).tolist()
        return total, float(turns[:, 0].max()), own


CASES: dict[str, type[StallCase]] = {
    "idle": Idle,
    "compile": Compiling,
    "first": First,
    "generate": Generating,
    "solve": Solving,
    "switch": Switching,
}


def measure(case: str, name: str, size: str) -> None:
    """Measure one situation in this process and print a JSON object."""
    print(json.dumps(CASES[case](case, name, int(size)).figures()))


if __name__ == "__main__":
    measure(*sys.argv[1:])
