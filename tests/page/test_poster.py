"""Posters: what the sheets show together is the whole page, measured by shapely."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image

from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.curves import closed_of, flatten
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import LARGEST_CELL
from mazeeditor.page.poster import Division, clip_items, sheets_of
from mazeeditor.page.scene import Item, Layer, Picture, Points, Polygons, Scene, Strokes
from mazeeditor.page.text.placed_text import parts_of
from tests.breadth import in_turns
from tests.maze.shapes.cases import largest
from tests.page.areas import crossings
from tests.page.mazes import made
from tests.page.test_shapes import opened

POSTER = Page(page="A6", poster="2x3", overlap=7, title="A title across", solution="page")


def painted(item: Item, points: Points) -> NDArray[np.bool_]:
    """Whether an item paints each of ``points`` float64[k, 2], in mm."""
    if isinstance(item, Picture):
        return shapely.contains_xy(
            shapely.box(item.x, item.y, item.x + item.width, item.y + item.height), points
        )
    if not isinstance(item, Strokes | Polygons):
        return any_of(parts_of(item), points)
    flat = flatten(item, 1e-3)
    rings = np.split(flat.points, flat.starts[1:-1])
    if isinstance(item, Polygons):
        return crossings(rings, points) % 2 == 1
    reach, square = item.width / 2, item.cap == "square"
    lines = [
        np.vstack([ring, ring[:1]]) if closed else ring
        for ring, closed in zip(rings, closed_of(item), strict=True)
    ]
    ink = [
        shapely.LineString(line).buffer(
            reach,
            cap_style="square" if square else "round",
            join_style="mitre" if square else "round",
        )
        for line in lines
    ]
    return shapely.contains_xy(shapely.union_all(ink), points)


def any_of(items: Iterable[Item], points: Points) -> NDArray[np.bool_]:
    """Whether any of the items paints each point."""
    parts = [painted(item, points) for item in items]
    return np.any(parts, axis=0) if parts else np.zeros(len(points), np.bool_)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "walls"), in_turns(SHAPES.names(), ["lines", "bands"]))
def test_sheets_show_what_the_poster_shows(name: str, walls: Literal["lines", "bands"]) -> None:
    maze = opened(largest(name), 2)
    page = Page(page="A6", poster="2x2", overlap=9, walls=walls, title="Over two sheets")
    scenes = compose(maze, page)
    poster = scenes[0]
    division = Division.of(page, poster)
    assert division
    random = np.random.default_rng(1)
    _plan, *sheets = sheets_of(scenes, page, Job())
    for sheet, place in zip(sheets, division.sheets(), strict=True):
        corner = np.array([place.box[0] - page.margin, place.box[1] - page.margin])
        paper = random.random((3000, 2)) * (sheet.width, sheet.height)
        shown = any_of(items_of(sheet, "walls", "marks", "title"), paper)
        wanted = any_of(items_of(poster, "walls", "marks", "title"), paper + corner)
        low, high = np.array(place.box[:2]), np.array(place.box[2:])
        within = ((paper + corner >= low) & (paper + corner <= high)).all(axis=1)
        assert wanted[within].sum() > 20
        assert (shown != wanted)[within].mean() < 0.002
        reach = poster.wall + 1e-6
        near = ((paper + corner >= low - reach) & (paper + corner <= high + reach)).all(axis=1)
        assert not shown[~near].any()


def items_of(scene: Scene, *layers: str) -> list[Item]:
    """Return all that some layers hold."""
    return [item for layer in scene.layers if layer.name in layers for item in layer.items]


def test_sheets_overlap_and_leave_nothing_out() -> None:
    (poster, _answer) = compose(made(20, 12), POSTER, solve("breadth-first", made(20, 12)))
    division = Division.of(POSTER, poster)
    assert division
    places = list(division.sheets())
    assert [place.name for place in places] == ["A1", "A2", "B1", "B2", "C1", "C2"]
    boxes = [shapely.box(*place.box) for place in places]
    inner = shapely.box(0, 0, poster.width, poster.height).buffer(
        -POSTER.margin, join_style="mitre"
    )
    assert shapely.equals(shapely.union_all(boxes), inner)
    assert (boxes[0] & boxes[1]).bounds[2] - (boxes[0] & boxes[1]).bounds[0] == pytest.approx(7)
    assert (boxes[0] & boxes[2]).bounds[3] - (boxes[0] & boxes[2]).bounds[1] == pytest.approx(7)


def test_a_poster_as_pictures(tmp_path: Path) -> None:
    files = export(made(20, 12), tmp_path / "a.svg", POSTER)
    names = ["a.svg", *(f"a-{name}.svg" for name in ("A1", "A2", "B1", "B2", "C1", "C2"))]
    assert [file.name for file in files] == [*names, "a-solution.svg"]


def test_pictures_are_cut(tmp_path: Path) -> None:
    """Each sheet has only the pixels that it shows."""
    image = Image.new("L", (64, 64))
    image.putdata([x * 4 for _y in range(64) for x in range(64)])
    file = tmp_path / "a.png"
    image.save(file)
    picture = Picture(20, 20, 64, 64, "png", file.read_bytes(), True)
    scene = Scene(100, 100, (Layer("logo", "", (picture,)),), "", "", 1, 1)
    (part,) = clip_items(scene.items, (0, 0, 50.5, 100))
    assert isinstance(part, Picture)
    assert (part.x, part.y, part.width, part.height) == (20, 20, 31, 64)
    assert clip_items(scene.items, (90, 0, 100, 100)) == []


def test_a_poster_has_larger_cells_and_walls() -> None:
    small, large = (compose(made(3, 3), Page(poster=grid))[0] for grid in ("1x1", "3x3"))
    assert small.cell == LARGEST_CELL < large.cell
    assert large.wall > small.wall


def test_what_no_poster_can_be() -> None:
    refused: dict[str, dict[str, object]] = {
        "need margins of 5 mm": {"margin": 4.9},
        "overlap of 60 mm is too wide": {"overlap": 60},
        "Write sheets of a poster as 2x3": {"poster": "0x2"},
        "20 at most": {"poster": "2x21"},
        "not 'many'": {"poster": "many"},
    }
    for reason, values in refused.items():
        with pytest.raises(UsageError, match=reason):
            compose(made(3, 3), Page.from_dict({"page": "A6", "poster": "2x2", **values}))


def test_a_page_that_fits_the_maze_is_no_poster() -> None:
    scenes = compose(made(3, 3), Page(page="fit", poster="2x2"))
    assert sheets_of(scenes, Page(page="fit", poster="2x2"), Job()) == scenes


def test_cancelled() -> None:
    job = Job()
    scenes = compose(made(3, 3), POSTER)
    job.cancel()
    with pytest.raises(CancelledError):
        sheets_of(scenes, POSTER, job)
