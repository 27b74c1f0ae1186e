"""``mazeeditor film``: see how an algorithm works, as a moving picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from mazeeditor.cli import COMMANDS, DONE, Command
from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.cli.input import open_project
from mazeeditor.cli.outline import add_outline, read_outline, refuse_outline
from mazeeditor.cli.output import check_folder
from mazeeditor.cli.progress import follow
from mazeeditor.errors import UsageError
from mazeeditor.films.film import Film
from mazeeditor.films.formats import FILMS, format_for, write_film
from mazeeditor.films.recording import film_of_generation, films_of_solving
from mazeeditor.films.showing import Showing
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.job import Job
from mazeeditor.maze.random import SEED, new_seed
from mazeeditor.options import Option, options_of
from mazeeditor.solvers import SOLVERS
from mazeeditor.words import _, count

RECORDING = 0.5  # of the work
SHOWING = options_of(Showing)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the film, and those of every shape, generator and solver."""
    parser.add_argument("file", metavar=_("FILE"), nargs="?", help=_("the maze to be solved"))
    parser.add_argument(
        "--solver",
        action="append",
        help=_("how it is solved, repeatable: side by side; {names}").format(
            names=", ".join(SOLVERS.names())
        ),
    )
    parser.add_argument(
        "--generator",
        help=_("instead of FILE, a new maze being made: {names}").format(
            names=", ".join(GENERATORS.names())
        ),
    )
    add_outline(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        required=True,
        help=", ".join(f"{one.suffix}: {one.label}" for one in FILMS),
    )
    add_flags(parser, [*SHOWING, *_of_generation(), *_of_solvers()])


def _of_generation() -> list[Option]:
    return [SEED, BRAID, *(option for one in GENERATORS for option in one.options)]


def _of_solvers() -> list[Option]:
    return [option for one in SOLVERS for option in one.options]


def run(parsed: argparse.Namespace) -> int:
    """Record the algorithms at work, then write the film; Ctrl+C stops it, nothing is written."""
    output, showing = Path(parsed.output), Showing(**read_flags(parsed, SHOWING))
    format_for(output)
    check_folder(output)
    if bool(parsed.file) == bool(parsed.generator):
        raise UsageError(_("Name either a FILE with a maze to be solved, or a --generator."))
    record = _solving(parsed) if parsed.file else _generation(parsed)

    def work(job: Job) -> tuple[list[Film], list[Path]]:
        with job.part(RECORDING):
            films = record(job)
        return films, write_film(films, output, showing, job)

    films, files = follow(work)
    for film in films:
        if film.note:
            print(f"mazeeditor: {film.title}: {film.note}", file=sys.stderr)
    print(_told(films, files))
    return DONE


def _solving(parsed: argparse.Namespace) -> Callable[[Job], list[Film]]:
    """Return what records the solvers; raises ``UsageError``."""
    solvers = [SOLVERS[name] for name in dict.fromkeys(parsed.solver or ["breadth-first"])]
    refuse_outline(parsed, parsed.file)
    taken = [option for solver in solvers for option in solver.options]
    whom = ", ".join(solver.label for solver in solvers)
    refuse_others(parsed, taken, whom, [*_of_generation(), *_of_solvers()])
    options = read_flags(parsed, taken)
    names = [solver.name for solver in solvers]

    def record(job: Job) -> list[Film]:
        return films_of_solving(names, open_project(parsed.file, job).maze, job=job, **options)

    return record


def _generation(parsed: argparse.Namespace) -> Callable[[Job], list[Film]]:
    """Return what records the generator; raises ``UsageError``."""
    if parsed.solver:
        raise UsageError(_("A --solver needs a FILE with a maze to be solved."))
    wanted, generator = read_outline(parsed), GENERATORS[parsed.generator]
    own = (SEED, BRAID, *generator.options)
    refuse_others(parsed, own, generator.label, [*_of_solvers(), *_of_generation()])
    wanted.check(generator)
    options = read_flags(parsed, own)
    seed = options.pop("seed", None)
    seed = new_seed() if seed is None else seed
    lattice = wanted.tell(follow(wanted.cut)).lattice
    return lambda job: [film_of_generation(generator.name, lattice, seed, job=job, **options)]


def _told(films: list[Film], files: list[Path]) -> str:
    """Return the line that says what was written."""
    what = str(files[0])
    if len(files) > 1:
        what = _("{first} to {last}").format(first=files[0], last=files[-1].name)
    steps = count(max(film.steps for film in films), _("step"), _("steps"))
    return f"{what}: {', '.join(film.title for film in films)}, {steps}"


COMMANDS.add(
    Command(
        "film",
        _("Show how mazes are made or solved, as a moving picture."),
        "mazeeditor film maze.maze --solver a-star --solver breadth-first -o film.gif",
        configure,
        run,
        order=5,
    )
)
