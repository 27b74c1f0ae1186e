"""The longest stalls of the event loop: at the first maze, while kernels compile, during jobs.

    python -m benchmarks stalls [--json] [--size N] [--only NAME]

Each figure is measured in a process of its own that opens the real window. ``first`` and
``compile`` begin without any compiled kernel, like a new installation: ``first`` presses Generate
as soon as the window is there and takes the time until the maze is on the screen. In ``generate``
and ``solve``, Cancel is pressed half-way in a second run; ``switch`` goes to a workspace from each
other one. A stall is the time between two calls of
a timer that is due every millisecond; ``own_ms`` leaves out what other programs took from a busy
machine, and ``idle`` is the same while nothing runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from benchmarks import stall_cases
from benchmarks.stall_cases import COLUMNS, SMALL
from mazeeditor.gui.workspaces import WORKSPACES
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.solvers import SOLVERS

SIZE = 4000  # rows and columns of the mazes that take long


def cases(size: int) -> Iterator[tuple[str, str, int]]:
    """Yield what is measured: the case, the algorithm and the size."""
    yield "idle", "", SMALL
    yield "compile", "", SMALL
    for generator in GENERATORS.names():
        yield "first", generator, SMALL
    for generator in GENERATORS.names():
        yield "generate", generator, size
    for solver in SOLVERS.names():
        yield "solve", solver, size
    for workspace in WORKSPACES.names():
        yield "switch", workspace, SMALL


def measured(case: str, name: str, size: int) -> dict[str, object]:
    """Return the figures of one measurement, made in a new process."""
    command = [sys.executable, "-m", stall_cases.__name__, case, name, str(size)]
    environment = dict(os.environ)
    with TemporaryDirectory() as folder:
        if case in ("compile", "first"):
            environment["MAZEEDITOR_CACHE"] = folder
        for kind in ("CONFIG", "DATA", "STATE"):
            environment[f"XDG_{kind}_HOME"] = folder
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, object] = json.loads(ran.stdout)
    return figures


def line_of(row: dict[str, object]) -> str:
    """Return the line of one measurement."""
    figures = [row[name] for name in COLUMNS[3:]]
    shown = "".join(f"{'' if each is None else f'{each:.1f}':>11}" for each in figures)
    return f"{row['case']:<9}{row['name']:<21}{row['size']:>6}{shown}"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="benchmarks stalls", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--size", metavar="N", type=int, default=SIZE)
    parser.add_argument("--only", metavar="NAME", action="append", default=[])
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args(arguments)
    if not options.json:
        print(f"{'':<30}{'size':>6}" + "".join(f"{name:>11}" for name in COLUMNS[3:]))
    for case in cases(options.size):
        if not options.only or {*case[:2]} & {*options.only}:
            row = measured(*case)
            print(json.dumps(row) if options.json else line_of(row), flush=True)
    return 0
