"""Stops, keys and doors on pages: read back from the files, and kept in projects."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
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
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.files import Project, read
from mazeeditor.maze.maze import Maze, empty_grid
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes, export, pages_of, route_for
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Polygons, Strokes, Text
from mazeeditor.page.shown_page import page_with, placed_on, unplaced
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


def test_pictures_stand_for_stops_in_any_order(tmp_path: Path) -> None:
    maze = maze_of()
    page = Page(along="stops", stops="4", stops_order="any", collect="fish", solution="page")
    puzzle, answer = pages_of(maze, page)
    assert said(puzzle) == "Collect all 4 pictures in any order, then find the exit."
    assert said(answer).startswith("Shortest tour: ")
    assert not [item for item in layer(puzzle, "tokens") if isinstance(item, Text)]
    export(maze, tmp_path / "a.pdf", page)


def test_the_project_keeps_the_places(tmp_path: Path) -> None:
    file = tmp_path / "a.maze"
    assert main(["generate", "--rows", "12", "--columns", "12", "--generator", "kruskal",
                 "--seed", "4", "--stops", "3", "--keys", "1", "-o", str(file)]) == 0  # fmt: skip
    project = read(file)
    page = Page.from_dict(project.page)
    assert page.along == "stops"
    assert (len(page.stops.split()), len(page.keys.split())) == (3, 1)
    before = read_back(project.maze, page)
    maze = project.maze
    free = [wall for wall in maze.closed_walls().tolist() if maze.lattice.is_inner(wall)]
    maze.toggle(np.array(free[::5]))
    assert placed_on(maze, page) == {}
    assert read_back(maze, page) == before, "other walls, the same places"
    moved = page_with(page, placed_on(maze, page, anew=True))
    assert moved.stops != page.stops


def test_transforms_find_places_in_another_grid(tmp_path: Path) -> None:
    file, other = tmp_path / "a.maze", tmp_path / "b.maze"
    assert main(["generate", "--rows", "9", "--columns", "14", "--seed", "4", "--stops", "3",
                 "-o", str(file)]) == 0  # fmt: skip
    assert main(["transform", str(file), "rotate", "-o", str(other)]) == 0
    project = read(other)
    assert len(read_back(project.maze, Page.from_dict(project.page))[0]) == 3


def test_info_says_whether_all_can_be_visited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.maze"
    main(["generate", "--rows", "9", "--columns", "9", "--seed", "4", "--stops", "3",
          "-o", str(file)])  # fmt: skip
    capsys.readouterr()
    assert main(["info", str(file), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)["stops"]
    project = read(file)
    tour = route_for(project.maze, Page.from_dict({**project.page, "solution": "page"}))
    assert tour
    expected = {"order": "given", "tour": len(tour.route), "stops": 3, "keys": 0, "lost": ""}
    assert facts == expected


@pytest.mark.slow
def test_sheets_have_stops_and_their_tours(tmp_path: Path) -> None:
    assert main(["sheet", "--stops", "2", "--keys", "1", "--count", "1", "--seed", "3", "--answers",
                 "end", "--letters", "text", "-o", str(tmp_path / "a.svg")]) == 0  # fmt: skip
    texts = [
        "".join(element.itertext())
        for file in sorted(tmp_path.glob("*.svg"))
        for element in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert sum(text.startswith("Visit 1, 2") for text in texts) == 1
    assert any(text.startswith("Shortest tour") for text in texts)


def test_what_cannot_be_collected_is_said() -> None:
    maze = maze_of()
    page = Page(along="stops", stops="3", solution="page")
    page = page_with(page, placed_on(maze, page))
    row, column = map(int, page.stops.split()[1].split(","))
    cell = maze.lattice.cell(row, column)
    for other in list(graph_of(maze)[cell]):
        maze.toggle_wall((row, column), maze.lattice.place(other))
    assert len(pages_of(maze, page)) == 1, "the puzzle is printed as it is"
    with pytest.raises(MazeError, match=r"Stop 2 cannot be reached\. Export it without"):
        export(maze, Path("a.pdf"), page)


def test_bad_choices_are_said_in_a_sentence() -> None:
    maze = maze_of()
    with pytest.raises(UsageError, match="one at least"):
        compose(maze, Page(along="stops", stops="0", keys="0"))
    with pytest.raises(UsageError, match="no cell 99,0"):
        compose(maze, Page(along="stops", stops="99,0"))
    with pytest.raises(UsageError, match="In any order there are 12"):
        compose(maze, Page(along="stops", stops="13", stops_order="any"))
    large = empty_grid(build("rectangular", rows=320, columns=320))
    with pytest.raises(UsageError, match="100,000 cells at most"):
        compose(large, Page(along="stops", stops="2"))


def test_stops_alone_are_meant_by_their_flags() -> None:
    assert Page.chosen({"stops": "4"}).along == "stops"
    assert Page.chosen({"keys": "1"}).along == "stops"
    assert Page.chosen({"collect": "fish"}).along == "pictures", "as before there were stops"
    assert Page.chosen({"collect": "fish", "stops": "3", "stops_order": "any"}).along == "stops"
    assert Page.chosen({"stops": "3", "sentence": "Hello"}).along == "none"


def test_new_mazes_of_sheets_and_books_have_places_of_their_own() -> None:
    """Also where the page has the cells of another maze, as it was designed with that."""
    page = Page(along="stops", stops="1,1 40,2 3,3", keys="1,2=50,1-50,2")
    assert unplaced(page) == replace(page, stops="3", keys="1")
    assert unplaced(Page()) == Page()
    recipe = Recipe("kruskal", seed=3, shape="rectangular", sizes={"rows": 8, "columns": 8})
    order = SheetOrder(Sheet(count=2), page, recipe)
    assert order.page == unplaced(page)
    maze = maze_of()
    own = Project(maze, recipe)
    assert SheetOrder(Sheet(), page, projects=[own]).page == page, "printed as it was designed"


def test_generate_refuses_what_has_no_room_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.maze"
    words = ["generate", "--rows", "8", "--columns", "8", "--seed", "1", "-o", str(file)]
    assert main([*words, "--braid", "1", "--keys", "6"]) == 2
    assert "use fewer keys" in capsys.readouterr().err
    assert main([*words, "--stops", "13", "--stops-order", "any"]) == 2
    assert "In any order there are 12" in capsys.readouterr().err
    assert not file.exists()
