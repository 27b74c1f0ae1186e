"""Materials: thickness, kerf and smallest feature, each in a file, to which users add theirs.

::

    {"format": "mazeeditor material", "version": 1, "name": "Plywood 3 mm",
     "thickness": 3, "kerf": 0.2, "safe": 3, "least": 1.5, "source": "https://..."}

Lengths are in mm, or texts with a unit. ``least`` is the smallest feature that may hold, half the
thickness where it is left out; ``safe`` is the smallest that does, as wide as the material is
thick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    check_keys,
    file_named,
    files_by_name,
    number,
    short_text,
)
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, printable

SUFFIX = ".json"
FORMAT = JsonFormat("mazeeditor material", 1, _("it is no material of this program."))
OWN_FOLDER = Path(__file__).parent / "materials"
LONGEST_TEXT = 1_000  # characters
_KEYS = (
    *("format", "version", "name", "about", "source", "note"),
    *("thickness", "kerf", "least", "safe"),
)


@dataclass(frozen=True)
class Material:
    """A material; lengths in mm. ``name`` is that of its file, ``label`` what users read.

    ``source`` is where its kerf was read, ``note`` which values have no source.
    """

    name: str
    label: str
    thickness: float
    kerf: float
    least: float
    safe: float
    about: str = ""
    source: str = ""
    note: str = ""


def material_of(name: str, values: Mapping[str, Any]) -> Material:
    """Return the material of the values of a file of that name; raises ``MazeError``."""
    check_keys(values, _KEYS)
    thickness = number(values, "thickness", 0.01, 200)
    return Material(
        name=name,
        label=short_text(values, "name", LONGEST_TEXT) or name,
        thickness=thickness,
        kerf=number(values, "kerf", 0, 20),
        least=number(values, "least", 0, 200, thickness / 2),
        safe=number(values, "safe", 0, 200, thickness),
        about=short_text(values, "about", LONGEST_TEXT),
        source=short_text(values, "source", LONGEST_TEXT),
        note=short_text(values, "note", LONGEST_TEXT),
    )


def read_material(path: Path) -> Material:
    """Return the material in a file; raises ``MazeError`` that names it."""
    try:
        return material_of(path.stem, FORMAT.read(path))
    except MazeError as error:
        text = _("The material {file} cannot be used: {reason}")
        raise MazeError(text.format(file=printable(path), reason=error)) from None


def material_files(folders: Iterable[Path] = ()) -> dict[str, Path]:
    """Return the files of all materials by name; those of later folders replace earlier ones."""
    return files_by_name((OWN_FOLDER, *folders), SUFFIX)


def find_material(name: str, folders: Iterable[Path] = ()) -> Material:
    """Return the material of that name, or in the file of that path.

    Raises ``UsageError`` with the names there are, and ``MazeError``.
    """
    text = _("There is no material {name}. Known are: {known}.")
    return read_material(file_named(name, material_files(folders), SUFFIX, text))
