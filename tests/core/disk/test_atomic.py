"""A file is written whole or not at all, whatever fails."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.job import Job
from tests.faults import SharedError

NOT_VALID, CLOSED = "this is not a valid file name", "Bad file descriptor"
if sys.platform == "win32":
    NOT_VALID, CLOSED = r"Windows allows no '\x00' in names", "Invalid handle"
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes, links or FIFOs")


def content(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


@pytest.mark.parametrize(
    "data", [b"new", bytearray(b"new"), [b"n", b"", b"ew"], iter([b"ne", b"w"])]
)
def test_writes_a_new_file_and_over_an_old_one(data: Any, tmp_path: Path) -> None:
    chunks: Any = data if isinstance(data, bytes | bytearray) else list(data)
    write_whole(tmp_path / "a", chunks)
    assert content(tmp_path) == {"a": b"new"}
    (tmp_path / "a").write_bytes(b"something old and longer")
    write_whole(str(tmp_path / "a"), iter(chunks) if isinstance(chunks, list) else chunks)
    assert content(tmp_path) == {"a": b"new"}


def failing_chunks(failure: BaseException) -> Iterator[bytes]:
    yield b"x" * 100_000
    raise failure


FAILURES: list[BaseException] = [
    CancelledError(),
    KeyboardInterrupt(),
    OSError(errno.ENOSPC, "No space left on device"),
    MazeError("no maze"),
]


@pytest.mark.parametrize("old", [None, b"old"])
def test_a_failure_while_the_chunks_are_made(old: bytes | None, tmp_path: Path) -> None:
    for failure in FAILURES:
        if old is not None:
            (tmp_path / "a").write_bytes(old)
        before = content(tmp_path)
        expected = MazeError if isinstance(failure, OSError) else type(failure)
        with pytest.raises(expected) as caught:
            write_whole(tmp_path / "a", failing_chunks(failure))
        assert content(tmp_path) == before, failure
        if isinstance(failure, OSError):
            assert str(caught.value) == f"Cannot write {tmp_path / 'a'}: No space left on device."


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_after_the_last_chunk(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os if step == "fsync" else Path, step, fail)
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(MazeError, match=r"Cannot write .*a: Input/output error\.$"):
        write_whole(tmp_path / "a", b"new")
    assert content(tmp_path) == {"a": b"old"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_device() -> None:
    with pytest.raises(MazeError, match="/dev/full: No space left"):
        write_whole("/dev/full", b"x" * 100_000)


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"old")
    for name, reason in [
        ("folder", "it is a folder"),
        ("missing/a", f"there is no folder {tmp_path / 'missing'}"),
        ("file/a", ""),
        ("a" * 300, ""),
        ("nul\0", NOT_VALID),
    ]:
        with pytest.raises(MazeError) as caught:
            write_whole(tmp_path / name, b"new")
        line = str(caught.value)
        assert line.startswith("Cannot write ")
        assert reason in line
        assert line.isprintable()
    assert content(tmp_path) == {"file": b"old"}
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_read_only_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_arguments: False)  # root may write everything
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(MazeError, match="read-only"):
        write_whole(tmp_path / "a", b"new")
    assert content(tmp_path) == {"a": b"old"}


@posix
def test_mode_is_kept_and_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "new").chmod(0o604)
    write_whole(tmp_path / "new", b"y")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o604


OWNER, MEMBER, STRANGER, GROUP = 61001, 61002, 61003, 62000


@pytest.fixture
def shared_file() -> Iterator[Path]:
    """Return a file of a group, in a folder of that group; only root can make one."""
    if sys.platform == "win32" or os.geteuid():
        pytest.skip("only root can write as several users")
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        file = folder / "a.maze"
        file.write_bytes(b"old")
        os.chown(file, OWNER, GROUP)
        yield file


def write_as(user: int, groups: list[int], file: Path, data: Any) -> int:
    """Write a file in a process of another user; return its exit status."""
    if sys.platform == "win32":
        pytest.skip("Windows has no users of this kind")
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.setgroups(groups)
    os.setgid(user)
    os.setuid(user)
    try:
        write_whole(file, data)
        os._exit(0)
    finally:
        os._exit(1)


@pytest.mark.slow
def test_a_member_keeps_the_group(shared_file: Path) -> None:
    shared_file.chmod(0o664)
    assert write_as(MEMBER, [GROUP], shared_file, b"new") == 0
    status = shared_file.stat()
    assert shared_file.read_bytes() == b"new"
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (MEMBER, GROUP, 0o664)


def test_another_group_may_do_no_more_than_everybody(shared_file: Path) -> None:
    shared_file.chmod(0o662)
    assert write_as(STRANGER, [], shared_file, b"new") == 0
    status = shared_file.stat()
    assert (status.st_gid, stat.S_IMODE(status.st_mode)) == (STRANGER, 0o622)


@posix
def test_nobody_else_reads_a_private_file_while_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o600)
    modes: list[int] = []

    def chunks() -> Iterator[bytes]:
        yield b"new"
        modes.extend(stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob(".*.tmp"))

    write_whole(tmp_path / "a", chunks())
    assert modes == [0o600]


@posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for name in ("old", "new"):  # the second link leads to a file that is not there yet
        link = tmp_path / f"link to {name}"
        if name == "old":
            (tmp_path / "there" / name).write_bytes(b"old")
        link.symlink_to(Path("there") / name)
        write_whole(link, b"new")
        assert link.is_symlink()
    assert content(tmp_path / "there") == {"old": b"new", "new": b"new"}
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(MazeError, match="loop: "):
        write_whole(tmp_path / "loop", b"new")
    assert (tmp_path / "loop").is_symlink()


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no pipes in folders")
    os.mkfifo(tmp_path / "pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole(tmp_path / "pipe", [b"through ", b"the pipe"])
    reader.join(10)
    assert got == [b"through the pipe"]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@pytest.mark.parametrize("old", [None, b"old"])
@pytest.mark.parametrize("damage", ["a byte", "cut"])
def test_what_the_disk_has_damaged_does_not_replace_the_old_file(
    old: bytes | None, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def damaged(number: int) -> None:
        sync(number)
        for file in tmp_path.glob(".*.tmp"):
            data = file.read_bytes()
            file.write_bytes(data[:-1] + (b"" if damage == "cut" else b"y"))

    monkeypatch.setattr(os, "fsync", damaged)
    if old is not None:
        (tmp_path / "a").write_bytes(old)
    before = content(tmp_path)
    with pytest.raises(MazeError, match=r"a: the disk returns other bytes than were written\.$"):
        write_whole(tmp_path / "a", [b"x" * 3_000_000, b"x"])
    assert content(tmp_path) == before


class Sharing:
    """Refuses to rename files as Windows does while a scanner reads them."""

    def __init__(
        self,
        times: int,
        number: int,
        monkeypatch: pytest.MonkeyPatch,
        at_call: Callable[[int], object] = bool,
    ) -> None:
        self.left, self.number, self.calls = times, number, 0
        self.replace, self.at_call = Path.replace, at_call
        monkeypatch.setattr(Path, "replace", lambda source, target: self.refuse(source, target))
        monkeypatch.setattr("mazeeditor.core.disk.staging.FIRST_PAUSE_S", 0.001)

    def refuse(self, source: Path, target: Path) -> Path:
        self.calls += 1
        self.left -= 1
        self.at_call(self.calls)
        if self.left >= 0:
            raise SharedError(self.number)
        return self.replace(source, target)


def test_cancel_while_another_program_keeps_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    job = Job()
    sharing = Sharing(10**9, 32, monkeypatch, lambda calls: job.cancel() if calls == 3 else None)
    with pytest.raises(CancelledError):
        write_whole(tmp_path / "a", b"new", job=job)
    assert sharing.calls == 3
    assert content(tmp_path) == {"a": b"old"}


def test_other_refusals_are_final(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sharing = Sharing(1, 17, monkeypatch)
    with pytest.raises(MazeError):
        write_whole(tmp_path / "a", b"new")
    assert sharing.calls == 1
    assert content(tmp_path) == {}


def test_the_last_look_before_the_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def refuse(path: Path) -> None:
        assert path == tmp_path / "a"
        assert content(tmp_path)["a"] == b"old"
        (temporary,) = tmp_path.glob(".*.tmp")
        assert temporary.read_bytes() == b"new"
        raise MazeError("not now")

    with pytest.raises(MazeError, match="not now"):
        write_whole(tmp_path / "a", b"new", before_replace=refuse)
    assert content(tmp_path) == {"a": b"old"}


@pytest.mark.skipif(sys.platform == "win32", reason="Wine resolves no such names")
def test_a_name_of_255_bytes(tmp_path: Path) -> None:
    for name in ("a" * 255, "ä" * 127):
        write_whole(tmp_path / name, b"one")
        write_whole(tmp_path / name, b"two")
        assert (tmp_path / name).read_bytes() == b"two"


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Neither to write a file, to read it back, nor to copy the old one."""
    size = 1 << 20
    for number in range(2):
        tracemalloc.start()
        try:
            write_whole(tmp_path / "a", (bytes(size) for _chunk in range(24)), keep_previous=True)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 4 * size, number
    assert (tmp_path / "a").stat().st_size == 24 * size


def test_a_new_file_that_cannot_be_written_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows would not remove it otherwise."""
    opened: list[int] = []

    def fail(number: int, _mode: str) -> None:
        opened.append(number)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdopen", fail)
    with pytest.raises(MazeError, match="No space left"):
        write_whole(tmp_path / "a.maze", b"new")
    assert list(tmp_path.iterdir()) == []
    (number,) = opened
    with pytest.raises(OSError, match=CLOSED):
        os.fstat(number)
