"""The web page, read by parsers that share no code with it: same maze, whole, nothing outside."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze, empty_grid
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import export, html
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from tests.graphs import graph_of
from tests.page.formats import read_html
from tests.page.formats.read_svg import read_path
from tests.page.mazes import made

A5 = Page(page="A5", title="Otto’s Maze")
SHAPES = {
    "squares": build("rectangular", rows=7, columns=9),
    "heart": cut("heart", build("rectangular", rows=14, columns=14)).lattice,
    "hexagons": build("hexagonal", rows=6, columns=7),
    "triangles": build("triangular", rows=6, columns=11),
    "rings": build("polar", rings=6),
}


def written(maze: Maze, folder: Path, page: Page = A5) -> read_html.Page:
    (file,) = export(maze, folder / "maze.html", page)
    return read_html.Page(file.read_bytes())


@pytest.mark.parametrize("name", SHAPES)
def test_the_maze_in_it_is_the_maze(name: str, tmp_path: Path) -> None:
    maze = generate("prim", SHAPES[name], 2, braid=0.3)
    page = written(maze, tmp_path)
    graph, cells = graph_of(maze), sorted(SHAPES[name].inside_cells().tolist())
    number = {cell: at for at, cell in enumerate(cells)}
    wanted = nx.relabel_nodes(graph, number)
    assert set(page.graph.nodes) == set(wanted.nodes)
    assert {frozenset(edge) for edge in page.graph.edges} == {frozenset(e) for e in wanted.edges}
    assert maze.entrance
    assert page.data["start"] == number[maze.entrance.cell]
    assert page.data["goals"] == sorted({number[exit_.cell] for exit_ in maze.exits})


@pytest.mark.parametrize("name", SHAPES)
def test_cells_lie_between_their_walls(name: str, tmp_path: Path) -> None:
    """The route runs through the places in the data, and all lie in what a screen shows."""
    maze = generate("backtracker", SHAPES[name], 5)
    page = written(maze, tmp_path)
    data, layout = page.data, plan_page(maze, A5)
    cells = np.array(data["cells"])
    left, top, width, height = data["view"]
    assert ((cells > (left, top)) & (cells < (left + width, top + height))).all()
    assert data["pace"] == layout.scale.cell
    if name == "rings":  # the line runs round there
        return
    at = [index for index, (tag, _each) in enumerate(page.elements) if tag == "g"]
    (solution,) = [index for index in at if page.elements[index][1].get("id") == "solution"]
    (line,), _closed, _curves = read_path(page.elements[solution + 1][1]["d"])
    route = nx.shortest_path(page.graph, data["start"], data["goals"][0])
    walked = cells[route]
    for point in line[1:-1]:
        assert np.hypot(*(walked - point).T).min() < 0.02


@pytest.mark.slow
def test_nothing_is_loaded_and_only_its_script_runs(tmp_path: Path) -> None:
    page = written(made(4, 4), tmp_path, replace(A5, theme="pirates"))
    for tag, attributes in page.elements:
        assert tag not in {"link", "iframe", "object", "embed", "base", "form", "use", "a"}
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name == "src" or name.endswith("href"):
                assert value.startswith("data:image/")
    assert "url(" not in page.styles
    assert "@import" not in page.styles
    (policy,) = [meta["content"] for meta in page.all("meta") if "http-equiv" in meta]
    json_, script = page.scripts
    assert json_ == page.texts["play-data"]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    for word in ("fetch(", "XMLHttpRequest", "import(", "eval(", "innerHTML", "http"):
        assert word not in script


def test_everything_has_a_name_and_ids_are_one_each(tmp_path: Path) -> None:
    page = written(made(4, 4), tmp_path)
    names = [each["id"] for _tag, each in page.elements if "id" in each]
    assert len(names) == len(set(names))
    for button in page.all("button"):
        assert button["type"] == "button"
        assert button["title"]
        assert page.texts[button["id"]]
    script = page.scripts[1]
    for name in re.findall(r'\$\("([a-z-]+)"\)', script):
        assert f"play-{name}" in names
    for name in re.findall(r"words\.([A-Za-z]+)", script):
        assert page.data["words"][name]
    board = page.one("play-board")
    assert board["tabindex"] == "0"
    assert board["aria-label"].startswith("Otto’s Maze: ")
    assert board["aria-describedby"] in names
    assert page.all("html")[0]["lang"] == "en"


def test_titles_are_texts(tmp_path: Path) -> None:
    for title in ("</script><script>alert(1)</script>", "<!--title-->", "&lt;b>\"'", "<!--", "]]>"):
        page = written(made(4, 4), tmp_path, replace(A5, title=title))
        assert page.title == title
        assert len(page.scripts) == 2
        assert title in page.one("play-board")["aria-label"]
        assert page.data["cells"]


def test_the_data_end_no_element() -> None:
    text = html.json_in_html({"a": "</script><!--<script>&\u2028"})
    assert not set("<>&\u2028") & set(text)


ENDS: list[tuple[Any, str]] = [
    ((None, ()), "neither entrance nor exit"),
    ((None, (Opening(0),)), "no entrance"),
    ((Opening(0), ()), "no exit"),
    ((Opening(0), (Opening(5), Opening(0))), "nothing to play"),
]


def test_what_cannot_be_played_says_why(tmp_path: Path) -> None:
    lattice = build("rectangular", rows=3, columns=4)
    first = int(lattice.inside_cells()[0])
    for (entrance, exits), words in ENDS:
        maze = empty_grid(lattice)
        shifted = tuple(Opening(exit_.cell + first) for exit_ in exits)
        maze.set_openings(entrance and Opening(entrance.cell + first), shifted)
        check_not_played(written(maze, tmp_path), words)
    closed = Maze(lattice, None, lattice.first, (lattice.last,))
    check_not_played(written(closed, tmp_path), "No route leads")


def check_not_played(page: read_html.Page, words: str) -> None:
    assert words in page.texts["play-status"]
    assert set(page.data) == {"words"}
    assert "tabindex" not in page.one("play-board")
    off = {each["id"] for each in page.all("button") if "disabled" in each}
    assert off == {"play-hint", "play-reveal", "play-restart"}
    assert page.one("walls"), "it is drawn, and can be printed"


def test_several_exits_are_all_goals(tmp_path: Path) -> None:
    maze = made(5, 5)
    cells = maze.lattice.inside_cells().tolist()
    maze.set_openings(Opening(cells[0]), (Opening(cells[4]), Opening(cells[24])))
    page = written(maze, tmp_path)
    assert page.data["goals"] == [4, 24]
    assert len([each for each in page.all("circle") if each.get("class") == "play-goal"]) == 2


def test_the_solution_is_there_but_hidden_however_the_page_prints_it(tmp_path: Path) -> None:
    pages = [written(made(5, 5), tmp_path, replace(A5, solution=s)) for s in ("none", "drawn")]
    assert pages[0].elements == pages[1].elements
    assert pages[0].one("solution")


def test_what_stands_along_the_route_has_its_answer(tmp_path: Path) -> None:
    style = replace(A5, along="letters", sentence="HELLO", page="A4")
    page = written(made(8, 8), tmp_path, style)
    for name in ("tokens", "note", "tokens-solved", "note-solved"):
        assert page.one(name)


def test_as_much_is_free_around_thick_walls(tmp_path: Path) -> None:
    """The view holds all strokes with their width, and a share of its longer side around them."""
    lattice = build("rectangular", rows=2, columns=2)
    for wall in (4.0, 6.0):
        maze, style = generate("prim", lattice, 1), Page(cell=12.0, wall=wall, page="A4")
        style = replace(style, marks="none")
        left, top, width, height = written(maze, tmp_path, style).data["view"]
        layout = plan_page(maze, style)
        free = 0.5 + html.MARGIN_SHARE * (max(width, height) - 1) / (1 + 2 * html.MARGIN_SHARE)
        assert layout.x - wall / 2 - left == pytest.approx(free, abs=0.01)
        assert top < layout.y - wall / 2 - free + 0.01
