"""Numbers to step on, read back from the files: there is one way over allowed numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import apply_transform
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.number_rules import OFFERS, STEPS, read_rule, words_of
from mazeeditor.page.page import Page
from tests.breadth import in_turns, repeats
from tests.page.test_questions import SIZES
from tests.page.test_tokens import cells_of, in_svg, route_of

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
        maze = apply_transform("route-apart", maze)
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
    large = apply_transform(
        "route-apart", generate("wilson", build("rectangular", rows=40, columns=40), 1)
    )
    with pytest.raises(UsageError, match="counting in 25s goes to 999: use a smaller maze"):
        compose(large, Page(along="stepping", step_on="counting-25"))
