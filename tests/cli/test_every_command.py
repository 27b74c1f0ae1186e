"""Every command with hostile files: the documented status, one line, and nothing left behind.

Each command is run as its own example has it, with one file replaced by a hostile one, so that a
new command is tested the moment it exists.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from mazeeditor.cli.commands import SUBCOMMANDS
from tests.breadth import in_turns
from tests.cli.run import failure, mazeeditor

posix = pytest.mark.skipif(os.name != "posix", reason="links and devices are those of POSIX")
SOURCE = "maze.maze"
SMALL = {  # instead of examples that take minutes, and start processes for many pages
    "bench": "bench --sizes 5 --only prim",
    "sheet": "sheet --count 2 --per-page 2 --title Mazes --answers end -o mazes.pdf",
}
Hostile = tuple[str, Callable[[Path], object]]


def example(command: str) -> list[str]:
    return shlex.split(SMALL.get(command) or SUBCOMMANDS[command].example)[command not in SMALL :]


def outputs(command: str) -> list[int]:
    words = example(command)
    return [at for at, word in enumerate(words) if words[at - 1] in ("-o", "--plot")]


def inputs(command: str) -> list[int]:
    words = example(command)
    return [at for at, word in enumerate(words) if word == SOURCE and at not in outputs(command)]


def leave(_path: Path) -> None:
    """Put nothing there."""


def linked_to(target: str) -> Callable[[Path], object]:
    return lambda path: path.symlink_to(target)


# Names whose ``*`` is the suffix of the format, and what stands there
TARGETS: dict[str, Hostile] = {
    "a missing folder": ("none/a*", leave),
    "a file as a folder": ("maze.maze/a*", leave),
    "a folder": ("a*", Path.mkdir),
    "a folder of the system": ("/proc/a*", leave),
    "a full device": ("a*", linked_to("/dev/full")),
    "a link to itself": ("a*", linked_to("loop")),
    "a link to nothing": ("a*", linked_to("none/a")),
    "a long name": ("x" * 300 + "*", leave),
    "a long path": ("x/" * 3000 + "a*", leave),
    "no name": ("", leave),
    "the folder": (".", leave),
    "the suffix": ("*", leave),
}
SOURCES: dict[str, Hostile] = {
    "missing": ("none.maze", leave),
    "the folder": (".", leave),
    "endless": ("/dev/zero", leave),
    "empty": ("/dev/null", leave),
    "memory": ("/proc/self/mem", leave),
    "noise": ("/dev/urandom", leave),
    "a long name": ("x" * 300, leave),
    "a long path": ("x/" * 3000 + "a", leave),
    "two lines": ("a\nb.maze", leave),
    "no name": ("", leave),
    "a link to itself": ("loop.maze", linked_to("loop.maze")),
}
WRITING = [name for name in SUBCOMMANDS.names() if outputs(name)]
READING = [name for name in SUBCOMMANDS.names() if inputs(name)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert mazeeditor("generate", "--rows", 5, "--columns", 5, "-o", tmp_path / SOURCE).status == 0
    return tmp_path


def refused(words: list[str], folder: Path) -> str:
    """Run a command that must fail; return its line after checking that no file has changed."""
    before = {path.name for path in folder.iterdir()}, (folder / SOURCE).read_bytes()
    ran = mazeeditor(*words, cwd=folder)
    assert ran.status in (1, 2), ran
    assert ran.error.startswith("mazeeditor")
    assert ran.error.count("\n") == 1, ran.error
    assert len(ran.error) < 700
    assert ({path.name for path in folder.iterdir()}, (folder / SOURCE).read_bytes()) == before
    return ran.error


@posix
@pytest.mark.parametrize(("command", "case"), in_turns(WRITING, TARGETS))
def test_targets(command: str, case: str, folder: Path) -> None:
    name, prepare = TARGETS[case]
    for at in outputs(command):
        words = example(command)
        words[at] = name.replace("*", Path(words[at]).suffix)
        path = folder / "loop" if case == "a link to itself" else folder / words[at]
        if prepare is not leave:
            if case == "a link to itself":
                (folder / words[at]).symlink_to("loop")
            prepare(path)
        if case == "no name" and words[at - 1] == "--plot":
            continue  # the same as no plot
        refused(words, folder)


@posix
def test_sources(folder: Path) -> None:
    for command, case in in_turns(READING, SOURCES):
        name, prepare = SOURCES[case]
        if prepare is not leave and not (folder / name).is_symlink():
            prepare(folder / name)
        for at in inputs(command):
            words = example(command)
            words[at] = name
            refused(words, folder)


TAKE_FILES = {"sheet", "book", "search"}  # a word is a file, which is one that is missing
WORDS = ["--frob", "\udcff", "a\nb", "x" * 100_000]


def test_what_no_command_takes(folder: Path) -> None:
    for command, word in in_turns(SUBCOMMANDS.names(), WORDS):
        error = refused([*example(command), word], folder)
        assert "unrecognized arguments" in error or (command in TAKE_FILES and word != "--frob")


@posix
@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_an_output_that_is_the_input(link: Callable[[Path, Path], None], folder: Path) -> None:
    """A maze may replace itself; a picture of it may not, whatever its name is."""
    both = [(each, at) for each in WRITING if each in READING for at in outputs(each)]
    for number, (command, at) in enumerate(both):
        words = example(command)
        suffix = Path(words[at]).suffix
        words[at] = f"link-{number}{suffix}"
        link(folder / words[at], folder / SOURCE)
        if suffix == ".maze":
            assert mazeeditor(*words, cwd=folder).status == 0
        else:
            assert "is the file that is read: choose another name" in refused(words, folder)


def test_a_maze_may_replace_itself(folder: Path) -> None:
    before = (folder / SOURCE).read_bytes()
    assert mazeeditor("export", SOURCE, "-o", SOURCE, cwd=folder).status == 0
    assert (folder / SOURCE).read_bytes() == before
    assert mazeeditor("transform", SOURCE, "flip", "-o", SOURCE, cwd=folder).status == 0
    assert (folder / SOURCE).read_bytes() != before


def test_a_single_long_argument(folder: Path) -> None:
    line = failure("x/" * 3000 + "a.maze", status=1, cwd=folder)
    assert "There is no file" in line
