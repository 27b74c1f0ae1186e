"""The settings, kept from one start to the next: look, size, recent files, open sections."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _

VERSION = 1  # of the file; those of a higher one are not read, nor written over
NOT_KEPT = ("path", "warning", "newer", "_read")
MOST_RECENT = 10  # files
LONGEST_NAME = 4096  # characters of a path: no system has longer ones
MOST_BYTES = 1 << 20  # of the file: it usually has a few hundred
LOCK = "settings.lock"  # held while they are written, on Windows
BROKEN = ".broken"  # behind the name of settings that could not be read
MAX_WINDOW_PX = 32_767  # px: Tk knows no larger window
WATCHED = ("dead-end-filling", "breadth-first", "a-star", "wall-follower")

GENERATORS_WATCHED = ("backtracker", "prim", "kruskal", "wilson")


class Settings:
    """The settings; ``width`` and ``height`` are those of the window in pixels at 96 dpi.

    No dataclass: to import ``dataclasses`` takes 8 ms, and the first window waits for that.
    """

    def __init__(self, *, path: Path | None = None, **values: Any) -> None:
        """Take ``values`` by the names below; raises ``TypeError`` for another name."""
        self.theme = "system"
        self.width, self.height = 1280, 860
        self.maximised = False
        self.gallery = True  # show what can be made, at each start without a file
        self.rulers = self.panel = True
        self.panel_width = 0  # px at 96 dpi, 0 for what suits the window
        self.minimap = True  # the whole maze in a corner, where it does not fit
        self.sealed = True  # tint cells that cannot be reached
        self.wheel_scrolls = False  # else it zooms
        self.route = True  # draw the route that a solver found
        self.visited = True  # tint the cells that it looked at
        self.previous = True  # keep the file before each save beside it
        self.format = ""  # the one of the last export
        self.film = ""  # the one of the film saved last
        self.code = True  # show the pseudo-code of what is watched
        self.recent: list[str] = []
        self.colours: list[str] = []  # those chosen last
        self.paper = ""  # on which a person prints, "" that of the region
        self.units = ""  # "mm" or "in" for lengths, "" those of the region
        self.papers: list[str] = []  # sizes of the user's own, see ``OwnPapers``
        self.watched = list(WATCHED)  # solvers side by side
        self.watched_generators = list(GENERATORS_WATCHED)
        self.tabs: dict[str, Any] = {}  # those of the panel shown last, by workspaces
        self.sections: dict[str, bool] = {}  # which sections of the panel are open
        self.everything = False  # forms show all rare options
        self.opened: list[str] = []  # each More of a form that is open, see ``RareOptions``
        self.best_times: dict[str, Any] = {}  # of Play, checked by ``BestTimes``
        self.sheet: dict[str, Any] = {}  # options of the last one, checked by ``SheetDraft``
        self.making: dict[str, Any] = {}  # options of the last one, checked by ``MakeDraft``
        self.pages_a_row = 3  # of sheets
        self.printer: dict[str, Any] = {}  # the one used last, checked by ``PrintDraft``
        self.book = ""  # the path of the one opened or saved last
        self.chosen_actions: list[str] = []  # in the command palette, the last one first
        self.shortcuts: dict[str, Any] = {}  # those that were changed, checked by ``Shortcuts``
        self.new_maze: dict[str, Any] = {}  # what ``NewMaze`` begins with, checked there
        unknown = values.keys() - vars(self).keys()
        if unknown:
            raise TypeError(f"no such settings: {unknown}")
        vars(self).update(values)
        self.path = path  # where they are kept; None keeps them nowhere
        self.warning = ""  # why the file was not read, for the user
        self.newer = False  # whether the file is of a newer program, which is to keep it
        self._read = _copy(self.kept())  # what the file held when it was read or written last

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Settings):
            return NotImplemented
        return (self.kept(), self.path) == (other.kept(), other.path)

    @classmethod
    def load(cls, path: Path | None) -> Settings:
        """Return the settings of a file; what is missing or damaged there has its default.

        A file that cannot be read at all is set aside, with ``.broken`` behind its name, and
        ``warning`` says so. One of a newer program is left as it is, and ``save`` writes nothing.
        """
        with suppress(OSError):  # there is none, or another program has it
            if path:
                return cls._load(path)
        return cls(path=path)

    @classmethod
    def _load(cls, path: Path) -> Settings:
        """Do the same; raises ``OSError`` where the file cannot be read."""
        settings = cls(path=path)
        defaults = settings.kept()
        try:
            values = _read(path)
        except (ValueError, RecursionError):
            settings.warning = _set_aside(path)
            return settings
        settings.newer = _is_newer(values)
        if settings.newer:
            settings.warning = _not_read(path, values)
            return settings
        for name in defaults.keys() & values.keys():
            if _is_like(values[name], defaults[name]):
                setattr(settings, name, values[name])
        if not all(isinstance(shown, bool) for shown in settings.sections.values()):
            settings.sections = {}
        settings.recent = list(filter(_is_name, settings.recent))[:MOST_RECENT]
        settings._read = _copy(settings.kept())
        return settings

    def kept(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in NOT_KEPT}

    def save(self) -> None:
        """Write the settings; where that cannot be done the next start has the old ones.

        What other processes have written since these were read stays, but for what was changed
        here too.
        """
        if self.path is None or self.newer:
            return
        import json

        from mazeeditor.core.disk.atomic import write_whole

        # No work of the user is lost if it fails, and the window is closing: no dialog.
        with suppress(OSError, MazeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with _lock(self.path.parent):
                before, merged = self._read, self._merged()
                merged = {"version": VERSION, **merged}
                data = json.dumps(merged, indent=2, sort_keys=True).encode() + b"\n"
                try:
                    write_whole(self.path, data)
                except MazeError:
                    self._read = before  # what was changed is still to be written
                    raise

    def _merged(self) -> dict[str, Any]:
        """Return what the file is to hold, and take over what others have written into it.

        Raises ``OSError`` where that is there but cannot be read now, and ``MazeError`` where a
        newer program wrote it: it would be lost.
        """
        assert self.path
        stored = self.kept()
        with suppress(FileNotFoundError):  # never written, or removed
            read = Settings._load(self.path)
            if read.newer:
                raise MazeError(read.warning)
            if self.path.exists():  # else it was damaged
                stored = read.kept()
        changed = {name for name, value in self.kept().items() if value != self._read[name]}
        if "recent" in changed:
            before = self._read["recent"]
            opened = [file for file in self.recent if file not in before]
            elsewhere = [file for file in stored["recent"] if file not in (*before, *opened)]
            older = [file for file in self.recent if file in before]
            self.recent = [*opened, *elsewhere, *older][:MOST_RECENT]
        for name in stored.keys() - changed:
            self._take_over(name, stored[name])
        self._read = _copy(self.kept())
        return self.kept()

    def _take_over(self, name: str, value: Any) -> None:
        """Change a setting; others may hold a list or dictionary, which stays the same object."""
        own = getattr(self, name)
        if isinstance(own, list):
            own[:] = value
        elif isinstance(own, dict):
            own.clear()
            own.update(value)
        else:
            setattr(self, name, value)

    def remember(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        self.forget(path)
        self.recent = [str(path.absolute()), *self.recent][:MOST_RECENT]

    def forget(self, path: Path) -> None:
        """Take a file off the recent ones."""
        name = os.path.normcase(path.absolute())  # Windows finds it in any case
        self.recent = [file for file in self.recent if os.path.normcase(file) != name]


def _copy(value: Any) -> Any:
    """Return a copy of what JSON can hold; to import ``copy`` takes 2 ms before the window."""
    if isinstance(value, dict):
        return {name: _copy(item) for name, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Keep other processes from writing into a folder, where the system can lock folders."""
    from mazeeditor.core.disk.file_lock import lock

    number = -1
    with suppress(OSError):
        if sys.platform == "win32":  # which opens no folder
            number = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
        else:
            number = os.open(folder, os.O_RDONLY)
        lock(number, wait=True)
    try:
        yield
    finally:
        if number >= 0:
            os.close(number)


def _read(path: Path) -> dict[str, Any]:
    """Return the object in a file; raises ``OSError`` and ``ValueError``."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError
    import json  # not before the first window of a new user

    values = json.loads(data)
    if not isinstance(values, dict):
        raise ValueError
    return values


def _is_newer(values: dict[str, Any]) -> bool:
    version = values.get("version", VERSION)  # the first files had none
    return type(version) is int and version > VERSION


def _not_read(path: Path, values: dict[str, Any]) -> str:
    """Return a message for the user about a file of a newer program."""
    from mazeeditor.core.versions import written_by_newer

    text = _("The settings in {file} are not used, and stay as they are: {reason}")
    return text.format(file=path, reason=written_by_newer(values, values["version"]))


def _set_aside(path: Path) -> str:
    """Give a broken file another name, and return a message for the user."""
    aside = path.with_name(path.name + BROKEN)
    try:
        path.replace(aside)
    except OSError:
        return _("The settings in {file} are damaged; all have their defaults.").format(file=path)
    text = _("The settings were damaged and all have their defaults; the old ones are in {file}.")
    return text.format(file=aside)


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST_NAME and "\0" not in text


def _is_like(value: Any, default: Any) -> bool:
    """Whether a value read from JSON has the type of its default; bool is not int here.

    A number is a size.
    """
    if type(value) is not type(default):
        return False
    if type(value) is int:
        return 0 < value <= MAX_WINDOW_PX
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return True
