"""What helps to find a problem, as the files of a ZIP that says nothing about its user.

::

    versions.txt    versions, system, screen, what the maze is like
    commands.txt    the commands that ran last
    settings.json   what was chosen, without names and texts
    errors.txt      the end of the log, without what is of the user

Only lines and values of a known form are taken. The lines of a traceback stay, as they are the
program's. What an error says may quote anything, so all in quotes, all that looks like a path or a
file and every ``Private`` name is left out of it, and so are further lines.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mazeeditor
from mazeeditor.app.errors.error_log import without_home
from mazeeditor.core.translation import _
from mazeeditor.core.versions import in_lines, versions

if TYPE_CHECKING:
    from mazeeditor.app.settings import Settings

VERSIONS, COMMANDS, SETTINGS, ERRORS = FILES = (
    *("versions.txt", "commands.txt", "settings.json", "errors.txt"),
)
SUFFIX = ".zip"
SHORTEST = 3  # characters of a name that is left out: shorter ones are parts of all words
CUT = "…"
THEMES = ("light", "dark", "system")
# Lines of the log, see ``ErrorLog.add``
KNOWN = ("System", "Uptime", "Document", "Tool", "Job", "Commands")  # facts beside versions
TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}"
ENTRY = re.compile(f"(?:{TIME} ERROR )?" + r"Internal error(, occurrence [\d,]+)?")
TRACEBACK = "Traceback (most recent call last):"
FRAME = re.compile(r'  File "(.*)", line (\d+)(, in [\w.<>]+)?')
SOURCE = re.compile(r" {4}.*|  \[Previous line repeated \d+ more times?\]")
ERROR = re.compile(r"([\w.]+)(?:: (.*))?")
OF_TCL = re.compile(r'\s*(while executing|invoked from within|\(procedure "[\w:]+" line \d+\))')
CHAINED = (
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
)
# What these say in quotes is a name of the program's code.
ABOUT_CODE = (
    *("AttributeError", "NameError", "UnboundLocalError", "TypeError"),
    *("ImportError", "ModuleNotFoundError"),
)
NAME = re.compile(r"[A-Za-z_][\w.]*")
PREFIX = r"(?<!\w)(?:[bBrRuUfF]{1,2}(?=['\"]))?"  # of what Python writes in quotes
QUOTED = re.compile(PREFIX + r"('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?!\w)")
PRIVATE_FROM = re.compile(  # a quote that does not end, a path, an address
    PREFIX + r"['\"].*|[“”„«»‘].*|(?<!\w)(?:~|[A-Za-z]:)?[\\/].*|\w+://.*|\S+@\S+"
)
FILE = re.compile(r"\S+\.[A-Za-z]\w{1,10}\b(?!\()")
PACKAGES = re.compile(r".*/(?:site|dist)-packages/(.*)")


@dataclass(frozen=True)
class Private:
    """Names and texts of the user, which no report has."""

    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings, written: Iterable[tuple[Iterable[Path], object]]) -> Private:
        """Return those of the account, of the settings and of what is ``written`` in windows.

        That are the files of each and JSON values, see ``Session.written``.
        """
        stored = [settings.sheet, settings.making, settings.new_maze]
        found = {*_of_account(), *_of_settings(settings), *_texts(stored)}
        for paths, values in written:
            found |= {*_texts(values), *(name for path in paths for name in _of_path(path))}
        names = {name.strip() for text in found for name in (text, *text.splitlines())}
        long = [name for name in names if len(name) >= SHORTEST]
        return cls(tuple(sorted(long, key=lambda name: (-len(name), name))))

    def left_out_of(self, text: str) -> str:
        """Return a text without any of the names, whatever their case."""
        for name in self.names:
            text = re.sub(re.escape(name), CUT, text, flags=re.IGNORECASE)
        return text


def _of_account() -> Iterator[str]:
    """Yield the names of the user and of the computer."""
    import getpass
    import platform

    yield platform.node()
    with suppress(OSError, KeyError, ImportError):  # the user has no name
        yield getpass.getuser()
    with suppress(RuntimeError):
        yield Path.home().name
    if sys.platform != "win32":
        import pwd

        with suppress(KeyError):  # the account has no entry
            yield pwd.getpwuid(os.getuid()).pw_gecos.partition(",")[0]


def _of_settings(settings: Settings) -> Iterator[str]:
    for path in filter(None, (*settings.recent, settings.book, str(settings.path or ""))):
        yield from _of_path(Path(path))


def _of_path(path: Path) -> Iterator[str]:
    yield from (str(path), path.as_posix(), path.name, path.stem, path.parent.name)


# Keys of what people write, and read on pages
WRITTEN = {
    *("title", "subtitle", "author", "instructions", "sentence", "about", "heading", "footer"),
    *("text", "back_text", "start_text", "goal_text", "route_word", "wall_word", "qr", "names"),
}


def _texts(values: object) -> Iterator[str]:
    """Yield all texts that people have written into the values of a JSON file."""
    if isinstance(values, list | tuple):
        for value in values:
            yield from _texts(value)
    elif isinstance(values, Mapping):
        for key, value in values.items():
            if key in WRITTEN and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)


def report_files(
    facts: Mapping[str, object], commands: Iterable[str], settings: Settings, log: str, who: Private
) -> dict[str, str]:
    """Return the texts of the ZIP by the names of its files.

    ``facts`` are of the program at the moment, ``log`` is the end of the log.
    """
    known = {name: who.left_out_of(str(fact)) for name, fact in facts.items() if name != "Facts"}
    known.pop("Commands", None)
    errors = "\n".join(_lines(log, who)) or _("There were none.")
    return {
        VERSIONS: in_lines(known, ": ") + "\n",
        COMMANDS: ("\n".join(commands) or _("There were none.")) + "\n",
        SETTINGS: json.dumps(plain_settings(settings), indent=1) + "\n",
        ERRORS: errors + "\n",
    }


def plain_settings(settings: Settings) -> dict[str, Any]:
    """Return what is switched on or off, sizes, and how much there is of all else."""
    from mazeeditor.app.commands import COMMANDS as REGISTERED

    plain: dict[str, Any] = {}
    for name, value in sorted(settings.kept().items()):
        if isinstance(value, bool | int):
            plain[name] = value
        elif isinstance(value, list | dict):
            plain[name] = len(value)
    plain["theme"] = settings.theme if settings.theme in THEMES else CUT
    plain["shortcuts"] = [name for name in settings.shortcuts if name in REGISTERED]
    return plain


def as_zip(files: Mapping[str, str]) -> bytes:
    """Return the ZIP with the files; the same bytes for the same texts."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    target = BytesIO()
    with ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(ZipInfo(name), text.encode(), ZIP_DEFLATED)
    return target.getvalue()


def propose_path() -> Path:
    """Return where a report is saved unless the user says another place."""
    import time

    folder = Path.cwd()
    with suppress(RuntimeError):  # the user has no home
        folder = Path.home()
    return folder / time.strftime(f"mazeeditor-report-%Y-%m-%d{SUFFIX}")


def in_one_text(files: Mapping[str, str]) -> str:
    """Return all files one after the other, each below its name, as they are shown."""
    return "\n".join(f"{name}\n{'-' * len(name)}\n{text}" for name, text in files.items())


# The log


def _lines(log: str, who: Private) -> Iterator[str]:
    """Yield the lines of the log that may be in a report, without what is private in them."""
    place = ""  # what the line before was
    for line in log.splitlines():
        if ENTRY.fullmatch(line):
            place = "entry"
            yield line
        elif line.rstrip() == TRACEBACK or line in CHAINED:
            place = "trace"
            yield line
        elif place == "entry" and line.partition(": ")[0] in (*versions(), *KNOWN):
            yield who.left_out_of(line)
        elif place in ("trace", "frame") and (frame := FRAME.fullmatch(line)):
            where = _own_path(frame[1])
            place = "frame" if where else "trace"  # lines of files that are not the program's
            yield f'  File "{where or CUT}", line {frame[2]}{frame[3] or ""}'
        elif place == "frame" and SOURCE.fullmatch(line):
            yield line
        elif place in ("trace", "frame") and (error := ERROR.fullmatch(line)):
            place = "error"
            yield f"{error[1]}: {_message(error[1], error[2], who)}" if error[2] else error[1]
        elif place == "error" and OF_TCL.fullmatch(line):
            yield line
        elif place == "error" and not line:
            yield ""


def _own_path(path: str) -> str:
    """Return the path of a file of Python or the program from its packages on, "" for others."""
    path = path.replace("\\", "/")
    for name, module in (("mazeeditor", mazeeditor), ("python", os)):
        folder = without_home(str(Path(str(module.__file__)).parent)).replace("\\", "/") + "/"
        if path.startswith(folder):
            return f"{name}/{path.removeprefix(folder)}"
    packages = PACKAGES.fullmatch(path)
    return packages[1] if packages else ""


def _message(kind: str, text: str, who: Private) -> str:
    """Return what an error says without what may be of the user."""
    about_code = kind.rpartition(".")[2] in ABOUT_CODE
    text = who.left_out_of(without_home(text))
    result, at = "", 0
    for quoted in (*QUOTED.finditer(text), None):
        plain = text[at : quoted.start()] if quoted else text[at:]
        if private := PRIVATE_FROM.search(plain):
            return result + FILE.sub(CUT, plain[: private.start()]) + CUT
        result += FILE.sub(CUT, plain)
        if quoted:
            at, word = quoted.end(), quoted[1][1:-1]
            result += quoted[0] if about_code and NAME.fullmatch(word) else CUT
    return result
