"""The log of internal errors: what happened where, in which version, on which system.

Three files in the state folder, which all processes share::

    errors.log  errors.log.1  errors.log.2     256 kB each, the newest first

Nothing in it identifies a user: no title and no file name but those in tracebacks, where the home
folder is ``~``.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from time import monotonic
from traceback import format_exception, walk_tb

from mazeeditor.app.files.user_folders import state_folder
from mazeeditor.core.disk.file_lock import lock
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.core.versions import in_lines, versions

NAME = "errors.log"
MAX_BYTES, OLDER_FILES = 256 * 1024, 2  # bytes of a file, and how many older files are kept
TAIL_BYTES = 64 * 1024  # bytes that a report has of it at most
KEPT_ENTRIES = 20  # entries that could not be written to a file
PAUSE_S = 10.0  # s between two entries of one error that comes again and again
Facts = Callable[[], Mapping[str, object]]
Key = tuple[object, ...]


class LogFile(RotatingFileHandler):
    """Writes each entry as a whole, with the file open for that moment only.

    So several processes may write, and one may rotate the files while another runs. What cannot
    be written goes to stderr.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / NAME, "a", MAX_BYTES, OLDER_FILES, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self.setLevel(logging.ERROR)
        self.folder = folder
        self.failed = False  # whether the last entry could not be written

    def format(self, record: logging.LogRecord) -> str:
        """Return an entry without the path of the home folder."""
        return without_home(super().format(record)) + "\n"

    def emit(self, record: logging.LogRecord) -> None:
        """Write an entry; raises nothing."""
        self.failed = False
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _hold_lock(self.folder / f"{NAME}.lock"):
                super().emit(record)
        except (OSError, ValueError):
            self.handleError(record)
        finally:
            self._let_go()

    def _let_go(self) -> None:
        stream, self.stream = self.stream, None  # the next entry opens it
        with suppress(OSError, ValueError):
            if stream:
                stream.close()

    def _open(self) -> TextIOWrapper:
        """Open the file, with the same ends of lines on every system; ``logging`` calls it."""
        return Path(self.baseFilename).open("a", encoding="utf-8", newline="\n")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as logging calls it
        """Write an entry to stderr where the file cannot be written."""
        self.failed = True
        with suppress(OSError, ValueError):
            if sys.stderr:  # a program without a console has none
                sys.stderr.write(self.format(record))


@contextmanager
def _hold_lock(path: Path) -> Iterator[None]:
    """Keep other processes from rotating the files."""
    with path.open("ab") as file:
        lock(file.fileno(), wait=True)
        yield


def without_home(text: str) -> str:
    """Return a text with ``~`` for the home folder."""
    with suppress(RuntimeError):
        home = Path.home()
        for folder in {str(home), str(home.resolve())} - {home.anchor}:
            text = text.replace(folder, "~")
    return text


def kind_of(error: BaseException) -> Key:
    """Return what two errors of the same cause share: their type, and where they were raised.

    The beginning and the end of the traceback count: how deep a recursion went does not matter.
    """
    places = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    end = [] if isinstance(error, RecursionError) else places[-2:]
    if not places:  # it was raised by no code of Python
        return type(error), str(error)
    return type(error), *places[:4], *end


def system_facts() -> dict[str, object]:
    """Return the version of the program, of what it stands on, and of the system."""
    return {**versions(), "System": platform.platform()}


class ErrorLog:
    """The log of this process; ``facts`` returns what an entry says of the program at the moment.

    ``folder`` may not exist yet; ``None`` writes to stderr. One error that comes again and again
    makes an entry every ``PAUSE_S`` seconds, with its number. For any thread.
    """

    def __init__(self, folder: Path | None, facts: Facts) -> None:
        self._facts = facts
        self._numbers: dict[Key, int] = {}
        self._logged: dict[Key, float] = {}
        self._lock = threading.Lock()
        self._unwritten: deque[str] = deque(maxlen=KEPT_ENTRIES)
        self._logger = logging.getLogger("mazeeditor")
        self._file = LogFile(folder) if folder else None
        for handler in [*self._logger.handlers]:  # of a window that this process had before
            if isinstance(handler, LogFile):
                self._logger.removeHandler(handler)
        if self._file:
            self._logger.addHandler(self._file)

    def add(self, error: BaseException) -> bool:
        """Write an entry; returns False where an equal error has just made one."""
        kind, now = kind_of(error), monotonic()
        with self._lock:
            number = self._numbers[kind] = self._numbers.get(kind, 0) + 1
            if now - self._logged.get(kind, -PAUSE_S) < PAUSE_S:
                return False
            self._logged[kind] = now
        title = "Internal error" if number == 1 else f"Internal error, occurrence {number:,}"
        # as a text: a handler that kept the error would keep all windows of its frames
        traceback = "".join(format_exception(error)).rstrip()
        text = f"{title}\n{in_lines(self.facts(), ': ')}\n{traceback}"
        self._logger.error("%s", text)
        if self._file is None or self._file.failed:
            self._unwritten.append(f"{text}\n")
        return True

    def close(self) -> None:
        """Let what this process logs from now on go where it went before."""
        if self._file:
            self._logger.removeHandler(self._file)
            self._file.close()

    def facts(self) -> Mapping[str, object]:
        """Return the facts; what is wrong with the program may be wrong with them."""
        try:
            return self._facts()
        except Exception as error:
            return {"Facts": f"unknown ({type(error).__name__}: {error})"}

    def end(self) -> str:
        """Return the end of the log, from the beginning of an entry on."""
        return without_home(f"{self._written()}{''.join(self._unwritten)}").strip() + "\n"

    def _written(self) -> str:
        """Return the end of the newest files, from the beginning of an entry on."""
        if not self._file:
            return ""
        text = b""
        for name in (NAME, f"{NAME}.1"):
            with suppress(OSError):
                text = _end_of(self._file.folder / name) + text
        if len(text) >= TAIL_BYTES:
            text = text[-TAIL_BYTES:].partition(b"\n\n")[2]
        return text.decode("utf-8", "replace")


DEBUG = "MAZEEDITOR_DEBUG"  # environment: 1 prints the traceback of an internal error as well


def log_and_wrap(error: BaseException) -> MazeError:
    """Log an error that nobody foresaw and that ends the program; return it as a message."""
    if os.environ.get(DEBUG) == "1" and sys.stderr:
        sys.stderr.write("".join(format_exception(error)))
    text = _("Internal error: {name}: {text}.")
    message = text.format(name=type(error).__name__, text=str(error).rstrip("."))
    folder = state_folder()
    if folder is None:
        return MazeError(message + _(" MAZEEDITOR_DEBUG=1 prints where it was."))
    log = ErrorLog(folder, system_facts)
    log.add(error)
    log.close()
    return MazeError(message + _(" The log is in {file}.").format(file=folder / NAME))


def _end_of(path: Path) -> bytes:
    """Return the end of a file; raises ``OSError``."""
    with path.open("rb") as file:
        file.seek(-min(TAIL_BYTES, path.stat().st_size), os.SEEK_END)
        return file.read(TAIL_BYTES)
