"""A monkey in the real window, under a window manager: nothing it does raises, stalls or leaks."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.core.job import Job
from mazeeditor.files.project import load, save
from mazeeditor.gui.app import GONE, GONE_CALLBACK
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from tests.breadth import stress
from tests.desktop import Desktop
from tests.gui.desk import Desk, open_desk
from tests.kernels import load_all
from tests.long_use import Sessions
from tests.monkey import Monkey
from tests.windows import Watch
from tests.work import all_work

pytestmark = pytest.mark.slow

EVENTS = 100_000 if stress() else 400
SEEDS = (1, 2, 3, 4, 5) if stress() else (1,)
HARMLESS = re.compile(f": ({GONE.pattern}|{GONE_CALLBACK.pattern})")
GROWTH = 1.2  # resident memory at the end, to that after the first tenth


@pytest.fixture
def monkey_folder(home: Path, state_folder: Path) -> Path:
    """The only folder for files; home is empty, and the log is of this test alone."""
    assert state_folder.parent == home
    folder = home / "files"
    folder.mkdir()
    return folder


def play(desktop: Desktop, folder: Path, seed: int, events: int) -> tuple[Desk, Monkey]:
    if stress():
        load_all()
    desk = open_desk()
    desk.wait(lambda: not desk.session.services.background.busy, "the compiler", 120)
    if stress():
        use_everything(desk, folder)
    monkey = Monkey(desk, desktop, seed, folder)
    monkey.play(events)
    return desk, monkey


def use_everything(desk: Desk, folder: Path) -> None:
    """Load what a process loads once and keeps, whenever a monkey needs it: only leaks grow then.

    A monkey may come to the last of them after hours.
    """
    Sessions(desk, folder).play()
    for shape in SHAPES:
        desk.session.view.draft.choose_shape(shape.name)
        desk.window.run(COMMANDS["generate"])
        desk.wait_for_work()
        export(desk.document.maze, folder / "all.pdf", Page())
    for work in all_work(12).values():
        work(Job())
    desk.wait(lambda: not desk.session.services.background.busy, "the compiler", 120)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_finds_no_error(seed: int, desktop: Desktop, monkey_folder: Path, watch: Watch) -> None:
    desk, monkey = play(desktop, monkey_folder, seed, EVENTS)
    assert not monkey.problems, f"seed {seed}"
    assert not watch.errors, f"seed {seed}: " + "\n".join(watch.errors)
    assert not serious(monkey_folder.parent / "state" / "errors.log"), f"seed {seed}"
    assert monkey.events >= EVENTS
    assert monkey.checks >= EVENTS // 100 - 1
    check_file(desk, monkey_folder / "last.maze")
    if stress():
        tenth = next(at for at in monkey.history if at.events >= EVENTS // 10)
        assert monkey.history[-1].resident <= GROWTH * tenth.resident, f"seed {seed}"


def serious(log: Path) -> list[str]:
    """Return the errors in the log but those of Tk's own scripts that outlive their widget."""
    lines = log.read_text().splitlines() if log.exists() else []
    errors = [line for line in lines if re.match(r"\S+(Error|Exception): ", line)]
    return [line for line in errors if not HARMLESS.search(line)]


def check_file(desk: Desk, path: Path) -> None:
    document = desk.document
    save(document.project(), path)
    read, maze = load(path), document.maze
    assert np.array_equal(read.maze.walls, maze.walls)
    assert (read.maze.entrance, read.maze.exits) == (maze.entrance, maze.exits)
    assert read.recipe == document.recipe
    assert not read.warnings
