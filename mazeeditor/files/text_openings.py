"""Entrance and exits of a maze that is drawn with characters, where letters mark them.

Spots are counted as if every post, wall and cell had one character, whatever its real width::

       0123456
    0  o-o-o-o      S in a cell with a gap in the outer wall: the entrance is that gap
    1   S| |G|      G in a cell without a gap: an exit in the middle of the cell
    2  o o o o      G in a gap: an exit at that gap, whatever else the cell has
    3  |     |      X, in a cell or a gap: entrance and exit at one place
    4  o-o-oGo

A gap without a letter, in a cell without one, is the entrance where there is no S, and an exit
where there is no G. Any other is closed, and a warning reports it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from mazeeditor.core.translation import ngettext
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

Spot = tuple[int, int]  # row and column, both counted in cells and walls
Openings = tuple[Opening | None, tuple[Opening, ...]]

START, GOAL, BOTH = "S", "G", "X"
LETTERS = START + GOAL + BOTH
_AROUND = {TOP: (-1, 0), LEFT: (0, -1), RIGHT: (0, 1), BOTTOM: (1, 0)}  # in order of reading


def letters_of(maze: Maze) -> dict[Spot, str]:
    """Return the letter at each spot that marks an opening of a rectangular maze."""
    at: defaultdict[Opening, str] = defaultdict(str)
    if maze.entrance is not None:
        at[maze.entrance] = START
    for opening in maze.exits:
        at[opening] = BOTH if at[opening] in (START, BOTH) else GOAL
    of_cell: defaultdict[int, list[Opening]] = defaultdict(list)
    for opening in at:
        of_cell[opening.cell].append(opening)
    letters = {}
    for cell, openings in of_cell.items():
        row, column = maze.lattice.place(cell)
        middle = 2 * row + 1, 2 * column + 1
        for opening in openings:
            # the letter goes into the cell, as users expect, unless that is ambiguous
            spot = middle if len(openings) == 1 else _spot(middle, opening.slot)
            letters[spot] = at[opening]
    return letters


def _spot(middle: Spot, slot: int | None) -> Spot:
    if slot is None:
        return middle
    down, right = _AROUND[slot]
    return middle[0] + down, middle[1] + right


def openings_of(
    lattice: Lattice, letters: dict[Spot, str], gaps: Iterable[Spot]
) -> tuple[Openings, list[str]]:
    """Return the openings, and warnings, for the letters and for all gaps of the outer wall.

    ``gaps`` come in the order in which the text is read; at most one letter marks the start.
    """
    blank = dict.fromkeys(gap for gap in gaps if gap not in letters)  # ordered, like a list
    starts, goals = [], []
    for spot, letter in sorted(letters.items()):
        meant = [wall for wall in _walls_around(spot) if wall in blank] or [spot]
        if letter in (START, BOTH):
            starts.append(meant[0])
        if letter in (GOAL, BOTH):
            goals += meant
    for spot in [*starts, *goals]:
        blank.pop(spot, None)
    stray = list(blank)
    if not starts and stray:
        starts.append(stray.pop(0))
    if not goals:
        goals, stray = stray, []
    entrance = _opening(lattice, starts[0]) if starts else None
    exits = tuple(_opening(lattice, spot) for spot in goals)
    return (entrance, exits), _warnings(lattice, stray)


def _walls_around(spot: Spot) -> list[Spot]:
    """Return the spots of the walls around a cell, none around a wall, in the order of reading."""
    row, column = spot
    return [_spot(spot, slot) for slot in _AROUND] if row % 2 and column % 2 else []


def _opening(lattice: Lattice, spot: Spot) -> Opening:
    """Return the opening at the spot of a cell or of an outer wall."""
    row, column = spot
    if row % 2 and column % 2:
        return Opening(lattice.cell(row // 2, column // 2))
    if row % 2:
        side, inward = (LEFT, 1) if column == 0 else (RIGHT, -1)
        return Opening(lattice.cell(row // 2, (column + inward) // 2), side)
    side, inward = (TOP, 1) if row == 0 else (BOTTOM, -1)
    return Opening(lattice.cell((row + inward) // 2, column // 2), side)


def _warnings(lattice: Lattice, closed: list[Spot]) -> list[str]:
    if not closed:
        return []
    first = _opening(lattice, closed[0])
    row, column = lattice.place(first.cell)
    return [
        ngettext(
            "The outer wall had a gap without S or G at the {side} of cell {row},{column}: "
            "it was closed.",
            "The outer wall had {number:,} gaps without S or G, the first at the {side} of cell "
            "{row},{column}: they were closed.",
            len(closed),
        ).format(
            number=len(closed),
            side=lattice.side(first.cell, first.slot or 0),
            row=row,
            column=column,
        )
    ]
