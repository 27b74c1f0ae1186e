"""How close generators and a solver come to plain C++ of the same algorithms, as ratios in one run.

    python -m benchmarks reference [--json] [--sizes N,N] [--runs N] [--only NAME]

``reference.cpp`` is compiled by g++. Ours are called as by a script, ``mazeeditor.generate("prim",
rows=1000, columns=1000, seed=1)`` and ``mazeeditor.solve(maze)``, so all that they do beside the
kernel counts. Both sides take turns; a turn is the median of ``CALLS`` calls, in nanoseconds for
each cell visited, and gives one ratio of the time that passed and one of the processor's time. The
latter is what counts where other programs run. Memory that a process takes for the first time is
paid by the first call of a turn, on both sides, so the medians leave it out where a process keeps
it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import mazeeditor
from mazeeditor.core.kernels.jit import compiling

SOURCE = Path(__file__).with_suffix(".cpp")
NAMES = ("backtracker", "prim", "breadth-first")  # those of reference.cpp
SIZES = (1000, 4000)
RUNS = 10
CALLS = 5
GOAL = 1.1

Run = Callable[[int], int]  # takes a seed, returns the cells visited


class Turn(NamedTuple):
    """Nanoseconds a cell: the time that passed, and that of the processor."""

    wall: float
    cpu: float


def run_of(name: str, size: int) -> Run:
    """Return one of our algorithms on a maze of ``size`` x ``size`` cells."""
    if name == "breadth-first":
        maze = mazeeditor.generate("backtracker", rows=size, columns=size, seed=1)
        return lambda _seed: mazeeditor.solve(maze, name).visited
    return lambda seed: mazeeditor.generate(name, rows=size, columns=size, seed=seed).lattice.cells


def ours(run: Run) -> Turn:
    """Return a turn of ours."""
    wall, cpu = [], []
    for seed in range(CALLS):
        before, before_cpu = perf_counter(), process_time()
        cells = run(seed)
        wall.append((perf_counter() - before) / cells * 1e9)
        cpu.append((process_time() - before_cpu) / cells * 1e9)
    return Turn(median(wall), median(cpu))


def theirs(program: Path, name: str, size: int) -> Turn:
    """Return a turn of the program."""
    command = [str(program), name, str(size), str(CALLS)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    wall, cpu, _seen = ran.stdout.split()
    return Turn(float(wall), float(cpu))


def rows(
    program: Path, names: list[str], sizes: list[int], runs: int
) -> Iterator[dict[str, object]]:
    """Yield what is measured of each algorithm at each size: medians, and the range of ratios."""
    for size in sizes:
        for name in names:
            with compiling():
                run = run_of(name, size)
                run(0)
                turns = [(ours(run), theirs(program, name, size)) for _turn in range(runs)]
            row: dict[str, object] = {"name": name, "size": size}
            for place, kind in enumerate(Turn._fields):
                ratios = [our[place] / their[place] for our, their in turns]
                row |= {
                    f"ours_{kind}": median(our[place] for our, _their in turns),
                    f"cpp_{kind}": median(their[place] for _our, their in turns),
                    f"{kind}_ratio": median(ratios),
                    f"{kind}_least": min(ratios),
                    f"{kind}_most": max(ratios),
                }
            yield row


def line_of(row: dict[str, object]) -> str:
    """Return the line of one algorithm."""
    parts = [f"{row['name']:<14}{row['size']:>6}"]
    for kind in Turn._fields:
        low, high = row[f"{kind}_least"], row[f"{kind}_most"]
        parts.append(f"{row[f'ours_{kind}']:>9.1f}{row[f'cpp_{kind}']:>7.1f}")
        parts.append(f"{row[f'{kind}_ratio']:>7.2f} ({low:.2f} to {high:.2f})")
    return "".join(parts)


def main(arguments: list[str]) -> int:
    """Print the figures; 1 where there is no g++."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks reference")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="rows and columns")
    parser.add_argument("--runs", type=int, default=RUNS, help="turns of each side")
    parser.add_argument("--only", choices=NAMES, action="append", default=[])
    options = parser.parse_args(arguments)
    compiler = shutil.which("g++")
    if compiler is None:
        print("There is no g++, which compiles the reference.", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        program = Path(folder) / "reference"
        subprocess.run([compiler, "-O3", "-o", str(program), str(SOURCE)], check=True)
        if not options.json:
            print(f"ns a cell; ratios are medians of {options.runs} turns, goal {GOAL}")
            columns = "".join(
                f"{kind + ' ours':>9}{'C++':>7}{'ratio':>7}{'':15}" for kind in Turn._fields
            )
            print(f"{'':20}{columns}".rstrip())
        sizes = [int(size) for size in options.sizes.split(",")]
        for row in rows(program, options.only or list(NAMES), sizes, options.runs):
            print(json.dumps(row) if options.json else line_of(row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
