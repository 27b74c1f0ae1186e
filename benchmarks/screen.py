"""How fast mazes of three sizes pan, zoom, show an edit and are replaced, in a real window.

    python -m benchmarks screen [--json] [--frames N] [--shape NAME] [SIZE ...]

Each SIZE is a maze of about SIZE x SIZE cells, of which are shown walls, then its route too, then
its distances too. Each figure is the time until the X server (or what shows windows elsewhere) has
drawn the frame: the median, and how much of it this process computed. The longest stall is the
longest time in which the event loop handled no event while a maze, its route or its distances were
replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
import tkinter as tk
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from statistics import median, quantiles
from time import perf_counter, thread_time

import numpy as np

from mazeeditor.core.kernels.compiled import available
from mazeeditor.core.translation import _
from mazeeditor.gui import app
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.desktop import system
from mazeeditor.gui.look import apply
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import distances
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.maze.solvers import solve
from mazeeditor.screen.cell_paint import DistanceLevels
from mazeeditor.screen.raster.shape_closeup import kernels_for
from mazeeditor.screen.viewport import Viewport, step

WIDTH, HEIGHT = 1200, 800  # px of the canvas
FRAMES = 60
ZOOMS = (24, 8, 3, 2)  # px a cell, and fitted
CLOSE = 32  # px a cell: zooming goes from fitted to here and back
SEED = 1


@dataclass(frozen=True)
class Timing:
    """Frames of one kind: times in ms, ``cpu_ms`` of them in the thread of the window.

    ``size`` squared is about the number of cells; ``shown`` is what is drawn besides walls, and
    ``zoom`` px a cell at the last of the frames.
    """

    size: int
    shown: str
    what: str
    zoom: float
    median_ms: float
    p95_ms: float
    cpu_ms: float

    @property
    def a_second(self) -> float:
        """The number of such frames in a second."""
        return 1000 / self.median_ms


@dataclass(frozen=True)
class Stall:
    """The longest pause of the event loop while ``what`` happened, and how long that took."""

    size: int
    what: str
    longest_ms: float
    total_ms: float


class ScreenBench:
    """One window, and what is measured in it."""

    def __init__(self, frames: int = FRAMES) -> None:
        for kernel in kernels_for(filled=True, blanks=True) if available() else ():
            kernel.compile()  # as the window does in the background
        sys.setswitchinterval(app.SWITCH_S)
        self.count, self._size, self._shown = frames, 0, ""
        system.prepare_scaling()
        self.root = tk.Tk()
        self.root.title(_("Measuring the canvas"))
        self.view = MazeView(self.root, apply(self.root, "light", system.detect_scale(self.root)))
        self.view.pack()
        self.view.canvas.configure(width=WIDTH, height=HEIGHT)
        self.random = np.random.default_rng(SEED)
        self.sync()

    def sync(self) -> None:
        """Handle all events, draw, and wait until the screen has it."""
        self.root.update()
        self.root.winfo_pointerxy()

    def frames(self, what: str, act: Callable[[int], None]) -> Timing:
        """Time ``act`` and the frame it leads to; it is called with the number of the frame."""
        walls, cpus = [], []
        for number in range(self.count):
            self.sync()
            start, cpu = perf_counter(), thread_time()
            act(number)
            self.sync()
            walls.append((perf_counter() - start) * 1000)
            cpus.append((thread_time() - cpu) * 1000)
        p95 = quantiles(walls, n=20)[-1]
        zoom = round(self.view.viewport.zoom, 3)
        return Timing(self._size, self._shown, what, zoom, median(walls), p95, median(cpus))

    def stall(self, what: str, act: Callable[[], None]) -> Stall:
        """Run the event loop until the picture is fine again; find its longest pause."""
        self.sync()
        beats = [perf_counter()]

        timer = ""

        def beat() -> None:
            nonlocal timer
            beats.append(perf_counter())
            timer = self.root.after(1, beat)

        self.root.after(0, act)
        self.root.after(0, beat)
        last = 3  # rounds after the picture was fine: the frame must be drawn, and a beat follow
        while last:
            self.sync()
            last = last - 1 if self.view.fine else 3
        self.root.after_cancel(timer)
        longest = max(after - before for before, after in pairwise(beats))
        return Stall(self._size, what, longest * 1000, (beats[-1] - beats[0]) * 1000)

    def look(self, change: Callable[[Viewport], Viewport]) -> None:
        """Look elsewhere."""
        view = change(self.view.viewport)
        self.view.look(view)

    def measure(self, lattice: Lattice, size: int) -> tuple[list[Timing], list[Stall]]:
        """Return all figures of a maze of about ``size`` x ``size`` cells."""
        self._size = size
        mazes = [generate("backtracker", lattice, seed) for seed in (SEED, SEED + 1)]
        maze = mazes[1]
        solution = solve("breadth-first", maze)
        levels = DistanceLevels.of(lattice, distances(maze, lattice.first.cell), _("Steps"))
        stalls = [
            self.stall(_("a new maze"), lambda: self.view.show(mazes[0])),
            self.stall(_("one of the same size"), lambda: self.view.show(maze)),
        ]
        figures = [*self._figures(_("walls"), maze)]
        stalls.append(self.stall(_("its route"), lambda: self.view.show_solution(solution)))
        figures += self._figures(_("route"), maze)
        stalls.append(self.stall(_("its distances"), lambda: self.view.show_distances(levels)))
        figures += self._figures(_("distances"), maze)
        stalls.append(self.stall(_("any wall changed"), lambda: self.view.changed(None)))
        return figures, stalls

    def _figures(self, shown: str, maze: Maze) -> list[Timing]:
        self._shown, figures = shown, []
        self.look(Viewport.fitted)
        fitted = self.view.viewport.zoom
        for zoom in sorted({*ZOOMS, fitted}, reverse=True):
            self.look(partial(Viewport.zoomed, zoom=zoom))
            if self.view.viewport.zoom == zoom:
                figures.append(
                    self.frames(
                        _("pan"), lambda i: self.view.pan(9 * _back_and_forth(i, FRAMES // 2), 4)
                    )
                )
                figures.append(self.frames(_("edit"), lambda _i: self._toggle(maze)))
        self.look(Viewport.fitted)
        leg = _steps_between(fitted, CLOSE)
        turn = partial(self.view.zoom_by, px=700, py=300)
        figures.append(self.frames(_("zoom"), lambda i: turn(_back_and_forth(i, leg))))
        return figures

    def _toggle(self, maze: Maze) -> None:
        """Toggle a wall in the view, and show that."""
        wall = self._wall(maze)
        maze.toggle(wall)
        self.view.changed(wall)

    def _wall(self, maze: Maze) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Return a wall in the view that may be toggled."""
        while True:
            x, y = self.view.viewport.to_cells(
                *self.random.uniform((50, 50), (WIDTH - 50, HEIGHT - 50))
            )
            wall = maze.lattice.geometry.wall_at(x, y)
            if wall is not None and maze.lattice.is_inner(wall):
                return np.array([wall])


def _back_and_forth(number: int, leg: int) -> int:
    return 1 if number // leg % 2 == 0 else -1


def _steps_between(zoom: float, other: float) -> int:
    count = 0
    while zoom < other:
        zoom, count = step(zoom, 1), count + 1
    return max(1, count)


def report(figures: list[Timing], stalls: list[Stall]) -> str:
    """Return both tables as text."""
    lines = [
        f"{'cells':>12} {'shown':<10} {'frame':<8} "
        f"{'px/cell':>8} {'ms':>7} {'p95':>7} {'cpu':>7} {'/s':>5}"
    ]
    lines += [
        f"{f'{x.size}x{x.size}':>12} {x.shown:<10} {x.what:<8} {x.zoom:>8} {x.median_ms:>7.2f} "
        f"{x.p95_ms:>7.2f} {x.cpu_ms:>7.2f} {x.a_second:>5.0f}"
        for x in figures
    ]
    lines += ["", f"{'cells':>12} {'replaced':<20} {'longest stall ms':>17} {'total ms':>9}"]
    lines += [
        f"{f'{x.size}x{x.size}':>12} {x.what:<20} {x.longest_ms:>17.1f} {x.total_ms:>9.1f}"
        for x in stalls
    ]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sizes", metavar="SIZE", nargs="*", type=int, default=[100, 1000, 4000])
    parser.add_argument("--shape", metavar="NAME", choices=SHAPES.names(), default="rectangular")
    parser.add_argument("--frames", metavar="N", type=int, default=FRAMES)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    options = parser.parse_args(arguments)
    bench = ScreenBench(options.frames)
    figures: list[Timing] = []
    stalls: list[Stall] = []
    for size in options.sizes:
        lattice = build(options.shape, **sizes_about(options.shape, size, {}))
        some, pauses = bench.measure(lattice, size)
        figures += some
        stalls += pauses
    bench.root.destroy()
    if options.json:
        table = {"frames": [*map(asdict, figures)], "stalls": [*map(asdict, stalls)]}
        print(json.dumps(table, indent=1))
    else:
        print(report(figures, stalls))
    return 0


if __name__ == "__main__":
    sys.exit(main())
