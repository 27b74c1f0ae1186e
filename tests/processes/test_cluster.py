"""Pages of a book drawn by a Dask cluster of two workers, and what is refused."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.job import Job
from mazeeditor.processes.cluster import connected
from mazeeditor.processes.workers import do_all

installed = importlib.util.find_spec("distributed") is not None
needs_dask = pytest.mark.skipif(
    not installed, reason="Dask is not installed: pip install 'mazeeditor[cluster]'"
)
BOOK: dict[str, Any] = {
    "format": "mazeeditor book",
    "version": 1,
    "title": "Cluster",
    "chapters": [{"count": 12, "sizes": {"rows": 6, "columns": 5}}],
}


def local_cluster() -> Any:
    distributed: Any = importlib.import_module("distributed")
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    )


def dying(number: int, _job: Job, *, folder: Path) -> int:
    """Kill the worker the first time that it has number 5."""
    if number == 5 and not (folder / "5").exists():
        (folder / "5").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


@needs_dask
def test_a_book_on_a_cluster_of_two(tmp_path: Path) -> None:
    (alone,) = mazeeditor.book(BOOK, tmp_path / "a.pdf")
    with local_cluster() as cluster:
        address = cluster.scheduler_address
        (file,) = mazeeditor.book(BOOK, tmp_path / "b.pdf", cluster=address)
        with connected(address, None, Job()) as workers:
            work, numbers = partial(dying, folder=tmp_path), list(range(20))
            results = list(do_all(work, numbers, Job(), workers=workers))
        broken = [{**BOOK["chapters"][0], "heading": "{x}"}]
        with pytest.raises(UsageError, match="Nothing is known"):
            mazeeditor.book({**BOOK, "chapters": broken}, tmp_path / "c.pdf", cluster=address)
    assert file.read_bytes() == alone.read_bytes()
    assert results == [number**2 for number in numbers]
    assert (tmp_path / "5").exists()
    assert not (tmp_path / "c.pdf").exists()


@needs_dask
def test_nobody_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("mazeeditor.processes.cluster.PATIENCE", 0.5)
    with pytest.raises(MazeError, match=r"No cluster answers at 'tcp://127\.0\.0\.1:9'"):
        mazeeditor.book(BOOK, tmp_path / "a.pdf", cluster="tcp://127.0.0.1:9")


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r'type pip install "mazeeditor\[cluster\]"'):
        mazeeditor.book(BOOK, tmp_path / "a.pdf", cluster="tcp://127.0.0.1:9")
    assert list(tmp_path.iterdir()) == []
