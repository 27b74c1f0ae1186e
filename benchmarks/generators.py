"""Processor time of generators in nanoseconds a cell, here and in another working copy in turns.

    python -m benchmarks generators [--only NAME] [--sizes N,N] [--runs N] [--against FOLDER]

Each turn is a process that makes one maze after a smaller one, as a script would. Ratios are what
counts where other programs run; 200 ns a cell is the goal of every generator.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median

NAMES = ("kruskal", "prim-weights", "prim")
SIZES = (2000, 4000)
RUNS = 10
HERE = Path(__file__).parent.parent
TURN = """
import sys, time
import mazeeditor
from mazeeditor.core.kernels.jit import compiling
name, size, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with compiling():
    mazeeditor.generate(name, rows=200, columns=200, seed=seed)
    before = time.process_time()
    mazeeditor.generate(name, rows=size, columns=size, seed=seed)
    print((time.process_time() - before) / size**2 * 1e9)
"""


def turn(folder: Path, name: str, size: int, seed: int) -> float:
    """Return what a cell takes in a working copy, in ns of the processor."""
    command = [sys.executable, "-c", TURN, name, str(size), str(seed)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    return float(ran.stdout)


def main(arguments: list[str]) -> int:
    """Print the medians."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks generators")
    parser.add_argument("--only", action="append", default=[], help="a generator")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="rows and columns")
    parser.add_argument("--runs", type=int, default=RUNS, help="turns of each")
    parser.add_argument("--against", type=Path, help="another working copy, such as an older one")
    options = parser.parse_args(arguments)
    folders = [HERE, *([options.against] if options.against else [])]
    for name in options.only or NAMES:
        for size in map(int, options.sizes.split(",")):
            for folder in folders:
                turn(folder, name, 300, 0)  # kernels are compiled, once for each copy
            turns = [
                [turn(folder, name, size, seed) for folder in folders]
                for seed in range(options.runs)
            ]
            line = f"{name:<14}{size:>6}" + "".join(
                f"{median(each):>8.1f}" for each in zip(*turns, strict=True)
            )
            if options.against:
                line += f"{median(one / other for one, other in turns):>8.2f}"
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
