"""The typeface that the user chooses for a text, by its name: bundled, installed or an own one.

An own typeface is a file in a folder of the user, where "From a file..." puts a copy; so its name
is enough for every later start, as it is for one that is installed.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from functools import lru_cache
from pathlib import Path, PureWindowsPath

from mazeeditor.core.disk.file_kinds import LOOKED_AT_BYTES, TYPEFACE, kind_of
from mazeeditor.core.disk.input_files import open_input
from mazeeditor.core.disk.named_files import NamedFile, named_last
from mazeeditor.core.disk.overwriting import note_input_path
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.options import TypefaceOf
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.core.typefaces.typefaces import (
    SUFFIXES,
    Face,
    Typeface,
    bundled_typeface,
    face_from,
    families,
    names_in,
    packaged_typeface,
    packaged_typefaces,
    read_names,
    typeface_named,
)
from mazeeditor.core.work import TooMuchWorkError

# the family of the bundled_typeface typeface, which stands for no choice
BUNDLED_FAMILY = "DejaVu Sans"


def available_typefaces() -> dict[str, Typeface]:
    """Return what can be chosen, by family: bundled, the user's own, in packages, installed.

    Those of coloured pictures are left out: letters are drawn in one colour. As slow as
    ``installed``: never call it on the event loop.
    """
    result = {BUNDLED_FAMILY: bundled_typeface()}
    for typeface in (*_own_typefaces(), *packaged_typefaces()):
        result.setdefault(typeface.family, typeface)
    for family, typeface in families().items():
        if not typeface.coloured:
            result.setdefault(family, typeface)
    return result


def find_typeface(text: str) -> str:
    """Return the name of the typeface that the user has typed, or the file that it is.

    Raises ``UsageError`` where there is none.
    """
    if os.path.isfile(text):  # noqa: PTH113 - False for what cannot be a path, too
        try:
            note_input_path(Path(text))
        except MazeError as error:
            reason = _("Cannot read the typeface {name}: {reason}")
            raise UsageError(reason.format(name=Path(text).name, reason=error)) from None
        _check(Path(text))
        return NamedFile(text)
    typeface = typeface_of(text)
    if typeface is None:
        raise UsageError(missing_typeface(text))
    return text if typeface.path != bundled_typeface().path else ""


CHOSEN = TypefaceOf(find_typeface, BUNDLED_FAMILY)


def missing_typeface(name: str) -> str:
    return _("There is no typeface {name} on this computer.").format(
        name=quote_value(named_last(name))
    )


def replaced_typeface(name: str) -> str:
    """Return which typeface stands for one that is missing, "" where that is not so.

    Slow where ``name`` is not empty.
    """
    if not name or typeface_of(name):
        return ""
    text = _("{missing} {usual} is used instead.")
    return text.format(missing=missing_typeface(name), usual=BUNDLED_FAMILY)


def typeface_of(name: str) -> Typeface | None:
    """Return the typeface of a family, a full name or a file's name; ``None`` for none.

    Of all paths only that of a ``NamedFile`` is looked at.
    """
    plain = name.strip().casefold()
    if plain == BUNDLED_FAMILY.casefold():
        return bundled_typeface()
    for typeface in _own_typefaces():
        if plain in (typeface.family.casefold(), typeface.name.casefold()):
            return typeface
    if isinstance(name, NamedFile):
        return next(iter(read_names(Path(name))), None)
    return packaged_typeface(name) or typeface_named(name) or _of_file_name(plain.replace(" ", ""))


def _of_file_name(plain: str) -> Typeface | None:
    """Return an installed typeface by its file: ``DejaVuSans-Bold``, as older projects name it."""
    for typeface in available_typefaces().values():
        path = Path(typeface.path)
        if plain in (path.name.casefold(), path.stem.casefold()):
            return typeface
    return None


@lru_cache(256, typed=True)
def chosen_face(name: str) -> Face | None:
    """Return the letters of the typeface of a name, ``None`` where it is "", missing or damaged."""
    typeface = typeface_of(name) if name else None
    with suppress(Exception):
        chosen = face_from(typeface) if typeface else None
        return chosen if chosen and chosen.advances else None
    return None


def kept_name(name: str) -> str:
    """Return the name for a project, which holds no path: that of the family in the file.

    Nor a path of another system, from an older project.
    """
    if isinstance(name, NamedFile):
        typeface = typeface_of(name)
        return typeface.family if typeface else Path(name).stem
    path = PureWindowsPath(name)  # whose signs are those of all systems
    return path.stem if path.anchor else name


# The user's own


def own_folder() -> Path | None:
    """Return the folder of the user's own typefaces, ``None`` for a user without a home."""
    import platformdirs

    with suppress(RuntimeError):
        return platformdirs.user_data_path("mazeeditor", appauthor=False) / "typefaces"
    return None


def add_own(file: Path) -> str:
    """Copy the file of a typeface into the user's folder, and return the name of its family.

    Raises ``UsageError`` for a file that is none, ``MazeError`` where it cannot be copied.
    """
    typeface, folder = _check(file), own_folder()
    if folder is None:
        raise MazeError(_("There is no folder to keep the typeface in."))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / file.name).exists() or not (folder / file.name).samefile(file):
            shutil.copyfile(file, folder / file.name)
    except OSError as error:
        text = _("Cannot keep the typeface in {folder}: {reason}.")
        raise MazeError(text.format(folder=folder, reason=error.strerror or error)) from error
    chosen_face.cache_clear()
    return typeface.family


def _check(file: Path) -> Typeface:
    """Return the first typeface of a file; raises ``UsageError`` where it has none."""
    try:
        typeface = next(iter(names_in(file)), None)
    except TooMuchWorkError:
        text = _(
            "The typeface {name} has more characters or names than one of its size may have: "
            "choose another one."
        )
        raise UsageError(text.format(name=printable(file.name))) from None
    except Exception:  # whatever fontTools stumbles over
        typeface = None
    if typeface is None or file.suffix.lower() not in SUFFIXES:
        text = _("Cannot read the typeface {name}: it is damaged, or not TrueType or OpenType.")
        if kind := _other_kind(file):
            text = _("Cannot read the typeface {name}: it is {kind}, not TrueType or OpenType.")
        raise UsageError(text.format(name=printable(file.name), kind=kind))
    return typeface


def _other_kind(file: Path) -> str:
    try:
        with open_input(file) as source:
            kind = kind_of(source.file.read(LOOKED_AT_BYTES), file.name)
    except MazeError:
        return ""
    return "" if kind == TYPEFACE else kind


def _own_typefaces() -> list[Typeface]:
    """Return the typefaces in the user's folder, by name; a damaged file has none."""
    folder = own_folder()
    files = []
    with suppress(OSError):
        files = sorted(folder.iterdir()) if folder else []
    stamped = [(file, _stamp(file)) for file in files if file.suffix.lower() in SUFFIXES]
    return [typeface for file, stamp in stamped for typeface in _read_once(file, stamp)]


def _stamp(file: Path) -> int:
    with suppress(OSError):
        return file.stat().st_mtime_ns
    return 0


@lru_cache(64)
def _read_once(file: Path, _changed: int) -> list[Typeface]:
    return read_names(file)
