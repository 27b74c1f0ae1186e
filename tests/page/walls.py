"""The walls of a maze of any shape as lines and arcs round a hub, for tests of what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze

Points = NDArray[np.float64]
Numbers = NDArray[np.float64]


@dataclass
class Lines:
    """Walls in cells: ``ends`` float64[w, 2, 2]; where ``curved`` bool[w], arcs round ``hub``."""

    ends: Points
    curved: NDArray[np.bool_]
    hub: Points

    def at(self, share: float) -> Points:
        """Return float64[w, 2], the point at a share of each wall."""
        points: Points = self.at_all(np.array([share]))[0]
        return points

    def at_all(self, shares: Numbers) -> Points:
        """Return float64[s, w, 2], the points at ``shares`` float64[s] of each wall."""
        one, two = self.ends[:, 0], self.ends[:, 1]
        straight: Points = one + (two - one) * shares[:, None, None]
        if not self.curved.any():
            return straight
        angle, turn = self._angles()
        radius = np.hypot(*(one - self.hub).T)
        way = angle + turn * shares[:, None]
        arc = self.hub + radius[:, None] * np.stack([np.cos(way), np.sin(way)], axis=-1)
        return np.where(self.curved[:, None], arc, straight)

    def aside(self) -> Points:
        """Return float64[w, 2], the unit vector across the middle of each wall."""
        along = self.at(0.5 + 1e-6) - self.at(0.5 - 1e-6)
        return np.stack([-along[:, 1], along[:, 0]], axis=-1) / np.hypot(*along.T)[:, None]

    def lengths(self) -> Numbers:
        """Return float64[w]."""
        one, two = self.ends[:, 0], self.ends[:, 1]
        radius = np.hypot(*(one - self.hub).T)
        return np.where(self.curved, np.abs(self._angles()[1]) * radius, np.hypot(*(two - one).T))

    def _angles(self) -> tuple[Numbers, Numbers]:
        """Return where each arc begins and its angle in the shorter direction."""
        away = self.ends - self.hub
        angles = np.arctan2(away[..., 1], away[..., 0])
        return angles[:, 0], (angles[:, 1] - angles[:, 0] + np.pi) % (2 * np.pi) - np.pi

    def distances(self, points: Points) -> Numbers:
        """Return float64[k], how far ``points`` float64[k, 2] are from the nearest wall."""
        nearest = np.full(len(points), np.inf)
        for one, two in pairwise(self.at_all(np.linspace(0, 1, 33))):
            nearest = np.minimum(nearest, to_lines(points, one, two))
        return nearest


def to_lines(points: Points, one: Points, two: Points) -> Numbers:
    """Return float64[k], how far each point is from the nearest of the lines float64[n, 2]."""
    along = two - one
    square = np.maximum((along * along).sum(axis=1), 1e-30)
    nearest = np.full(len(points), np.inf)
    for first in range(0, len(points), 200):
        away = points[first : first + 200, None] - one
        share = np.clip((away * along).sum(axis=2) / square, 0, 1)
        apart = away - share[..., None] * along
        nearest[first : first + 200] = np.hypot(apart[..., 0], apart[..., 1]).min(
            axis=1, initial=np.inf
        )
    return nearest


def all_walls(lattice: Lattice) -> list[int]:
    """Return the ids of all walls with an inside cell on a side, found cell by cell."""
    result = set()
    for cell in lattice.inside_cells().tolist():
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            if other > 0:  # cell 0 is nowhere
                result.add(lattice.wall(cell, slot))
    return sorted(result)


def walls_by_state(maze: Maze) -> tuple[list[int], list[int]]:
    """Return the closed and the open walls."""
    walls = all_walls(maze.lattice)
    closed = maze.is_closed(np.array(walls)).tolist()
    return (
        [wall for wall, shut in zip(walls, closed, strict=True) if shut],
        [wall for wall, shut in zip(walls, closed, strict=True) if not shut],
    )


def lines_of(lattice: Lattice, walls: list[int]) -> Lines:
    """Return where walls are; those of a round maze are arcs where both ends are as far out."""
    geometry = lattice.geometry
    posts = geometry.posts(np.array(walls, np.int64)).reshape(-1, 2)
    ends = geometry.post_positions(posts).reshape(-1, 2, 2)
    hub = np.array([geometry.width, geometry.height]) / 2
    away = np.hypot(*(ends - hub).transpose(2, 0, 1))
    curved = np.abs(away[:, 0] - away[:, 1]) < 1e-9
    return Lines(ends, curved & (lattice.shape == "polar"), hub)


def fewest(lattice: Lattice, walls: list[int]) -> int:
    """Return how many strokes the walls need (Euler): half the odd posts of each piece, or one."""
    graph = nx.MultiGraph()
    graph.add_edges_from(lattice.geometry.posts(np.array(walls, np.int64)).reshape(-1, 2).tolist())
    pieces = (graph.subgraph(piece) for piece in nx.connected_components(graph))
    return sum(max(1, sum(d % 2 for _, d in piece.degree()) // 2) for piece in pieces)
