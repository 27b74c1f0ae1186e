"""``mazeeditor diff``: which walls, cells and openings of two mazes differ."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.maze_files import MAZE_FILE, add_reading_flags, expected_of, open_project
from mazeeditor.cli.terminal import follow
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count, one_line, printable
from mazeeditor.maze.facts.differences import check_comparable, maze_differences
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze

DIFFERENT, TROUBLE = 1, 2  # exit status, as of diff
NAMES = ("a", "b")  # the two files in the keys of --json


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the two files."""
    for name in NAMES:
        parser.add_argument(name, metavar=name.upper(), help=MAZE_FILE)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    add_reading_flags(parser)


@subcommand(
    "diff",
    _("Show which walls, cells and openings of two mazes differ."),
    order=4,
    example="mazeeditor diff maze.maze braided.maze --json",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Print what differs; exit status 0 where nothing does, 1 where something does, 2 on errors."""
    names, expected = (parsed.a, parsed.b), expected_of(parsed)

    def work(job: Job) -> dict[str, Any]:
        with job.part(0.4):
            first = open_project(names[0], job, expected).maze
        with job.part(0.4):
            second = open_project(names[1], job, expected).maze
        return _compare(first, second, job)

    try:
        result = follow(work)
    except MazeError as error:
        print(f"mazeeditor: {one_line(error)}", file=sys.stderr)
        return TROUBLE
    if parsed.json:
        print(json.dumps(dict(zip(NAMES, names, strict=True)) | result))
    else:
        print("\n".join(_lines(result, names)))
    return DONE if result["equal"] else DIFFERENT


def _compare(first: Maze, second: Maze, job: Job) -> dict[str, Any]:
    """Return what ``--json`` prints, without the files; places are rows and columns."""
    try:
        check_comparable(first.lattice, second.lattice)
    except UsageError as reason:
        return {"equal": False, "comparable": False, "reason": str(reason)}
    differences, lattice = maze_differences(first, second, job), first.lattice
    result: dict[str, Any] = {"equal": differences.equal, "comparable": True}
    for side, name in enumerate(NAMES):
        own = (first, second)[side].lattice
        result[f"walls_{name}"] = _walls(lattice, differences.walls[side])
        result[f"cells_{name}"] = lattice.places(differences.cells[side]).tolist()
        result[f"openings_{name}"] = [
            [kind, *_place(own, opening)] for kind, opening in differences.openings[side]
        ]
    return result


def _walls(lattice: Lattice, walls: Ids) -> list[list[Any]]:
    """Return row, column and side of each wall int64[k]."""
    cells = walls // lattice.degree
    slots = (walls % lattice.degree).tolist()
    return [
        [*place, lattice.side(cell, slot)]
        for place, cell, slot in zip(
            lattice.places(cells).tolist(), cells.tolist(), slots, strict=True
        )
    ]


def _place(lattice: Lattice, opening: Opening) -> list[Any]:
    side = None if opening.slot is None else lattice.side(opening.cell, opening.slot)
    return [*lattice.place(opening.cell), side]


def _lines(result: dict[str, Any], files: tuple[str, str]) -> Iterator[str]:
    """Yield a line of counts for each file, then a line for each difference."""
    names = [printable(file) for file in files]
    if not result["comparable"]:
        yield result["reason"]
        return
    if result["equal"]:
        yield _("Walls, cells and openings are the same.")
        return
    for key, name in zip(NAMES, names, strict=True):
        parts = (
            count(len(result[f"walls_{key}"]), _("wall"), _("walls")),
            count(len(result[f"cells_{key}"]), _("cell"), _("cells")),
            count(len(result[f"openings_{key}"]), _("opening"), _("openings")),
        )
        text = _("only in {name}: {what}")
        yield text.format(name=name, what=", ".join(parts))
    for key, name in zip(NAMES, names, strict=True):
        for row, column, side in result[f"walls_{key}"]:
            yield f"{name}: {_('wall')} {row},{column} {side}"
        for row, column in result[f"cells_{key}"]:
            yield f"{name}: {_('cell')} {row},{column}"
        for kind, row, column, side in result[f"openings_{key}"]:
            yield f"{name}: {kind} {row},{column} {side or _('middle')}"
