"""A file that somebody else changes, removes or opens: noticed, said once, never lost."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.files import file_watch, user_folders
from mazeeditor.app.jobs import ignore
from mazeeditor.app.ui import Unsaved
from mazeeditor.core.disk import file_state
from mazeeditor.files import read
from mazeeditor.files.project import load, save
from tests.app.scripted import Program, opened
from tests.files.ageing import later, left
from tests.files.projects import maze


@pytest.fixture
def program() -> Iterator[Program]:
    with opened() as program:
        watch = program.session.opened.file_watch
        watch.pause, watch.settling = 0.0, 0.01
        yield program


@pytest.fixture
def path(program: Program, tmp_path: Path) -> Path:
    """Return the file that the program has saved."""
    path = tmp_path / "a.maze"
    program.answers.paths = [path]
    program.run("save")
    assert not program.document.dirty
    return path


def change(path: Path, rows: int = 7) -> bytes:
    """Write another maze to a file, as another program does; return its bytes."""
    project = load(path)
    project.maze = maze(rows, 5)
    save(project, path)
    return path.read_bytes()


def look(program: Program) -> None:
    program.session.opened.file_watch.check()
    program.settle()


QUESTION = "a.maze has changed on the disk"


def test_a_save_asks_before_it_overwrites(program: Program, path: Path) -> None:
    theirs = change(path)
    program.edit()
    program.answers.chosen = [None]
    program.run("save")
    assert program.answers.asked[-1] == QUESTION
    assert path.read_bytes() == theirs
    assert program.document.dirty
    program.answers.paths, program.answers.chosen = [path], [None]
    program.run("save-as")
    assert path.read_bytes() == theirs, "under the same name it asks too"
    program.answers.unsaved, program.answers.chosen = [Unsaved.SAVE], [None]
    program.run("close")
    assert not program.ui.closed
    assert path.read_bytes() == theirs
    program.answers.chosen = ["overwrite"]
    program.run("save")
    assert load(path).maze.walls.tolist() == program.walls()
    assert path.with_name("a.maze~").read_bytes() == theirs
    assert not program.document.dirty
    theirs = change(path)
    program.edit()
    program.answers.chosen, program.answers.paths = ["save-as"], [path.with_name("b.maze")]
    program.run("save")
    assert path.read_bytes() == theirs
    assert program.document.path == path.with_name("b.maze")
    assert not program.document.dirty


def test_the_focus_asks_nothing_that_a_save_has_asked(program: Program, path: Path) -> None:
    change(path)
    program.edit()
    program.answers.chosen = [None]
    program.run("save")
    look(program)
    assert program.answers.asked.count(QUESTION) == 1
    change(path, 9)
    program.answers.chosen = [None]
    look(program)
    assert program.answers.asked.count(QUESTION) == 2


def test_it_asks_about_each_change(program: Program, path: Path) -> None:
    change(path)

    class Answers(list[str | None]):
        def pop(self, _place: object = -1) -> str | None:
            self.theirs = change(path, 9)  # while the question is open
            return super().pop(0)

    program.edit()
    program.answers.chosen = answers = Answers(["overwrite", None])
    program.run("save")
    assert program.answers.asked[-2:] == [QUESTION] * 2
    assert path.read_bytes() == answers.theirs
    assert program.document.dirty


@pytest.mark.parametrize("compare", [False, True])
def test_reload(program: Program, path: Path, compare: bool) -> None:
    change(path)
    program.edit()
    program.answers.chosen = ["compare", "reload"] if compare else ["reload"]
    program.run("save")
    assert program.document.maze.lattice.rows == 7
    assert not program.document.dirty
    assert program.answers.chosen == []
    if compare:
        assert program.answers.texts[-1].endswith(
            "The maze here is rectangular, rows 12, columns 16, the one in the file rectangular, "
            "rows 7, columns 5.\nThe exits are elsewhere."
        )
        path.write_bytes(b"nonsense")
        program.answers.chosen = ["compare", None]
        program.run("save")
        assert program.answers.texts[-1].splitlines()[-1].startswith(f"Cannot read {path}: ")


def test_the_same_bytes_are_no_change(program: Program, path: Path) -> None:
    data = path.read_bytes()
    os.utime(path, (1, 1))
    program.edit()
    program.run("save")
    assert path.read_bytes() != data
    path.write_bytes(path.read_bytes())
    look(program)
    assert not program.document.dirty
    assert program.answers.asked == ["Save as"]


@pytest.mark.parametrize("dirty", [False, True])
def test_a_change_is_noticed_once(program: Program, path: Path, dirty: bool) -> None:
    change(path)
    if dirty:
        program.edit()
    walls = program.walls()
    program.answers.chosen = [None]
    look(program)
    assert program.answers.asked[-1] == QUESTION
    assert ("Reload loses" in program.answers.texts[-1]) == dirty
    assert program.walls() == walls
    assert program.document.dirty, "the file does not hold it any more"
    look(program)
    look(program)
    change(path, 8)  # another change is another question
    program.answers.chosen = ["reload"]
    look(program)
    assert program.document.maze.lattice.rows == 8
    assert not program.document.dirty
    look(program)
    assert program.answers.chosen == []


def test_a_file_that_vanishes(program: Program, path: Path) -> None:
    path.unlink()
    look(program)
    look(program)
    assert program.answers.messages == [
        "a.maze is gone: Somebody has moved or removed it. Save writes it again."
    ]
    assert program.document.dirty, "no file holds it any more"
    program.run("save")
    assert program.ui.statuses[-1] == "Saved a.maze again: the file was gone"
    assert load(path).maze.walls.tolist() == program.walls()
    path.unlink()
    look(program)
    assert len(program.answers.messages) == 2


def test_a_folder_that_vanishes(program: Program, path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sub"
    folder.mkdir()
    program.answers.paths = [folder / "b.maze"]
    program.run("save-as")
    (folder / "b.maze").unlink()
    folder.rmdir()
    program.edit()
    program.answers.chosen, program.answers.paths = ["save-as"], [path.with_name("c.maze")]
    program.run("save")
    assert program.answers.texts[-1].endswith(f"b.maze: there is no folder {folder}.")
    assert not program.document.dirty
    assert program.document.path == path.with_name("c.maze")


def test_a_file_that_is_replaced_at_the_moment(program: Program, path: Path) -> None:
    """Some programs remove a file before they write it anew."""
    data = path.read_bytes()
    path.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_watch, "sleep", lambda _seconds: path.write_bytes(data))
        look(program)
    assert program.answers.messages == []


def test_a_failed_save_is_not_saved(program: Program, path: Path) -> None:
    program.edit()
    path.unlink()
    path.mkdir()
    program.answers.chosen = [None]
    program.run("save")
    assert program.answers.asked[-1] == "The maze was not saved"
    assert program.answers.texts == [f"Cannot write {path}: it is a folder."]
    assert program.document.dirty
    assert program.document.path == path
    program.answers.unsaved, program.answers.chosen = [Unsaved.SAVE], [None]
    program.run("close")
    assert not program.ui.closed
    other = path.with_name("b.maze")
    program.answers.unsaved, program.answers.chosen = [Unsaved.SAVE], ["save-as"]
    program.answers.paths = [other]
    program.run("close")
    assert program.ui.closed
    assert load(other).maze.walls.tolist() == program.walls()


def test_the_previous_version_is_kept_unless_switched_off(program: Program, path: Path) -> None:
    previous = path.with_name("a.maze~")
    for _twice in range(2):
        before = path.read_bytes()
        program.edit()
        program.run("save")
        assert previous.read_bytes() == before
    previous.unlink()
    program.run("previous")
    program.edit()
    program.run("save")
    assert not previous.exists()
    previous.mkdir()
    program.run("previous")
    program.run("save")
    assert program.ui.statuses[-1].startswith("Saved a.maze. The previous version could not")


def test_a_previous_version_opens_and_is_not_written_to(program: Program, path: Path) -> None:
    program.edit()
    program.run("save")
    previous = path.with_name("a.maze~")
    before = previous.read_bytes()
    program.answers.paths = [previous]
    program.run("open")
    assert program.walls() == read(previous).maze.walls.tolist()
    assert program.document.path is None
    assert program.document.name == "a"
    program.edit()
    program.answers.paths = [None]
    program.run("save")
    assert program.answers.asked[-1] == "Save as"
    assert previous.read_bytes() == before


def test_two_windows_on_one_file(program: Program, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.maze"
    link.symlink_to(path)
    os.link(path, tmp_path / "hard.maze")
    for name in ("a.maze", "link.maze", "hard.maze"):
        with opened() as second:
            second.answers.paths = [tmp_path / name]
            second.run("open")
            second.settle()
            (message,) = second.answers.messages
            assert message.startswith(f"{name} is open twice: Process {os.getpid()} on ")
            assert second.document.path == tmp_path / name
            look(second)
            assert len(second.answers.messages) == 1
            second.session.close()
    program.edit()
    program.run("save")  # to a new file of that name, on which nobody else has a lock
    look(program)
    assert program.answers.messages == []
    program.answers.paths = [tmp_path / "b.maze"]
    program.run("save-as")
    with opened() as third:
        third.answers.paths = [path]
        third.run("open")
        third.settle()
        assert third.answers.messages == []
        third.session.close()


def test_the_first_window_is_not_told(program: Program, path: Path) -> None:
    """Not even where another program has put a new file there, which the second locks first."""
    with opened() as second:
        second.answers.paths = [path]
        second.run("open")
        second.settle()
        change(path)
        second.answers.chosen = ["reload"]
        look(second)
        program.answers.chosen = [None]
        look(program)
        assert program.answers.messages == []
        assert len(second.answers.messages) == 1
        second.session.close()


def test_the_second_window_asks_before_it_overwrites(program: Program, path: Path) -> None:
    with opened() as second:
        second.answers.paths = [path]
        second.run("open")
        second.settle()
        program.edit(7)
        program.run("save")
        theirs = path.read_bytes()
        second.edit(9)
        second.answers.chosen = [None]
        second.run("save")
        assert second.answers.asked[-1] == QUESTION
        assert path.read_bytes() == theirs
        second.session.close()


def test_nothing_is_asked_while_a_stroke_is_drawn(program: Program, path: Path) -> None:
    stroke = program.document.begin()
    lattice = program.document.maze.lattice
    wall = lattice.wall(lattice.cell(3, 3), lattice.sides.index("right"))
    change(path)
    stroke.toggle(np.array([wall]))
    look(program)
    assert program.answers.asked == ["Save as"]
    stroke.finish()
    program.answers.chosen = [None]
    look(program)
    assert program.answers.asked[-1] == QUESTION


def test_remainders_of_killed_processes_are_removed_at_the_start(tmp_path: Path) -> None:
    places = [tmp_path / name for name in ("recent", "opened", "elsewhere")]
    for place in places:
        place.mkdir()
    files = [left(place) for place in places]
    with later(), opened() as program:
        program.settings.recent = [
            str(places[0] / "a.maze"),
            "/a\0b/c.maze",
            str(tmp_path / "no" / "a"),
        ]
        program.session.services.sweep(places[1] / "b.maze")
        program.timer.advance_until(lambda: not files[0].exists() and not files[1].exists())
    assert files[2].exists()


def test_a_cancel_that_comes_too_late_is_no_change_of_others(program: Program, path: Path) -> None:
    before = path.read_bytes()
    program.edit()
    program.start("save")
    deadline = time.monotonic() + 60
    with suppress(PermissionError):  # of Windows, just while the file is replaced
        while path.read_bytes() == before:
            assert time.monotonic() < deadline
            time.sleep(0.001)
    program.session.services.jobs.cancel()
    program.settle()
    assert program.document.dirty
    look(program)
    program.edit(9)
    program.run("save")
    assert program.answers.asked == ["Save as"]
    assert not program.document.dirty
    assert load(path).maze.walls.tolist() == program.walls()


def test_what_was_written_elsewhere_is_a_change_here(program: Program, path: Path) -> None:
    other = path.with_name("b.maze")
    program.edit()
    program.answers.paths = [other]
    program.run("save-as")
    program.answers.paths = [path]
    program.run("open")
    path.write_bytes(other.read_bytes())
    program.answers.chosen = [None]
    look(program)
    assert program.answers.asked[-1] == QUESTION


def test_an_unreadable_file(program: Program, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    def broken(*_arguments: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(file_state, "state_of", broken)
        with pytest.raises(ZeroDivisionError):  # an internal error is raised
            look(program)
    monkeypatch.setattr(file_state, "state_of", forbidden)
    look(program)
    assert program.answers.messages == []
    program.edit()
    program.answers.chosen = [None]
    program.run("save")
    assert program.answers.texts == [f"Cannot write {path}: Permission denied."]
    assert program.document.dirty


def test_another_window_of_which_nothing_is_known(program: Program, path: Path) -> None:
    assert path.exists()
    for file in (user_folders.state_folder() or path).glob("open/*.lock"):
        file.write_bytes(b"?")
    with opened() as second:
        second.answers.paths = [path]
        second.run("open")
        second.settle()
        (message,) = second.answers.messages
        assert message.startswith("a.maze is open twice: Another window has it open too; ")
        second.session.close()
    program.settle()


def test_nothing_is_asked_while_a_job_may_be_writing_the_file(program: Program, path: Path) -> None:
    change(path)
    release = threading.Event()
    program.session.opened.file_watch.check()
    program.session.services.jobs.start("A long job", lambda _job: release.wait(20), ignore)
    background = program.session.services.background
    program.timer.advance_until(
        lambda: sum(task.thread.is_alive() for task in background.tasks) == 1
    )
    for _twice in range(50):
        program.timer.advance(1)
    assert program.answers.asked == ["Save as"]
    release.set()
    program.settle()
    program.answers.chosen = [None]
    look(program)
    assert program.answers.asked[-1] == QUESTION
