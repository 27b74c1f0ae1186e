"""Each step of a save fails in each manner: the old file or the new one is there, and no other.

The steps are those that a save makes: the calls of the operating system, recorded, not listed here.
"""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.disk.staging import NAME
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.editing.work import saving
from tests.breadth import in_turns, stress
from tests.core.disk.test_atomic import content
from tests.faults import without_links
from tests.files.projects import maze
from tests.files.system_calls import AFTER, BEFORE, Steps, failing, interrupt

NUMBERS = ("ENOSPC", "EIO", "EACCES", "EROFS", "EFBIG")
ESSENTIAL = {"open", "write", "flush", "fsync", "read", "replace"}  # without them nothing is saved
FAILURES = {name: (failing(name), BEFORE) for name in NUMBERS}
FAILURES |= {f"interrupt, {when}": (interrupt, when) for when in (BEFORE, AFTER)}


def edited(path: Path) -> Document:
    """Return a document that was saved twice, and edited since."""
    document = Document(maze(20, 20))
    for number in range(2):
        save_again(document, path)
        lattice = document.maze.lattice
        wall = lattice.wall(lattice.cell(3 + number, 3), lattice.sides.index("right"))
        document.apply(ToggleWalls.of(document.maze, np.array([wall])))
    return document


def save_again(document: Document, path: Path) -> None:
    known = [document.file_state] if document.file_state else []
    work = saving(document, path, known, keep_previous=True)
    work.deliver(work.run(Job()))


FEW = ["ENOSPC", f"interrupt, {BEFORE}", f"interrupt, {AFTER}"]
# an interrupt may come after a file was opened and before anything knows its number
LEAKS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def emptied(folder: Path) -> None:
    if sys.platform == "win32":  # see below
        gc.collect()
    for file in folder.iterdir():
        if sys.platform == "win32" and NAME.fullmatch(file.name):
            with suppress(PermissionError):
                file.unlink()
        else:
            file.unlink()


def kept(folder: Path) -> dict[str, bytes]:
    """Return what is in a folder at last.

    Windows removes no file that is open. A fault behind the opening leaves it so, for a moment or,
    where nothing knows its number yet, until the process ends; then it is swept.
    """
    found = content(folder)
    if sys.platform == "win32":
        return {name: data for name, data in found.items() if not NAME.fullmatch(name)}
    return found


@pytest.mark.slow
@LEAKS
@pytest.mark.parametrize(
    ("failure", "links"), in_turns(FAILURES if stress() else FEW, [True, False])
)
def test_a_step_of_a_save(
    failure: str, links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        without_links(monkeypatch)
    path, failed = tmp_path / "a.maze", set()
    document = edited(path)
    before = content(tmp_path)
    with Steps() as steps:
        save_again(document, path)
    new = path.read_bytes()
    for number, name in enumerate(steps.names):
        emptied(tmp_path)
        document = edited(path)
        assert kept(tmp_path) == before
        try:
            with Steps(number, *FAILURES[failure]):
                save_again(document, path)
        except (MazeError, KeyboardInterrupt):
            failed.add(name)
            assert document.dirty
        after = kept(tmp_path)
        step = f"{name}, step {number} of {steps.names}"
        assert after.keys() == before.keys(), step
        if document.dirty and failure in NUMBERS:
            assert after == before, step
        elif document.dirty:  # an interrupt may come after the last step that matters
            assert after["a.maze"] in (before["a.maze"], new), step
            assert after["a.maze~"] in before.values(), step
        else:
            assert after["a.maze"] == new, step
    gc.collect()  # here, where the warnings are expected
    assert failed >= ESSENTIAL


@LEAKS
@pytest.mark.parametrize("old", [True, False])
@pytest.mark.parametrize("failure", list(FAILURES) if stress() else FEW)
def test_a_step_of_several_files(failure: str, old: bool, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.svg", "a-solution.svg")]

    def write(data: bytes) -> None:
        write_together([(path, data + path.name.encode()) for path in paths])

    def start() -> dict[str, bytes]:
        emptied(tmp_path)
        if old:
            write(b"old")
        return content(tmp_path)

    before, failed = start(), set()
    with Steps() as steps:
        write(b"new")
    new = content(tmp_path)
    for number, name in enumerate(steps.names):
        start()
        try:
            with Steps(number, *FAILURES[failure]):
                write(b"new")
        except (MazeError, KeyboardInterrupt):
            failed.add(name)
            allowed = [before] if failure in NUMBERS else [before, new]
        else:
            allowed = [new]
        assert kept(tmp_path) in allowed, f"{name}, step {number} of {steps.names}"
    gc.collect()  # here, where the warnings are expected
    assert failed >= ESSENTIAL


# Real devices
