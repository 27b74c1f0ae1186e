"""What themes draw on pages, and how far it is from all else: by shapely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.page.scene import Ink, Item, LongStrokes, Picture, Polygons, Scene, Strokes, Text
from mazeeditor.page.themes.decoration import LAYER

CLEAR = 0.3  # mm: between decoration and anything else, at least


def rings_of(item: Strokes | Polygons) -> Iterator[Any]:
    for first, last in zip(item.starts[:-1].tolist(), item.starts[1:].tolist(), strict=True):
        yield item.points[first:last]


def shapes_of(item: Item) -> tuple[list[BaseGeometry], float]:
    """Return lines, areas and boxes of an item, and how far its ink reaches beyond them."""
    if isinstance(item, Text):
        wide = width_of(item.text, item.lettering) * item.size
        left = item.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * wide
        above, below = item.y - 0.7 * item.size, item.y + 0.2 * item.size
        return [shapely.box(left, above, left + wide, below)], 0.0
    if isinstance(item, Picture):
        box = item.x, item.y, item.x + item.width, item.y + item.height
        return [shapely.box(*box)], 0.0
    if isinstance(item, LongStrokes):
        item = item.whole()
    if isinstance(item, Polygons):
        return [shapely.Polygon(ring).buffer(0) for ring in rings_of(item) if len(ring) > 2], 0.0
    lines: list[BaseGeometry] = []
    for ring, back in zip(rings_of(item), item.closed.tolist(), strict=True):
        points = np.concatenate([ring, ring[:1]]) if back else ring
        lines.append(shapely.LineString(points) if len(points) > 1 else shapely.Point(points[0]))
    return lines, item.width / 2


def decor(scene: Scene) -> list[Ink]:
    """Return what the theme draws."""
    return [
        item
        for layer in scene.layers
        if layer.name == LAYER
        for item in layer.items
        if isinstance(item, Strokes | Polygons)
    ]


def check_within(items: Iterable[Item], box: tuple[float, ...]) -> None:
    """Assert that items lie in a box with all of their ink."""
    for item in items:
        shapes, reach = shapes_of(item)
        left, top, right, bottom = shapely.total_bounds(shapes)
        assert left - reach >= box[0] - 1e-3
        assert top - reach >= box[1] - 1e-3
        assert right + reach <= box[2] + 1e-3
        assert bottom + reach <= box[3] + 1e-3


def check_places(
    scene: Scene,
    box: tuple[float, float, float, float],
    *others: tuple[list[BaseGeometry], float],
) -> None:
    """Assert that decoration lies in a box and off all else."""
    assert decor(scene)
    check_within(decor(scene), box)
    kept = [shapes_of(i) for layer in scene.layers if layer.name != LAYER for i in layer.items]
    drawn = [shapes_of(item) for item in decor(scene)]
    for shapes, reach in (*kept, *others):
        tree = shapely.STRtree(shapes)
        for own, own_reach in drawn:
            near = tree.query(own, "dwithin", CLEAR + reach + own_reach)
            assert not near.size
