"""Pictures of mazes, damaged in every way and read again: right grids, right walls, seconds."""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from itertools import combinations
from multiprocessing import Pool

from PIL import Image

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.recognition.choices import Choices
from mazeeditor.recognition.recognise import recognise
from tests.recognition.damage import CLEAN, DAMAGES, THICKNESS, Case, Outcome, outcome

SIZES = (5, 10, 20, 40, 70, 100)


def cases(number: int, first: int = 0) -> list[Case]:
    """Return cases: each damage alone, then two together, thin and thick, by sizes in turns.

    ``first`` is the seed of the first one.
    """
    pairs: list[tuple[str, ...]] = [("clean",), *((name,) for name in DAMAGES if name != "clean")]
    kinds: list[tuple[tuple[str, ...], str]] = [(one, "usual") for one in pairs] + [
        (("clean",), "thin"),
        (("clean",), "thick"),
    ]
    both = [
        two
        for two in combinations([name for name in DAMAGES if name != "clean"], 2)
        if two != ("coloured", "inverted") and two != ("routed", "inverted")
    ]
    thick = [*THICKNESS]
    kinds += [(two, thick[index % 5 % 3]) for index, two in enumerate(both)]
    result = []
    for index in range(number):
        damages, thickness = kinds[index % len(kinds)]
        size = SIZES[(index + index // len(kinds)) % len(SIZES)]
        result.append(Case(damages, size, first + index, thickness))
    return result


def measured(case: Case) -> tuple[Case, Outcome, float, str]:
    """Return what came of a case, its seconds, and why it was refused or what was wrong."""
    drawing, picture = case.made()
    image = Image.fromarray(picture)
    started = time.process_time()
    try:
        seen = recognise(image, Choices(), Job())
    except MazeError as error:
        return case, Outcome(False, 1, 1, 0, 0), time.process_time() - started, str(error)[:110]
    seconds = time.process_time() - started
    result = outcome(drawing.maze, seen.maze(), seen.doubtful())
    lattice = drawing.maze.lattice
    note = (
        ""
        if result.grid
        else (
            f"{seen.rows}x{seen.columns} ({seen.lattice.cells} cells) for "
            f"{lattice.rows}x{lattice.columns}, fit {seen.fit:.2f}"
        )
    )
    return case, result, seconds, note


def line(name: str, results: list[tuple[Case, Outcome, float, str]]) -> str:
    """Return a line of the table."""
    grids = [each for _case, each, _seconds, _note in results]
    right = [each for each in grids if each.grid]
    walls = sum(each.walls for each in right) or 1
    wrong = sum(each.wrong for each in right)
    seen = sum(each.seen for each in right)
    doubtful = sum(each.doubtful for each in right)
    slowest = max(seconds for _case, _each, seconds, _note in results)
    return (
        f"{name:28}{len(grids):5}{len(right) / len(grids):8.1%}{1 - wrong / walls:9.3%}"
        f"{wrong:7}{seen / wrong if wrong else 1:8.0%}{doubtful / walls:8.2%}{slowest:7.1f}"
    )


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks pictures_of_mazes")
    parser.add_argument("--number", type=int, default=300, help="pictures")
    parser.add_argument("--seed", type=int, default=0, help="of the first picture")
    parser.add_argument("--only", default="", help="cases whose name has this word")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    chosen = [case for case in cases(options.number, options.seed) if options.only in case.name]
    with Pool(options.workers) as pool:
        results = []
        for result in pool.imap(measured, chosen, chunksize=2):
            results.append(result)
            case, each, seconds, _note = result
            figures = f"{each.walls} {each.wrong} {each.seen} {each.doubtful} {seconds:.1f}"
            print(case.name, case.size, each.grid, figures, file=sys.stderr, flush=True)
    head = "pictures", "grid", "walls", "wrong", "seen", "doubt", "s"
    print(
        f"{'':28}{head[0]:>5}{head[1]:>7}{head[2]:>9}{head[3]:>7}{head[4]:>8}{head[5]:>8}{head[6]:>7}"
    )
    groups = defaultdict(list)
    for result in results:
        case = result[0]
        for name in {*case.damages, case.thickness}:
            groups[name].append(result)
        groups[f"size {case.size}"].append(result)
        groups["as drawn" if {*case.damages} <= {*CLEAN} else "scans and photographs"].append(
            result
        )
    order = [
        *DAMAGES,
        *THICKNESS,
        *(f"size {size}" for size in SIZES),
        "as drawn",
        "scans and photographs",
    ]
    for name in order:
        if groups[name]:
            print(line(name, groups[name]))
    for case, each, seconds, note in results:
        if not each.grid or each.wrong > each.seen + 2:
            print(
                f"  {case.name} size {case.size} seed {case.seed}: {note or each} {seconds:.1f} s"
            )
    return 0
