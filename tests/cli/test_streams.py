"""Closed and full outputs, names that are not UTF-8, signals: one line, and no partial file."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from datetime import datetime
from io import BytesIO, StringIO, TextIOWrapper
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.cli import main, maze_files, terminal
from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.recipe_flags import kept_page
from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.files.snapshots import SnapshotFolder
from mazeeditor.files.unsaved_work import Origin
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests.breadth import repeats, stress
from tests.cli.run import mazeeditor
from tests.maze.ground.fields import small_field
from tests.signal_masks import wait_until_caught

PROGRAM = f"{shlex.quote(sys.executable)} -m mazeeditor"
FULL = Path("/dev/full")
SLOW = ["generate", "--rows", "600", "--columns", "600", "--generator", "kruskal", "-o", "a.maze"]
COMMANDS = ["--help", "--version", *(command.name for command in SUBCOMMANDS)]
OUTPUTS = ["> /dev/full", ">&-"]
EACH = list(product(COMMANDS, OUTPUTS))
# Processes of their own: an output is missing from the start on, and Python ends as it does.
SOME = list(product(["--help", "--version", "info", "list"], OUTPUTS))
posix = pytest.mark.skipif(os.name != "posix", reason="shells and signals are those of POSIX")


def shell(command: str, folder: Path, **environment: str) -> tuple[int, str]:
    """Run a line of a shell; return its status and what came out on stderr."""
    ran = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=os.environ | environment,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    return ran.returncode, ran.stderr.decode(errors="surrogateescape")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return what the commands of the examples read."""
    files = [tmp_path_factory.mktemp("files") / name for name in ("maze.maze", "maze.pdf")]
    for file in files:
        assert mazeeditor("generate", "--rows", 5, "--seed", 1, "-o", file).status == 0
    outline, field = small_field(files[0].parent), files[0].with_name("FIELD.maze")
    assert mazeeditor("generate", "--outline", outline, "-o", field).status == 0
    return [*files, field]


@pytest.fixture
def folder(tmp_path: Path, files: list[Path]) -> Path:
    for file in files:
        shutil.copy(file, tmp_path)
    return tmp_path


def example(command: str) -> str:
    if command.startswith("-"):
        return command
    if command == "bench":
        return "bench --sizes 5 --only prim"
    if command == "recover":  # which lists nothing where nothing was left
        project = Project(generate("prim", build("rectangular", rows=2, columns=2), seed=1))
        origin = Origin(datetime.now().astimezone(), "")
        SnapshotFolder(recovery_folder()).write(1, project, origin)
    if command == "sheet":  # the processes of the example take seconds
        return "sheet --count 1 --rows 5 -o mazes.pdf --workers 1"
    if command == "diff":
        return "diff maze.maze maze.maze --json"
    return SUBCOMMANDS[command].example.removeprefix("mazeeditor ")


@posix
@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full device")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_output(command: str, folder: Path) -> None:
    words = shlex.split(example(command))
    ran = mazeeditor(*words, cwd=folder, stdout=FULL)
    assert (ran.status, ran.out) == (1, "")
    assert ran.error.startswith("mazeeditor: Cannot write to standard output: ")
    assert ran.error.count("\n") == 1


@posix
@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full device")
@pytest.mark.parametrize(("command", "output"), EACH if stress() else SOME)
def test_an_output_that_cannot_be_written(command: str, output: str, folder: Path) -> None:
    status, error = shell(f"{PROGRAM} {example(command)} {output}", folder)
    assert status == 1
    assert error.startswith("mazeeditor: Cannot write to standard output: ")
    assert error.count("\n") == 1


@posix
def test_a_closed_error_stream_leaves_the_output_alone(folder: Path) -> None:
    assert shell(f"{PROGRAM} info none.maze > out 2>&-", folder)[0] == 1
    assert (folder / "out").read_text() == ""


@posix
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_names_of_any_bytes(folder: Path, encoding: str) -> None:
    name = os.fsdecode(b"\xff\xe4maze.maze")
    (folder / "maze.maze").rename(folder / name)
    command = f"{PROGRAM} export *maze.maze -o $(printf 'a\\377.svg') > out"
    assert shell(command, folder, PYTHONIOENCODING=encoding) == (0, "")
    assert (folder / "out").read_bytes() == b"a\xff.svg\n"
    assert (folder / os.fsdecode(b"a\xff.svg")).exists()


def test_half_a_character_is_printed_as_an_escape() -> None:
    code = "from mazeeditor.cli import terminal\nwith terminal.reported_output(): print('a\\ud800')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "a\\ud800\n", "")


@posix
@pytest.mark.parametrize("seed", repeats(1, 60))
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_at_any_moment(name: str, seed: int, tmp_path: Path) -> None:
    """The file is complete or missing; one line says that it was interrupted."""
    number = getattr(signal, name)
    with subprocess.Popen(
        [sys.executable, "-m", "mazeeditor", *SLOW],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"MAZEEDITOR_PURE": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        wait_until_caught(process)
        time.sleep(Random(seed).random() * (6 if stress() else 1))
        process.send_signal(number)
        time.sleep(0.01)
        process.send_signal(number)  # someone in a hurry
        error = process.communicate(timeout=60)[1]
    files = [path.name for path in tmp_path.iterdir()]
    if process.returncode == 0:
        assert (files, error) == (["a.maze"], "")
        return
    assert process.returncode == 128 + number
    assert error in {f"mazeeditor: Interrupted{end}.\n" for end in ("", "; nothing was written")}
    assert files == []


# What a compiled module makes of a signal that comes while it imports numpy.
IMPORTING = """
import os, signal
from mazeeditor.cli import parser, program

def build_parser():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    except BaseException:
        raise ImportError("numpy.core.multiarray failed to import")

parser.build_parser = build_parser
program()
"""


@posix
def test_a_signal_that_a_library_takes_for_a_failed_import() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTING, "list"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (128 + signal.SIGTERM, "mazeeditor: Interrupted.\n")


def test_a_terminal_gets_no_control_characters_of_a_name(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no such terminals")
    name = "\x1b[2J\x9b31m.maze"
    leader, follower = os.openpty()
    command = [sys.executable, "-m", "mazeeditor", "generate", "--rows", "5", "-o", name]
    done = subprocess.run(
        command, cwd=tmp_path, stdout=follower, stderr=subprocess.PIPE, timeout=120, check=True
    )
    os.close(follower)
    shown = os.read(leader, 1000).decode()
    os.close(leader)
    assert done.stderr == b""
    assert shown.startswith("\\x1b[2J\\x9b31m.maze: seed ")
    assert (tmp_path / name).is_file()
    piped = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=True)
    assert piped.stdout.decode().startswith(name)  # for a script it is the name of the file


def test_an_error_is_without_control_characters(tmp_path: Path) -> None:
    error = mazeeditor("transform", "\x1b[2Jm.maze", "fly\x07", "-o", "x", cwd=tmp_path).error
    assert error.rstrip("\n").isprintable()


def test_an_output_of_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code page lacks most letters, and its lines end with two characters."""
    monkeypatch.chdir(tmp_path)
    project = Project(generate("prim", build("rectangular", rows=4, columns=5), 1))
    project.page = kept_page(Page(title="Łódź → 東"))
    save(project, tmp_path / "東.maze")

    def printed(*arguments: str) -> bytes:
        data = BytesIO()
        with monkeypatch.context() as patch:
            output = TextIOWrapper(data, encoding="cp1252", newline="\r\n")
            patch.setattr(sys, "stdout", output)
            assert main(arguments) == 0
            output.flush()
            return data.getvalue()

    assert printed("transform", "東.maze", "transpose", "-o", "東2.maze")
    assert printed("export", "東.maze", "-o", "東.svg") == b"\\u6771.svg\r\n"
    copied = printed("transform", "東.maze", "transpose", "-o", "-")
    assert copied == (tmp_path / "東2.maze").read_bytes()


def test_a_reader_of_windows_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``more`` does: nothing is said, and the status is that of success."""

    class Ended(StringIO):
        def write(self, _text: str) -> int:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(sys, "stdout", Ended())
    monkeypatch.setattr(sys, "platform", "linux")
    with terminal.reported_output(), pytest.raises(MazeError, match="Invalid argument"):
        print("a")
    monkeypatch.setattr(sys, "platform", "win32")
    with terminal.reported_output(), pytest.raises(BrokenPipeError):
        print("a")


def test_windows_leaves_it_to_us_to_find_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.maze", "a.maze"):
        assert main(["generate", "--rows", "3", "--columns", "4", "-o", name]) == 0
    capsys.readouterr()
    monkeypatch.setattr(maze_files, "sys", SimpleNamespace(platform="linux"))
    assert main(["info", "*.maze"]) == 1  # a shell that finds none hands it on
    monkeypatch.setattr(maze_files, "sys", SimpleNamespace(platform="win32"))
    capsys.readouterr()
    assert main(["info", "*.maze"]) == 0
    printed = capsys.readouterr().out
    assert printed.index("a.maze") < printed.index("b.maze")
    assert main(["sheet", "?.maze", "-o", "a.pdf"]) == 0
    assert main(["info", "*.txt"]) == 1
    assert "Cannot read *.txt" in capsys.readouterr().err
