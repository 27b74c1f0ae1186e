"""Numbers to step on, read back from the files: there is one way over allowed numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import shapely

from mazeeditor.cli import main
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from mazeeditor.maze.transforms import transformed
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.number_rules import OFFERS, STEPS, read_rule, words_of
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Strokes, Text
from tests.breadth import in_turns, repeats
from tests.page.test_questions import SIZES
from tests.page.test_tokens import cells_of, in_svg, ink, route_of
from tests.page.test_words_beside import layer

MEMBERS: dict[str, Callable[[int], bool]] = {
    "squares": lambda number: round(number**0.5) ** 2 == number,
    "primes": lambda number: number > 1 and all(number % part for part in range(2, number)),
}


def neighbours(maze: Maze) -> nx.Graph[int]:
    """Return the cells, and which of them are neighbours whatever walls are between."""
    lattice = maze.lattice
    graph: nx.Graph[int] = nx.Graph()
    for cell in lattice.inside_cells().tolist():
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            if other >= 0 and lattice.inside[other]:
                graph.add_edge(cell, other)
    return graph


def numbered(maze: Maze, page: Page) -> dict[int, int]:
    (scene,) = compose(maze, page)
    (data,) = encode_scenes([scene], Path("a.svg")).values()
    return {cell: int(text) for cell, text in cells_of(maze, page, in_svg(data)).items()}


RULES = (
    *(f"multiples-{number}" for number in (2, 3, 5, 7)),
    *("squares", "primes"),
    *(f"counting-{number}" for number in (2, 3, 5, 10)),
)


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "shape"), in_turns(RULES, SHAPES.names()))
def test_there_is_one_way_over_allowed_numbers(rule: str, shape: str) -> None:
    kind, _dash, number = rule.partition("-")
    for seed in repeats(2, 60):
        maze = generate("backtracker", build(shape, **SIZES[shape]), seed)
        maze = transformed("route-apart", maze)
        values = numbered(maze, Page(along="stepping", step_on=rule, page="A3"))
        beside, route = neighbours(maze), route_of(maze)
        marked = {*maze.lattice.inside_cells().tolist()} - {*values}
        assert marked <= {route[-1]}, "the goal of rings is in the middle"
        if kind == "counting":
            values |= dict.fromkeys(marked, int(number) * len(route))
            steps: nx.DiGraph[int] = nx.DiGraph(
                (one, other)
                for pair in beside.edges
                for one, other in (pair, pair[::-1])
                if values[other] == values[one] + int(number)
            )
            assert [values[cell] for cell in route[:2]] == [int(number), 2 * int(number)]
            assert len(steps.edges) == len(route) - 1, "no other pair counts on"
            assert list(nx.all_simple_paths(steps, route[0], route[-1])) == [route]
            continue

        def member(value: int) -> bool:
            return MEMBERS[kind](value) if kind in MEMBERS else value % int(number) == 0

        allowed = beside.subgraph({each for each in values if member(values[each])} | marked)
        assert nx.is_tree(allowed), "so there is one way between any two of them"
        assert nx.shortest_path(allowed, route[0], route[-1]) == route
        assert len(allowed) > 1.2 * len(route), "some ways lead astray"
        alone = numbered(maze, Page(along="stepping", step_on=rule, page="A3", decoys=False))
        assert {cell for cell, value in alone.items() if member(value)} == {*route} - marked


@pytest.mark.slow
def test_of_the_walls_only_the_outer_ones_are_drawn() -> None:
    maze = transformed("route-apart", generate("prim", build("rectangular", rows=9, columns=7), 2))
    page = Page(along="stepping", solution="page")
    for scene in compose(maze, page, solve("breadth-first", maze)):
        walls = shapely.union_all([ink(item) for item in layer(scene, "walls")])
        grid = [item for item in layer(scene, "grid") if isinstance(item, Strokes)]
        layout, centres = plan_page(maze, page), maze.lattice.geometry.centres
        for pair in neighbours(maze).edges:
            ends = centres(np.array(pair)) * layout.scale.cell + (layout.x, layout.y)
            assert not shapely.intersects(shapely.LineString(ends), walls)
        lines = shapely.union_all([ink(item) for item in grid])
        numbers = [item for item in layer(scene, "tokens") if isinstance(item, Text)]
        assert len(numbers) == maze.lattice.cells
        assert not any(shapely.intersects(ink(item), lines) for item in numbers)


@pytest.mark.slow
def test_a_sheet_makes_mazes_that_suit(tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    assert main(["sheet", "--step-on", "primes", "--seed", "7", "--answers", "next",
                 "-o", str(out)]) == 0  # fmt: skip
    puzzle, answer = (file.read_text("utf-8") for file in sorted(tmp_path.glob("*.svg")))
    assert "Step only on prime numbers" in puzzle
    assert 'id="solution"' in answer


def test_what_cannot_be_is_said_in_one_sentence() -> None:
    maze = generate("backtracker", build("rectangular", rows=12, columns=12), 1)
    with pytest.raises(UsageError, match=r"runs beside itself, .*transform: route-apart"):
        compose(maze, Page(along="stepping"))
    with pytest.raises(UsageError, match=r"no rule 'multiples-1'\. Choose one of multiples-3, "):
        Page(step_on="multiples-1")
    assert read_rule("Multiples 07") == "multiples-7"
    named = [f"{kind}-{number}" for kind in ("multiples", "counting") for number in STEPS]
    assert {*RULES} <= {*OFFERS} <= {*named, "squares", "primes"}
    for name in (*named, *OFFERS):
        assert read_rule(words_of(name)) == name
    large = transformed(
        "route-apart", generate("wilson", build("rectangular", rows=40, columns=40), 1)
    )
    with pytest.raises(UsageError, match="counting in 25s goes to 999: use a smaller maze"):
        compose(large, Page(along="stepping", step_on="counting-25"))
