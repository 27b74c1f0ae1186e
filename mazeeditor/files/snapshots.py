"""Snapshots of unsaved work, which outlive the process: one folder for each of them.

::

    <folder>/20261122-101530-4711/
        lock             held by the process; the system frees it, however the process ends
        snapshot.maze    a project file with one more key, "recovery"
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from shutil import rmtree
from threading import RLock
from time import time
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

from mazeeditor.errors import MazeError, UsageError
from mazeeditor.files import Project
from mazeeditor.files.atomic import write_whole
from mazeeditor.files.file_lock import lock
from mazeeditor.files.file_state import FileState
from mazeeditor.files.project import load, save
from mazeeditor.translation import _, quoted

SETTLED = 60  # s: a younger folder may not be locked yet
LOCK, SNAPSHOT, KEY = "lock", "snapshot.maze", "recovery"


@dataclass(frozen=True)
class Origin:
    """What a snapshot is of: when it was taken, and the title and the file of the document.

    ``state`` is what the file was when it was read or written last. ``history`` holds the steps of
    undo, as plain JSON values.
    """

    time: datetime
    title: str
    file: Path | None = None
    state: FileState | None = None
    history: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the object for a snapshot; the bytes of the file's name are kept."""
        file = self.file and quote_from_bytes(os.fsencode(self.file))
        moment = self.time.astimezone().isoformat(timespec="milliseconds")
        state = self.state and asdict(self.state)
        names = ("time", "title", "file", "state", "history")
        return dict(zip(names, (moment, self.title, file, state, self.history), strict=True))

    @classmethod
    def from_json(cls, values: Any) -> Origin:
        """Return what an object of a snapshot holds; raises ``MazeError``."""
        try:
            file = values["file"] and Path(os.fsdecode(unquote_to_bytes(values["file"])))
            moment = datetime.fromisoformat(values["time"]).astimezone()
            state = values["state"] and _state_from_json(values["state"])
            return cls(moment, str(values["title"]), file, state, dict(values["history"]))
        except (LookupError, TypeError, ValueError, AttributeError):
            raise MazeError(_("this is no snapshot of unsaved work.")) from None


def _state_from_json(values: dict[str, Any]) -> FileState:
    device, number = values["place"]
    return FileState(**{**values, "place": (device, number)})


@dataclass(frozen=True)
class StoredSnapshot:
    """A snapshot on the disk; ``running`` is whether the process that wrote it still lives."""

    identifier: str
    path: Path
    running: bool

    def read(self) -> tuple[Project, Origin]:
        """Return the project as it would be saved, and where it comes from.

        Raises ``MazeError``.
        """
        project = load(self.path)
        origin = Origin.from_json(project.extra.pop(KEY, None))
        project.order = tuple(key for key in project.order if key != KEY)
        return project, origin


class SnapshotFolder:
    """Where this process keeps its snapshot; used by several threads, one at a time.

    The folder is made by the first ``write``. ``parent`` is ``None`` where a user has no folder.
    """

    def __init__(self, parent: Path | None) -> None:
        self._parent = parent
        self._path: Path | None = None
        self._process_lock: _FolderLock | None = None
        self._closed = False
        self._newest = 0
        self._one_at_a_time = RLock()

    def write(self, number: int, project: Project | None, origin: Origin | None) -> None:
        """Replace the snapshot, or remove it where there is nothing to keep.

        ``number`` grows with time: what is older than what was written last is not written.
        Raises ``MazeError``.
        """

        def store(path: Path) -> None:
            if project and origin:
                project.extra[KEY] = origin.to_json()
                save(project, path)

        self._replace(number, store if project and origin else None)

    def write_bytes(self, number: int, data: bytes) -> None:
        """Do the same for one that is no project; nothing is kept where ``data`` is empty."""
        self._replace(number, (lambda path: write_whole(path, data)) if data else None)

    def _replace(self, number: int, store: Callable[[Path], object] | None) -> None:
        with self._one_at_a_time:
            if self._closed or number < self._newest:
                return
            if store:
                store(self._folder() / SNAPSHOT)
            elif self._path:
                (self._path / SNAPSHOT).unlink(missing_ok=True)
            self._newest = number

    def _folder(self) -> Path:
        """Return the folder, made and locked; raises ``MazeError``."""
        if self._path is None or not self._path.is_dir():  # others may clear the folder of states
            if self._process_lock:
                self._process_lock.release()
            self._path = self._process_lock = None
            with _reported(self._parent):
                self._path, self._process_lock = _new_folder(self._parent)
        return self._path

    def close(self) -> None:
        """Remove the snapshot and its folder: nothing is unsaved, or the user has discarded it."""
        with self._one_at_a_time:
            self._closed = True
            _remove(self._path, self._process_lock)


@contextmanager
def _reported(parent: Path | None) -> Iterator[None]:
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
        self._number: int | None = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
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
    with suppress(OSError):
        (folder / SNAPSHOT).unlink(missing_ok=True)
    held.release()  # Windows removes no open file
    rmtree(folder, ignore_errors=True)


# What other processes have left


def snapshots(parent: Path | None) -> list[StoredSnapshot]:
    """Return the snapshots in a folder, the newest first; raises ``MazeError``."""
    with _reported(parent):
        if parent is None or not parent.is_dir():
            return []
        folders = [path for path in parent.iterdir() if (path / SNAPSHOT).is_file()]
        dated = sorted(((path / SNAPSHOT).stat().st_mtime_ns, path) for path in folders)
    return [
        StoredSnapshot(path.name, path / SNAPSHOT, running=_is_locked(path))
        for _modified, path in reversed(dated)
    ]


def snapshot(parent: Path | None, identifier: str) -> StoredSnapshot:
    """Return one of the ``snapshots``; raises ``UsageError`` where there is none of this name."""
    known = snapshots(parent)
    for kept in known:
        if kept.identifier == identifier:
            return kept
    raise UsageError(
        _("There is no unsaved work {name}. Known is: {known}.").format(
            name=quoted(identifier),
            known=", ".join(kept.identifier for kept in known) or _("none"),
        )
    )


def sweep_folders(parent: Path | None) -> None:
    """Remove the folders of processes that have ended without anything unsaved; never fails."""
    with suppress(OSError):
        for folder in parent.iterdir() if parent else ():
            settled = time() - folder.stat().st_mtime > SETTLED
            if settled and folder.is_dir() and not (folder / SNAPSHOT).exists():
                _sweep_folder(folder)


def _sweep_folder(folder: Path) -> None:
    with suppress(OSError):
        held = _FolderLock(folder)
        if (folder / SNAPSHOT).exists():
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
        if not kept.path.is_file():
            raise MazeError(_("This work was opened or discarded by another window."))
        with _reported(self._folder):
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
        """Leave the snapshot to others."""
        self._lock.release()

    def discard(self) -> None:
        """Remove the snapshot and its folder."""
        _remove(self._folder, self._lock)
