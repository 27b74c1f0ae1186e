"""What lies on each other on a page, as shapely finds it in the same outlines."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Literal

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.page.compose import compose
from mazeeditor.page.curves import flatten
from mazeeditor.page.extent import gap_of
from mazeeditor.page.findings import OVERLAP, findings_on
from mazeeditor.page.overlaps import LOOKED_AT, MIN_AREA_MM2, overlaps_on
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Item, Layer, Picture, Polygons, Scene, Strokes, Text
from mazeeditor.page.text.placed_text import parts_of
from tests.maze.shapes.cases import largest
from tests.page.decor import rings_of
from tests.page.test_shapes import outer

SURE = 0.1  # mm²: an overlap that no rounding hides
CAPS: dict[str, Literal["round", "square", "flat"]] = {
    "round": "round",
    "square": "square",
    "butt": "flat",
}


def area_of(item: Item) -> BaseGeometry:
    if isinstance(item, Text):
        return shapely.union_all([area_of(part) for part in parts_of(item)])
    if isinstance(item, Picture):
        return shapely.box(item.x, item.y, item.x + item.width, item.y + item.height)
    assert isinstance(item, Strokes | Polygons)
    flat = flatten(item, 0.01)
    if isinstance(flat, Polygons):
        area: BaseGeometry = shapely.Polygon()
        for ring in rings_of(flat):
            area = area.symmetric_difference(shapely.Polygon(ring).buffer(0))
        return area
    lines: list[BaseGeometry] = []
    for ring, back in zip(rings_of(flat), flat.closed.tolist(), strict=True):
        lines.append(shapely.LineString(np.concatenate([ring, ring[:1]]) if back else ring))
    return shapely.union_all(lines).buffer(flat.width / 2, cap_style=CAPS[flat.cap])


def areas_on(scene: Scene) -> list[BaseGeometry]:
    areas = list[BaseGeometry]()
    for layer in scene.layers:
        if layer.name in LOOKED_AT:
            items = iter(layer.items)
            for count in layer.things or (1,) * len(layer.items):
                thing = [area_of(next(items)) for _number in range(count)]
                areas.append(shapely.union_all(thing))
    return areas


def with_near_gaps(shape: str, seed: int) -> Maze:
    """Return a maze with an entrance, and up to three exits beside it."""
    lattice, random = largest(shape), Random(seed)
    maze = generate("growing-tree", lattice, seed)
    first, *others = outer(lattice, random, 40)
    place = gap_of(lattice, first)[0]
    others.sort(key=lambda other: float(np.hypot(*(gap_of(lattice, other)[0] - place))))
    maze.set_openings(first, tuple(others[: 1 + seed % 3]))
    return maze


def check(scene: Scene) -> bool:
    """Assert that what is found is what shapely finds; return whether that is anything."""
    areas = areas_on(scene)
    both = [one.intersection(other).area for one, other in combinations(areas, 2)]
    found = len(overlaps_on(scene))
    assert (
        sum(area > SURE for area in both) <= found <= sum(area > MIN_AREA_MM2 / 2 for area in both)
    )
    assert found == 0 or [one.kind for one in findings_on(scene)].count(OVERLAP) == 1
    return found > 0


def marked(shape: str, seed: int, cell: float, marks: str) -> Scene:
    page = Page.from_dict({"page": "fit", "cell": cell, "marks": marks, "title": "T"})
    (scene,) = compose(with_near_gaps(shape, seed), page)
    return scene


@pytest.mark.parametrize(
    ("shape", "seed"), [("hexagonal", 17), ("hexagonal", 19), ("triangular", 8), ("polar", 20)]
)
def test_arrows_before_the_sides_of_a_notch_keep_apart(shape: str, seed: int) -> None:
    """They pointed at each other; up to 55 % of one lay on the other."""
    for cell in (2.0, 12.0):
        assert not overlaps_on(marked(shape, seed, cell, "arrow"))


def test_what_lies_on_a_title_is_named() -> None:
    title = Text(30.0, 20.0, 8.0, "Title", "middle", "black")
    disc = Polygons(np.array([(28.0, 14), (32, 14), (32, 20), (28, 20)]), np.array([0, 4]), "red")
    apart = Text(30.0, 40.0, 8.0, "Below", "middle", "black")

    def page(*layers: Layer) -> Scene:
        return Scene(60.0, 50.0, layers, "", "", 0.0, 0.0)

    titles, mark = Layer("title", "", (title, apart)), Layer("marks", "", (disc,))
    (finding,) = findings_on(page(titles, mark))
    assert finding.text == "'Title' and a mark at an opening overlap."
    (finding,) = findings_on(page(Layer("marks", "", (disc, disc))))
    assert finding.text == "A mark at an opening and another one overlap."
    assert check(page(titles, mark))
    assert not check(page(titles))
    assert not check(page(titles, Layer("theme", "", (disc,)))), "themes keep off by themselves"
    assert not check(page(Layer("marks", "", (disc, disc), (2,)))), "parts of one thing may"
