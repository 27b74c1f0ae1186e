"""A new file next to the one it is to replace: whole, on the disk and read back before it does.

::

    write, sync, read back        .a.maze.(...).mazeeditor.tmp    a.maze (old)
    link to the old one           .a.maze.(...).mazeeditor.tmp    a.maze (old)   backup (old)
    replace                                                       a.maze (new)   backup (old)
    keep, put back or drop the backup                             a.maze (new)   a.maze~ (old)

At every moment ``a.maze`` is one of the two, complete. The names of temporary files::

    .level 1.maze.4f1c22d05d0e9a7be2c1f883.mazeeditor.tmp       -7 before the suffix: further files
     name of the   host    random                               written together with the first
     target

Whoever writes a file holds it locked, so a file that nobody has locked is a remainder of a process
that was killed; ``sweep`` removes it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import re
import secrets
import shutil
import stat
import sys
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep, time
from types import TracebackType
from typing import BinaryIO

from mazeeditor.core.disk.file_lock import lock
from mazeeditor.core.disk.file_state import FileState, digest_of_file
from mazeeditor.core.disk.input_files import CHUNK_BYTES
from mazeeditor.core.disk.open_elsewhere import is_shared
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _

SUFFIX = ".mazeeditor.tmp"
PREFIX_BYTES = 40  # of the target's name: some file systems allow 143 bytes in all
NAME = re.compile(r"\..*\.([0-9a-f]{8})([0-9a-f]{16})(?:-\d+)?\.mazeeditor\.tmp", re.DOTALL)
SETTLED_S = 60  # s: a younger file may be between the end of its lock and its last name
FOREIGN_S = 24 * 3600  # s after which a file is removed whose lock cannot be seen from here
TIMEOUT_S = 1.0  # s
FIRST_PAUSE_S, MAX_PAUSE_S = 0.01, 0.2  # s: the first one, each further one is twice as long
Chunks = Iterable[bytes | bytearray]


class StagedFile:
    """A new file on its way to ``target``; ``old`` is the status of the file that is there now.

    As a context manager it removes what it has not moved to its name. Every method raises
    ``OSError``.
    """

    def __init__(
        self, target: Path, old: os.stat_result | None, group: Group, job: Job, *, locked: bool
    ) -> None:
        """Only name the file; one of each ``group`` is ``locked`` until it has its last name."""
        self.target, self._old, self._group, self._job = target, old, group, job
        self._path, self._locked = group.name_for(target), locked
        self._backup: Path | None = None
        self._file: BinaryIO | None = None
        self._digest = ""

    def __enter__(self) -> StagedFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with ExitStack() as stack:  # each is done even where Ctrl+C interrupts another
            stack.callback(_remove_name, self._path)
            stack.callback(_remove_name, self._backup)
            stack.callback(self._close)

    def write(self, chunks: Chunks) -> None:
        """Write the new file, and compare what is on the disk with what was to be written."""
        self._file = file = _open_new(self._path, self._old)
        if self._locked:
            with suppress(OSError):  # without locks on this file system its age protects it
                lock(file.fileno())
        digest = hashlib.sha256()
        for chunk in chunks:
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
        self._digest = digest.hexdigest()
        if digest_of_file(self._path, self._job) != self._digest:
            raise OSError(errno.EIO, _("the disk returns other bytes than were written"))
        if self._old is not None:
            _keep_mode(self._path, self._old)
        if not self._locked:  # the first of the group is locked for all
            self._close()

    def back_up(self) -> None:
        """Give the old file, where there is one, a second name, or copy it."""
        if self._old is None:
            return
        self._backup = backup = self._group.name_for(self.target)
        try:
            os.link(self.target, backup)
        except OSError:  # not on every file system, nor for every file
            _copy(self.target, backup, self._job)

    def replace(self) -> None:
        """Put the new file into the place of the old one."""
        if sys.platform == "win32":  # where an open file cannot be renamed
            self._close()
        move(self._path, self.target, self._job)

    def put_back(self) -> None:
        """Undo ``replace`` where it was done."""
        if self._path.exists():
            return
        if self._backup is None:
            _patiently(self.target.unlink, Job())
        else:
            move(self._backup, self.target, Job())

    def keep_backup(self, name: Path) -> None:
        """Give the old file the name ``name``, instead of what had it."""
        if self._backup is not None:  # to a further name of itself is no move: then it is removed
            move(self._backup, name, self._job)

    def state(self) -> FileState | None:
        """Return what was written, as it is after ``replace``; None where that is not known."""
        with suppress(OSError):  # it is written all the same
            status = os.fstat(self._file.fileno()) if self._file else self.target.stat()
            return FileState.of(status, self._digest)
        return None

    def _close(self) -> None:
        if self._file:
            with suppress(OSError):  # what it has not written fails again
                self._file.close()
            self._file = None


def move(source: Path, target: Path, job: Job) -> None:
    """Rename a file to the name of another; raises ``OSError`` and ``CancelledError``.

    On Windows that fails while another program reads one of them, for a moment as a rule.
    """
    _patiently(lambda: source.replace(target), job)


def _patiently(step: Callable[[], object], job: Job) -> None:
    """Do a step again for ``TIMEOUT_S`` where Windows says that another program has the file."""
    latest, pause = monotonic() + TIMEOUT_S, FIRST_PAUSE_S
    while True:
        try:
            step()
            return
        except PermissionError as error:
            if not is_shared(error) or monotonic() > latest:
                raise
        job.check()
        sleep(pause)
        pause = min(2 * pause, MAX_PAUSE_S)


def sync_folder(folder: Path) -> None:
    """Write new names to the disk as well, where the system can: power may fail next."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _remove_name(path: Path | None) -> None:
    if path is None:
        return
    try:
        _patiently(path.unlink, Job())
    except FileNotFoundError:  # it has its last name
        pass
    except BaseException as error:  # another program reads it, or Ctrl+C at this very moment
        with suppress(OSError):
            path.unlink()
        if not isinstance(error, OSError):
            raise


def _open_new(new: Path, old: os.stat_result | None) -> BinaryIO:
    """Open a new file; one that replaces another may be read by nobody else until it is whole."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    number = os.open(new, flags, 0o666 if old is None else 0o600)
    try:
        return os.fdopen(number, "wb")
    except BaseException:  # Windows removes no file that is open
        os.close(number)
        raise


def _keep_mode(new: Path, old: os.stat_result) -> None:
    """Give the new file the group and the owner of the old one, where allowed, and its mode."""
    if sys.platform != "win32":
        for owner, group in ((-1, old.st_gid), (old.st_uid, -1)):  # a member may keep the group
            with suppress(OSError):
                os.chown(new, owner, group)
    mode = stat.S_IMODE(old.st_mode)
    if new.stat().st_gid != old.st_gid:  # another group may do no more than everybody
        mode = mode & ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3
    with suppress(OSError):  # some file systems keep no modes
        new.chmod(mode)


def _copy(source: Path, target: Path, job: Job) -> None:
    with source.open("rb") as old, _open_new(target, source.stat()) as new:
        while chunk := old.read(CHUNK_BYTES):
            job.check()
            new.write(chunk)
        new.flush()
        os.fsync(new.fileno())
    shutil.copystat(source, target)


class Group:
    """The names of the temporary files of one writer; the first file is locked for all of them."""

    def __init__(self) -> None:
        self._mark = _host() + secrets.token_hex(8)
        self._count = 0

    def name_for(self, target: Path) -> Path:
        """Return a new name in the folder of ``target``."""
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
        if not stat.S_ISREG(status.st_mode) or not own or age < SETTLED_S:
            return False
        number = os.open(file, flags)
    except OSError:
        return False
    try:
        return (age >= FOREIGN_S or mark.startswith(_host())) and lock(number)
    except OSError:  # this file system has no locks
        return age >= FOREIGN_S
    finally:
        os.close(number)


def _remove(file: Path) -> bool:
    with suppress(OSError):
        file.unlink()
        return True
    return False
