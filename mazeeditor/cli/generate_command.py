"""``mazeeditor generate``: a new maze as a project, a text or a picture."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.cli.flags import add_flags, read_flags
from mazeeditor.cli.maze_files import check_target, write
from mazeeditor.cli.recipe_flags import USUAL, add_outline, read_recipe, report_pieces
from mazeeditor.cli.subcommands import DONE, subcommand
from mazeeditor.cli.terminal import follow
from mazeeditor.drawing.page import Page
from mazeeditor.errors import UsageError
from mazeeditor.files import Project
from mazeeditor.files.plain_text import text_of, why_no_text
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.maze.openings import DEFAULT, Place, openings
from mazeeditor.maze.random import SEED
from mazeeditor.options import Option
from mazeeditor.recipe import Recipe, maze_of, outline_of
from mazeeditor.shapes import SHAPES
from mazeeditor.translation import _, quoted
from mazeeditor.workspace.overall_size import (
    SizeRequest,
    as_drawn,
    overall_size,
    page_for,
    size_options,
)

if TYPE_CHECKING:
    from mazeeditor.workspace.presets import Preset


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of every shape, mask and generator."""
    add_outline(parser)
    names = ", ".join(GENERATORS.names())
    parser.add_argument("--generator", help=names + _(" (default backtracker)"))
    text = _("begin with a preset, which 'mazeeditor list presets' shows; other flags change it")
    parser.add_argument("--preset", metavar=_("NAME"), help=text)
    add_flags(parser, [SEED, BRAID, *_generator_options()])
    add_flags(parser, size_options())
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
    preset = _preset(parsed.preset)
    usual = preset.recipe if preset else USUAL
    page = preset.page if preset else Page()
    recipe = read_recipe(parsed, _generator_options(), usual).kept()
    recipe, page = _in_millimetres(parsed, recipe, page)
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
    project = Project(maze, recipe, page.to_dict() if page != Page() else {})
    written = follow(lambda job: write(project, Path(parsed.output), job, page=page))
    paths = ", ".join(map(str, written))
    print(_("{path}: seed {seed}").format(path=paths, seed=recipe.seed))
    return DONE


def _in_millimetres(parsed: argparse.Namespace, recipe: Recipe, page: Page) -> tuple[Recipe, Page]:
    """Return a recipe and a page with the sizes in mm that were given, if any."""
    given = read_flags(parsed, size_options())
    if not given:
        return recipe, page
    request = as_drawn(SizeRequest(**given), page)
    kept = read_flags(parsed, SHAPES[recipe.shape].options)
    size = overall_size(request, recipe.shape, recipe.sizes, kept)
    recipe = replace(recipe, sizes={**recipe.sizes, **size.counts})
    return recipe, page_for(page, request, size)


def _preset(name: str | None) -> Preset | None:
    if name is None:
        return None
    from mazeeditor.workspace.presets import preset_named

    return preset_named(name)


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
