"""``mazeeditor film``: an algorithm at work, as an animation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import Owned, add_flags, owned_by, read_flags, refuse_others
from mazeeditor.cli.maze_files import (
    MAZE_FILE,
    add_reading_flags,
    check_folder,
    check_other,
    expected_of,
    open_project,
)
from mazeeditor.cli.recipe_flags import (
    GENERATOR,
    add_outline,
    of_generators,
    read_recipe,
    refuse_outline,
    report_pieces,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.cli.topics import Topic
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option, options_of
from mazeeditor.core.translation import _, count
from mazeeditor.films.film import Film
from mazeeditor.films.formats import FILMS, FilmOptions, film_limit, format_for, write_film
from mazeeditor.films.recording import film_of_generation, films_of_solving, new_generation
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import outline_of
from mazeeditor.maze.solvers import SOLVERS

RECORDING = 0.5  # of the work
FILM_OPTIONS = options_of(FilmOptions)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the film, and those of every shape, generator and solver."""
    parser.add_argument("file", metavar=_("FILE"), nargs="?", help=MAZE_FILE)
    add_reading_flags(parser)
    parser.add_argument(
        "--solver",
        action="append",
        help=_("solver to show, repeatable for films side by side: {names}").format(
            names=", ".join(SOLVERS.names())
        ),
    )
    parser.add_argument(
        "--generator",
        help=_("generator to show making a new maze, in place of FILE: {names}").format(
            names=", ".join(GENERATORS.names())
        ),
    )
    add_outline(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        required=True,
        help=_("file to write: {known}").format(
            known=", ".join(f"{each.suffix} ({each.label})" for each in FILMS)
        ),
    )
    film, solver = Topic("film", _("The film")), Topic("solver", _("How it is solved"))
    options = [Owned(option, film) for option in FILM_OPTIONS]
    options += [Owned(option, GENERATOR) for option in (SEED, BRAID)]
    options += [*of_generators(), *owned_by(SOLVERS, "--solver", solver)]
    add_flags(parser, options)


def _generator_options() -> list[Option]:
    return [SEED, BRAID, *(option for generator in GENERATORS for option in generator.options)]


def _solver_options() -> list[Option]:
    return [option for solver in SOLVERS for option in solver.options]


@subcommand(
    "film",
    _("Show how mazes are made or solved, as an animation."),
    order=5,
    example="mazeeditor film maze.maze --solver a-star --solver pledge -o film.gif",
    further=("mazeeditor film --generator prim --rows 9 --columns 9 -o prim.gif",),
    main=(
        *("--solver", "--generator", "--rows", "--columns", "--shape", "--seed"),
        *("--seconds", "--cell", "--output"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Record the algorithms, then write the film; Ctrl+C cancels it, and nothing is written."""
    output, film_options = Path(parsed.output), FilmOptions(**read_flags(parsed, FILM_OPTIONS))
    format_for(output)
    check_folder(output)
    check_other(output, parsed.file)
    if bool(parsed.file) == bool(parsed.generator):
        raise UsageError(_("Name either a FILE with a maze to be solved, or a --generator."))
    record = (_solving if parsed.file else _generation)(parsed, output, film_options)

    def work(job: Job) -> tuple[list[Film], list[Path]]:
        with job.part(RECORDING):
            films = record(job)
        return films, write_film(films, output, film_options, job)

    films, files = follow(work)
    for film in films:
        if film.note:
            print(f"mazeeditor: {film.title}: {film.note}", file=sys.stderr)
    print(_summary(films, files))
    return DONE


def _solving(
    parsed: argparse.Namespace, output: Path, film_options: FilmOptions
) -> Callable[[Job], list[Film]]:
    """Return the function that records the solvers; raises ``UsageError``."""
    solvers = [SOLVERS[name] for name in dict.fromkeys(parsed.solver or ["breadth-first"])]
    refuse_outline(parsed, parsed.file)
    taken = [option for solver in solvers for option in solver.options]
    labels = ", ".join(solver.label for solver in solvers)
    refuse_others(parsed, taken, labels, [*_generator_options(), *_solver_options()])
    options = read_flags(parsed, taken)
    names = [solver.name for solver in solvers]
    expected = expected_of(parsed)

    def record(job: Job) -> list[Film]:
        maze = open_project(parsed.file, job, expected).maze
        limit = film_limit(maze.lattice, len(names), output, film_options)
        return films_of_solving(names, maze, limit=limit, job=job, **options)

    return record


def _generation(
    parsed: argparse.Namespace, output: Path, film_options: FilmOptions
) -> Callable[[Job], list[Film]]:
    """Return the function that records the generator; raises ``UsageError``."""
    if parsed.solver:
        raise UsageError(_("A --solver needs a FILE with a maze to be solved."))
    recipe = read_recipe(parsed, [*_solver_options(), *_generator_options()])
    lattice = report_pieces(follow(lambda job: outline_of(recipe, job=job))).lattice
    film = new_generation(
        recipe.generator, lattice, limit=film_limit(lattice, 1, output, film_options)
    )
    return lambda job: [film_of_generation(recipe, lattice, film=film, job=job)]


def _summary(films: list[Film], files: list[Path]) -> str:
    """Return the line on what was written."""
    written = str(files[0])
    if len(files) > 1:
        written = _("{first} to {last}").format(first=files[0], last=files[-1].name)
    steps = count(max(film.steps for film in films), _("step"), _("steps"))
    return f"{written}: {', '.join(film.title for film in films)}, {steps}"
