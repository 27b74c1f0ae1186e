"""Every maze comes back from its text, which an independent reader reads as well."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given

from mazeeditor.core.errors import UsageError
from mazeeditor.files import Project, read
from mazeeditor.files.plain_text import Forms, Posts, text_of
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.breadth import examples
from tests.files.mazes import assert_same, random_mazes
from tests.lattices import LATTICES
from tests.oracle import draw, maze_of, parse

VARIANTS: list[tuple[Forms, Posts]] = [
    ("lines", "o"),
    ("lines", "+"),
    ("blocks", "o"),
    ("full-blocks", "o"),
]
every_variant = pytest.mark.parametrize(("form", "posts"), VARIANTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("texts")


def read_text(folder: Path, text: str | bytes) -> Project:
    (folder / "a.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(folder / "a.txt")


@every_variant
@examples(20)
@given(drawn=random_mazes())
def test_a_maze_comes_back_from_its_text(
    folder: Path, form: Forms, posts: Posts, drawn: Maze
) -> None:
    project = read_text(folder, text_of(drawn, form=form, posts=posts))
    assert_same(project.maze, drawn, order=False)
    assert project.warnings == []


def test_the_text_is_what_an_independent_reader_reads() -> None:
    for seed in range(40):
        drawn = draw(Random(seed), 12)
        again = parse(text_of(maze_of(drawn)).decode())
        edges, expected = (set(map(frozenset, one.graph.edges)) for one in (again, drawn))
        assert edges == expected, seed
        assert (again.rows, again.columns) == (drawn.rows, drawn.columns), seed
        if drawn.start not in drawn.goals:
            assert again.start == drawn.start, seed
            assert set(again.goals) == set(drawn.goals), seed


def test_the_forms(folder: Path) -> None:
    text = "o---o---o\n  S |   |\no   o   o\n|       |\no---o---o\n"
    drawn = read_text(folder, text).maze
    assert drawn.entrance == Opening(4, 3)
    assert text_of(drawn).decode() == text
    assert text_of(drawn, posts="+").decode() == text.replace("o", "+")
    blocks = "#####\n S# #\n# # #\n#   #\n#####\n"
    assert text_of(drawn, form="blocks").decode() == blocks
    assert text_of(drawn, form="full-blocks").decode() == blocks.replace("#", "█")


def test_only_rectangles_become_text() -> None:
    hexagons = Maze(LATTICES["hexagons"](Random(1)))
    with pytest.raises(
        UsageError, match="whole rectangles only, and this maze is test: write it to a project"
    ):
        text_of(hexagons)


def test_ten_thousand_columns_come_back(folder: Path) -> None:
    """Longer than the first bytes by which a format is known would be in full blocks."""
    drawn = Maze(build("rectangular", rows=2, columns=10_000))
    drawn.toggle(np.array([drawn.lattice.wall(drawn.lattice.cell(0, 9_999), 2)]))
    for form, posts in VARIANTS:
        assert_same(read_text(folder, text_of(drawn, form=form, posts=posts)).maze, drawn)
