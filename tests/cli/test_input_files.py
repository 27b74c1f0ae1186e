"""Every file that a command reads goes by one rule: files, ``-``, pipes; what else is refused.

The parser names the files that commands take, so a new one fails here until a line below says how
it is read, and is tested then.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import mazeeditor as api
from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.core.disk import input_files
from mazeeditor.core.disk.input_files import input_path
from tests.breadth import stress
from tests.cli.run import mazeeditor
from tests.examples import parsers
from tests.maze.ground.fields import small_field

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")
NINE = "--rows 9 --columns 9"
OUTLINE = "--outline @ --path 4m --hedge 2m"
CELLS = {  # files that say what cells there are
    "--picture": f"{NINE} --mask picture --picture @",
    "--outline": OUTLINE,
    "--field": f"--mask field --field{OUTLINE.removeprefix('--outline')}",
    "--photo": "--photo @ --detail 9",
}
OF_CELLS = {  # the commands that take them, where {} is one of these
    "generate": "generate {} --seed 1 -o OUT.maze",
    "search": 'search {} --seed 1 --seeds 2 --workers 1 --want "loops>=0" -o OUT.maze',
    "film": "film --generator prim {} --seed 1 --seconds 1 --fps 4 --cell 3 -o OUT.gif",
    "sheet": "sheet {} --seed 1 --workers 1 -o OUT.pdf",
    "bench": "bench {} --sizes 9 --only prim",
    "compare": "compare prim {} --seeds 1 -o OUT.txt",
}
LOOKS = {  # files that say what the page shows, and what is said beside them
    "--start-picture": "--marks picture --start-picture @",
    "--goal-picture": "--marks picture --goal-picture @",
    "--collect": "--along pictures --collect @",
    "--pencils": "--pencils @",
    "--tone": "--walls toned --tone @",
    "--questions": "--along questions --questions @",
}
OF_LOOKS = {
    "export": "export good.maze {} -o OUT.svg",
    "sheet": f"sheet {NINE} --seed 1 {{}} --workers 1 -o OUT.svg",
}
# How each file of each command is read: @ stands for it, OUT for what is written of it.
READ = {
    **{
        (command, flag): line.format(words)
        for command, line in OF_CELLS.items()
        for flag, words in CELLS.items()
        if flag != "--photo" or command in ("generate", "sheet")
    },
    **{
        (command, flag): line.format(words)
        for command, line in OF_LOOKS.items()
        for flag, words in LOOKS.items()
    },
    ("generate", "--route"): f"generate {NINE} --seed 1 --route @ -o OUT.maze",
    ("search", "file"): 'search @ --seeds 2 --workers 1 --want "loops>=0" -o OUT.maze',
    ("solve", "file"): "solve @ -o OUT.svg",
    ("info", "files"): "info @",
    ("transform", "file"): "transform @ flip -o OUT.maze",
    ("diff", "a"): "diff @ good.maze",
    ("diff", "b"): "diff good.maze @",
    ("export", "file"): "export @ -o OUT.svg",
    ("export", "--logo"): "export good.maze --logo @ -o OUT.maze",
    ("export", "--tabs-at"): "export good.maze --job stencil --tabs-at @ -o OUT.svg",
    ("preflight", "file"): "preflight @ --rules general",
    ("film", "file"): "film @ --seconds 1 --fps 4 --cell 3 -o OUT.gif",
    ("sheet", "files"): "sheet @ --workers 1 -o OUT.pdf",
    ("sheet", "--logo"): "sheet --seed 1 --mask hole --logo @ -o OUT.svg",
    ("sheet", "--names"): 'sheet --seed 1 --names @ --title "For {name}" --workers 1 -o OUT.pdf',
    ("book", "file"): "book @ --workers 1 -o OUT.pdf",
    ("field", "file"): "field @ -o OUT.csv",
}
GOOD = {  # what the file is named where it is a good one; a maze for all others
    "--picture": "good.png",
    "--route": "good.txt",
    "--start-picture": "good.svg",
    "--goal-picture": "good.png",
    "--collect": "good.png",
    "--logo": "good.png",
    "--tabs-at": "good.tabs",
    "--names": "good.csv",
    "--field": "good.geojson",
    "--outline": "good.geojson",
    "--photo": "good.png",
    "--questions": "words.csv",
    "--pencils": "good.png",
    "--tone": "good.png",
    ("field", "file"): "field.maze",
    ("preflight", "file"): "good.pdf",
    ("book", "file"): "good.mazebook",
}
READING = sorted(READ)
FILES = sorted({file for _command, file in READ})
KINDS = ["pipe", "socket", "folder", "zero", "terminal"]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small file of each kind."""
    folder = tmp_path_factory.mktemp("good")
    maze = api.generate(rows=4, columns=4, seed=1)
    api.save(maze, folder / "good.maze")
    api.export(maze, folder / "good.pdf")
    picture = Image.new("L", (60, 60), "white")
    ImageDraw.Draw(picture).ellipse((5, 5, 55, 55), fill="black")
    picture.save(folder / "good.png")
    (folder / "good.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9V9Z"/></svg>'
    )
    (folder / "good.txt").write_text("".join(f"4,{column}\n" for column in range(9)))
    (folder / "good.csv").write_text("name\nAnna\nOtto\n")
    (folder / "words.csv").write_text("dog,Hund\ncat,Katze\ncow,Kuh\nbird,Vogel\n")
    small_field(folder).rename(folder / "good.geojson")
    outline = str(folder / "good.geojson")
    assert mazeeditor("generate", "--outline", outline, "-o", folder / "field.maze").status == 0
    (folder / "good.tabs").write_text("0.5,0.5\n")
    chapter = {"count": 1, "recipe": {"generator": "prim"}, "sizes": {"rows": 5, "columns": 5}}
    book = {"format": "mazeeditor book", "version": 1, "seed": 1, "chapters": [chapter]}
    (folder / "good.mazebook").write_text(json.dumps(book))
    return folder


@pytest.fixture
def folder(good: Path, tmp_path: Path) -> Path:
    for path in good.iterdir():
        (tmp_path / path.name).symlink_to(path)
    return tmp_path


def files_of_commands() -> Iterator[tuple[str, str]]:
    """Yield the arguments that name a file to be read, as the parser has them."""
    for name, parser in parsers().items():
        for action in parser._actions:
            flags = list(action.option_strings)
            a_file = "FILE" in str(action.metavar) or action.metavar in ("A", "B")
            if a_file and not {"-o", "--plot"} & set(flags):
                yield name, flags[-1] if flags else action.dest


def test_all_files_of_all_commands_are_tested() -> None:
    assert sorted(files_of_commands()) == READING
    assert {command for command, _file in READ} <= set(SUBCOMMANDS.names())


def words(way: tuple[str, str], file: str) -> list[str]:
    return [word.replace("@", file) for word in shlex.split(READ[way])]


def good_name(way: tuple[str, str]) -> str:
    return GOOD.get(way) or GOOD.get(way[1]) or "good.maze"


def suffixed(way: tuple[str, str], name: str) -> str:
    """Return a name with the suffix of such files, as some are recognised by that."""
    return name + Path(good_name(way)).suffix


def make_pipe(path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no pipes in folders")
    os.mkfifo(path)


def put_odd(kind: str, path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no pipes in folders")
    if kind == "pipe":
        make_pipe(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(path.name)  # in the current folder: names of sockets are short
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"zero": "/dev/zero", "terminal": "/dev/ptmx"}[kind])


# A file is read by the rule or not: each kind is refused by many commands, and by each way one.
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_ordinary_file_is_refused(
    kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(input_files, "TIMEOUT_S", 0.1)
    monkeypatch.chdir(folder)
    reasons = {"pipe": "a pipe into which nothing writes", "folder": "it is a folder"}
    for way in READING if stress() else READING[KINDS.index(kind) :: len(KINDS)]:
        path = folder / suffixed(way, "odd")
        put_odd(kind, path)
        before = {one.name for one in folder.iterdir()}
        ran = mazeeditor(*words(way, path.name))
        assert (ran.status in (1, 2), ran.out, ran.error.count("\n")) == (True, "", 1), ran
        assert path.name in ran.error
        assert reasons.get(kind, "it is not an ordinary file") in ran.error
        assert kind == "folder" or "- would read standard input" in ran.error
        assert {one.name for one in folder.iterdir()} == before, way
        path.rmdir() if kind == "folder" else path.unlink()


def fed(pipe: Path, content: bytes) -> threading.Thread:
    """Write into a pipe, as soon as somebody reads it."""

    def write() -> None:
        with pipe.open("wb") as file:
            file.write(content)

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return thread


def result(way: tuple[str, str], file: str, folder: Path, stdin: Path | None = None) -> object:
    """Return what a command writes and prints; the name of the file is replaced."""
    ran = mazeeditor(*words(way, file), cwd=folder, stdin=stdin)
    assert ran.status == 0, ran
    written = sorted(folder.glob("OUT*"))
    contents = [path.read_bytes().replace(file.encode(), b"@") for path in written]
    for path in written:
        path.unlink()
    printed = re.sub(r"[\d.]+ ms", "", ran.out.replace(file, "@"))
    return printed, [path.name for path in written], contents


@pytest.mark.sample(1)
@pytest.mark.parametrize("file", FILES)
def test_standard_input_and_pipes_are_read_as_files_are(file: str, folder: Path) -> None:
    for name in ("plain", "pipe"):
        (folder / name).mkdir()
    for way in (each for each in READING if each[1] == file):
        plain, pipe = (f"{name}/{good_name(way)}" for name in ("plain", "pipe"))
        content = (folder / good_name(way)).read_bytes()
        (folder / plain).write_bytes(content)
        assert result(way, "-", folder, stdin=folder / plain), way
        if way[0] == "bench":  # prints times
            continue
        expected = result(way, plain, folder)
        make_pipe(folder / pipe)
        thread = fed(folder / pipe, content)
        assert result(way, pipe, folder) == expected, way
        thread.join(60)
        (folder / pipe).unlink()


def test_a_maze_in_a_pipeline(folder: Path) -> None:
    first = mazeeditor("generate", "--shape", "polar", "--rings", 5, "--seed", 3, "-o", "-")
    assert first.error == "-: seed 3\n"
    (folder / "a.maze").write_text(first.out)
    flags = ("flip", "-o", "-")
    second = mazeeditor("transform", "-", *flags, cwd=folder, stdin=folder / "a.maze")
    (folder / "b.maze").write_text(second.out)
    mazeeditor("transform", "a.maze", "flip", "-o", "c.maze", cwd=folder)
    assert (folder / "b.maze").read_bytes() == (folder / "c.maze").read_bytes()
    wanted = ("--seeds", 2, "--workers", 1, "--want", "loops>=0")
    found = mazeeditor("search", "-", *wanted, "-o", "-", stdin=folder / "b.maze")
    (folder / "d.maze").write_text(found.out)
    assert api.load(folder / "d.maze").lattice.shape == "polar"


def test_the_window_does_not_read_standard_input(folder: Path) -> None:
    ran = mazeeditor("-", stdin=folder / "good.maze")
    assert ran.status == 2
    assert ran.error == (
        "mazeeditor: The window opens files; commands read standard input: COMMAND -.\n"
    )


def test_standard_input_is_read_once(folder: Path) -> None:
    ran = mazeeditor("diff", "-", "-", cwd=folder, stdin=folder / "good.maze")
    assert ran.status == 2
    assert "standard input was read already: - can stand for one file only" in ran.error


def test_a_file_named_like_standard_input(work_folder: Path) -> None:
    assert input_path("-") == Path("-")
    assert input_path("./-") == work_folder / "-"
    assert input_path("a/-") == Path("a/-")


def test_pictures_cannot_be_written_to_standard_output(folder: Path) -> None:
    ran = mazeeditor("export", "good.maze", "-o", "-", cwd=folder)
    assert ran.status == 2
    assert "- does not end with a known format" in ran.error


def test_python_goes_by_the_same_rule(folder: Path) -> None:
    make_pipe(folder / "pipe")
    with pytest.raises(api.MazeError, match="a pipe into which nothing writes"):
        api.load(folder / "pipe")
    for file in ("/dev/zero", "/dev/null"):
        with pytest.raises(api.MazeError, match="it is not an ordinary file"):
            api.load(file)
    thread = fed(folder / "pipe", (folder / "good.maze").read_bytes())
    assert api.load(folder / "pipe").lattice.rows == 4
    thread.join(60)
