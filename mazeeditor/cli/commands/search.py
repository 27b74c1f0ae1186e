"""``mazeeditor search``: the maze nearest to a goal, of many seeds or of small changes of one."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazeeditor.cli.commands import DONE, FAILED, subcommand
from mazeeditor.cli.flags import add_flags, add_workers, check_workers, chosen_workers, read_flags
from mazeeditor.cli.maze_files import check_maze_target, open_project, summary_stream, write
from mazeeditor.cli.recipe_flags import (
    add_recipe,
    generator_options,
    kept_page,
    preset_of,
    read_openings,
    read_recipe,
    refuse_outline,
    report_pieces,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import defaults_of
from mazeeditor.core.translation import _
from mazeeditor.files import Project
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import outline_of
from mazeeditor.maze.walls import free_walls
from mazeeditor.page.page import Page
from mazeeditor.sheets.search import PLACES, SEEDS, Candidate, Search
from mazeeditor.sheets.search_goal import KINDS, SearchGoal

OWN_FLAGS = (SEEDS, PLACES)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a recipe, and what is looked for."""
    text = _(
        "maze to change step by step, in place of making others; locked walls stay; - is "
        "standard input"
    )
    parser.add_argument("file", metavar=_("FILE"), nargs="?", help=text)
    add_recipe(parser)
    add_flags(parser, OWN_FLAGS)
    add_workers(parser)
    text = _(
        "figure that the maze must have, as name=3, name=3..5, name>=3 or name<=5, "
        "repeatable: {known}"
    )
    parser.add_argument(
        "--want",
        action="append",
        required=True,
        metavar=_("WANT"),
        help=text.format(known=", ".join(KINDS)),
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        required=True,
        help=_("file to write; - prints a project"),
    )


@subcommand(
    "search",
    _("Find the maze nearest to a goal, of many seeds or of small changes."),
    order=2,
    example='mazeeditor search --seeds 40 --want "route=0.3..0.5" -o found.maze',
    further=('mazeeditor search --seeds 20 --want "decisions>=5" -o found.maze',),
    main=(
        *("--want", "--seeds", "--rows", "--columns", "--shape", "--generator"),
        *("--braid", "--openings", "--output"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Search, then write the nearest maze; the status is 1 where that does not meet the goal."""
    output, goal = Path(parsed.output), SearchGoal.of(parsed.want)
    check_maze_target(output, parsed.file)
    check_workers(parsed)
    options = defaults_of(OWN_FLAGS) | read_flags(parsed, OWN_FLAGS)
    started = _of_changes(parsed, goal) if parsed.file else _of_seeds(parsed, goal)
    search, project = started
    search = replace(search, number=options["seeds"], places=options["openings"], kept=1)

    def run_search(job: Job) -> list[Candidate]:
        with chosen_workers(parsed, job) as workers:
            return search.run(job, workers=workers)

    (best,) = follow(run_search)
    maze = follow(best.maze)
    changed = replace(project, maze=maze, recipe=best.recipe)
    page = Page.from_dict(project.page)
    follow(lambda job: write(changed, output, job, page=page))
    text = json.dumps(_as_json(best)) if parsed.json else _as_text(best, output)
    print(text, file=summary_stream(output))
    if best.distance:
        text = _("None of {number:,} mazes meets the goal; the nearest misses {wants}.")
        wants = ", ".join(goal.missed(best.figures))
        print(f"mazeeditor: {text.format(number=search.number, wants=wants)}", file=sys.stderr)
        return FAILED
    return DONE


def _of_seeds(parsed: argparse.Namespace, goal: SearchGoal) -> tuple[Search, Project]:
    """Return a search through the mazes of a recipe, and the project of any of them."""
    usual, page = preset_of(parsed)
    recipe = read_recipe(parsed, generator_options(), usual)
    first = read_flags(parsed, (SEED,)).get(SEED.name)
    lattice = report_pieces(follow(lambda job: outline_of(recipe, job=job))).lattice
    openings = read_openings(parsed, lattice)
    first = 1 if first is None else first
    search = Search(goal, recipe, 1, first, lattice, openings)
    maze = search.seeded(first, follow(lambda job: job))
    return search, Project(maze, recipe, kept_page(page))


def _of_changes(parsed: argparse.Namespace, goal: SearchGoal) -> tuple[Search, Project]:
    """Return a search through changes of the maze of a file, and its project."""
    refuse_outline(parsed, parsed.file)
    if parsed.generator or read_flags(parsed, generator_options()):
        raise UsageError(_("A maze that is changed needs no generator."))
    first = read_flags(parsed, (SEED,)).get(SEED.name)
    project = follow(lambda job: open_project(parsed.file, job))
    maze = project.maze
    free = free_walls(maze.lattice, None, maze.locks)
    search = Search(goal, project.recipe, 1, 1 if first is None else first, maze=maze, free=free)
    return search, project


def _as_json(best: Candidate) -> dict[str, Any]:
    return {
        "seed": best.number,
        "met": not best.distance,
        "distance": best.distance,
        "figures": best.figures,
    }


def _as_text(best: Candidate, output: Path) -> str:
    figures = ", ".join(
        f"{KINDS[name].label} {KINDS[name].shown(value)}" for name, value in best.figures.items()
    )
    return _("{path}: seed {seed}; {figures}").format(
        path=output, seed=best.number, figures=figures
    )
