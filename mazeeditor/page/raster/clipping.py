r"""Parts of a page: what of its lines, areas, texts and pictures lies within a rectangle.

::

        .--- box ---.
    ----+-----------+---->     a stroke that leaves the box and comes back becomes two
        |   /\      |
    ----+--/  \-----+----
        '-----------'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mazeeditor.page.curves import flattened
from mazeeditor.page.marks.free_ground import Box
from mazeeditor.page.scene import (
    Ids,
    Ink,
    Item,
    LongStrokes,
    Numbers,
    Picture,
    Points,
    Polygons,
    Scene,
    Strokes,
    Text,
)
from mazeeditor.page.text.shaping import width_of
from mazeeditor.page.text.text_items import left_of, parts_of

OFF = 0.002  # mm: the largest distance of an arc from the lines that stand for it
TALL = 1.5  # em: no glyph reaches farther above or below its line


def without_arcs(scene: Scene) -> Scene:
    """Return a page whose arcs are straight lines, as ``clipped`` needs it."""

    def straight(item: Item) -> Item:
        if isinstance(item, LongStrokes):
            return item.whole()
        return flattened(item, OFF) if isinstance(item, Strokes | Polygons) else item

    layers = [replace(layer, items=tuple(map(straight, layer.items))) for layer in scene.layers]
    return replace(scene, layers=tuple(layers))


def clipped(scene: Scene, box: Box) -> list[Item]:
    """Return what of a page without arcs lies within ``box``: left, top, right and bottom, in mm.

    Texts that are cut become outlines. Lines are cut where their middle leaves the box by
    half their width, so their ink goes beyond it by as much as that.
    """
    return [part for item in scene.items for part in _clipped(item, box)]


def moved(item: Item, x: float, y: float) -> Item:
    """Return an item ``x`` mm farther right and ``y`` mm farther down."""
    if isinstance(item, LongStrokes):
        item = item.whole()
    if isinstance(item, Strokes | Polygons):
        return replace(item, points=item.points + np.array([x, y]))
    return replace(item, x=item.x + x, y=item.y + y)


def scaled(item: Item, factor: float) -> Item:
    """Return an item as many times as large, its place too."""
    if isinstance(item, LongStrokes):
        item = item.whole()
    if isinstance(item, Strokes):
        return replace(item, points=item.points * factor, width=item.width * factor)
    if isinstance(item, Polygons):
        return replace(item, points=item.points * factor, thinnest=item.thinnest * factor)
    item = replace(item, x=item.x * factor, y=item.y * factor)
    if isinstance(item, Text):
        return replace(item, size=item.size * factor, outline=item.outline * factor)
    return replace(item, width=item.width * factor, height=item.height * factor)


def _clipped(item: Item, box: Box) -> Iterator[Item]:
    if isinstance(item, LongStrokes):
        item = item.whole()
    inside = _inside(_bounds(item), box)
    if inside == "all":
        yield item
    elif inside == "part":
        if isinstance(item, Strokes):
            yield from _strokes(item, box)
        elif isinstance(item, Polygons):
            yield from _polygons(item, box)
        elif isinstance(item, Picture):
            yield _picture(item, box)
        else:
            for part in parts_of(item):
                yield from _clipped(part, box)


def _bounds(item: Ink | Picture) -> Box:
    """Return a box around all of an item, but for half the width of its lines."""
    if isinstance(item, Text):
        left, reach = left_of(item), TALL * item.size
        width = width_of(item.text, item.lettering) * item.size
        return left - reach, item.y - reach, left + width + reach, item.y + reach
    if isinstance(item, Picture):
        return item.x, item.y, item.x + item.width, item.y + item.height
    if not len(item.points):
        return np.inf, np.inf, -np.inf, -np.inf
    (left, top), (right, bottom) = item.points.min(axis=0), item.points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _inside(bounds: Box, box: Box) -> str:
    """Return how much of something lies within a box: ``all``, ``part`` or ``none``."""
    left, top, right, bottom = bounds
    if left >= box[0] and top >= box[1] and right <= box[2] and bottom <= box[3]:
        return "all"
    apart = left > box[2] or top > box[3] or right < box[0] or bottom < box[1]
    return "none" if apart else "part"


def _strokes(item: Strokes, box: Box) -> Iterator[Strokes]:
    """Yield the parts of straight strokes within a box, none where there are none."""
    reach = item.width / 2
    low, high = np.array(box[:2]) - reach, np.array(box[2:]) + reach
    first, second = _lines_of(item)
    begin, end = item.points[first], item.points[second]
    enters, leaves = _shares(begin, end, low, high)
    kept = np.flatnonzero(enters <= leaves)
    if not len(kept):
        return
    along = (end - begin)[kept]
    begins = begin[kept] + along * enters[kept, None]
    ends = begin[kept] + along * leaves[kept, None]
    goes_on = (first[kept][1:] == second[kept][:-1]) & (leaves[kept][:-1] == 1)
    goes_on &= enters[kept][1:] == 0
    firsts = np.concatenate([[0], np.flatnonzero(~goes_on) + 1, [len(kept)]])
    runs = [np.vstack([begins[here], ends[here:until]]) for here, until in pairwise(firsts)]
    starts = np.cumsum([0, *map(len, runs)])
    open_ = np.zeros(len(runs), np.bool_)
    yield replace(item, points=np.concatenate(runs), starts=starts, closed=open_)


def _lines_of(item: Strokes) -> tuple[Ids, Ids]:
    """Return the two points of each line, in the order in which they are drawn."""
    after = np.arange(1, len(item.points) + 1)
    after[item.starts[1:] - 1] = np.where(item.closed, item.starts[:-1], -1)
    first = np.flatnonzero(after >= 0)
    return first, after[first]


def _shares(begin: Points, end: Points, low: Points, high: Points) -> tuple[Numbers, Numbers]:
    """Return where lines enter and leave a box, from 0 to 1; they miss it where that is reversed.

    Liang and Barsky, A new concept and method for line clipping, 1984.
    """
    along = end - begin
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low, to_high = (low - begin) / along, (high - begin) / along
    level = along == 0
    outside = level & ((begin < low) | (begin > high))
    enters = np.where(level, 0.0, np.minimum(to_low, to_high))
    leaves = np.where(level, 1.0, np.maximum(to_low, to_high))
    enters = np.clip(enters.max(axis=1), 0.0, None)
    leaves = np.clip(leaves.min(axis=1), None, 1.0)
    return enters, np.where(outside.any(axis=1), -1.0, leaves)


def _polygons(item: Polygons, box: Box) -> Iterator[Polygons]:
    """Yield the areas within a box, none where there are none.

    Sutherland and Hodgman, Reentrant polygon clipping, 1974: the lines that areas get along the
    box enclose nothing, so the rules of holes stay true.
    """
    points, starts = item.points, item.starts
    for axis in (0, 1):
        for sign, edge in ((1.0, box[axis]), (-1.0, box[axis + 2])):
            points, starts = _half(points, starts, sign * (points[:, axis] - edge))
    if len(points):
        yield replace(item, points=points, starts=starts)


def _half(points: Points, starts: Ids, height: Numbers) -> tuple[Points, Ids]:
    """Return the parts of rings where ``height``, which is linear, is not negative."""
    if not len(points):
        return points, starts
    after = np.arange(1, len(points) + 1)
    after[starts[1:] - 1] = starts[:-1]
    stays = height >= 0
    crosses = stays != stays[after]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(crosses, height / (height - height[after]), 0.0)
    between = points + (points[after] - points) * share[:, None]
    both = np.stack([points, between], axis=1)
    taken: NDArray[np.bool_] = np.stack([stays, crosses], axis=1)
    counts = np.add.reduceat(taken.sum(axis=1), starts[:-1])
    return both[taken], np.concatenate([[0], np.cumsum(counts[counts > 0])])


def _picture(item: Picture, box: Box) -> Picture:
    """Return the part of a picture within a box, whole pixels of it."""
    from PIL import Image

    with Image.open(BytesIO(item.data)) as image:
        scale = np.array([image.width / item.width, image.height / item.height])
        corner = np.array([item.x, item.y])
        low = np.floor(np.maximum((np.array(box[:2]) - corner) * scale, 0)).astype(int)
        high = np.ceil(np.minimum((np.array(box[2:]) - corner) * scale, image.size)).astype(int)
        high = np.maximum(high, low + 1)
        data = BytesIO()
        image.crop((*low.tolist(), *high.tolist())).save(data, "png")
    x, y = (corner + low / scale).tolist()
    width, height = ((high - low) / scale).tolist()
    return Picture(x, y, width, height, "png", data.getvalue(), item.grey)
