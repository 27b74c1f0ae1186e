"""Live truth: how long from a motion of the pointer until it is painted what the stroke would do.

    python -m benchmarks truth [--json] [--sizes 100 1000] [--strokes N] [--shape NAME]

In a real window with a perfect maze, the button is pressed on walls, one after the other.
``tint_ms`` is the time from the event until the verdict and the sealed cells of that moment are on
the screen, the median and the longest; ``cpu_ms`` what all threads have computed until then, the
median: on a machine with nothing else to do the first is that, and 3 ms of timers. ``offer_ms`` is
until the wall that keeps the route single is marked, for the strokes for which there is one;
``stall_ms`` the longest turn of the event loop meanwhile. Times leave out what the thread of the
window waited for a processor.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from benchmarks.edit_bench import DONT_WAIT, HEIGHT, HELD, WIDTH, now
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import ReplaceMaze
from mazeeditor.gui import app
from mazeeditor.gui.window.window import Window
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.maze.shapes import SHAPES, sizes_about
from mazeeditor.maze.walls import inner_walls

SIZES, STROKES, SEED, ZOOM = (100, 1000), 24, 1, 24
TIMES = "tint_ms", "tint_most", "cpu_ms", "offer_ms", "offer_most", "stall_ms"


class TruthBench:
    """One window with a maze, whose walls are pressed."""

    def __init__(self, shape: str, size: int) -> None:
        sys.setswitchinterval(app.SWITCH_S)
        self.window: Window = app.start(Settings(width=WIDTH, height=HEIGHT))
        self.view, self.session = self.window.maze_view, self.window.session
        recipe = Recipe("backtracker", shape=shape, sizes=sizes_about(shape, size, {}), seed=SEED)
        maze = maze_of(recipe)
        self.session.document.apply(ReplaceMaze("", maze, recipe))
        self.window.run(COMMANDS["tool-wall"])
        self.longest = 0.0
        self.run_until(self.settled)

    def settled(self) -> bool:
        """Whether nothing runs and all is painted."""
        shown = self.session.view
        counted = shown.verdict.settled and shown.offered_wall.settled
        return counted and self.view.fine and self.view.painted

    def told(self) -> bool:
        """Whether the verdict, and the sealed cells, are those of the maze, and on the screen."""
        return self.session.view.verdict.settled and self.view.painted

    def run_until(self, done: Callable[[], bool]) -> float:
        """Let the window go on until something is so; return the time in ms."""
        begun, timer = now()[0], ""

        def beat() -> None:
            nonlocal timer
            timer = self.window.root.after(1, beat)

        beat()  # else the loop would wait for events where all is done
        while not done():
            turn = now()
            self.window.root.tk.dooneevent(0)
            took = min(end - start for end, start in zip(now(), turn, strict=True))
            self.longest = max(self.longest, took)
        self.window.root.after_cancel(timer)
        self.window.root.update_idletasks()
        return (now()[0] - begun) * 1000

    def walls(self, *, closed: bool) -> Ids:
        """Return passages of the route, or closed walls, far apart."""
        maze, lattice = self.session.document.maze, self.session.document.maze.lattice
        assert maze.entrance
        if closed:
            everything = np.full(lattice.size, 255, np.uint8)
            walls = inner_walls(lattice, everything, Job()).astype(np.int64)
            return walls[maze.is_closed(walls)]
        exits = {gap.cell for gap in maze.exits}
        route = shortest_route(lattice, without_gaps(maze), maze.entrance.cell, exits, Job())
        return lattice.wall_ids(route[:-1], lattice.slots_between(route[:-1], route[1:]))

    def stroke(self, wall: int) -> tuple[float, float, float | None]:
        """Press on a wall; return when the truth was painted, what it took, when of an offer."""
        view, canvas = self.view, self.view.canvas
        lattice = self.session.document.maze.lattice
        view.reveal(wall // lattice.degree)
        if view.viewport.zoom < ZOOM:
            view.zoom_to(ZOOM, *view.viewport.to_px(*view.place_of(wall // lattice.degree)))
        self.run_until(self.settled)
        ends = lattice.geometry.post_positions(lattice.geometry.posts(np.array([wall])))[0]
        x, y = (round(each) for each in view.viewport.to_px(*ends.mean(axis=0)))
        canvas.event_generate("<Motion>", x=x, y=y)
        self.run_until(self.settled)
        self.longest = 0.0
        begun, before = now()[0], process_time()
        canvas.event_generate("<ButtonPress-1>", x=x, y=y)
        handled = (now()[0] - begun) * 1000
        told = handled + self.run_until(self.told)
        computed = (process_time() - before) * 1000
        self.run_until(lambda: self.session.view.offered_wall.settled)
        offered = (now()[0] - begun) * 1000 if self.session.view.offered_wall.active else None
        stall = self.longest
        canvas.event_generate("<ButtonRelease-1>", x=x, y=y, state=HELD)
        self.run_until(self.settled)
        self.window.run(COMMANDS["undo"])
        self.run_until(self.settled)
        self.longest = stall
        return told, computed, offered

    def figures(self, strokes: int, *, closed: bool) -> dict[str, float | None]:
        """Return the times of strokes that open walls, or close the route."""
        walls = self.walls(closed=closed)
        chosen = walls[:: max(1, len(walls) // (strokes + 2))][1 : strokes + 2].tolist()
        times = []
        longest = 0.0
        for wall in chosen:
            times.append(self.stroke(int(wall)))
            longest = max(longest, self.longest)
        told = [each[0] for each in times[1:]]  # the first one loads what it needs
        offered = [each[2] for each in times[1:] if each[2] is not None]
        return {
            "tint_ms": median(told),
            "tint_most": max(told),
            "cpu_ms": median(each[1] for each in times[1:]),
            "offer_ms": median(offered) if offered else None,
            "offer_most": max(offered) if offered else None,
            "stall_ms": longest * 1000,
        }

    def close(self) -> None:
        """Close the window."""
        while self.window.root.tk.dooneevent(DONT_WAIT):
            pass
        self.window.close()


def line_of(row: dict[str, object]) -> str:
    """Return the line of one measurement."""
    figures = [row[name] for name in TIMES]
    shown = "".join(f"{'' if each is None else f'{each:.1f}':>11}" for each in figures)
    return f"{row['shape']:<14}{row['size']:>6}  {row['kind']:<7}{shown}"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="benchmarks truth", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--sizes", metavar="N", type=int, nargs="+", default=SIZES)
    parser.add_argument("--strokes", metavar="N", type=int, default=STROKES)
    parser.add_argument("--shape", choices=SHAPES.names(), action="append")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args(arguments)
    if not options.json:
        print(f"{'':<14}{'size':>6}  {'':<7}" + "".join(f"{name:>11}" for name in TIMES))
    with TemporaryDirectory() as folder:  # no settings, and no unsaved work that is offered
        os.environ |= {f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "STATE")}
        measure(options)
    return 0


def measure(options: argparse.Namespace) -> None:
    """Measure and print."""
    for shape in options.shape or SHAPES.names():
        for size in options.sizes:
            bench = TruthBench(shape, size)
            for kind, closed in (("opens", True), ("closes", False)):
                row = {"shape": shape, "size": size, "kind": kind}
                row |= bench.figures(options.strokes, closed=closed)
                print(json.dumps(row) if options.json else line_of(row), flush=True)
            bench.close()
