"""``mazeeditor compare``: the properties of the mazes of each generator, over many seeds."""

from __future__ import annotations

import argparse
from pathlib import Path

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import add_flags, add_workers, check_workers, chosen_workers, read_flags
from mazeeditor.cli.maze_files import check_folder
from mazeeditor.cli.recipe_flags import add_outline, check_generator, read_outline, report_pieces
from mazeeditor.cli.terminal import follow
from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import defaults_of
from mazeeditor.core.translation import _
from mazeeditor.maze.comparing.compare import (
    FIRST,
    SEEDS,
    Distribution,
    as_csv,
    as_json,
    as_text,
    compare,
    description,
)
from mazeeditor.maze.facts.measures import MEASURES, Measure, measures_named
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.recipe import outline_of
from mazeeditor.page.box_plots import plot_pages
from mazeeditor.page.formats import EXPORTERS, encode_scenes, exporter_for

OWN_FLAGS = (SEEDS, FIRST, BRAID)
PLOTTING = 0.1  # of the work, about


def configure(parser: argparse.ArgumentParser) -> None:
    """Add generators, shapes, masks, measures and formats."""
    known = ", ".join(GENERATORS.names())
    text = _("generators to compare: {known}")
    parser.add_argument(
        "generators", metavar=_("GENERATOR"), nargs="*", help=text.format(known=known)
    )
    add_outline(parser)
    add_flags(parser, OWN_FLAGS)
    add_workers(parser)
    measures = ", ".join(measure.name for measure in MEASURES)
    text = _("measures to compare, with commas between them: {known}").format(known=measures)
    parser.add_argument("--measures", metavar="NAME,NAME,...", help=text)
    text = _("measure the longest path too, which is slow")
    parser.add_argument("--all", action="store_true", help=text)
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--csv", action="store_true", help=_("print comma separated values"))
    formats.add_argument("--json", action="store_true", help=_("print one JSON object a line"))
    text = _("file for the table, in place of printing it")
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=text)
    suffixes = ", ".join(exporter.suffix for exporter in EXPORTERS if exporter.draws_any)
    text = _("draw box plots into this file, too: {suffixes}").format(suffixes=suffixes)
    parser.add_argument("--plot", metavar=_("FILE"), help=text)


@subcommand(
    "compare",
    _("Compare the mazes of generators over many seeds."),
    order=7,
    example="mazeeditor compare kruskal prim --shape polar --seeds 10 --plot plot.svg",
    further=("mazeeditor compare kruskal prim --seeds 5 --csv",),
    main=(
        *("--seeds", "--shape", "--rows", "--columns", "--measures"),
        *("--plot", "--csv", "--json", "--output"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Compare, then print or write; Ctrl+C stops it, and nothing is printed or written."""
    output, chart = (Path(name) if name else None for name in (parsed.output, parsed.plot))
    _check_files(output, chart)
    check_workers(parsed)
    measures = _measures(parsed)
    recipe = read_outline(parsed)
    options = defaults_of(OWN_FLAGS) | read_flags(parsed, OWN_FLAGS)
    chosen = [GENERATORS[name] for name in dict.fromkeys(parsed.generators)]
    for generator in chosen:
        check_generator(recipe, generator.name)
    names = [entry.name for entry in chosen or GENERATORS if not recipe.why_not(entry.name)]
    seeds = range(options["seed"], options["seed"] + options["seeds"])
    lattice = report_pieces(follow(lambda job: outline_of(recipe, job=job))).lattice
    about = description(lattice, seeds, options["braid"], [mask.label for mask in recipe.masks])
    expensive = any(measure.expensive for measure in measures)

    def work(job: Job) -> tuple[list[Distribution], dict[Path, bytes]]:
        options_ = {"braid": options["braid"], "expensive": expensive}
        with job.part(1 - PLOTTING if chart else 1), chosen_workers(parsed, job) as workers:
            rows = compare(names, lattice, seeds, job, **options_, workers=workers)
        rows = [row for row in rows if row.measure in measures]
        return rows, encode_scenes(plot_pages(rows, about), chart, job) if chart else {}

    rows, files = follow(work)
    as_chosen = as_csv if parsed.csv else as_json if parsed.json else as_text
    _write(as_chosen(rows), output, files)
    return DONE


def _check_files(output: Path | None, chart: Path | None) -> None:
    """Raise errors in the names of files before the long job, not after it."""
    for path in (output, chart):
        if path:
            check_folder(path)
    if chart:
        exporter_for(chart, drawn=True)
        if chart == output:
            raise UsageError(_("The table and the plot need different files."))


def _measures(parsed: argparse.Namespace) -> tuple[Measure, ...]:
    if parsed.measures is not None:
        return measures_named(name.strip() for name in parsed.measures.split(","))
    return tuple(measure for measure in MEASURES if parsed.all or not measure.expensive)


def _write(text: str, output: Path | None, files: dict[Path, bytes]) -> None:
    """Write plot and table, or print the table; print the names of files written."""
    if output:
        files = files | {output: text.encode()}
    write_together(files.items())
    print("\n".join(map(str, files)) if output else text.rstrip("\n"))
