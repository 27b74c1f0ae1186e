"""Snapshots of unsaved work, which outlive the process: one folder for each of them.

::

    <folder>/20261122-101530-4711/
        lock             held by the process; the system frees it, however the process ends
        snapshot.maze    a project file with one more key, "recovery"
        journal-12       the changes since (``change_journal``), and those since the next snapshot
        journal-40       while that is written
        book.json        instead of it: a book, see ``unsaved_work.py``
        forms.json       beside it, or alone: what was typed into Sheets and Make
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from errno import ENOENT
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from threading import Lock, RLock
from time import time

from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.disk.file_lock import lock
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.files import Project
from mazeeditor.files.change_journal import (
    ChangesAfter,
    JournalEntry,
    append,
    changes_after,
    encode_changes,
    journals,
    name_of,
    sync,
)
from mazeeditor.files.project import load, save
from mazeeditor.files.unsaved_work import BOOK, FORMS, Origin

SETTLED_S = 60  # s: a younger folder may not be locked yet
LOCK, SNAPSHOT, KEY = "lock", "snapshot.maze", "recovery"
KEPT_KINDS = (SNAPSHOT, BOOK, FORMS)  # what is worth to be offered, the main one first


@dataclass(frozen=True)
class StoredSnapshot:
    """A snapshot on the disk; ``running`` is whether the process that wrote it still lives.

    ``path`` is its main file, whose name, one of ``KEPT_KINDS``, says what it is.
    """

    identifier: str
    path: Path
    running: bool

    @property
    def kind(self) -> str:
        """What it is: ``SNAPSHOT``, ``BOOK``, or ``FORMS`` without either."""
        return self.path.name

    @property
    def forms(self) -> Path | None:
        """The file of what was typed into forms, None where there is none."""
        path = self.path.with_name(FORMS)
        return path if path.is_file() else None

    def read(self, job: Job | None = None) -> tuple[Project, Origin, ChangesAfter]:
        """Return the project, where it comes from, and what was changed since.

        Raises ``MazeError`` and ``CancelledError``.
        """
        project = load(self.path, job)
        origin = Origin.from_json(project.extra.pop(KEY, None))
        project.order = tuple(key for key in project.order if key != KEY)
        changes = ChangesAfter([])
        if origin.key:
            changes = changes_after(self.path.parent, origin.changes, origin.key)
        if changes.entries:
            moment = datetime.fromtimestamp(changes.entries[-1].time).astimezone()
            origin = replace(origin, time=moment)
        return project, origin, changes


class SnapshotFolder:
    """Where this process keeps its snapshot, and the changes since; used by several threads.

    The folder is made by the first ``write``. ``parent`` is ``None`` where a user has no folder.
    ``key`` is a name that no other process has. ``appended`` are the bytes of the newest journal.
    """

    def __init__(self, parent: Path | None) -> None:
        self._parent = parent
        self.key = token_hex(16)
        self.appended = 0
        self._path: Path | None = None
        self._process_lock: _FolderLock | None = None
        self._closed = False
        self._newest: dict[str, int] = {}  # by the names of the files
        self._journal: Path | None = None
        self._kept = 0  # the last change that the snapshot holds
        self._one_at_a_time = RLock()  # for what takes as long as a snapshot
        self._appending = Lock()

    def write(self, number: int, project: Project | None, origin: Origin | None) -> None:
        """Replace the snapshot, or remove it where there is nothing to keep.

        ``number`` grows with time: what is older than what was written last is not written.
        Raises ``MazeError``.
        """

        def store(path: Path) -> None:
            if project and origin:
                project.extra[KEY] = origin.to_json()
                save(project, path)
                self._drop_journals(origin.changes)

        self._replace(SNAPSHOT, number, store if project and origin else None)

    def write_bytes(self, name: str, number: int, data: bytes) -> None:
        """Do the same for another file of ``KEPT_KINDS``; empty ``data`` keeps nothing."""
        self._replace(name, number, (lambda path: write_whole(path, data)) if data else None)

    def _replace(self, name: str, number: int, store: Callable[[Path], object] | None) -> None:
        with self._one_at_a_time:
            if self._closed or number < self._newest.get(name, 0):
                return
            if store:
                store(self._folder() / name)
            elif self._path:
                (self._path / name).unlink(missing_ok=True)
                if name == SNAPSHOT:
                    self._drop_journals(None)
            self._newest[name] = number

    def _folder(self) -> Path:
        """Return the folder, made and locked; raises ``MazeError``."""
        with self._appending:
            if self._path is None or not self._path.is_dir():  # others may clear it
                if self._process_lock:
                    self._process_lock.release()
                self._path = self._process_lock = self._journal = None
                with _report_errors(self._parent):
                    self._path, self._process_lock = _new_folder(self._parent)
            return self._path

    def append_at_once(self, start: int, changes: Sequence[JournalEntry]) -> bool:
        """Do as ``append`` does, unless that would wait; returns whether it was done."""
        if self._path is None or not self._appending.acquire(blocking=False):
            return False
        try:
            self._append(start, changes)
        finally:
            self._appending.release()
        return True

    def append(self, start: int, changes: Sequence[JournalEntry]) -> None:
        """Write changes to the journal that goes on after change ``start``.

        Never waits for a snapshot. Raises ``MazeError``, also where snapshot or journal are gone.
        """
        with self._appending:
            self._append(start, changes)

    def _append(self, start: int, changes: Sequence[JournalEntry]) -> None:
        data = encode_changes(changes, self.key)
        with _report_errors(self._parent):
            if self._closed or start < self._kept:  # a snapshot holds these by now
                return
            journal = self._path / name_of(start) if self._path else None
            if journal is None or not journal.parent.is_dir():
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
            new = journal != self._journal
            append(journal, data, new=new)
            self._journal, self.appended = journal, len(data) + (0 if new else self.appended)

    def sync(self) -> None:
        """Wait until the newest journal is on the disk; raises ``MazeError``."""
        if self._journal:
            # it may have been removed: a snapshot holds its changes
            with _report_errors(self._parent), suppress(FileNotFoundError):
                sync(self._journal)

    def _drop_journals(self, kept: int | None) -> None:
        """Remove the journals before the change up to which the snapshot holds all; None: each."""
        with self._appending:
            for start, path in journals(self._path) if self._path else ():
                if kept is None or start < kept:
                    with suppress(OSError):
                        path.unlink()
                    self._journal = None if path == self._journal else self._journal
            self._kept = kept or self._kept

    def close(self) -> None:
        """Remove the snapshot and its folder: nothing is unsaved, or the user has discarded it."""
        with self._one_at_a_time, self._appending:
            self._closed = True
            _remove(self._path, self._process_lock)


@contextmanager
def _report_errors(parent: Path | None) -> Iterator[None]:
    """Turn an error of the system into a ``MazeError`` of one line."""
    try:
        yield
    except OSError as error:
        raise MazeError(
            _("Cannot write to the folder {folder}: {reason}.").format(
                folder=parent, reason=error.strerror or error
            )
        ) from None


def _new_folder(parent: Path | None) -> tuple[Path, _FolderLock]:
    """Make a folder that only this user can read, and take its lock.

    Raises ``OSError``, and ``MazeError`` where there is no parent.
    """
    if parent is None:
        raise MazeError(_("There is no home folder in which unsaved work could be kept."))
    parent.mkdir(parents=True, exist_ok=True)
    name = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}-{os.getpid()}"
    for letter in ("", *"abcdefghijklmnopqrstuvwxyz"):
        with suppress(FileExistsError):
            path = parent / f"{name}{letter}"
            path.mkdir(mode=0o700)
            return path, _FolderLock(path)
    raise FileExistsError(f"{name}a to {name}z are all there")


class _FolderLock:
    """The lock of a folder, held until ``release`` or the end of the process.

    Raises ``BlockingIOError`` where it is held already, and ``OSError``.
    """

    def __init__(self, folder: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        self._number: int | None = os.open(folder / LOCK, flags, 0o600)
        if not lock(self._number):
            self.release()
            raise BlockingIOError(_("it is in use"))

    def release(self) -> None:
        """Let others take it."""
        number, self._number = self._number, None
        if number is not None:
            os.close(number)

    def __del__(self) -> None:
        """Free it where a cancelled job has dropped it."""
        self.release()


def _remove(folder: Path | None, held: _FolderLock | None) -> None:
    """Remove a folder: the snapshot first, so that what a failure leaves is not offered again."""
    if folder is None or held is None:
        return
    for name in KEPT_KINDS:
        with suppress(OSError):
            (folder / name).unlink(missing_ok=True)
    held.release()  # Windows removes no open file
    rmtree(folder, ignore_errors=True)


# What other processes have left


def snapshots(parent: Path | None) -> list[StoredSnapshot]:
    """Return the snapshots in a folder, the newest first; raises ``MazeError``."""
    with _report_errors(parent):
        if parent is None or not parent.is_dir():
            return []
        files = [file for folder in parent.iterdir() if (file := _kept_in(folder))]
        dated = sorted((_modified_ns(file), file) for file in files)
    return [
        StoredSnapshot(file.parent.name, file, running=_is_locked(file.parent))
        for _time, file in reversed(dated)
    ]


def _kept_in(folder: Path) -> Path | None:
    """Return the main file of what is kept in a folder, None where nothing is."""
    files = (folder / name for name in KEPT_KINDS)
    return next((file for file in files if _is_folder(folder) and file.is_file()), None)


def _is_folder(path: Path) -> bool:
    """Whether a path is a folder of ours, not a link to one of somebody else's."""
    return path.is_dir() and not path.is_symlink()


def _modified_ns(file: Path) -> int:
    """Return when a snapshot, or a journal after it, was written last; raises ``OSError``."""
    files = [file, *(path for _start, path in journals(file.parent))]
    return max(path.stat().st_mtime_ns for path in files)


def snapshot(parent: Path | None, identifier: str) -> StoredSnapshot:
    """Return one of the ``snapshots``, by its name or as that is printed.

    Raises ``UsageError`` where there is none.
    """
    known = snapshots(parent)
    for kept in known:
        if identifier in (kept.identifier, printable(kept.identifier)):
            return kept
    raise UsageError(
        _("There is no unsaved work {name}. Choose one of: {known}.").format(
            name=quote_value(identifier),
            known=", ".join(printable(kept.identifier) for kept in known) or _("none"),
        )
    )


def sweep_folders(parent: Path | None) -> None:
    """Remove the folders of processes that have ended without anything unsaved; never fails."""
    with suppress(OSError):
        for folder in parent.iterdir() if parent else ():
            settled = time() - folder.lstat().st_mtime > SETTLED_S
            if settled and _is_folder(folder) and not _kept_in(folder):
                _sweep_folder(folder)


def _sweep_folder(folder: Path) -> None:
    with suppress(OSError):
        held = _FolderLock(folder)
        if _kept_in(folder):
            held.release()
        else:
            _remove(folder, held)


def _is_locked(folder: Path) -> bool:
    try:
        _FolderLock(folder).release()
    except BlockingIOError:
        return True
    except OSError:  # a folder that cannot be written is nobody's
        return False
    return False


class Claim:
    """A snapshot that belongs to this process: no other one offers it until ``release``.

    Raises ``MazeError`` where its process lives, or another one has claimed it.
    """

    def __init__(self, kept: StoredSnapshot) -> None:
        self.snapshot, self._folder = kept, kept.path.parent
        if not _is_folder(self._folder) or not kept.path.is_file():
            raise MazeError(_("This work was opened or discarded by another window."))
        with _report_errors(self._folder):
            try:
                self._lock = _FolderLock(self._folder)
            except BlockingIOError:
                raise MazeError(_("This work is open in another window.")) from None
        if not kept.path.is_file():
            self.release()
            raise MazeError(_("This work was opened or discarded by another window."))

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        """Leave the snapshot to others where the block has failed."""
        if kind is not None:
            self.release()

    def release(self) -> None:
        self._lock.release()

    def discard(self) -> None:
        _remove(self._folder, self._lock)
