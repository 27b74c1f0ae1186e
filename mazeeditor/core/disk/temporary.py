"""Temporary files beside the files to be written, and what removes them after a kill.

::

    .level 1.maze.4f1c22d05d0e9a7be2c1f883.mazeeditor.tmp       -7 before the suffix: further files
     name of the   host    random                               written together with the first
     target

Whoever writes a file holds it locked, so a file that nobody has locked is a remainder.
"""

from __future__ import annotations

import os
import platform
import re
import secrets
import stat
import zlib
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from time import time

from mazeeditor.core.disk.file_lock import lock

SUFFIX = ".mazeeditor.tmp"
PREFIX_BYTES = 40  # of the target's name: some file systems allow 143 bytes in all
NAME = re.compile(r"\..*\.([0-9a-f]{8})([0-9a-f]{16})(?:-\d+)?\.mazeeditor\.tmp", re.DOTALL)
SETTLED = 60  # s: a younger file may be between the end of its lock and its last name
FOREIGN = 24 * 3600  # s after which a file is removed whose lock cannot be seen from here


class Group:
    """The names of the temporary files of one writer; the first file is locked for all of them."""

    def __init__(self) -> None:
        self._mark = _host() + secrets.token_hex(8)
        self._count = 0

    def name_for(self, target: Path) -> Path:
        """Return a new name beside ``target``."""
        prefix = target.name
        while len(os.fsencode(prefix)) > PREFIX_BYTES:
            prefix = prefix[:-1]
        number = f"-{self._count}" if self._count else ""
        self._count += 1
        return target.with_name(f".{prefix}.{self._mark}{number}{SUFFIX}")


def _host() -> str:
    """Return eight digits for this computer: the locks of others may not be seen here."""
    return f"{zlib.crc32(platform.node().encode(errors='replace')):08x}"


def sweep(folder: Path) -> int:
    """Remove what killed processes of this user have left in a folder; return how many files.

    Never fails: what cannot be looked at or removed stays.
    """
    groups: dict[str, list[Path]] = defaultdict(list)
    with suppress(OSError, ValueError), os.scandir(folder) as entries:  # any text may name one
        for entry in entries:
            if match := NAME.fullmatch(entry.name):
                groups["".join(match.groups())].append(Path(entry.path))
    removed = 0
    for mark, files in groups.items():
        if all(_is_left(file, mark) for file in files):
            removed += sum(map(_remove, files))
    return removed


def _is_left(file: Path, mark: str) -> bool:
    """Whether nobody writes a file any more: it is ours, not locked, and not new."""
    try:
        flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        status = file.lstat()
        own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
        # a backup is a second name of an old file: its age is that of the name
        age = time() - max(status.st_mtime, status.st_ctime)
        if not stat.S_ISREG(status.st_mode) or not own or age < SETTLED:
            return False
        number = os.open(file, flags)
    except OSError:
        return False
    try:
        return (age >= FOREIGN or mark.startswith(_host())) and lock(number)
    except OSError:  # this file system has no locks
        return age >= FOREIGN
    finally:
        os.close(number)


def _remove(file: Path) -> bool:
    with suppress(OSError):
        file.unlink()
        return True
    return False
