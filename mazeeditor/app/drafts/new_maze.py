"""What a new maze begins with: the sizes and the look that were last used for a new one.

A maze that was opened has sizes and a page of its own, which the next new one does not get. A title
and a logo belong to one maze, and so does an outline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.page.page import Page

USUAL = Recipe("backtracker", braid=0.0)
OF_ONE = ("title", "logo")  # what of a page belongs to one maze
AT_ONCE = 2_000  # cells that are generated before anything can be seen: 30 ms
LONGEST_SIDE = 50  # cells or rings: of more, the cells are not even counted


class NewMaze:
    """Keeps in the settings how the mazes that begin in a window are made."""

    def __init__(self, document: Document, settings: Settings) -> None:
        """Begin with a document that is new."""
        self._document, self._settings = document, settings
        self._history = document.history  # another one in each document
        document.changed.follow(Follower.NEW_MAZE, self._follow)

    def _follow(self, _change: Change) -> None:
        if self._document.history is self._history:
            self._keep()

    def begun(self) -> None:
        """Note that the document is a new one, which was neither opened nor imported."""
        self._history = self._document.history
        self._keep()

    def _keep(self) -> None:
        values = values_of(self._document.recipe, self._document.page)
        self._settings.new_maze = {**self._settings.new_maze, **values}

    @property
    def recipe(self) -> Recipe:
        """The recipe of a new maze, with a new seed and without an outline."""
        return kept_recipe(self._settings.new_maze).seeded()

    @property
    def page(self) -> Page:
        """The page of a new maze."""
        return kept_page(self._settings.new_maze)


def values_of(recipe: Recipe, page: Page) -> dict[str, Any]:
    """Return recipe and page as an object, without seed, outline, title and logo.

    It holds no "recipe" for a maze that was begun by hand.
    """
    usual = Page().to_dict()
    values: dict[str, Any] = {"shape": recipe.shape, "sizes": dict(recipe.sizes)}
    if recipe.generator:
        values["recipe"] = replace(recipe, seed=None, masks=(), pieces=None, source={}).to_json()
    values["page"] = {
        name: value
        for name, value in page.to_dict().items()
        if value != usual[name] and name not in OF_ONE
    }
    return values


def kept_recipe(values: Mapping[str, Any]) -> Recipe:
    """Return the recipe in an object of the settings; the usual one where it is invalid."""
    try:
        return recipe_in(values)
    except UsageError:
        return USUAL


def recipe_in(values: Mapping[str, Any]) -> Recipe:
    """Return the recipe in an object, without seed and outline; raises ``UsageError``."""
    from mazeeditor.core.options import check_all
    from mazeeditor.maze.generators import BRAID, GENERATORS
    from mazeeditor.maze.shapes import SHAPES

    options, sizes = values.get("recipe"), values.get("sizes")
    recipe = Recipe.from_json(options) if isinstance(options, dict) else USUAL
    recipe = replace(
        recipe,
        generator=recipe.generator or USUAL.generator,
        shape=values.get("shape", USUAL.shape),
        sizes=sizes if isinstance(sizes, dict) else {},
        seed=None,
        masks=(),
        pieces=None,
        source={},
    )
    if not isinstance(recipe.shape, str):
        raise UsageError(_("The shape must be a name."))
    check_all(SHAPES[recipe.shape].options, recipe.sizes)
    check_all(GENERATORS[recipe.generator].options, recipe.options)
    BRAID.check(recipe.braid or 0.0)
    if refused := recipe.why_not():
        raise UsageError(refused)
    return recipe


def kept_page(values: Mapping[str, Any]) -> Page:
    """Return the page in an object of the settings; what is invalid there has its default."""
    page = values.get("page")
    valid, _warnings = Page.valid(page if isinstance(page, dict) else {})
    return Page.from_dict({name: valid[name] for name in valid if name not in OF_ONE})


def first_document(settings: Settings) -> Document:
    """Return the document of a window that opens: as New begins one, where that takes no time."""
    page, recipe = kept_page(settings.new_maze), kept_recipe(settings.new_maze)
    if not _takes_no_time(recipe):
        recipe = USUAL
    recipe = recipe.seeded()
    return Document(maze_of(recipe), recipe, page)


def _takes_no_time(recipe: Recipe) -> bool:
    sides = [size for size in recipe.sizes.values() if type(size) is int]
    if max(sides, default=0) > LONGEST_SIDE:
        return False
    try:
        return outline_of(recipe).lattice.cells <= AT_ONCE
    except UsageError:  # sizes that only together are impossible
        return False
