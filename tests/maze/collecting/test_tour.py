"""Stops, keys and doors: their tours are compared with networkx over the states of a maze."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.collecting.placing import place_things
from mazeeditor.maze.collecting.things import (
    Key,
    Things,
    keys_at,
    keys_text,
    read_keys,
    read_stops,
    stops_at,
    stops_text,
)
from mazeeditor.maze.collecting.tour import shortest_tour
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.only_route import neighbours_of


def states(maze: Maze, things: Things) -> nx.DiGraph:
    """Return the graph of all states; a step goes to a neighbour or takes what is in the cell."""
    graph = nx.DiGraph()
    doors = {frozenset(key.door): at for at, key in enumerate(things.keys)}
    steps = [
        (one, other, doors.get(frozenset((one, other))))
        for one in maze.lattice.inside_cells().tolist()
        for _slot, other in neighbours_of(maze, one)
    ]
    number = len(things.stops)
    for stops in range(1 << number):
        if things.ordered and stops & (stops + 1):
            continue  # a later stop without an earlier one
        for keys in range(1 << len(things.keys)):
            for one, other, door in steps:
                if door is None or keys >> door & 1:
                    graph.add_edge((one, stops, keys), (other, stops, keys), weight=1)
            for at, cell in enumerate(things.stops):
                if not things.ordered or stops == (1 << at) - 1:
                    graph.add_edge((cell, stops, keys), (cell, stops | 1 << at, keys), weight=0)
            for at, key in enumerate(things.keys):
                graph.add_edge((key.cell, stops, keys), (key.cell, stops, keys | 1 << at), weight=0)
    return graph


def shortest_by_states(maze: Maze, things: Things) -> int:
    """Return the cells of a shortest tour, 0 for none."""
    assert maze.entrance
    away = nx.single_source_dijkstra_path_length(
        states(maze, things), (maze.entrance.cell, 0, 0), weight="weight"
    )
    full = (1 << len(things.stops)) - 1
    ends = [
        length
        for (cell, stops, _keys), length in away.items()
        if stops == full and cell in {gap.cell for gap in maze.exits}
    ]
    return min(ends, default=-1) + 1


def check_walk(maze: Maze, things: Things) -> None:
    """Walk the tour step by step: passages alone, each door after its key, each stop in turn."""
    tour = shortest_tour(maze, things)
    route = tour.route.tolist()
    assert maze.entrance
    assert route[0] == maze.entrance.cell
    assert route[-1] in {gap.cell for gap in maze.exits}
    doors = {frozenset(key.door): at for at, key in enumerate(things.keys)}
    keys, met = set[int](), set[int]()
    waiting = list(things.stops)
    for at, cell in enumerate(route):
        if at:
            assert cell in [other for _slot, other in neighbours_of(maze, route[at - 1])]
            door = doors.get(frozenset((route[at - 1], cell)))
            assert door is None or door in keys
        keys |= {at for at, key in enumerate(things.keys) if key.cell == cell}
        met.add(cell)
        if things.ordered and waiting and waiting[0] == cell:
            waiting.pop(0)
    assert not waiting if things.ordered else met >= set(things.stops)
    assert len(route) == shortest_by_states(maze, things)


SHAPES = {
    "rectangular": {"rows": 7, "columns": 9},
    "hexagonal": {"rows": 6, "columns": 7},
    "triangular": {"rows": 6, "columns": 13},
    "polar": {"rings": 5},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_tours_are_the_shortest(shape: str) -> None:
    for ordered in [True, False]:
        for stops, keys, braid in [(4, 0, 0.0), (3, 2, 0.0), (3, 1, 0.5)]:
            sizes: Any = SHAPES[shape]
            maze = mazeeditor.generate("kruskal", shape=shape, seed=5, braid=braid, **sizes)
            things = place_things(maze, stops, keys, ordered=ordered)
            assert len({*things.cells, *(gap.cell for gap in maze.openings)}) == stops + keys + 2, (
                keys
            )
            assert shortest_tour(maze, things).lost == "", (ordered, stops, keys)
            check_walk(maze, things)


@pytest.mark.slow
def test_tours_past_things_anywhere_are_the_shortest() -> None:
    for seed in range(6):
        maze = mazeeditor.generate("prim", rows=6, columns=6, seed=seed, braid=0.4)
        cells = maze.lattice.inside_cells().tolist()
        passages = [(one, other) for one in cells for _slot, other in neighbours_of(maze, one)]
        picked = [cells[(seed * 7 + at * 11) % 36] for at in range(5)]
        doors = [passages[(seed * 13 + at * 17) % len(passages)] for at in range(2)]
        keys = tuple(Key(cell, door) for cell, door in zip(picked[3:], doors, strict=True))
        for ordered in (True, False):
            things = Things(tuple(picked[:3]), ordered, keys)
            tour = shortest_tour(maze, things)
            assert tour.cells == shortest_by_states(maze, things), seed
            if tour.cells:
                check_walk(maze, things)


def test_each_door_needs_its_key() -> None:
    maze = mazeeditor.generate("kruskal", rows=9, columns=9, seed=3)
    things = place_things(maze, 0, 3, ordered=True)
    assert len(things.keys) == 3
    for key in things.keys:
        moved = Key(maze.exits[0].cell, key.door)
        beyond = tuple(moved if other is key else other for other in things.keys)
        stuck = shortest_tour(maze, Things((), True, beyond))
        assert stuck.cells == 0  # the door is on every route
        assert "cannot be reached" in stuck.lost


def test_stops_are_in_dead_ends_far_apart() -> None:
    maze = mazeeditor.generate("kruskal", rows=15, columns=15, seed=3)
    things = place_things(maze, 5, 0, ordered=True)
    assert all(len(neighbours_of(maze, cell)) == 1 for cell in things.stops)
    free = shortest_tour(maze, Things(things.stops, ordered=False))
    assert shortest_tour(maze, things).cells == free.cells, "numbers are those of a shortest tour"
    places = maze.lattice.places(shortest_tour(maze, things).route)
    assert len(places) > len(mazeeditor.solve(maze).path)


def test_what_cannot_be_reached_is_said() -> None:
    maze = mazeeditor.generate("kruskal", rows=5, columns=5, seed=3)
    lattice = maze.lattice
    corner = lattice.cell(0, 4)
    for _slot, other in neighbours_of(maze, corner):
        maze.toggle_wall((0, 4), lattice.place(other))
    middle = lattice.cell(2, 2)
    tour = shortest_tour(maze, Things((middle, corner), ordered=True))
    assert (tour.cells, tour.lost) == (0, "Stop 2 cannot be reached.")
    tour = shortest_tour(maze, Things((middle, corner), ordered=False))
    assert (tour.cells, tour.lost) == (0, "1 of 2 stops cannot be reached.")
    door = (middle, neighbours_of(maze, middle)[0][1])
    tour = shortest_tour(maze, Things((), ordered=True, keys=(Key(corner, door),)))
    assert tour.lost == "The key A cannot be reached."
    assert tour.cells, "the door need not be opened"


def test_a_door_in_a_wall_is_said() -> None:
    maze = mazeeditor.generate("kruskal", rows=9, columns=9, seed=3, braid=0.5)
    cells = maze.lattice.inside_cells().tolist()
    wall = next(
        (one, other)
        for one in cells
        for other in (one + 1,)
        if maze.lattice.inside[other] and other not in [c for _s, c in neighbours_of(maze, one)]
    )
    tour = shortest_tour(maze, Things(keys=(Key(cells[5], wall),)))
    assert (tour.lost, tour.cells > 0) == ("The door A is in a wall.", True)


def test_texts_are_read_and_written() -> None:
    maze = mazeeditor.generate("kruskal", rows=9, columns=9, seed=3)
    things = place_things(maze, 3, 2, ordered=True)
    stops, keys = (
        stops_text(maze.lattice, things.stops),
        keys_text(maze.lattice, things.keys),
    )
    assert (read_stops(f" {stops} "), read_keys(keys)) == (stops, keys)
    assert stops_at(maze.lattice, stops) == things.stops
    assert keys_at(maze.lattice, keys) == things.keys
    assert (read_stops(" 05 "), read_keys("")) == ("5", "")
    for text in ("-1", "3", "1,2", "1,2=3,4", "a"):
        if text != "3":
            with pytest.raises(UsageError, match="not"):
                read_keys(text)
    for text, why in (("1,2,3", "not '1,2,3'"), ("31", "at most"), ("x", "not 'x'")):
        with pytest.raises(UsageError, match=why):
            read_stops(text)
    with pytest.raises(UsageError, match="no cell 9,0"):
        stops_at(maze.lattice, "1,2 9,0")
    with pytest.raises(UsageError, match="Two stops"):
        stops_at(maze.lattice, "1,2 1,2")


def test_too_many_are_refused_in_one_sentence() -> None:
    maze = mazeeditor.generate("kruskal", rows=4, columns=4, seed=3)
    with pytest.raises(UsageError, match="In any order there are 12"):
        place_things(maze, 11, 2, ordered=False)
    with pytest.raises(UsageError, match="14 cells for stops, not 20"):
        place_things(maze, 20, 0, ordered=True)
    open_maze = mazeeditor.generate("kruskal", rows=4, columns=4, seed=3, braid=1.0)
    with pytest.raises(UsageError, match="cannot be walked around"):
        place_things(open_maze, 0, 6, ordered=True)


def test_many_stops_in_their_order_have_places() -> None:
    maze = mazeeditor.generate("prim", rows=20, columns=20, seed=3)
    things = place_things(maze, 30, 4, ordered=True)
    check = shortest_tour(maze, things)
    assert check.lost == ""
    assert [at for at in check.order if at < 30] == list(range(30))
