"""What a folder holds, and the folders of a user, as a dialog for files shows them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, printable

UNITS = ("B", "kB", "MB", "GB", "TB")


@dataclass(frozen=True)
class FolderEntry:
    """A file or folder: its size in bytes, and when it was changed, in seconds since 1970."""

    path: Path
    is_folder: bool
    size: int = 0
    changed: float = 0.0

    @property
    def size_text(self) -> str:
        """The size as people read it, "" for a folder."""
        if self.is_folder:
            return ""
        size, unit = float(self.size), 0
        while size >= 1000 and unit < len(UNITS) - 1:
            size, unit = size / 1000, unit + 1
        return (
            f"{size:.0f} {UNITS[unit]}" if unit == 0 or size >= 10 else f"{size:.1f} {UNITS[unit]}"
        )


def list_folder(folder: Path, job: Job) -> list[FolderEntry]:
    """Return the files and folders in a folder: these first, by name, large letters as small ones.

    Raises ``MazeError`` where the folder cannot be read, and ``CancelledError``.
    """
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                job.check()
                path = folder / entry.name
                try:
                    status = entry.stat()
                except OSError:  # a link that leads nowhere
                    continue
                is_folder = S_ISDIR(status.st_mode)
                if not (is_folder or S_ISREG(status.st_mode)):  # a device, a pipe
                    continue
                found.append(FolderEntry(path, is_folder, status.st_size, status.st_mtime))
    except OSError as problem:
        text = _("Cannot read the folder {folder}: {reason}.")
        reason = problem.strerror or str(problem)
        raise MazeError(text.format(folder=printable(folder), reason=reason)) from problem
    return sorted(found, key=lambda one: (not one.is_folder, one.path.name.casefold()))


def filter_entries(
    entries: Sequence[FolderEntry], patterns: Sequence[str], typed: str, *, hidden: bool
) -> list[FolderEntry]:
    """Return the entries whose names fit: all folders, and files of ``patterns`` (``*.maze``).

    Names hold what is ``typed``, large and small letters alike; those that begin with a dot are
    ``hidden`` ones.
    """
    wanted, lower = typed.casefold(), [pattern.casefold() for pattern in patterns]

    def fits(entry: FolderEntry) -> bool:
        name = entry.path.name.casefold()
        if (name.startswith(".") and not hidden) or wanted not in name:
            return False
        return entry.is_folder or any(fnmatchcase(name, pattern) for pattern in lower)

    return [entry for entry in entries if fits(entry)]


def user_folders() -> list[tuple[str, Path]]:
    """Return label and path of the folders that a user goes to first, as far as there are any."""
    import platformdirs

    with suppress(RuntimeError):  # no home
        home = Path.home()
        usual = [
            platformdirs.user_desktop_path(),
            platformdirs.user_documents_path(),
            platformdirs.user_downloads_path(),
            platformdirs.user_pictures_path(),
        ]
        kept = [folder for folder in usual if folder != home and folder.is_dir()]
        found = [(_("Home"), home), *((printable(folder.name), folder) for folder in kept)]
        return [*found, (_("Computer"), Path(home.anchor))]
    return [(_("Computer"), Path(Path.cwd().anchor))]
