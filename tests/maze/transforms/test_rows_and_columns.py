"""Inserting, deleting and resizing keep what stays, and carry the openings along."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import options_of
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze, locked_walls
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import LEFT, RIGHT, TOP
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.maze.transforms.resize import resize
from mazeeditor.maze.transforms.rows_and_columns import CarriedLines
from mazeeditor.maze.walls import check_locks, free_walls
from tests.breadth import examples
from tests.graphs import graph_of
from tests.maze.generators.lattices import grid_of
from tests.maze.transforms.samples import openings, picture, places, some_maze, some_outlined
from tests.oracle import open_field, open_passages

ANCHORS = next(each.choices for each in options_of(resize) if each.name == "anchor")
seeds = st.integers(0, 10**9)
makers = st.sampled_from([some_maze, some_outlined])
Maker = Callable[[int], Maze]


def some_line(maze: Maze, random: Random, more: int) -> dict[str, Any]:
    line = random.choice(["row", "column"])
    return {"line": line, "at": random.randint(0, getattr(maze.lattice, line + "s") - 1 + more)}


@examples(40)
@given(maker=makers, seed=seeds)
def test_insert_then_delete_is_nothing(maker: Maker, seed: int) -> None:
    maze = maker(seed)
    line = some_line(maze, Random(seed), 1)
    between = apply_transform("insert", maze, **line)
    assert picture(apply_transform("delete", between, **line)) == picture(maze)


@examples(25)
@given(maker=makers, seed=seeds)
def test_insert_keeps_parts_and_loops(maker: Maker, seed: int) -> None:
    maze = maker(seed)
    after = apply_transform("insert", maze, **some_line(maze, Random(seed), 1))
    one, other = graph_of(maze), graph_of(after)
    assert nx.number_connected_components(one) == nx.number_connected_components(other)
    assert len(one.edges) - len(one) == len(other.edges) - len(other)


@examples(25)
@given(maker=makers, seed=seeds)
def test_delete_keeps_the_rest_and_joins_what_met(maker: Maker, seed: int) -> None:
    maze, random = maker(seed), Random(seed)
    line = some_line(maze, random, 0)
    axis, at = ["row", "column"].index(line["line"]), line["at"]
    if (maze.lattice.rows, maze.lattice.columns)[axis] == 1:
        return
    if {maze.lattice.place(cell)[axis] for cell in graph_of(maze)} == {at}:
        return  # nothing would be left
    graph = nx.Graph([tuple(each) for each in places(maze)])
    expected = set()
    for each in map(tuple, places(maze)):
        lines = [place[axis] for place in each]
        if at not in lines:
            expected.add(frozenset(_without(place, axis, at) for place in each))
    for other in range((maze.lattice.columns, maze.lattice.rows)[axis]):
        across = [(at + d, other) if axis == 0 else (other, at + d) for d in (-1, 0, 1)]
        if all(each in graph for each in across) and nx.is_path(graph, across):
            expected.add(frozenset(_without(place, axis, at) for place in (across[0], across[2])))
    assert places(apply_transform("delete", maze, **line)) == expected


Pair = frozenset[tuple[int, int]]


def with_some_locks(maze: Maze, random: Random) -> Maze:
    """Lock inner walls at random, open and closed ones."""
    lattice = maze.lattice
    locks = np.zeros(lattice.size, np.uint8)
    for cell in lattice.inside_cells().tolist():
        for slot in range(lattice.degree):
            if free_walls(lattice)[cell] >> slot & 1 and random.random() < 0.4:
                locks[cell] |= 1 << slot
                locks[lattice.neighbour(cell, slot)] |= 1 << lattice.back(cell, slot)
    maze.set_locks(locks)
    return maze


def locked(maze: Maze) -> dict[Pair, bool]:
    """Return the locked walls, each as its two places, and whether it is closed."""
    lattice = maze.lattice
    if maze.locks is not None:
        check_locks(lattice, maze.locks)
    result = {}
    for wall in locked_walls(maze).tolist():
        cell, slot = divmod(wall, lattice.degree)
        pair = frozenset([lattice.place(cell), lattice.place(lattice.neighbour(cell, slot))])
        result[pair] = bool(maze.walls[cell] >> slot & 1)
    return result


@examples(30)
@given(maker=makers, seed=seeds)
def test_locks_stay_with_their_walls_where_a_line_is_inserted(maker: Maker, seed: int) -> None:
    random = Random(seed)
    maze = with_some_locks(maker(seed), random)
    line = some_line(maze, random, 1)
    axis, at = ["row", "column"].index(line["line"]), line["at"]

    def moved(place: tuple[int, int]) -> tuple[int, int]:
        new = list(place)
        new[axis] += new[axis] >= at
        return new[0], new[1]

    expected = {}
    for pair, closed in locked(maze).items():
        low, high = sorted(pair)
        if low[axis] == at - 1 and high[axis] == at:  # the line comes between them
            low = (at - 1, low[1]) if axis == 0 else (low[0], at - 1)
            between = (at, low[1]) if axis == 0 else (low[0], at)
            expected[frozenset([between, moved(high)])] = closed
        else:
            expected[frozenset([moved(low), moved(high)])] = closed
    between_them = apply_transform("insert", maze, **line)
    assert locked(between_them) == expected
    assert locked(apply_transform("delete", between_them, **line)) == locked(maze)


@examples(30)
@given(maker=makers, seed=seeds)
def test_locks_stay_where_a_line_is_deleted(maker: Maker, seed: int) -> None:
    random = Random(seed)
    maze = with_some_locks(maker(seed), random)
    line = some_line(maze, random, 0)
    axis, at = ["row", "column"].index(line["line"]), line["at"]
    rest = {place for pair in places(maze) for place in pair if place[axis] != at}
    if len(rest) < 2:
        return
    try:
        after = apply_transform("delete", maze, **line)
    except UsageError:  # nothing would be left
        return
    before, kept = locked(maze), locked(after)
    for pair, closed in before.items():
        if all(place[axis] != at for place in pair):
            assert kept.pop(frozenset(_without(place, axis, at) for place in pair)) == closed
    for pair, closed in kept.items():  # walls that were two
        low, high = (place[axis] for place in sorted(pair))
        assert (low, high) == (at - 1, at)
        middle = list(min(pair))
        middle[axis] = at
        cell = middle[0], middle[1]
        row, column = max(pair)
        ends = min(pair), (row + (axis == 0), column + (axis == 1))
        assert closed in [before.get(frozenset([cell, end])) for end in ends]


@examples(20)
@given(maker=makers, seed=seeds, size=st.tuples(st.integers(1, 14), st.integers(1, 14)))
def test_locks_stay_between_the_cells_that_resizing_leaves(
    maker: Maker, seed: int, size: tuple[int, int]
) -> None:
    random = Random(seed)
    maze = with_some_locks(maker(seed), random)
    chosen: dict[str, Any] = {"rows": size[0], "columns": size[1], "anchor": random.choice(ANCHORS)}
    try:
        after = apply_transform("resize", maze, **chosen)
    except UsageError:  # nothing would be left
        return
    lines = TRANSFORMS["resize"].lines_of(maze.lattice, **chosen)
    assert lines
    down, right = lines.shift
    expected = {
        frozenset((row + down, column + right) for row, column in pair): closed
        for pair, closed in locked(maze).items()
    }
    fits = [range(size[0]), range(size[1])]
    assert locked(after) == {
        pair: closed
        for pair, closed in expected.items()
        if all(row in fits[0] and column in fits[1] for row, column in pair)
    }


@examples(40)
@given(maker=makers, seed=seeds)
def test_chosen_cells_are_carried_with_their_rows_and_columns(maker: Maker, seed: int) -> None:
    random = Random(seed)
    maze = maker(seed)
    lattice = maze.lattice
    name = random.choice(["insert", "delete", "resize"])
    size = {"rows": random.randint(1, 12), "columns": random.randint(1, 12)}
    options: dict[str, Any] = {**size, "anchor": random.choice(ANCHORS)}
    if name != "resize":
        options = some_line(maze, random, int(name == "insert"))
    try:
        after = apply_transform(name, maze, **options).lattice
    except UsageError:  # nothing would be left
        return
    chosen = np.array([random.random() < 0.6 for _cell in range(lattice.size)]) & lattice.inside
    lines = TRANSFORMS[name].lines_of(lattice, **options)
    assert lines
    assert CarriedLines.from_json(lines.to_json()) == lines
    carried = lines.cells(lattice, chosen, after)
    expected = _places_after(name, options, _places(lattice, chosen), lines.shift)
    inside = _places(after, after.inside)
    assert _places(after, carried) == expected & inside
    if name == "insert":
        assert np.array_equal(lines.back.cells(after, carried, lattice), chosen)


def _places(lattice: Lattice, cells: NDArray[np.bool_]) -> set[tuple[int, int]]:
    return {lattice.place(int(cell)) for cell in np.flatnonzero(cells)}


def _places_after(
    name: str, options: dict[str, Any], chosen: set[tuple[int, int]], shift: tuple[int, int]
) -> set[tuple[int, int]]:
    if name == "resize":
        return {(row + shift[0], column + shift[1]) for row, column in chosen}
    axis, at = ["row", "column"].index(options["line"]), options["at"]
    if name == "delete":
        return {_without(place, axis, at) for place in chosen if place[axis] != at}
    step = (axis == 0, axis == 1)
    moved = {
        (row + step[0], column + step[1]) if (row, column)[axis] >= at else (row, column)
        for row, column in chosen
    }
    new = {place for place in chosen if place[axis] == at}
    return moved | {
        (row, column) for row, column in new if (row - step[0], column - step[1]) in chosen
    }


def _without(place: tuple[int, int], axis: int, at: int) -> tuple[int, int]:
    moved = list(place)
    moved[axis] -= moved[axis] > at
    return moved[0], moved[1]


@pytest.mark.sample(5)
@pytest.mark.parametrize("anchor", ANCHORS)
@examples(15)
@given(
    maker=makers,
    seed=seeds,
    more=st.tuples(st.integers(0, 6), st.integers(0, 6)),
    added=st.sampled_from(["cells", "blank"]),
)
def test_resize_up_then_down_is_nothing(
    anchor: str, maker: Maker, seed: int, more: tuple[int, int], added: str
) -> None:
    maze = maker(seed)
    size: dict[str, Any] = {"rows": maze.lattice.rows, "columns": maze.lattice.columns}
    larger: dict[str, Any] = {"rows": size["rows"] + more[0], "columns": size["columns"] + more[1]}
    up = apply_transform("resize", maze, **larger, anchor=anchor, added=added)
    new = larger["rows"] * larger["columns"] - size["rows"] * size["columns"]
    assert up.lattice.cells == maze.lattice.cells + (new if added == "cells" else 0)
    up.check()
    down = apply_transform("resize", up, **size, anchor=anchor)
    assert places(down) == places(maze)
    assert np.array_equal(down.lattice.inside, maze.lattice.inside)
    middles = [opening for opening in openings(maze) if opening.slot is None]
    assert [opening for opening in openings(down) if opening.slot is None] == middles


@examples(20)
@given(maker=makers, seed=seeds, more=st.tuples(st.integers(0, 6), st.integers(0, 6)))
@example(maker=some_outlined, seed=12487, more=(1, 0))
def test_a_maze_grows_without_new_parts_or_loops(
    maker: Maker, seed: int, more: tuple[int, int]
) -> None:
    maze, random = maker(seed), Random(seed)
    rows, columns = maze.lattice.rows + more[0], maze.lattice.columns + more[1]
    anchor = random.choice(ANCHORS)
    after = apply_transform("resize", maze, rows=rows, columns=columns, anchor=anchor)
    one, other = graph_of(maze), graph_of(after)
    parts = nx.number_connected_components
    loops = len(one.edges) - len(one) + parts(one)
    assert len(other.edges) - len(other) + parts(other) == loops
    down, right = (
        0 if first in anchor else added if last in anchor else added // 2
        for first, last, added in (("top", "bottom", more[0]), ("left", "right", more[1]))
    )
    old = {
        after.lattice.cell(row + down, column + right)
        for row, column in maze.lattice.places(maze.lattice.inside_cells()).tolist()
    }
    # where only blank cells are next to them, nothing can join the new ones
    alone = sum(old.isdisjoint(cells) for cells in nx.connected_components(grid_of(after.lattice)))
    assert parts(other) <= parts(one) + alone


@pytest.mark.parametrize("anchor", ANCHORS)
def test_the_anchor_specifies_where_the_old_maze_stands(anchor: str) -> None:
    maze = open_field(2, 3)
    after = apply_transform("resize", maze, rows=4, columns=7, anchor=anchor)
    row = 0 if "top" in anchor else 2 if "bottom" in anchor else 1
    column = 0 if "left" in anchor else 4 if "right" in anchor else 2
    square = {frozenset(place) for place in places(after) if _all_within(place, row, column)}
    assert square == {
        frozenset((y + row, x + column) for y, x in each) for each in map(tuple, places(maze))
    }


def _all_within(pair: frozenset[tuple[int, int]], row: int, column: int) -> bool:
    inner = set(product(range(row, row + 2), range(column, column + 3)))
    return pair <= inner


def at(maze: Maze, row: int, column: int, slot: int | None = None) -> Opening:
    return Opening(maze.lattice.cell(row, column), slot)


def test_a_gap_stays_in_its_side() -> None:
    maze = open_field(4, 4)
    maze.set_openings(at(maze, 2, 0, LEFT), (at(maze, 3, 3, RIGHT), at(maze, 0, 1, TOP)))
    wide = apply_transform("insert", maze, line="column", at=0)
    assert openings(wide) == [at(wide, 2, 0, LEFT), at(wide, 3, 4, RIGHT), at(wide, 0, 2, TOP)]
    less = apply_transform("delete", maze, line="column", at=1)
    assert openings(less) == [at(less, 2, 0, LEFT), at(less, 3, 2, RIGHT), at(less, 0, 1, TOP)]
    cut = apply_transform("resize", maze, rows=2, columns=2)
    assert openings(cut) == [at(cut, 1, 0, LEFT), at(cut, 1, 1, RIGHT), at(cut, 0, 1, TOP)]


def test_openings_that_stay_come_before_openings_that_move() -> None:
    maze = open_field(1, 4)
    maze.set_openings(at(maze, 0, 3, TOP), (at(maze, 0, 2, TOP),))
    less = apply_transform("delete", maze, line="column", at=3)
    assert openings(less) == [at(less, 0, 1, TOP), at(less, 0, 2, TOP)]


def test_what_finds_no_place_is_dropped() -> None:
    maze = open_field(1, 3)
    maze.set_openings(at(maze, 0, 0), (at(maze, 0, 1), at(maze, 0, 2)))
    cut = apply_transform("resize", maze, columns=2)
    assert openings(cut) == [at(cut, 0, 0), at(cut, 0, 1)]
    one = apply_transform("resize", maze, columns=1)
    assert openings(one) == [at(one, 0, 0)]


def test_the_last_line_stays() -> None:
    maze = Maze(build("rectangular", rows=1, columns=3))
    with pytest.raises(UsageError, match="last row or column"):
        apply_transform("delete", maze)


def outlined(*rows: str) -> Maze:
    """Return a maze without inner walls, of the places that are drawn as #."""
    whole = build("rectangular", rows=len(rows), columns=len(rows[0]))
    inside = np.zeros(whole.size, np.bool_)
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            inside[whole.cell(row, column)] = sign == "#"
    lattice = mask_lattice(whole, inside)
    maze = Maze(lattice)
    graph = nx.grid_2d_graph(len(rows), len(rows[0]))
    pairs = [[lattice.row_starts[row] + column for row, column in pair] for pair in graph.edges]
    open_passages(maze, [(int(a), int(b)) for a, b in pairs if lattice.inside[[a, b]].all()])
    return maze


def drawn(maze: Maze) -> list[str]:
    """Return which places are cells, a line a row."""
    lattice = maze.lattice
    return [
        "".join(".#"[int(lattice.inside[start + at])] for at in range(lattice.columns))
        for start in lattice.row_starts.tolist()
    ]


def test_a_new_line_has_the_outline_of_the_one_before() -> None:
    maze = outlined("##..", "####", ".##.")
    assert drawn(apply_transform("insert", maze, at=1)) == ["##..", "##..", "####", ".##."]
    assert drawn(apply_transform("insert", maze, at=0)) == ["##..", "##..", "####", ".##."]
    wide = apply_transform("insert", maze, line="column", at=4)
    assert drawn(wide) == ["##...", "#####", ".##.."]
    assert nx.is_connected(graph_of(wide))


def test_new_places_are_cells_or_blank() -> None:
    maze = outlined(".#", "##")
    size: dict[str, Any] = {"rows": 3, "columns": 3, "anchor": "bottom-right"}
    assert drawn(apply_transform("resize", maze, **size)) == ["###", "#.#", "###"]
    assert drawn(apply_transform("resize", maze, **size, added="blank")) == ["...", "..#", ".##"]


def test_a_gap_at_a_hole_stays_at_the_hole() -> None:
    maze = outlined("#####", "##.##", "#####")
    maze.set_openings(at(maze, 2, 2, TOP), (at(maze, 1, 3, LEFT),))
    after = apply_transform("insert", maze, at=1)
    assert openings(after) == [at(after, 3, 2, TOP), at(after, 2, 3, LEFT)]
    less = apply_transform("delete", maze, line="column", at=2)
    assert [opening.slot for opening in openings(less)] == [TOP, LEFT]


@pytest.mark.parametrize("name", ["insert", "delete", "resize"])
def test_a_gap_that_moves_leaves_none_between_blank_cells(name: str) -> None:
    maze = outlined("#..#", "####")
    maze.set_openings(at(maze, 0, 3, LEFT), (at(maze, 0, 0, RIGHT),))
    options: dict[str, dict[str, Any]] = {
        "insert": {"line": "column", "at": 3},
        "delete": {"line": "column", "at": 3},
        "resize": {"columns": 3},
    }
    after = apply_transform(name, maze, **options[name])
    after.check()


def test_what_leaves_no_cell_is_refused() -> None:
    maze = outlined("..", "##")
    with pytest.raises(UsageError, match="Only blank cells would be left"):
        apply_transform("delete", maze, at=1)
    with pytest.raises(UsageError, match="Only blank cells would be left"):
        apply_transform("resize", maze, rows=1)
