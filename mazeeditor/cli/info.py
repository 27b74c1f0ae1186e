"""``mazeeditor info``: what can be counted of mazes: loops, dead ends, routes, and the ways."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from mazeeditor.cli import COMMANDS, DONE, FAILED, Command
from mazeeditor.cli.input import open_project
from mazeeditor.cli.progress import follow
from mazeeditor.errors import MazeError
from mazeeditor.job import Job
from mazeeditor.maze.facts import facts
from mazeeditor.maze.measures import MEASURES
from mazeeditor.maze.structure import Structure, structure
from mazeeditor.words import _

BAR = 50  # characters of the longest bar


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files."""
    parser.add_argument("files", metavar=_("FILE"), nargs="+", help=_("a project or a text file"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))
    words = _("the longest path too, which takes its time in large mazes with loops")
    parser.add_argument("--all", action="store_true", help=words)


def run(parsed: argparse.Namespace) -> int:
    """Tell of each file; one that cannot be read does not keep the others from being told."""
    status = DONE
    for name in parsed.files:
        try:
            found = follow(partial(facts_of, name, everything=parsed.all))
        except MazeError as error:
            print(f"mazeeditor: {error}", file=sys.stderr)
            status = FAILED
            continue
        print(json.dumps(found) if parsed.json else in_words(found) + "\n")
    return status


def facts_of(file: str, job: Job, *, everything: bool = False) -> dict[str, Any]:
    """Return the object that ``--json`` prints for one file."""
    with job.part(0.3):
        maze = open_project(file, job).maze
    lattice = maze.lattice
    size = {"shape": lattice.shape, "rows": lattice.rows, "columns": lattice.columns}
    size |= {"parameters": dict(lattice.parameters), "mask": not lattice.whole}
    with job.part(0.3):
        found = {"file": file} | size | asdict(facts(maze, job))
    return found | figures(structure(maze, job, longest=everything))


def figures(found: Structure) -> dict[str, Any]:
    """Return the measures by their names; lengths of dead ends are pairs of length and number."""
    told: dict[str, Any] = {
        measure.name: measure.value(found)
        for measure in MEASURES
        if found.longest or not measure.expensive
    }
    told["dead_end_lengths"] = [list(pair) for pair in found.dead_end_lengths]
    if found.longest:
        told["longest_path_exact"] = found.longest.exact
    return told


def in_words(found: dict[str, Any]) -> str:
    """Return the facts as aligned lines, the measures with their sentences, and a histogram."""
    lengths = found["dead_end_lengths"]
    lines = [_line(name, value) for name, value in found.items() if value is not lengths]
    if lengths:
        lines += ["", _("Dead ends by their length in cells:"), *_bars(lengths)]
    return "\n".join(lines)


def _line(name: str, value: Any) -> str:
    start = f"{name.replace('_', ' '):20}{_in_words(value)}"
    measure = next((each for each in MEASURES if each.name == name), None)
    if measure is None:
        return start
    return f"{start:32}{measure.sentence}" + (f" {measure.lacking}" if value is None else "")


def _in_words(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _bars(lengths: list[list[int]]) -> Iterator[str]:
    """Yield a line for each length there is: the length, the number of dead ends, a bar."""
    most = max(number for _length, number in lengths)
    for length, number in lengths:
        yield f"  {length:8,}{number:10,}  {'#' * math.ceil(BAR * number / most)}"


COMMANDS.add(
    Command(
        "info",
        _("Tell what can be counted: cells, loops, dead ends, routes."),
        "mazeeditor info maze.maze --json",
        configure,
        run,
        order=3,
    )
)
