"""Presets: how a maze is made and printed, each in a file of its own, to which users add theirs.

A preset holds neither a seed nor an outline, a title or a logo::

    {"format": "mazeeditor preset", "version": 1, "name": "Classic", "about": "One page",
     "shape": "rectangular", "sizes": {"rows": 28, "columns": 20},
     "recipe": {"generator": "backtracker", "braid": 0.1}, "page": {"solution": "page"}}

Those of the program lie beside this package, those of a user in the folder ``presets`` beside the
settings; a file of the user replaces the program's file of the same name.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mazeeditor.app.drafts.new_maze import OF_ONE, recipe_in, values_of
from mazeeditor.core.disk.json_files import JsonFormat, files_by_name, short_text
from mazeeditor.core.disk.settings_folder import presets_folder
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _, printable, quoted
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page

SUFFIX = ".mazepreset"
FORMAT = JsonFormat("mazeeditor preset", 1, _("it is not a preset."))
OWN_FOLDER = Path(__file__).parent.parent / "presets"
LONGEST_TEXT = 200  # characters
LAST = 100  # where presets without an order come


@dataclass(frozen=True)
class Preset:
    """How a maze is made and printed; ``name`` is that of its file, ``label`` what users read."""

    name: str
    label: str
    about: str
    recipe: Recipe
    page: Page
    order: int = LAST


def read_preset(path: Path) -> Preset:
    """Return the preset in a file; raises ``MazeError`` that names it."""
    try:
        values = FORMAT.read(path)
        return Preset(
            path.stem,
            short_text(values, "name", LONGEST_TEXT) or path.stem,
            short_text(values, "about", LONGEST_TEXT),
            recipe_in(values),
            _page(values.get("page", {})),
            _order(values),
        )
    except MazeError as error:
        raise MazeError(
            _("The preset {file} cannot be used: {reason}").format(
                file=printable(path), reason=error
            )
        ) from None


def _order(values: dict[str, Any]) -> int:
    order = values.get("order", LAST)
    return order if type(order) is int else LAST


def _page(values: object) -> Page:
    if not isinstance(values, dict):
        raise UsageError(_("the page must be an object."))
    return Page.from_dict({name: value for name, value in values.items() if name not in OF_ONE})


def preset_files() -> dict[str, Path]:
    """Return the files of all presets by name, damaged ones too."""
    own = presets_folder()
    return files_by_name((OWN_FOLDER, *([own] if own else [])), SUFFIX)


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
            _("There is no preset {name}. Known are: {known}.").format(
                name=quoted(name), known=", ".join(files)
            )
        )
    return read_preset(files[name])


def write_preset(path: Path, recipe: Recipe, page: Page) -> None:
    """Write a preset, its name that of the file; raises ``MazeError``."""
    from mazeeditor.core.disk.atomic import write_whole

    values = {
        "format": FORMAT.name,
        "version": FORMAT.version,
        "name": path.stem,
        **values_of(replace(recipe, braid=recipe.braid or 0.0), page),
    }
    write_whole(path, (json.dumps(values, indent=2, ensure_ascii=False) + "\n").encode())
