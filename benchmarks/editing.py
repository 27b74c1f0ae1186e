"""What editing by hand takes of the event loop in large mazes: each action, in a real window.

    python -m benchmarks editing [--json] [--size N] [--shape NAME] [--only ACTION]
                                 [--from ACTION] [--to ACTION]

All actions take a while: ``--from`` and ``--to`` are the first and the last one that are done, in
the order of ``editing_actions.py``. Each SHAPE is a maze of about N x N cells, ``masked`` a
rectangle with a heart cut out, in a process of its own. A turn is what the event loop does for one
event; ``turn_ms`` is the processor time of the longest one of an action, which other programs do
not change, and ``first_ms`` that of the first time, with what it imports. ``stall_ms`` is the
longest time between two calls of a timer that is due every millisecond, as far as this process
computed in it: a worker may hold Python's lock. ``shown_ms`` is the time until all that the action
causes can be seen.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from benchmarks import editing_actions
from benchmarks.edit_bench import COLUMNS, SHAPES
from benchmarks.editing_actions import ACTIONS

SIZE = 1000  # rows and columns


def measured(shape: str, size: int, only: list[str]) -> Iterator[dict[str, object]]:
    """Yield the figures of one shape, a row for each action, made in a new process."""
    command = [sys.executable, "-m", editing_actions.__name__, shape, str(size), *only]
    with TemporaryDirectory() as folder:
        homes = {f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "STATE")}
        environment = dict(os.environ) | homes
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout
            yield from map(json.loads, run.stdout)
        if run.returncode:
            raise subprocess.CalledProcessError(run.returncode, command)


def between(first: str, last: str) -> list[str]:
    """Return the names of the actions from ``first`` to ``last``, both done."""
    names = list(ACTIONS)
    return names[names.index(first) : names.index(last) + 1]


def line_of(row: dict[str, object]) -> str:
    """Return the line of one action."""
    figures = "".join(f"{row[name]:>11.1f}" for name in COLUMNS[2:])
    return f"{row['shape']:<13}{row['action']:<25}{figures}"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="benchmarks editing", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--size", metavar="N", type=int, default=SIZE)
    parser.add_argument("--shape", choices=SHAPES, action="append", default=[])
    parser.add_argument("--only", choices=ACTIONS, action="append", default=[])
    names = list(ACTIONS)
    parser.add_argument("--from", dest="first", choices=names, default=names[0])
    parser.add_argument("--to", dest="last", choices=names, default=names[-1])
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args(arguments)
    chosen = options.only or between(options.first, options.last)
    if not chosen:
        parser.error(f"{options.last} comes before {options.first}")
    if not options.json:
        print(f"{'shape':<13}{'action':<25}" + "".join(f"{name:>11}" for name in COLUMNS[2:]))
    for shape in options.shape or SHAPES:
        for row in measured(shape, options.size, chosen):
            print(json.dumps(row) if options.json else line_of(row), flush=True)
    return 0
