"""What people do with the installed program, by keys and clicks from outside.

What was done is read from the files that were written, and from the titles of the windows.
"""

from __future__ import annotations

import shutil
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.maze.maze import Maze
from tests.desktop import Desktop
from tests.wine.conftest import installed
from tests.wine.machine import Machine
from tests.wine.test_uninstall import CLASSES, registry
from tests.wine.user import User

OUT = "C:\\out\\"
DARK = 60  # of 255: a pixel of a wall
CELL = 44  # px: about the size of a cell on the screen


class Work:
    r"""The program with a maze, and its user; ``out`` is the folder ``C:\out`` as seen here."""

    def __init__(self, computer: Machine, screen: Desktop, folder: Path) -> None:
        self.computer, self.user, self.out = computer, User(screen), folder
        self.file = folder / "my maze.maze"
        self.processes: list[subprocess.Popen[str]] = []

    def open(self, *arguments: str, title: str = "my maze") -> None:
        """Start the program, as a double click does, and wait for its window."""
        program = str(installed(self.computer) / "mazeeditorw.exe")
        self.processes.append(self.computer.start(program, *arguments))
        self.user.wait_for_window(title)

    def kill(self) -> None:
        """End the programs as a crash does."""
        for name in ("mazeeditorw.exe", "python.exe"):
            self.computer.start("taskkill", "/F", "/IM", name).communicate(timeout=60)
        for process in self.processes:
            assert process.stdout
            process.stdout.close()  # a child of it may still be there
            process.wait(60)
        self.processes.clear()
        self.user.wait(lambda: not self.user.windows(), "the end of the windows")

    def maze(self, path: Path | None = None) -> Maze:
        """Return the maze of a file, as this computer reads it."""
        return mazeeditor.load(path or self.file)

    def saved(self) -> Maze:
        """Save, and return the maze of the file once the window says that it is saved."""
        self.user.key("ctrl+s")
        self.user.wait(lambda: not self.changed(), "the saved maze")
        return self.maze()

    def changed(self) -> bool:
        """Whether the window says that something is not saved."""
        return any("maze*" in title for title in self.user.windows())

    def change(self, *keys: str) -> None:
        """Press keys until the window says that something is not saved."""
        for key in keys:
            self.user.key(key)
        self.user.wait(self.changed, "the change")

    def name_file(self, title: str, name: str) -> Path:
        """Type the name of a file into the dialog of Windows; return where it lies here."""
        self.user.wait_for_window(title)
        for key in ("Home", "shift+End"):
            self.user.key(key)
        self.user.type_text(OUT + name)
        self.user.key("Return")
        return self.out / name

    def choose(self, words: str) -> None:
        """Run a command by its name, in the palette."""
        self.user.key("ctrl+shift+p")
        self.user.type_text(words)
        self.user.key("Return")


def forget(computer: Machine) -> None:
    """Remove what an earlier test has left: settings, recent files, unsaved work."""
    for folder in installed(computer).parents[2].glob("*/mazeeditor"):
        for path in folder.iterdir():
            if path.is_dir() and path.name != "Cache":
                shutil.rmtree(path)
            elif path.is_file():
                path.unlink()


@pytest.fixture
def work(computer: Machine, screen: Desktop) -> Iterator[Work]:
    """The window with a maze of 12 x 16 cells that has one route."""
    folder = computer.path("out")
    forget(computer)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    work = Work(computer, screen, folder)
    mazeeditor.save(mazeeditor.generate(rows=12, columns=16, seed=5), work.file)
    work.open(OUT + "my maze.maze")
    yield work
    work.kill()


def walls_apart(one: Maze, other: Maze) -> int:
    """Return how many walls of two mazes of one size differ."""
    assert one.lattice.same(other.lattice)
    return int(np.count_nonzero(one.walls != other.walls)) // 2


def a_wall(picture: Image.Image) -> tuple[int, int]:
    """Return the middle of an upright wall near the middle of a picture of the window."""
    grey = np.asarray(picture.convert("L"))
    height, width = grey.shape
    for x in range(width * 2 // 5, width * 3 // 5):
        dark = grey[height // 4 : height * 3 // 4, x] < DARK
        changes = np.flatnonzero(np.diff(dark.view(np.int8)))[int(dark[0]) :]
        for begin, end in zip(changes[::2].tolist(), changes[1::2].tolist(), strict=False):
            if end - begin > CELL // 2:
                return x + 1, height // 4 + begin + CELL // 2
    raise AssertionError("no wall is seen")


def test_a_wall_is_erased_undone_and_redone(work: Work) -> None:
    before = work.maze()
    work.user.click(*a_wall(work.user.picture()))
    work.user.wait(work.changed, "the change")
    erased = work.saved()
    assert walls_apart(before, erased) == 1
    work.change("ctrl+z")
    assert walls_apart(before, work.saved()) == 0
    work.change("ctrl+y")
    assert walls_apart(erased, work.saved()) == 0


def test_another_name_in_the_dialog_of_windows(work: Work) -> None:
    work.user.key("ctrl+shift+s")
    path = work.user.wait_for_file(work.name_file("Save as", "Mazes for Anna.maze"))
    work.user.wait_for_window("Mazes for Anna")
    assert walls_apart(work.maze(path), work.maze()) == 0


def test_a_name_of_a_device_is_refused(work: Work) -> None:
    work.user.key("ctrl+shift+s")
    work.name_file("Save as", "NUL.maze")
    time.sleep(1)
    work.user.key("Escape")  # the sentence, or the dialog of Windows
    assert not [path for path in work.out.iterdir() if path.name.startswith("NUL")]
    assert not any("NUL" in title for title in work.user.windows())


def test_a_second_window(work: Work) -> None:
    mazeeditor.save(mazeeditor.generate(rows=5, columns=5, seed=1), work.out / "small.maze")
    work.open(OUT + "small.maze", title="small")
    titles = " ".join(work.user.windows())
    assert "small" in titles
    assert "my maze" in titles


def is_pdf(path: Path) -> bool:
    with pikepdf.open(path) as pages:
        return len(pages.pages) == 1


def is_svg(path: Path) -> bool:
    return ElementTree.parse(path).getroot().tag.endswith("svg")


def is_picture(path: Path) -> bool:
    with Image.open(path) as picture:
        return min(picture.size) > 1000


@pytest.mark.parametrize(
    ("kind", "steps", "check"),
    [("pdf", (), is_pdf), ("svg", ("Up",), is_svg), ("png", ("Down",), is_picture)],
)
def test_an_export(
    kind: str, steps: tuple[str, ...], check: Callable[[Path], bool], work: Work
) -> None:
    work.user.key("ctrl+e")
    work.user.wait_for_window("Export")
    for key in ("Tab", "Down", *steps, "Return", "Return"):  # the list of formats, from PDF on
        work.user.key(key)
    time.sleep(2)
    assert check(work.user.wait_for_file(work.name_file("Export", f"a.{kind}")))


def test_a_part_for_a_laser(work: Work) -> None:
    work.user.key("alt+4")
    time.sleep(12)  # the first plan is compiled
    work.user.key("ctrl+e")
    path = work.user.wait_for_file(work.name_file("Save the files", "coaster.svg"))
    assert b"outer-cut" in path.read_bytes()


def test_a_sheet_for_a_class(work: Work) -> None:
    work.user.key("alt+3")
    time.sleep(2)
    work.user.key("ctrl+e")
    path = work.user.wait_for_file(work.name_file("Save the sheet", "sheet.pdf"))
    with pikepdf.open(path) as pages:
        assert len(pages.pages) == 2


def test_a_menu_is_opened_by_alt_and_its_letter(work: Work) -> None:
    work.user.key("alt+f")
    work.user.key("a")  # Save as
    work.user.wait_for_window("Save as")
    work.user.key("Escape")


def test_a_report_of_a_problem_names_no_user(work: Work) -> None:
    work.choose("report a problem")
    work.user.wait_for_window("Report a problem")
    work.user.key("Return")
    path = work.user.wait_for_file(work.name_file("Save the report", "report.zip"))
    with zipfile.ZipFile(path) as report:
        text = "\n".join(report.read(name).decode() for name in report.namelist())
    assert mazeeditor.__version__ in text
    user = installed(work.computer).parents[3].name
    for name in (f"users\\{user}", f"users\\\\{user}", "my maze"):
        assert name not in text.lower()


def test_what_is_not_saved_is_asked_for(work: Work) -> None:
    before = work.maze()
    work.change("ctrl+shift+g")
    work.user.key("alt+F4")
    time.sleep(1)
    work.user.key("Escape")
    assert work.changed()
    work.user.key("alt+F4")
    time.sleep(1)
    work.user.key("Return")  # Save
    work.user.wait(lambda: not work.user.windows(), "the end")
    assert walls_apart(before, work.maze()) > 10


def test_what_was_not_saved_comes_back_after_a_crash(work: Work) -> None:
    before = work.maze()
    work.change("ctrl+shift+g")
    time.sleep(4)  # until it is kept
    work.kill()
    work.open(OUT + "my maze.maze", title="Recover unsaved work")
    work.user.key("Return")  # Open
    work.user.wait(work.changed, "the recovered maze")
    assert walls_apart(before, work.saved()) > 10


def test_a_double_click_on_a_file(work: Work) -> None:
    """Wine 8 looks for no classes of one user, so what they say is done here."""
    work.kill()
    shutil.copyfile(work.file, work.out / "clicked.maze")
    command = registry(work.computer, f"{CLASSES}mazeeditor.maze\\shell\\open\\command")
    program = command.replace("%1", OUT + "clicked.maze").strip('"').split('" "')
    work.processes.append(work.computer.start(*program))
    work.user.wait_for_window("clicked")
    work.user.key("ctrl+q")
    work.user.wait(lambda: not work.user.windows(), "the end")
