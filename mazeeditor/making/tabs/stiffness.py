"""Further tabs that make what stays stiff: every so many mm along it, and two for each piece.

As few tabs as hold all pieces leave long walls that bend, and pieces that swing. So the place that
is farthest from any tab, along the walls, gets one as well, until none is farther than half of the
distance that is asked; and each piece that has one tab gets another, far from the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush
from math import dist
from typing import Protocol

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.making.tabs.bridges import TABS_APART, BridgeFinder
from mazeeditor.making.tabs.places import ACROSS, Bridge
from mazeeditor.page.scene import Ids, Numbers

NEAR_WALLS = 3  # walls from a place at which a tab is looked for
MIN_TABS = 2  # tabs of each piece
SAMPLES = 9  # places along a tab that are to be apart from others


class Choice(Protocol):
    """Takes tabs that have room."""

    finder: BridgeFinder
    bridges: list[Bridge]
    count: int
    job: Job

    def take_by_hand(self, bridge: Bridge | None) -> bool:
        """Take a tab, whatever it joins; return whether it has room and bridges one cut."""


def stiffen(choice: Choice, every: float) -> None:
    """Take further tabs; raises ``CancelledError``."""
    reach = _Reach(choice.finder)
    for bridge in choice.bridges:
        reach.spread(bridge)
    stuck = ~reach.used
    while True:
        choice.job.check()
        far = np.where(stuck, -1.0, reach.far)
        post = int(far.argmax())
        if far[post] <= every / 2:
            break
        stuck[post] = True
        for wall in reach.walls_near(post):
            taken = reach.first(choice, choice.finder.beside(wall))
            if taken:
                reach.spread(taken)
                break
    if choice.count > 1:
        _two_for_each(choice, reach)


def _two_for_each(choice: Choice, reach: _Reach) -> None:
    """Give each piece a second tab to another piece, far from the first."""
    count = Counter(
        piece
        for bridge in choice.bridges
        for piece in {bridge.one, bridge.other}
        if bridge.one != bridge.other
    )
    for piece in range(choice.count):
        choice.job.check()
        walls = choice.finder.walls_of(piece)
        order = np.argsort(-reach.far[reach.ends[walls]].sum(axis=1), kind="stable")
        for wall in walls[order].tolist() if count[piece] < MIN_TABS else ():
            others = (
                bridge
                for bridge in choice.finder.beside(wall)
                if piece in (bridge.one, bridge.other)
                and bridge.one != bridge.other
                and choice.finder.is_plain(bridge)
            )
            bridge = next(filter(choice.take_by_hand, others), None)
            if bridge:
                reach.spread(bridge)
                count.update({bridge.one, bridge.other})
                if count[piece] >= MIN_TABS:
                    break


class _Reach:
    """How far each post is from the nearest tab along walls, in mm: ``far`` float64[p]."""

    def __init__(self, finder: BridgeFinder) -> None:
        self.finder = finder
        graph, cell = finder.design.graph, finder.design.cell
        self.ends: Ids = graph.ends.reshape(-1, 2).astype(np.int64)
        self.used = np.diff(graph.first) > 0
        self.far: Numbers = np.where(self.used, np.inf, 0.0)
        self._length = (graph.lengths * cell).tolist()
        self._places = np.stack([graph.x, graph.y], axis=1)
        self._at: list[list[int]] = [[] for _post in range(len(graph.x))]
        for wall, (one, other) in enumerate(self.ends.tolist()):
            self._at[one].append(wall)
            self._at[other].append(wall)
        self._pairs = self.ends.tolist()

    def spread(self, bridge: Bridge) -> None:
        """Count from a tab on."""
        places = [bridge.middle] if self.finder.kind == ACROSS else [bridge.begin, bridge.end]
        heap: list[tuple[float, int]] = []
        cell = self.finder.design.cell
        for place in places:
            for post in self._pairs[self.finder.wall_at(place)]:
                away = dist(place, self._places[post]) * cell
                heappush(heap, (away, post))
        far = self.far
        while heap:
            away, post = heappop(heap)
            if away >= far[post]:
                continue
            far[post] = away
            for wall in self._at[post]:
                one, other = self._pairs[wall]
                heappush(heap, (away + self._length[wall], other if one == post else one))

    def first(self, choice: Choice, bridges: Iterable[Bridge]) -> Bridge | None:
        """Take the first tab that is apart from all others; return it."""
        for bridge in bridges:
            if not self._is_apart(bridge, choice.bridges) or not self.finder.is_plain(bridge):
                continue
            if choice.take_by_hand(bridge):
                return bridge
        return None

    def _is_apart(self, bridge: Bridge, others: list[Bridge]) -> bool:
        """Whether no other tab crosses a tab, or lies within two widths of it."""
        least = TABS_APART * self.finder.width / self.finder.design.cell
        reach = bridge.length + least
        ends = np.array([bridge.begin, bridge.end])
        places = ends[0] + np.linspace(0, 1, SAMPLES)[:, None] * (ends[1] - ends[0])
        for other in others:
            if dist(bridge.middle, other.middle) > reach + other.length:
                continue
            begin, along = np.array(other.begin), np.subtract(other.end, other.begin)
            away = places - begin
            share = (away @ along / max(float(along @ along), 1e-12)).clip(0, 1)
            if np.hypot(*(away - share[:, None] * along).T).min() <= least:
                return False
        return True

    def walls_near(self, post: int) -> list[int]:
        """Return the walls around a post, the nearest first."""
        known, layer = dict.fromkeys(self._at[post]), [post]
        for _step in range(NEAR_WALLS - 1):
            layer = [end for here in layer for wall in self._at[here] for end in self._pairs[wall]]
            known |= dict.fromkeys(wall for here in layer for wall in self._at[here])
        return list(known)
