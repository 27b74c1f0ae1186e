"""Opens the Watch window: for a maze being generated, for one solver, for several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.work import replacing
from mazeeditor.errors import UsageError
from mazeeditor.films.recording import (
    film_of_generation,
    film_of_solving,
    new_generation,
    new_solving,
)
from mazeeditor.gui.watching.watch_solvers_dialog import WatchSolversDialog, can_be_watched
from mazeeditor.gui.watching.watch_window import Recording, WatchWindow
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.recipe import Recipe, outline_of
from mazeeditor.solvers import check_ends
from mazeeditor.translation import _, count

if TYPE_CHECKING:
    from mazeeditor.gui.context import Context
    from mazeeditor.job import Job


def watch_generation(context: Context) -> None:
    """Show how the maze of the Generate section is generated, with its seed."""
    try:
        recipe = context.workspace.draft.recipe(shown=True)
    except UsageError:  # shown by the form
        context.show_section("generate")
        return
    like = context.workspace.document.maze.lattice

    def show(lattice: Lattice) -> None:
        show_generation(context, lattice, recipe)

    def build(job: Job) -> Lattice:
        return outline_of(recipe, like, job).lattice

    context.workspace.threads.start(build, show, context.workspace.report)


def show_generation(context: Context, lattice: Lattice, recipe: Recipe) -> None:
    """Open the window for a recipe; its maze can become the next step of the document."""
    film = new_generation(recipe.generator, lattice)

    def record(job: Job) -> None:
        film_of_generation(recipe, lattice, film=film, job=job)

    def use(maze: Maze) -> None:
        document = context.workspace.document
        document.apply(replacing(document.maze, recipe)(maze.copy()))

    title = _("Watch: {name}").format(name=film.title)
    WatchWindow(context, title, [Recording(film, record)], use)


def watch_solver(context: Context) -> None:
    """Show how the solver of the Solve section, with its options, solves the maze."""
    try:
        options = context.workspace.solver.options.read()
    except UsageError:  # shown by the form
        context.show_section("solve")
        return
    show_solvers(context, {context.workspace.solver.name: options})


def watch_solvers(context: Context, proposed: Sequence[str] = ()) -> None:
    """Ask which solvers to watch, and show them.

    Where those ``proposed`` cannot be watched together, the last ones are proposed.
    """
    first = proposed if can_be_watched(proposed) else context.workspace.settings.watched
    chosen = WatchSolversDialog(context.root, first).show()
    if chosen:
        context.workspace.settings.watched = chosen
        show_solvers(context, {name: {} for name in chosen})


def show_solvers(context: Context, solvers: dict[str, dict[str, Any]]) -> None:
    """Open the window for solvers with their options; raises ``MazeError`` without openings."""
    maze = context.workspace.document.maze
    check_ends(maze)
    recordings = [_recording(maze, name, options) for name, options in solvers.items()]
    single = recordings[0].film.title if len(recordings) == 1 else ""
    name = single or count(len(recordings), "solver", "solvers")
    WatchWindow(context, _("Watch: {name}").format(name=name), recordings)


def _recording(maze: Maze, name: str, options: dict[str, Any]) -> Recording:
    film = new_solving(name, maze)  # a copy of the maze: later edits do not matter

    def record(job: Job) -> None:
        film_of_solving(name, film.start, film=film, job=job, **options)

    return Recording(film, record)
