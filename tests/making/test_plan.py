"""Files for machines: what is in them, what they take, and what is refused in one sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.app.making.draft import MakeRequest
from mazeeditor.app.making.preview import draw_making
from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.core.memory import peak_of
from mazeeditor.core.spatial_index import SpatialIndex
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import make, plan_making
from mazeeditor.maze.shapes import sizes_about
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.designs import SIZES, maze_of

PAGE = Page(page="fit", cell=8.0, wall=2.0, title="Otto")
OF_MAZES = [job.name for job in JOBS if not job.name.endswith("-test")]
QUICK = ("score", "stencil")  # whose memory is measured in a second


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"job": "slots", "kerf": 2.5}, "too narrow for a tool that cuts 2.5 mm wide"),
        ({"sheet": "50x50mm"}, "use smaller cells or a larger sheet"),
        ({"machine": "nothing"}, "There is no machine"),
        ({"material": "nothing"}, "There is no material"),
    ],
)
def test_refused_in_one_sentence(tmp_path: Path, options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=re.escape(words)):
        make(maze_of("rectangular"), tmp_path / "a.svg", PAGE, MakeOptions(**options))  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


class CancelAt(Job):
    """A job that is cancelled at one of its looks, and keeps its progress at each."""

    def __init__(self, look: int = 0) -> None:
        super().__init__()
        self.look = look
        self.seen: list[float] = []

    def check(self) -> None:
        self.seen.append(self.progress)
        if len(self.seen) == self.look:
            self.cancel()
        super().check()


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", JOBS.names())
def test_every_job_shows_its_progress_and_can_be_cancelled(name: str) -> None:
    """Whether it looks often enough is counted in test_making_cancel."""
    maze = mazeeditor.generate("prim", rows=4, columns=4, seed=1, braid=0.2)
    page, options, whole = Page(title="Maze", page="fit"), MakeOptions(job=name), CancelAt()
    plan_making(maze, page, options, job=whole)
    assert whole.seen == sorted(whole.seen), "progress goes back"
    assert whole.seen[-1] <= 1
    assert len(set(whole.seen)) > 3, f"call phase and step of its job in {name}"
    job = CancelAt(2 * len(whole.seen) // 3)
    with pytest.raises(CancelledError):
        plan_making(maze, page, options, job=job)
    assert len(job.seen) <= job.look + 1, "it goes on after Cancel"


@pytest.mark.slow
def test_walls_must_leave_passages_for_the_tool() -> None:
    """Walls of hexagons end 120 degrees beside gaps, which they fill before they fill cells."""
    maze, options = maze_of("hexagonal"), MakeOptions(job="stencil", kerf=0.2)
    with pytest.raises(UsageError, match=re.escape("2.32 mm at most")):
        plan_making(maze, Page(page="fit", cell=6.0, wall=2.4), options)
    for job in ("slots", "inlay", "plate"):
        with pytest.raises(UsageError, match="leave no passage in cells of 6 mm"):
            plan_making(maze, Page(page="fit", cell=6.0, wall=3.0), MakeOptions(job=job))
    plan_making(maze, Page(page="fit", cell=6.0, wall=3.0), MakeOptions(job="score"))
    with pytest.raises(UsageError, match="use a narrower tool"):
        plan_making(maze, Page(page="fit", cell=3.0), MakeOptions(job="stencil", kerf=3.0))


@pytest.mark.sample(2)
@pytest.mark.parametrize("job", ["score", "plate", *(job.name for job in JOBS if job.page)])
def test_parts_may_be_larger_than_the_paper(job: str) -> None:
    """They lie on sheets; only where cells have no size, that of the paper decides."""
    maze = mazeeditor.generate("prim", rows=4, columns=5, seed=1)
    cells = {"cell": 30.0, "wall": 3.0, "title": "Otto"}
    on_paper, free = (
        plan_making(maze, Page(page=page, **cells), MakeOptions(job=job, ball=26.0))  # type: ignore[arg-type]
        for page in ("A6", "fit")
    )
    assert on_paper.to_dict() == free.to_dict()


@pytest.mark.parametrize("job", ["stencil", "slots", "inlay"])
def test_hairlines_become_walls(job: str) -> None:
    page = Page(page="fit", cell=8.0, walls="hairlines")
    making = plan_making(maze_of("rectangular"), page, MakeOptions(job=job))
    assert making.figures.smallest > 0.5
    assert making.figures.pieces == making.figures.parts


@pytest.mark.slow
def test_what_is_thin_or_loose_is_said() -> None:
    page = Page(page="fit", cell=8.0, wall=1.0)
    bare = MakeOptions(job="stencil", outline="none")
    making = plan_making(maze_of("rectangular"), page, replace(bare, tabs="leave"))
    assert making.figures.pieces == 2
    assert "2 loose pieces" in making.warnings[0]
    assert "let tabs hold them" in making.warnings[0]
    assert "breaks or burns away where it is narrower than 1.5 mm" in making.warnings[1]
    options = replace(bare, tabs_at="0.5,0 0.5,1")
    making = plan_making(maze_of("rectangular", braid=1.0), page, options)
    assert "place more tabs" in making.warnings[1]
    options = replace(bare, tab=50.0)
    making = plan_making(maze_of("rectangular"), page, options)
    assert "no place for more tabs of 50 mm" in making.warnings[0]
    thicker = Page(page="fit", cell=8.0, wall=2.0)
    making = plan_making(maze_of("rectangular"), thicker, bare)
    assert making.figures.pieces == 1
    assert making.warnings == (
        "All walls are only 2.00 mm wide. "
        "Plywood 3 mm may bend or warp where it is narrower than 3 mm.",
    )


@pytest.mark.parametrize("job", ["stencil", "inlay"])
def test_previews_have_all_that_tabs_are_moved_by(
    job: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = MakeRequest(maze_of("rectangular", braid=1.0), PAGE, MakeOptions(job=job))
    sheet_tabs = draw_making(request, 1, (300, 300), Job()).sheet_tabs
    assert sheet_tabs is not None
    # the event loop is not to build it at the first move of a tab
    monkeypatch.setattr(
        SpatialIndex, "of_edges", lambda *_edges: pytest.fail("edges are sorted again")
    )
    assert sheet_tabs.finder.bridge_near(*sheet_tabs.tabs.bridges[0].middle) is not None


@pytest.mark.sample(1, 3)
@pytest.mark.parametrize(
    ("shape", "name"),
    [
        pytest.param(shape, name, marks=[] if name in QUICK else pytest.mark.slow)
        for shape, name in in_turns(SIZES, OF_MAZES)
    ],
)
def test_jobs_take_no_more_memory_than_they_say(shape: str, name: str) -> None:
    maze = mazeeditor.generate("prim", shape=shape, seed=1, braid=1.0, **sizes_about(shape, 40, {}))
    corners = {"corners": "rounded"} if "corners" in JOBS[name].uses else {}
    options = MakeOptions(job=name, **corners)  # type: ignore[arg-type]
    with compiling():
        plan_making(maze, PAGE, options)  # imports and compiles what it needs
    most = JOBS[name].memory * len(maze.closed_walls()) + 3_000_000
    assert peak_of(lambda: plan_making(maze, PAGE, options))[1] < most
