"""The functions of ``import mazeeditor``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from mazeeditor.core.arguments import check_arguments
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.disk.overwriting import as_one_command
from mazeeditor.core.disk.paths import making_folders, rules_folders
from mazeeditor.core.errors import UsageError
from mazeeditor.core.half_characters import why_not_text
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option, all_given, check_names, options_of
from mazeeditor.core.processes.cluster import connect_workers
from mazeeditor.core.processes.workers import HERE
from mazeeditor.core.translation import _, quote_value
from mazeeditor.files import SIGN_KINDS, Expected, Project, read
from mazeeditor.files.project import as_bytes
from mazeeditor.files.project import save as save_project
from mazeeditor.films.formats import FilmOptions, film_limit, write_film
from mazeeditor.films.recording import film_of_generation, films_of_solving, new_generation
from mazeeditor.making.formats import CUT_FORMATS, is_for_machine
from mazeeditor.making.options import make_options
from mazeeditor.making.plan import make_by_names
from mazeeditor.maze.completing import route_of
from mazeeditor.maze.facts.facts import Facts
from mazeeditor.maze.facts.facts import facts as count_facts
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.lattice import DEFAULT, Lattice, Place, openings
from mazeeditor.maze.masks import PIECES
from mazeeditor.maze.masks.cutting import Masks, MaskStep, mask_steps
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import Recipe, maze_around, maze_of, outline_of, refuse_openings
from mazeeditor.maze.repairs import find_repair as repair_found
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import Solution
from mazeeditor.maze.solvers import solve as solve_maze
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.maze.transforms import apply_transform
from mazeeditor.maze.transforms.symmetry.group import checked_symmetry
from mazeeditor.maze.walls import free_walls
from mazeeditor.page.audiences import audience_named, page_for
from mazeeditor.page.field import write_field
from mazeeditor.page.formats import KEEPING, exporter_for
from mazeeditor.page.formats import export as export_maze
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.readable_words import size_for, with_readable_sizes
from mazeeditor.page.shown_page import left_to
from mazeeditor.prepress.pdfx import read_condition
from mazeeditor.prepress.preflight import Report
from mazeeditor.prepress.preflight import mend as mend_pdf
from mazeeditor.prepress.preflight import preflight as check_pdf
from mazeeditor.prepress.rule_sets import rule_set
from mazeeditor.sheets.books.book import Book
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of, read_book
from mazeeditor.sheets.names_file import read_names
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.search import BEST, KEPT_CANDIDATES, PLACES, SEEDS, Candidate, Search
from mazeeditor.sheets.search_goal import SearchGoal
from mazeeditor.sheets.sheet import Sheet, page_options_of_sheets, placeholders
from mazeeditor.sheets.sheet_audience import recipe_for, usual_audience
from mazeeditor.sheets.sheet_files import Printing, SheetOrder


@check_arguments
def generate(
    generator: str | None = None,
    *,
    shape: str = "rectangular",
    audience: str | None = None,
    page: str = "A4",
    mask: Masks | None = None,
    lattice: Lattice | None = None,
    seed: int | None = None,
    braid: float = 0.0,
    entrance: Place | None = DEFAULT,
    exit: Place | Sequence[Place] | None = DEFAULT,  # noqa: A002 - its name in files and flags
    route: Sequence[tuple[int, int]] | None = None,
    symmetry: str | int | None = None,
    show: str | Mapping[str, Any] | None = None,
    job: Job | None = None,
    **options: Any,
) -> Maze:
    """Return a new maze; the same seed gives the same maze for ever.

    Without a ``generator`` it is made by the backtracker. ``audience`` is whom it is for, ``--for``
    on the command line: ``"4-6"``, ``"7-9"``, ``"10+"``, ``"adult"``, ``"expert"``, ``"senior"``.
    Size and generator are then theirs, except those that are given, and the maze fills the paper
    ``page``; ``export(maze, path, page="A4", audience="7-9")`` draws passages and walls as meant.

    ``options`` are the shape's (``rows``, ``columns``), the generator's and those of a ``mask``:
    ``mask="heart"``, or several one after the other, ``mask=["heart", {"name": "star",
    "scale": 0.5}]``, of which each gets the options that it has and does not name itself.
    A ``lattice`` replaces shape and mask. ``entrance`` and ``exit`` (or several
    exits) are ``(row, column)`` for a cell in the middle, or ``(row, column, side)`` for a gap in
    the outer wall; ``None`` is none. ``route`` is a list of ``(row, column)``: the maze is made
    around it, so that it is the only one, and has entrance and exit at its ends. ``symmetry`` is
    ``"left-right"``, ``"top-bottom"``, ``"both"``, ``"halves"``, ``"thirds"``, ``"quarters"``,
    ``"sixths"`` or the number of equal parts: a perfect maze has it but for the fewest walls.
    ``show`` is what the maze shows, with its options, as in ``{"name": "qr", "qr": "Hello"}``:
    then size, entrance and exit follow from that; ``mazeeditor list subjects`` shows the names.
    Raises ``UsageError``.
    """
    given = _take_options(options, SHAPES[shape].options)
    if audience is not None:
        whom = audience_named(audience)
        if lattice is None:
            outlined = Recipe(shape=shape, masks=_masks_of(options, mask))
            options = size_for(whom, outlined, Page(page=page), given).sizes | options
        if generator is None:
            generator, options = whom.generator, {**whom.options, **options}
    elif lattice is None and mask:
        outlined = Recipe(shape=shape, masks=_masks_of(options, mask))
        options = {**with_readable_sizes(outlined, given).sizes, **options}
    generator = generator or "backtracker"
    if lattice is None:
        recipe = recipe_of(generator, options, seed, braid, shape, mask)
        lattice = outline_of(recipe, job=job).lattice
    else:
        recipe = Recipe(generator, options, seed, braid)
    if symmetry is not None:
        recipe = replace(recipe, symmetry=checked_symmetry(str(symmetry)))
    if show is not None:
        recipe = replace(recipe, subject=ChosenSubject.of(show).given().kept())
    if entrance is not DEFAULT or exit is not DEFAULT:
        refuse_openings(recipe, around_route=route is not None)
    if route is not None:
        return maze_around(recipe, lattice, route_of(lattice, route), job)[0]
    chosen = openings(lattice, entrance, exit)
    maze = maze_of(recipe, lattice, job)
    if show is None:
        maze.set_openings(*chosen)
    return maze


@check_arguments
def search(
    generator: str | Maze = "backtracker",
    want: Iterable[str] = (),
    *,
    seeds: int = 200,
    seed: int = 1,
    places: str = "given",
    kept: int = KEPT_CANDIDATES,
    cluster: str | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Candidate]:
    """Return the mazes nearest to a goal, the nearest first: of many seeds, or changes of a maze.

    ``want`` are texts like "route=0.35..0.45" and "decisions>=12"; a candidate has ``maze()``, its
    ``figures`` and its ``distance`` from the goal, 0 where that is met. ``seeds`` mazes are looked
    at, from ``seed`` on, made by a generator with the ``options`` of ``generate``, or by tweaks of
    a maze given in its place. ``places`` puts entrance and exit anywhere ("random") or as far
    apart as possible ("farthest"). Uses all cores, or the workers of the ``cluster`` of which this
    is the address of a Dask scheduler. Raises ``UsageError`` and ``MazeError``.
    """
    goal = SearchGoal.of(want)
    seeds, seed, kept = SEEDS.check(seeds), SEED.check(seed), BEST.check(kept)
    places = PLACES.check(places)
    if isinstance(generator, Maze):
        check_names((), options)
        free = free_walls(generator.lattice, None, generator.locks)
        wanted = Search(goal, Recipe(), seeds, seed, maze=generator, free=free, kept=kept)
    else:
        shape, mask = options.pop("shape", "rectangular"), options.pop("mask", None)
        ends = {name: options.pop(name, DEFAULT) for name in ("entrance", "exit")}
        recipe = recipe_of(generator, options, None, options.pop("braid", None), shape, mask)
        lattice = outline_of(recipe, job=job).lattice
        chosen = openings(lattice, ends["entrance"], ends["exit"])
        wanted = Search(goal, recipe, seeds, seed, lattice, chosen, places, kept=kept)
    job = job or Job()
    with connect_workers(cluster, None, job) as chosen_workers:
        return wanted.run(job, workers=chosen_workers)


def recipe_of(
    generator: str,
    options: Mapping[str, Any],
    seed: int | None = None,
    braid: float | None = None,
    shape: str = "rectangular",
    mask: Masks | None = None,
) -> Recipe:
    """Return the recipe of which ``options`` are the shape's, the masks' and the generator's.

    Raises ``UsageError`` for an option that none of them has.
    """
    steps, own = mask_steps(mask or ()), GENERATORS[generator].options
    of_masks = [option for step in steps for option in step.known_options]
    joining = (PIECES,) if steps else ()
    check_names((*SHAPES[shape].options, *joining, *of_masks, *own), options)
    return Recipe(
        generator,
        _take_options(options, own),
        seed,
        braid,
        shape,
        _take_options(options, SHAPES[shape].options),
        _masks_of(options, mask),
        options.get(PIECES.name) if steps else None,
    )


def _masks_of(options: Mapping[str, Any], mask: Masks | None) -> tuple[MaskStep, ...]:
    """Return the masks with their options, of those of all of a maze; raises ``UsageError``."""
    steps = mask_steps(mask or ())
    of_masks = [option for step in steps for option in step.known_options]
    return tuple(step.given() for step in mask_steps(steps, **_take_options(options, of_masks)))


def _take_options(options: Mapping[str, Any], known: Iterable[Option]) -> dict[str, Any]:
    names = {option.name for option in known}
    return {name: value for name, value in options.items() if name in names}


@check_arguments
def solve(
    maze: Maze, solver: str = "breadth-first", *, job: Job | None = None, **options: Any
) -> Solution:
    """Return the result of a solver; its ``path`` is empty where there is no route.

    Raises ``MazeError`` where the maze has no entrance or no exit.
    """
    return solve_maze(solver, maze, job=job, **options)


@check_arguments
def transform(maze: Maze, name: str, *, job: Job | None = None, **options: Any) -> Maze:
    """Return a changed copy of the maze; ``mazeeditor list transforms`` shows the names.

    Raises ``UsageError`` and ``MazeError``.
    """
    return apply_transform(name, maze, job=job, **options)


@check_arguments
def finish(
    maze: Maze,
    generator: str = "backtracker",
    *,
    symmetry: str | int | None = None,
    seed: int | None = None,
    job: Job | None = None,
) -> Maze:
    """Return a half-drawn maze made perfect in the texture of a generator; what is drawn stays.

    Only walls are opened where there are no loops, only passages closed where all is connected,
    and else the fewest of both. With a ``symmetry`` as in ``generate`` the maze gets that, but for
    the fewest walls: a half that was drawn is mirrored. Raises ``UsageError``.
    """
    kept = None if symmetry is None else str(symmetry)
    return apply_transform("finish", maze, generator=generator, symmetry=kept, seed=seed, job=job)


@check_arguments
def repair(
    maze: Maze,
    goal: str = "perfect",
    *,
    symmetry: str | int | None = None,
    seed: int | None = None,
    job: Job | None = None,
    **options: Any,
) -> Maze:
    """Return the maze after the fewest wall changes with which it reaches a goal.

    It is then ``"perfect"`` but for so many ``loops``, ``"solvable"``, has ``"one-route"``, where
    the changes are few, or is ``"unsealed"``; ``options`` are those of the goal, such as ``loops``.
    ``find_repair`` returns the changes. A ``symmetry`` as in ``generate`` is kept: walls that are
    images of each other change together. Raises ``UsageError``, and ``MazeError`` where locked
    walls or the symmetry prevent it.
    """
    kept = None if symmetry is None else str(symmetry)
    return apply_transform("repair", maze, goal=goal, symmetry=kept, seed=seed, job=job, **options)


find_repair = check_arguments(repair_found)


@check_arguments
def facts(maze: Maze, *, job: Job | None = None) -> Facts:
    """Return the counts of a maze: cells, passages, loops, dead ends, routes."""
    return count_facts(maze, job)


@check_arguments
def load(
    path: str | PathLike[str],
    *,
    signs: str = "",
    cells: Sequence[int] | None = None,
    job: Job | None = None,
) -> Maze:
    """Return the maze of a project, text, table, picture or drawing; raises ``MazeError``.

    ``signs`` are "blocks", "lines", "digits", "picture" or "drawing", and ``cells`` rows and
    columns, if they are known of a file that others made.
    """
    if signs not in ("", *SIGN_KINDS):
        known = ", ".join(SIGN_KINDS)
        text = _("There are no signs {name}. Choose one of: {known}.")
        raise UsageError(text.format(name=quote_value(signs), known=known))
    known_cells = None
    if cells is not None:
        if len(cells) != 2 or min(cells) < 1:
            raise UsageError(_("cells must be a number of rows and one of columns."))
        known_cells = (cells[0], cells[1])
    return read(Path(path), job, expected=Expected(signs, known_cells)).maze


@check_arguments
def save(maze: Maze, path: str | PathLike[str], *, job: Job | None = None) -> None:
    """Write a project file, whole or not at all; raises ``MazeError``."""
    save_project(Project(maze), Path(path), job)


@check_arguments
@as_one_command
def export(
    maze: Maze,
    path: str | PathLike[str],
    *,
    solution: Solution | bool | str | None = None,
    audience: str | None = None,
    job: Job | str | None = None,
    **options: Any,
) -> list[Path]:
    """Write a picture or text of the maze in the format that the name of ``path`` ends with.

    ``options`` are those of ``Page`` (``page="A4"``, ``cell=6.0``, ...) and of the format.
    ``solution`` draws that solution, or (``True``, ``"drawn"``, ``"page"``) a shortest route, over
    the maze or on a second page. ``audience`` is whom it is for, as in ``generate``: ``cell`` and
    ``wall`` are theirs unless given, where there is room. ``logo`` is the path of a picture for the
    hole in the middle; ``start_picture`` and ``goal_picture`` are names of drawings, or paths.
    Where ``job`` is what a machine shall make (``"stencil"``), or only machines take such a file,
    ``options`` are those of ``MakeOptions`` too: ``machine="grbl-laser"``, ``kerf=0.2``, ....
    With ``keep_project=True`` an SVG, PNG or PDF holds the maze itself, which ``load`` reads again.
    Returns the files written; raises ``UsageError``, ``MazeError``.
    """
    chosen = _take_options(options, make_options()) | ({"job": job} if isinstance(job, str) else {})
    job = None if isinstance(job, str) else job
    if is_for_machine(Path(path), chosen):
        return make_by_names(maze, Path(path), {**options, **chosen}, making_folders(), job)
    known = exporter_for(Path(path), beside=CUT_FORMATS).options
    check_names((*page_options(), *known, *KEEPING), options)
    style = _pop(options, [option for option in page_options() if option.name != "solution"])
    where = solution if isinstance(solution, str) else "drawn" if solution else "none"
    page = Page.chosen({**style, "solution": where})
    if audience is not None:
        page = page_for(audience_named(audience), maze.lattice, page)
    shown = solution if isinstance(solution, Solution) else None
    kept = Project(maze, page=page.to_dict({}))
    return export_maze(
        maze, Path(path), page, shown, job, project=lambda _job: as_bytes(kept), **options
    )


@check_arguments
@as_one_command
def field_plan(
    source: Maze | str | PathLike[str],
    path: str | PathLike[str],
    *,
    mask: Masks | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Path]:
    """Write plan, stakes, rows or paths of a maze in a field, in the format of the file's name.

    ``source`` is the file of a project, which says where its maze lies, or a maze that was
    generated in the field of ``mask``: ``{"name": "field", "field": "f.geojson", "path": 2.0,
    "hedge": 1.0}``, metres. ``options`` are those of the format: ``page="A3"``, ``scale=500``,
    ``row_spacing=0.75`` for a plan (``.pdf``), ``table="rows"`` for a list (``.csv``); ``.kml``,
    ``.kmz``, ``.gpx`` and ``.geojson`` have none. Returns the files written; raises ``UsageError``,
    ``MazeError``, ``CancelledError``.
    """
    given = tuple(step.given() for step in mask_steps(mask or ()))
    if isinstance(source, Maze):
        return write_field(source, given, Path(path), job, **options)
    project = read(Path(source), job)
    masks = project.recipe.masks if mask is None else given
    return write_field(project.maze, masks, Path(path), job, **options)


@check_arguments
@as_one_command
def sheet(
    path: str | PathLike[str],
    mazes: Sequence[Maze] = (),
    *,
    generator: str | None = None,
    shape: str = "rectangular",
    mask: Masks | None = None,
    names: Sequence[Mapping[str, str]] | str | PathLike[str] = (),
    audience: str | None = None,
    show: str | Mapping[str, Any] | None = None,
    workers: int = 1,
    cluster: str | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Path]:
    """Write many mazes on the pages of a PDF, or an SVG or PNG of each page, also in a ZIP.

    They are ``mazes``, else ``count`` new ones with successive seeds. ``options`` are those of
    ``Sheet`` (``per_page="4"``, ``answers="end"``, ``title="For {name}"``), of ``Page``, of the
    format, of shape, mask and generator, and ``seed``, ``braid``, ``entrance`` and ``exit`` as in
    ``generate``. ``names`` is the path of a CSV or its rows: each has ``count`` mazes, on pages of
    its own where they fill one. ``audience`` is whom new mazes are for, as in ``generate``: as many
    cells as have room in their places on the page. ``show`` is what new mazes show, as there.
    ``workers`` is the number of processes; ``cluster`` the address of a Dask scheduler whose
    workers draw the pages instead. Returns the files written; raises ``UsageError`` and
    ``MazeError``.
    """
    path, chosen = Path(path), Sheet(**_pop(options, options_of(Sheet)))
    style = _pop(options, page_options_of_sheets())
    page = Page.chosen(left_to(None if show is None else ChosenSubject.of(show), style))
    inner = options.pop("pages", None)
    format_ = PageFormat.of(path, inner)
    format_ = PageFormat.of(path, inner, **_pop(options, format_.exporter.options))
    if isinstance(names, str | PathLike):
        names = read_names(Path(names), placeholders(chosen))
    for number, row in enumerate(names):
        for name, value in row.items():
            if problem := why_not_text(value, f"names[{number}][{quote_value(name)}]"):
                raise UsageError(problem)
    if mazes:
        check_names((), options)
        if audience is not None:
            raise UsageError(_("Mazes are made already: leave out audience."))
        if show is not None:
            raise UsageError(_("Mazes are made already: leave out show."))
        order = SheetOrder(chosen, page, projects=[Project(maze) for maze in mazes], rows=names)
    else:
        seed, braid = options.pop("seed", None), options.pop("braid", None)
        ends = [options.pop(name, DEFAULT) for name in ("entrance", "exit")]
        if audience is None and not any(each.name in options for each in SHAPES[shape].options):
            audience = usual_audience(page)
        if audience is not None:
            sizes, whom = _take_options(options, SHAPES[shape].options), audience_named(audience)
            masks = _masks_of(options, mask)
            usual = Recipe("backtracker", seed=seed, shape=shape, sizes=sizes, masks=masks)
            made, page = recipe_for(whom, chosen, page, usual, sizes=sizes, rows=names)
            options = {**made.sizes, **options}
            if generator is None:
                generator, options = made.generator, {**made.options, **options}
        elif mask:
            sizes = _take_options(options, SHAPES[shape].options)
            outlined = Recipe(shape=shape, masks=_masks_of(options, mask))
            options = {**with_readable_sizes(outlined, sizes).sizes, **options}
        generator = generator or "backtracker"
        recipe = recipe_of(generator, options, seed, braid, shape, mask).kept()
        if show is not None:
            recipe = replace(recipe, subject=ChosenSubject.of(show).given().kept())
            if ends != [DEFAULT, DEFAULT]:
                refuse_openings(recipe, around_route=False)
        lattice = outline_of(recipe, job=job).lattice
        order = SheetOrder(chosen, page, recipe, openings(lattice, *ends), rows=names)
        order = replace(order, audience=audience or "")
    job = job or Job()
    printing = Printing.of(order, path, format_, job)
    with connect_workers(cluster, workers, job) as chosen_workers:
        return printing.write(job, workers=chosen_workers).files


@check_arguments
@as_one_command
def book(
    source: str | PathLike[str] | Mapping[str, Any],
    path: str | PathLike[str],
    *,
    workers: int = 1,
    cluster: str | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Path]:
    """Write the book in a file, or with the keys of one, as a PDF or a picture of each page.

    A file of a book names only mazes in its own folder; keys may name any file, as seen from the
    current folder. ``options`` are those of the format (``picture=True``, ``dpi=600``), and
    ``pdfx`` is the printing condition of a PDF/X-1a, ``binding`` the side of the cover, instead of
    those in the book. ``workers`` and ``cluster`` are as in ``sheet``. Returns the files written;
    raises ``UsageError`` and ``MazeError``.
    """
    path, job = Path(path), job or Job()
    condition, binding = read_condition(options.pop("pdfx", "")), options.pop("binding", None)
    format_ = PageFormat.of(path, options.pop("pages", None), **options).for_press(condition)
    chosen = _book_in(source, job)
    chosen = chosen.styled(binding=binding) if binding is not None else chosen
    with connect_workers(cluster, workers, job) as chosen_workers:
        printing = BookPrinting.of(chosen, job, workers=chosen_workers, folders=rules_folders())
        return printing.write(path, format_, job, workers=chosen_workers).files


@check_arguments
@as_one_command
def book_cover(
    source: str | PathLike[str] | Mapping[str, Any],
    path: str | PathLike[str],
    *,
    paper: str | None = None,
    job: Job | None = None,
) -> Path:
    """Write the cover of a book: back, spine and front as one page with bleed.

    ``source`` is as in ``book``. ``paper`` is ``"white"``, ``"cream"`` or ``"colour"`` (premium
    colour), without it that of the book: the spine is as wide as so many pages of it are thick.
    Returns the file; raises ``UsageError``, also for a number of pages that is not printed, and
    ``MazeError``.
    """
    path, job = Path(path), job or Job()
    format_ = PageFormat.of(path)
    chosen = _book_in(source, job)
    chosen = chosen if paper is None else chosen.styled(paper=paper)
    printing = BookPrinting.of(chosen, job, workers=HERE, folders=rules_folders())
    printing.write_cover(path, format_, job)
    return path


def _book_in(source: str | PathLike[str] | Mapping[str, Any], job: Job) -> Book:
    """Return the book in a file, or with some keys."""
    if isinstance(source, Mapping):
        return book_of(to_json(dict(source)), AllowedFiles(Path(), given=True), job)
    return read_book(Path(source), job)


def _pop(options: dict[str, Any], known: Iterable[Option]) -> dict[str, Any]:
    """Remove from ``options`` those that are known, and return them; raises ``UsageError``."""
    known = tuple(known)
    names = [option.name for option in known if option.name in options]
    return all_given(known, {name: options.pop(name) for name in names})


@check_arguments
@as_one_command
def film(
    what: Maze | str,
    path: str | PathLike[str],
    *,
    solver: str | Sequence[str] = "breadth-first",
    shape: str = "rectangular",
    mask: Masks | None = None,
    seed: int | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Path]:
    """Write an animation in the format given by the suffix of ``path``.

    ``what`` is a maze, for one solver or several side by side, or the name of a generator.
    ``options`` are those of the film (``seconds=10``, ``cell=12``, ...), and of the solvers, or of
    shape, mask and generator. Returns the files written; raises ``UsageError`` and ``MazeError``.
    """
    film_options = FilmOptions(**_pop(options, options_of(FilmOptions)))
    job = job or Job()
    with job.part(0.5):
        if isinstance(what, Maze):
            names = [solver] if isinstance(solver, str) else solver
            if not names:
                raise UsageError(_("A film of solving needs a solver."))
            limit = film_limit(what.lattice, len(names), Path(path), film_options)
            films = films_of_solving(names, what, limit=limit, job=job, **options)
        else:
            braid = options.pop("braid", None)
            recipe = recipe_of(what, options, seed, braid, shape, mask)
            lattice = outline_of(recipe, job=job).lattice
            limit = film_limit(lattice, 1, Path(path), film_options)
            new = new_generation(what, lattice, limit=limit)
            films = [film_of_generation(recipe, lattice, film=new, job=job)]
    return write_film(films, Path(path), film_options, job)


@check_arguments
@as_one_command
def preflight(
    path: str | PathLike[str],
    *,
    rules: str = "kdp",
    trim: str | None = None,
    bleed: bool | None = None,
    binding: str | None = None,
    mend: str | PathLike[str] | None = None,
    job: Job | None = None,
) -> Report:
    """Check any PDF by the rules of a print shop: ``report.passed``, ``report.findings``.

    ``rules`` is a name (``mazeeditor list rules``) or the path of a file of rules. ``trim`` is the
    size that pages are cut to, ``"8.5x11in"``; ``bleed`` whether more is printed around it;
    ``binding`` the side of the cover where it is bound, ``"left"`` or ``"right"``. With ``mend`` a
    file that looks the same and breaks fewer rules is written there, and the report is on that.
    Raises ``MazeError`` where the file cannot be read, and ``UsageError``.
    """
    asked: dict[str, Any] = {"trim": trim, "bleed": bleed, "binding": binding}
    asked |= {"rules": rule_set(NamedFile(rules), rules_folders()), "job": job, "apart": True}
    return check_pdf(path, **asked) if mend is None else mend_pdf(path, mend, **asked)
