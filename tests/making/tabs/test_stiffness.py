"""Tabs are as wide as asked, measured by shapely in what the tool leaves; and stiff where asked."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import networkx
import numpy as np
import pytest
from shapely.geometry import LineString, Point

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, make
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.designs import SIZES, maze_of
from tests.making.test_any_making import left_in

JOBS = ["stencil", "inlay", "slots"]


def made(tmp_path: Path, shape: str, job: str, **options: object) -> tuple[Path, MakePlan, object]:
    """Make a maze with loops, which has several pieces."""
    maze = maze_of(shape, 2, 0.6)
    if job == "slots":  # without gaps what is within is a piece of its own
        maze.set_openings(None, ())
    chosen = MakeOptions(job=job, **options)  # type: ignore[arg-type]
    page = Page(page="fit", cell=12.0, wall=2.4, marks="none")
    (path,), plan = make(maze, tmp_path / "a.dxf", page, chosen)
    return path, plan, maze


def widths(path: Path, plan: MakePlan, kerf: float) -> list[float]:
    """Return how wide the material is across the middle of each tab, in mm."""
    job = "slots" if plan.product.parts[0].name == "plate" else "stencil"
    kept = left_in(path, {"job": job, "kerf": kerf})
    sheet = plan.sheets[0]
    result = []
    for part in filter(lambda part: part.tabs, sheet.parts):
        assert part.tabs
        for bridge in part.tabs.bridges:
            design = part.tabs.finder.design
            cells = np.array([bridge.begin, bridge.end])
            mm = cells * design.cell + (design.layout.x, design.layout.y)
            begin, end = part.placing.to_sheet(mm)
            middle, along = (begin + end) / 2, (end - begin) / np.hypot(*(end - begin))
            aside = np.array([-along[1], along[0]]) * 30.0
            places = [middle - aside, middle + aside]
            line = LineString([(x, sheet.height - y) for x, y in places])
            crossed = kept.intersection(line)
            at = Point(middle[0], sheet.height - middle[1])
            pieces = getattr(crossed, "geoms", [crossed])
            (held,) = [piece for piece in pieces if piece.distance(at) < 1e-6]
            result.append(held.length)
    return result


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("kerf", [0.0, 0.1, 0.2, 0.4])
@pytest.mark.parametrize("tab", [0.5, 1.5, 3.0])
def test_what_stays_of_a_tab_is_as_wide_as_asked(
    tmp_path: Path, shape: str, job: str, kerf: float, tab: float
) -> None:
    path, plan, _maze = made(tmp_path, shape, job, kerf=kerf, tab=tab)
    measured = widths(path, plan, kerf)
    assert measured
    assert measured == pytest.approx([tab] * len(measured), abs=0.01)


@pytest.mark.slow
def test_usual_width_is_what_the_material_bears(tmp_path: Path) -> None:
    for material, width in (("plywood-3", 1.5), ("paper", 0.5), ("acrylic-6", 2.4)):
        path, plan, _maze = made(tmp_path, "hexagonal", "stencil", material=material)
        kerf = plan.material.kerf
        measured = widths(path, plan, kerf)
        assert measured == pytest.approx([width] * len(measured), abs=0.01)
    _path, plan, _maze = made(tmp_path, "hexagonal", "stencil", tab=0.5)
    (advice,) = [one for one in plan.advice if "Tabs" in one.text]
    assert advice.text == (
        "Tabs are only 0.5 mm wide. Plywood 3 mm breaks or burns away below 1.5 mm."
    )
    assert advice.suggestions[0].values == {"tab": 1.5}


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("shape", "job", "every"), in_turns(SIZES, ["stencil", "slots"], [40.0, 80.0])
)
def test_tabs_for_stiffness(tmp_path: Path, shape: str, job: str, every: float) -> None:
    few = made(tmp_path, shape, job)[1].product.parts[0].tabs
    path, plan, _maze = made(tmp_path, shape, job, tab_every=every)
    (part,) = plan.product.parts
    assert part.tabs
    assert part.pieces == 1
    assert few
    assert len(part.tabs.bridges) > len(few.bridges)
    # two for each piece
    joins = [(one.one, one.other) for one in part.tabs.bridges if one.one != one.other]
    count = Counter(itertools.chain.from_iterable(joins))
    assert len(count) == part.tabs.pieces
    walls_of = part.tabs.finder.walls_of
    # one wall of 6.9 mm has no room for two that are apart
    assert all(many >= 2 or len(walls_of(piece)) == 1 for piece, many in count.items())
    # none of the walls is farther than half the distance, and a few walls, from a tab
    design, graph = part.tabs.finder.design, networkx.Graph()
    posts = np.stack([design.graph.x, design.graph.y], axis=1) * design.cell
    for one, other in design.graph.ends.reshape(-1, 2).tolist():
        graph.add_edge(one, other, length=float(np.hypot(*(posts[one] - posts[other]))))
    across = job == "slots"
    for bridge in part.tabs.bridges:
        for place in [bridge.middle] if across else [bridge.begin, bridge.end]:
            at = np.array(place) * design.cell
            near = np.hypot(*(posts - at).T)
            for post in np.flatnonzero(near < 1.1 * design.cell).tolist():
                if post in graph:
                    graph.add_edge("tab", post, length=float(near[post]))
    far = networkx.single_source_dijkstra_path_length(graph, "tab", weight="length")
    assert len(far) == len(graph)
    assert max(far.values()) <= every / 2 + 3 * design.cell
    assert widths(path, plan, 0.2) == pytest.approx(
        [part.tabs.width] * len(part.tabs.bridges), abs=0.01
    )
