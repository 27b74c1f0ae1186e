"""``mazeeditor export``: print-ready SVG and PDF, pictures, text."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.cli.maze_files import check_target, open_project, write
from mazeeditor.cli.subcommands import DONE, subcommand
from mazeeditor.cli.terminal import follow
from mazeeditor.drawing.page import Page, page_options
from mazeeditor.drawing.paper import LANDSCAPE, PORTRAIT
from mazeeditor.exporters import EXPORTERS, exporter_for
from mazeeditor.files.project import SUFFIX
from mazeeditor.options import Option
from mazeeditor.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files and the flags of the page and of every format."""
    formats = ", ".join(exporter.suffix for exporter in EXPORTERS)
    parser.add_argument("file", metavar=_("FILE"), help=_("a project or a text file"))
    parser.add_argument(
        "-o", "--output", metavar=_("OUT"), required=True, help=f"{formats}, {SUFFIX}"
    )
    parser.add_argument(
        "--solution",
        nargs="?",
        const="drawn",
        choices=("none", "drawn", "page"),
        help=_("draw a shortest route over the maze, or on a second page"),
    )
    for flag, value in {"--landscape": LANDSCAPE, "--no-landscape": PORTRAIT}.items():
        text = _("the same as --orientation {value}").format(value=value)
        parser.add_argument(
            flag, dest="option_orientation", action="store_const", const=value, help=text
        )
    add_flags(parser, [*_page_options(), *_format_options()])


def _page_options() -> list[Option]:
    """Return the options of the page, but for the solution, whose flag needs no value."""
    return [option for option in page_options() if option.name != "solution"]


def _format_options() -> list[Option]:
    return [option for exporter in EXPORTERS for option in exporter.options]


@subcommand(
    "export",
    _("Write a picture for printing, cutting or the web."),
    order=4,
    example="mazeeditor export maze.maze -o maze.pdf --page A4 --title Otto --solution page",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Read, then write, with the route that the page shows."""
    output = Path(parsed.output)
    check_target(output, parsed.file)
    options = _options_of_format(parsed, output)
    style = read_flags(parsed, _page_options())
    project = follow(lambda job: open_project(parsed.file, job))
    solution = {"solution": parsed.solution} if parsed.solution else {}
    page = Page.chosen(style | solution, project.page)
    if style or solution:  # a project keeps them
        project = replace(project, page=page.to_dict(project.page))
    written = follow(lambda job: write(project, output, job, page=page, **options))
    print("\n".join(map(str, written)))
    return DONE


def _options_of_format(parsed: argparse.Namespace, output: Path) -> dict[str, Any]:
    """Return the options of the format; raises ``UsageError`` for those of another one."""
    if output.suffix.lower() == SUFFIX:
        refuse_others(parsed, (), _("A project"), _format_options())
        return {}
    exporter = exporter_for(output)
    refuse_others(parsed, exporter.options, exporter.label, _format_options())
    return read_flags(parsed, exporter.options)
