"""Machines and materials, each in a file, to which users add theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    file_named,
    files_by_name,
    number,
    one_of,
    short_text,
)
from mazeeditor.core.errors import MazeError
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _, printable

T = TypeVar("T")
SUFFIX = ".json"
LONGEST_TEXT = 1_000  # characters
SOURCE = _("source of these numbers, a note for you")


@dataclass(frozen=True)
class PresetFiles(Generic[T]):
    """The files of one kind: those of the program in ``folder``, and those of users in others.

    ``of`` makes a preset of the name and the values of a file, or raises ``MazeError``. What users
    read is ``damaged``, with ``{file}`` and ``{reason}``, and ``unknown``, with ``{name}`` and
    ``{known}``.
    """

    format: JsonFormat
    folder: Path
    of: Callable[[str, Mapping[str, Any]], T]
    damaged: str
    unknown: str

    def paths(self, folders: Iterable[Path] = ()) -> dict[str, Path]:
        """Return all files by name; those of later folders replace earlier ones."""
        return files_by_name((self.folder, *folders), SUFFIX)

    def read(self, path: Path) -> T:
        """Return the preset in a file; raises ``MazeError`` that names it."""
        try:
            return self.of(path.stem, self.format.read(path))
        except MazeError as error:
            raise MazeError(self.damaged.format(file=printable(path), reason=error)) from None

    def find(self, name: str, folders: Iterable[Path] = ()) -> T:
        """Return the preset of that name, or in the file that the user has named.

        Raises ``UsageError`` with the names there are, and ``MazeError``.
        """
        return self.read(file_named(name, self.paths(folders), SUFFIX, self.unknown))


def read_value(values: Mapping[str, Any], option: Option, default: float | None = None) -> Any:
    """Return what the values of a file have for an option, else a ``default`` or its own.

    Raises ``MazeError``.
    """
    name: str = option.name
    usual: Any = option.default if default is None else default
    if option.optional and values.get(name, usual) is None:
        return None
    if option.kind is str:
        texts = tuple(option.choices)
        return (
            one_of(values, name, texts, usual) if texts else short_text(values, name, LONGEST_TEXT)
        )
    value = number(values, name, option.low, option.high, usual)
    return round(value) if option.kind is int else value
