"""Starts Python with this program's own code alone, whatever files lie in the current folder.

Python looks for modules in the current folder, or in the script's, before its own: a file
``random.py`` there would be run. A child gets the places where this process looks for modules,
but those behind all others.
"""

from __future__ import annotations

import marshal
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from site import ENABLE_USER_SITE, getusersitepackages
from typing import IO

from mazeeditor.core.processes import END_SIGNALS

PACKAGE = __name__.partition(".")[0]
# Until the package is found nothing is imported that is not Python's own. It comes from where this
# process has it, as another version may be installed; ``site`` finds editable installs of a user.
PROGRAM = f"""
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from marshal import load
from site import addsitedir
folder, users, places, lifeline = load(sys.stdin.buffer)
for user in users:
    addsitedir(user)
sys.path[:] = places
spec = PathFinder.find_spec("{PACKAGE}", [folder])
package = sys.modules["{PACKAGE}"] = module_from_spec(spec)
spec.loader.exec_module(package)
from {PACKAGE}.core.processes.child import serve
serve(lifeline)
"""
NO_LIFELINE = -1
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # nor Ctrl+C of the parent's, on Windows


def can_start() -> bool:
    """Whether there is a Python to start: a frozen program is none, nor one that embeds it."""
    return bool(sys.executable) and not getattr(sys, "frozen", False)


def start() -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    """Start ``child.serve`` in a process with pipes; raises ``OSError`` where the system refuses.

    Signals that end this process do not reach it: it ends when its standard input does, or, at any
    moment, when what is returned as well is closed. What libraries print goes nowhere.
    """
    command = [sys.executable, "-I", *_flags(), "-c", PROGRAM]
    reader, writer = os.pipe()
    inherited = os.name == "posix"
    lifeline = os.fdopen(writer, "wb")
    try:
        with _end_signals_blocked():
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=[reader] if inherited else [],
                creationflags=NO_WINDOW,
            )
    except BaseException:
        lifeline.close()
        raise
    finally:
        os.close(reader)
    assert process.stdin
    users = [getusersitepackages()] if ENABLE_USER_SITE else []
    places = _package_folder(), users, search_path(), reader if inherited else NO_LIFELINE
    with suppress(OSError):  # it has died already: whoever waits for it learns that
        process.stdin.write(marshal.dumps(places))
        process.stdin.flush()
    return process, lifeline


def search_path() -> list[str]:
    """Return where this process finds modules: the current folder, if at all, at the end."""
    try:
        here = Path.cwd()
    except OSError:  # it was removed
        here = None
    first, last = [], []
    for place in filter(lambda place: isinstance(place, str), sys.path):
        path = Path(place)
        near = not path.is_absolute() or path == here or _same(path, here)
        if near and here:
            last.append(str(here / path))
        elif not near:
            first.append(place)
    return [*first, *last]


def _same(path: Path, here: Path | None) -> bool:
    try:
        return here is not None and path.samefile(here)
    except (OSError, ValueError):
        return False


def _package_folder() -> str:
    file = sys.modules[PACKAGE].__file__
    assert file
    return str(Path(file).absolute().parents[1])


def _flags() -> list[str]:
    """Return what this Python was told, by the environment too, which a child does not read."""
    flags = [f"-Xutf8={sys.flags.utf8_mode}"]
    flags += ["-B"] if sys.dont_write_bytecode else []
    flags += ["-" + "O" * sys.flags.optimize] if sys.flags.optimize else []
    return [*flags, f"-Xpycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else flags


@contextmanager
def _end_signals_blocked() -> Iterator[None]:
    """Let what is started meanwhile begin without the signals that a terminal sends to all.

    Until Python is up they would end a child, or print a traceback.
    """
    if sys.platform == "win32":  # which sends none to a process without a console
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
