"""What a new maze begins with: the sizes and the page that the last new one had, or a preset.

A maze that was opened has sizes and a page of its own, which the next new one does not get. A title
and a logo belong to one maze, and so does an outline.

A preset holds neither a seed nor an outline, a title or a logo::

    {"format": "mazeeditor preset", "version": 1, "name": "Classic", "about": "One page",
     "shape": "rectangular", "sizes": {"rows": 28, "columns": 20},
     "recipe": {"generator": "backtracker", "braid": 0.1}, "page": {"solution": "page"}}

Those of the program lie next to this package, those of a user in the folder ``presets`` next to the
settings; a file of the user replaces the program's file of the same name. A template that a user
has saved is a preset as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mazeeditor.app.region import A4, usual_paper
from mazeeditor.app.settings import Settings
from mazeeditor.core.disk.json_files import JsonFormat, files_by_name, short_text
from mazeeditor.core.disk.paths import presets_folder, templates_folder
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.files import SUFFIX as PROJECT
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of, without_files
from mazeeditor.page.page import Page

DEFAULT_RECIPE = Recipe("backtracker", braid=0.0)
OF_ONE = ("title", "logo")  # what of a page belongs to one maze
CELLS_AT_ONCE = 2_000  # cells that are generated before anything can be seen: 30 ms
LONGEST_SIDE = 50  # cells or rings: of more, the cells are not even counted


class NewMaze:
    """Keeps in the settings how the mazes that begin in a window are made."""

    def __init__(self, document: Document, settings: Settings) -> None:
        self._document, self._settings = document, settings
        self._history = document.history  # another one in each document
        document.changed.follow(Follower.NEW_MAZE, self._follow)

    def _follow(self, change: Change) -> None:
        if self._document.history is self._history:
            self._keep(
                recipe_values(self._document.recipe) if change.maze else {},
                page_values(self._document.page) if change.page else {},
            )

    def begun(self) -> None:
        """Note that the document is a new one, which was neither opened nor imported."""
        self._history = self._document.history
        self._keep(recipe_values(self._document.recipe), page_values(self._document.page))

    def _keep(self, *values: Mapping[str, Any]) -> None:
        for each in values:
            self._settings.new_maze = {**self._settings.new_maze, **each}

    @property
    def recipe(self) -> Recipe:
        """The recipe of a new maze, with a new seed and without an outline."""
        return kept_recipe(self._settings.new_maze).seeded()

    @property
    def page(self) -> Page:
        return kept_page(self._settings)


def recipe_values(recipe: Recipe) -> dict[str, Any]:
    """Return a recipe as parts of an object, without seed and outline.

    They hold no "recipe" for a maze that was begun by hand.
    """
    values: dict[str, Any] = {"shape": recipe.shape, "sizes": dict(recipe.sizes)}
    if recipe.generator:
        values["recipe"] = replace(recipe, seed=None, masks=(), pieces=None, source={}).to_json()
    return values


def page_values(page: Page) -> dict[str, Any]:
    """Return a page as a part of an object, without title and logo, but always with its paper."""
    usual = Page().to_dict()
    values = page.to_dict().items()
    kept = {k: v for k, v in values if v != usual[k] and k not in OF_ONE}
    return {"page": {"page": page.page, **kept}}


def kept_recipe(values: Mapping[str, Any]) -> Recipe:
    """Return the recipe in an object of the settings; the usual one where it is invalid."""
    try:
        return recipe_in(values)
    except UsageError:
        return DEFAULT_RECIPE


def recipe_in(values: Mapping[str, Any]) -> Recipe:
    """Return the recipe in an object, without seed and outline; raises ``UsageError``."""
    from mazeeditor.core.options import check_all
    from mazeeditor.maze.generators import BRAID, GENERATORS
    from mazeeditor.maze.shapes import SHAPES

    options, sizes = values.get("recipe"), values.get("sizes")
    recipe = Recipe.from_json(options) if isinstance(options, dict) else DEFAULT_RECIPE
    recipe = replace(
        recipe,
        generator=recipe.generator or DEFAULT_RECIPE.generator,
        shape=values.get("shape", DEFAULT_RECIPE.shape),
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


def kept_page(settings: Settings) -> Page:
    """Return the page of new mazes in the settings; what is invalid there has its default."""
    page = settings.new_maze.get("page")
    valid, _warnings = Page.valid(page if isinstance(page, dict) else {})
    kept = {name: valid[name] for name in valid if name not in OF_ONE}
    return Page.from_dict({"page": usual_paper(settings), **kept})


def first_document(settings: Settings) -> Document:
    """Return the document of a window that opens: as New begins one, where that takes no time."""
    page, recipe = kept_page(settings), kept_recipe(settings.new_maze)
    if not _takes_no_time(recipe):
        recipe = DEFAULT_RECIPE
    recipe = recipe.seeded()
    return Document(maze_of(recipe), recipe, page)


def _takes_no_time(recipe: Recipe) -> bool:
    sides = [size for size in recipe.sizes.values() if type(size) is int]
    if max(sides, default=0) > LONGEST_SIDE:
        return False
    try:
        return outline_of(recipe).lattice.cells <= CELLS_AT_ONCE
    except UsageError:  # sizes that only together are impossible
        return False


SUFFIX = ".mazepreset"
FORMAT = JsonFormat("mazeeditor preset", 1, _("it is not a preset."))
OWN_FOLDER = Path(__file__).parent.parent / "presets"
LONGEST_TEXT = 200  # characters
LAST_PLACE = 100  # where presets without an order come


@dataclass(frozen=True)
class Preset:
    """How a maze is made and printed; ``name`` is that of its file, ``label`` what users read.

    ``warnings`` say what of its file is left out.
    """

    name: str
    label: str
    about: str
    recipe: Recipe
    page: Page
    order: int = LAST_PLACE
    warnings: tuple[str, ...] = ()


def read_preset(path: Path) -> Preset:
    """Return the preset in a file; raises ``MazeError`` that names it."""
    try:
        if path.suffix == PROJECT:
            return _preset_of_template(path)
        values = FORMAT.read(path)
        return Preset(
            path.stem,
            short_text(values, "name", LONGEST_TEXT) or path.stem,
            short_text(values, "about", LONGEST_TEXT),
            recipe_in(values),
            page_in(values.get("page", {})),
            _order_in(values),
            _left_out(values),
        )
    except MazeError as error:
        raise MazeError(
            _("The preset {file} cannot be used: {reason}").format(
                file=printable(path), reason=error
            )
        ) from None


def _preset_of_template(path: Path) -> Preset:
    """Return how the maze of a template was made, and its page; raises ``MazeError``."""
    from mazeeditor.files import read

    project = read(path)
    values = {**recipe_values(project.recipe), "page": Page.valid(project.page)[0]}
    return Preset(path.stem, path.stem, "", recipe_in(values), page_in(values["page"]))


def _left_out(values: dict[str, Any]) -> tuple[str, ...]:
    """Return what is said of files that a recipe names."""
    recipe = values.get("recipe")
    return tuple(without_files(recipe)[1]) if isinstance(recipe, dict) else ()


def _order_in(values: dict[str, Any]) -> int:
    order = values.get("order", LAST_PLACE)
    return order if type(order) is int else LAST_PLACE


def page_in(values: object, paper: str = A4) -> Page:
    """Return the page in an object, without title and logo, on ``paper`` where it names none.

    Raises ``UsageError``.
    """
    if not isinstance(values, dict):
        raise UsageError(_("the page must be an object."))
    kept = {name: value for name, value in values.items() if name not in OF_ONE}
    return Page.from_dict({"page": paper, **kept})


def preset_files() -> dict[str, Path]:
    """Return the files of all presets by name, damaged ones too, and of templates of the user."""
    own, templates = presets_folder(), templates_folder()
    files = files_by_name([templates] if templates else [], PROJECT)
    return files_by_name((OWN_FOLDER, *([own] if own else [])), SUFFIX) | files


def presets() -> tuple[list[Preset], list[str]]:
    """Return all presets in their order, and for each file that is none the reason."""
    results = [_preset_or_problem(path) for path in preset_files().values()]
    known = [preset for preset in results if isinstance(preset, Preset)]
    problems = [problem for problem in results if isinstance(problem, str)]
    return sorted(known, key=lambda preset: (preset.order, preset.label)), problems


def _preset_or_problem(path: Path) -> Preset | str:
    try:
        return read_preset(path)
    except MazeError as error:
        return str(error)


def preset_named(name: str) -> Preset:
    """Return a preset; raises ``UsageError`` with the names there are, and ``MazeError``."""
    files = preset_files()
    if name not in files:
        raise UsageError(
            _("There is no preset {name}. Choose one of: {known}.").format(
                name=quote_value(name), known=", ".join(files)
            )
        )
    return read_preset(files[name])
