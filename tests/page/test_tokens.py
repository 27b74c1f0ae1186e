"""Things along the route, read back from the files: only the right route spells the sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
import shapely

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from mazeeditor.maze.transforms import apply_transform
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import tokens_of
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Polygons, Scene, Strokes, Text
from mazeeditor.page.tokens import TOKENS, TokenSet
from tests.breadth import in_turns, repeats
from tests.page.test_words_beside import SIZES, layer, letters, lines

SVG = "{http://www.w3.org/2000/svg}"
OTHERS = ("questions", "left-over", "stepping", "stops", "riddle")  # not all along the route
SPREAD = [kind for kind in TOKENS.names() if kind not in OTHERS]
MASKED = pytest.mark.parametrize(
    ("shape", "mask"), [*((shape, "") for shape in SHAPES.names()), ("hexagonal", "heart")]
)


def perfect(shape: str, seed: int = 3, mask: str = "") -> Maze:
    masks = (MaskStep(mask, {}),) if mask else ()
    recipe = Recipe("backtracker", seed=seed, shape=shape, sizes=SIZES[shape], masks=masks)
    return maze_of(recipe, outline_of(recipe).lattice)


def for_kind(kind: str, maze: Maze) -> Maze:
    """Return a maze for a kind: riddles need two exits in the border."""
    if kind == "riddle":
        used = maze.entrance.cell if maze.entrance else -1
        slots = {c: maze.lattice.outer_slots(c) for c in maze.lattice.edge_cells.tolist()}
        cells = [cell for cell, outer in slots.items() if outer and cell != used]
        places = cells[-1], cells[0]  # past which the route may lead
        exits = tuple(Opening(cell, slots[cell][0]) for cell in places)
        maze.set_openings(maze.entrance, exits)
    return maze


def graph_of(maze: Maze) -> nx.Graph[int]:
    """Return cells and passages, asked wall by wall."""
    graph: nx.Graph[int] = nx.Graph()
    lattice = maze.lattice
    for cell in lattice.inside_cells().tolist():
        graph.add_node(cell)
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            if other > 0 and lattice.inside[other]:
                wall = np.array([lattice.wall(cell, slot)])
                if not maze.is_closed(wall)[0]:
                    graph.add_edge(cell, other)
    return graph


def route_of(maze: Maze) -> list[int]:
    assert maze.entrance
    assert maze.exit
    route: list[int] = nx.shortest_path(graph_of(maze), maze.entrance.cell, maze.exit.cell)
    return route


def cells_of(maze: Maze, page: Page, places: list[tuple[float, float, str]]) -> dict[int, str]:
    """Return what stands in each cell of what was read from a file, in mm."""
    layout = plan_page(maze, page)
    result: dict[int, str] = {}
    for x, y, text in places:
        at = (x - layout.x) / layout.scale.cell, (y - layout.y) / layout.scale.cell
        cell = maze.lattice.geometry.cell_at(*at)
        assert cell is not None, f"{text} is outside"
        assert cell not in result
        result[cell] = text
    return result


def in_svg(data: bytes) -> list[tuple[float, float, str]]:
    """Return the middles of the texts in the layer of tokens."""
    root = ElementTree.fromstring(data)
    (group,) = (each for each in root.iter(SVG + "g") if each.get("id") == "tokens")
    return [
        (
            float(text.attrib["x"]),
            float(text.attrib["y"]) - 0.36 * float(text.attrib["font-size"]),
            str(text.text),
        )
        for text in group.iter(SVG + "text")
    ]


def paths_aside(maze: Maze) -> Iterator[list[int]]:
    """Yield the path from the entrance to each end of a blind alley."""
    graph, route = graph_of(maze), set(route_of(maze))
    assert maze.entrance
    tree = nx.single_source_shortest_path(graph, maze.entrance.cell)
    for cell, path in tree.items():
        if cell not in route and graph.degree[cell] == 1:
            yield path


def check_sentence(maze: Maze, cells: dict[int, str], spelled: str) -> None:
    route = route_of(maze)
    assert "".join(cells.get(cell, "") for cell in route) == spelled
    on_route = set(route)
    aside = 0
    for path in paths_aside(maze):
        passed = "".join(cells.get(cell, "") for cell in path if cell in on_route)
        read = "".join(cells.get(cell, "") for cell in path)
        aside += len(read) - len(passed)
        assert read == passed or not spelled.startswith(read[: len(passed) + 1])
    assert aside > 0, "there are letters off the route"


@pytest.mark.sample(2)
@MASKED
def test_only_the_route_spells_the_sentence_in_svg(shape: str, mask: str) -> None:
    for seed in repeats(2, 40):
        maze = perfect(shape, seed, mask)
        page = Page(along="letters", sentence="Go on, Zoë!", page="A3", marks="word")
        (scene,) = compose(maze, page)
        (data,) = encode_scenes([scene], Path("a.svg")).values()
        check_sentence(maze, cells_of(maze, page, in_svg(data)), "GOONZOË")


def of_kind(kind: str, maze: Maze, **values: Any) -> TokenSet:
    tokens = tokens_of(maze, Page(along=kind, sentence="Find the cheese", **values))
    assert tokens
    return tokens


@pytest.mark.parametrize(("kind", "shape"), in_turns(SPREAD, SHAPES.names()))
def test_tokens_of_every_kind_stand_where_they_say(kind: str, shape: str) -> None:
    maze = perfect(shape)
    tokens, route = of_kind(kind, maze), route_of(maze)
    cells = [token.cell for token in tokens.tokens]
    assert len(set(cells)) == len(cells)
    assert all((token.cell in route) == token.on_route for token in tokens.tokens)
    places = [route.index(token.cell) for token in tokens.tokens if token.on_route]
    assert places == sorted(places)
    steps = {after - before for before, after in pairwise(places)}
    assert max(steps) - min(steps) <= 1, (
        "evenly spread: what is not all along the route belongs to OTHERS"
    )
    on, off = len(places), len(cells) - len(places)
    share = off / (maze.lattice.cells - len(route)) / (on / len(route))
    assert 0.4 < share <= 1.2, "as many off the route as on it, cell for cell"
    assert of_kind(kind, maze) == tokens
    assert of_kind(kind, perfect(shape, 4)) != tokens
    alone = of_kind(kind, maze, decoys=False)
    assert alone.tokens == tokens.tokens[:on]


def test_the_sum_is_that_of_the_numbers_on_the_route() -> None:
    maze = perfect("rectangular")
    tokens = of_kind("numbers", maze, along_count=6, largest=4)
    cells = {token.cell: int(token.text) for token in tokens.tokens}
    values = [cells[cell] for cell in route_of(maze) if cell in cells]
    assert tokens.answer == f"Sum: {' + '.join(map(str, values))} = {sum(values)}"
    assert len(values) == 6
    assert set(cells.values()) == {1, 2, 3, 4}


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        (kind, SHAPES.names()[(at + turn) % len(SHAPES)])
        for at, kind in enumerate(TOKENS.names())
        for turn in (0, 1)
    ],
)
def test_tokens_cover_neither_walls_nor_route(kind: str, shape: str) -> None:
    """On the page of the answer, with the line below the maze, measured by shapely."""
    if kind == "left-over" and shape != "rectangular":
        return  # it is refused
    maze = for_kind(kind, apply_transform("route-apart", perfect(shape)))
    page = Page(along=kind, sentence="Find it", page="A3", solution="page", marks="none")
    puzzle, answer = compose(maze, page, solve("breadth-first", maze))
    for scene in (puzzle, answer):
        walls = shapely.union_all([ink(item) for item in layer(scene, "walls")])
        route = shapely.union_all([ink(item) for item in layer(scene, "solution")])
        for item in layer(scene, "tokens"):
            mark = ink(item)
            assert not shapely.intersects(mark, walls)
            assert isinstance(item, Polygons) or not shapely.intersects(mark, route)
            assert not isinstance(item, Text) or item.size >= 7 * 25.4 / 72
            assert not isinstance(item, Strokes) or item.width >= 0.75 * 25.4 / 72 - 1e-9
    plan = plan_page(maze, page).tokens
    assert plan
    tokens = plan.tokens
    assert read_line(puzzle) == " ".join([tokens.question, *tokens.listed])
    assert read_line(answer) == " ".join(filter(None, [tokens.answer, *tokens.solved]))
    if tokens.labels or tokens.signs:  # answers are in the colours of the route
        return
    rings = [item for item in layer(answer, "tokens") if isinstance(item, Polygons)]
    blue = [item for item in rings if item.colour == page.solution_colour]
    assert len(blue) == sum(token.on_route != tokens.crossing for token in tokens.tokens)


def ink(item: object) -> shapely.Geometry:
    if isinstance(item, Text):
        return letters(item)
    assert isinstance(item, Strokes | Polygons)
    if isinstance(item, Strokes):
        return lines(item)
    low, high = item.points.min(axis=0), item.points.max(axis=0)
    return shapely.Point((low + high) / 2).buffer((high - low).max() / 2)


def read_line(scene: Scene) -> str:
    return " ".join(item.text for item in layer(scene, "note") if isinstance(item, Text))


def test_what_the_route_leaves_over_spells_the_sentence() -> None:
    """Row by row, in the file; on the page of the answer alone, as the route crosses the rest."""
    for seed in repeats(3, 100):
        check_left_over(seed)


def check_left_over(seed: int) -> None:
    maze = perfect("rectangular", seed)
    page = Page(along="left-over", sentence="Well done, Zoë!", page="A3", solution="page")
    puzzle, answer = compose(maze, page, solve("breadth-first", maze))
    route, found = set(route_of(maze)), []
    for scene in (puzzle, answer):
        (data,) = encode_scenes([scene], Path("a.svg")).values()
        found.append(cells_of(maze, page, in_svg(data)))
    left = {cell: text for cell, text in sorted(found[0].items()) if cell not in route}
    assert "".join(left.values()) == "WELLDONEZOË"
    assert found[1] == left
    on = len(found[0]) - len(left)
    share = on / len(route) / (len(left) / (maze.lattice.cells - len(route)))
    assert 1.3 < share < 2.7, "twice as many on the route as off it, cell for cell"
    line = layer(puzzle, "note")[0]
    assert isinstance(line, Text)
    assert line.text.startswith("Left over, row by row:")


def test_letters_are_left_over_in_rows_only() -> None:
    for shape in {*SHAPES.names()} - {"rectangular"}:
        with pytest.raises(UsageError, match="read in rows: use squares"):
            compose(perfect(shape), Page(along="left-over", sentence="Well"))


def test_too_long_a_sentence_to_be_left_over() -> None:
    with pytest.raises(UsageError, match="off the route are"):
        compose(perfect("rectangular"), Page(along="left-over", sentence="a" * 1000))


def several(maze: Maze) -> None:
    maze.toggle(maze.closed_walls()[[maze.lattice.is_inner(w) for w in maze.closed_walls()]])


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"sentence": ""}, "need a sentence of at least one letter"),
    ({"sentence": " .,! "}, "need a sentence of at least one letter"),
    ({"sentence": "a" * 1000}, "The sentence has 1000 letters, and the route"),
    ({"along": "numbers", "along_count": 500}, "for things along it, not 500: use fewer"),
    ({"sentence": "no", "cell": 3}, r"5\.\d pt high, too small .* cells of [34]\.\d mm"),
    ({"along": "pictures", "cell": 4}, r"in cells of 4 mm are 2\.5 mm large, too small"),
    ({"along": "words"}, r"Along the route \(along\) must be one of none, letters"),
]


def test_what_cannot_be_done_is_said_in_one_sentence() -> None:
    for values, reason in REFUSED:
        with pytest.raises(UsageError, match=reason):
            compose(perfect("rectangular"), Page(**{"along": "letters", **values}))


def test_mazes_without_exactly_one_route() -> None:
    page = Page(along="numbers")
    maze = perfect("rectangular")
    several(maze)
    with pytest.raises(UsageError, match="exactly one route: this maze has several"):
        compose(maze, page)
    maze = Maze(build("rectangular", rows=4, columns=4))
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    with pytest.raises(UsageError, match="need a route: this maze has none"):
        compose(maze, page)
    maze.set_openings(None, ())
    with pytest.raises(UsageError, match="need an entrance and an exit"):
        compose(maze, page)
    large = Maze(build("rectangular", rows=400, columns=400))
    with pytest.raises(MazeError, match="mazes of 100,000 cells at most"):
        compose(large, page)


def test_cells_with_marks_in_them_hold_nothing_else() -> None:
    maze = perfect("rectangular")
    middle = Opening(maze.lattice.cell(4, 5))
    maze.set_openings(maze.entrance, (middle,))
    for place in ("outside", "inside"):
        page = Page(along="pictures", along_count=3, marks="picture", marks_place=place)
        tokens = tokens_of(maze, page)
        assert tokens
        assert middle.cell not in [token.cell for token in tokens.tokens]
    full = len(route_of(maze)) - 1
    assert of_kind("numbers", maze, along_count=full, marks="word")
    with pytest.raises(UsageError, match=f"has {full - 1} cells"):
        of_kind("numbers", maze, along_count=full, marks="word", marks_place="inside")
