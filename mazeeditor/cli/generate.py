"""``mazeeditor generate``: a new maze as a project, a text or a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from mazeeditor import api
from mazeeditor.cli import COMMANDS, DONE, Command
from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.cli.output import check_target, write
from mazeeditor.cli.progress import follow
from mazeeditor.errors import UsageError
from mazeeditor.files.project import Project
from mazeeditor.files.text import text_of, why_no_text
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.masks import MASK_OPTIONS, MASKS
from mazeeditor.maze.random import SEED, new_seed
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES
from mazeeditor.words import _, quoted


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of every shape and generator."""
    parser.add_argument("--shape", default="rectangular", help=", ".join(SHAPES.names()))
    parser.add_argument(
        "--mask", help=_("the outline: {names}").format(names=", ".join(MASKS.names()))
    )
    parser.add_argument("--generator", default="backtracker", help=", ".join(GENERATORS.names()))
    add_flags(parser, [*_shape_options(), *_mask_options(), SEED, BRAID, *_generator_options()])
    place = _("ROW,COL[,SIDE]")
    words = _("a cell, counted from 0, or with a side a gap in the outer wall, or none")
    parser.add_argument("--entrance", metavar=place, help=words)
    parser.add_argument("--exit", metavar=place, action="append", help=words + _("; repeatable"))
    parser.add_argument(
        "-o", "--output", metavar=_("FILE"), help=_("without: the maze as text on the screen")
    )


def _shape_options() -> list[Option]:
    return [option for shape in SHAPES for option in shape.options]


def _mask_options() -> list[Option]:
    return [*MASK_OPTIONS, *(option for mask in MASKS for option in mask.options)]


def _generator_options() -> list[Option]:
    return [option for generator in GENERATORS for option in generator.options]


def run(parsed: argparse.Namespace) -> int:
    """Generate, then write."""
    if parsed.output:
        check_target(Path(parsed.output))
    shape, generator = SHAPES[parsed.shape], GENERATORS[parsed.generator]
    refuse_others(parsed, shape.options, shape.label, _shape_options())
    refuse_others(parsed, generator.options, generator.label, _generator_options())
    masking = (*MASK_OPTIONS, *MASKS[parsed.mask].options) if parsed.mask else ()
    whom = MASKS[parsed.mask].label if parsed.mask else _("A maze without --mask")
    refuse_others(parsed, masking, whom, _mask_options())
    sizes, cutting = read_flags(parsed, shape.options), read_flags(parsed, masking)
    options = read_flags(parsed, (SEED, BRAID, *generator.options))
    seed = options.pop("seed", None)
    recipe: dict[str, Any] = {"generator": generator.name, "seed": seed, **options}
    recipe["seed"] = new_seed() if seed is None else seed
    if reason := generator.why_not(shape.name, whole=not parsed.mask):
        raise UsageError(reason)  # before time is spent on the mask
    places: dict[str, Any] = {}
    if parsed.entrance:
        places["entrance"] = place(parsed.entrance)
    if parsed.exit:
        places["exit"] = [each for each in map(place, parsed.exit) if each is not None]
    outline = follow(lambda job: api.outline(shape.name, parsed.mask, sizes | cutting, job))
    tell_pieces(outline.pieces, cutting)
    if parsed.output is None and (reason := why_no_text(outline.lattice)):
        raise UsageError(reason)
    maze = follow(lambda job: api.generate(**recipe, **places, lattice=outline.lattice, job=job))
    if parsed.mask:
        recipe["mask"] = {"name": parsed.mask, **cutting}
    if parsed.output is None:
        sys.stdout.write(text_of(maze).decode())
        return DONE
    follow(lambda job: write(Project(maze, recipe=recipe), Path(parsed.output), job))
    print(_("{path}: seed {seed}").format(path=parsed.output, seed=recipe["seed"]))
    return DONE


def tell_pieces(pieces: int, cutting: dict[str, Any]) -> None:
    """Say where a mask fell into pieces, and what was done about it."""
    if pieces == 1:
        return
    done = {
        "bridges": _("joined by bridges"),
        "largest": _("only the largest was kept"),
        "each": _("there is a maze in each"),
    }[cutting.get("pieces", "bridges")]
    words = _("the mask falls into {number:,} pieces: {done} (--pieces).")
    print("mazeeditor: " + words.format(number=pieces, done=done), file=sys.stderr)


def place(text: str) -> api.Place | None:
    """Read ``ROW,COL`` or ``ROW,COL,SIDE``, or ``none``; raises ``UsageError``."""
    if text.strip().lower() == "none":
        return None
    parts = [part.strip() for part in text.split(",")]
    try:
        row, column = int(parts[0]), int(parts[1])
        return (row, column) if len(parts) == 2 else (row, column, *parts[2:])  # type: ignore[return-value]
    except (ValueError, IndexError):
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
