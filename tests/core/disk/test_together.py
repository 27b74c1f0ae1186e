"""Several files written together: all of them or none, however far it came."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.job import Job
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from tests.core.disk.test_atomic import content
from tests.faults import without_links
from tests.page.mazes import made

OLD = {"a": b"old a", "b": b"old b", "c": b"old c"}
NEW = {"a": b"new a", "b": b"new b", "c": b"new c"}


def files(folder: Path) -> Iterator[tuple[Path, bytes]]:
    return ((folder / name, data) for name, data in NEW.items())


@pytest.fixture(params=["", "b", "abc"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, bytes]:
    """Write some of the files before; return the contents of the folder."""
    for name in request.param:
        (tmp_path / name).write_bytes(OLD[name])
    return content(tmp_path)


@pytest.mark.usefixtures("old")
def test_all_are_written(tmp_path: Path) -> None:
    assert write_together(files(tmp_path)) == [tmp_path / name for name in NEW]
    assert content(tmp_path) == NEW
    assert write_together([]) == []


class Refusal:
    """Refuses one of the renames to these names."""

    def __init__(self, nth: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
        self.nth, self.error, self.replace = nth, error, Path.replace
        monkeypatch.setattr(Path, "replace", lambda source, target: self.refuse(source, target))

    def refuse(self, source: Path, target: Path) -> Path:
        self.nth -= 1
        if self.nth == 0:
            raise self.error
        return self.replace(source, target)


@pytest.mark.parametrize("links", [True, False])
def test_what_was_replaced_is_put_back(
    old: dict[str, bytes], links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for nth, name in enumerate("cba", 1):
        for error in (OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()):
            expected = MazeError if isinstance(error, OSError) else KeyboardInterrupt
            with monkeypatch.context() as patch:
                if not links:
                    without_links(patch)
                Refusal(nth, error, patch)
                with pytest.raises(expected) as caught:
                    write_together(files(tmp_path))
            assert content(tmp_path) == old, (name, error)
            if isinstance(error, OSError):
                text = f"Cannot write {tmp_path / name}: Input/output error."
                assert str(caught.value) == text


def test_what_cannot_be_put_back_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data in OLD.items():
        (tmp_path / name).write_bytes(data)
    replace = Path.replace

    def refuse(source: Path, target: Path) -> Path:
        if target.name != "c" or replaced:
            raise OSError(errno.EIO, "Input/output error")
        replaced.append(target)
        return replace(source, target)

    replaced: list[Path] = []
    monkeypatch.setattr(Path, "replace", refuse)
    sign = re.escape(os.sep)
    sentence = rf"{sign}b: Input/output error\. .*{sign}c could not be put back"
    with pytest.raises(MazeError, match=sentence):
        write_together(files(tmp_path))
    assert content(tmp_path) == OLD | {"c": NEW["c"]}


def broken(folder: Path, failure: BaseException) -> Iterator[tuple[Path, bytes]]:
    yield from list(files(folder))[:2]
    raise failure


def test_a_failure_before_the_last_is_whole(old: dict[str, bytes], tmp_path: Path) -> None:
    for failure in (CancelledError(), MazeError("no"), KeyboardInterrupt()):
        with pytest.raises(type(failure)):
            write_together(broken(tmp_path, failure))
        assert content(tmp_path) == old, failure


def test_cancel_before_the_first_is_replaced(old: dict[str, bytes], tmp_path: Path) -> None:
    job = Job()

    def cancelled() -> Iterator[tuple[Path, bytes]]:
        yield from files(tmp_path)
        job.cancel()

    with pytest.raises(CancelledError):
        write_together(cancelled(), job)
    assert content(tmp_path) == old


def test_a_pipe_among_them_is_written_to(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no pipes in folders")
    os.mkfifo(tmp_path / "b")
    with ThreadPoolExecutor(1) as reader:
        got = reader.submit((tmp_path / "b").read_bytes)
        write_together(files(tmp_path))
        assert got.result(10) == NEW["b"]
    assert content(tmp_path) == {"a": NEW["a"], "c": NEW["c"]}


def test_more_files_than_a_process_may_open(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = len(list(Path("/dev/fd").iterdir())) + 50
    many = [(tmp_path / f"{number:04}", b"%d" % number) for number in range(60)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, before[1]))
    try:
        for _twice in range(2):
            write_together(many)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert content(tmp_path) == {path.name: data for path, data in many}


def test_the_second_page_fails_and_the_first_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, page = tmp_path / "maze.svg", Page(page="90x70mm", margin=4, solution="page")
    export(made(8, 9), path, page)
    before = content(tmp_path)
    assert sorted(before) == ["maze-solution.svg", "maze.svg"]
    Refusal(2, OSError(errno.ENOSPC, "No space left on device"), monkeypatch)
    with pytest.raises(MazeError, match="No space left"):
        export(made(9, 9), path, page)
    assert content(tmp_path) == before
