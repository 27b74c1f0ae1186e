"""Rows of digits stand for the walls of every kind of lattice."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mazeeditor.errors import MazeError
from mazeeditor.files.rows import decode_row, digits_a_place, encode_rows
from mazeeditor.shapes import build
from tests.lattices import LATTICES, random_passages


@pytest.mark.parametrize("kind", LATTICES)
def test_rows_of_every_kind_of_lattice(kind: str) -> None:
    for seed in range(10):
        random = Random(seed)
        lattice = LATTICES[kind](random)
        maze, _graph = random_passages(lattice, random)
        rows = list(encode_rows(lattice, maze.walls))
        assert {len(row) for row in rows} == {(2 if lattice.degree > 4 else 1) * lattice.columns}
        for row, digits in enumerate(rows):
            start = int(lattice.row_starts[row])
            each = digits_a_place(lattice)
            plain = [int(digits[at : at + each], 16) for at in range(0, len(digits), each)]
            assert plain == maze.walls[start : start + lattice.columns].tolist()
            assert decode_row(digits.upper(), lattice, row).tolist() == plain


@pytest.mark.parametrize(
    ("digits", "reason"),
    [
        (b"fff", "has 3 digits where 4 are needed"),
        (b"fffff", "has 5 digits where 4 are needed"),
        (b"", "has 0 digits"),
        (b"ffgf", "has 'g' for column 2"),
        (b"ff f", "has ' ' for column 2"),
        (b"\xfffff", r"has '\\xff' for column 0"),
    ],
)
def test_bad_rows(digits: bytes, reason: str) -> None:
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
