"""Every generator on every shape cut to every mask: a spanning tree in each piece, many seeds."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from PIL import Image, ImageDraw

from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import in_turns
from tests.maze.generators.lattices import grid_of
from tests.maze.generators.test_shapes import ANYWHERE, SEEDS, check

SMALL: dict[str, dict[str, Any]] = {
    "rectangular": {"rows": 7, "columns": 9},
    "hexagonal": {"rows": 7, "columns": 7, "outline": "hexagon"},
    "triangular": {"rows": 6, "columns": 13},
    "polar": {"rings": 5},
}


@pytest.fixture(scope="module")
def blots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a picture of two blots, which part the maze."""
    path = tmp_path_factory.mktemp("blots") / "blots.png"
    image = Image.new("L", (60, 60), 255)
    ImageDraw.Draw(image).ellipse((2, 5, 24, 50), fill=0)
    ImageDraw.Draw(image).ellipse((34, 5, 58, 50), fill=0)
    image.save(path)
    return path


@cache
def outlines(shape: str, blots: Path) -> list[tuple[Lattice, int]]:
    """Return every mask on a shape, joined by bridges and in pieces, and how many these are."""
    options: dict[str, dict[str, Any]]
    options = {"picture": {"picture": str(blots)}, "text": {"text": "IO"}}
    cases = []
    for name in (mask.name for mask in MASKS if not mask.sizes):
        for pieces in ("bridges", "each"):
            lattice = cut(
                name, build(shape, **SMALL[shape]), pieces=pieces, **options.get(name, {})
            ).lattice
            cases.append((lattice, nx.number_connected_components(grid_of(lattice))))
    return cases


EVERYWHERE = dict.fromkeys(name for name, _shape in ANYWHERE)


@pytest.mark.parametrize(("name", "shape"), in_turns(EVERYWHERE, SHAPES.names()))
def test_a_spanning_tree_in_each_piece_of_every_mask(name: str, shape: str, blots: Path) -> None:
    cases = outlines(shape, blots)
    assert {pieces for _lattice, pieces in cases} > {1}
    assert all(pieces == 1 for _lattice, pieces in cases[::2]), "bridges join all"
    for seed in SEEDS:
        for lattice, pieces in cases[seed % 2 :: 2]:
            check(name, lattice, seed, pieces)
