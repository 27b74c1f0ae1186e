"""The program without its window: nothing below ``gui/`` needs a screen, or loads what is slow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mazeeditor.cli.commands import SUBCOMMANDS
from tests.maze.ground.fields import small_field
from tests.sources import sources

WINDOW = ["tkinter", "_tkinter", "sv_ttk", "PIL.ImageTk"]
SLOW = ["numba", "llvmlite", "fpdf", "fontTools", "psutil", "pikepdf"]
FOR_TESTS = ["pytest", "hypothesis", "networkx", "Xlib"]

OF_POSIX = {  # Windows has none of these
    "modules": ["fcntl", "resource", "pty", "termios", "pwd", "grp", "tty"],
    "signal": ["SIGKILL", "SIGHUP", "SIGQUIT", "SIGPIPE", "SIGALRM", "SIGCHLD", "setitimer"],
    "os": ["geteuid", "getuid", "mkfifo", "fork", "setsid", "killpg", "O_NONBLOCK", "O_NOFOLLOW"],
}

DELETED = (
    f"for name in {OF_POSIX['signal']}: delattr(signal, name)",
    f"for name in {OF_POSIX['os']}: delattr(os, name)",
)

BLOCKED = """
import sys
class Wall:
    def find_spec(self, name, path=None, target=None):
        if name in {names!r}:
            raise ImportError(f"{{name}} is not there", name=name)
sys.meta_path.insert(0, Wall())
"""
RUN = """
import shlex
from mazeeditor.cli import main
sys.exit(any(main(shlex.split(command)) for command in sys.argv[1:]))
"""


def python(program: str, *arguments: str, without: list[str], folder: Path) -> str:
    """Run a program where the modules ``without`` cannot be imported; return what it printed."""
    command = [sys.executable, "-c", BLOCKED.format(names=set(without)) + program, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_small_work_needs_neither_a_screen_nor_what_is_slow(tmp_path: Path) -> None:
    without = WINDOW + SLOW + FOR_TESTS
    commands = "generate --rows 5 --columns 5 -o a.maze", "export a.maze -o a.svg", "info a.maze"
    assert '"rows": 5' in python(
        RUN, *commands, "info a.maze --json", without=without, folder=tmp_path
    )
    with pytest.raises(AssertionError, match="numba is not there"):
        python("import numba", without=without, folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("window", [False, True])
def test_everything_is_imported_without_what_is_slow(window: bool, tmp_path: Path) -> None:
    """And all below the window without a screen."""
    modules = [
        one.module for one in sources() if one.room != "__main__" and (one.room == "gui") == window
    ]
    program = f"from importlib import import_module\nfor name in {modules}: import_module(name)"
    without = SLOW + FOR_TESTS + ([] if window else WINDOW)
    python(program, without=without, folder=tmp_path)


@pytest.mark.slow
def test_everything_is_imported_where_names_of_posix_are_missing(tmp_path: Path) -> None:
    modules = [one.module for one in sources() if one.room != "__main__"]
    lines = [
        "from importlib import import_module",
        "import os, signal, subprocess, multiprocessing, asyncio, numba, xml.sax",
        *(DELETED if sys.platform != "win32" else ()),
        f"for name in {modules}: import_module(name)",
    ]
    without = OF_POSIX["modules"] + FOR_TESTS
    python("\n".join(lines), without=without, folder=tmp_path)


@pytest.mark.slow
def test_every_command_runs_without_a_screen(tmp_path: Path) -> None:
    examples = {command.name: command.example for command in SUBCOMMANDS}
    examples["bench"] = "mazeeditor bench --sizes 5 --only prim"  # others are compiled for a while
    examples["diff"] = "mazeeditor diff maze.maze maze.maze"  # its status is 1 where mazes differ
    outlined = f"mazeeditor generate --outline {small_field(tmp_path).as_posix()} -o FIELD.maze"
    # what these write the others read
    commands = [examples["generate"], outlined, *examples.values()]
    arguments = [command.removeprefix("mazeeditor ") for command in commands]
    python(RUN, *arguments, without=WINDOW + FOR_TESTS, folder=tmp_path)
