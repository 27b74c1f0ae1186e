"""How long the window stands still: at the first maze, while kernels compile, while work runs.

    python -m mazeeditor.gui.bench [--json] [--size N] [--only NAME]

Each figure comes out of a process of its own that opens the real window. ``first`` and ``compile``
begin without any compiled kernel, as a new installation does: ``first`` presses Generate as soon
as the window is there, and takes the time until the maze is on the screen. Where ``work`` runs,
Cancel is pressed half-way in a second run. The longest stall is the longest time between two calls
of a timer that comes each millisecond; ``own_ms`` leaves out what
other programs took from a busy machine, and ``idle`` tells what it is while nothing runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from mazeeditor.generators import GENERATORS
from mazeeditor.gui import standstill
from mazeeditor.gui.standstill import COLUMNS, SMALL
from mazeeditor.solvers import SOLVERS
from mazeeditor.words import _

SIZE = 4000  # rows and columns of the mazes that take long


def wanted(size: int) -> Iterator[tuple[str, str, int]]:
    """Yield what is measured: the kind, the algorithm and the size."""
    yield "idle", "", SMALL
    yield "compile", "", SMALL
    for generator in GENERATORS.names():
        yield "first", generator, SMALL
    for generator in GENERATORS.names():
        yield "generate", generator, size
    for solver in SOLVERS.names():
        yield "solve", solver, size


def measured(what: str, name: str, size: int) -> dict[str, object]:
    """Return the figures of one measurement, made in a new process."""
    command = [sys.executable, "-m", standstill.__name__, what, name, str(size)]
    environment = dict(os.environ)
    with TemporaryDirectory() as folder:
        if what in ("compile", "first"):
            environment["MAZEEDITOR_CACHE"] = folder
        for kind in ("CONFIG", "DATA", "STATE"):
            environment[f"XDG_{kind}_HOME"] = folder
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(ran.stdout)
    return found


def in_words(row: dict[str, object]) -> str:
    """Return the line of one measurement."""
    figures = [row[name] for name in COLUMNS[3:]]
    shown = "".join(f"{'' if each is None else f'{each:.1f}':>11}" for each in figures)
    return f"{row['what']:<9}{row['name']:<21}{row['size']:>6}{shown}"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--size", metavar="N", type=int, default=SIZE)
    parser.add_argument("--only", metavar="NAME", action="append", default=[])
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))
    options = parser.parse_args(arguments)
    if not options.json:
        print(f"{'':<30}{_('size'):>6}" + "".join(f"{name:>11}" for name in COLUMNS[3:]))
    for each in wanted(options.size):
        if not options.only or {*each[:2]} & {*options.only}:
            row = measured(*each)
            print(json.dumps(row) if options.json else in_words(row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
