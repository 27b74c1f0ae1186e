"""The pseudo-code of every algorithm, and the lines of it that run: those that made each step."""

from __future__ import annotations

import inspect
import linecache
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.registry import Algorithm
from mazeeditor.films import code_lines
from mazeeditor.films.code_lines import EVERY, CodeLines, FileLines, markers_of
from mazeeditor.films.film import MOST_LINES
from mazeeditor.films.player import Player
from mazeeditor.films.recording import film_of_generation, film_of_solving
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES, sizes_about
from mazeeditor.maze.solvers import SOLVERS
from mazeeditor.screen.pixel_colours import FILLED
from tests.films.samples import film_named, lattice_of, made, solved

ALGORITHMS: list[Algorithm[Any]] = [*GENERATORS, *SOLVERS]
FILES = [str(path) for path in Path(mazeeditor.__file__).parent.rglob("*.py")]


def test_every_algorithm_has_a_code_whose_lines_are_all_in_its_source() -> None:
    markers = {path: markers_of(path) for path in FILES}
    for algorithm in ALGORITHMS:
        lines, name = algorithm.code_lines, algorithm.name
        assert 3 <= len(lines) <= 10 <= MOST_LINES, f"{name}: write its code in 3 to 10 lines"
        for line in lines:
            text = line.lstrip(" ")
            assert text[0].isupper(), f"{name}: begin the line with a capital: {text}"
            assert (len(line) - len(text)) % 4 == 0, f"{name}: indent by four spaces: {text}"
            assert len(line) <= 80, f"{name}: at most 80 characters have room: {text}"
        own = inspect.getsourcefile(algorithm.run)
        numbers = {
            marker.number
            for path in FILES
            for marker in markers[path]
            if name in marker.algorithms or (path == own and EVERY in marker.algorithms)
        }
        words = f"{name}: mark statements of the kernel with '# line N' for each line of its code"
        assert numbers == {*range(1, len(lines) + 1)}, words


def test_every_marker_belongs_to_a_statement_and_to_an_algorithm() -> None:
    names = {algorithm.name for algorithm in ALGORITHMS}
    owners = {str(inspect.getsourcefile(algorithm.run)) for algorithm in ALGORITHMS}
    marked = [path for path in FILES if markers_of(path) and not path.endswith("code_lines.py")]
    assert len(marked) > 20
    for path in marked:
        for marker in markers_of(path):
            assert {*marker.algorithms} <= (names | {EVERY} if path in owners else names)
        named = {name for marker in markers_of(path) for name in marker.algorithms}
        own = {each.name for each in ALGORITHMS if inspect.getsourcefile(each.run) == path}
        for name in own | named - {EVERY}:
            assert not FileLines(path, name).unused, f"{path}: {name}"


@pytest.mark.slow
def test_every_step_has_its_lines() -> None:
    for algorithm in ALGORITHMS:
        film = film_named(algorithm.name)
        first = 2 if film.solves else 1  # a solver begins in the entrance, which is seen at once
        numbers = {*range(1, len(film.code) + 1)}
        shown: set[int] = set()
        for step in range(first, film.steps):
            lines = film.lines_of(step)
            assert lines, algorithm
            assert {*lines} <= numbers, algorithm
            shown |= {*lines}
        assert film.lines_of(0) == film.lines_of(film.steps) == (), "nothing runs"
        assert len(shown) >= 2, algorithm


CHANGES_WALLS = re.compile(r"\b([Oo]pen|[Bb]uild)\b")


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", GENERATORS.names())
def test_walls_change_where_the_line_says_so(name: str) -> None:
    film = made(name)
    player = Player(film)
    for step in range(film.steps):
        changed = len(player.seek(step).walls) > 0
        last = film.code[player.lines[-1] - 1] if player.lines else ""
        says = [line for line in player.lines if CHANGES_WALLS.search(film.code[line - 1])]
        words = f"step {step}: a line says Open or Build where walls change, and only there: {last}"
        assert changed <= bool(says), words
        if name != "wilson":  # which returns to the start of its walk to open that
            assert changed == bool(says), words


FILLS = re.compile(r"\b[Ff]ill|wall the cell up")
FILLING = [name for name in SOLVERS.names() if FILLS.search(SOLVERS[name].code)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FILLING)
def test_cells_are_filled_where_the_line_says_so(name: str) -> None:
    film = solved(name)
    player, filled = Player(film), 0
    for step in range(film.steps):
        player.seek(step)
        before, filled = filled, int(np.count_nonzero(player.marks == FILLED))
        if filled > before + 1:  # the head, which covers a cell, may have left it
            assert any(FILLS.search(film.code[line - 1]) for line in player.lines)
    assert filled


def test_the_backtracker_goes_ahead_by_one_line_and_back_by_another() -> None:
    film = made("backtracker")
    player = Player(film)
    for step in range(2, film.steps):
        forward = len(player.seek(step).walls) == 1
        assert player.lines == ((4,) if forward else (5,))


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", SHAPES.names())
def test_on_every_shape(shape: str) -> None:
    sizes = sizes_about(shape, 7, {})
    maze = maze_of(Recipe("prim", shape=shape, sizes=sizes, seed=2, braid=0.3))
    for generator in GENERATORS:
        if not generator.why_not(shape):
            film = film_of_generation(Recipe(generator.name, shape=shape, seed=4), maze.lattice)
            assert all(film.lines_of(step) for step in range(1, film.steps)), generator.name
    for solver in SOLVERS:
        if not solver.why_not(shape):
            film = film_of_solving(solver.name, maze)
            last = min(film.steps, 2000)
            assert all(film.lines_of(step) for step in range(2, last)), solver.name


SAMPLE = """\
def work(cells):
    begin = 0  # line 1
    for cell in cells:  # line 2
        cell += (
            1
        )
        # line 3
        if cell:
            cell = 3
            # line 4 of a, b
            cell = 4
            cell = 5
        else:  # line 5
            cell = 6
        cell = 7  # line 6 of b
        cell = 8
    end = 1
"""


def test_what_a_marker_covers(tmp_path: Path) -> None:
    for algorithm, expected in [
        ("a", [0, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 3, 3, 0]),
        ("b", [0, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 3, 0]),
        ("c", [0, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 5, 3, 3, 0]),
    ]:
        path = tmp_path / "sample.py"
        path.write_text(SAMPLE)
        linecache.checkcache()
        file = FileLines(str(path), algorithm)
        statements = [place for place in range(1, 18) if place not in (7, 10, 13)]
        expected = [expected[place - 1] for place in statements]
        assert [file.lines[place] for place in statements] == expected, algorithm
        assert file.starts[5] == 4, algorithm
        assert not file.unused, algorithm


def test_a_program_without_its_source_marks_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_lines, "markers_of", lambda _path: ())
    monkeypatch.setattr(code_lines, "lines_of", FileLines)
    film = film_of_generation(Recipe("prim", seed=5), lattice_of(9, 12))
    assert {film.lines_of(step) for step in range(film.steps + 1)} == {()}
    assert film.steps == made("prim").steps
    assert CodeLines("prim").at(inspect.currentframe()) == 0
