"""Options of jobs: those that a job says it uses change what is made, and no others do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mazeeditor
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MADE_WITH, MakeOptions, make_options
from mazeeditor.making.plan import plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page

# Every job has these: machine, material and sheet; and what is written beside its files.
OF_ALL = {
    *MADE_WITH,
    *("job", "sheet", "gap", "turn", "copies", "price", "currency", "assembly", "lettering"),
}
# A value of each other option that is not its default.
OTHER: dict[str, Any] = {
    "outline": "rounded",
    "overall": 150.0,
    "hole": 4.0,
    "holes": 2,
    "hole_at": "1.5,-0.5",
    "hang": "border",
    "with_lug": True,
    "border": 17.0,
    "rim_text": "Ann",
    "corners": "rounded",
    "tabs": "leave",
    "tabs_at": "0.5,0 0.5,1",
    "tab": 0.9,
    "tab_every": 20.0,
    "line": "route",
    "continuous": True,
    "ends": "anywhere",
    "floor": 3.0,
    "height": 9.0,
    "ball": 12.0,
    "lid": False,
    "lid_material": "acrylic-6",
    "levels": 2,
    "finger": 11.0,
    "stack": 5,
    "upright": 25.0,
    "play": 0.3,
    "part_names": False,
}
# Some have an effect only beside another one.
BESIDE: dict[str, dict[str, Any]] = {
    "corners": {"outline": "rectangle"},
    # in a frame nothing of this maze is loose
    "tabs": {"outline": "none"},
    "tabs_at": {"outline": "none"},
    "tab": {"outline": "none"},
    "holes": {"hole": 4.0},
    "hole_at": {"hole": 4.0, "border": 40.0, "overall": 150.0},
    "hang": {"hole": 12.0},
    "with_lug": {"hole": 40.0, "overall": 150.0, "outline": "circle"},
    "ends": {"continuous": True},
}
DEAR = (
    "kit",
    "box",
    "standing",
    "layered",
    "inlay",
    "fit-test",
)  # whose parts take long to lay out


def test_every_option_is_tried() -> None:
    names = {option.name for option in make_options()}
    assert set(OTHER) == names - OF_ALL, "name another value than the default for the new option"
    for job in JOBS:
        unknown = job.uses - names
        assert not unknown, f"{job.name} uses {unknown}: add fields of that name to MakeOptions"


def sealed(maze: Maze) -> Maze:
    """Close the walls of a cell: slots need a tab for it."""
    lattice = maze.lattice
    walls = lattice.walls_of(np.array([lattice.cell(1, 1)]))[1]
    maze.toggle(walls[~maze.is_closed(walls)])
    return maze


def made(job: str, **options: Any) -> tuple[object, ...]:
    """Return what a job makes: all paths, solids and materials, and what people are told to do."""
    maze = mazeeditor.generate("prim", rows=3, columns=4, seed=1, braid=0.5)
    if job == "slots":
        maze = sealed(maze)
    plan = plan_making(maze, Page(marks="none"), MakeOptions(job=job, **options))
    paths = [
        (kind, some.points.round(6).tobytes(), some.bulges.round(6).tobytes())
        for sheet in plan.sheets
        for kind, some in sheet.paths.items()
    ]
    solid, product = plan.product.solid, plan.product
    materials = [sheet.material for sheet in plan.sheets]
    points = solid.points.tobytes() if solid else b""
    return paths, points, materials, product.steps, product.shopping


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in DEAR)) for name in JOBS.names()],
)
def test_a_job_uses_what_it_says(name: str) -> None:
    plain, uses = made(name), JOBS[name].uses
    for option, value in OTHER.items():
        known = BESIDE.get(option, {}) if option in uses else {}
        beside = {other: chosen for other, chosen in known.items() if other in uses}
        before = made(name, **beside) if beside else plain
        changes = made(name, **beside, **{option: value}) != before
        if option in uses:
            assert changes, f"{option} has no effect on {name}: take it out of uses"
        else:
            assert not changes, f"{option} has an effect on {name}: add it to uses"
