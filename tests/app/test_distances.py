"""The distances without a display: counted again after every change, and only while shown."""

from __future__ import annotations

import networkx as nx
import pytest

from mazeeditor.app.shown.distances import CELL, ENTRANCE, EXIT, DistanceStart, ShownDistances
from mazeeditor.core.errors import UsageError
from mazeeditor.editing.edits import SetOpenings
from tests.app.scripted import Program
from tests.graphs import graph_of


@pytest.fixture
def distances(program: Program) -> ShownDistances:
    return program.session.view.distances


def settle(program: Program) -> None:
    program.timer.advance_until(lambda: not program.session.view.distances.counting)


def check(program: Program, start: int) -> None:
    settle(program)
    levels, maze = program.session.view.distances.levels, program.document.maze
    assert levels is not None
    lengths = nx.single_source_shortest_path_length(graph_of(maze), start)
    for cell in map(int, maze.lattice.inside_cells()):
        assert levels.distance[cell] == lengths.get(cell, -1)


def entrance(program: Program) -> int:
    assert program.document.maze.entrance
    return program.document.maze.entrance.cell


def test_edits_and_another_maze_count_again(program: Program, distances: ShownDistances) -> None:
    distances.show(True)
    check(program, entrance(program))
    program.edit()
    assert distances.levels is None, "those of before are not valid"
    check(program, entrance(program))
    program.run("generate")
    check(program, entrance(program))


def test_nothing_is_counted_while_hidden(program: Program, distances: ShownDistances) -> None:
    states: list[tuple[bool, bool]] = []
    distances.changed.subscribe(
        lambda: states.append((distances.counting, distances.levels is not None))
    )
    program.edit()
    assert not distances.counting
    distances.show(True)
    settle(program)
    distances.show(False)
    assert states == [(True, False), (False, True), (False, False)]
    program.edit(7)
    assert not distances.counting
    distances.show(True)
    settle(program)
    distances.hold(True)  # as in a game
    assert (distances.levels, distances.counting) == (None, False)
    distances.hold(False)
    check(program, entrance(program))


def test_each_place_to_measure_from(program: Program, distances: ShownDistances) -> None:
    lattice = program.document.maze.lattice
    cell = lattice.cell(5, 6)
    starts = {ENTRANCE: entrance(program), EXIT: program.document.maze.exits[0].cell, CELL: cell}
    for kind, start in starts.items():
        distances.measure_from(DistanceStart(kind, lattice, cell))
        assert distances.shown
        check(program, start)


def test_a_missing_place_changes_nothing(program: Program, distances: ShownDistances) -> None:
    maze = program.document.maze
    program.document.apply(SetOpenings(maze, maze.entrance, ()))
    with pytest.raises(UsageError):
        distances.measure_from(DistanceStart(EXIT))
    assert distances.origin.kind == ENTRANCE
    assert not distances.shown


def test_a_place_that_disappears_is_reported(program: Program, distances: ShownDistances) -> None:
    distances.show(True)
    settle(program)
    maze = program.document.maze
    program.document.apply(SetOpenings(maze, None, maze.exits))
    assert distances.levels is None
    assert not distances.counting
    assert program.ui.statuses == ["There is no entrance to measure the distances from."]
