"""Collects the filled areas of a page and finds those that are lines, many at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.content.paths import PagePath, Points
from mazeeditor.prepress.content.thin_areas import SHORT, STEP, AreaEdges, thin_parts
from mazeeditor.prepress.document.values import Box, UnreadError, intersection, is_empty

_TOGETHER = 200_000  # points and cuts that are measured together
_FARTHEST = 100_000.0  # points from the page's corner: seven times the largest page
_CUTS = 20  # cuts that take as long as an operator


class FilledAreas:
    """The areas that are not measured yet, with where each is seen."""

    def __init__(self, ink: Ink, work: Callable[[int], None]) -> None:
        self._ink, self._work = ink, work
        self._places: list[Points] = []
        self._even_odd: list[bool] = []
        self._seen: list[Box] = []
        self._amount = 0

    def add(self, path: PagePath, even_odd: bool, where: Box) -> None:
        """Add what a path encloses, of which ``where`` is seen; raises ``UnreadError``."""
        left, low, right, top = path.box
        if max(right - left, top - low) < SHORT or path.is_rectangle:
            return
        if not max(map(abs, path.box)) < _FARTHEST:
            raise UnreadError(_("an area is larger than can be measured"))
        places = path.places()
        if places is None:
            raise UnreadError(_("an area has more corners than can be measured"))
        self._places.append(places)
        self._even_odd.append(even_odd)
        self._seen.append(where)
        self._amount += len(places) + int((right - left + top - low) / STEP)
        if self._amount > _TOGETHER:
            self.measure()

    def measure(self) -> None:
        """Record the thinnest part of all areas."""
        if not self._places:
            return
        places, even_odd, seen = self._places, np.array(self._even_odd), self._seen
        self._places, self._even_odd, self._seen, self._amount = [], [], [], 0
        edges = _edges(places, even_odd)
        for thin in thin_parts(edges, self._ink.thin, lambda cuts: self._work(cuts // _CUTS)):
            where = intersection(thin.where, seen[thin.group])
            if not is_empty(where):
                self._ink.thin_area(thin.width, where)


def _edges(places: list[Points], even_odd: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> AreaEdges:
    points = np.concatenate(places)
    sizes = [len(one) for one in places]
    group = np.repeat(np.arange(len(places)), sizes)
    begins = points[:, 2] == 0
    begins[np.cumsum(sizes) - sizes] = True
    outline = np.cumsum(begins)
    starts = np.flatnonzero(begins)
    following = np.arange(1, len(points) + 1)
    following[np.append(starts[1:], len(points)) - 1] = starts
    ends = np.concatenate([points[:, :2], points[following, :2]], axis=1)
    return AreaEdges(ends, outline, group, even_odd)
