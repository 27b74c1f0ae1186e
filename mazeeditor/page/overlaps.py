r"""Which things of a page lie on each other as printed: marks, what stands along the route, texts.

::

    page --- things of its layers --- pairs whose boxes meet --- both drawn: dark at the same place?
                                                  \_ few: most pages have none
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.lengths import INCH
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, DESCENT
from mazeeditor.page.poster import move_item
from mazeeditor.page.scene import Box, Item, Layer, Picture, Polygons, Scene, Strokes, Text
from mazeeditor.page.text.placed_text import left_of
from mazeeditor.page.walls.ink import ink_box

LOOKED_AT = frozenset(("logo", "marks", "tokens", "title", "note"))  # names of layers
DPI = 200
MIN_AREA_MM2 = 0.05  # mm²: less is a touch that nobody sees


@dataclass(frozen=True, eq=False)
class Thing:
    """What belongs together in a layer, and its box in mm."""

    layer: Layer
    items: tuple[Item, ...]
    box: Box

    @property
    def text(self) -> str:
        """The text that it consists of, "" for a picture or a text with something around it."""
        first = self.items[0]
        return first.text if len(self.items) == 1 and isinstance(first, Text) else ""


def overlaps_on(scene: Scene) -> list[tuple[Thing, Thing]]:
    """Return the pairs of things that lie on each other."""
    things = sorted(_things_on(scene), key=lambda thing: thing.box[0])
    if len(things) < 2:
        return []
    boxes = np.array([thing.box for thing in things])
    return [
        (things[one], things[other])
        for one, other in _meeting(boxes)
        if _area_of_both(scene, things[one], things[other]) > MIN_AREA_MM2
    ]


def _things_on(scene: Scene) -> Iterator[Thing]:
    for layer in scene.layers:
        if layer.name not in LOOKED_AT:
            continue
        first = 0
        for count in layer.things or (1,) * len(layer.items):
            items = layer.items[first : first + count]
            first += count
            boxes = [box for item in items if (box := _box_of(item))]
            if boxes:
                (left, top), (right, bottom) = (
                    reach(np.array(boxes)[:, [at, at + 1]], axis=0).tolist()
                    for reach, at in ((np.min, 0), (np.max, 2))
                )
                yield Thing(layer, items, (left, top, right, bottom))


def _box_of(item: Item) -> Box | None:
    """Return a box around an item, None for an empty one."""
    if isinstance(item, Text):
        if not item.text.strip():
            return None
        left, width = left_of(item), width_of(item.text, item.lettering) * item.size
        return left, item.y - ASCENT * item.size, left + width, item.y + DESCENT * item.size
    if isinstance(item, Picture):
        return item.x, item.y, item.x + item.width, item.y + item.height
    return ink_box([item]) if isinstance(item, Strokes | Polygons) else None


def _meeting(boxes: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Yield which of boxes float64[n, 4], from left to right, cover a place together."""
    left, top, right, bottom = boxes.T
    lasts = np.searchsorted(left, right)
    for one, last in enumerate(lasts.tolist()):
        others = slice(one + 1, last)
        meet = (top[others] < bottom[one]) & (bottom[others] > top[one])
        yield from ((one, one + 1 + other) for other in np.flatnonzero(meet).tolist())


def _area_of_both(scene: Scene, one: Thing, other: Thing) -> float:
    """Return how many mm² of the page both things cover."""
    (left, top), (right, bottom) = (
        reach([one.box[at : at + 2], other.box[at : at + 2]], axis=0).tolist()
        for reach, at in ((np.max, 0), (np.min, 2))
    )
    box = left - INCH / DPI, top - INCH / DPI, right + INCH / DPI, bottom + INCH / DPI
    both = _cover(scene, one, box) & _cover(scene, other, box)
    return float(both.sum()) * (INCH / DPI) ** 2


def _cover(scene: Scene, thing: Thing, box: Box) -> NDArray[np.bool_]:
    """Return bool[m, n], which pixels of a part of the page a thing covers."""
    from mazeeditor.page.raster.raster import draw_at

    left, top, right, bottom = box
    items = tuple(move_item(item, -left, -top) for item in thing.items)
    part = replace(scene, width=right - left, height=bottom - top, layers=(Layer("", "", items),))
    covered: NDArray[np.bool_] = np.asarray(draw_at(part, DPI, transparent=True))[:, :, 3] > 127
    return covered
