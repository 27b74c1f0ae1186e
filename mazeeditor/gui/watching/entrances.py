"""What can be watched: a maze being made, a solver at work, several solvers in one maze."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.masking import MASK, PIECES
from mazeeditor.editing.work import built, replacing
from mazeeditor.errors import UsageError
from mazeeditor.films.recording import (
    film_of_generation,
    film_of_solving,
    new_generation,
    new_solving,
)
from mazeeditor.gui.watching.choosing import ChooseSolvers, can_be_watched
from mazeeditor.gui.watching.window import Shot, WatchWindow
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.solvers import check_ends
from mazeeditor.words import _, count

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window
    from mazeeditor.job import Job


def generating(window: Window) -> None:
    """Show how the maze of the Generate section is made, with the seed that stands there."""
    chosen = window.generate.chosen()
    if chosen is None:
        return
    recipe, shape, sizes = chosen
    like = window.document.maze.lattice

    def show(lattice: Lattice) -> None:
        show_generation(window, lattice, recipe)

    def build(job: Job) -> Lattice:
        return built(shape, sizes, like, recipe, job)

    window.threads.start(build, show, window.report)


def show_generation(window: Window, lattice: Lattice, recipe: dict[str, Any]) -> None:
    """Open the window for a maze on a lattice; its maze can become the next step."""
    name, seed = recipe["generator"], recipe["seed"]
    apart = ("generator", "seed", MASK, PIECES)
    options = {key: value for key, value in recipe.items() if key not in apart}

    film = new_generation(name, lattice)

    def record(job: Job) -> None:
        film_of_generation(name, lattice, seed, film=film, job=job, **options)

    def use(maze: Maze) -> None:
        document = window.document
        document.apply(replacing(document.maze, recipe)(maze.copy()))

    title = _("Watch: {name}").format(name=film.title)
    WatchWindow(window, title, [Shot(film, record)], use)


def solving(window: Window) -> None:
    """Show how the chosen solver, with the options that stand there, solves the maze."""
    try:
        options = window.solve.options.values()
    except UsageError:  # the form says what is wrong
        window.layout.unfold("solve")
        return
    show_solvers(window, {window.solve.solver: options})


def side_by_side(window: Window, ticked: Sequence[str] = ()) -> None:
    """Ask which solvers to watch, and show them.

    Those ``ticked`` are proposed where they can be watched at once, else those of the last time.
    """
    proposed = ticked if can_be_watched(ticked) else window.settings.watched
    chosen = ChooseSolvers(window.root, proposed).show()
    if chosen:
        window.settings.watched = chosen
        show_solvers(window, {name: {} for name in chosen})


def show_solvers(window: Window, solvers: dict[str, dict[str, Any]]) -> None:
    """Open the window for solvers with their options; raises ``MazeError`` without openings."""
    maze = window.document.maze
    check_ends(maze)
    shots = [_shot(maze, name, options) for name, options in solvers.items()]
    number = count(len(shots), "solver", "solvers")
    title = _("Watch: {name}").format(name=shots[0].film.title if len(shots) == 1 else number)
    WatchWindow(window, title, shots)


def _shot(maze: Maze, name: str, options: dict[str, Any]) -> Shot:
    film = new_solving(name, maze)  # of the maze as it is now, whatever becomes of it

    def record(job: Job) -> None:
        film_of_solving(name, film.start, film=film, job=job, **options)

    return Shot(film, record)
