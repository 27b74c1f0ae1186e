"""Writes the stamps of the program, ``mazeeditor/app/stamps/*.maze``: ``python docs/stamps.py``."""

from __future__ import annotations

import numpy as np

from mazeeditor.app.files.maze_library import STAMPS
from mazeeditor.core.job import Job
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import build

# Seven rows of five dots, a bit each, as in the character generators of dot matrix printers.
LETTERS = {
    "A": "0e 11 11 1f 11 11 11", "B": "1e 11 11 1e 11 11 1e", "C": "0e 11 10 10 10 11 0e",
    "D": "1e 11 11 11 11 11 1e", "E": "1f 10 10 1e 10 10 1f", "F": "1f 10 10 1e 10 10 10",
    "G": "0e 11 10 17 11 11 0f", "H": "11 11 11 1f 11 11 11", "I": "0e 04 04 04 04 04 0e",
    "J": "07 02 02 02 02 12 0c", "K": "11 12 14 18 14 12 11", "L": "10 10 10 10 10 10 1f",
    "M": "11 1b 15 15 11 11 11", "N": "11 11 19 15 13 11 11", "O": "0e 11 11 11 11 11 0e",
    "P": "1e 11 11 1e 10 10 10", "Q": "0e 11 11 11 15 12 0d", "R": "1e 11 11 1e 14 12 11",
    "S": "0f 10 10 0e 01 01 1e", "T": "1f 04 04 04 04 04 04", "U": "11 11 11 11 11 11 0e",
    "V": "11 11 11 11 11 0a 04", "W": "11 11 11 15 15 15 0a", "X": "11 11 0a 04 0a 11 11",
    "Y": "11 11 11 0a 04 04 04", "Z": "1f 01 02 04 08 10 1f",
    "0": "0e 11 11 11 11 11 0e", "1": "04 0c 04 04 04 04 0e", "2": "0e 11 01 02 04 08 1f",
    "3": "1f 02 04 02 01 11 0e", "4": "02 06 0a 12 1f 02 02", "5": "1f 10 1e 01 01 11 0e",
    "6": "06 08 10 1e 11 11 0e", "7": "1f 01 02 04 08 08 08", "8": "0e 11 11 0e 11 11 0e",
    "9": "0e 11 11 0f 01 02 0c",
}  # fmt: skip


def joined(dots: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return dots, and one beside each two that touch at a corner alone."""
    result = set(dots)
    for row, column in sorted(dots):
        for side in (-1, 1):
            below = (row + 1, column + side)
            if below in dots and not {(row + 1, column), (row, column + side)} & result:
                result.add((row + 1, column))
    return result


def room(lattice: Lattice, gaps: list[Opening]) -> Maze:
    """Return a maze without inner walls."""
    cells = lattice.inside_cells()
    maze = Maze(lattice, None, None, tuple(gaps))
    for slot in range(lattice.degree):
        others = lattice.beyond(cells, slot)[0]
        lower = cells[lattice.inside[others] & (others > cells)]
        maze.toggle(lower * lattice.degree + slot)
    return maze


def squares(rows: int, columns: int, cells: set[tuple[int, int]] | None = None) -> Lattice:
    """Return rows and columns of squares, or some of them."""
    whole = build("rectangular", rows=rows, columns=columns)
    if cells is None:
        return whole
    inside = np.zeros(whole.size, np.bool_)
    inside[[whole.cell(*place) for place in cells]] = True
    return mask_lattice(whole, inside, Job())


def letter(name: str) -> Maze:
    """Return a room in the form of a letter, with a door below its lowest cell at the left."""
    rows = [int(row, 16) for row in LETTERS[name].split()]
    dots = {(row, column) for row in range(7) for column in range(5) if rows[row] >> 4 - column & 1}
    lattice = squares(7, 5, joined(dots))
    low = min((place for place in joined(dots) if place[0] == 6), key=lambda place: place[1])
    cell = lattice.cell(*low)
    return room(lattice, [Opening(cell, lattice.slot(cell, "bottom"))])


def spiral(side: int) -> Maze:
    """Return one corridor that winds from the border of a square into its middle."""
    lattice = squares(side, side)
    maze = Maze(lattice)
    row, column, direction = 0, 0, 0
    steps, seen = ((0, 1), (1, 0), (0, -1), (-1, 0)), {(0, 0)}
    while len(seen) < side * side:
        down, right = steps[direction % 4]
        place = row + down, column + right
        if place in seen or not (0 <= place[0] < side and 0 <= place[1] < side):
            direction += 1
            continue
        maze.toggle_wall((row, column), place)
        row, column = place
        seen.add(place)
    start = lattice.cell(0, 0)
    maze.set_openings(None, (Opening(start, lattice.slot(start, "left")),))
    return maze


def doors(lattice: Lattice, *places: tuple[int, int, str]) -> list[Opening]:
    """Return gaps at row, column and side."""
    return [
        Opening(cell, lattice.slot(cell, side))
        for row, column, side in places
        for cell in [lattice.cell(row, column)]
    ]


def stamps() -> dict[str, Maze]:
    """Return all stamps by the names of their files."""
    small, wide, large = squares(3, 3), squares(3, 5), squares(5, 5)
    result = {
        "01-small-room": room(small, doors(small, (2, 1, "bottom"))),
        "02-wide-room": room(wide, doors(wide, (1, 0, "left"), (1, 4, "right"))),
        "03-large-room": room(
            large,
            doors(large, (0, 2, "top"), (2, 4, "right"), (4, 2, "bottom"), (2, 0, "left")),
        ),
        "11-small-spiral": spiral(5),
        "12-spiral": spiral(7),
        "13-large-spiral": spiral(11),
    }
    for shape, number in (("hexagonal", 4), ("triangular", 5)):
        lattice = build(shape, rows=3, columns=3 if shape == "hexagonal" else 5)
        result[f"0{number}-room-of-{shape}-cells"] = room(lattice, [lattice.last])
    for number, name in enumerate(LETTERS, 21):
        kind = "number" if name.isdigit() else "letter"
        result[f"{number}-{kind}-{name.lower()}"] = letter(name)
    return result


if __name__ == "__main__":
    STAMPS.mkdir(exist_ok=True)
    for stem, maze in stamps().items():
        save(Project(maze), STAMPS / f"{stem}.maze")
