"""Machines and materials, each in a file, to which users add theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from mazeeditor.core.disk.json_files import JsonFormat, file_named, files_by_name
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import printable

T = TypeVar("T")
SUFFIX = ".json"
LONGEST_TEXT = 1_000  # characters


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
