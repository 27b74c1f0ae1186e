"""``mazeeditor info``: what can be counted of mazes: loops, dead ends, routes."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial
from typing import Any

from mazeeditor.cli import COMMANDS, DONE, FAILED, Command
from mazeeditor.cli.input import open_project
from mazeeditor.cli.progress import follow
from mazeeditor.errors import MazeError
from mazeeditor.job import Job
from mazeeditor.maze.facts import facts
from mazeeditor.words import _


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files."""
    parser.add_argument("files", metavar=_("FILE"), nargs="+", help=_("a project or a text file"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))


def run(parsed: argparse.Namespace) -> int:
    """Tell of each file; one that cannot be read does not keep the others from being told."""
    status = DONE
    for name in parsed.files:
        try:
            found = follow(partial(facts_of, name))
        except MazeError as error:
            print(f"mazeeditor: {error}", file=sys.stderr)
            status = FAILED
            continue
        print(json.dumps(found) if parsed.json else in_words(found))
    return status


def facts_of(file: str, job: Job) -> dict[str, Any]:
    """Return the object that ``--json`` prints for one file."""
    with job.part(0.5):
        maze = open_project(file, job).maze
    lattice = maze.lattice
    size = {"shape": lattice.shape, "rows": lattice.rows, "columns": lattice.columns}
    return {"file": file} | size | asdict(facts(maze, job))


def in_words(found: dict[str, Any]) -> str:
    """Return the facts as aligned lines."""
    missing = {None: "-", True: _("yes"), False: _("no")}
    lines = []
    for name, value in found.items():
        shown = missing.get(value, value) if not isinstance(value, int) or value is True else value
        lines.append(f"{name.replace('_', ' '):12}{missing[value] if value is False else shown}")
    return "\n".join(lines)


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
