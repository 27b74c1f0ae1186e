r"""The size of a maze in the outline of a word: its letters are read, and it is for an audience.

::

    what the letters need ---> passages on the page ---> wide enough: more cells, the same passages
                                                    \--> narrower: no fewer, and a finding says so

``passage_of`` returns the passages of a maze of so many cells, in mm, where it will be printed, so
the paper is turned as it will be. A word that nobody can read is of no use to any audience.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.masks.readable import USUAL_FACTOR, needed_by, readable_sizes
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, outline_of
from mazeeditor.maze.shapes import size_names
from mazeeditor.page.audiences import NARROWEST, USUAL_PAPER, Audience, Made, filling_for
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.paper import FIT
from mazeeditor.page.planning import plan_page
from mazeeditor.page.wall_styles import WALL_STYLES

Sizes = Mapping[str, Any]
PassageOf = Callable[[Sizes], float]
FEWER = 0.96  # times as wide and high, until passages are as wide as they should be


def with_readable_sizes(recipe: Recipe, given: Sizes) -> Recipe:
    """Return a recipe of which letters can be read, if only the sizes ``given`` are chosen.

    Raises ``UsageError``.
    """
    needed = needed_by(recipe.masks)
    if needed is None or given.keys() >= {*size_names(recipe.shape)}:
        return recipe
    return replace(recipe, sizes=readable_sizes(recipe.shape, needed, given, USUAL_FACTOR))


def words_for(
    audience: Audience, recipe: Recipe, given: Sizes, passage_of: PassageOf
) -> dict[str, Any] | None:
    """Return the sizes of a maze whose letters can be read, with the passages of an audience.

    Those ``given`` stay. None if it shows no letters, or all is given. Passages are narrower
    if the letters leave no more. Raises ``UsageError`` and what ``passage_of`` raises.
    """
    needed = needed_by(recipe.masks)
    if needed is None or given.keys() >= {*size_names(recipe.shape)}:
        return None
    least = readable_sizes(recipe.shape, needed, given)

    def cells_of(sizes: Sizes) -> int:
        return outline_of(replace(recipe, sizes=sizes)).lattice.cells

    wall, most = audience.wall, audience.most
    times = (passage_of(least) + wall) / (audience.passage + wall)  # about
    times = times if most is None else min(times, (most / cells_of(least)) ** 0.5)
    while times > 1:
        sizes = readable_sizes(recipe.shape, needed, given, times)
        few = most is None or cells_of(sizes) <= most
        if few and passage_of(sizes) >= audience.passage:
            return sizes
        times *= FEWER
    return least


def size_for(
    audience: Audience, recipe: Recipe, page: Page, given: Sizes, wall: float | None = None
) -> Made:
    """Return the size of a maze of a recipe that fills a page for an audience.

    As ``filling_for`` does, but letters of its outline can be read. Raises ``UsageError``.
    """
    fixed = WALL_STYLES[page.walls].fixed
    walled = replace(page.unsized, wall=None if fixed else (wall or audience.wall))

    def passage_of(sizes: Sizes) -> float:
        layout = _layout(replace(recipe, sizes=sizes), walled)
        return layout.passage(page.walls) if layout else 0.0

    sizes = words_for(audience, recipe, given, passage_of)
    if sizes is None:
        return filling_for(audience, recipe.shape, page, given, wall=wall)
    if passage_of(sizes) < NARROWEST:  # walls of the audience leave too little between them
        walled = replace(walled, wall=wall)
    layout = _layout(replace(recipe, sizes=sizes), walled) if page.page == FIT else None
    return Made(sizes, replace(walled, cell=layout.scale.cell) if layout else walled)


def passage_for_word(recipe: Recipe, page: Page) -> float | None:
    """Return the passages in mm of a maze on a page, None if it shows no letters, or no room."""
    layout = _layout(recipe, page) if needed_by(recipe.masks) else None
    return layout.passage(page.walls) if layout else None


def _layout(recipe: Recipe, page: Page) -> PageLayout | None:
    """Return the layout of a maze that fills a page, None if it has no room."""
    lattice = outline_of(recipe).lattice
    paper = USUAL_PAPER if page.page == FIT else page.page
    try:  # what stands along the route is for a route, which is not known yet
        page = replace(page, page=paper, along=NOTHING)
        return plan_page(Maze(lattice, None, lattice.first, (lattice.last,)), page)
    except UsageError:
        return None
