"""Tabs hold all pieces together, as few as there can be: each one removed leaves more than one."""

from __future__ import annotations

import networkx
import numpy as np
import pytest
from shapely.geometry import box

from mazeeditor.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.loose_pieces import pieces_beside_walls, pieces_of_walls
from mazeeditor.making.tab_cuts import with_tabs
from mazeeditor.making.tabs import Tabs, tabs_across_walls, tabs_between_walls
from mazeeditor.maze.maze import Maze
from tests.breadth import stress
from tests.making.areas import area_within, count_of
from tests.making.designs import SIZES, design_of, maze_of

SEEDS = range(1, 11) if stress() else range(1, 3)
MASKS = ["none", "heart", "ellipse", "hole"]
PLATE = box(-1000, -1000, 1000, 1000)


def check(design: Design, beside: float, tabs: Tabs, pieces: int, *, walls: bool) -> None:
    """Compare the number of pieces with and without each tab with what shapely counts."""
    rings = design.wall_outlines(beside, Job())

    def count(crossings: list) -> int:  # type: ignore[type-arg]
        area = area_within(with_tabs(rings, crossings))
        return count_of(area if walls else PLATE.difference(area))

    assert tabs.pieces == pieces == count([])
    assert tabs.loose == count(list(tabs.crossings)) == 1
    assert len(tabs.crossings) == pieces - 1
    for n in range(len(tabs.crossings)):
        assert count([*tabs.crossings[:n], *tabs.crossings[n + 1 :]]) == 2


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


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_slots_leave_is_one_piece(shape: str, seed: int) -> None:
    maze = closed_rooms(maze_of(shape, seed, 0.3), 0.15, seed)
    design = design_of(maze, job="slots")
    beside = -design.kerf / 2
    tabs = tabs_across_walls(design, design.wall_outlines(beside, Job()))
    graph = design.graph
    posts = len(set(graph.ends.tolist()))
    parts = networkx.number_connected_components(networkx.Graph(graph.ends.reshape(-1, 2).tolist()))
    faces = len(graph.ends) // 2 - posts + 1 + parts  # Euler
    assert faces == len(set(pieces_beside_walls(maze, graph).tolist()))
    check(design, beside, tabs, faces, walls=False)
