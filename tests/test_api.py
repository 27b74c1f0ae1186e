"""``import mazeeditor``: places in every spelling, and one line for invalid arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mazeeditor
from mazeeditor.cli import main
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.shapes import SHAPES

NO_PLACE = r"^An opening is \(row, column\) or \(row, column, side\), not "


@pytest.mark.parametrize("shape", SHAPES.names())
def test_openings_are_places_or_sides(shape: str) -> None:
    maze = mazeeditor.generate(shape=shape, seed=1)
    lattice = maze.lattice
    cell, slot = lattice.first.cell, lattice.outer_slots(lattice.first.cell)[0]
    row, column = lattice.place(cell)
    gap = (row, column, lattice.side(cell, slot))
    spelled: list[Any] = [(row, column), [row, column], [(row, column)], ([row, column],)]
    for leave in spelled:
        made = mazeeditor.generate(shape=shape, seed=1, entrance=gap, exit=leave)
        assert (made.entrance, made.exits) == (Opening(cell, slot), (Opening(cell),))
    whole = np.array([row, column])
    made = mazeeditor.generate(shape=shape, seed=1, entrance=tuple(whole), exit=[])
    assert (made.entrance, made.exits, made.exit) == (Opening(cell), (), None)
    made = mazeeditor.generate(shape=shape, seed=1, exit=[gap, gap, (row, column)])
    assert made.exits == (Opening(cell, slot), Opening(cell))
    assert made.entrance == lattice.first


def test_invalid_places_are_refused() -> None:
    invalid: list[Any] = ["0,0", (0,), (), 5, (1.5, 0), ("0", "0"), (0, 0, "top", 1)]
    for place in invalid:
        for opening in ("entrance", "exit"):
            if (opening, place) != ("exit", ()):  # which are no exits
                with pytest.raises(mazeeditor.UsageError, match=NO_PLACE):
                    mazeeditor.generate(rows=3, columns=3, **{opening: place})
    assert mazeeditor.generate(rows=3, columns=3, entrance=None, exit=None).exits == ()


def test_an_unknown_option_is_refused_with_those_that_exist(tmp_path: Path) -> None:
    with pytest.raises(mazeeditor.UsageError) as wrong:
        mazeeditor.generate(shape="polar", mask="star", rows=5)
    assert "There is no option 'rows'. Choose one of: rings, hole, pieces, points," in str(
        wrong.value
    )
    assert str(wrong.value).endswith("start, straight.")
    maze = mazeeditor.generate(rows=3, columns=3)
    with pytest.raises(
        mazeeditor.UsageError, match=r"option 'papr'. Choose one of: page, orientation"
    ):
        mazeeditor.export(maze, tmp_path / "a.svg", papr="A4")
    with pytest.raises(mazeeditor.UsageError, match=r"Hairlines have one thickness"):
        mazeeditor.export(maze, tmp_path / "a.svg", walls="hairlines", wall=2.0)
    assert list(tmp_path.iterdir()) == []


def test_walls_of_rings_by_place() -> None:
    """Neighbours are those that touch, also across the place where the counting begins."""
    maze = mazeeditor.generate(shape="polar", rings=4, seed=1)
    for one, other in (((0, 0), (1, 5)), ((3, 23), (3, 0)), ((1, 2), (2, 5)), ((2, 7), (3, 15))):
        before = maze.is_open(one, other)
        assert maze.is_open(other, one) == before
        maze.toggle_wall(one, other)
        assert maze.is_open(one, other) == maze.is_open(other, one) == (not before)
    with pytest.raises(mazeeditor.UsageError, match="are not neighbours"):
        maze.is_open((1, 0), (1, 2))


def test_sheets_have_openings_as_on_the_command_line(tmp_path: Path) -> None:
    sizes = ["--rows", "5", "--columns", "5", "--seed", "3", "--workers", "1"]
    gaps = ["--entrance", "0,2,top", "--exit", "4,0,bottom", "--exit", "4,4"]
    assert main(["sheet", *sizes, *gaps, "-o", str(tmp_path / "command.svg")]) == 0
    made = tmp_path / "python.svg"
    ends: dict[str, Any] = {"entrance": (0, 2, "top"), "exit": [(4, 0, "bottom"), (4, 4)]}
    mazeeditor.sheet(made, rows=5, columns=5, seed=3, **ends)
    assert made.read_bytes() == (tmp_path / "command.svg").read_bytes()
    mazeeditor.sheet(tmp_path / "usual.svg", rows=5, columns=5, seed=3)
    assert made.read_bytes() != (tmp_path / "usual.svg").read_bytes()


MAZE = mazeeditor.generate(rows=4, columns=4, seed=1)
VALUES: list[Any] = [
    *(None, True, 3, -1, 10**30, 2.5, float("nan"), "x", "", "\ud800", "\u0663"),
    *(b"x", [], [None], [[]], (1, 2), {}, {1: 2}, {"name": 1}, set(), object(), 1j, range(3)),
    *(np.int64(3), np.uint8(3), np.float32(2.5), np.array(3), np.array([1, 2]), MAZE, Path("none")),
]
CALLS: dict[str, dict[str, Any]] = {
    "generate": {"rows": 4, "columns": 4},
    "search": {"rows": 4, "columns": 4, "seeds": 2, "want": ["route>=5"]},
    "transform": {"maze": MAZE, "name": "braid"},
    "find_repair": {"maze": MAZE, "goal": "perfect"},
    "load": {"path": "a.maze"},
    "save": {"maze": MAZE, "path": "b.maze"},
    "export": {"maze": MAZE, "path": "b.svg", "cell": 5.0},
    "field_plan": {"source": "a.maze", "path": "f.csv"},
    "sheet": {"path": "s.svg", "mazes": [MAZE]},
    "book": {"source": "none.mazebook", "path": "b.pdf"},
    "book_cover": {"source": "none.mazebook", "path": "c.pdf"},
    "film": {"what": MAZE, "path": "f.none"},
    "preflight": {"path": "none.pdf"},
    **{name: {"maze": MAZE} for name in ("solve", "finish", "repair", "facts")},
}


def test_every_function_is_called_with_wrong_types() -> None:
    errors = {"MazeError", "UsageError"}
    assert {*CALLS} == {*mazeeditor.__all__} - errors


def parameters_of(function: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    return [one.name for one in parameters if one.kind is not one.VAR_KEYWORD]


@pytest.mark.parametrize("name", CALLS)
def test_every_parameter_is_checked_by_its_type(name: str) -> None:
    function, given = getattr(mazeeditor, name), CALLS[name]
    for parameter in parameters_of(function):
        asked = NO_PLACE if parameter in ("entrance", "exit") else f"^{parameter} must be "
        with pytest.raises(mazeeditor.UsageError, match=asked):
            function(**given | {parameter: object()})


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore")
def test_a_wrong_type_is_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mazeeditor.save(MAZE, "a.maze")
    function, given = getattr(mazeeditor, name), CALLS[name]
    for parameter in {*parameters_of(function), *given}:
        for value in VALUES:
            with suppress(mazeeditor.MazeError):
                function(**given | {parameter: value})


WHOLE = "must be a whole number"


def test_a_wrong_type_names_the_parameter_and_the_type() -> None:
    any_type: Any = mazeeditor
    any_maze: Any = MAZE
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: any_type.solve(3), "maze must be a Maze, not 3 (int)."),
        (lambda: any_type.generate(seed="7"), f"seed {WHOLE} or None, not '7' (str)."),
        (lambda: any_type.generate(seed=True), f"seed {WHOLE} or None, not True (bool)."),
        (lambda: any_type.generate(3), "generator must be a text or None, not 3 (int)."),
        (lambda: any_type.export(MAZE, 5), "path must be a text or a path, not 5 (int)."),
        (lambda: any_type.search(want=["loops=0", 3]), "want[1] must be a text, not 3 (int)."),
        (lambda: any_type.generate(rows="4"), f"Rows {WHOLE} from 1 to 10,000, not '4'."),
        (
            lambda: any_type.sheet("a.pdf", names=[{"name": 3}]),
            "names[0]['name'] must be a text, not 3 (int).",
        ),
        (
            lambda: any_type.sheet("a.pdf", names=[{"name": "\ud800"}]),
            "names[0]['name'] has half a character in place 1, \\ud800: write a whole one.",
        ),
        (lambda: any_maze.is_open(1, 2), "A cell is (row, column), not 1."),
        (lambda: any_maze.toggle_wall((0, 0), "b"), "A cell is (row, column), not 'b'."),
        (lambda: any_maze.set_openings("a", ()), "An entrance or exit is an Opening, not 'a'."),
    ]
    for call, sentence in calls:
        with pytest.raises(mazeeditor.UsageError) as caught:
            call()
        assert str(caught.value) == sentence


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    any_type: Any = mazeeditor
    maze = mazeeditor.generate(rows=4, columns=5, seed=7, braid=0.5, exit=(3, 4))
    same = any_type.generate(
        rows=np.int64(4),
        columns=np.uint8(5),
        seed=np.int32(7),
        braid=np.float64(0.5),
        exit=(np.int64(3), np.int8(4)),
    )
    assert (same.walls.tobytes(), same.exits) == (maze.walls.tobytes(), maze.exits)
    mazeeditor.save(same, tmp_path / "a.maze")
    assert mazeeditor.load(tmp_path / "a.maze").walls.tobytes() == maze.walls.tobytes()
    assert maze.is_open((0, 0), (0, 1)) == same.is_open(np.array([0, 0]), (0, np.int64(1)))
    route = np.array([[0, 0], [0, 1], [1, 1]])
    solution = mazeeditor.solve(any_type.generate(rows=4, columns=5, route=route))
    assert solution.path == [(0, 0), (0, 1), (1, 1)]
