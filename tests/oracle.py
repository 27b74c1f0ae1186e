"""Mazes as networkx graphs of (row, column), drawn or read by code that shares none with ours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx
import numpy as np

from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build

Place = tuple[int, int]
GOAL = "goal"


@dataclass(frozen=True)
class Drawn:
    """A graph of places, with start and goals as the drawing has them."""

    rows: int
    columns: int
    graph: Any
    start: Place | None
    goals: tuple[Place, ...]

    @property
    def distances(self) -> dict[Place, int]:
        """The steps from the start to every place that can be reached."""
        return dict(nx.single_source_shortest_path_length(self.graph, self.start))

    @property
    def shortest(self) -> int | None:
        """The places on a shortest route, both ends counted."""
        reached = self.distances
        return min((reached[goal] + 1 for goal in self.goals if goal in reached), default=None)

    @property
    def routes(self) -> str:
        """How many simple routes: one exactly where each passage of a route is a bridge.

        All goals are one node; the passages that lead to it get a node of their own, so that two
        of them from the same place stay two.
        """
        if self.start in self.goals:
            return "one"
        merged = nx.Graph()
        merged.add_nodes_from([self.start, GOAL])
        for one, other in self.graph.edges:
            ends = [GOAL if end in self.goals else end for end in (one, other)]
            if ends != [GOAL, GOAL]:
                nx.add_path(merged, [ends[0], (one, other), ends[1]])
        if not nx.has_path(merged, self.start, GOAL):
            return "none"
        bridges = {frozenset(edge) for edge in nx.bridges(merged)}
        route = nx.shortest_path(merged, self.start, GOAL)
        return "one" if all(frozenset(step) in bridges for step in pairwise(route)) else "many"


def parse(text: str) -> Drawn:
    """Read the text form: posts in every fourth column, ``---`` and ``|``, ``S`` and ``G``."""
    lines = text.splitlines()
    rows, columns = len(lines) // 2, len(lines[0]) // 4
    graph = nx.Graph()
    marks: dict[str, list[Place]] = {"S": [], "G": []}
    for row in range(rows):
        line, below = lines[2 * row + 1], lines[2 * row + 2]
        for column in range(columns):
            graph.add_node((row, column))
            middle = line[4 * column + 2]
            marks.get(middle, []).append((row, column))
            if column + 1 < columns and line[4 * column + 4] == " ":
                graph.add_edge((row, column), (row, column + 1))
            if row + 1 < rows and below[4 * column + 2] == " ":
                graph.add_edge((row, column), (row + 1, column))
    start = marks["S"][0] if marks["S"] else None
    return Drawn(rows, columns, graph, start, tuple(marks["G"]))


def draw(random: Random, largest: int = 40) -> Drawn:
    """Draw a maze at random: trees, loops, sealed places, and a start and goals anywhere."""
    rows, columns = (random.randint(1, random.randint(1, largest)) for _ in "rc")
    grid = nx.grid_2d_graph(rows, columns)
    edges = list(grid.edges)
    random.shuffle(edges)
    sets: Any = nx.utils.UnionFind(grid)
    joins, loops = random.choice([1, 1, 1, 0.97, 0.5]), random.choice([0, 0, 0.002, 0.1, 0.5, 1])
    graph = nx.Graph()
    graph.add_nodes_from(grid)
    for one, other in edges:
        if random.random() < (loops if sets[one] == sets[other] else joins):
            graph.add_edge(one, other)
            sets.union(one, other)
    places = list(grid)
    goals = random.choices(places, k=random.choice([1, 1, 1, 2, 4, 9]))
    return Drawn(rows, columns, graph, random.choice(places), tuple(dict.fromkeys(goals)))


def maze_of(drawn: Drawn, random: Random | None = None) -> Maze:
    """Build the maze; with ``random`` some openings on the border become gaps in the outer wall."""
    lattice = build("rectangular", rows=drawn.rows, columns=drawn.columns)
    maze = Maze(lattice)
    open_passages(maze, ((lattice.cell(*a), lattice.cell(*b)) for a, b in drawn.graph.edges))
    start = opening(lattice, drawn.start, random) if drawn.start else None
    maze.set_openings(start, tuple(opening(lattice, goal, random) for goal in drawn.goals))
    return maze


def open_passages(maze: Maze, pairs: Iterable[tuple[int, int]]) -> None:
    """Open the walls between pairs of neighbours in a maze where they are closed."""
    lattice = maze.lattice
    walls = [lattice.wall(one, lattice.slot_between(one, other)) for one, other in pairs]
    maze.toggle(np.array(walls, np.int64))


def open_field(rows: int, columns: int) -> Maze:
    """Return a maze without inner walls, and without openings."""
    lattice = build("rectangular", rows=rows, columns=columns)
    maze = Maze(lattice)
    walls = maze.closed_walls()
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    maze.toggle(walls[lattice.inside[lower] & lattice.inside[upper]])
    return maze


def opening(lattice: Lattice, place: Place, random: Random | None) -> Opening:
    """Return an opening at a place, through the outer wall where chance and place allow it."""
    cell = lattice.cell(*place)
    slots = lattice.outer_slots(cell)
    if random and slots and random.random() < 0.7:
        return Opening(cell, random.choice(slots))
    return Opening(cell)
