"""Begins films: of one generator or solver, or of several side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mazeeditor.app.shown.chosen_workspace import TEACH
from mazeeditor.app.shown.film_shows import (
    BY_GENERATORS,
    BY_SOLVERS,
    GENERATING,
    SOLVING,
    Recording,
)
from mazeeditor.core.errors import UsageError
from mazeeditor.editing.work import replacing
from mazeeditor.films.recording import (
    film_of_generation,
    film_of_solving,
    new_generation,
    new_solving,
)
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, outline_of
from mazeeditor.maze.solvers import check_ends

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.core.job import Job
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context


def watch_generation(context: Context, document: Document, view: View, services: Services) -> None:
    """Show how the maze of the Generate section is generated, with its seed.

    Its maze can become the next step of the document.
    """
    recipe = _watched_recipe(view)
    if recipe is None:
        return

    def show(lattice: Lattice) -> None:
        show_generators(context, view, lattice, recipe, [recipe.generator], use)

    def use(maze: Maze) -> None:
        document.apply(replacing(document.maze, document.recipe, recipe)(maze.copy()))

    _with_outline(document, services, recipe, show)


def watch_generators(
    context: Context, document: Document, view: View, services: Services, names: Sequence[str]
) -> None:
    """Show how some generators make mazes of the Generate section."""
    recipe = _watched_recipe(view)
    if recipe:
        _with_outline(
            document,
            services,
            recipe,
            lambda lattice: show_generators(context, view, lattice, recipe, names),
        )


def _watched_recipe(view: View) -> Recipe | None:
    """Return the recipe of Generate without what the maze is to show, which no film has."""
    recipe = view.drafted_recipe(shown=True)
    return recipe and replace(recipe, subject=None)


def _with_outline(
    document: Document, services: Services, recipe: Recipe, show: Callable[[Lattice], None]
) -> None:
    """Call ``show`` with the outline of the mazes of a recipe, which a worker builds."""
    like = document.maze.lattice
    services.background.run(
        lambda job: outline_of(recipe, like, job).lattice, show, services.report
    )


def show_generators(
    context: Context,
    view: View,
    lattice: Lattice,
    recipe: Recipe,
    names: Sequence[str],
    use: Callable[[Maze], None] | None = None,
) -> None:
    """Show some generators at work, each with the seed and braid of a recipe.

    ``use`` takes over the maze of a single one.
    """

    def recording(name: str) -> Recording:
        options = recipe.options if name == recipe.generator else {}
        own, film = replace(recipe, generator=name, options=options), new_generation(name, lattice)

        def record(job: Job) -> None:
            film_of_generation(own, lattice, film=film, job=job)

        return Recording(film, record)

    shown = GENERATING if use else BY_GENERATORS
    view.film_shows.show(shown, [recording(name) for name in names], use)
    context.show_workspace(TEACH, shown)


def watch_solver(context: Context, document: Document, view: View) -> None:
    """Show how the solver of the Solve tab, with its options, solves the maze."""
    try:
        options = view.solver.options.read()
    except UsageError:  # shown by the form
        context.show_section("solve")
        return
    _show_solvers(context, document, view, SOLVING, {view.solver.name: options})


def show_solvers(
    context: Context, document: Document, view: View, solvers: dict[str, dict[str, Any]]
) -> None:
    """Show solvers with their options side by side; raises ``MazeError`` without openings."""
    _show_solvers(context, document, view, BY_SOLVERS, solvers)


def _show_solvers(
    context: Context,
    document: Document,
    view: View,
    shown: str,
    solvers: dict[str, dict[str, Any]],
) -> None:
    maze = document.maze
    check_ends(maze)
    recordings = [_recording(maze, name, options) for name, options in solvers.items()]
    view.film_shows.show(shown, recordings)
    context.show_workspace(TEACH, shown)


def _recording(maze: Maze, name: str, options: dict[str, Any]) -> Recording:
    film = new_solving(name, maze)  # a copy of the maze: later edits do not matter

    def record(job: Job) -> None:
        film_of_solving(name, film.start, film=film, job=job, **options)

    return Recording(film, record)
