"""A Dask cluster of real processes: the same bytes, whatever is killed, and what is refused."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import copytree
from threading import Thread
from threading import enumerate as enumerate_threads
from time import sleep
from typing import Any

import psutil
import pytest

import mazeeditor
from mazeeditor.cli import main
from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.processes import cluster as cluster_module
from mazeeditor.core.processes.cluster import connect_workers
from mazeeditor.core.processes.pool import KilledError
from mazeeditor.core.processes.workers import do_all
from tests.breadth import stress
from tests.faults import KILL
from tests.line_server import ask
from tests.signal_masks import LONGEST, wait_for

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="Dask is not installed: pip install 'mazeeditor[cluster]'",
)
kills = pytest.mark.skipif(os.name == "nt", reason="kills by signals")
ROOT = Path(__file__).parents[3]
SERVER = Path(__file__).with_name("dask_server.py").read_text()
PATIENCE = 10  # s for work that was cancelled
BOOK: dict[str, Any] = {
    "format": "mazeeditor book",
    "version": 1,
    "title": "Cluster",
    "chapters": [{"count": 8, "sizes": {"rows": 6, "columns": 5}}],
}
LARGE: dict[str, Any] = {"rows": 150, "columns": 150, "cell": 0.9, "wall": 0.1, "count": 600}


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path, path: Sequence[Path]) -> None:
        self._folder, self._path = folder, list(map(str, path))
        self._processes: list[psutil.Process] = []

    def start(self, count: int) -> None:
        known = self._folder / "scheduler.json"
        no_dashboard = ["--no-dashboard", "--dashboard-address", ":0"]
        options = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(known)]
        self._start("dask_scheduler", *options, *no_dashboard)
        wait_for(lambda: known.exists() or not self.scheduler.is_running())
        wait_for(lambda: known.read_text().endswith("}"))
        self.address: str = json.loads(known.read_text())["address"]
        for _number in range(count):
            self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", *no_dashboard)
        with self.client() as client:
            wait_for(lambda: len(client.nthreads()) == count)

    def _start(self, module: str, *arguments: str) -> None:
        if sys.platform == "win32":
            pytest.skip("Windows has no fork")
        where = {"folder": str(self._folder), "path": self._path}
        request = {"module": module, "arguments": arguments, **where}
        self._processes.append(psutil.Process(int(ask(SERVER, request))))

    @property
    def scheduler(self) -> psutil.Process:
        return self._processes[0]

    @property
    def workers(self) -> list[psutil.Process]:
        return self._processes[1:]

    @contextmanager
    def client(self) -> Iterator[Any]:
        distributed: Any = importlib.import_module("distributed")
        with distributed.Client(self.address, set_as_default=False) as client:
            yield client

    def close(self) -> None:
        for process in self._processes:
            with suppress(psutil.NoSuchProcess):  # the test has ended it
                process.kill()
        psutil.wait_procs(self._processes, PATIENCE)


@contextmanager
def started(folder: Path, count: int = 2, path: Sequence[Path] = (ROOT,)) -> Iterator[Cluster]:
    folder.mkdir(exist_ok=True)
    cluster = Cluster(folder, path)
    try:
        cluster.start(count)
        yield cluster
    finally:
        cluster.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@contextmanager
def in_thread(work: Callable[[], object], job: Job | None = None) -> Iterator[list[BaseException]]:
    """Do work beside the ``with``, which waits for its end; yield the list of its error.

    Work that does not end fails the test, and is cancelled by its job.
    """
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield errors
        thread.join(LONGEST)
        assert not thread.is_alive(), "the work goes on"
    finally:
        if job:
            job.cancel()
        thread.join(PATIENCE)


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """Let a process end with the ``with``, whatever happens there."""
    try:
        yield
    finally:
        process.kill()


# The same as here


COMMANDS = [
    "sheet --count 4 --seed 3 --rows 6 --columns 5 -o a.pdf",
    "search --rows 9 --columns 9 --seeds 20 --want decisions>=8 -o a.maze",
    "compare prim kruskal --rows 6 --columns 6 --seeds 10 --csv -o a.csv",
    "book a.mazebook -o a.pdf",
]


@pytest.mark.slow
@needs_dask
@pytest.mark.usefixtures("interpreted")
def test_each_command_writes_the_same_on_a_cluster(
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    for number, words in enumerate(COMMANDS):
        results = []
        for flags in (["--workers", "1"], ["--cluster", cluster.address]):
            folder = tmp_path / f"{number}{flags[0]}"
            folder.mkdir()
            monkeypatch.chdir(folder)
            Path("a.mazebook").write_text(json.dumps(BOOK))
            status = main([*words.split(), *flags])
            files = {file.name: file.read_bytes() for file in folder.iterdir()}
            results.append((status, capfd.readouterr(), files))
        assert results[0] == results[1], words
        assert len(results[1][2]) == 2, words


@pytest.mark.slow
@needs_dask
def test_the_same_from_python(cluster: Cluster, tmp_path: Path) -> None:
    options: dict[str, Any] = {"count": 3, "rows": 6, "columns": 5, "seed": 1}
    (here,) = mazeeditor.sheet(tmp_path / "a.pdf", **options)
    (there,) = mazeeditor.sheet(tmp_path / "b.pdf", **options, cluster=cluster.address)
    assert here.read_bytes() == there.read_bytes()
    wanted: dict[str, Any] = {"want": ["decisions>=9"], "rows": 6, "columns": 6, "seeds": 30}
    here_found = mazeeditor.search(**wanted)
    there_found = mazeeditor.search(**wanted, cluster=cluster.address)
    assert [each.number for each in here_found] == [each.number for each in there_found]


@pytest.mark.slow
@needs_dask
def test_what_a_task_raises_and_warns_of_comes_back(
    cluster: Cluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = [{**BOOK["chapters"][0], "heading": "{x}"}]
    with pytest.raises(UsageError, match="There is no value"):
        mazeeditor.book({**BOOK, "chapters": broken}, tmp_path / "c.pdf", cluster=cluster.address)
    assert list(tmp_path.iterdir()) == []
    with connect_workers(cluster.address, None, Job()) as workers:
        assert list(do_all(warning, [1, 2], Job(), workers=workers)) == [1, 2]
        with pytest.raises(ZeroDivisionError) as raised:
            list(do_all(dividing, [1, 0], Job(), workers=workers))
    assert caplog.messages == ["Number 1", "Number 2"]
    assert "in dividing" in str(raised.value.__cause__)


def warning(number: int, _job: Job) -> int:
    import logging

    logging.getLogger("mazeeditor").warning("Number %s", number)
    return number


def dividing(number: int, _job: Job) -> float:
    return 1 / number


# What is killed


@pytest.mark.slow
@needs_dask
@kills
def test_a_book_has_the_same_bytes_where_one_of_two_workers_is_killed(tmp_path: Path) -> None:
    (whole,) = mazeeditor.book(BOOK, tmp_path / "a.pdf")
    with started(tmp_path) as cluster, cluster.client() as client:
        addresses = {process: address for address, process in client.run(os.getpid).items()}
        stopped = cluster.workers[0]
        stopped.suspend()  # it is given tasks, and does none of them
        job = Job()
        work = partial(mazeeditor.book, BOOK, tmp_path / "b.pdf", cluster=cluster.address, job=job)
        with in_thread(work, job) as errors:
            wait_for(lambda: errors or client.processing()[addresses[stopped.pid]])
            stopped.kill()
        assert cluster.workers[1].is_running()
    assert not errors
    assert (tmp_path / "b.pdf").read_bytes() == whole.read_bytes()


def dying(number: int, _job: Job, *, always: int) -> int:
    """Kill each worker that has one number."""
    if number == always:
        os.kill(os.getpid(), KILL)
    return number**2


@needs_dask
@kills
@pytest.mark.slow
def test_a_task_that_ends_each_worker_is_named(tmp_path: Path) -> None:
    job = Job()
    with (
        started(tmp_path, count=5) as cluster,
        connect_workers(cluster.address, None, job) as workers,
    ):
        results = do_all(
            partial(dying, always=1), [0, 1, 2], job, workers=workers, name="Page {number}"
        )
        done: list[int] = []
        with in_thread(lambda: done.extend(results), job) as errors:
            pass
    assert done == [0]
    assert type(errors[0]) is KilledError
    assert str(errors[0]).startswith("Page 2 could not be finished")


@needs_dask
@kills
@pytest.mark.parametrize("number", ["SIGKILL", "SIGTERM"] if stress() else ["SIGKILL"])
def test_a_scheduler_that_ends_is_one_sentence(
    number: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, job = tmp_path / "pages", Job()
    folder.mkdir()
    with started(tmp_path) as cluster:
        name = folder / "a.pdf"
        work = partial(mazeeditor.sheet, name, **LARGE, cluster=cluster.address, job=job)
        with in_thread(work, job) as errors:
            with cluster.client() as client:
                wait_for(lambda: errors or any(client.processing().values()))
            cluster.scheduler.send_signal(getattr(signal, number))
    assert type(errors[0]) is MazeError
    assert str(errors[0]) == (
        f"The scheduler of the cluster at '{cluster.address}' does not answer any more; nothing "
        "was written. Start it again, or do the work without a cluster."
    )
    assert capfd.readouterr() == ("", "")
    assert list(folder.iterdir()) == []


@needs_dask
@kills
def test_workers_that_have_all_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "WITHOUT_WORKERS_S", 1.0)
    job = Job()
    with started(tmp_path) as cluster, connect_workers(cluster.address, None, job) as workers:
        results = do_all(pausing, range(1000), job, workers=workers)
        with in_thread(lambda: list(results), job) as errors:
            wait_for(lambda: errors or job.progress)
            for worker in cluster.workers:
                worker.kill()
        assert "has no workers any more; nothing was written" in str(errors[0])
        with pytest.raises(MazeError, match="has no workers: start some"):
            mazeeditor.book(BOOK, tmp_path / "a.pdf", cluster=cluster.address)


def pausing(number: int, _job: Job) -> int:
    sleep(0.05)
    return number


# What is cancelled


def until_cancelled(number: int, job: Job, *, folder: Path) -> None:
    (folder / f"begun {number}").touch()
    for _turn in range(6000):
        sleep(0.01)
        if job.cancelled:
            (folder / f"cancelled {number}").touch()
            job.check()


@needs_dask
def test_cancel_reaches_the_tasks_that_have_begun(cluster: Cluster, tmp_path: Path) -> None:
    job, work = Job(), partial(until_cancelled, folder=tmp_path)
    with (
        connect_workers(cluster.address, None, Job()) as workers,
        in_thread(lambda: list(do_all(work, range(9), job, workers=workers)), job) as errors,
    ):
        wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
        job.cancel()
    assert type(errors[0]) is CancelledError
    begun = _numbers(tmp_path, "begun")
    wait_for(lambda: _numbers(tmp_path, "cancelled") == begun)
    assert len(begun) == 2


def _numbers(folder: Path, kind: str) -> set[str]:
    return {file.name.split()[1] for file in folder.glob(f"{kind} *")}


# What is refused


@needs_dask
@pytest.mark.parametrize("what", ["version", "nothing", *(["package"] if stress() else [])])
def test_workers_that_cannot_do_the_work(what: str, tmp_path: Path) -> None:
    """They have other sources, or not the program, or not what it needs."""
    other, job = tmp_path / "other", Job()
    if what == "version":
        copytree(ROOT / "mazeeditor", other / "mazeeditor", copy_function=os.symlink)
        (other / "mazeeditor" / "older.py").write_text("# as it was last year\n")
    else:
        name = "mazeeditor" if what == "nothing" else "svgwrite"
        (other / name).mkdir(parents=True)
        text = f"raise ModuleNotFoundError('No module named {name}')"
        (other / name / "__init__.py").write_text(text)
    reason = {"version": "another version", "nothing": "mazeeditor", "package": "svgwrite"}[what]
    folder = tmp_path / "pages"
    folder.mkdir()
    with started(tmp_path, count=1, path=[other, ROOT]) as cluster:
        file = folder / "a.svg"
        work = partial(mazeeditor.sheet, file, count=3, cluster=cluster.address, job=job)
        with in_thread(work, job) as errors:
            pass
    error = str(errors[0])
    assert error.startswith("A worker of the cluster at 'tcp://127.0.0.1:")
    assert reason in error
    assert error.endswith("install the same version of mazeeditor there, and what it needs.")
    assert list(folder.iterdir()) == []


@needs_dask
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "foo://x:1", "mute"])
def test_nobody_answers(address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cluster_module, "TIMEOUT_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        if address == "mute":
            address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(MazeError, match=rf"^No cluster answers at '{address}' \("):
            mazeeditor.book(BOOK, tmp_path / "a.pdf", cluster=address)
    assert list(tmp_path.iterdir()) == []
    wait_for(lambda: not _threads_of_dask())


def _threads_of_dask() -> list[Thread]:
    return [thread for thread in enumerate_threads() if thread.name == "IO loop"]


@needs_dask
def test_connecting_can_be_cancelled(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        job, address = Job(), f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        work = partial(mazeeditor.book, BOOK, tmp_path / "a.pdf", cluster=address, job=job)
        with in_thread(work, job) as errors:
            sleep(0.3)
            job.cancel()
    assert type(errors[0]) is CancelledError
    wait_for(lambda: not _threads_of_dask())


def test_a_cluster_has_workers_of_its_own(
    work_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (work_folder / "a.mazebook").write_text(json.dumps(BOOK))
    for words in COMMANDS:
        assert main([*words.split(), "--workers", "2", "--cluster", "tcp://x:1"]) == 2, words
        error = "mazeeditor: A cluster has workers of its own: leave out --workers.\n"
        assert capsys.readouterr() == ("", error), words


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r'type pip install "mazeeditor\[cluster\]"'):
        mazeeditor.book(BOOK, tmp_path / "a.pdf", cluster="tcp://127.0.0.1:9")
    assert list(tmp_path.iterdir()) == []
