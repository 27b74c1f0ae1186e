"""Typefaces that come as packages of their own: one for children, one with serifs, a handwritten.

They are dependencies that hold a file each and nothing to run. Where one is missing, what names it
is set in the bundled typeface, as with any other typeface that this computer lacks.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from mazeeditor.core.typefaces.typefaces import SUFFIXES, Typeface, read_names

FRIENDLY, SERIF, HANDWRITTEN = "Lilita One", "Lora", "Delius"
PACKAGES = {
    FRIENDLY: "fontpkg_lilita_one",
    SERIF: "fontpkg_lora",
    HANDWRITTEN: "fontpkg_delius",
}
FILES = "files"  # the folder in a package


@cache
def packaged_typefaces() -> tuple[Typeface, ...]:
    """Return those that are installed, the upright one of each family."""
    found = (_of_package(package) for package in PACKAGES.values())
    return tuple(typeface for typeface in found if typeface)


def packaged_typeface(name: str) -> Typeface | None:
    """Return one by its name, ``None`` where it is not there."""
    plain = name.strip().casefold()
    names = {family.casefold(): package for family, package in PACKAGES.items()}
    return _of_package(names[plain]) if plain in names else None


@cache
def _of_package(package: str) -> Typeface | None:
    try:
        spec = find_spec(package)  # which runs nothing
    except (ImportError, ValueError):
        return None
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        files = sorted(Path(folder, FILES).glob("*"), key=lambda file: (len(file.name), file.name))
        for file in files:
            for typeface in read_names(file) if file.suffix.lower() in SUFFIXES else ():
                if not typeface.slanted:
                    return typeface
    return None
