"""Cuts a maze into areas and chooses the cells of its portals: ends of dead ends, far apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.portals.network import MazeLinks
from mazeeditor.maze.portals.passages import distances_from, passages_of
from mazeeditor.maze.random import below, seeded, shuffle_items

MIN_EVENNESS = 0.7  # of the best: how even the two sides of a cut are at the least
SPARE_CELLS = 2  # cells that an area has besides those of its portals and openings
Passages = dict[int, list[tuple[int, int]]]


@dataclass(frozen=True, eq=False)
class Linked:
    """A maze in its areas, with ``cells``, those of the portals in the order of its links."""

    maze: Maze
    cells: tuple[int, ...]


def linked(maze: Maze, links: MazeLinks, job: Job) -> Linked:
    """Return a maze without loops in its areas, and where its portals stand.

    It keeps its entrance and its exits where the links have them. Raises ``UsageError`` where it
    has loops or is too small, and ``CancelledError``.
    """
    placer = _Placer(maze, links, job)
    cells = placer.cells()
    result = maze.copy()
    result.set_locks(None)
    result.set_openings(placer.entrance, placer.exits)
    result.toggle(np.array(placer.cuts, np.int64))
    return Linked(result, cells)


def opened_as(maze: Maze, links: MazeLinks) -> Maze:
    """Return a copy of a maze without the openings that its links do not have."""
    result = maze.copy()
    entrance = maze.entrance if links.start is not None else None
    result.set_openings(entrance, maze.exits if links.finish is not None else ())
    return result


class _Placer:
    def __init__(self, maze: Maze, links: MazeLinks, job: Job) -> None:
        self._links = links
        self._random = seeded(links.seed)
        self._passages = passages_of(maze)
        job.check()
        self.entrance = maze.entrance if links.start is not None else None
        self.exits = maze.exits if links.finish is not None else ()
        self._check(maze)
        self.cuts: list[int] = []
        parts = [list(self._passages)]
        while len(parts) < links.areas:
            parts.sort(key=len)
            parts += self._cut(parts.pop())
            job.check()
        self._areas = self._chosen(parts)

    def _below(self, limit: int) -> int:
        return int(below(self._random, limit))

    def _check(self, maze: Maze) -> None:
        """Raise ``UsageError`` where the maze has loops, or lacks an opening."""
        number = self._links.number
        ways = sum(map(len, self._passages.values())) // 2
        reached = distances_from(self._passages, [next(iter(self._passages))])
        if not len(reached) == ways + 1 == len(self._passages):
            text = _(
                "Maze {number} has loops, or cells that no passage joins to the others: a maze "
                "with portals has neither. Set the braid to 0, and let its pieces be joined."
            )
            raise UsageError(text.format(number=number))
        missing = [
            (self._links.start is not None and maze.entrance is None, _("an entrance")),
            (self._links.finish is not None and not maze.exits, _("an exit")),
        ]
        for is_missing, what in missing:
            if is_missing:
                text = _("Maze {number} needs {what}.")
                raise UsageError(text.format(number=number, what=what))

    def _cut(self, part: Sequence[int]) -> tuple[list[int], list[int]]:
        """Close a passage, and return the cells on both sides: about as many on each."""
        order = list(distances_from(self._passages, [part[self._below(len(part))]]))
        behind = self._cells_behind(order)
        even = {cell: min(size, len(order) - size) for cell, size in behind.items()}
        best = max(even[cell] for cell in order[1:]) if len(order) > 1 else 0
        if not best:
            raise self._too_small()
        cells = [cell for cell in order[1:] if even[cell] >= MIN_EVENNESS * best]
        cell = cells[self._below(len(cells))]
        parent, wall = next(
            (other, wall) for other, wall in self._passages[cell] if behind[other] > behind[cell]
        )
        for one, other in ((cell, parent), (parent, cell)):
            self._passages[one].remove((other, wall))
        self.cuts.append(wall)
        return list(distances_from(self._passages, [cell])), list(
            distances_from(self._passages, [parent])
        )

    def _cells_behind(self, order: Sequence[int]) -> dict[int, int]:
        """Return how many cells hang from each one, with it, as seen from the first of them."""
        result = dict.fromkeys(order, 1)
        place = {cell: at for at, cell in enumerate(order)}
        for cell in reversed(order[1:]):
            parent = min((other for other, _wall in self._passages[cell]), key=place.__getitem__)
            result[parent] += result[cell]
        return result

    def _chosen(self, parts: list[list[int]]) -> list[list[int]]:
        """Return the cells of each area: that of an opening is as the links have it."""
        links = self._links
        fixed: dict[int, list[int]] = {}
        gaps = {links.start: self.entrance, links.finish: next(iter(self.exits), None)}
        for area, opening in gaps.items():
            if area is not None and opening is not None:
                fixed[area] = next(part for part in parts if opening.cell in part)
        others = shuffle_items([part for part in parts if part not in fixed.values()], self._below)
        free = [area for area in range(links.areas) if area not in fixed]
        needed = [self._needed(area) for area in range(links.areas)]
        if any(len(part) < needed[area] for area, part in zip(free, others, strict=True)):
            others.sort(key=len)  # the largest for those with most portals
            free.sort(key=needed.__getitem__)
        result = fixed | dict(zip(free, others, strict=True))
        if any(len(result[area]) < needed[area] for area in result):
            raise self._too_small()
        return [result[area] for area in range(links.areas)]

    def _needed(self, area: int) -> int:
        return sum(portal.area == area for portal in self._links.portals) + SPARE_CELLS

    def _too_small(self) -> UsageError:
        text = _(
            "Maze {number} is too small for its {portals} portals: make larger mazes, or let each "
            "fall into fewer parts."
        )
        links = self._links
        return UsageError(text.format(number=links.number, portals=len(links.portals)))

    def cells(self) -> tuple[int, ...]:
        places: dict[int, int] = {}
        for area, cells in enumerate(self._areas):
            own = [place for place, one in enumerate(self._links.portals) if one.area == area]
            chosen = self._spread(cells, len(own))
            places |= zip(own, shuffle_items(chosen, self._below), strict=True)
        return tuple(places[place] for place in range(len(self._links.portals)))

    def _spread(self, cells: list[int], count: int) -> list[int]:
        """Return cells of an area far from each other and from the openings, by its passages."""
        taken = {gap.cell for gap in (*([self.entrance] if self.entrance else []), *self.exits)}
        held = [cell for cell in cells if cell in taken]
        free = [cell for cell in cells if cell not in taken]
        ends = [cell for cell in free if len(self._passages[cell]) == 1]
        begin = held or [free[self._below(len(free))]]
        away = distances_from(self._passages, begin)
        chosen: list[int] = []
        for _number in range(count):
            left = [cell for cell in ends if cell not in chosen] or [
                cell for cell in free if cell not in chosen
            ]
            chosen.append(max(left, key=away.__getitem__))
            if len(chosen) == 1 and not held:
                away = distances_from(self._passages, chosen)
            else:
                near = distances_from(self._passages, chosen[-1:])
                away = {cell: min(far, near[cell]) for cell, far in away.items()}
        return chosen
