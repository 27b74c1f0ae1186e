"""The outlines of rectangular parts: the tool runs half a kerf outside, as shapely finds it."""

from __future__ import annotations

import pytest
from shapely.geometry import box

from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.paths.tool_paths import Operation, bounding_box
from tests.breadth import in_turns
from tests.making.areas import area_within
from tests.making.designs import design_of, maze_of

NEAR = 1e-3  # mm2, as circles are polygons here


def drawn(job: str, border: float | None) -> Design:
    return design_of(maze_of("rectangular"), job=job, border=border)


@pytest.mark.parametrize(
    ("job", "border"), in_turns(["score", "slots", "inlay", "path"], [None, 0.0, 7.5])
)
def test_border_is_that_of_the_job_or_the_chosen_one(job: str, border: float | None) -> None:
    design = drawn(job, border)
    paths = JOBS[job].run(drawn(job, 0.0), Job()).parts[0].paths
    wide = JOBS[job].border if border is None else border
    cut = design.plate_around(paths)
    if not wide:
        assert cut == {}
        return
    kept = box(*bounding_box(part.box for part in paths.values() if len(part))).buffer(
        wide, join_style="mitre"
    )
    expected = kept.buffer(design.kerf / 2, join_style="mitre")
    assert area_within(cut[Operation.OUTER_CUT]).symmetric_difference(expected).area < NEAR


def test_around_nothing_there_is_no_cut() -> None:
    assert drawn("score", 7.5).plate_around({}) == {}
