"""Connected lattices of every kind that a kernel may receive."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import networkx as nx
import numpy as np

from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.shapes import build
from tests.lattices import LATTICES

KINDS = ("rectangles", *LATTICES)


def connected(kind: str, random: Random) -> Lattice:
    """Return a lattice of a kind, of random size; of several parts the largest is kept."""
    if kind == "rectangles":
        return build("rectangular", rows=random.randint(1, 15), columns=random.randint(1, 15))
    lattice = LATTICES[kind](random)
    part = max(nx.connected_components(grid_of(lattice)), key=len)
    inside = np.zeros(lattice.size, np.bool_)
    inside[list(part)] = True
    opening = Opening(min(part))
    return replace(lattice, inside=inside, first=opening, last=opening)


def grid_of(lattice: Lattice) -> nx.Graph:
    """Return the graph of inside cells and all walls between them."""
    grid = nx.Graph()
    for cell in lattice.inside_cells():
        grid.add_node(int(cell))
        for slot in range(lattice.degree):
            other = lattice.neighbour(int(cell), slot)
            if lattice.inside[other]:
                grid.add_edge(int(cell), other, wall=lattice.wall(int(cell), slot))
    return grid
