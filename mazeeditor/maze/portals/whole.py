r"""What several mazes are as one: whether it has exactly one way, and where that is cut.

Of each maze only a small graph is kept: portals, entrance and exit, and the forks between them.
Dead ends without a portal are left out, and cells between two forks are one edge with a length::

    +-+-7     7                        the same number of ways leads from one to another
    | +-+      \                       as in the maze itself
    4-+-+  =    o---12
    +-+-12     4
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from mazeeditor.core.translation import _, count
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.portals.network import FINISH, START, Leg, MazeLinks
from mazeeditor.maze.portals.passages import distances_from, passages_of

Node = tuple[int, int]  # the maze, counted from 1, and a cell of it
Neighbours = dict[Node, list[tuple[Node, int, int]]]  # the other end, edge and length of each
GOAL: Node = (0, 0)  # where all exits lead to


class Step(NamedTuple):
    """A node of a way, with the edge that leads to it, and the length of that."""

    node: Node
    edge: int
    length: int


@dataclass(frozen=True)
class MazeGraph:
    """What of a maze matters: ``ends`` are the cells of its portals, entrance and exits.

    Each stands after its number, ``START`` or ``FINISH``. ``edges`` are two cells and the number of
    passages between them. ``areas`` are the parts that no passage joins, each with one of its ends,
    None where it has none, and the number of its cells. ``problem`` is why nothing is known of it.
    """

    ends: tuple[tuple[int, int], ...] = ()
    edges: tuple[tuple[int, int, int], ...] = ()
    areas: tuple[tuple[int | None, int], ...] = ()
    problem: str = ""


def graph_of(maze: Maze, links: MazeLinks, cells: Sequence[int]) -> MazeGraph:
    """Return the graph of a maze with its portals in ``cells``; raises ``UsageError``."""
    ends = [(portal.number, cell) for portal, cell in zip(links.portals, cells, strict=True)]
    if links.start is not None and maze.entrance:
        ends.append((START, maze.entrance.cell))
    if links.finish is not None:
        ends += [(FINISH, opening.cell) for opening in maze.exits]
    passages = passages_of(maze)
    kept = {cell for _number, cell in ends}
    areas, seen = list[tuple[int | None, int]](), set[int]()
    for cell in passages:
        if cell not in seen:
            area = distances_from(passages, [cell])
            seen |= area.keys()
            areas.append((next((one for one in area if one in kept), None), len(area)))
    ways = {cell: [other for other, _wall in near] for cell, near in passages.items()}
    return MazeGraph(tuple(ends), tuple(_edges(_without_dead_ends(ways, kept), kept)), tuple(areas))


def _without_dead_ends(ways: dict[int, list[int]], kept: set[int]) -> dict[int, list[int]]:
    """Return the cells that are ``kept``, on a way between two of these, or on a loop."""
    loose = [cell for cell, near in ways.items() if len(near) < 2 and cell not in kept]
    while loose:
        cell = loose.pop()
        for other in ways.pop(cell):
            ways[other].remove(cell)
            if len(ways[other]) == 1 and other not in kept:
                loose.append(other)
    return ways


def _edges(ways: Mapping[int, list[int]], kept: set[int]) -> Iterator[tuple[int, int, int]]:
    """Yield what joins ends and forks; loops that begin and end in one of them are left out."""
    nodes = {cell for cell, near in ways.items() if cell in kept or len(near) != 2}
    for node in nodes:
        for first in ways[node]:
            before, cell, length = node, first, 1
            while cell not in nodes:
                before, cell = cell, next(other for other in ways[cell] if other != before)
                length += 1
            if (node, first) < (cell, before) and node != cell:
                yield node, cell, length


@dataclass(frozen=True)
class Visit:
    """The way through a maze: the numbers that it enters and leaves it by, and its cells."""

    maze: int
    enters: int
    leaves: int
    cells: int


@dataclass(frozen=True)
class Whole:
    """What several mazes are as one, by our own search; ``sentences`` say it in words.

    ``way`` is the shortest one, empty where there is none. ``parts`` is the maze in which a second
    one leaves it, 0 for none. ``cut`` is the maze in which the way that was planned ends, where
    there is none. ``sealed`` are the mazes with cells that cannot be reached, and how many these
    are; ``only_right`` those without a wrong portal. ``problems`` say of which mazes nothing is
    known.
    """

    mazes: int
    portals: int
    way: tuple[Visit, ...]
    parts: int
    cut: int
    sealed: tuple[tuple[int, int], ...]
    only_right: tuple[int, ...]
    problems: tuple[tuple[int, str], ...]

    @property
    def is_one(self) -> bool:
        """Whether exactly one way leads through it."""
        return bool(self.way) and not self.parts and not self.problems

    @cached_property
    def visited(self) -> int:
        """How many mazes the way passes."""
        return len({visit.maze for visit in self.way})

    @property
    def cells(self) -> int:
        return sum(visit.cells for visit in self.way)

    def legs(self) -> dict[int, list[Leg]]:
        """Return what the way does in each maze that it passes."""
        result: dict[int, list[Leg]] = {}
        for step, visit in enumerate(self.way, 1):
            result.setdefault(visit.maze, []).append(Leg(step, visit.enters, visit.leaves))
        return result

    def sentences(self, pages: Mapping[int, int]) -> list[str]:
        """Return what is wrong with it, the worst first; ``pages`` are those of the mazes."""
        known = [
            _("Page {page}: {problem}").format(page=pages[maze], problem=problem)
            for maze, problem in self.problems
        ]
        if self.cut and not self.problems:
            known.append(_("The way is cut on page {page}.").format(page=pages[self.cut]))
        if self.parts:
            text = _("There is more than one way: a second one begins on page {page}.")
            known.append(text.format(page=pages[self.parts]))
        if self.sealed and (self.way or self.problems):
            text = _("{cells} cannot be reached: the first of them on page {page}.")
            cells = count(sum(cells for _maze, cells in self.sealed), _("cell"), _("cells"))
            known.append(text.format(cells=cells, page=pages[self.sealed[0][0]]))
        if self.only_right and self.is_one:
            text = _("Page {page} has no portal that leads astray.")
            known.append(text.format(page=pages[self.only_right[0]]))
        return known

    def verdict(self, pages: Mapping[int, int]) -> str:
        """Return in a few words why it is not one, "" where it is; ``pages`` as for sentences."""
        text = ""
        if self.problems:
            text = _("See page {page}").format(page=pages[self.problems[0][0]])
        elif self.cut:
            text = _("The way is cut on page {page}").format(page=pages[self.cut])
        elif self.parts:
            text = _("More than one way: page {page}").format(page=pages[self.parts])
        return text

    def summary(self) -> str:
        """Return what it is where nothing is wrong: "One way through 36 of 48 mazes"."""
        text = _("One way through {visited} of {mazes}, {right} of {portals} portals are right")
        mazes = count(self.mazes, _("maze"), _("mazes"))
        right = len(self.way) - 1
        return text.format(visited=self.visited, mazes=mazes, right=right, portals=self.portals)


def whole_of(links: Sequence[MazeLinks], graphs: Sequence[MazeGraph]) -> Whole:
    union = _Union(links, graphs)
    path = union.shortest() if union.start else []
    way = tuple(union.visits(path))
    reached = union.reached()
    sealed = [
        (one.number, sum(cells for end, cells in graph.areas if (one.number, end) not in reached))
        for one, graph in zip(links, graphs, strict=True)
    ]
    used: dict[int, set[int]] = {}
    for visit in way:
        used.setdefault(visit.maze, set()).update((visit.enters, visit.leaves))
    right = [
        one.number
        for one in links
        if all(portal.number in used.get(one.number, ()) for portal in one.portals)
    ]
    return Whole(
        mazes=len(links),
        portals=len({portal.number for one in links for portal in one.portals}),
        way=way,
        parts=union.second_way(path),
        cut=0 if way else _cut(links, graphs),
        sealed=tuple((maze, cells) for maze, cells in sealed if cells and union.start),
        only_right=tuple(right),
        problems=tuple(_problems(links, graphs)),
    )


def _problems(links: Sequence[MazeLinks], graphs: Sequence[MazeGraph]) -> Iterator[tuple[int, str]]:
    """Yield the mazes of which nothing is known, and why."""
    for one, graph in zip(links, graphs, strict=True):
        numbers = {number for number, _cell in graph.ends}
        if graph.problem:
            yield one.number, graph.problem
        elif one.start is not None and START not in numbers:
            yield one.number, _("this maze has no entrance.")
        elif one.finish is not None and FINISH not in numbers:
            yield one.number, _("this maze has no exit.")


def _cut(links: Sequence[MazeLinks], graphs: Sequence[MazeGraph]) -> int:
    """Return the maze in which the way that was planned cannot go on, 0 for none."""
    legs = sorted((leg.step, place) for place, one in enumerate(links) for leg in one.legs)
    for step, place in legs:
        leg = next(leg for leg in links[place].legs if leg.step == step)
        alone = _Union([links[place]], [graphs[place]])
        ends: dict[int, Node] = {
            number: (links[place].number, cell) for number, cell in graphs[place].ends
        }
        here = leg.enters in ends and leg.leaves in ends
        if not here or ends[leg.leaves] not in alone.reached(ends[leg.enters]):
            return links[place].number
    return 0


class _Union:
    """All graphs with an edge for each pair of portals; all exits are joined to ``GOAL``."""

    def __init__(self, links: Sequence[MazeLinks], graphs: Sequence[MazeGraph]) -> None:
        self.start: Node | None = None
        self._near: Neighbours = {GOAL: []}
        self._portals: dict[int, int] = {}  # the number of each edge that is a pair of portals
        self._edges = 0
        pairs: dict[int, list[Node]] = {}
        for one, graph in zip(links, graphs, strict=True):
            maze = one.number
            for number, cell in graph.ends:
                self._near.setdefault((maze, cell), [])
                if number == START:
                    self.start = maze, cell
                elif number == FINISH:
                    self._join((maze, cell), GOAL, 0)
                else:
                    pairs.setdefault(number, []).append((maze, cell))
            for cell, other, length in graph.edges:
                self._join((maze, cell), (maze, other), length)
        for number, ends in pairs.items():
            if len(ends) == 2:
                self._portals[self._edges] = number
                self._join(ends[0], ends[1], 1)

    def _join(self, one: Node, other: Node, length: int) -> None:
        self._near.setdefault(one, []).append((other, self._edges, length))
        self._near.setdefault(other, []).append((one, self._edges, length))
        self._edges += 1

    def reached(self, start: Node | None = None) -> set[tuple[int, int | None]]:
        """Return what can be reached from a node, the entrance without one."""
        start = start or self.start
        if start is None:
            return set()
        found: dict[tuple[int, int | None], None] = {start: None}
        frontier = [start]
        for node in frontier:  # which grows
            for other, _edge, _length in self._near[node] if node != GOAL else ():
                if other not in found:
                    found[other] = None
                    frontier.append(other)
        return set(found)

    def shortest(self) -> list[Step]:
        """Return the way from the entrance to ``GOAL``, [] for none."""
        assert self.start
        before: dict[Node, Step] = {}
        queue = [(0, self.start, Step(self.start, -1, 0))]
        while queue and GOAL not in before:
            away, node, step = heappop(queue)
            if node not in before:
                before[node] = step
                for other, edge, length in self._near[node]:
                    if other not in before:
                        heappush(queue, (away + length, other, Step(node, edge, length)))
        path, node = list[Step](), GOAL
        while node in before and node != self.start:
            step = before[node]
            path.append(Step(node, step.edge, step.length))
            node = step.node
        return [Step(self.start, -1, 0), *reversed(path)] if path else []

    def visits(self, path: Sequence[Step]) -> Iterator[Visit]:
        """Yield the parts of a way that lie in one maze each."""
        enters, cells = START, 1
        for before, step in pairwise(path):
            number = FINISH if step.node == GOAL else self._portals.get(step.edge)
            if number is None:
                cells += step.length
            else:
                yield Visit(before.node[0], enters, number, cells)
                enters, cells = number, 1

    def second_way(self, path: Sequence[Step]) -> int:
        """Return the maze in which a second way leaves the first one, 0 where there is none.

        A way is the only one where each of its edges is a bridge: without it, its ends are apart.
        """
        bridges = self._bridges(path[0].node) if path else set()
        for before, step in pairwise(path):
            if step.edge not in bridges:
                return before.node[0]
        return 0

    def _bridges(self, root: Node) -> set[int]:
        """Return the edges on no loop, by depth first search (R. E. Tarjan, 1974)."""
        order, low = {root: 0}, {root: 0}
        bridges = set[int]()
        stack = [(root, -1, iter(self._near[root]))]
        while stack:
            node, came_by, others = stack[-1]
            for other, edge, _length in others:
                if edge == came_by:
                    continue
                if other in order:
                    low[node] = min(low[node], order[other])
                else:
                    order[other] = low[other] = len(order)
                    stack.append((other, edge, iter(self._near[other])))
                    break
            else:
                stack.pop()
                if stack:
                    parent = stack[-1][0]
                    low[parent] = min(low[parent], low[node])
                    if low[node] > order[parent]:
                        bridges.add(came_by)
        return bridges
