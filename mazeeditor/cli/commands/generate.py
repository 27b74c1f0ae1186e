"""``mazeeditor generate``: a new maze as a project, a text or a picture."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.size_request import SizeRequest, size_options
from mazeeditor.cli.check_flags import (
    PageJudge,
    add_strictness,
    findings_as_json,
    refuse_strictness,
)
from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import add_flags, read_flags
from mazeeditor.cli.maze_files import check_maze_target, draws_pages, summary_stream, write
from mazeeditor.cli.recipe_flags import (
    add_audience,
    add_recipe,
    generator_options,
    kept_page,
    preset_of,
    read_masks,
    read_openings,
    read_recipe,
    refuse_sizes_beside_outline,
    report_pieces,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.disk.file_kinds import kind_of
from mazeeditor.core.disk.input_files import bytes_of, input_path
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.files import Project
from mazeeditor.files.plain_text import text_of, why_no_text
from mazeeditor.maze.collecting.things import collected_options
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import MAX_CELLS, Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_around, maze_of, outline_of, refuse_openings
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.maze.transforms.symmetry.group import LABELS, checked_symmetry

if TYPE_CHECKING:
    from mazeeditor.page.audiences import Audience
    from mazeeditor.page.page import Page


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of every shape, mask, subject and generator."""
    add_recipe(parser, shows=True)
    add_audience(parser)
    add_flags(parser, size_options())
    add_flags(parser, collected_options())
    text = _(
        "file with the route around which the maze is made, so that it is the only one: one "
        "row,column a line (- is standard input), an SVG along whose paths it leads, or a "
        "picture around whose dark parts it leads"
    )
    parser.add_argument("--route", metavar=_("FILE"), help=text)
    text = _("text around whose letters the route leads; the maze is made around that")
    parser.add_argument("--route-text", metavar=_("TEXT"), help=text)
    text = _(
        "symmetry of the maze, broken by as few walls as possible: {names}, or a number of "
        "equal parts"
    )
    names = ", ".join(LABELS)
    parser.add_argument("--symmetry", metavar=_("NAME"), help=text.format(names=names))
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        help=_("file to write; - prints a project; without it the maze is printed as text"),
    )
    add_strictness(parser)
    text = _("print the files, the seed and what is wrong with the pages as one JSON object")
    parser.add_argument("--json", action="store_true", help=text)


@subcommand(
    "generate",
    _("Make a new maze."),
    order=1,
    example="mazeeditor generate --rows 30 --columns 40 --seed 7 -o maze.maze",
    further=("mazeeditor generate --shape polar --mask heart -o heart.pdf",),
    main=(
        *("--rows", "--columns", "--shape", "--mask", "--generator", "--braid", "--seed"),
        *("--for", "--page", "--output"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Generate, then write."""
    paged = _draws_pages(parsed)
    refuse_sizes_beside_outline(parsed, size_options())
    usual, page = preset_of(parsed)
    usual, page = _for_audience(parsed, usual, _on_page(parsed, page), paged=paged)
    recipe = read_recipe(parsed, generator_options(), usual)
    if recipe.masks and parsed.audience is None and parsed.preset is None:
        recipe = _readable(parsed, recipe)
    recipe, page = _in_millimetres(parsed, recipe, page)
    if parsed.symmetry is not None:
        recipe = replace(recipe, symmetry=checked_symmetry(parsed.symmetry))
    lattice = report_pieces(
        follow(lambda job: outline_of(recipe, job=job)), letters=not paged
    ).lattice
    if parsed.output is None and (reason := why_no_text(lattice)):
        raise UsageError(reason)
    maze, made_by = _make(parsed, recipe, lattice)
    if recipe.subject:
        page = _page_showing(parsed, maze, recipe.subject, page)
    page = _with_things(parsed, maze, page)
    if page and page.whole:
        page = _with_room(maze, page)
    if recipe.symmetry:
        _report_breaks(maze, recipe.symmetry)
    if parsed.output is None:
        sys.stdout.write(text_of(maze).decode())
        return DONE
    _write(parsed, Project(maze, made_by, kept_page(page)), page, recipe.seed)
    return DONE


def _draws_pages(parsed: argparse.Namespace) -> bool:
    """Return whether pages are written; raises ``UsageError`` for a flag that needs a file."""
    if parsed.output is None:
        if parsed.json:
            raise UsageError(_("--json needs a file: give -o as well."))
        refuse_strictness(parsed, _("A maze as text"))
        return False
    output = Path(parsed.output)
    check_maze_target(output)
    if draws_pages(output):
        return True
    refuse_strictness(parsed, _("A file without pages"))
    return False


def _write(
    parsed: argparse.Namespace, project: Project, page: Page | None, seed: int | None
) -> None:
    """Write the file, and print its name and the seed, or as JSON what is wrong with it as well."""
    output, judged = Path(parsed.output), PageJudge(parsed.strict)

    def written(job: Job) -> list[Path]:
        if not draws_pages(output):
            return write(project, output, job, page=page)
        from mazeeditor.page.formats import Judge

        judge = Judge(parsed.audience or "", project.recipe, judged.use)
        return write(project, output, job, page=page, judge=judge)

    files = list(map(str, follow(written) or [output]))
    if parsed.json:
        known = {"files": files, "seed": seed, **findings_as_json(judged.findings)}
        print(json.dumps(known), file=summary_stream(output))
    else:
        text = _("{path}: seed {seed}").format(path=", ".join(files), seed=seed)
        print(text, file=summary_stream(output))


def _make(parsed: argparse.Namespace, recipe: Recipe, lattice: Lattice) -> tuple[Maze, Recipe]:
    """Return the maze, around a route where one is given, and the recipe for its file."""
    around = bool(parsed.route or parsed.route_text)
    if parsed.entrance or parsed.exit:
        refuse_openings(recipe, around)
    if around:
        route = follow(lambda job: _route(parsed, lattice, job))
        return follow(lambda job: maze_around(recipe, lattice, route, job))
    chosen = read_openings(parsed, lattice)
    maze, note = follow(lambda job: (maze_of(recipe, lattice, job), job.note))
    if note:
        print(f"mazeeditor: {note}", file=sys.stderr)
    if not recipe.subject:
        maze.set_openings(*chosen)
    return maze, recipe.at(maze.lattice)


def _report_breaks(maze: Maze, symmetry: str) -> None:
    """Print on stderr which walls break a symmetry, if any do."""
    from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_report

    if report := follow(lambda job: breaking_report(maze, symmetry, job)):
        print(f"mazeeditor: {report}", file=sys.stderr)


def _route(parsed: argparse.Namespace, lattice: Lattice, job: Job) -> Ids:
    """Return the route of the flags: from a list, or along a text, picture or drawing."""
    from mazeeditor.editing.changes.route_sources import route_along
    from mazeeditor.maze.completing import route_of
    from mazeeditor.page.drawings.motifs import FILES

    if parsed.route_text:
        return route_along(Maze(lattice), job, text=parsed.route_text, picture=parsed.route or "")
    path = input_path(parsed.route)
    if path.suffix.lower() in FILES:
        return route_along(Maze(lattice), job, picture=str(path))
    return route_of(lattice, _read_route(path))


def _read_route(path: Path) -> list[tuple[int, int]]:
    """Return the places (row, column) in a file, in order: one ``row,column`` a line, from 0.

    Empty lines, and what follows ``#``, are ignored. Raises ``MazeError`` where the file cannot be
    read, and ``UsageError``, naming the line, where it holds anything else.
    """
    file = printable(path)
    try:
        data = bytes_of(path, MAX_CELLS)
        if kind := kind_of(data):
            message = _("{file} is {kind}, not a route: it needs one row,column a line, as text.")
            raise UsageError(message.format(file=file, kind=kind))
        text = data.decode("utf-8-sig")
    except UsageError:
        raise
    except MazeError as error:
        message = _("Cannot read {file}: {reason}")
        raise MazeError(message.format(file=file, reason=error)) from None
    except UnicodeDecodeError:
        message = _("{file} is not a route: it needs one row,column a line, as plain text.")
        raise UsageError(message.format(file=file)) from None
    places = []
    for number, line in enumerate(text.splitlines(), 1):
        if plain := line.partition("#")[0].strip():
            row, _comma, column = (part.strip() for part in plain.partition(","))
            if not all(part.isascii() and part.isdigit() for part in (row, column)):
                message = _("Line {number:,} of {file} is not row,column: {text}.")
                text = quote_value(plain[:40])
                raise UsageError(message.format(number=number, file=file, text=text))
            places.append((int(row[:9]), int(column[:9])))  # beyond any maze in any case
    return places


def _readable(parsed: argparse.Namespace, recipe: Recipe) -> Recipe:
    """Return a recipe of which letters can be read, unless the flags say how large it is."""
    from mazeeditor.page.readable_words import with_readable_sizes

    if read_flags(parsed, size_options()).keys() - {"wall"}:
        return recipe
    return with_readable_sizes(recipe, read_flags(parsed, SHAPES[recipe.shape].options))


def _on_page(parsed: argparse.Namespace, page: Page | None) -> Page | None:
    """Return the page on the paper of the flags; raises ``UsageError``."""
    if parsed.page is None:
        return page
    from mazeeditor.page.page import Page
    from mazeeditor.page.paper import read_paper

    return replace(page or Page(), page=read_paper(parsed.page))


def _for_audience(
    parsed: argparse.Namespace, usual: Recipe, page: Page | None, *, paged: bool
) -> tuple[Recipe, Page | None]:
    """Return what is usual for the audience of the flags, if there is one.

    Flags come first: the shape and its options, cell or corridor, and the walls. If letters leave
    too narrow passages, that is said, unless what is written is ``paged``: pages say it themselves.
    Raises ``UsageError``.
    """
    if parsed.audience is None:
        return usual, page
    from mazeeditor.app.drafts.maze_size import as_drawn, overall_size
    from mazeeditor.page.audiences import audience_named, made_for, with_generator
    from mazeeditor.page.page import Page
    from mazeeditor.page.readable_words import size_for

    audience, page = audience_named(parsed.audience), page or Page()
    shape = SHAPES[parsed.shape or usual.shape]
    given, cell = read_flags(parsed, shape.options), None
    asked = SizeRequest(**{"wall": audience.wall, **read_flags(parsed, size_options())})
    if asked.cell is not None or asked.corridor is not None:
        alone = replace(as_drawn(asked, page), width=None, height=None)
        cell = overall_size(alone, shape.name, given).cell
    usual = replace(usual, shape=shape.name, masks=read_masks(parsed))
    if read_flags(parsed, size_options()).keys() - {"wall"}:
        made = made_for(audience, shape.name, page, given, cell=cell, wall=asked.wall)
    else:
        made = size_for(audience, usual, page, given, asked.wall)
        if not paged:
            _report_narrow(audience, replace(usual, sizes=made.sizes), made.page)
    recipe = replace(usual, sizes=made.sizes)
    return with_generator(audience, recipe), made.page


def _report_narrow(audience: Audience, recipe: Recipe, page: Page) -> None:
    """Print on stderr if the letters of an outline leave an audience too narrow passages."""
    from mazeeditor.page.findings import about_passage
    from mazeeditor.page.readable_words import passage_for_word

    passage = passage_for_word(recipe, page)
    finding = None if passage is None else about_passage(passage, audience.name)
    if finding:
        more = _("Use a larger page, or fewer letters.")
        print(f"mazeeditor: {finding.text} {more}", file=sys.stderr)


def _in_millimetres(
    parsed: argparse.Namespace, recipe: Recipe, page: Page | None
) -> tuple[Recipe, Page | None]:
    """Return a recipe and a page with the sizes in mm that were given, if any.

    The page of a maze that shows something is known when it is made.
    """
    given = read_flags(parsed, size_options())
    if not given:
        return recipe, page
    if recipe.subject:  # the maze decides how many cells there are
        width, height = (given.get(side) for side in ("width", "height"))
        sized = width is not None or height is not None
        subject = recipe.subject.fitted(width, height) if sized else recipe.subject
        return replace(recipe, subject=subject), page
    from mazeeditor.app.drafts.maze_size import as_drawn, overall_size, page_for
    from mazeeditor.page.page import Page

    page = page or Page()
    kept = read_flags(parsed, SHAPES[recipe.shape].options)
    if parsed.audience is not None:
        if not given.keys() & {"width", "height"}:
            return recipe, page  # which has the cell and the walls already
        given = _as_for_audience(given, page, free=recipe.sizes.keys() > kept.keys())
    request = as_drawn(SizeRequest(**given), page)
    size = overall_size(request, recipe.shape, recipe.sizes, kept)
    recipe = replace(recipe, sizes={**recipe.sizes, **size.counts})
    return recipe, page_for(page, request, size)


def _with_room(maze: Maze, page: Page) -> Page:
    """Return a page that has room for a whole maze as large as was asked for."""
    from mazeeditor.app.drafts.maze_size import page_with_room

    return follow(lambda job: page_with_room(maze, page, job))


def _page_showing(
    parsed: argparse.Namespace, maze: Maze, subject: ChosenSubject, page: Page | None
) -> Page | None:
    """Return the page that a subject needs, in the sizes of the flags."""
    from mazeeditor.app.drafts.maze_size import as_drawn, overall_size, page_for
    from mazeeditor.page.page import Page
    from mazeeditor.page.shown_page import needed_of_page, page_with

    lattice, usual = maze.lattice, page or Page()
    shown = page_with(usual, needed_of_page(maze, subject))
    if given := read_flags(parsed, size_options()):
        request = as_drawn(SizeRequest(**given), shown)
        sizes = dict(lattice.parameters)
        size = overall_size(request, lattice.shape, sizes, sizes)
        return page_for(shown, request, size)
    return page if shown == usual else shown


def _with_things(parsed: argparse.Namespace, maze: Maze, page: Page | None) -> Page | None:
    """Return the page with what is to be collected in a maze, if there is anything."""
    given = read_flags(parsed, collected_options())
    if page is None and not given:
        return None
    from mazeeditor.page.page import Page
    from mazeeditor.page.shown_page import page_with, placed_on
    from mazeeditor.page.tokens.stops import things_on

    shown = Page.chosen(given, page.to_dict() if page else {}) if given else page or Page()
    if given:
        things_on(maze, shown)  # which says why there is no room for them
    return page_with(shown, placed_on(maze, shown, anew=not given))


def _as_for_audience(given: dict[str, Any], page: Page, *, free: bool) -> dict[str, Any]:
    """Return sizes in mm with the walls of an audience, and its cells where numbers are ``free``.

    The whole maze has a size, so that the numbers of cells follow from their size, or their size
    from the numbers where all of these are given.
    """
    result = given if page.wall is None else {"wall": page.wall, **given}
    if not free or page.cell is None or given.keys() & {"cell", "corridor"}:
        return result
    return {"cell": page.cell, **result}
