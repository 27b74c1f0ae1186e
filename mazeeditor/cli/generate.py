"""``mazeeditor generate``: a new maze as a project, a text or a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from mazeeditor import api
from mazeeditor.cli import COMMANDS, DONE, Command
from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.cli.outline import add_outline, read_outline
from mazeeditor.cli.output import check_target, write
from mazeeditor.cli.progress import follow
from mazeeditor.errors import UsageError
from mazeeditor.files.project import Project
from mazeeditor.files.text import text_of, why_no_text
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.maze.openings import Place
from mazeeditor.maze.random import SEED, new_seed
from mazeeditor.options import Option
from mazeeditor.words import _, quoted


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of every shape, mask and generator."""
    add_outline(parser)
    parser.add_argument("--generator", default="backtracker", help=", ".join(GENERATORS.names()))
    add_flags(parser, [SEED, BRAID, *_generator_options()])
    place = _("ROW,COL[,SIDE]")
    words = _("a cell, counted from 0, or with a side a gap in the outer wall, or none")
    parser.add_argument("--entrance", metavar=place, help=words)
    parser.add_argument("--exit", metavar=place, action="append", help=words + _("; repeatable"))
    parser.add_argument(
        "-o", "--output", metavar=_("FILE"), help=_("without: the maze as text on the screen")
    )


def _generator_options() -> list[Option]:
    return [option for generator in GENERATORS for option in generator.options]


def run(parsed: argparse.Namespace) -> int:
    """Generate, then write."""
    if parsed.output:
        check_target(Path(parsed.output))
    wanted, generator = read_outline(parsed), GENERATORS[parsed.generator]
    refuse_others(parsed, generator.options, generator.label, _generator_options())
    options = read_flags(parsed, (SEED, BRAID, *generator.options))
    seed = options.pop("seed", None)
    recipe: dict[str, Any] = {"generator": generator.name, "seed": seed, **options}
    recipe["seed"] = new_seed() if seed is None else seed
    wanted.check(generator)
    places: dict[str, Any] = {}
    if parsed.entrance:
        places["entrance"] = place(parsed.entrance)
    if parsed.exit:
        places["exit"] = [each for each in map(place, parsed.exit) if each is not None]
    lattice = wanted.tell(follow(wanted.cut)).lattice
    if parsed.output is None and (reason := why_no_text(lattice)):
        raise UsageError(reason)
    maze = follow(lambda job: api.generate(**recipe, **places, lattice=lattice, job=job))
    if parsed.output is None:
        sys.stdout.write(text_of(maze).decode())
        return DONE
    project = Project(maze, recipe=recipe | wanted.recipe)
    follow(lambda job: write(project, Path(parsed.output), job))
    print(_("{path}: seed {seed}").format(path=parsed.output, seed=recipe["seed"]))
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


COMMANDS.add(
    Command(
        "generate",
        _("Make a new maze."),
        "mazeeditor generate --rows 30 --columns 40 --seed 7 -o maze.maze",
        configure,
        run,
        order=1,
    )
)
