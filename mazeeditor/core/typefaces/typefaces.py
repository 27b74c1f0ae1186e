"""The typeface for a text: the one that comes with the program, else one of this computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from mazeeditor.core.typefaces.installed_fonts import (
    REGULAR,
    Typeface,
    folders,
    installed,
    read_names,
)

__all__ = ["Typeface", "covering", "families", "folders", "installed", "typeface_named"]

BUNDLED = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
CAPITAL = 0.729  # em: the height of its capitals
ASCENT, DESCENT = 0.93, 0.24  # em: how far its letters reach above and below the line


@dataclass(frozen=True, eq=False)
class Face:
    """A typeface in a file, by its number in a collection; ``typeface`` where it is installed."""

    path: Path
    index: int = 0
    typeface: Typeface | None = None

    @cached_property
    def advances(self) -> Mapping[str, float]:
        """The widths in em of the characters that it has; raises what a damaged file raises."""
        # fontTools publishes no types
        library: Any = import_module("fontTools.ttLib")
        with (
            self.path.open("rb") as file,
            library.TTFont(file, fontNumber=self.index, lazy=True) as font,
        ):
            em = font["head"].unitsPerEm
            widths = font["hmtx"].metrics
            return {
                chr(code): widths[glyph][0] / em
                for code, glyph in font.getBestCmap().items()
                if glyph in widths
            }

    @property
    def coloured(self) -> bool:
        """Whether it may have pictures in place of outlines."""
        return self.typeface is not None and self.typeface.coloured

    def has(self, character: str) -> bool:
        """Whether it has a glyph for a character."""
        return self.typeface.has(character) if self.typeface else character in self.advances


@cache
def face(path: Path, index: int = 0) -> Face:
    """Return a typeface, always the same one for a file."""
    return Face(path, index)


@cache
def face_from(typeface: Typeface) -> Face:
    """Return an installed typeface, always the same one."""
    path = Path(typeface.path)
    return face(path) if path == BUNDLED else Face(path, typeface.index, typeface)


def face_of(character: str) -> Face | None:
    """Return the first typeface that has a character, ``None`` where this computer has none."""
    typeface = covering(character)
    return face_from(typeface) if typeface else None


@cache
def bundled() -> Typeface:
    """Return the typeface that comes with the program."""
    (typeface,) = read_names(BUNDLED)
    return typeface


@cache
def families() -> dict[str, Typeface]:
    """Return the usual typeface of each family by its name: first the bundled one, then by name.

    As slow as ``installed``.
    """
    result = {bundled().family: bundled()}
    for typeface in sorted(installed(), key=lambda entry: entry.family.casefold()):
        known = result.get(typeface.family)
        if known is None or _distance(typeface) < _distance(known):
            result[typeface.family] = typeface
    return result


def _distance(typeface: Typeface) -> int:
    """Return how far a typeface is from the usual one of its family."""
    return abs(typeface.weight - REGULAR) + 1000 * typeface.slanted + 500 * typeface.narrow


def typeface_named(name: str) -> Typeface | None:
    """Return the typeface of a family, or of a name like ``Noto Sans Bold``, in any case.

    ``None`` where this computer has none. As slow as ``installed``.
    """
    plain = name.strip().casefold()
    usual = {family.casefold(): typeface for family, typeface in families().items()}
    if plain in usual:
        return usual[plain]
    return next((typeface for typeface in installed() if typeface.name.casefold() == plain), None)


def covering(text: str, language: str = "") -> Typeface | None:
    """Return the typeface to prefer of those that have all characters of a text, or ``None``.

    As slow as ``installed``.
    """
    if bundled().covers(text):
        return bundled()
    return next((typeface for typeface in installed(language) if typeface.covers(text)), None)
