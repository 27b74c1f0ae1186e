"""Stops, keys and doors on pages: read back from the files, and kept in projects."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
import shapely

import mazeeditor
from mazeeditor.cli import main
from mazeeditor.files import Project, read
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes, export, pages_of
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Polygons, Strokes, Text
from mazeeditor.page.shown_page import without_places
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder
from tests.graphs import graph_of
from tests.page.test_questions import SIZES
from tests.page.test_tokens import in_svg
from tests.page.test_words_beside import layer, lines

Places = dict[str, int]


def maze_of(shape: str = "rectangular", seed: int = 3, **options: Any) -> Maze:
    sizes: Any = SIZES[shape]
    return mazeeditor.generate("kruskal", shape=shape, seed=seed, **sizes, **options)


def read_back(maze: Maze, page: Page) -> tuple[Places, dict[str, tuple[int, int]]]:
    """Return where stops and keys stand, and the passages of the doors, as a file has them."""
    scene = compose(maze, page)[0]
    (data,) = encode_scenes([scene], Path("a.svg")).values()
    layout, lattice = plan_page(maze, page), maze.lattice
    cells, doors = Places(), dict[str, tuple[int, int]]()
    passages = np.array(list(graph_of(maze).edges))
    middles = lattice.geometry.centres(passages.ravel()).reshape(-1, 2, 2).mean(axis=1)
    for x, y, text in in_svg(data):
        at = (x - layout.x) / layout.scale.cell, (y - layout.y) / layout.scale.cell
        cell = lattice.geometry.cell_at(*at)
        assert cell is not None
        away = np.hypot(*(middles - at).T)
        if np.hypot(*(lattice.geometry.centres(np.array([cell]))[0] - at)) < 0.1:
            cells[text] = cell
        else:
            assert away.min() < 0.3  # of arcs, whose middles are farther out
            one, other = passages[away.argmin()].tolist()
            doors[text] = (one, other)
    return cells, doors


def walked(graph: nx.Graph, places: list[int]) -> int:
    """Return the cells of a shortest walk past places in their order."""
    return 1 + sum(nx.shortest_path_length(graph, one, other) for one, other in pairwise(places))


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", SIZES)
def test_numbers_in_a_file_are_walked_as_the_answer_says(shape: str) -> None:
    maze = maze_of(shape)
    page = Page(along="stops", stops="3", page="A3", solution="page")
    cells, doors = read_back(maze, page)
    assert (sorted(cells), doors) == (["1", "2", "3"], {})
    assert maze.entrance
    assert maze.exit
    order = [maze.entrance.cell, *(cells[name] for name in "123"), maze.exit.cell]
    length = walked(graph_of(maze), order)
    puzzle, answer = pages_of(maze, page)
    assert said(puzzle) == "Visit 1, 2, 3 in this order, then find the exit."
    assert said(answer) == f"Shortest tour: {length} cells"
    (line,) = layer(answer, "solution")
    assert isinstance(line, Strokes)
    layout = plan_page(maze, page)
    middles = maze.lattice.geometry.centres(np.array([cells[name] for name in "123"]))
    ring = layout.tokens.sizes.ring / 2 if layout.tokens else 0.0
    corner = ring * 2**0.5 + 0.5  # of the square around it, in which no route is drawn
    for place in middles * layout.scale.cell + (layout.x, layout.y):
        drawn: Any = lines(line)
        assert drawn.distance(shapely.Point(*place)) < corner, "it leads to the ring"


def said(scene: Any) -> str:
    return " ".join(item.text for item in layer(scene, "note") if isinstance(item, Text))


@pytest.mark.parametrize("shape", SIZES)
def test_doors_of_a_file_shut_and_its_keys_open(shape: str) -> None:
    maze = maze_of(shape)
    page = Page(along="stops", keys="2", page="A3")
    cells, doors = read_back(maze, page)
    assert cells.keys() == doors.keys() == {"A", "B"}
    graph = graph_of(maze)
    assert maze.entrance
    assert maze.exit
    graph.remove_edges_from(doors.values())
    reached = nx.node_connected_component(graph, maze.entrance.cell)
    assert cells["A"] in reached
    assert maze.exit.cell not in reached
    graph.add_edge(*doors["A"])
    reached = nx.node_connected_component(graph, maze.entrance.cell)
    assert cells["B"] in reached
    assert maze.exit.cell not in reached
    graph.add_edge(*doors["B"])
    assert nx.has_path(graph, maze.entrance.cell, maze.exit.cell)
    bars = [item for item in layer(compose(maze, page)[0], "tokens") if isinstance(item, Polygons)]
    assert len(bars) == 4, "two rings and two bars"


def test_transforms_find_places_in_another_grid(tmp_path: Path) -> None:
    file, other = tmp_path / "a.maze", tmp_path / "b.maze"
    assert main(["generate", "--rows", "9", "--columns", "14", "--seed", "4", "--stops", "3",
                 "-o", str(file)]) == 0  # fmt: skip
    assert main(["transform", str(file), "rotate", "-o", str(other)]) == 0
    project = read(other)
    assert len(read_back(project.maze, Page.from_dict(project.page))[0]) == 3


def test_new_mazes_of_sheets_and_books_have_places_of_their_own() -> None:
    """Also where the page has the cells of another maze, as it was designed with that."""
    page = Page(along="stops", stops="1,1 40,2 3,3", keys="1,2=50,1-50,2")
    assert without_places(page) == replace(page, stops="3", keys="1")
    assert without_places(Page()) == Page()
    recipe = Recipe("kruskal", seed=3, shape="rectangular", sizes={"rows": 8, "columns": 8})
    order = SheetOrder(Sheet(count=2), page, recipe)
    assert order.page == without_places(page)
    maze = maze_of()
    own = Project(maze, recipe)
    assert SheetOrder(Sheet(), page, projects=[own]).page == page, "printed as it was designed"


def test_pictures_stand_for_stops_in_any_order(tmp_path: Path) -> None:
    maze = maze_of()
    page = Page(along="stops", stops="4", stops_order="any", collect="fish", solution="page")
    puzzle, answer = pages_of(maze, page)
    assert said(puzzle) == "Collect all 4 pictures in any order, then find the exit."
    assert said(answer).startswith("Shortest tour: ")
    assert not [item for item in layer(puzzle, "tokens") if isinstance(item, Text)]
    export(maze, tmp_path / "a.pdf", page)
