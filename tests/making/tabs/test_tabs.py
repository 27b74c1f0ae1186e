"""Tabs hold all pieces together, as few as there can be: each one removed leaves more than one."""

from __future__ import annotations

from itertools import product
from math import dist

import networkx
import numpy as np
import pytest
from shapely.geometry import box

from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.tabs.cuts import with_tabs
from mazeeditor.making.tabs.tabs import (
    Tabs,
    pieces_left_of_walls,
    pieces_of_walls,
    tabs_across_walls,
    tabs_between_walls,
)
from mazeeditor.maze.maze import Maze
from tests.breadth import in_turns, stress
from tests.making.areas import area_within, count_of
from tests.making.designs import SIZES, design_of, maze_of

SEEDS = range(1, 11) if stress() else range(1, 3)
PLATE = box(-1000, -1000, 1000, 1000)


def check(design: Design, beside: float, tabs: Tabs, pieces: int, *, walls: bool) -> None:
    """Compare the number of pieces with and without each tab with what shapely counts."""
    rings = design.wall_outlines(beside, Job())

    def count(crossings: list) -> int:  # type: ignore[type-arg]
        area = area_within(with_tabs(rings, crossings))
        return count_of(area if walls else PLATE.difference(area))

    assert with_tabs(rings, list(tabs.crossings)).closed.all()
    assert tabs.pieces == pieces == count([])
    assert tabs.loose == count(list(tabs.crossings)) == 1
    assert len(tabs.crossings) == pieces - 1
    for n in range(len(tabs.crossings)):
        assert count([*tabs.crossings[:n], *tabs.crossings[n + 1 :]]) == 2


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("braid", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_walls_are_one_piece(shape: str, braid: float, seed: int) -> None:
    maze = maze_of(shape, seed, braid)
    design = design_of(maze, kerf=0.2 if seed % 2 else 0.0)
    beside = design.kerf / 2
    tabs = tabs_between_walls(design, design.wall_outlines(beside, Job()))
    graph = networkx.Graph(design.graph.ends.reshape(-1, 2).tolist())
    pieces = networkx.number_connected_components(graph)
    assert pieces == len(set(pieces_of_walls(design.graph).tolist()) - {-1})
    check(design, beside, tabs, pieces, walls=True)


def closed_rooms(maze: Maze, share: float, seed: int) -> Maze:
    """Close a share of the passages, so that cells are sealed."""
    walls = np.concatenate([maze.lattice.walls_of(maze.lattice.inside_cells())[1]])
    inner = np.unique(walls[~maze.is_closed(walls)])
    random = np.random.default_rng(seed)
    gaps = maze.openings
    maze.set_openings(None, ())
    inner = inner[~maze.is_closed(inner)]
    maze.toggle(inner[random.random(len(inner)) < share])
    maze.set_openings(gaps[0], gaps[1:])
    return maze


@pytest.mark.parametrize(("shape", "seed"), in_turns(SIZES, SEEDS))
def test_what_slots_leave_is_one_piece(shape: str, seed: int) -> None:
    maze = closed_rooms(maze_of(shape, seed, 0.3), 0.15, seed)
    design = design_of(maze, job="slots")
    beside = -design.kerf / 2
    tabs = tabs_across_walls(design, design.wall_outlines(beside, Job()))
    graph = design.graph
    posts = len(set(graph.ends.tolist()))
    parts = networkx.number_connected_components(networkx.Graph(graph.ends.reshape(-1, 2).tolist()))
    faces = len(graph.ends) // 2 - posts + 1 + parts  # Euler
    assert faces == len(set(pieces_left_of_walls(maze, graph).tolist()))
    check(design, beside, tabs, faces, walls=False)


def straight_first(maze: Maze) -> list[float]:
    """Return the costs of the cheapest tabs that could hold all walls of a rectangle together.

    From wall to wall over a cell it is the length in cells, 2 more to the end of a wall, 8 more
    between two such ends, where it would look like a wall; networkx chooses.
    """
    closed = maze.lattice.geometry.posts(maze.closed_walls()).tolist()
    graph = networkx.Graph(closed)
    piece = {
        post: n for n, part in enumerate(networkx.connected_components(graph)) for post in part
    }
    where = {
        post: tuple(maze.lattice.geometry.post_positions(np.array([post]))[0]) for post in piece
    }
    post_at = {place: post for post, place in where.items()}
    walls = {frozenset((where[one], where[other])) for one, other in closed}
    tabs = networkx.Graph()
    tabs.add_nodes_from(piece.values())

    def offer(one: tuple[float, float], other: tuple[float, float], cost: float) -> None:
        ends = [piece[post_at[place]] for place in (one, other) if place in post_at]
        if len(ends) == 2 and cost < tabs.get_edge_data(*ends, {"weight": 99.0})["weight"]:
            tabs.add_edge(*ends, weight=cost)

    rows, columns = SIZES["rectangular"]["rows"], SIZES["rectangular"]["columns"]
    for y, x in product(range(rows), range(columns)):
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        sides = [(corners[n], corners[(n + 1) % 4]) for n in range(4)]
        for n, (one, other) in enumerate(sides):
            if frozenset((one, other)) not in walls:
                offer(one, other, 9.0)
                continue
            middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            for further in (1, 2, 3):
                begin, end = sides[(n + further) % 4]
                if frozenset((begin, end)) in walls:
                    offer(one, begin, 1.0 if further == 2 else 1.0 + 0.5**0.5)
                else:
                    offer(one, begin, 2.0 + dist(begin, middle))
                    offer(one, end, 2.0 + dist(end, middle))
    return [weight for _a, _b, weight in networkx.minimum_spanning_tree(tabs).edges(data="weight")]


@pytest.mark.parametrize(("braid", "seed"), in_turns([0.2, 0.6, 1.0], SEEDS))
def test_tabs_look_least_like_walls(braid: float, seed: int) -> None:
    """As cheap as networkx finds, but for one tab whose end would lie on that of another."""
    maze = maze_of("rectangular", seed, braid)
    design = design_of(maze)
    tabs = tabs_between_walls(design, design.wall_outlines(0.0, Job()))
    costs = []
    for bridge in tabs.bridges:
        ends = sum(place == round(place) for end in (bridge.begin, bridge.end) for place in end)
        costs.append(bridge.length + {2: 0.0, 3: 2.0, 4: 8.0}[ends])
    cheapest = straight_first(maze)
    assert len(costs) == len(cheapest) > 1
    assert sum(cheapest) <= sum(costs) + 1e-6
    assert sum(costs) <= sum(cheapest) + (2.2 if braid == 1 else 1e-6)
