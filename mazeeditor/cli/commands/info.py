"""``mazeeditor info``: what can be counted in mazes: loops, dead ends, routes, corridors."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from mazeeditor.cli.commands import DONE, FAILED, subcommand
from mazeeditor.cli.maze_files import (
    MAZE_FILE,
    add_reading_flags,
    expected_of,
    named_files,
    open_project,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, one_line, printable
from mazeeditor.files import UNKNOWN, Expected, doubtful_in_words
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.facts.structure import Structure, structure
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject

BAR = 50  # characters of the longest bar


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar=_("FILE"), nargs="+", help=MAZE_FILE)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))
    text = _("measure the longest path too, which is slow in large mazes with loops")
    parser.add_argument("--all", action="store_true", help=text)
    add_reading_flags(parser)


@subcommand(
    "info",
    _("Show what can be counted: cells, loops, dead ends, routes."),
    order=3,
    example="mazeeditor info maze.maze --json",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Print the facts of each file; one that cannot be read does not stop the others."""
    status, expected = DONE, expected_of(parsed)
    for name in named_files(parsed.files):
        try:
            result = follow(partial(facts_of, name, everything=parsed.all, expected=expected))
        except MazeError as error:
            print(f"mazeeditor: {one_line(error)}", file=sys.stderr)
            status = FAILED
            continue
        print(json.dumps(result) if parsed.json else as_text(result) + "\n")
    return status


def facts_of(
    file: str, job: Job, *, everything: bool = False, expected: Expected = UNKNOWN
) -> dict[str, Any]:
    """Return the object that ``--json`` prints for one file."""
    with job.part(0.3):
        project = open_project(file, job, expected)
    maze, subject = project.maze, project.recipe.subject
    lattice = maze.lattice
    size = {"shape": lattice.shape, "rows": lattice.rows, "columns": lattice.columns}
    size |= {"parameters": dict(lattice.parameters), "mask": not lattice.whole}
    if project.read_as:
        size["read_as"] = project.read_as
        size["doubtful"] = [
            [*lattice.place(cell), lattice.side(cell, slot)] for cell, slot in project.doubtful
        ]
    with job.part(0.3):
        counted: dict[str, Any] = {"file": file} | size | asdict(facts(maze, job))
    if subject and subject.name in SUBJECTS:  # else of another version
        counted |= _subject_figures(subject, maze, counted["sealed"], file, job)
    if project.page.get("along") == "stops":
        from mazeeditor.page.page import Page
        from mazeeditor.page.tokens.stops import state_of  # other mazes do without both

        counted["stops"] = state_of(maze, Page.from_dict(project.page), job).figures
    return counted | figures(structure(maze, job, longest=everything))


def _subject_figures(
    subject: ChosenSubject, maze: Maze, sealed: int, file: str, job: Job
) -> dict[str, Any]:
    """Return the figures of what a maze shows; why there are none is printed on stderr."""
    try:
        shown = subject.look(maze, job)
    except UsageError as error:  # a project may have anything, or nothing, as its text
        text = _("{file} does not say what the maze shows: {reason}")
        line = one_line(text.format(file=printable(file), reason=error))
        print(f"mazeeditor: {line}", file=sys.stderr)
        return {subject.name: None}
    figures: dict[str, Any] = {subject.name: dict(shown.figures)}
    if subject.fakes:  # the cells behind them are no fault
        figures["sealed"] = sealed - int(shown.figures["behind"])
    return figures


def figures(measured: Structure) -> dict[str, Any]:
    """Return the measures by their names; lengths of dead ends are pairs of length and number."""
    result: dict[str, Any] = {
        measure.name: measure.value(measured)
        for measure in MEASURES
        if measured.longest or not measure.expensive
    }
    result["dead_end_lengths"] = [list(pair) for pair in measured.dead_end_lengths]
    if measured.longest:
        result["longest_path_exact"] = measured.longest.exact
    return result


def as_text(result: dict[str, Any]) -> str:
    """Return the facts as aligned lines, the measures with their descriptions, and a histogram."""
    lengths = result["dead_end_lengths"]
    lines = [
        _line(name, doubtful_in_words(len(value)) if name == "doubtful" else value)
        for name, value in result.items()
        if value is not lengths
    ]
    if lengths:
        lines += ["", _("Dead ends by their length in cells:"), *_bars(lengths)]
    return "\n".join(lines)


def _line(name: str, value: Any) -> str:
    start = f"{name.replace('_', ' '):20}{_value_text(value)}"
    measure = next((measure for measure in MEASURES if measure.name == name), None)
    if measure is None:
        return start
    lacking = measure.lacking if value is None else ""
    return f"{start:32} {measure.long_description} {lacking}".rstrip()


def _value_text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    return f"{value:.3f}" if isinstance(value, float) else printable(str(value))


def _bars(lengths: list[list[int]]) -> Iterator[str]:
    """Yield a line for each length there is: the length, the number of dead ends, a bar."""
    most = max(number for _length, number in lengths)
    for length, number in lengths:
        yield f"  {length:8,}{number:10,}  {'#' * math.ceil(BAR * number / most)}"
