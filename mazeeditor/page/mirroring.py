r"""A maze of a page in a mirror, for left-handed children: from right to left, its words readable.

::

           +---+---+             +---+---+
    Start  | A     |             |     A |  Start     walls, arrows and the route are turned over,
           +---+   +   becomes   +   +---+            words and pictures stand upright
           |     B                 B     |            in the mirrored places
           +---+---+             +---+---+
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mazeeditor.core.job import Job
from mazeeditor.page.marks.marks import Sign
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.poster import move_item
from mazeeditor.page.scene import Box, Ink, Item, LongStrokes, Picture, Points, Strokes, Text


@dataclass(frozen=True)
class Mirror:
    """Turns what is drawn of a maze over, about the upright line through its ``middle`` in mm."""

    middle: float

    @classmethod
    def of(cls, layout: PageLayout) -> Mirror | None:
        """Return the mirror of a maze, None if it is not mirrored."""
        return cls(layout.middle) if layout.mirrored else None

    def points(self, points: Points) -> Points:
        """Return points float64[..., 2] on the other side, in mm."""
        result: Points = points * (-1.0, 1.0) + (2 * self.middle, 0.0)
        return result

    def box(self, box: Box) -> Box:
        left, top, right, bottom = box
        return 2 * self.middle - right, top, 2 * self.middle - left, bottom

    def items(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return items on the other side: lines and areas turned over, pictures as they are."""
        return tuple(map(self._item, items))

    def sign(self, sign: Sign) -> Sign:
        """Return a sign on the other side: an arrow turned over, a word or a picture upright."""
        box = self.box(sign.box)
        if sign.covered is None:
            return Sign(tuple(map(self._turned, sign.items)), box)
        across = box[0] - sign.box[0]
        items = tuple(move_item(item, across, 0.0) for item in sign.items)
        return Sign(items, box, self.box(sign.covered))

    def _item(self, item: Item) -> Item:
        if isinstance(item, LongStrokes):
            return _LongStrokes(item.width, item.colour, item.cap, item.count, item, self)
        return self._turned(item)

    def _turned(self, item: Ink | Picture) -> Ink | Picture:
        if isinstance(item, Text):  # each of them is set about its middle
            return replace(item, x=2 * self.middle - item.x)
        if isinstance(item, Picture):
            return replace(item, x=2 * self.middle - item.x - item.width)
        bulges = None if item.bulges is None else -item.bulges
        return replace(item, points=self.points(item.points), bulges=bulges)


@dataclass(frozen=True, eq=False)
class _LongStrokes(LongStrokes):
    """The lines of others in a mirror."""

    others: LongStrokes
    mirror: Mirror

    def portions(self, job: Job, share: float) -> Iterator[Strokes]:
        for strokes in self.others.portions(job, share):
            yield replace(strokes, points=self.mirror.points(strokes.points))

    def between(self, top: float, bottom: float) -> Strokes:
        strokes = self.others.between(top, bottom)
        return replace(strokes, points=self.mirror.points(strokes.points))
