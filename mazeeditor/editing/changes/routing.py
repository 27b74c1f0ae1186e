"""Makes the maze around a route that was drawn, in the background, as one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mazeeditor.core.job import Job
from mazeeditor.core.translation import ngettext
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ChangeMaze, Edit
from mazeeditor.editing.work import Work, changing
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.locks import free_walls
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, RecipePart
from mazeeditor.maze.search.search import shortest_route, without_gaps

if TYPE_CHECKING:
    from mazeeditor.maze.generators.common.completing import Completion


def around(maze: Maze, route: Ids, recipe: Recipe, job: Job, *, keep: bool) -> Completion:
    """Return a maze around ``route`` int64[k], made by the generator of a recipe with a seed.

    With ``keep`` the maze stays as far as can be: so a route gets longer or shorter by few changes.
    Raises what ``around_route`` does.
    """
    from mazeeditor.maze.generators.common.completing import around_route

    free = free_walls(maze.lattice, locked=maze.locks)
    return around_route(maze, route, recipe.growth(), free, job, keep=keep)


def routing(
    document: Document, find: Callable[[Maze, Job], Ids], recipe: Recipe, *, keep: bool = False
) -> Work[Edit | None]:
    """Make the maze of the document one around the route int64[k] found in it; see ``around``."""
    before = document.recipe

    def run(maze: Maze, job: Job) -> Edit | None:
        route = find(maze, job)
        after = around(maze, route, recipe, job, keep=keep).maze
        part = RecipePart.of(recipe, maze.lattice, maze.lattice.inside, len(route))
        of = before if keep else before.with_part(part, maze.lattice)
        return ChangeMaze(_name(len(route), keep=keep), maze, after, of)

    return changing(document, run)


def rerouted(document: Document, after: Maze, cells: int) -> ChangeMaze:
    """Return the step to a maze ``after`` the end of the route has moved, which has ``cells``."""
    return ChangeMaze(_name(cells, keep=True), document.maze, after, document.recipe)


def _name(cells: int, *, keep: bool) -> str:
    if keep:
        text = ngettext(
            "Lead route over {number:,} cell", "Lead route over {number:,} cells", cells
        )
    else:
        text = ngettext("Draw route of {number:,} cell", "Draw route of {number:,} cells", cells)
    return text.format(number=cells)


def present_route(maze: Maze) -> Ids:
    """Return the cells int64[k] of a shortest route from the entrance to the only exit.

    Empty where there is none, or another exit.
    """
    exits = [opening.cell for opening in maze.exits]
    if maze.entrance is None or len(exits) != 1:
        exits = []
    start = maze.entrance.cell if maze.entrance and exits else 0
    return shortest_route(maze.lattice, without_gaps(maze), start, exits, Job())
