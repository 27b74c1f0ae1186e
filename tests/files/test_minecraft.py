"""Functions of Minecraft are read as written, and those of others where they build walls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import MazeError
from mazeeditor.files import read
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from tests.breadth import examples
from tests.files.mazes import assert_same
from tests.files.test_tiled_map import WALLS, drawn, mazes, read_text
from tests.graphs import graph_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@examples(20)
@given(
    maze=mazes(),
    width=st.sampled_from((1, 2, 5)),
    floor=st.sampled_from(("stone", "none")),
    wall=st.sampled_from((1, 2, 3)),
)
def test_functions_come_back(folder: Path, maze: Maze, width: int, floor: str, wall: int) -> None:
    if maze.lattice.shape == "hexagonal":
        return
    chosen: dict[str, Any] = {"passage_blocks": width, "floor_block": floor}
    chosen["wall_blocks"] = wall
    export(maze, folder / "a.mcfunction", Page(), **chosen)
    project = read(folder / "a.mcfunction")
    assert_same(project.maze, maze)
    assert project.warnings == []


BUILT = """\
say hello
fill 10 64 20 18 66 24 minecraft:stone outline
/fill 10 64 20 18 64 24 dirt
fill 11 65 21 17 70 23 air
fill 14 65 21 14 66 22 oak_log[axis=y]
setblock 10 65 21 air
setblock 18 65 23 air destroy
"""


def test_a_function_of_others(folder: Path) -> None:
    """Walls of any blocks, a floor, places of the world, and what builds nothing."""
    project = read_text(folder, BUILT, "foreign.mcfunction")
    maze = project.maze
    assert (maze.lattice.rows, maze.lattice.columns) == (2, 4)
    assert project.warnings == [
        "One command is left out: it builds nothing.",
        "Heights have different walls: those at y 65 were read.",
        "No start is marked: the gap at the left of cell 0,0 was taken for the entrance.",
        "No goal is marked: the gap at the right of cell 1,3 was taken for the exit.",
    ]
    openings = [(*maze.lattice.place(o.cell), o.slot) for o in maze.openings]
    assert openings == [(0, 0, 3), (1, 3, 1)]
    walls = nx.Graph(graph_of(maze))
    assert walls.number_of_edges() == 4 + 6 - 1
    alone = "\n".join(f"fill {x} 0 {y} {x} 2 {y} stone" for y, line in enumerate(WALLS.splitlines())
                      for x, sign in enumerate(line) if sign != " ")  # fmt: skip
    assert_same(read_text(folder, alone, "alone.mcfunction").maze, drawn())


COMMANDS = [
    ("fill 0 0 0 1 1 stone", "line 1: fill needs x, y, z of two corners"),
    ("fill 0 0 0 1 1 1 stone\nclone 0 0 0 1 1 1 2 2 2", "line 2: 'clone' is not followed"),
    ("setblock ^1 0 0 stone", "is not a place such as"),
    ("setblock 1 0 0 stone\nsetblock ~1 0 0 stone", "line 2: its places begin with ~"),
    ("fill 0 0 0 9 9 9 stone replace #logs", "is not followed: known are"),
    ("fill 0 0 0 999999999 1 999999999 stone", "is not a place such as"),
    ("fill 0 0 0 20000000 0 20000000 air\nfill 5 0 5 8 0 5 stone", "no maze is that large"),
    ("fill 0 0 0 4 0 4 stone", "no free tile"),
    ("\n".join(f"setblock {n} {n} {n} stone" for n in range(400)), "builds more than a maze"),
]


def test_functions_that_cannot_be_read(folder: Path) -> None:
    for text, reason in COMMANDS:
        with pytest.raises(MazeError, match=reason):
            read_text(folder, text, "bad.mcfunction")
