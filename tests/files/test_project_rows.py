"""Rows of digits stand for the walls of every kind of lattice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.files.project_rows import Rows, decode_row, decode_rows, digits_a_place, encode_rows
from mazeeditor.maze.shapes import build
from tests.lattices import LATTICES, random_passages


def test_rows_of_every_kind_of_lattice() -> None:
    for kind in LATTICES:
        for seed in range(4):
            random = Random(seed)
            lattice = LATTICES[kind](random)
            maze, _graph = random_passages(lattice, random)
            rows = list(encode_rows(lattice, maze.walls))
            for row, digits in enumerate(rows):
                start = int(lattice.row_starts[row])
                each = digits_a_place(lattice)
                assert each == (2 if lattice.degree > 4 else 1), kind
                length = int(lattice.row_lengths[row])
                assert len(digits) == each * length, kind
                for place, inside in enumerate(lattice.inside[start : start + length]):
                    text = digits[each * place :][:each]
                    assert inside or text == b"." * each, kind
                    assert not inside or int(text, 16) == maze.walls[start + place], kind


def test_rows_are_read_as_they_are_written() -> None:
    for kind in LATTICES:
        for seed in range(4):
            random = Random(seed)
            lattice = LATTICES[kind](random)
            maze, _graph = random_passages(lattice, random)
            rows = [row.upper() for row in encode_rows(lattice, maze.walls)]
            full = replace(lattice, inside=np.ones(lattice.size, np.bool_))
            walls, inside = decode_rows(full, Rows(len(rows), rows), Job())
            for start, length in zip(lattice.row_starts, lattice.row_lengths, strict=True):
                here = slice(start, start + length)
                assert (inside[here] == lattice.inside[here]).all(), kind
                assert (walls[here] == maze.walls[here]).all(), kind


def test_a_dot_is_a_place_outside() -> None:
    for shape, row in [("rectangular", b"f..f"), ("hexagonal", b"3f....3f")]:
        lattice = build(shape, rows=1, columns=4)
        walls, inside = decode_rows(lattice, Rows(1, [row]), Job())
        assert (walls == lattice.closed).all(), shape
        assert lattice.place(int(inside.argmax())) == (0, 0), shape
        assert inside.sum() == 2, shape
        assert lattice.inside.all() or lattice.cells == 4, "the lattice itself stays as it is"
        for bad in (row.replace(b".", b"", 1), row[:-1] + b".", row + b".."):
            if shape == "rectangular" and bad == b"f...":
                continue
            with pytest.raises(MazeError, match=r"row 0 of .* has"):
                decode_rows(lattice, Rows(1, [bad]), Job())


def test_bad_rows() -> None:
    for digits, reason in [
        (b"fff", "has 3 digits where 4 are needed"),
        (b"fffff", "has 5 digits where 4 are needed"),
        (b"", "has 0 digits"),
        (b"ffgf", "has 'g' for column 2"),
        (b"ff f", "has ' ' for column 2"),
        (b"\xfffff", r"has '\\xff' for column 0"),
    ]:
        lattice = build("rectangular", rows=1, columns=4)
        with pytest.raises(MazeError, match=reason):
            decode_row(digits, lattice, 0)


def test_both_digits_of_a_cell_are_checked() -> None:
    eight = LATTICES["tangles"](Random(1))
    row = b"a9" * eight.columns
    assert decode_row(row, eight, 0).tolist() == [0xA9] * eight.columns
    for bad in (b"g0", b"0g"):
        with pytest.raises(MazeError, match="for column 1"):
            decode_row(row[:2] + bad + row[4:], eight, 0)


def test_digits_beyond_the_slots_of_a_cell() -> None:
    hexagons = LATTICES["hexagons"](Random(1))
    row = b"3f" * hexagons.columns
    assert decode_row(row, hexagons, 0).tolist() == [0x3F] * hexagons.columns
    for bad in (b"40", b"f0", b"0 ", b" 0", b"x0"):
        with pytest.raises(MazeError, match="for column 0"):
            decode_row(bad + row[2:], hexagons, 0)
    assert np.array_equal(decode_row(row.upper(), hexagons, 0), decode_row(row, hexagons, 0))
