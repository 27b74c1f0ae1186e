"""Which portals several mazes have, so that all of them are one maze with one way through it.

Each maze falls into areas that no passage joins; portals, in pairs with the same number, join areas
of different mazes to a tree::

    maze 1        maze 2        maze 3        maze 4
    in-a---(7)----a             a----(2)----a---out       the way: 1, 3, 4 by the portals 5 and 2
       `---(5)------------------'           |
    b-------------------(4)-----------------b             1b hangs from 4b: a dead end that
                  b-----(1)-----b---(3)-----'             crosses several mazes
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.random import below, seeded, shuffle_items

START, FINISH = 0, -1  # instead of the number of a portal: entrance and exit
MOST_AREAS = 4
USUAL_AREAS = 2
USUAL_VISITS = 2 / 3  # of the mazes: those that the way passes, where they have several areas
REPEATED_SHARE = 1 / 6  # of these: the mazes that it passes twice
DEEPER = 7  # of ten: dead ends that go on from another one, not from the way
MOST_PORTALS = 4  # of an area, where others have room
Area = tuple[int, int]  # the maze, counted from 1, and which of its areas


@dataclass(frozen=True)
class Portal:
    """One end of a pair with the same ``number``: in an ``area`` of its maze, to maze ``to``."""

    number: int
    area: int
    to: int


@dataclass(frozen=True)
class Leg:
    """What the way does in a maze: it is the leg ``step``, from one portal to another.

    In place of their numbers ``START`` is the entrance, ``FINISH`` the exit.
    """

    step: int
    enters: int
    leaves: int


@dataclass(frozen=True)
class MazeLinks:
    """The portals of a maze in the order of their numbers; ``number`` counts mazes from 1.

    It falls into so many ``areas``. ``start`` and ``finish`` are those of entrance and exit, None
    where it has none, and ``legs`` what the way does there. ``seed`` chooses the places.
    """

    number: int
    areas: int
    seed: int
    portals: tuple[Portal, ...]
    start: int | None = None
    finish: int | None = None
    legs: tuple[Leg, ...] = ()

    @property
    def used(self) -> frozenset[int]:
        """The numbers of the portals that the way takes, ``START`` and ``FINISH``."""
        return frozenset(end for leg in self.legs for end in (leg.enters, leg.leaves))

    def with_legs(self, legs: Sequence[Leg]) -> MazeLinks:
        """Return the same portals with another way."""
        return replace(self, legs=tuple(legs))


def most_visits(count: int, areas: int) -> int:
    """Return how many of ``count`` mazes the way can pass at the most; below 2 it cannot be.

    Each maze has a portal that the way does not take, and mazes of one area need another maze for
    where it leads to.
    """
    return count if areas > 1 else count // 2


def network(
    count: int, *, areas: int = USUAL_AREAS, visits: int | None = None, seed: int
) -> tuple[MazeLinks, ...]:
    """Return the links of ``count`` mazes; the same values give the same ones for ever.

    The way begins in the first maze, ends in the last one and passes ``visits`` mazes at the
    least. Raises ``UsageError`` where so many cannot be.
    """
    most = most_visits(count, areas)
    if most < 2:
        least = 2 if areas > 1 else 4
        text = _("One maze of several needs {least} mazes at least, not {count}.")
        raise UsageError(text.format(least=least, count=count))
    if visits is None:
        visits = min(max(round(USUAL_VISITS * count), 2), most)
    if visits > most:
        text = _(
            "The way can pass {most} of {count} mazes at most, not {visits}: ask for "
            "fewer, take more mazes, or let each fall into more parts."
        )
        raise UsageError(text.format(most=most, count=count, visits=visits))
    return _Joiner(count, areas, seed).joined(max(visits, 2))


class _Joiner:
    """Joins the areas of all mazes to a tree, the way first."""

    def __init__(self, count: int, areas: int, seed: int) -> None:
        self._count, self._areas = count, areas
        self._random = seeded(seed)
        self._pairs: list[tuple[Area, Area]] = []
        self._portals: dict[Area, int] = {}  # how many each area has that is joined by now

    def _below(self, limit: int) -> int:
        return int(below(self._random, limit))

    def joined(self, visits: int) -> tuple[MazeLinks, ...]:
        way = self._way(visits)
        self._portals[way[0]] = 0
        for one, other in pairwise(way):
            self._join(one, other)
        self._add_dead_ends(way)
        return self._links(way)

    def _join(self, one: Area, other: Area) -> None:
        self._pairs.append((one, other))
        for area in (one, other):
            self._portals[area] = self._portals.get(area, 0) + 1

    def _way(self, visits: int) -> list[Area]:
        """Return the areas of the way: from maze to maze in any order, through some twice."""
        between = shuffle_items(range(2, self._count), self._below)[: visits - 2]
        mazes = [1, *between, self._count]
        again = round(REPEATED_SHARE * visits) if self._areas > 1 else 0
        for maze in shuffle_items(mazes[:-1], self._below)[:again]:
            places = [
                place for place in range(1, len(mazes)) if maze not in mazes[place - 1 : place + 1]
            ]
            if places:
                mazes.insert(places[self._below(len(places))], maze)
        free = {maze: shuffle_items(range(self._areas), self._below) for maze in sorted(set(mazes))}
        return [(maze, free[maze].pop()) for maze in mazes]

    def _add_dead_ends(self, way: list[Area]) -> None:
        """Join all other areas: first to mazes that have no wrong portal yet."""
        on_way = set(way)
        every = [(maze, area) for maze in range(1, self._count + 1) for area in range(self._areas)]
        others = shuffle_items([area for area in every if area not in on_way], self._below)
        whole = {maze for maze, _area in way} - {maze for maze, _area in others}
        loose: list[Area] = []
        for maze in shuffle_items(sorted(whole), self._below):
            areas = [area for area in way if area[0] == maze]
            self._join(areas[self._below(len(areas))], others[-1])
            loose.append(others.pop())
        for area in others:
            self._join(self._parent_of(area, way, loose), area)
            loose.append(area)

    def _parent_of(self, area: Area, way: list[Area], loose: list[Area]) -> Area:
        """Return what an area off the way hangs from, in another maze."""
        deeper = self._below(10) < DEEPER
        for known in (loose, way) if deeper else (way, loose):
            free = [one for one in known if one[0] != area[0] and self._portals[one] < MOST_PORTALS]
            if free:
                return free[self._below(len(free))]
        every = [one for one in (*way, *loose) if one[0] != area[0]]
        return min(every, key=self._portals.__getitem__)

    def _links(self, way: list[Area]) -> tuple[MazeLinks, ...]:
        """Number the pairs at random, and return the portals of each maze."""
        numbers = shuffle_items(range(1, len(self._pairs) + 1), self._below)
        portals: dict[int, list[Portal]] = {maze: [] for maze in range(1, self._count + 1)}
        for number, (one, other) in zip(numbers, self._pairs, strict=True):
            portals[one[0]].append(Portal(number, one[1], other[0]))
            portals[other[0]].append(Portal(number, other[1], one[0]))
        legs: dict[int, list[Leg]] = {maze: [] for maze in portals}
        taken = [START, *numbers[: len(way) - 1], FINISH]
        for step, ((maze, _area), (enters, leaves)) in enumerate(
            zip(way, pairwise(taken), strict=True), 1
        ):
            legs[maze].append(Leg(step, enters, leaves))
        return tuple(
            MazeLinks(
                maze,
                self._areas,
                self._below(2**31),
                tuple(sorted(own, key=lambda portal: portal.number)),
                way[0][1] if maze == 1 else None,
                way[-1][1] if maze == self._count else None,
                tuple(legs[maze]),
            )
            for maze, own in portals.items()
        )
