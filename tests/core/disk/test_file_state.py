"""Whether a file is still the one that was read: size and times where they prove it, else bytes."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from mazeeditor.core.disk import file_state
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.disk.file_state import COARSE, FileState, state_of
from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.maze"
    path.write_bytes(b"x" * 3_000_000)
    return path


def seen(path: Path) -> FileState:
    state = state_of(path, None, Job())
    assert state is not None
    return state


def long_ago(state: FileState) -> FileState:
    """Return a state as it would be had the file been there for a while."""
    return replace(state, seen=state.seen + 2 * COARSE)


def test_what_was_written_is_what_is_there(tmp_path: Path) -> None:
    for data in (b"", b"one", b"x" * 2_500_000):
        written = write_whole(tmp_path / "b", data).state
        assert written is not None
        found = seen(tmp_path / "b")
        assert replace(found, seen=written.seen) == written
        assert found.same_bytes(written)


@pytest.mark.parametrize("old", [False, True])
def test_a_file_is_read_only_where_it_must_be(
    path: Path, old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = long_ago(seen(path)) if old else seen(path)
    read: list[Path] = []
    digest = file_state.digest_of_file

    def noted(path: Path, job: Job) -> str:
        read.append(path)
        return digest(path, job)

    monkeypatch.setattr(file_state, "digest_of_file", noted)
    state = state_of(path, known, Job())
    assert state is not None
    assert state.same_bytes(known)
    assert bool(read) != old, "a file that was new when it was seen may have changed since"


def test_a_change_within_one_tick_of_the_clock(path: Path) -> None:
    """Size, times and place are the same: only the bytes tell."""
    known = seen(path)
    status = path.stat()
    with path.open("r+b") as file:
        file.write(b"y")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    now = FileState.of(path.stat(), "")
    state = state_of(path, replace(known, changed=now.changed), Job())
    assert state is not None
    assert (state.size, state.modified) == (known.size, known.modified)
    assert not state.same_bytes(known)


def test_touching_is_no_change_and_writing_is(path: Path) -> None:
    known = long_ago(seen(path))
    os.utime(path, (time.time() + 100,) * 2)
    assert seen(path).same_bytes(known)
    assert state_of(path, known, Job()) != known
    data = path.read_bytes()
    other = path.with_name("other")
    other.write_bytes(data)
    other.replace(path)  # the same bytes in another file
    state = state_of(path, known, Job())
    assert state is not None
    assert state.same_bytes(known)
    path.write_bytes(data + b"y")
    state = state_of(path, known, Job())
    assert state is not None
    assert not state.same_bytes(known)


def test_what_is_no_file(path: Path) -> None:
    known = seen(path)
    path.unlink()
    assert state_of(path, known, Job()) is None
    assert state_of(path / "below", known, Job()) is None
    path.mkdir()
    state = state_of(path, known, Job())
    assert state is not None
    assert not state.same_bytes(known)
    assert not state.same_bytes(state)


def test_cancel(path: Path) -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        state_of(path, None, job)
