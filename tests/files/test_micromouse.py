"""Files of micromouse: read as written, by a reader of its own too; what is wrong is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.logged import collected_warnings
from mazeeditor.files import Project, read
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from tests.breadth import examples
from tests.files.mazes import random_mazes
from tests.graphs import graph_of
from tests.page.mazes import made

# From the description of the format by its simulator: three columns, two rows.
EXAMPLE = "0 0 0 1 1 1\n0 1 1 0 0 1\n1 0 0 0 1 1\n1 1 1 1 0 0\n2 0 0 1 1 0\n2 1 1 1 0 1\n"
PICTURE = """\
+---+---+---+
|       |   |
+   +   +   +
|   |       |
+---+---+---+
"""
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west: x and y


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mice")


def graph_of_cells(walls: dict[tuple[int, int], list[int]]) -> Any:
    """Return the passages between cells (x, y), of the walls of each: north, east, south, west."""
    graph = nx.Graph()
    graph.add_nodes_from(walls)
    for (x, y), sides in walls.items():
        for (aside, up), wall in zip(AROUND, sides, strict=True):
            other = x + aside, y + up
            assert wall or other in walls, "the border is closed"
            if not wall:
                graph.add_edge((x, y), other)
                assert not walls[other][(AROUND.index((-aside, -up)))], "both sides agree"
    return graph


def by_num(data: bytes) -> Any:
    rows = [list(map(int, line.split())) for line in data.decode("ascii").splitlines()]
    return graph_of_cells({(x, y): sides for x, y, *sides in rows})


def by_maz(data: bytes) -> Any:
    assert len(data) == 256
    return graph_of_cells(
        {divmod(at, 16): [byte >> bit & 1 for bit in range(4)] for at, byte in enumerate(data)}
    )


def expected(maze: Maze) -> Any:
    """Return the passages between cells (x, y) from the bottom left, asked of the maze."""
    lattice, graph = maze.lattice, graph_of(maze)
    places = {cell: lattice.place(cell) for cell in graph}
    names = {cell: (column, lattice.rows - 1 - row) for cell, (row, column) in places.items()}
    return nx.relabel_nodes(graph, names)


def same(one: Any, other: Any) -> bool:
    edges = [{frozenset(edge) for edge in graph.edges} for graph in (one, other)]
    return set(one.nodes) == set(other.nodes) and edges[0] == edges[1]


def written(maze: Maze, folder: Path, suffix: str) -> bytes:
    (file,) = export(maze, folder / f"a{suffix}", Page())
    return file.read_bytes()


def read_bytes(folder: Path, data: bytes | str, name: str) -> Project:
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return read(folder / name)


@examples(20)
@given(drawn=random_mazes())
def test_cells_and_text_come_back(folder: Path, drawn: Maze) -> None:
    assert same(by_num(written(drawn, folder, ".num")), expected(drawn))
    assert same(expected(read(folder / "a.num").maze), expected(drawn))
    text = written(drawn, folder, ".map")
    closed = read(folder / "a.map").maze
    assert same(expected(closed), expected(drawn))
    assert [o.slot for o in closed.openings] == [None] * len(closed.openings)
    assert {o.cell for o in closed.openings} == {o.cell for o in drawn.openings}
    check_map(text, drawn)


def check_map(data: bytes, maze: Maze) -> None:
    """The simulator looks at the middle of each wall, where all but a space is one."""
    lines = data.decode("ascii").splitlines()
    rows, columns = maze.lattice.rows, maze.lattice.columns
    assert {len(line) for line in lines} == {4 * columns + 1}
    walls = {}
    for row in range(rows):
        for column in range(columns):
            y, x = 2 * row + 1, 4 * column + 2
            signs = lines[y - 1][x], lines[y][x + 2], lines[y + 1][x], lines[y][x - 2]
            walls[column, rows - 1 - row] = [int(sign != " ") for sign in signs]
    assert same(graph_of_cells(walls), expected(maze))


def test_a_contest_maze_comes_back(folder: Path) -> None:
    for seed in range(3):
        maze = generate("prim", build("rectangular", rows=16, columns=16), seed, braid=0.5)
        data = written(maze, folder, ".maz")
        assert same(by_maz(data), expected(maze)), seed
        project = read(folder / "a.maz")
        assert same(expected(project.maze), expected(maze)), seed
        assert written(project.maze, folder, ".maz") == data, seed


def test_the_published_example(folder: Path) -> None:
    by_lines, by_picture = (read_bytes(folder, *pair) for pair in ((EXAMPLE, "e"), (PICTURE, "p")))
    assert same(expected(by_lines.maze), expected(by_picture.maze))
    assert same(expected(by_lines.maze), by_num(EXAMPLE.encode()))
    assert written(by_lines.maze, folder, ".num").decode() == EXAMPLE


def test_a_mouse_goes_from_the_corner_to_the_middle(folder: Path) -> None:
    maze = generate("prim", build("rectangular", rows=16, columns=16), 1)
    written(maze, folder, ".maz")
    back = read(folder / "a.maz").maze
    places = [back.lattice.place(opening.cell) for opening in back.openings]
    assert places == [(15, 0), (7, 7), (7, 8), (8, 7), (8, 8)]
    with collected_warnings() as warnings:
        written(back, folder, ".maz")
        written(back, folder, ".map")
    assert warnings == []
    for suffix in (".maz", ".num"):
        with collected_warnings() as warnings:
            written(maze, folder, suffix)
        (text,) = warnings
        assert text.startswith("Files of micromouse have no openings")
    maze.set_openings(None, ())
    with collected_warnings() as warnings:
        written(maze, folder, ".num")
    assert warnings == []


def test_notes_of_mice_and_other_ends_of_lines_are_read(folder: Path) -> None:
    maze = made(16, 16)
    data = np.frombuffer(written(maze, folder, ".maz"), np.uint8)
    noted = (data | 0xA0).tobytes()
    assert same(expected(read_bytes(folder, noted, "noted.maz").maze), expected(maze))
    loose = "\ufeff" + EXAMPLE.replace("\n", "\r\n").replace(" ", "\t") + "\r\n\r\n"
    assert same(expected(read_bytes(folder, loose, "loose").maze), by_num(EXAMPLE.encode()))
    mixed = "".join(reversed(EXAMPLE.splitlines(keepends=True)))
    assert same(expected(read_bytes(folder, mixed, "mixed").maze), by_num(EXAMPLE.encode()))


REFUSED = [
    (EXAMPLE.replace("1 0 0 0 1 1", "1 0 0 2 1 1"), 'line 3 is not "X Y N E S W"'),
    (EXAMPLE.replace("1 0 0 0 1 1\n", "1 0 0 0 1\n"), "line 3 is not"),
    (EXAMPLE.replace("1 0 0 0 1 1", "-1 0 0 0 1 1"), "line 3 is not"),
    (EXAMPLE + "0 0 0 1 1 1\n", "line 7 has cell 0 0 a second time"),
    (EXAMPLE.replace("1 1 1 1 0 0\n", ""), "no line for cell 1 1 of 3 × 2 cells"),
    (EXAMPLE + "9999 9999 1 1 1 1\n", "no line for cell 0 2 of 10000 × 10000 cells"),
    (EXAMPLE + "10000 0 1 1 1 1\n", "line 7 has a cell beyond 10,000"),
    (EXAMPLE + "9" * 400 + " 0 1 1 1 1\n", "line 7 is not"),
    (EXAMPLE.replace("0 0 0 1 1 1", "0 0 0 1 1 0"), "cell 0 0 has no wall in the west"),
    (EXAMPLE.replace("2 1 1 1 0 1", "2 1 0 1 0 1"), "cell 2 1 has no wall in the north"),
    (EXAMPLE.replace("0 0 0 1 1 1", "0 0 0 0 1 1"), "cells 0 0 and 1 0 disagree"),
    (EXAMPLE.replace("0 1 1 0 0 1", "0 1 1 0 1 1"), "cells 0 0 and 0 1 disagree"),
]


def test_what_is_wrong_with_cells_is_named(folder: Path) -> None:
    for text, words in REFUSED:
        with pytest.raises(MazeError) as caught:
            read_bytes(folder, text, "bad.num")
        assert words in str(caught.value), text
        assert str(caught.value).isprintable(), text


def test_what_is_wrong_with_bytes_is_named(folder: Path) -> None:
    good = written(made(16, 16), folder, ".maz")
    for data, words in (
        (good[:-1], "255 bytes where 256 are needed"),
        (b"\0" * 256, "cell 0 15 has no wall in the north"),
        (bytes([good[0] ^ 1]) + good[1:], "cells 0 0 and 0 1 disagree"),
        (b"", "it is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 300, "PNG picture"),
        (b"\0" * 70_000, "at most"),
    ):
        with pytest.raises(MazeError) as caught:
            read_bytes(folder, data, "bad.maz")
        assert words in str(caught.value)
    with pytest.raises(MazeError, match="binary file"):
        read_bytes(folder, b"\0" * 256, "bad.bin")


def test_other_sizes_and_shapes_are_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"16 × 16 cells, and this maze has 16 × 15"):
        written(made(16, 15), folder, ".maz")
    lattice = build("hexagonal", rows=4, columns=4)
    for suffix in (".maz", ".num", ".map"):
        with pytest.raises(UsageError, match="whole rectangles only"):
            written(generate("prim", lattice, 1), folder, suffix)
    with pytest.raises(UsageError, match="holds 250,000 cells at most"):
        written(Maze(build("rectangular", rows=501, columns=500)), folder, ".num")


def test_one_cell(folder: Path) -> None:
    maze = read_bytes(folder, "0 0 1 1 1 1", "one.num").maze
    assert maze.openings == (Opening(maze.lattice.cell(0, 0)),) * 2
