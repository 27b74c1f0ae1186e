"""``mazeeditor compare``: what the mazes of each generator are like, over many seeds."""

from __future__ import annotations

import argparse
from pathlib import Path

from mazeeditor.cli import COMMANDS, DONE, Command
from mazeeditor.cli.flags import add_flags, read_flags
from mazeeditor.cli.outline import add_outline, read_outline
from mazeeditor.cli.output import check_folder
from mazeeditor.cli.progress import follow
from mazeeditor.comparing import table
from mazeeditor.comparing.compare import FIRST, SEEDS, Row, compare, described
from mazeeditor.comparing.plot import plot
from mazeeditor.errors import UsageError
from mazeeditor.exporters import EXPORTERS, encode_scenes, exporter_for
from mazeeditor.files.atomic import write_whole
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.job import Job
from mazeeditor.maze.measures import MEASURES, Measure, measures_named
from mazeeditor.words import _

OWN = (SEEDS, FIRST, BRAID)
PLOTTING = 0.1  # of the work, about


def configure(parser: argparse.ArgumentParser) -> None:
    """Add generators, shapes, masks, measures and formats."""
    known = ", ".join(GENERATORS.names())
    parser.add_argument("generators", metavar=_("GENERATOR"), nargs="*", help=_("of: ") + known)
    add_outline(parser)
    add_flags(parser, OWN)
    measures = ", ".join(each.name for each in MEASURES)
    words = _("only these measures, of: {known}").format(known=measures)
    parser.add_argument("--measures", metavar="NAME,NAME,...", help=words)
    words = _("the longest path too, which takes its time")
    parser.add_argument("--all", action="store_true", help=words)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=_("comma separated values"))
    form.add_argument("--json", action="store_true", help=_("one JSON object a line"))
    words = _("write the table to a file instead of printing it")
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=words)
    suffixes = ", ".join(one.suffix for one in EXPORTERS if one.drawn)
    words = _("draw box plots too: {suffixes}").format(suffixes=suffixes)
    parser.add_argument("--plot", metavar=_("FILE"), help=words)


def run(parsed: argparse.Namespace) -> int:
    """Compare, then print or write; Ctrl+C stops it, and nothing is printed or written."""
    output, chart = (Path(name) if name else None for name in (parsed.output, parsed.plot))
    _check_files(output, chart)
    measures = _measures(parsed)
    wanted = read_outline(parsed)
    options = {each.name: each.default for each in OWN} | read_flags(parsed, OWN)
    asked = [GENERATORS[name] for name in dict.fromkeys(parsed.generators)]
    for generator in asked:
        wanted.check(generator)
    names = [each.name for each in asked or GENERATORS if not wanted.why_not(each)]
    seeds = range(options["seed"], options["seed"] + options["seeds"])
    lattice = wanted.tell(follow(wanted.cut)).lattice
    about = described(lattice, seeds, options["braid"], wanted.labels)
    everything = any(measure.expensive for measure in measures)

    def work(job: Job) -> tuple[list[Row], dict[Path, bytes]]:
        with job.part(1 - PLOTTING if chart else 1):
            rows = compare(
                names, lattice, seeds, job, braid=options["braid"], everything=everything
            )
        rows = [row for row in rows if row.measure in measures]
        return rows, encode_scenes(plot(rows, about), chart, job) if chart else {}

    rows, files = follow(work)
    form = table.as_csv if parsed.csv else table.as_json if parsed.json else table.as_words
    _write(form(rows), output, files)
    return DONE


def _check_files(output: Path | None, chart: Path | None) -> None:
    """Raise what is wrong with the names of files before the long work, not after it."""
    for path in (output, chart):
        if path:
            check_folder(path)
    if chart:
        exporter_for(chart, drawn=True)
        if chart == output:
            raise UsageError(_("The table and the plot need a file each."))


def _measures(parsed: argparse.Namespace) -> tuple[Measure, ...]:
    if parsed.measures is not None:
        return measures_named(name.strip() for name in parsed.measures.split(","))
    return tuple(each for each in MEASURES if parsed.all or not each.expensive)


def _write(text: str, output: Path | None, files: dict[Path, bytes]) -> None:
    """Write the plot, then the table, or print it; what is written is named, as export does."""
    if output:
        files = files | {output: text.encode()}
    for path, data in files.items():
        write_whole(path, data)
    print("\n".join(map(str, files)) if output else text.rstrip("\n"))


COMMANDS.add(
    Command(
        "compare",
        _("Compare what the mazes of generators are like, over many seeds."),
        "mazeeditor compare kruskal prim --shape polar --rings 9 --seeds 10 --plot plot.svg",
        configure,
        run,
        order=7,
    )
)
