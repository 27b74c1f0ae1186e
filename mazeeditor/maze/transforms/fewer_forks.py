r"""Fewer forks: what branches off the only route is joined to other branches instead.

::

    S-+-+-+-+-G        S-+-+-+-+-G      the route stays; a branch is closed where it leaves the
      |   |              |              route, and opened to one that goes on leaving it
      +   +              +---+
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import below, seeded
from mazeeditor.maze.search.only_route import branches_of, neighbours_of, only_route
from mazeeditor.maze.transforms import transform

MOST_CELLS = 100_000  # as things along the route are for


@transform("fewer-forks", _("Fewer forks"), order=5, memory=2000)
def fewer_forks(
    maze: Maze,
    job: Job,
    *,
    most: Annotated[
        int,
        Between(1, 1000),
        Label(_("Forks at most")),
        _("most forks that the route passes, as far as possible"),
    ] = 12,
) -> Maze:
    """Join branches of the only route to others, so that fewer leave the route itself.

    The route stays, and so does the number of passages. Where the route shuts branches in from all
    others, one fork of these stays, so that there may be more than ``most``. Forks that stay are
    spread along the route, next to each other only where need be.
    """
    return with_fewer_forks(maze, most, job, _("Fewer forks"))


def with_fewer_forks(maze: Maze, most: int, job: Job, what: str = "") -> Maze:
    """Return a maze with fewer forks, as ``fewer_forks`` does; raises ``UsageError``.

    ``what`` is what needs exactly one route, as in ``only_route``.
    """
    job.check()
    route = only_route(maze, job, what)
    if maze.lattice.cells > MOST_CELLS:
        text = _("Fewer forks is for mazes of {most:,} cells at most.")
        raise UsageError(text.format(most=MOST_CELLS))
    result = maze.copy()
    _Joiner.of(result, route, job).join(most)
    return result


def with_forks_apart(maze: Maze, job: Job) -> Maze:
    """Return a maze whose forks are apart along its only route, as far as possible.

    Branches of neighbouring forks leave the route elsewhere. Raises ``UsageError``.
    """
    route = only_route(maze, job)
    result = maze.copy()
    _Joiner.of(result, route, job).move_apart(route)
    return result


@dataclass(frozen=True)
class _Branch:
    """What hangs from a cell of the route by a door: a wall id; ``place`` is that on the route."""

    place: int
    door: int
    cells: tuple[int, ...]


class _Joiner:
    """Chooses which branches stay on the route, and joins the others to them."""

    def __init__(self, maze: Maze, branches: list[_Branch], random: I64, job: Job) -> None:
        self._maze, self._branches, self._random, self._job = maze, branches, random, job
        self._of = {cell: number for number, each in enumerate(branches) for cell in each.cells}
        self._near = [self._walls_beside(number) for number in range(len(branches))]

    @classmethod
    def of(cls, maze: Maze, route: list[int], job: Job) -> _Joiner:
        """Find the branches; one that hangs on the route by several doors stays as it is."""
        random = seeded(int.from_bytes(sha256(maze.walls.tobytes()).digest()[:7], "big"))
        behind = branches_of(maze, route)
        seen: set[int] = set()
        branches = []
        for place, cell in enumerate(route):
            for slot, other in neighbours_of(maze, cell):
                if other in behind and other not in seen:
                    part = _part(maze, other, behind)
                    seen |= {*part}
                    doors = [
                        one for inner in part for _slot, one in neighbours_of(maze, inner)
                    ].count(cell)
                    door = maze.lattice.wall(cell, slot) if doors == 1 else -1
                    branches.append(_Branch(place, door, tuple(part)))
        return cls(maze, branches, random, job)

    def _walls_beside(self, number: int) -> dict[int, list[int]]:
        """Return the closed walls that part a branch from each other one."""
        lattice, found = self._maze.lattice, dict[int, list[int]]()
        for cell in self._branches[number].cells:
            for slot in range(lattice.degree):
                other = lattice.neighbour(cell, slot)
                beside = self._of.get(other, number)
                wall = lattice.wall(cell, slot)
                if beside != number and not self._is_locked(wall):
                    found.setdefault(beside, []).append(wall)
        return found

    def _is_locked(self, wall: int) -> bool:
        cell, slot = divmod(wall, self._maze.lattice.degree)
        return self._maze.locks is not None and bool(self._maze.locks[cell] >> slot & 1)

    def join(self, most: int) -> None:
        """Close and open walls."""
        kept = self._kept(most)
        todo = deque(sorted(kept))
        joined = set(kept)
        walls: list[int] = []
        while todo:
            number = todo.popleft()
            self._job.check()
            for other in sorted(self._near[number]):
                if other not in joined:
                    between = self._near[number][other]
                    walls += [
                        between[int(below(self._random, len(between)))],
                        self._branches[other].door,
                    ]
                    joined.add(other)
                    todo.append(other)
        if walls:
            self._maze.toggle(np.array(walls, np.int64))

    def move_apart(self, route: list[int]) -> None:
        """Let branches of neighbouring forks leave the route elsewhere, if that is possible.

        Of forks that are still next to each other, one is left out: its branches are joined to
        others. What stands in the first cell of a corridor has a cell of its own then.
        """
        at = {cell: place for place, cell in enumerate(route)}
        places = {number: branch.place for number, branch in enumerate(self._branches)}
        for number in places:
            self._job.check()
            self._move(number, places, at)
        for place in sorted({*places.values()}):
            self._job.check()
            self._leave_out(place, places)

    def _move(self, number: int, places: dict[int, int], at: dict[int, int]) -> None:
        """Let a branch leave the route where it is as far as possible from others, if it is not."""
        branch = self._branches[number]
        others = {place for key, place in places.items() if key != number}
        if not self._is_near(branch.place, others) or branch.place in others:
            return  # apart, or one of several corridors of a fork
        if not self._may_leave(number):
            return
        doors = {
            wall: (min(abs(place - other) for other in others), place)
            for wall, place in self._walls_to(branch, at)
            if not self._is_near(place, others)
        }
        if doors:
            wall = max(doors, key=lambda each: (doors[each], -each))
            self._maze.toggle(np.array([branch.door, wall], np.int64))
            places[number] = doors[wall][1]
            self._branches[number] = replace(branch, door=wall, place=places[number])

    def _leave_out(self, place: int, places: dict[int, int]) -> None:
        """Join all branches of a fork that is next to another one to others, if each can be."""
        fork = [number for number, own in places.items() if own == place]
        if not fork or not self._is_near(place, {*places.values()} - {place}):
            return
        beside = [min(self._near[number].keys() - {*fork}, default=-1) for number in fork]
        if min(beside) < 0 or not all(map(self._may_leave, fork)):
            return
        for number, other in zip(fork, beside, strict=True):
            self._merge(number, other)
            del places[number]

    def _may_leave(self, number: int) -> bool:
        """Whether the door of a branch may be closed: it has one, which is not locked."""
        door = self._branches[number].door
        return door >= 0 and not self._is_locked(door)

    def _merge(self, number: int, other: int) -> None:
        """Join a branch to another one, of which it is a part from now on."""
        branch, near = self._branches[number], self._near[number]
        between = near.pop(other)
        wall = between[int(below(self._random, len(between)))]
        self._maze.toggle(np.array([branch.door, wall], np.int64))
        cells = (*self._branches[other].cells, *branch.cells)
        self._branches[other] = replace(self._branches[other], cells=cells)
        del self._near[other][number]
        for third, walls in near.items():
            self._near[other].setdefault(third, []).extend(walls)
            self._near[third].setdefault(other, []).extend(self._near[third].pop(number))

    def _is_near(self, place: int, others: set[int]) -> bool:
        """Whether a fork would stand next to another one."""
        return place - 1 in others or place + 1 in others

    def _walls_to(self, branch: _Branch, at: dict[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the closed walls between a branch and the route, and the places there.

        What leaves the route at either end is no fork, or none at which a question can stand.
        """
        lattice = self._maze.lattice
        for cell in branch.cells:
            for slot in range(lattice.degree):
                place = at.get(lattice.neighbour(cell, slot), 0)
                wall = lattice.wall(cell, slot)
                if 0 < place < len(at) - 1 and wall != branch.door and not self._is_locked(wall):
                    yield wall, place

    def _kept(self, most: int) -> set[int]:
        """Return the branches that stay on the route: one of each group that is shut in, at least.

        Then those whose forks are farthest from others, until there are ``most`` forks.
        """
        fixed = {number for number in range(len(self._branches)) if not self._may_leave(number)}
        kept = set(fixed)
        groups = self._groups()
        while groups:
            # the largest first: those of one or two cells have no choice
            group = max(groups, key=len)
            groups.remove(group)
            if not group & kept:
                kept.add(self._farthest(group, kept))
        places = {self._branches[number].place for number in kept}
        others = {*range(len(self._branches))} - kept
        while others and len(places) < most:
            number = self._farthest(others, kept)
            place = self._branches[number].place
            if places and min(abs(place - one) for one in places) == 1:
                break
            kept.add(number)
            places.add(place)
            others.remove(number)
        # a second branch of a fork that stays is one more corridor there
        return kept | {number for number in others if self._branches[number].place in places}

    def _farthest(self, numbers: set[int], kept: set[int]) -> int:
        """Return the branch whose fork is farthest from those kept; of several the largest."""
        places = [self._branches[number].place for number in kept]

        def key(number: int) -> tuple[int, int, int]:
            branch = self._branches[number]
            away = min((abs(branch.place - one) for one in places), default=0)
            return away if away != 1 else -1, len(branch.cells), -number

        return max(sorted(numbers), key=key)

    def _groups(self) -> list[set[int]]:
        """Return the branches in groups that can be joined."""
        left, groups = {*range(len(self._branches))}, []
        while left:
            group, todo = set[int](), [min(left)]
            while todo:
                number = todo.pop()
                if number not in group:
                    group.add(number)
                    todo += self._near[number]
            left -= group
            groups.append(group)
        return groups


def _part(maze: Maze, first: int, behind: dict[int, int]) -> list[int]:
    """Return the cells off the route that hang together with one."""
    part, seen = [first], {first}
    for cell in part:  # which grows
        for _slot, other in neighbours_of(maze, cell):
            if other in behind and other not in seen:
                seen.add(other)
                part.append(other)
    return part
