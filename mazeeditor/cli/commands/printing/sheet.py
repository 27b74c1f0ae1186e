"""``mazeeditor sheet``: many mazes on the pages of one file, with texts and answers."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from mazeeditor.cli.check_flags import (
    add_checks,
    findings_as_json,
    print_findings,
    refuse_files,
    status_of,
)
from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import (
    add_flags,
    add_workers,
    check_workers,
    chosen_workers,
    read_flags,
    refuse_others,
)
from mazeeditor.cli.format_flags import add_pictures, page_formats, read_format
from mazeeditor.cli.maze_files import check_folder, check_other, named_files, open_project
from mazeeditor.cli.recipe_flags import (
    add_for,
    add_recipe,
    generator_options,
    kept_page,
    preset_of,
    read_masks,
    read_openings,
    read_recipe,
    read_subject,
    refuse_outline,
    report_pieces,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.disk.input_files import input_path
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.core.translation import _
from mazeeditor.files import Project
from mazeeditor.maze.generators import BRAID
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import outline_of, refuse_openings
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.audiences import audience_named
from mazeeditor.page.findings import PageFinding
from mazeeditor.page.page import Page
from mazeeditor.page.readable_words import with_readable_sizes
from mazeeditor.page.shown_page import left_to
from mazeeditor.sheets.names_file import read_names
from mazeeditor.sheets.pages.page_files import findings_of
from mazeeditor.sheets.sheet import Sheet, page_options_of_sheets, placeholders
from mazeeditor.sheets.sheet_audience import recipe_for, usual_audience
from mazeeditor.sheets.sheet_files import PrintedFiles, Printing, SheetOrder


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of recipe, sheet, page and formats."""
    text = _(
        "projects or text files, one maze each (- is standard input); without one mazes are made"
    )
    parser.add_argument("files", nargs="*", metavar=_("FILE"), help=text)
    own = [*options_of(Sheet), *page_options_of_sheets()]
    formats = page_formats()
    taken = {option.name for option in (*own, *(one.option for one in formats))}
    add_recipe(parser, shows=True, taken=taken)
    text = _(
        "age or skill that the mazes must suit, one of 'mazeeditor list audiences'. Size, "
        "generator and walls follow from it and from the room on the page, unless you give "
        "them. Several mazes are equally hard, each with a seed that is printed beside it"
    )
    add_for(parser, text)
    add_flags(parser, [*own, *formats])
    text = _(
        "list of names, a CSV (- is standard input): each row gets mazes of its own. Its "
        "name is in the column name, else in the first one, and stands above the mazes or as "
        "{name} in a text; other columns can stand in texts likewise"
    )
    parser.add_argument("--names", metavar=_("FILE"), help=text.replace("%", "%%"))
    add_pictures(parser)
    add_workers(parser)
    add_checks(parser)
    text = _("print one JSON object: files, sizes in mm, for whom they are, what is wrong")
    parser.add_argument("--json", action="store_true", help=text)
    text = _(
        "file to write: .pdf, or .svg, .png or .zip for a picture of each page; {name}.pdf "
        "makes a file for each row of a list"
    )
    parser.add_argument("-o", "--output", metavar=_("OUT"), help=text)


@subcommand(
    "sheet",
    _("Print many mazes on the pages of one file, with texts and answers."),
    order=5,
    example="mazeeditor sheet --count 4 --per-page 2 --answers end -o mazes.pdf",
    further=("mazeeditor sheet --count 2 --for 7-9 --questions plus-20 -o sums.pdf",),
    main=(
        *("--count", "--per-page", "--for", "--names", "--title", "--answers", "--questions"),
        *("--theme", "--page", "--output"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Read all, plan all, then write."""
    if parsed.check:
        return _check(parsed)
    if parsed.output is None:
        raise UsageError(_("Name the file to be written: -o FILE."))
    output = Path(parsed.output)
    check_folder(output)
    parsed.files = named_files(parsed.files)
    for file in parsed.files:
        check_other(output, file)
    format_ = read_format(parsed, output)
    check_workers(parsed)
    order = _order(parsed)
    printing = follow(lambda job: Printing.of(order, output, format_, job))

    def written(job: Job) -> PrintedFiles:
        with chosen_workers(parsed, job) as workers:
            return printing.write(job, workers=workers, strict=parsed.strict)

    files, sizes, findings = follow(written)
    if parsed.json:
        known = {**sizes._asdict(), "advice": sizes.advice} if sizes else {}
        names = list(map(str, files))
        print(json.dumps({"files": names, **known, **findings_as_json(findings)}))
        return DONE
    print("\n".join(map(str, files)))
    if sizes:
        print(sizes.advice)
    return DONE


def _check(parsed: argparse.Namespace) -> int:
    """Say what is wrong with the pages as they would be printed."""
    refuse_files(o=parsed.output)
    parsed.files = named_files(parsed.files)
    check_workers(parsed)
    order = _order(parsed)

    def judged(job: Job) -> list[PageFinding]:
        planned = order.plan(job)
        with chosen_workers(parsed, job) as workers:
            return findings_of((*planned.pages, *planned.answers), job, workers=workers)

    findings = follow(judged)
    if parsed.json:
        print(json.dumps({"files": [], **findings_as_json(findings)}))
    else:
        print_findings(findings)
    return status_of(findings)


def _order(parsed: argparse.Namespace) -> SheetOrder:
    """Return what is to be printed; raises ``UsageError`` and ``MazeError``."""
    sheet = Sheet(**read_flags(parsed, options_of(Sheet)))
    style = read_flags(parsed, page_options_of_sheets())
    rows = read_names(input_path(parsed.names), placeholders(sheet)) if parsed.names else []
    if parsed.files:
        projects = follow(lambda job: _projects(parsed.files, job))
        _refuse_recipe(parsed)
        return SheetOrder(sheet, Page.chosen(style), projects=projects, rows=rows)
    usual, page = preset_of(parsed)
    page = Page.chosen(left_to(read_subject(parsed), style), kept_page(page))
    shape = SHAPES[parsed.shape or usual.shape]
    given = read_flags(parsed, shape.options)
    whom = parsed.audience
    if whom is None and not given and parsed.preset is None:
        whom = usual_audience(page)
    if whom is not None:
        audience = audience_named(whom)
        seed = read_flags(parsed, (SEED,)).get(SEED.name)
        usual = replace(usual, seed=seed, shape=shape.name, masks=read_masks(parsed))
        usual, page = recipe_for(audience, sheet, page, usual, sizes=given, rows=rows)
    recipe = read_recipe(parsed, generator_options(), usual)
    if whom is None and parsed.preset is None:
        recipe = with_readable_sizes(recipe, given)
    if parsed.entrance or parsed.exit:
        refuse_openings(recipe, around_route=False)
    lattice = report_pieces(follow(lambda job: outline_of(recipe, job=job))).lattice
    openings = read_openings(parsed, lattice)
    return SheetOrder(sheet, page, recipe, openings, rows=rows, audience=whom or "")


def _projects(files: list[str], job: Job) -> list[Project]:
    return [open_project(file, job) for file in files]


def _refuse_recipe(parsed: argparse.Namespace) -> None:
    """Raise ``UsageError`` where files are given, and what to generate as well."""
    refuse_outline(parsed, parsed.files[0])
    refuse_others(parsed, (), _("A maze of a file"), [SEED, BRAID, *generator_options()])
    given = {"--generator": parsed.generator, "--preset": parsed.preset, "--for": parsed.audience}
    given |= {"--entrance": parsed.entrance, "--exit": parsed.exit}
    given |= {"--count": parsed.option_count}
    for flag, value in given.items():
        if value is not None:
            text = _("{file} is a maze already: leave out {flag}.")
            raise UsageError(text.format(file=parsed.files[0], flag=flag))
