"""Writes a file whole or not at all: at any moment the old or the new file is complete."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from mazeeditor.errors import MazeError
from mazeeditor.translation import _


def write_whole(path: str | os.PathLike[str], data: bytes | bytearray | Iterable[bytes]) -> None:
    """Write ``data``, bytes or chunks of bytes, to a file; raises ``MazeError``.

    The bytes go to a new file in the same folder, which takes the old one's place when all of
    them are on the disk. Until then, and when ``data`` raises (a job that is cancelled), the old
    file stays. The old file's mode and owner are kept, and a symbolic link stays one.
    """
    chunks = [bytes(data)] if isinstance(data, bytes | bytearray) else data
    path = Path(path)
    try:
        target, old = _target(path)
        if old is not None and not stat.S_ISREG(old.st_mode):
            _write_into_device(target, chunks)
        else:
            _replace(target, old, chunks)
    except OSError as error:
        raise MazeError(_failure(path, error)) from error


def _target(path: Path) -> tuple[Path, os.stat_result | None]:
    """Return the file behind all links and its status, or ``None``; raises ``MazeError``."""
    try:
        old = path.stat()
    except FileNotFoundError:
        old = None
    except ValueError:  # a NUL or half a character in the name
        raise MazeError(
            _("Cannot write {file}: this is not a valid file name.").format(file=printable(path))
        ) from None
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise MazeError(_("Cannot write {file}: it is a folder.").format(file=printable(path)))
    if old is not None and not os.access(path, os.W_OK):
        raise MazeError(_("Cannot write {file}: it is read-only.").format(file=printable(path)))
    # a link into /proc/self/fd cannot be resolved and a device must not be replaced
    special = old is not None and not stat.S_ISREG(old.st_mode)
    return (path if special else Path(os.path.realpath(path))), old


def _write_into_device(target: Path, chunks: Iterable[bytes]) -> None:
    """Write to a device such as ``/dev/stdout``, which has no old bytes to keep."""
    with target.open("wb") as file:
        file.writelines(chunks)


def _replace(target: Path, old: os.stat_result | None, chunks: Iterable[bytes]) -> None:
    new = target.with_name(f".{secrets.token_hex(8)}.tmp")
    file = _opened(new, old)  # first: only a file that we made is ever removed
    try:
        with file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            _keep(new, old)
        new.replace(target)
    except BaseException:  # also for Ctrl+C and a job that is cancelled
        with suppress(OSError):
            new.unlink()
        raise
    _sync_folder(target.parent)


def _opened(new: Path, old: os.stat_result | None) -> BinaryIO:
    """Open a new file; one that replaces another may be read by nobody else until it is whole."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(new, flags, 0o666 if old is None else 0o600), "wb")


def _keep(new: Path, old: os.stat_result) -> None:
    """Give the new file the group and the owner of the old one, where allowed, and its mode."""
    for owner, group in ((-1, old.st_gid), (old.st_uid, -1)):  # a member may keep the group
        with suppress(OSError, AttributeError):  # Windows has no owners of this kind
            os.chown(new, owner, group)
    mode = stat.S_IMODE(old.st_mode)
    if new.stat().st_gid != old.st_gid:  # another group may do no more than everybody
        mode = mode & ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3
    with suppress(OSError):  # some file systems keep no modes
        new.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Write the new name to the disk as well, where the system can: power may fail next."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _failure(path: Path, error: OSError) -> str:
    folder = path.parent.absolute()
    if isinstance(error, FileNotFoundError) and not folder.exists():
        return _("Cannot write {file}: there is no folder {folder}.").format(
            file=printable(path), folder=printable(folder)
        )
    return _("Cannot write {file}: {reason}.").format(
        file=printable(path), reason=error.strerror or str(error)
    )


def printable(path: Path) -> str:
    """Return a path for a message, on one line whatever characters it has."""
    return str(path) if str(path).isprintable() else ascii(str(path))
