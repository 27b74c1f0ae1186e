"""``mazeeditor generate``: a new maze as a project, a text or a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mazeeditor.cli.flags import add_flags
from mazeeditor.cli.maze_files import check_target, write
from mazeeditor.cli.recipe_flags import add_outline, read_recipe, report_pieces
from mazeeditor.cli.subcommands import DONE, subcommand
from mazeeditor.cli.terminal import follow
from mazeeditor.errors import UsageError
from mazeeditor.files import Project
from mazeeditor.files.plain_text import text_of, why_no_text
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.maze.openings import DEFAULT, Place, openings
from mazeeditor.maze.random import SEED
from mazeeditor.options import Option
from mazeeditor.recipe import maze_of, outline_of
from mazeeditor.translation import _, quoted


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of every shape, mask and generator."""
    add_outline(parser)
    parser.add_argument("--generator", default="backtracker", help=", ".join(GENERATORS.names()))
    add_flags(parser, [SEED, BRAID, *_generator_options()])
    place = _("ROW,COL[,SIDE]")
    text = _("a cell, counted from 0, or with a side a gap in the outer wall, or none")
    parser.add_argument("--entrance", metavar=place, help=text)
    parser.add_argument("--exit", metavar=place, action="append", help=text + _("; repeatable"))
    parser.add_argument(
        "-o", "--output", metavar=_("FILE"), help=_("without it, the maze is printed as text")
    )


def _generator_options() -> list[Option]:
    return [option for generator in GENERATORS for option in generator.options]


@subcommand(
    "generate",
    _("Make a new maze."),
    order=1,
    example="mazeeditor generate --rows 30 --columns 40 --seed 7 -o maze.maze",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Generate, then write."""
    if parsed.output:
        check_target(Path(parsed.output))
    recipe = read_recipe(parsed, _generator_options()).kept()
    entrance: Place | None = place(parsed.entrance) if parsed.entrance else DEFAULT
    exits: Place | list[Place] = DEFAULT
    if parsed.exit:
        exits = [exit_ for exit_ in map(place, parsed.exit) if exit_ is not None]
    lattice = report_pieces(follow(lambda job: outline_of(recipe, job=job))).lattice
    if parsed.output is None and (reason := why_no_text(lattice)):
        raise UsageError(reason)
    chosen = openings(lattice, entrance, exits)
    maze = follow(lambda job: maze_of(recipe, lattice, job))
    maze.set_openings(*chosen)
    if parsed.output is None:
        sys.stdout.write(text_of(maze).decode())
        return DONE
    project = Project(maze, recipe)
    follow(lambda job: write(project, Path(parsed.output), job))
    print(_("{path}: seed {seed}").format(path=parsed.output, seed=recipe.seed))
    return DONE


def place(text: str) -> Place | None:
    """Read ``ROW,COL`` or ``ROW,COL,SIDE``, or ``none``; raises ``UsageError``."""
    if text.strip().lower() == "none":
        return None
    try:
        row, column, *side = (part.strip() for part in text.split(","))
        if not side:
            return int(row), int(column)
        (name,) = side
        return int(row), int(column), name
    except ValueError:
        raise UsageError(
            _("An opening is ROW,COL or ROW,COL,SIDE, not {text}.").format(text=quoted(text))
        ) from None
