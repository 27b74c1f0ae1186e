"""Closed and full outputs, names that are not UTF-8, signals: one line, and no partial file."""

from __future__ import annotations

import errno
import logging
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
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
from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.processes import END_SIGNALS
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.files.snapshots import SnapshotFolder
from mazeeditor.files.unsaved_work import Origin
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests.breadth import in_turns, repeats, stress
from tests.cli.run import mazeeditor
from tests.maze.ground.fields import small_field
from tests.signal_masks import wait_until_caught

PROGRAM = f"{shlex.quote(sys.executable)} -m mazeeditor"
FULL = Path("/dev/full")
COMMANDS = ["--help", "--version", *(command.name for command in SUBCOMMANDS)]
OUTPUTS = ["> /dev/full", ">&-"]
EACH = list(product(COMMANDS, OUTPUTS))
# Processes of their own: an output is missing from the start on, and Python ends as it does.
SOME = in_turns(["--help", "info", "list", "--version"], OUTPUTS)
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
@pytest.mark.sample(2)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_output(command: str, folder: Path) -> None:
    ran = mazeeditor(*shlex.split(example(command)), cwd=folder, stdout=FULL)
    assert (ran.status, ran.error.count("\n")) == (1, 1)
    assert ran.error.startswith("mazeeditor: Cannot write to standard output: ")


@pytest.mark.sample(2)
@posix
@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full device")
@pytest.mark.parametrize(("command", "output"), EACH if stress() else SOME)
def test_an_output_that_cannot_be_written(command: str, output: str, folder: Path) -> None:
    status, error = shell(f"{PROGRAM} {example(command)} {output}", folder)
    assert status == 1
    assert error.startswith("mazeeditor: Cannot write to standard output: ")
    assert error.count("\n") == 1


@pytest.mark.slow
@posix
def test_a_closed_error_stream_leaves_the_output_alone(folder: Path) -> None:
    assert shell(f"{PROGRAM} info none.maze > out 2>&-", folder)[0] == 1
    assert (folder / "out").read_text() == ""


@pytest.mark.slow
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


# A command to which a signal comes at one of its moments, and again, from someone in a hurry.
SIGNALLED = """
import os, sys, time
from threading import Thread
from mazeeditor.cli import parser, program
from mazeeditor.core import job as jobs

moment, number = sys.argv[1], int(sys.argv[2])
sys.argv[1:] = sys.argv[3:]
build_parser, replace = parser.build_parser, os.replace

def interrupt():
    for _time in range(2):
        os.kill(os.getpid(), number)

def interrupted_parser():
    interrupt()
    return build_parser()

def failed_import():
    try:
        interrupt()
    except BaseException:
        raise ImportError("numpy.core.multiarray failed to import")  # as a compiled module does

def interrupted_replace(*names, **options):
    interrupt()
    return replace(*names, **options)

class InterruptedJob(jobs.Job):
    def __init__(self):
        super().__init__()
        Thread(target=self.interrupt, daemon=True).start()

    def interrupt(self):
        while not self.progress:
            time.sleep(0.001)
        interrupt()

if moment == "parsing":
    parser.build_parser = interrupted_parser
elif moment == "importing":
    parser.build_parser = failed_import
elif moment == "working":
    jobs.Job = InterruptedJob
elif moment == "writing":
    os.replace = interrupted_replace
program()
"""
MOMENTS = ["parsing", "importing", "working", "writing"]
SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"]


def interruptible(*words: str, folder: Path) -> subprocess.Popen[str]:
    """Start Python in which Ctrl+C is not ignored, as a shell in the background lets it be."""
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"MAZEEDITOR_PURE": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def check_interrupted(process: subprocess.Popen[str], number: int, target: Path) -> None:
    """Wait for the end: the file is complete or missing, and one line says what has happened."""
    with process:
        error = process.communicate(timeout=60)[1]
    assert [*target.parent.iterdir()] in ([], [target])
    if target.exists():
        load(target)
    if process.returncode == 0:
        assert (target.exists(), error) == (True, "")
        return
    assert process.returncode == 128 + number, error
    assert error in {f"mazeeditor: Interrupted{end}.\n" for end in ("", "; nothing was written")}
    assert not (target.exists() and "nothing was written" in error)


@pytest.mark.slow
@posix
@pytest.mark.parametrize(("moment", "name"), in_turns(MOMENTS, SIGNALS))
def test_a_signal_at_each_moment(moment: str, name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    command = ["generate", "--rows", "150", "--columns", "150", "--generator", "kruskal"]
    words = ["-c", SIGNALLED, moment, f"{number:d}", *command, "-o", "a.maze"]
    process = interruptible(*words, folder=tmp_path)
    check_interrupted(process, number, tmp_path / "a.maze")
    assert process.returncode or moment == "writing"  # what was complete by then counts


@posix
@pytest.mark.slow
@pytest.mark.parametrize("seed", repeats(1, 60))
@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_at_any_moment(name: str, seed: int, tmp_path: Path) -> None:
    command = ["generate", "--rows", "600", "--columns", "600", "--generator", "kruskal"]
    process = interruptible("-m", "mazeeditor", *command, "-o", "a.maze", folder=tmp_path)
    number = getattr(signal, name)
    wait_until_caught(process, max(END_SIGNALS))
    time.sleep(Random(seed).random() * (6 if stress() else 1))
    for _time in range(2):
        process.send_signal(number)
    check_interrupted(process, number, tmp_path / "a.maze")


def test_only_the_program_logs_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    written = StringIO()
    monkeypatch.setattr(logging, "lastResort", logging.StreamHandler(written))
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging.getLogger("mazeeditor"), "handlers", [])  # those of a window

    def work(_job: Job) -> None:
        logging.getLogger("pikepdf").error("of a library")
        logging.getLogger("mazeeditor.files").warning("of the program")

    terminal.follow(work)
    assert written.getvalue() == "of the program\n"


@pytest.mark.slow
def test_a_terminal_gets_no_control_characters_of_a_name(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no such terminals")
    name = "\x1b[2J\x9b31m.maze"
    leader, follower = os.openpty()
    words = ["generate", "--rows", "5", "-o", name]
    done = subprocess.run(
        [sys.executable, "-m", "mazeeditor", *words],
        cwd=tmp_path,
        stdout=follower,
        stderr=subprocess.PIPE,
        timeout=120,
        check=True,
    )
    os.close(follower)
    shown = os.read(leader, 1000).decode()
    os.close(leader)
    assert done.stderr == b""
    assert shown.startswith("\\x1b[2J\\x9b31m.maze: seed ")
    assert (tmp_path / name).is_file()
    piped = mazeeditor(*words, cwd=tmp_path)
    assert piped.out.startswith(name)  # for a script it is the name of the file


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


class Swallowing:
    """Python ignores what is raised while it is freed, as in callbacks of its import system."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@posix
def test_a_signal_that_a_library_has_swallowed_ends_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It came while modules were imported, half a second into a command on a busy machine."""
    before, cancelled = signal.getsignal(signal.SIGINT), []

    def work(job: Job) -> None:
        cancelled.append(job.cancelled)

    @terminal.raised_once()
    def command(swallow: Callable[[], object]) -> None:
        with suppress(BaseException):  # as a bare ``except`` around an import does
            swallow()
        terminal.follow(work)

    try:
        for swallow in (Swallowing, lambda: signal.raise_signal(signal.SIGINT)):
            with pytest.raises(terminal.TerminatedError) as ended:
                command(swallow)
            assert ended.value.status == 128 + signal.SIGINT
        assert cancelled == [], "nothing is begun any more"
        assert capsys.readouterr().err == ""
    finally:
        signal.signal(signal.SIGINT, before)


@posix
def test_a_signal_that_is_swallowed_while_work_runs_cancels_it() -> None:
    before = signal.getsignal(signal.SIGINT)

    def work(job: Job) -> None:
        while True:
            job.check()
            time.sleep(0.001)

    class Stream:
        def isatty(self) -> bool:
            Swallowing()  # in the thread that waits
            return False

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stderr", Stream())
            with pytest.raises(CancelledError) as ended, terminal.raised_once():
                terminal.follow(work)
        assert isinstance(ended.value.__cause__, terminal.TerminatedError)
    finally:
        signal.signal(signal.SIGINT, before)
