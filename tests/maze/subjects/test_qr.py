"""Mazes whose walls across are a QR code: perfect, with the code that other programs read."""

from __future__ import annotations

import random
import string
from typing import Any

import networkx as nx
import numpy as np
import pytest
import segno

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.codes.code_area import Grid, find_code, middle_place, modules_at
from mazeeditor.maze.codes.qr_code import QUIET_MODULES, QrCode, qr_code_of
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.maze import Maze, locks_of, with_locks
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, RIGHT
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject, SubjectState
from tests.breadth import repeats
from tests.camera import READERS, Picture
from tests.graphs import graph_of

GENERATORS = ("backtracker", "kruskal", "wilson", "binary-tree", "recursive-division", "eller")
LEVELS = ("low", "medium", "quartile", "high")
ADDRESS = "https://example.org/maze"
LETTERS = string.ascii_letters + string.digits + "äöüéß€Жд日本 .:/?&"


def made(text: str, rows: int = 10, columns: int = 10, seed: int = 1, **options: Any) -> Maze:
    growth = Growth(options.pop("generator", "backtracker"), seed)
    lattice = build("rectangular", rows=rows, columns=columns)
    values = {"qr": text, "correction": "medium", **options}
    return SUBJECTS["qr"].run(lattice, growth, Job(), **values)


def state_of(maze: Maze, text: str = ADDRESS) -> SubjectState:
    return ChosenSubject("qr", {"qr": text}).look(maze)


def check_perfect(maze: Maze) -> None:
    graph = graph_of(maze)
    assert nx.is_tree(graph)
    assert len(graph) == maze.lattice.cells
    assert maze.entrance
    assert maze.exit
    maze.check()


def drawn(dark: Any) -> Picture:
    """Return a plain picture of modules."""
    light = np.pad(~dark, QUIET_MODULES, constant_values=True)
    return np.kron(light, np.ones((8, 8), np.bool_)).astype(np.uint8) * 255


@pytest.mark.slow
@pytest.mark.parametrize("seed", repeats(6, 300))
def test_any_text_is_the_walls_of_a_perfect_maze(seed: int) -> None:
    """The code is the one of the library, module by module, in the middle of any size."""
    chance = random.Random(seed)
    text = "".join(chance.choices(LETTERS, k=chance.choice([1, 9, 30, 90, 200])))
    sizes = [chance.choice([5, 29, 40, 61]) for _side in range(2)]
    level, generator = chance.choice(LEVELS), GENERATORS[seed % len(GENERATORS)]
    rows, columns = sizes
    maze = made(text, rows, columns, seed, correction=level, generator=generator)
    check_perfect(maze)
    encoding = None if text.isascii() else "utf-8"
    code = segno.make(text, error=level[0], micro=False, encoding=encoding)
    expected = np.array([list(row) for row in code.matrix], np.bool_)
    side = len(expected)
    lattice = maze.lattice
    assert (lattice.rows, lattice.columns) == tuple(max(size, side + 8) for size in sizes)
    top, left = (lattice.rows - side) // 2, (lattice.columns - side) // 2
    for row, column in np.ndindex(side + 7, side + 8):  # with all that must be light
        above, beside = top - QUIET_MODULES + row, left - QUIET_MODULES + column
        inner = 3 <= row < side + 3 and 4 <= column < side + 4
        dark = inner and bool(expected[row - 3, column - 4])
        assert maze.is_open((above, beside), (above + 1, beside)) != dark
        cell = lattice.cell(above, beside)
        assert maze.is_locked(np.array([lattice.wall(cell, BOTTOM)])).all()
    place = find_code(maze)
    assert place is not None
    assert (place.top, place.left, place.side) == (top, left, side)


def test_upright_walls_and_those_around_are_free() -> None:
    maze = made(ADDRESS, 60, 50)
    cells = maze.lattice.inside_cells()
    right = maze.lattice.wall_ids(cells, np.full(len(cells), RIGHT))
    assert not maze.is_locked(right).any()
    below = maze.lattice.wall_ids(cells, np.full(len(cells), BOTTOM))
    assert np.count_nonzero(maze.is_locked(below)) == 32 * 33


def test_the_way_from_side_to_side_leads_through_the_code() -> None:
    maze = made(ADDRESS, 33, 33)
    assert maze.entrance
    assert maze.exit
    route = nx.shortest_path(graph_of(maze), maze.entrance.cell, maze.exit.cell)
    places = maze.lattice.places(np.array(route))
    within = ((places >= 4) & (places < 29)).all(axis=1)
    assert np.count_nonzero(within) > 25


@pytest.mark.parametrize("text", ["", "x" * 3000])
def test_texts_that_no_code_holds(text: str) -> None:
    with pytest.raises(UsageError, match="text"):
        made(text)


def test_lost_modules_are_counted_and_mended() -> None:
    maze = made(ADDRESS, 40, 45)
    assert state_of(maze).lost == ""
    place = find_code(maze)
    assert place
    cells = [maze.lattice.cell(place.top + row, place.left + 24) for row in (12, 13, 15)]
    maze.set_locks(None)
    maze.toggle(np.array([maze.lattice.wall(cell, BOTTOM) for cell in cells]))
    state = state_of(maze)
    assert state.lost == "The QR code has lost 3 modules; it can still be read."
    assert state.figures == {"modules": 625, "lost": 3, "readable": 1}
    assert state.cells.tolist() == cells
    mended = ChosenSubject("qr", {"qr": ADDRESS}).mend(maze)
    assert mended
    assert state_of(mended).lost == ""
    check_perfect(mended)
    assert np.array_equal(mended.walls, made(ADDRESS, 40, 45).walls)  # nothing else has changed
    assert np.array_equal(locks_of(mended), locks_of(made(ADDRESS, 40, 45)))


@pytest.mark.slow
def test_mending_keeps_a_maze_perfect() -> None:
    """A module is opened, and the loop closed elsewhere: closing it again would seal cells."""
    maze = made(ADDRESS)
    maze.set_locks(None)
    place = find_code(maze)
    assert place
    dark = np.argwhere(modules_at(Grid.of(maze).across, place)).tolist()
    row, column = next(module for module in dark if module[0] > 9)
    above = maze.lattice.cell(row + 3, column + 4)
    graph = graph_of(maze)
    way = nx.shortest_path(graph, above, maze.lattice.cell(row + 4, column + 4))
    step = next(at for at in range(len(way) - 1) if abs(way[at] - way[at + 1]) == 1)
    slot = maze.lattice.slot_between(way[step], way[step + 1])
    maze.toggle(np.array([maze.lattice.wall(above, BOTTOM)]))
    maze.toggle(np.array([maze.lattice.wall(way[step], slot)]))
    check_perfect(maze)
    mended = ChosenSubject("qr", {"qr": ADDRESS}).mend(maze)
    assert mended
    assert state_of(mended).lost == ""
    check_perfect(mended)


def test_mending_leaves_loops_that_somebody_made() -> None:
    maze = made(ADDRESS)
    upright = np.argwhere(Grid.of(maze).upright[:3]).tolist()
    row, column = upright[0]
    maze.toggle_wall((row, column), (row, column + 1))
    mended = ChosenSubject("qr", {"qr": ADDRESS}).mend(maze)
    assert mended
    assert np.array_equal(mended.walls, maze.walls)


def test_walls_in_the_light_around_count() -> None:
    maze = made(ADDRESS)
    maze.set_locks(None)
    maze.toggle_wall((0, 5), (1, 5))
    state = state_of(maze)
    assert state.lost == "The QR code has lost 1 module; it may not be read any more."
    assert maze.lattice.place(int(state.cells[0])) == (0, 5)


def test_a_maze_too_small_for_its_code() -> None:
    maze = Maze(build("rectangular", rows=20, columns=20))
    assert state_of(maze).lost == "The maze has no room for its QR code."
    with pytest.raises(UsageError, match="no room"):
        ChosenSubject("qr", {"qr": ADDRESS}).mend(maze)
    assert middle_place(maze.lattice, 25) is None


def damaged(code: QrCode, chance: random.Random, more: int = 0) -> Any:
    """Return wrong modules: as many codewords of each block as it corrects, or ``more``."""
    wrong = np.zeros(code.dark.shape, np.bool_)
    for block, spare in enumerate(code.spare.tolist()):
        words = np.flatnonzero(code.blocks == block).tolist()
        for word in chance.sample(words, spare + more):
            places = np.argwhere(code.words == word).tolist()
            for row, column in chance.sample(places, chance.randint(1, 8)):
                wrong[row, column] = True
    return wrong


@pytest.mark.parametrize("seed", repeats(8, 200))
def test_what_is_said_to_be_readable_is_read(seed: int) -> None:
    """With as many wrong codewords in each block as can be; OpenCV gives up before."""
    chance = random.Random(seed)
    text = "".join(chance.choices(string.ascii_lowercase, k=chance.choice([8, 40, 120, 250])))
    code = qr_code_of(text, LEVELS[seed % 4][0].upper())
    wrong = damaged(code, chance)
    assert code.is_readable(wrong)
    assert READERS["zxing"](drawn(code.dark ^ wrong)) == text
    assert not code.is_readable(damaged(code, chance, more=1))
    assert len(np.unique(code.words[code.words >= 0])) == len(code.blocks)


@pytest.mark.parametrize("seed", repeats(3, 40))
def test_what_is_said_to_be_lost_is_lost(seed: int) -> None:
    chance = random.Random(seed)
    code = qr_code_of("".join(chance.choices(string.ascii_lowercase, k=60)), "M")
    picture = drawn(code.dark ^ damaged(code, chance, more=3))
    assert {read(picture) for read in READERS.values()} == {""}


def test_other_locks_stay_in_the_way() -> None:
    maze = made(ADDRESS)
    maze.set_locks(with_locks(maze, maze.lattice.inside, locked=True))
    mended = ChosenSubject("qr", {"qr": ADDRESS}).mend(maze)
    assert mended
    assert np.array_equal(mended.walls, maze.walls)
