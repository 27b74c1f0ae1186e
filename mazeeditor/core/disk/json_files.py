"""JSON files that people write and share: presets, sets of rules, books.

::

    {"format": "mazeeditor preset", "version": 1, "name": "Classic", ...}
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.strict_json import parse_json
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.lengths import in_mm
from mazeeditor.core.translation import _, quoted

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # as editors on Windows write before UTF-8


@dataclass(frozen=True)
class JsonFormat:
    """A format by its name and version; ``foreign`` is the sentence for a file of another one."""

    name: str
    version: int
    foreign: str
    largest: int = 1_000_000  # bytes

    def read(self, path: Path) -> dict[str, Any]:
        """Return the object in a file; raises ``MazeError`` that does not name it."""
        return self.values(bytes_of(path, self.largest))

    def values(self, data: bytes) -> dict[str, Any]:
        """Return the object in the bytes of a file; raises ``MazeError``."""
        values = parse_json(data.removeprefix(BYTE_ORDER_MARK))
        if not isinstance(values, dict) or values.get("format") != self.name:
            raise MazeError(self.foreign)
        version = values.get("version")
        if type(version) is not int or version < 1:
            raise MazeError(_('"version" must be a whole number of at least 1.'))
        if version > self.version:
            text = _("it was made by a newer mazeeditor (version {version}): install that one.")
            raise MazeError(text.format(version=version))
        return values


def check_keys(values: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise ``MazeError`` for a key that is not known."""
    names = list(known)
    for key in values:
        if key not in names:
            text = _("there is no key {key}. Known are: {known}.")
            raise MazeError(text.format(key=quoted(key), known=", ".join(names)))


def short_text(values: Mapping[str, Any], key: str, most: int) -> str:
    """Return a text, translated, "" where there is none; raises ``MazeError``."""
    text = values.get(key, "")
    if not isinstance(text, str) or len(text) > most:
        raise MazeError(_("{key} must be a short text.").format(key=quoted(key)))
    return _(text) if text else ""


def number(
    values: Mapping[str, Any], key: str, low: float, high: float, default: float | None = None
) -> float:
    """Return a number, or a length with its unit in mm; without a default it must be given.

    Raises ``MazeError``.
    """
    value = values.get(key, default)
    if isinstance(value, str):
        try:
            value = float(in_mm(value))
        except ValueError:
            value = None
    valid = isinstance(value, int | float) and not isinstance(value, bool)
    if not valid or not math.isfinite(value) or not low <= value <= high:
        text = _("{key} must be a number from {low:g} to {high:g}.")
        raise MazeError(text.format(key=quoted(key), low=low, high=high))
    return float(value)


def one_of(values: Mapping[str, Any], key: str, known: tuple[str, ...], default: str) -> str:
    """Return a text that is one of ``known``; raises ``MazeError``."""
    value = values.get(key, default)
    if value not in known:
        text = _("{key} must be one of {known}.")
        raise MazeError(text.format(key=quoted(key), known=", ".join(known)))
    return str(value)


def table(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return an object, empty where there is none; raises ``MazeError``."""
    value = values.get(key, {})
    if not isinstance(value, dict):
        raise MazeError(_("{key} must be an object.").format(key=quoted(key)))
    return value


def files_by_name(folders: Iterable[Path], suffix: str) -> dict[str, Path]:
    """Return the files with a suffix by their stems; those of later folders replace others."""
    return {path.stem: path for folder in folders for path in _in_folder(folder, suffix)}


def file_named(name: str, files: Mapping[str, Path], suffix: str, complaint: str) -> Path:
    """Return the file of that name, or the one whose path it is, by its suffix.

    Raises ``UsageError`` with ``complaint``, in which ``{name}`` and ``{known}`` are filled in.
    """
    if name in files:
        return files[name]
    if name.endswith(suffix):
        return Path(name)
    raise UsageError(complaint.format(name=quoted(name), known=", ".join(files)))


def _in_folder(folder: Path, suffix: str) -> Iterator[Path]:
    try:
        yield from sorted(folder.glob(f"*{suffix}"), key=lambda path: path.stem)
    except (OSError, ValueError):  # it is not there, or may not be read
        return
