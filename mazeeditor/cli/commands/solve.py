"""``mazeeditor solve``: the route through a maze, as figures, as JSON or as a picture."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from mazeeditor.cli.commands import DONE, NO_ROUTE, subcommand
from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.cli.maze_files import (
    MAZE_FILE,
    add_reading_flags,
    check_target,
    expected_of,
    open_project,
    write,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, count
from mazeeditor.files import SUFFIX, Project
from mazeeditor.maze.solvers import SOLVERS, Solution, solve
from mazeeditor.page.page import Page

DEFAULT_SOLVER = "breadth-first"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, the solver and its flags."""
    parser.add_argument("file", metavar=_("FILE"), help=MAZE_FILE)
    add_reading_flags(parser)
    text = _("algorithm that finds the route: {names} (default {usual})")
    text = text.format(names=", ".join(SOLVERS.names()), usual=DEFAULT_SOLVER)
    parser.add_argument("--solver", default=DEFAULT_SOLVER, help=text)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        help=_("file for the maze with its route: .svg, .pdf or .png"),
    )
    add_flags(parser, [option for solver in SOLVERS for option in solver.options])


@subcommand(
    "solve",
    _("Find the route; exit status 3 if there is none."),
    order=2,
    example="mazeeditor solve maze.maze --solver dead-end-filling --json",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Solve, draw the route where requested, and print the result."""
    solver = SOLVERS[parsed.solver]
    offered = [option for entry in SOLVERS for option in entry.options]
    refuse_others(parsed, solver.options, solver.label, offered)
    options = read_flags(parsed, solver.options)
    output = Path(parsed.output) if parsed.output else None
    if output:
        check_target(output, parsed.file)
    if output and not _holds_route(output):
        raise UsageError(
            _("{path} cannot hold a route: use a name that ends with .svg, .pdf or .png.").format(
                path=output
            )
        )
    expected = expected_of(parsed)
    project = follow(lambda job: open_project(parsed.file, job, expected))
    solution = follow(lambda job: solve(solver.name, project.maze, job=job, **options))
    if output and solution.solved:
        _draw(project, output, solution)
    print(json.dumps(as_json(solution)) if parsed.json else as_text(solution))
    return DONE if solution.solved else NO_ROUTE


def _holds_route(output: Path) -> bool:
    """Whether a file shows a route: others hold the maze alone."""
    from mazeeditor.page.formats import exporter_for

    return output.suffix.lower() != SUFFIX and exporter_for(output).drawn


def _draw(project: Project, output: Path, solution: Solution) -> None:
    page = replace(Page.from_dict(project.page), solution="drawn")
    follow(lambda job: write(project, output, job, page=page, shown=solution))


def as_json(solution: Solution) -> dict[str, object]:
    """Return the object that ``--json`` prints."""
    note = {"note": solution.note} if solution.note else {}
    return {
        "solver": solution.solver,
        "solved": solution.solved,
        "path": solution.path,
        "visited": solution.visited,
        "seconds": round(solution.seconds, 6),
        **note,
    }


def as_text(solution: Solution) -> str:
    """Return the line that is printed without ``--json``."""
    visited = count(solution.visited, _("cell visited"), _("cells visited"))
    if not solution.solved:
        reason = solution.note or _("There is no route.")
        return _("{reason} ({visited})").format(reason=reason, visited=visited)
    return _("{cells} long, {visited}, {milliseconds:.1f} ms").format(
        cells=count(len(solution.route), _("cell"), _("cells")),
        visited=visited,
        milliseconds=solution.seconds * 1e3,
    )
