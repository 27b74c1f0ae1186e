"""No output is a file that the same command reads, by any option and by any name of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import mazeeditor as api
from mazeeditor.core.disk.input_files import FLAGS
from mazeeditor.core.errors import UsageError
from tests.cli.run import mazeeditor

SQUARE = '<svg viewBox="0 0 9 9"><path d="M1 1h7v7h-7z" fill="black"/></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A maze, and what options read: each is the output, too."""
    api.save(api.generate(rows=6, columns=6, seed=1), tmp_path / "m.maze")
    image = Image.new("L", (40, 40), 255)
    ImageDraw.Draw(image).ellipse((4, 4, 36, 36), fill=0)
    image.save(tmp_path / "p.png")
    (tmp_path / "p.svg").write_text(SQUARE)
    (tmp_path / "list.txt").write_text("Paper?,A4\nPaper,A5\n")
    (tmp_path / "tabs.txt").write_text("1,1\n")
    return tmp_path


# What reads IN by an option and writes OUT, by the name of the file that both are
COMMANDS = [
    ("p.png", "generate --photo IN --detail 9 --seed 1 -o OUT"),
    ("p.png", "generate --rows 9 --columns 9 --seed 1 --mask picture --picture IN -o OUT"),
    ("p.png", "generate --rows 9 --columns 9 --seed 1 --route IN -o OUT"),
    ("p.svg", "generate --rows 9 --columns 9 --seed 1 --route IN -o OUT"),
    ("p.png", "export m.maze --marks picture --start-picture IN -o OUT"),
    ("p.svg", "export m.maze --marks picture --start-picture IN -o OUT"),
    ("p.svg", "export m.maze --marks picture --goal-picture IN -o OUT"),
    ("p.svg", "export m.maze --along pictures --collect IN -o OUT"),
    ("p.png", "export m.maze --logo IN -o OUT"),
    ("p.png", "export m.maze --walls toned --tone IN -o OUT"),
    ("p.png", "export m.maze --pencils IN -o OUT"),
    ("list.txt", "export m.maze --along questions --questions IN -o OUT"),
    ("tabs.txt", "export m.maze --job stencil --tabs-at IN -o OUT"),
    ("p.png", "sheet --seed 1 --workers 1 --marks picture --start-picture IN -o OUT"),
    ("p.svg", "sheet --seed 1 --workers 1 --marks picture --start-picture IN -o OUT"),
    ("p.png", "search --workers 1 --seeds 2 --mask picture --picture IN --want loops>=0 -o OUT"),
    ("p.png", "film --generator prim --mask picture --picture IN --seconds 1 -o OUT"),
]


def same(path: Path, _other: Path) -> Path:
    return path


def linked(path: Path, other: Path) -> Path:
    other.symlink_to(path.name)
    return other


def linked_hard(path: Path, other: Path) -> Path:
    os.link(path, other)
    return other


@pytest.mark.parametrize("name", [same, linked, linked_hard])
@pytest.mark.parametrize(("file", "command"), COMMANDS)
def test_no_output_is_an_input(
    file: str, command: str, name: Callable[[Path, Path], Path], folder: Path
) -> None:
    path, before = folder / file, (folder / file).read_bytes()
    output = name(path, folder / f"link{path.suffix}")
    suffix = ".svg" if file == "tabs.txt" else path.suffix  # what a machine takes
    if suffix != output.suffix:
        output = linked_hard(path, folder / f"tabs{suffix}")
    words = command.replace("IN", file).replace("OUT", output.name).split()
    files = sorted(folder.iterdir())
    done = mazeeditor(*words, cwd=folder)
    assert done.status in (1, 2), done
    assert len(done.error.splitlines()) == 1
    assert "choose another name" in done.error
    assert path.read_bytes() == before
    assert sorted(folder.iterdir()) == files


def has_byte(number: int) -> bool:
    """Whether something has begun to write into a pipe."""
    try:
        return bool(os.read(number, 1))
    except BlockingIOError:  # it is open there
        return False


def pipe(path: Path) -> None:
    """Make a pipe with a name, which folders of Windows cannot have."""
    if sys.platform == "win32":
        pytest.skip("pipes with names are those of POSIX")
    os.mkfifo(path)


def test_what_is_read_from_standard_input_is_no_output(folder: Path) -> None:
    before = (folder / "m.maze").read_bytes()
    os.link(folder / "m.maze", folder / "m.svg")
    done = mazeeditor("export", "-", "-o", "m.svg", cwd=folder, stdin=folder / "m.maze")
    assert done.status in (1, 2)
    assert "choose another name" in done.error
    assert (folder / "m.maze").read_bytes() == before


def test_a_second_page_is_no_input_either(folder: Path) -> None:
    """What is written beside the output has a name that nobody has typed."""
    before = (folder / "p.svg").read_bytes()
    (folder / "p.svg").rename(folder / "a-solution.svg")
    words = "export m.maze --marks picture --start-picture a-solution.svg --solution page -o a.svg"
    done = mazeeditor(*words.split(), cwd=folder)
    assert done.status == 2
    assert "a-solution.svg is a file that is read: choose another name" in done.error
    assert (folder / "a-solution.svg").read_bytes() == before
    assert not (folder / "a.svg").exists()


def test_python_writes_over_no_input(folder: Path) -> None:
    maze, before = api.load(folder / "m.maze"), (folder / "p.svg").read_bytes()
    with pytest.raises(UsageError, match=r"p\.svg is a file that is read: choose another name"):
        api.export(maze, folder / "p.svg", marks="picture", start_picture=folder / "p.svg")
    with pytest.raises(UsageError, match=r"p\.svg is a file that is read"):
        api.sheet(folder / "p.svg", seed=1, marks="picture", start_picture=str(folder / "p.svg"))
    assert (folder / "p.svg").read_bytes() == before
    api.export(maze, folder / "a.svg", marks="picture", start_picture=folder / "p.svg")
    api.export(maze, folder / "p.svg")  # a command of its own
    assert (folder / "p.svg").read_bytes() != before


# Files beside the output


def test_tiles_replace_only_tiles(folder: Path) -> None:
    picture = folder / "maze-tiles-32.png"
    (folder / "p.png").rename(picture)
    before = picture.read_bytes()
    done = mazeeditor("export", "m.maze", "-o", "a.tmx", cwd=folder)
    assert (done.status, done.out) == (1, "")
    assert "maze-tiles-32.png is there already, and is not a picture that this format" in done.error
    assert picture.read_bytes() == before
    assert not (folder / "a.tmx").exists()
    picture.unlink()
    for _time in range(2):
        assert mazeeditor("export", "m.maze", "-o", "a.tmx", cwd=folder).status == 0
    ours = picture.read_bytes()
    Image.open(picture).save(picture, compress_level=0)  # as another version of Pillow may write
    assert picture.read_bytes() != ours
    assert mazeeditor("export", "m.maze", "-o", "a.tmx", cwd=folder).status == 0
    assert picture.read_bytes() == ours


@pytest.mark.parametrize("what", ["a folder", "a pipe", "a link", "a text"])
def test_tiles_replace_nothing_else(what: str, folder: Path) -> None:
    picture = folder / "maze-tiles-32.png"
    if what == "a folder":
        picture.mkdir()
    elif what == "a pipe":
        pipe(picture)
    elif what == "a link":
        picture.symlink_to("gone.png")
    else:
        picture.write_text("mine")
    done = mazeeditor("export", "m.maze", "-o", "a.tmx", cwd=folder)
    assert done.status == 1
    assert "is there already" in done.error
    assert not (folder / "gone.png").exists()


# Pipes


@pytest.mark.parametrize("suffix", [".svg", ".maze"])
def test_a_pipe_that_nobody_reads_is_refused(suffix: str, folder: Path) -> None:
    pipe(folder / f"pipe{suffix}")
    done = mazeeditor("export", "m.maze", "-o", f"pipe{suffix}", cwd=folder)
    assert done.status == 1
    assert f"Cannot write pipe{suffix}: it is a pipe that nothing reads." in done.error


@pytest.mark.slow
def test_a_pipe_that_is_read_gets_all(folder: Path) -> None:
    """More than a pipe holds; who reads it begins a moment later."""
    pipe(folder / "pipe.svg")
    read: list[bytes] = []

    def reads() -> None:
        time.sleep(0.2)
        read.append((folder / "pipe.svg").read_bytes())

    thread = threading.Thread(target=reads)
    thread.start()
    words = ["generate", "--rows", "250", "--columns", "250", "--seed", "1", "-o"]
    assert mazeeditor(*words, "pipe.svg", cwd=folder).status == 0
    thread.join()
    assert mazeeditor(*words, "a.svg", cwd=folder).status == 0
    assert read == [(folder / "a.svg").read_bytes()]
    assert len(read[0]) > 1 << 17


@pytest.mark.slow
def test_ctrl_c_ends_a_write_that_waits(folder: Path) -> None:
    """Somebody has the pipe open, and reads nothing."""
    pipe(folder / "pipe.svg")
    number = os.open(folder / "pipe.svg", os.O_RDONLY | FLAGS)
    words = ["generate", "--rows", "250", "--columns", "250", "-o", "pipe.svg"]
    process = subprocess.Popen(
        [sys.executable, "-m", "mazeeditor", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while not has_byte(number) and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _out, error = process.communicate(timeout=20)
    os.close(number)
    assert process.returncode == 130
    assert error.splitlines()[-1] == "mazeeditor: Interrupted; nothing was written."
