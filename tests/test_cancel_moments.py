"""Every long job is cancelled at random moments: it ends at once, and changes nothing.

Few moments of the jobs that write as a rule; 200 of every job under ``--stress``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import pytest

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.films.formats import FILMS, FilmOptions, write_film
from mazeeditor.films.recording import film_of_solving
from mazeeditor.maze.comparing.compare import compare
from mazeeditor.maze.generators import generate
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import EXPORTERS, export
from mazeeditor.page.page import Page
from tests.breadth import repeats, stress
from tests.work import all_work, sample

SIZE = 500 if stress() else 120
ANSWER = 0.5  # s of the processor's time: others may use it meanwhile
OLD = b"an older file"
Run = Callable[[Job, Path], object]


@cache
def wide() -> Maze:
    """Return a maze that takes a while to be drawn and written."""
    return generate("wilson", build("rectangular", rows=SIZE, columns=SIZE), 1, braid=0.2)


@cache
def narrow() -> Maze:
    return generate("prim", build("rectangular", rows=SIZE // 6, columns=SIZE // 6), 1)


def exported(suffix: str, **page: object) -> Run:
    side = SIZE if suffix == ".png" else 600  # mm
    chosen = Page.from_dict({"page": f"{side}x{side}mm", "solution": "page", **page})
    options: dict[str, Any] = {"dpi": 150} if suffix == ".png" else {}

    def run(job: Job, folder: Path) -> object:
        return export(wide(), folder / f"a{suffix}", chosen, job=job, **options)

    return run


def filmed(suffix: str) -> Run:
    def run(job: Job, folder: Path) -> object:
        with job.part(0.5):
            films = [film_of_solving("dead-end-filling", narrow(), job=job)]
        return write_film(films, folder / f"a{suffix}", FilmOptions(cell=6, frames=60), job)

    return run


def opened(job: Job, folder: Path) -> object:
    return load(folder / "source.maze", job)


def compared(job: Job, _folder: Path) -> object:
    lattice = build("rectangular", rows=SIZE // 4, columns=SIZE // 4)
    return compare(["kruskal", "prim"], lattice, range(10), job)


def masked(job: Job, _folder: Path) -> object:
    lattice = build("rectangular", rows=SIZE, columns=SIZE)
    return cut(["heart", {"name": "text", "text": "OTTO"}], lattice, job=job)


JOBS: dict[str, Run] = {
    # mazes of contests have 16 x 16 cells
    **{f"export {one.name}": exported(one.suffix) for one in EXPORTERS if one.name != "maz"},
    "export of bands": exported(".pdf", walls="bands"),
    **{f"film {entry.name}": filmed(entry.suffix) for entry in FILMS},
    "save": lambda job, folder: save(Project(wide()), folder / "a.maze", job),
    "open": opened,
    "compare": compared,
    "mask": masked,
    "generate": lambda job, _folder: maze_of(
        Recipe("kruskal", sizes={"rows": SIZE, "columns": SIZE}, braid=0.5), job=job
    ),
}
if stress():
    for title, work in all_work(SIZE).items():
        JOBS[title] = lambda job, _folder, work=work: work(job)  # type: ignore[misc]


@dataclass
class Attempt:
    """One run in a thread, cancelled ``after`` seconds; ``answer`` is what it then took."""

    run: Run
    folder: Path
    after: float
    answer: float = 0.0
    failure: BaseException | None = None

    def go(self) -> None:
        job = Job()
        thread = threading.Thread(target=self._work, args=(job,))
        thread.start()
        thread.join(self.after)
        started = process_time()
        job.cancel()
        thread.join()
        self.answer = process_time() - started

    def _work(self, job: Job) -> None:
        try:
            self.run(job, self.folder)
        except BaseException as failure:
            self.failure = failure


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a project, and an older file under each name that jobs write."""
    save(Project(wide()), tmp_path / "source.maze")
    for entry in (*EXPORTERS, *FILMS):
        (tmp_path / f"a{entry.suffix}").write_bytes(OLD)
    (tmp_path / "a.maze").write_bytes(OLD)
    return tmp_path


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.skipif(not available(), reason="interpreted kernels are tried by test_cancel")
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", JOBS)
def test_at_random_moments(
    name: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    run, random = JOBS[name], Random(name)
    with compiling():  # all kernels, now: compiling cannot be interrupted
        run(Job(), tmp_path_factory.mktemp("complete") if name != "open" else folder)
    walls = [maze.walls.tobytes() for maze in (wide(), narrow(), sample(SIZE, 0.2))]
    before, cancelled = content(folder), 0
    started = perf_counter()
    run(Job(), tmp_path_factory.mktemp("timed") if name != "open" else folder)
    lasting = perf_counter() - started
    for _moment in repeats(2, 200):
        attempt = Attempt(run, folder, lasting * random.random() * 0.9)
        attempt.go()
        assert attempt.answer < ANSWER
        if attempt.failure is None:  # it was complete before
            for path in folder.iterdir():
                path.unlink()
            for file, data in before.items():
                (folder / file).write_bytes(data)
            continue
        assert isinstance(attempt.failure, CancelledError)
        assert content(folder) == before
        cancelled += 1
    assert cancelled or not stress(), "of few moments all may come too late"
    after = [maze.walls.tobytes() for maze in (wide(), narrow(), sample(SIZE, 0.2))]
    assert after == walls
