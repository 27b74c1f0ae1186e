"""Which project file this process has open, and which other process has the same one open.

For each there are lock files in the state folder of the user, none beside the project: one named
by the path behind all links, one by the number of the file, which hard links share. The system
frees the locks of a process that ends in any way.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep, time

from mazeeditor.app.files.user_folders import state_folder
from mazeeditor.core.disk.file_lock import lock

FOLDER, SUFFIX = "open", ".lock"
TIMEOUT_S = 0.2  # s
ATTEMPTS, PAUSE_S = 3, 0.05  # s: what removes old lock files holds each for a moment
MAX_BYTES = 1000  # bytes of a lock file


@dataclass(frozen=True)
class Holder:
    """A process that has a file open, ``since`` seconds from 1970; 0 and "" are not known."""

    process: int = 0
    host: str = ""
    since: float = 0.0


class OpenFiles:
    """The locks of one window; its methods are for workers, as folders may be far away."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}  # names of locks and the open files that hold them
        self._guard = threading.Lock()
        self._swept = self._closed = False

    def hold(self, path: Path | None) -> Holder | None:
        """Lock a file, and no other any more; return who has locked it already.

        ``None`` where nobody has, and where the state folder cannot be used.
        """
        with self._guard, suppress(OSError):
            names = set() if path is None or self._closed else _names(path)
            for name in self._held.keys() - names:
                self._release(name)
            folder = state_folder() if names else None
            if folder is not None:
                return self._hold_all(folder / FOLDER, names)
        return None

    def _hold_all(self, folder: Path, names: set[str]) -> Holder | None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        other = None
        for name in sorted(names - self._held.keys()):
            answer = _acquire(folder / name)
            if isinstance(answer, Holder):
                other = answer
            elif answer is not None:
                self._held[name] = answer
        if not self._swept:
            self._swept = True
            _sweep(folder)
        return other

    def _release(self, name: str) -> None:
        number = self._held.pop(name)
        folder = state_folder()
        if folder is None:
            os.close(number)
        else:
            _close(folder / FOLDER / name, number, remove=True)

    def close(self) -> None:
        """Release every lock, and take no others."""
        self._closed = True
        if self._guard.acquire(timeout=TIMEOUT_S):  # else a folder does not answer
            try:
                for name in list(self._held):
                    self._release(name)
            finally:
                self._guard.release()


def _names(path: Path) -> set[str]:
    keys = [os.path.normcase(os.path.realpath(path))]
    with suppress(OSError):
        status = path.stat()
        if status.st_ino:
            keys.append(f"{status.st_dev}:{status.st_ino}")
    return {hashlib.sha256(os.fsencode(key)).hexdigest()[:32] + SUFFIX for key in keys}


def _acquire(file: Path) -> int | Holder | None:
    """Return the open file that holds a lock, or who holds it; raises ``OSError``."""
    holder: Holder | None = None
    for _attempt in range(ATTEMPTS):
        number = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            locked = lock(number)
            if locked and _is(file, number):
                me = {"process": os.getpid(), "host": platform.node(), "since": time()}
                os.ftruncate(number, 0)
                os.write(number, json.dumps(me).encode())
                held, number = number, -1
                return held
            holder = None if locked else _read(number)  # where locked it was removed meanwhile
        finally:
            if number >= 0:
                os.close(number)
        sleep(PAUSE_S)
    return holder


def _read(number: int) -> Holder:
    """Return what a lock file says of its holder."""
    with suppress(OSError, ValueError, TypeError):
        os.lseek(number, 0, os.SEEK_SET)
        values = json.loads(os.read(number, MAX_BYTES))
        return Holder(int(values["process"]), str(values["host"]), float(values["since"]))
    return Holder()


def _sweep(folder: Path) -> None:
    """Remove the lock files of processes that have ended."""
    with suppress(OSError):
        for file in folder.iterdir():
            if file.suffix == SUFFIX:
                _sweep_one(file)


def _sweep_one(file: Path) -> None:
    with suppress(OSError):
        number = os.open(file, os.O_RDWR)
        _close(file, number, remove=lock(number))


def _close(file: Path, number: int, *, remove: bool) -> None:
    """Close a lock file; it is removed where its lock is held.

    Who opens it meanwhile finds that it is gone. Windows removes no file that is open, by this
    process or another one, which then has the lock.
    """
    is_windows = sys.platform == "win32"
    try:
        if remove and not is_windows and _is(file, number):
            with suppress(OSError):
                file.unlink()
    finally:
        os.close(number)
    if remove and is_windows:
        with suppress(OSError):
            file.unlink()


def _is(file: Path, number: int) -> bool:
    with suppress(OSError):
        return os.path.samestat(file.stat(), os.fstat(number))
    return False
