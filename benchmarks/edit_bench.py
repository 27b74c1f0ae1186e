"""A window with a large maze, in which the turns of the event loop are measured."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any

import numpy as np

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.editing.edits import ReplaceMaze
from mazeeditor.gui import app
from mazeeditor.gui.window.window import Window
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES as FORMS
from mazeeditor.maze.shapes import sizes_about

MASKED = "masked"
SHAPES = [*FORMS.names(), MASKED]
COLUMNS = ("shape", "action", "first_ms", "turn_ms", "stall_ms", "shown_ms")
SEED = 1
BRAID = 0.02
REPEATS = 3  # after the first time
QUIET, TURNS = 0.08, 40  # s, and turns, without anything to do: all can be seen
LONGEST = 120.0  # s that anything may take
WIDTH, HEIGHT = 1600, 1000  # px of the window
STEPS = 60  # motions of a drag
DONT_WAIT = 2  # a flag of Tcl: handle an event if there is one
SCHEDULE = Path("/proc/thread-self/schedstat")  # of Linux: ns on and waiting for a processor
HELD = 256  # the state of an event while the left button is held


def now() -> tuple[float, float]:
    """Return a clock that stands while this thread waits for a processor, and ``process_time``.

    Both in s. What other programs take from a busy machine counts in neither.
    """
    schedule = _schedule()
    waited = 0
    if sys.platform != "win32" and schedule is not None:
        waited = int(os.pread(schedule, 100, 0).split()[1])
    return perf_counter() - waited / 1e9, process_time()


@cache
def _schedule() -> int | None:
    """Return the open file of the schedule of the thread that calls first: opening takes 0.1 ms."""
    return os.open(SCHEDULE, os.O_RDONLY) if SCHEDULE.exists() else None


Action = Callable[["EditBench"], Iterator[None]]


class EditBench:
    """One window with a large maze."""

    def __init__(self, shape: str, size: int, folder: Path) -> None:
        self.shape, self.folder = shape, folder
        sys.setswitchinterval(app.SWITCH_S)
        self.window: Window = app.start(Settings(width=WIDTH, height=HEIGHT))
        self.answer = Path()  # of the dialog that asks for a file
        setattr(self.window.dialogs, "file_to_open", lambda *_question: self.answer)  # noqa: B010
        setattr(self.window.root, "report_callback_exception", self._fail)  # noqa: B010
        self.root, self.session = self.window.root, self.window.session
        self.view = self.window.maze_view
        self.error: object = None
        self.beats: list[tuple[float, float]] = []
        self.longest = self.total = self.started = 0.0  # s: of a turn; of an action; when it began
        recipe = self._recipe(size)
        self.maze = maze_of(recipe)
        self.other = self.folder / "other.maze"
        self._spoil(self.maze)
        changed = self.maze.copy()
        changed.toggle(self.inner_walls(changed)[::997][:500])
        mazeeditor.save(changed, self.other)
        self.session.document.apply(ReplaceMaze("", self.maze, recipe))
        self._beat()
        self.wait()

    def _recipe(self, size: int) -> Recipe:
        shape = "rectangular" if self.shape == MASKED else self.shape
        masks = (MaskStep("heart"),) if self.shape == MASKED else ()
        sizes = sizes_about(shape, size, {})
        return Recipe("backtracker", shape=shape, sizes=sizes, masks=masks, seed=SEED, braid=BRAID)

    def _spoil(self, maze: Maze) -> None:
        """Seal some cells, so that there is something to tint and to repair."""
        lattice = maze.lattice
        geometry = lattice.geometry
        cells = lattice.inside_cells()
        x, y = geometry.centres(cells).T
        middle = np.hypot(x - geometry.width / 2, y - geometry.height * 0.4)
        chosen = np.zeros(lattice.size, np.bool_)
        chosen[cells[middle < geometry.width / 40]] = True
        for slot in range(lattice.degree):
            own = np.flatnonzero(chosen)
            others, _backs = lattice.beyond(own, slot)
            edge = own[lattice.inside[others] & ~chosen[others]]
            maze.write(lattice.wall_ids(edge, np.full(len(edge), slot, np.int64)), True)

    @staticmethod
    def inner_walls(maze: Maze) -> Ids:
        """Return the closed walls int64[k] between two cells of a maze, from its middle on."""
        walls = maze.closed_walls()
        lower, _slots, upper, _backs = maze.lattice.sides_of(walls)
        inner = walls[maze.lattice.inside[lower] & maze.lattice.inside[upper]]
        return inner[len(inner) // 2 :]

    def _fail(self, *error: object) -> None:
        """Keep an error for ``wait``: a dialog would wait for an answer."""
        self.error = error[1]

    # Turns

    def _beat(self) -> None:
        self.beats.append(now())
        self.root.after(1, self._beat)

    def turn(self, flags: int = 0) -> bool:
        """Let the event loop handle one event; returns whether there was one."""
        before = thread_time()
        handled = bool(self.root.tk.dooneevent(flags))
        self.longest = max(self.longest, thread_time() - before)
        if isinstance(self.error, BaseException):
            raise self.error
        return handled

    @property
    def settled(self) -> bool:
        """Whether nothing runs, and all is painted."""
        session, view = self.session, self.view
        busy = session.services.jobs.busy or session.services.background.busy
        counted = session.view.verdict.settled
        return not busy and counted and view.painted and view.fine

    def wait(self) -> float:
        """Let the window go on until all can be seen; return when that was."""
        last = started = perf_counter()
        turns = 0  # since then: a busy machine may let none come in all that time
        while perf_counter() - last < QUIET or turns < TURNS:
            self.turn()
            turns += 1
            if not self.settled:
                last, turns = perf_counter(), 0
            if last - started > LONGEST:
                raise TimeoutError(f"still busy after {LONGEST:.0f} s")
        return last

    def do(self, act: Callable[[], object]) -> None:
        """Call something as the event loop would."""
        self.root.after(0, act)

    def measure(self, name: str, action: Action) -> dict[str, object]:
        """Do an action of a name several times."""
        turns, stalls, shown = [], [], []
        for _time in range(REPEATS + 1):
            self.begin()
            for _step in action(self):
                self.total += self.wait() - self.started
                self.started = perf_counter()
            turns.append(self.longest * 1000)
            gaps = np.diff(np.array([*self.beats, now()]), axis=0) * 1000
            stalls.append(float(gaps.min(axis=1).max()))
            shown.append(self.total * 1000)
            self.restore()
        figures = turns[0], max(turns[1:]), max(stalls[1:]), median(shown[1:])
        return dict(zip(COLUMNS, (self.shape, name, *figures), strict=True))

    def begin(self) -> None:
        """Measure from now on: what was done before prepared it."""
        self.wait()
        self.beats, self.longest, self.total = [now()], 0.0, 0.0
        self.started = perf_counter()

    def restore(self) -> None:
        """Let the maze be what it was, nothing selected and nothing shown."""
        session = self.session
        session.view.toolbox.cancel()
        if "fixing" in vars(session.view):
            session.view.fixing.leave()
        session.view.hide_found()
        session.view.toolbox.choose("wall")
        while len(session.document.history.done) > 1:
            session.document.undo()
        session.view.selection.clear()
        self.view.fit()
        self.wait()

    # What a hand does

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return a place of the canvas, in px, by shares of the maze."""
        view = self.view.viewport
        px, py = self.view.viewport.to_px(x * view.columns, y * view.rows)
        return round(px), round(py)

    def point(self, kind: str, x: float, y: float, state: int = 0, **more: int) -> None:
        """Let the pointer do something at a place of the canvas, in px."""
        options: Any = {"x": round(x), "y": round(y), "state": state, **more}
        self.view.canvas.event_generate(f"<{kind}>", when="tail", **options)

    def drag(self, places: list[tuple[float, float]], state: int = 0) -> None:
        """Drag through places, in px; events are handled one after the other."""
        (x, y), *_rest = places
        self.point("Motion", x, y, state)
        self.point("ButtonPress-1", x, y, state, button=1)
        for x, y in places:
            self.point("Motion", x, y, state | HELD)
            while self.turn(DONT_WAIT):
                pass
        self.point("ButtonRelease-1", x, y, state | HELD, button=1)

    def run(self, name: str) -> None:
        """Run a command."""
        self.do(lambda: self.window.run(COMMANDS[name]))

    def undo(self) -> None:
        """Undo the last step, where the action has made one."""
        if len(self.session.document.history.done) > 1:
            self.run("undo")
