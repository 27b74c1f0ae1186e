"""An independent view of a maze for tests: a networkx graph read off one public question a pair."""

from __future__ import annotations

from typing import Any

import networkx as nx

from mazeeditor.maze.maze import Maze


def graph_of(maze: Maze) -> Any:
    """Return the passages as a graph of cells, asking ``is_open`` of each pair of neighbours."""
    lattice = maze.lattice
    graph = nx.Graph()
    for cell in lattice.inside_cells():
        graph.add_node(int(cell))
    for cell in list(graph):
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            if other in graph and maze.is_open(lattice.place(cell), lattice.place(other)):
                graph.add_edge(cell, other)
    return graph
