"""``mazeeditor export``: print-ready SVG and PDF, pictures, text, files for machines."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazeeditor.cli.check_flags import (
    PageJudge,
    add_strictness,
    findings_as_json,
    refuse_strictness,
)
from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import add_flags, of_formats, read_flags, refuse_others
from mazeeditor.cli.maze_files import (
    MAZE_FILE,
    add_reading_flags,
    check_folder,
    check_other,
    check_target,
    draws_pages,
    expected_of,
    open_project,
    write,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.files import SUFFIX, Project
from mazeeditor.making.formats import CUT_FORMATS, is_for_machine
from mazeeditor.making.options import make_options
from mazeeditor.page.formats import EXPORTERS, Judge, exporter_for
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.paper import LANDSCAPE, PORTRAIT
from mazeeditor.page.shown_page import page_with, placed_on


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files and the flags of the page and of every format."""
    formats = ", ".join(dict.fromkeys(known.suffix for known in (*EXPORTERS, *CUT_FORMATS)))
    parser.add_argument("file", metavar=_("FILE"), help=MAZE_FILE)
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("OUT"),
        required=True,
        help=_("file to write: {known}").format(known=f"{formats}, {SUFFIX}"),
    )
    parser.add_argument(
        "--solution",
        nargs="?",
        const="drawn",
        choices=("none", "drawn", "page"),
        help=_("draw a shortest route over the maze, or on a second page"),
    )
    for flag, value in {"--landscape": LANDSCAPE, "--no-landscape": PORTRAIT}.items():
        text = _("do the same as --orientation {value}").format(value=value)
        parser.add_argument(
            flag, dest="option_orientation", action="store_const", const=value, help=text
        )
    of_files = of_formats(EXPORTERS, lambda each: each.maze_options)
    add_flags(parser, [*_page_options(), *of_files])
    add_strictness(parser)
    add_reading_flags(parser)
    text = _(
        "print a last line of JSON with the files and what is wrong with their pages, or the "
        "figures of what a machine makes"
    )
    parser.add_argument("--json", action="store_true", help=text)
    making = parser.add_argument_group(
        _("for lasers, plotters, routers and printers"),
        _("with any of these, or a file that only machines take, {job} says what is made").format(
            job="--job"
        ),
    )
    add_flags(making, [*make_options(), *of_formats(CUT_FORMATS, lambda each: each.options)])


def _page_options() -> list[Option]:
    """Return the options of the page, but for the solution, whose flag needs no value."""
    return [option for option in page_options() if option.name != "solution"]


def _format_options() -> list[Option]:
    return [option for exporter in EXPORTERS for option in exporter.maze_options]


def _making_format_options() -> list[Option]:
    return [option for known in CUT_FORMATS for option in known.options]


@subcommand(
    "export",
    _("Write the maze as a file for a printer, a machine, a game or the web."),
    order=4,
    example="mazeeditor export maze.maze -o maze.pdf --title Otto --solution page",
    further=("mazeeditor export maze.maze -o maze.dxf --job stencil --cell 8",),
    main=(
        *("--page", "--title", "--solution", "--marks", "--theme", "--cell"),
        *("--wall", "--walls", "--job", "--output"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Read, then write, with the route that the page shows."""
    output = Path(parsed.output)
    chosen = read_flags(parsed, make_options())
    making = is_for_machine(output, chosen)
    if making:
        check_folder(output)
        check_other(output, parsed.file)
    else:
        check_target(output, parsed.file, machines=True)
        _refuse_making(parsed)
    of_format = {} if making else _options_of_format(parsed, output)
    style = read_flags(parsed, _page_options())
    expected = expected_of(parsed)
    project = follow(lambda job: open_project(parsed.file, job, expected))
    solution = {"solution": parsed.solution} if parsed.solution else {}
    page = Page.chosen(style | solution, project.page)
    page = page_with(page, placed_on(project.maze, page))
    if making:
        return _make(parsed, project, page, chosen, {*style, *solution})
    if style or solution:  # a project keeps them
        project = replace(project, page=page.to_dict(project.page))
    judged = PageJudge(parsed.strict)
    judge = Judge(recipe=project.recipe, use=judged.use)
    written = follow(lambda job: write(project, output, job, page=page, judge=judge, **of_format))
    if parsed.json:
        print(json.dumps({"files": list(map(str, written)), **findings_as_json(judged.findings)}))
    else:
        print("\n".join(map(str, written)))
    return DONE


def _refuse_making(parsed: argparse.Namespace) -> None:
    """Raise ``UsageError`` for a flag that this file has not: of machines, or of pages."""
    owner = _("A file of that kind")
    refuse_others(parsed, _format_options(), owner, _making_format_options())
    if not draws_pages(Path(parsed.output)):
        refuse_strictness(parsed, owner)


def _make(
    parsed: argparse.Namespace,
    project: Project,
    page: Page,
    chosen: Mapping[str, Any],
    of_page: Collection[str],
) -> int:
    """Write the files of a job; print their names, and figures.

    What was ``chosen`` of making or ``of_page`` and does nothing is said.
    """
    from mazeeditor.making.advice import MakingError
    from mazeeditor.making.no_effect import without_effect
    from mazeeditor.making.options import MakeOptions, with_hand_tabs
    from mazeeditor.making.plan import ChosenPresets, format_for, make, usual_job
    from mazeeditor.making.tabs.places import HandTabs

    refuse_strictness(parsed, _("What a machine makes"))
    output = Path(parsed.output)
    options = MakeOptions(**{"job": usual_job(output), **chosen})
    if not {"tabs", "tabs_at"} & chosen.keys():
        options = with_hand_tabs(options, HandTabs.of(project.tabs, project.maze))
    presets = ChosenPresets.of(options, making_folders())
    format_ = format_for(output, presets.machine)
    own = [*_format_options(), *_making_format_options()]
    refuse_others(parsed, format_.options, format_.label, own)
    of_format = read_flags(parsed, format_.options)
    try:
        files, making = follow(
            lambda job: make(project.maze, output, page, options, presets, job, **of_format)
        )
    except MakingError as problem:
        raise UsageError(problem.for_terminal) from None
    advice = (one.for_terminal for one in making.advice)
    for text in (*without_effect(options, {*chosen, *of_page}), *advice):
        print(f"mazeeditor: {text}", file=sys.stderr)
    print("\n".join(map(str, files)))
    if parsed.json:
        print(json.dumps({"files": list(map(str, files))} | making.to_dict()))
    else:
        print("\n".join(making.summary))
    return DONE


def _options_of_format(parsed: argparse.Namespace, output: Path) -> dict[str, Any]:
    """Return the options of the format; raises ``UsageError`` for those of another one."""
    if output.suffix.lower() == SUFFIX:
        refuse_others(parsed, (), _("A project"), _format_options())
        return {}
    exporter = exporter_for(output)
    refuse_others(parsed, exporter.maze_options, exporter.label, _format_options())
    return read_flags(parsed, exporter.maze_options)
