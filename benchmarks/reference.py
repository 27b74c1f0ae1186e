"""How close the kernels come to plain C++ of the same algorithms, as ratios in one run.

    python -m benchmarks reference [--json] [--sizes N,N] [--runs N]

``reference.cpp`` is compiled by g++. Both sides begin in the first cell and take turns; a figure is
the processor time of the fastest run, in nanoseconds for each cell visited. Ours goes through
``mazeeditor.generators.generate`` and ``mazeeditor.solvers.solve``, with all that they do beside.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from mazeeditor.generators import generate
from mazeeditor.jit import compiling
from mazeeditor.maze.lattice import Lattice
from mazeeditor.shapes import build
from mazeeditor.solvers import solve

SOURCE = Path(__file__).with_suffix(".cpp")
SIZES = (1000, 4000)
RUNS = 5
GOAL = 1.25

Run = Callable[[], int]  # returns the cells visited


def runs_of(lattice: Lattice) -> dict[str, Run]:
    """Return our algorithms that ``reference.cpp`` has too."""
    maze = generate("backtracker", lattice, 1, start="first")

    def generator(name: str) -> Run:
        def run() -> int:
            generate(name, lattice, 1, start="first")
            return lattice.cells

        return run

    return {
        "backtracker": generator("backtracker"),
        "prim": generator("prim"),
        "breadth-first": lambda: solve("breadth-first", maze).visited,
    }


def ns_a_cell(run: Run) -> float:
    """Return the processor time of one run in nanoseconds a cell."""
    before = process_time()
    cells = run()
    return (process_time() - before) / cells * 1e9


def rows(program: Path, sizes: list[int], runs: int) -> Iterator[dict[str, object]]:
    """Yield what is measured of each algorithm at each size."""
    for size in sizes:
        with compiling():
            for name, run in runs_of(build("rectangular", rows=size, columns=size)).items():
                run()
                ours, theirs = [], []
                for _run in range(runs):
                    ours.append(ns_a_cell(run))
                    command = [str(program), name, str(size), "2"]
                    ran = subprocess.run(command, capture_output=True, text=True, check=True)
                    theirs.append(float(ran.stdout.split()[0]))
                figures = {"ours": min(ours), "cpp": min(theirs), "ratio": min(ours) / min(theirs)}
                yield {"name": name, "size": size} | figures


def main(arguments: list[str]) -> int:
    """Print the figures; 1 where there is no g++."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks reference")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="rows and columns")
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args(arguments)
    compiler = shutil.which("g++")
    if compiler is None:
        print("There is no g++, which compiles the reference.", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        program = Path(folder) / "reference"
        subprocess.run([compiler, "-O3", "-o", str(program), str(SOURCE)], check=True)
        if not options.json:
            print(f"{'':16}{'size':>6}{'ours':>8}{'C++':>8}{'ratio':>8}   goal {GOAL}, ns a cell")
        for row in rows(program, [int(size) for size in options.sizes.split(",")], options.runs):
            if options.json:
                print(json.dumps(row), flush=True)
            else:
                figures = f"{row['ours']:8.1f}{row['cpp']:8.1f}{row['ratio']:8.2f}"
                print(f"{row['name']:16}{row['size']:6}{figures}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
