"""``import mazeeditor``: places in every spelling, and one line for invalid arguments."""

from __future__ import annotations

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
    assert "There is no option 'rows'. Known are: rings, hole, pieces, points," in str(wrong.value)
    assert str(wrong.value).endswith("start, straight.")
    maze = mazeeditor.generate(rows=3, columns=3)
    with pytest.raises(mazeeditor.UsageError, match=r"option 'papr'. Known are: page, orientation"):
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
