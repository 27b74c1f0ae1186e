"""Unsaved work is on the disk soon after an edit, and comes back after a crash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeeditor.app.commands.recover_work import offer_at_start
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.recovery import recovery
from mazeeditor.app.recovery.recovery import JOURNAL_MS, PAUSE_MS
from mazeeditor.app.ui import Recover, Unsaved
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import load_logo
from mazeeditor.editing.edits import SetLocks, SetTabs, SetUnderlay
from mazeeditor.editing.step_records import read_work
from mazeeditor.files import read
from mazeeditor.files.snapshots import StoredSnapshot, snapshots
from mazeeditor.maze.maze import locks_of
from mazeeditor.maze.walls import free_walls
from mazeeditor.page.underlay import NO_UNDERLAY, Underlay
from tests.app.scripted import Program, opened
from tests.faults import full_disk

PICTURE = Underlay(picture=load_logo(Path(__file__).parents[2] / "icons/app.png"), left=3.0)


def kept() -> list[StoredSnapshot]:
    return snapshots(recovery_folder())


def pass_time(program: Program, ms: int) -> None:
    """Let time pass, and workers end."""
    program.timer.advance(ms)
    program.settle()


def crash(program: Program) -> None:
    """End a program as a kill does: nothing is written any more, and its lock is free."""
    folder = program.session.opened.recovery.folder
    program.session.services.background.close()
    if folder._process_lock:
        folder._process_lock.release()


def crashed(*edits: int, path: Path | None = None) -> list[int]:
    """Leave the unsaved work of a program that has crashed; return its walls."""
    with opened() as program:
        if path:
            program.answers.paths = [path]
            program.run("save-as")
        for edit in edits:
            program.edit(edit)
        pass_time(program, PAUSE_MS)
        crash(program)
        return program.walls()


def saved_walls(kept: StoredSnapshot) -> list[int]:
    """Return the walls that a snapshot comes back with, with the journal."""
    return read_work(kept, Job()).project.maze.walls.tolist()


def snapshot_time() -> int:
    return kept()[0].path.stat().st_mtime_ns


def test_the_first_edit_is_on_the_disk_soon(program: Program) -> None:
    program.edit(5)
    program.timer.advance(JOURNAL_MS - 10)
    assert kept() == []
    pass_time(program, 10)
    (snapshot,) = kept()
    work = read_work(snapshot, Job())
    assert work.project.maze.walls.tolist() == program.walls()
    assert (work.origin.title, work.origin.file) == ("Untitled", None)


def test_a_snapshot_takes_the_place_of_the_journal_after_a_pause(program: Program) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    first = snapshot_time()
    program.edit(6)
    pass_time(program, PAUSE_MS - 2_000)
    assert snapshot_time() == first
    pass_time(program, 2_000)
    assert snapshot_time() > first
    assert kept()[0].read()[0].maze.walls.tolist() == program.walls()
    assert [*kept()[0].path.parent.glob("journal-*")] == []


@pytest.mark.slow
def test_a_long_journal_is_a_snapshot(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "MAX_JOURNAL_BYTES", 2_000)
    program.edit()
    pass_time(program, JOURNAL_MS)
    times, longest = set(), 0
    for tenth in range(200):
        program.edit(tenth % 14)
        pass_time(program, 100)
        times.add(snapshot_time())
        journals = kept()[0].path.parent.glob("journal-*")
        longest = max(longest, sum(path.stat().st_size for path in journals))
    assert 3 < len(times) < 20
    assert 2_000 < longest < 6_000
    pass_time(program, JOURNAL_MS)
    assert saved_walls(kept()[0]) == program.walls()


def test_a_stroke_goes_on_while_it_is_kept(program: Program) -> None:
    document = program.document
    stroke = document.begin()
    wall = document.maze.lattice.wall(int(document.maze.lattice.inside_cells()[3]), 2)
    stroke.toggle(np.array([wall]))
    pass_time(program, PAUSE_MS)
    assert stroke.open
    assert saved_walls(kept()[0]) == program.walls()


def test_nothing_is_kept_once_it_is_saved_undone_or_left(program: Program, tmp_path: Path) -> None:
    program.edit()
    pass_time(program, PAUSE_MS)
    program.run("undo")
    pass_time(program, PAUSE_MS)
    assert kept() == []
    program.edit()
    pass_time(program, PAUSE_MS)
    program.answers.paths = [tmp_path / "a.maze"]
    program.run("save-as")
    pass_time(program, PAUSE_MS)
    assert kept() == []
    program.edit()
    pass_time(program, PAUSE_MS)
    assert len(kept()) == 1
    program.answers.unsaved = [Unsaved.DISCARD]
    program.begin()
    pass_time(program, PAUSE_MS)
    assert kept() == []
    program.edit()
    pass_time(program, PAUSE_MS)
    program.session.close()
    folder = recovery_folder()
    assert folder
    assert list(folder.iterdir()) == []


def test_work_that_is_abandoned_is_kept_at_once(program: Program) -> None:
    assert program.session.abandon()
    assert kept() == []
    program.edit()
    assert program.session.abandon()
    assert saved_walls(kept()[0]) == program.walls()


def test_a_full_disk_is_reported_once(program: Program) -> None:
    with full_disk():
        for cell in (5, 6, 7):
            program.edit(cell)
            pass_time(program, PAUSE_MS)
        assert not program.session.opened.recovery.write_now()
    (text,) = program.answers.messages
    assert text.startswith("Unsaved work is not protected: ")
    assert "File too large" in text
    program.edit(8)
    pass_time(program, PAUSE_MS)
    assert len(kept()) == 1
    program.edit(9)
    with full_disk():
        pass_time(program, PAUSE_MS)
    assert len(program.answers.messages) == 2


def test_a_snapshot_is_taken_at_once_after_an_internal_error(program: Program) -> None:
    program.session.services.after_error.notify()
    program.settle()
    assert kept() == []
    program.edit()
    program.session.services.after_error.notify()
    program.settle()
    assert len(kept()) == 1


def test_a_maze_that_contradicts_itself_does_not_replace_a_good_one(program: Program) -> None:
    program.edit()
    pass_time(program, PAUSE_MS)
    good = program.walls()
    inside = program.document.maze.lattice.inside_cells()
    program.document.maze.walls.base[inside[30]] ^= 0b1111  # type: ignore[index]
    program.edit(7)
    pass_time(program, PAUSE_MS)
    assert kept()[0].read()[0].maze.walls.tolist() == good
    assert "not protected" in program.answers.messages[0]
    assert not program.session.opened.recovery.write_now()


def test_no_dialog_ends_a_stroke(program: Program) -> None:
    stroke = program.document.begin()
    stroke.toggle(
        np.array(
            [
                program.document.maze.lattice.wall(
                    int(program.document.maze.lattice.inside_cells()[3]), 2
                )
            ]
        )
    )
    with full_disk():
        pass_time(program, PAUSE_MS)
        assert program.answers.messages == []
        stroke.finish()
        program.edit(20)
        pass_time(program, PAUSE_MS)
    assert len(program.answers.messages) == 1


@pytest.mark.slow
def test_work_is_offered_at_the_start_and_opened_with_its_history(tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    walls = crashed(5, 25, path=path)
    saved = read(path).maze.walls.tolist()
    with opened() as program:
        program.answers.recover = [Recover.OPEN]
        program.session.parts.call(offer_at_start)
        program.settle()
        (work,) = program.answers.offered[0]
        assert work.origin
        assert (work.origin.title, work.origin.file) == ("a.maze", path)
        assert work.size == (12, 16)
        assert work.picture is not None
        assert program.walls() == walls
        assert program.document.dirty
        assert program.document.path == path
        pass_time(program, PAUSE_MS)
        (ours,) = kept()  # the old one is gone once ours is written
        assert ours.running
        program.run("undo")
        program.run("undo")
        assert program.walls() == saved
        assert not program.document.dirty
        pass_time(program, PAUSE_MS)
        assert kept() == []


def test_tabs_locks_and_the_underlay_come_back_with_their_steps() -> None:
    tabs = {"checksum": 7, "between walls": "0.5,0 0.5,1"}
    with opened() as program:
        document = program.document
        free = free_walls(document.maze.lattice)
        for step in (SetLocks(document.maze, free, "Lock all"), SetTabs(tabs)):
            document.apply(step)
            pass_time(program, PAUSE_MS)
            assert kept(), "each alone is unsaved work"
            document.undo()
            pass_time(program, PAUSE_MS)
            assert kept() == []
        document.apply(SetLocks(document.maze, free, "Lock all"))
        document.apply(SetUnderlay(document.underlay, PICTURE))
        document.apply(SetTabs(tabs))
        pass_time(program, PAUSE_MS)
        crash(program)
    with opened() as program:
        program.answers.recover = [Recover.OPEN]
        program.session.parts.call(offer_at_start)
        program.settle()
        document = program.document
        assert (document.tabs, document.underlay) == (tabs, PICTURE)
        assert np.array_equal(locks_of(document.maze), free)
        program.run("undo")
        assert document.tabs == {}
        program.run("undo")
        assert document.underlay == NO_UNDERLAY
        program.run("undo")
        assert document.maze.locks is None
        program.run("redo")
        program.run("redo")
        assert document.underlay == PICTURE


def test_a_file_that_was_changed_since_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    crashed(5, path=path)
    path.write_bytes(
        path.read_bytes().replace(b'"backtracker"', b'"prim"').split(b',\n"sha')[0] + b"}"
    )
    theirs = path.read_bytes()
    with opened() as program:
        program.answers.recover = [Recover.OPEN]
        program.answers.chosen = [None, None]
        program.session.parts.call(offer_at_start)
        program.settle()
        program.run("save")
        assert path.read_bytes() == theirs
        assert "a.maze has changed on the disk" in program.answers.asked


def test_it_survives_the_next_crash_at_any_moment() -> None:
    walls = crashed(5)
    with opened() as program:
        program.answers.recover = [Recover.OPEN]
        program.session.parts.call(offer_at_start)
        program.timer.advance_until(lambda: program.document.dirty)
        program.settle()
        crash(program)
    offered = [snapshot for snapshot in kept() if not snapshot.running]
    assert offered
    assert all(saved_walls(snapshot) == walls for snapshot in offered)


def test_what_is_left_for_later_is_offered_again() -> None:
    crashed(5)
    for _start in range(2):
        with opened() as program:
            program.answers.recover = [None]
            program.session.parts.call(offer_at_start)
            program.settle()
            assert len(program.answers.offered) == 1
            assert not program.document.dirty


def test_nothing_is_asked_where_nothing_was_left(program: Program) -> None:
    program.session.parts.call(offer_at_start)
    program.settle()
    assert program.answers.offered == []
    program.run("recover")
    assert program.ui.statuses[-1] == "There is no unsaved work to recover."


def test_work_is_saved_elsewhere_or_discarded(tmp_path: Path) -> None:
    first, second = crashed(5), crashed(6)
    with opened() as program:
        program.answers.recover = [Recover.SAVE_AS, Recover.SAVE_AS]
        program.answers.paths = [None, tmp_path / "missing" / "b.maze"]
        program.run("recover")  # which is given up, and fails
        program.settle()
        assert len(program.answers.errors) == 1
        assert [snapshot.running for snapshot in kept()] == [False] * 2
        program.answers.offered.clear()
        program.answers.recover = [Recover.SAVE_AS, Recover.DISCARD, Recover.DISCARD]
        program.answers.paths = [tmp_path / "b.maze"]
        program.answers.confirmed = [False, True]
        program.run("recover")
        program.settle()
        assert read(tmp_path / "b.maze").maze.walls.tolist() == second
        assert "recovery" not in (tmp_path / "b.maze").read_text()
        assert [len(works) for works in program.answers.offered] == [2, 1, 1]
        assert first != second
        assert kept() == []
        assert not program.document.dirty


def test_the_work_in_the_window_is_not_lost_by_opening_other_work(program: Program) -> None:
    crashed(5)
    program.edit(30)
    walls = program.walls()
    program.answers.recover = [Recover.OPEN]
    program.answers.unsaved = [Unsaved.KEEP]
    program.run("recover")
    program.settle()
    assert program.walls() == walls


def test_damaged_work_is_offered_with_the_reason() -> None:
    crashed(5)
    (snapshot,) = kept()
    snapshot.path.write_bytes(snapshot.path.read_bytes()[:-100])
    with opened() as program:
        program.answers.recover = [Recover.OPEN]
        program.run("recover")
        program.settle()
        (work,) = program.answers.offered[0]
        assert work.problem
        assert program.answers.errors == [work.problem]
        assert not program.document.dirty
    assert [snapshot.running for snapshot in kept()] == [False]


def test_two_windows_do_not_open_the_same_work() -> None:
    walls = crashed(5)
    with opened() as one, opened() as other:
        for program in (one, other):
            program.answers.recover = [Recover.OPEN]
        other_ask = other.answers.ask_recovery

        def late(offered: Any) -> Any:
            one.run("recover")
            one.settle()
            return other_ask(offered)

        other.answers.ask_recovery = late  # type: ignore[method-assign]
        other.run("recover")
        other.settle()
        assert one.walls() == walls
        assert len(other.answers.errors) == 1
        assert not other.document.dirty
