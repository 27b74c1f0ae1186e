"""``mazeeditor compare``: what the mazes of each generator are like, over many seeds."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Sequence

from mazeeditor.cli import COMMANDS, DONE, Command
from mazeeditor.cli.flags import add_flags, read_flags
from mazeeditor.cli.progress import follow
from mazeeditor.compare import COLUMNS, Row, compare
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.maze.random import SEED
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES, build
from mazeeditor.words import _

MOST = 1_000_000
SEEDS = Option("seeds", int, 100, _("how many mazes of each generator"), 1, MOST)
FIRST = Option(
    "seed", int, 1, _("the first of the seeds; the others follow it"), 0, SEED.high - MOST
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add generators, sizes and formats."""
    known = ", ".join(GENERATORS.names())
    parser.add_argument("generators", metavar=_("GENERATOR"), nargs="*", help=_("of: ") + known)
    parser.add_argument("--shape", default="rectangular", help=", ".join(SHAPES.names()))
    sizes = [option for shape in SHAPES for option in shape.options]
    add_flags(parser, [*sizes, SEEDS, FIRST, BRAID])
    words = _("the longest path too, which takes its time")
    parser.add_argument("--all", action="store_true", help=words)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=_("print comma separated values"))
    form.add_argument("--json", action="store_true", help=_("print one JSON object a line"))


def run(parsed: argparse.Namespace) -> int:
    """Compare, then print; Ctrl+C stops it and prints nothing."""
    shape = SHAPES[parsed.shape]
    lattice = build(shape.name, **read_flags(parsed, shape.options))
    options = {each.name: each.default for each in (SEEDS, FIRST, BRAID)}
    options |= read_flags(parsed, (SEEDS, FIRST, BRAID))
    able = [each.name for each in GENERATORS if not each.shapes or shape.name in each.shapes]
    names = list(dict.fromkeys(parsed.generators)) or able
    seeds = range(options["seed"], options["seed"] + options["seeds"])
    rows = follow(
        lambda job: compare(
            names, lattice, seeds, job, braid=options["braid"], everything=parsed.all
        )
    )
    if parsed.csv:
        _print_csv(rows)
    elif parsed.json:
        print("\n".join(json.dumps(row.as_json()) for row in rows))
    else:
        print(table(rows))
    return DONE


def _print_csv(rows: Iterable[Row]) -> None:
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.as_json() for row in rows)


def table(rows: Sequence[Row]) -> str:
    """Return a block for each measure with a line for each generator: mean ± spread."""
    lines: list[str] = []
    measures = list(dict.fromkeys(row.measure for row in rows))
    width = max(len(row.generator) for row in rows)
    for measure in measures:
        lines += ["", f"{measure.label}. {measure.sentence}"]
        for row in rows:
            if row.measure is measure:
                lines.append(f"  {row.generator:{width}} {_in_words(row)}")
    return "\n".join(lines[1:])


def _in_words(row: Row) -> str:
    factor, unit = (100, " %") if row.measure.share else (1, "")
    if row.mean is None:
        return f"{'-':>12}"
    spread = "" if row.spread is None else f" ± {row.spread * factor:,.2f}{unit}"
    return f"{row.mean * factor:12,.2f}{unit}{spread}"


COMMANDS.add(
    Command(
        "compare",
        _("Compare what the mazes of generators are like, over many seeds."),
        "mazeeditor compare kruskal prim --rows 20 --columns 20 --seeds 10 --csv",
        configure,
        run,
        order=7,
    )
)
