"""Making looks at Cancel all the time, in every job, and its progress grows with the work.

Lines of the program are counted in interpreted kernels, as for generators and solvers. Outlines and
strokes are walked through as a whole before they can be followed, so what is allowed between two
looks is a number of lines for each cell.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from random import Random

import numpy as np
import pytest

from mazeeditor import making
from mazeeditor import page as drawing
from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import plan_making
from mazeeditor.page.page import Page
from tests.breadth import in_turns, stress
from tests.core.test_job import LATE, Samples
from tests.test_cancel import Signal, patient, watched
from tests.work import sample

__all__ = ["patient"]  # a fixture
for package in (drawing, making):  # kernels of files imported later would be compiled
    for file in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{file.name}")

SIZE = 40 if stress() else 12  # rows and columns
LINES = 100  # of the program for each cell, between two looks at Cancel
LONGER = {"line": 3, "standing": 3}  # times that: they have more lines, or more paths, for a cell
FEW = 12_000  # lines where there are hardly any cells: fields, texts as outlines
LOOKS = 10 if stress() else 1  # at any place in the work that find Cancel pressed
KINDS = {"perfect": 0.0, "loops": 0.2}


def work(name: str, kind: str, job: Job) -> None:
    """Plan what a job makes of a maze."""
    size = None if JOBS[name].page else 12.0
    page = Page(page="fit", cell=size, wall=size and 3.0, title="Maze")
    plan_making(sample(SIZE, KINDS[kind]), page, MakeOptions(job=name), job=job)


@pytest.fixture(autouse=True, scope="module")
def made() -> None:
    """Make the mazes, and load typefaces and libraries, before lines are counted."""
    for kind in KINDS:
        work("kerf-test", kind, Job())
        work("line", kind, Job())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), in_turns(JOBS.names(), KINDS))
def test_cancel(name: str, kind: str) -> None:
    before = sample(SIZE, KINDS[kind]).walls.copy()
    whole, most = Samples(), LINES * LONGER.get(name, 1) * SIZE**2 + FEW
    with watched(whole) as job:
        whole.job = job
        work(name, kind, job)
    whole.job = None
    assert whole.most < most, "lines between two looks at Cancel"
    looks = range(1, whole.looks + 1)
    anywhere = Random(name + kind).sample(looks, min(LOOKS, len(looks)))
    for look in anywhere:
        signal = Signal(look)
        with watched(signal) as job, pytest.raises(CancelledError):
            work(name, kind, job)
        assert signal.most < most
    assert np.array_equal(sample(SIZE, KINDS[kind]).walls, before)
    check_progress(whole)


def check_progress(signal: Samples) -> None:
    """Progress never goes back, does not come to its end early, and does not stand still."""
    progress = [share for _done, share in signal.samples]
    assert progress == sorted(progress)
    assert progress[-1] <= 1
    assert len(set(progress)) > 2
    early = [share for done, share in signal.samples if done < LATE * signal.done]
    assert not early or early[-1] < 0.97
