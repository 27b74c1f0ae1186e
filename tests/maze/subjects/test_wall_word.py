"""Mazes whose walls show a word: read back from the printed page, letter by letter."""

from __future__ import annotations

import random
import string
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import MASKS, covered
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject
from mazeeditor.maze.subjects.words.wall_word import SHARE
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from tests.breadth import repeats, stress
from tests.graphs import graph_of

Grid = NDArray[np.float64]
CELL = 2.0  # mm


def made(text: str, rows: int = 10, columns: int = 10, seed: int = 1) -> Maze:
    lattice = build("rectangular", rows=rows, columns=columns)
    generator = ("backtracker", "kruskal", "wilson")[seed % 3]
    run = SUBJECTS["wall-word"].run
    return run(lattice, Growth(generator, seed), Job(), wall_word=text, typeface="")


def template(lattice: Lattice, text: str) -> Grid:
    cells = covered(lattice, MASKS["text"].run(text=text), SHARE, Job())
    return cells[lattice.inside_cells()].reshape(lattice.rows, lattice.columns).astype(np.float64)


def printed(maze: Maze, text: str, path: Path) -> Grid:
    """Return how dark each cell of a maze is on a black print of its page."""
    values = SUBJECTS["wall-word"].page
    assert values
    page = Page(page="fit", cell=CELL, marks="none", **values(maze, wall_word=text, typeface=""))
    export(maze, path, page, dpi=127)  # 10 pixels a cell
    layout, lattice = plan_page(maze, page), maze.lattice
    with Image.open(path) as image:
        ink = 1 - np.asarray(image.convert("L"), np.float64) / 255
    left, top = round(layout.x * 5), round(layout.y * 5)
    ink = ink[top : top + 10 * lattice.rows, left : left + 10 * lattice.columns]
    return ink.reshape(lattice.rows, 10, lattice.columns, 10).mean(axis=(1, 3))


def likeness(one: Grid, other: Grid) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


@pytest.mark.slow
def test_each_letter_is_read_from_the_print(tmp_path: Path) -> None:
    letters = string.ascii_uppercase if stress() else "AEGHKMOQRSWX"
    for seed, letter in enumerate(letters):
        maze = made(letter, seed=seed)
        dark = printed(maze, letter, tmp_path / "a.png")
        found = {each: likeness(dark, template(maze.lattice, each)) for each in letters}
        assert max(found, key=lambda each: found[each]) == letter
        assert found[letter] > 0.65


@pytest.mark.parametrize("seed", repeats(3, 60))
def test_letters_have_walls_around_them_in_a_perfect_maze(seed: int) -> None:
    dice = random.Random(seed)
    text = "".join(dice.choice("ABCDEO8i&é") for _letter in range(dice.randint(1, 4)))
    maze = made(text, dice.randint(5, 40), dice.randint(5, 70), seed)
    maze.check()
    graph = graph_of(maze)
    assert nx.is_tree(graph)
    letters = template(maze.lattice, text).ravel() > 0
    cells = dict(zip(maze.lattice.inside_cells().tolist(), letters.tolist(), strict=True))
    across = [edge for edge in graph.edges if cells[edge[0]] != cells[edge[1]]]
    neighbours = nx.grid_2d_graph(maze.lattice.rows, maze.lattice.columns)
    grid = letters.reshape(maze.lattice.rows, maze.lattice.columns)
    kept = [edge for edge in neighbours.edges if grid[edge[0]] == grid[edge[1]]]
    pieces = nx.number_connected_components(neighbours.edge_subgraph(kept))
    alone = sum(not any(grid[n] == grid[at] for n in neighbours[at]) for at in neighbours)
    assert len(across) == pieces + alone - 1


def test_a_wall_of_an_outline_that_is_taken_away_comes_back() -> None:
    chosen = ChosenSubject("wall-word", {"wall_word": "O"})
    maze = made("O", 20, 20)
    letters = template(maze.lattice, "O").ravel() > 0
    inside = np.zeros(maze.lattice.size, np.bool_)
    inside[maze.lattice.inside_cells()[letters]] = True
    closed = maze.closed_walls()
    lower, _slots, upper, _backs = maze.lattice.sides_of(closed)
    outline = closed[inside[lower] != inside[upper]]
    maze.toggle(outline[:2])
    assert chosen.look(maze).lost == "The outlines of the letters have lost 2 walls."
    mended = chosen.mend(maze)
    assert chosen.look(mended).lost == ""
    assert facts(mended).loops == 0
    assert facts(mended).components == 1


def test_texts_that_no_walls_show_are_refused() -> None:
    for text in ("", "a" * 201):
        with pytest.raises(UsageError):
            made(text)
    assert (
        ChosenSubject("wall-word", {"wall_word": "A"})
        .look(Maze(build("hexagonal", rows=5, columns=5)))
        .lost
    )
