"""Solids for printers: watertight, with the volume of what shapely finds to be walls and floor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

import mazeeditor
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import paths_of, rectangle
from mazeeditor.making.plan import make, plan_making
from mazeeditor.making.solid import ARC_ERROR_MM, Solid, walls_on_floor
from mazeeditor.page.page import Page
from tests.breadth import stress
from tests.making.areas import area_within
from tests.making.designs import SIZES, design_of, maze_of

PAGE = Page(page="fit", cell=8.0, wall=2.0)
FLOOR, HEIGHT, BORDER = 1.5, 6.0, 3.0
MADE: dict[str, Any] = {"job": "plate", "floor": FLOOR, "height": HEIGHT, "border": BORDER}


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("braid", [0.0, 0.5, 1.0] if stress() else [0.0, 1.0])
@pytest.mark.parametrize("mask", ["none", "heart", "hole"])
def test_solid_is_watertight(tmp_path: Path, shape: str, braid: float, mask: str) -> None:
    maze = maze_of(shape, 2, braid, **({} if mask == "none" else {"mask": mask}))
    (path,), making = make(maze, tmp_path / "a.stl", PAGE, MakeOptions(**MADE))
    solid = trimesh.load(BytesIO(path.read_bytes()), file_type="stl")
    assert isinstance(solid, trimesh.Trimesh)
    assert solid.is_watertight
    assert solid.is_winding_consistent
    design = design_of(maze, job="plate")
    outlines = design.wall_outlines(0.0, Job())
    walls = area_within(outlines)
    left, top, right, bottom = walls.bounds
    width, height = right - left + 2 * BORDER, bottom - top + 2 * BORDER
    round_floor = shape == "polar" and mask == "none"
    floor = np.pi * width**2 / 4 if round_floor else width * height
    volume = floor * FLOOR + walls.area * HEIGHT
    inexact = (
        ARC_ERROR_MM * (walls.length * HEIGHT + width * np.pi * FLOOR) if shape == "polar" else 0.1
    )
    assert solid.volume == pytest.approx(volume, abs=inexact)
    assert making.product.details["volume"] == pytest.approx(solid.volume, rel=1e-5)
    assert solid.bounds[0] == pytest.approx([0, 0, 0], abs=1e-4)
    assert solid.bounds[1] == pytest.approx([width, height, FLOOR + HEIGHT], abs=3 * ARC_ERROR_MM)
    # seen from above it is the maze, not its mirror image
    high = solid.vertices[solid.vertices[:, 2] > FLOOR + HEIGHT / 2][:, :2]
    on_page = high * (1, -1) + (left - BORDER, bottom + BORDER)
    corners = outlines.points
    distances = np.hypot(*(corners[:, None] - on_page[None]).T).min(axis=0)
    assert distances.max() < 2 * ARC_ERROR_MM


def test_size_and_volume_in_words() -> None:
    outlines = rectangle(0.0, 0.0, 20.0, 10.0)
    solid = walls_on_floor(outlines, (-5.0, -5.0, 25.0, 15.0), 2.0, 6.0)
    size, amount = solid.summary
    assert size == "30.0 × 20.0 × 8.0 mm"
    assert amount.startswith("2.4 cm³ · ")  # 30 · 20 · 2 + 20 · 10 · 6 mm3


def edges_of(solid: Solid) -> Counter[tuple[int, int]]:
    """Return how often each edge occurs, by its corners in the order of its triangle."""
    pairs = np.concatenate([solid.triangles[:, [i, (i + 1) % 3]] for i in range(3)])
    return Counter(map(tuple, pairs.tolist()))


def test_corners_that_files_cannot_tell_apart_are_one() -> None:
    """A file has 24 bits for each number: 0.0005 mm where a plate is 8 m wide."""
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (10.0 - 1e-9, 10.0), (0.0, 10.0)]
    tiny = [(5.0, 5.0), (5.0, 5.0 + 1e-9), (5.0 + 1e-9, 5.0)]  # a hole
    rings = paths_of(np.array(corners + tiny), np.array([0, 5, 8]), None, closed=True)
    solid = walls_on_floor(rings, (-5.0, -5.0, 15.0, 15.0), 1.0, 1.0)
    assert len(solid.points) == 2 * (4 + 4)
    assert set(edges_of(solid).values()) == {1}
    assert solid.volume == pytest.approx(20 * 20 + 10 * 10)


def test_too_little_memory_is_said(free_memory: Callable[[int | None], None]) -> None:
    free_memory(99)
    with pytest.raises(MazeError, match=r"A solid of 16 corners takes about 0\.0 GB of memory"):
        walls_on_floor(rectangle(0.0, 0.0, 20.0, 10.0), (-5.0, -5.0, 25.0, 15.0), 2.0, 6.0)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("a.stl", {"job": "score"}, r"The job .Engraving. makes sheets, which STL files"),
        ("a.svg", {"job": "plate"}, r"The job .Plate. makes a solid, .* SVG .* Use \.stl"),
        ("a.stl", {"job": "plate", "border": 0.0}, "choose a border of 0.05 mm or more"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, name: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        make(maze_of("rectangular"), tmp_path / name, PAGE, MakeOptions(**options))
    assert not list(tmp_path.iterdir())


def test_name_says_that_it_is_a_solid(tmp_path: Path) -> None:
    maze = maze_of("rectangular")
    (path,) = mazeeditor.export(maze, tmp_path / "a.stl", height=9.0)
    assert path.read_bytes()[:10] == b"mazeeditor"
    making = plan_making(maze, PAGE, MakeOptions(**MADE))
    figures = making.to_dict()
    assert making.product.solid is not None
    assert figures["triangles"] == len(making.product.solid.triangles)
    assert "cm³" in making.summary[1]
