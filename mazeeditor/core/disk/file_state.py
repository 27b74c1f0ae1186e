"""What a file was when it was read or written, to notice that somebody else has changed it."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time_ns

from mazeeditor.core.disk.input_files import CHUNK_BYTES
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, printable

COARSE = 2_000_000_000  # ns: some file systems keep the time of a change no more exactly


@dataclass(frozen=True)
class FileState:
    """A file at one moment: ``seen`` ns since 1970.

    ``modified`` and ``changed`` are its times in ns, ``place`` is device and inode, ``mode`` as
    in ``os.stat``, ``digest`` the sha256 of its bytes, "" where it is no regular file.
    """

    size: int
    modified: int
    changed: int
    place: tuple[int, int]
    mode: int
    digest: str
    seen: int

    @classmethod
    def of(cls, status: os.stat_result, digest: str, seen: int | None = None) -> FileState:
        """Return the state of a file with this status; ``seen`` is now by default."""
        return cls(
            status.st_size,
            status.st_mtime_ns,
            status.st_ctime_ns,
            (status.st_dev, status.st_ino),
            status.st_mode,
            digest,
            time_ns() if seen is None else seen,
        )

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file, which can be read again."""
        return stat.S_ISREG(self.mode)

    def same_bytes(self, other: FileState) -> bool:
        return bool(self.digest) and (self.size, self.digest) == (other.size, other.digest)

    def _untouched(self, now: FileState) -> bool:
        """Whether size, times and place prove that nobody has written since.

        They do not where the file was new when it was seen: a change within the same tick of the
        file system's clock has the same time.
        """
        looks = (self.size, self.modified, self.changed, self.place)
        same = looks == (now.size, now.modified, now.changed, now.place)
        return same and self.seen - max(self.modified, self.changed) > COARSE


class FileChangedError(MazeError):
    """Somebody else has changed the file that was to be replaced; ``state`` is what it is now."""

    def __init__(self, path: Path, state: FileState) -> None:
        words = _("{file} has been changed by another program or window.")
        super().__init__(words.format(file=printable(path)))
        self.state = state


def state_of(path: Path, known: FileState | None, job: Job) -> FileState | None:
    """Return what a file is now, ``None`` where there is none; for a worker.

    It is read only where size and time leave open whether it is still the ``known`` one. Raises
    ``OSError`` and ``CancelledError``.
    """
    seen = time_ns()
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    now = FileState.of(status, "", seen)
    if known and known._untouched(now):
        return known
    if not now.is_file:
        return now
    return replace(now, digest=digest_of_file(path, job))


def check_unchanged(path: Path, known: Sequence[FileState], job: Job) -> None:
    """Raise ``FileChangedError`` where there is a file in none of the ``known`` states."""
    now = state_of(path, known[0], job)
    if now is not None and not any(now.same_bytes(state) for state in known):
        raise FileChangedError(path, now)


def digest_of(data: bytes | bytearray, job: Job) -> str:
    """Return the sha256 of bytes; raises ``CancelledError``."""
    digest, view = hashlib.sha256(), memoryview(data)
    for start in range(0, len(view), CHUNK_BYTES):
        job.check()
        digest.update(view[start : start + CHUNK_BYTES])
    return digest.hexdigest()


def digest_of_file(path: Path, job: Job) -> str:
    """Return the sha256 of a file; raises ``OSError`` and ``CancelledError``."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(CHUNK_BYTES):
            job.check()
            digest.update(chunk)
    return digest.hexdigest()
