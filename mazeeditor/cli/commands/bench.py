"""``mazeeditor bench``: the speed and memory of every algorithm on this machine."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import add_flags, read_flags
from mazeeditor.cli.recipe_flags import add_outline, read_outline
from mazeeditor.core.kernels.compiled import available
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.maze.comparing.bench import SIZES, Bench, Measurement
from mazeeditor.maze.lattice import MAX_ROWS, Lattice
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.recipe import outline_of
from mazeeditor.maze.shapes import sizes_about

SEED = Option(
    "seed", int, 1, _("seed of the mazes: the same seed measures the same mazes"), 0, LARGEST_SEED
)
LIMIT = Option("limit", float, 60.0, _("longest time of one measurement, in seconds"), 0, 86_400)
LEFT_OUT = {
    "time": _("left out: it would take longer than --limit"),
    "memory": _("left out: it needs more memory than is free"),
    "size": _("left out: there is no maze of this size"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the sizes and what is to be measured."""
    default = ",".join(map(str, SIZES))
    text = _(
        "each of about N x N cells: N rows and N columns, unless flags below set others, or as "
        "many rings as that takes (default {default})"
    ).format(default=default)
    parser.add_argument("--sizes", metavar="N,N,...", default=default, help=text)
    text = _("measure this algorithm alone; may be given several times")
    parser.add_argument("--only", metavar="NAME", action="append", default=[], help=text)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))
    add_flags(parser, (SEED, LIMIT))
    add_outline(parser)


@subcommand(
    "bench",
    _("Measure every algorithm, relative to a copy of the same bytes."),
    order=6,
    example="mazeeditor bench --shape hexagonal --sizes 20,100 --only prim --json",
    further=("mazeeditor bench --sizes 20 --only wilson",),
    main=(
        *("--sizes", "--only", "--limit", "--seed", "--shape"),
        *("--mask", "--json"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Measure, and print each line at once."""
    options = read_flags(parsed, (SEED, LIMIT))
    sizes = _sizes(parsed.sizes)
    seed, limit = options.get("seed", SEED.default), options.get("limit", LIMIT.default)
    recipe = read_outline(parsed)

    def make(size: int) -> Lattice:
        about = sizes_about(recipe.shape, size, recipe.sizes)
        return outline_of(replace(recipe, sizes=about), job=bench.job).lattice

    bench = Bench(seed, limit, parsed.only, make=make)
    for place, measurement in enumerate(bench.measure(sizes)):
        if not parsed.json and place == 0:
            _print_heads()
        line = json.dumps(measurement.as_json()) if parsed.json else as_text(measurement)
        print(line, flush=True)
    return DONE


def _print_heads() -> None:
    """Print what the figures mean, and the heads of the columns."""
    print(_("Kernels are compiled.") if available() else _("Kernels are interpreted."))
    print(_("Bytes are in addition to the maze itself; copies are of its walls."))
    heads = _("size"), _("ns a cell"), _("copies"), _("bytes a cell")
    print("{:31} {:>6} {:>10} {:>9} {:>13}".format("", *heads))


def _sizes(text: str) -> tuple[int, ...]:
    size = Option("sizes", int, 0, "", 1, MAX_ROWS)
    return tuple(size.parse(part) for part in text.split(","))


def as_text(row: Measurement) -> str:
    start = f"{row.kind:10} {row.name:20} {row.size:6}"
    if row.left_out:
        return f"{start}  {LEFT_OUT[row.left_out]}"
    return f"{start} {row.ns_a_cell:10.1f} {row.copies:9.1f} {row.bytes_a_cell:13.2f}"
