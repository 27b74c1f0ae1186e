"""Opens files with the program that the desktop has for them, and shows them in its file manager.

For workers: a desktop may take seconds to answer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mazeeditor.core.errors import MazeError
from mazeeditor.core.threads import start_thread
from mazeeditor.core.translation import _

ANSWER_TIMEOUT_S = 20.0  # s that a printer may take to answer
TIMEOUT_S = 5.0  # s: what still runs then has begun to show the file
FILE_MANAGER = "org.freedesktop.FileManager1"  # the name on the session bus
OBJECT = "/org/freedesktop/FileManager1"


def open_file(path: Path) -> None:
    """Open a file as a double click does; raises ``MazeError``."""
    _check(path)
    if sys.platform == "win32":
        try:
            os.startfile(path.absolute())
        except OSError as error:
            raise _no_program(path) from error
        return
    if not run_program(["open" if sys.platform == "darwin" else "xdg-open", str(path.absolute())]):
        raise _no_program(path)


def show_in_folder(paths: Sequence[Path]) -> None:
    """Show files of one folder in the file manager, selected; raises ``MazeError``.

    Where the file manager cannot select them, the folder is opened.
    """
    files = [path.absolute() for path in paths]
    _check(files[0])
    if sys.platform == "win32":
        # Windows would look for it in the current folder first; its exit status says nothing
        explorer = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "explorer.exe")
        subprocess.Popen(f'"{explorer}" /select,"{files[0]}"')
    elif sys.platform == "darwin":
        if not run_program(["open", "-R", *map(str, files)]):
            raise _no_program(files[0].parent)
    else:
        addresses = ", ".join(f"'{file.as_uri()}'" for file in files)  # an ' is %27 there
        call = ["gdbus", "call", "--session", "--timeout", f"{TIMEOUT_S:.0f}"]
        call += ["--dest", FILE_MANAGER, "--object-path", OBJECT]
        call += ["--method", f"{FILE_MANAGER}.ShowItems", f"[{addresses}]", ""]
        folder = files[0].parent
        if not run_program(call) and not run_program(["xdg-open", str(folder)]):
            raise _no_program(folder)


def _check(path: Path) -> None:
    if not path.exists():
        raise MazeError(
            _("{name} is not in {folder} any more.").format(name=path.name, folder=path.parent)
        )


def _no_program(path: Path) -> MazeError:
    return MazeError(
        _("This desktop has no program that opens {name}. It is in {folder}.").format(
            name=path.name, folder=path.absolute().parent
        )
    )


class Output(NamedTuple):
    """What a program has printed, and its exit status."""

    status: int
    text: str
    problem: str


def is_there(name: str) -> bool:
    return shutil.which(name) is not None


def output_of(command: list[str]) -> Output | None:
    """Run a program to its end, in English; None where there is none or it does not end."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=ANSWER_TIMEOUT_S,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return Output(done.returncode, done.stdout, done.stderr)


def run_program(command: list[str]) -> bool:
    """Start a program; returns whether it goes on, or ends without an error."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # it outlives the editor, and Ctrl+C in the terminal
        )
    except OSError:
        return False
    try:
        return process.wait(TIMEOUT_S) == 0
    except subprocess.TimeoutExpired:  # xdg-open may be the program that shows the file
        start_thread(process.wait)
        return True
