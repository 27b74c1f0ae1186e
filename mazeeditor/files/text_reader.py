"""Reads a maze that is drawn with characters: the common part of all text formats.

::

    o---o---o---o      pitch 4: from post to post        #######      pitch 2
    | S |       |                                        #S#   #
    o   o---o   o      post lines and cell lines         # ### #
    |         G |      take turns                        #    G#
    o---o---o---o                                        #######

Letters mark entrance and exits. Their spots are counted as if every post, wall and cell had one
character, whatever its real width::

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

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.files import BOM, Data, Project
from mazeeditor.maze.lattice import MAX_CELLS, MAX_ROWS, Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

MAX_TEXT_BYTES = 16 * MAX_CELLS  # bytes: a cell of full blocks has 12
MAX_CHARACTERS = 40  # characters from post to post
LONGEST_LINE = MAX_ROWS * MAX_CHARACTERS + 2  # bytes, with its end
MOST_LETTERS = 100_000  # each takes memory as an opening
SPACE = ord(" ")
START, GOAL, BOTH = "S", "G", "X"
LETTERS = START + GOAL + BOTH
_AROUND = {TOP: (-1, 0), LEFT: (0, -1), RIGHT: (0, 1), BOTTOM: (1, 0)}  # in order of reading
_VISIBLE = re.compile(rb"\S")
Spot = tuple[int, int]  # row and column, both counted in cells and walls
Openings = tuple[Opening | None, tuple[Opening, ...]]
Bools = NDArray[np.bool_]
Chars = NDArray[np.uint8]


@dataclass(frozen=True)
class TextForm:
    """The characters of a text form: of posts, of walls across and of upright walls.

    ``pitch`` is the distance from post to post, 0 where the first line determines it.
    """

    posts: bytes
    across: bytes
    upright: bytes
    pitch: int = 0


class Lines:
    """The lines of ``data``; messages count lines and columns from 1, as text editors do.

    ``full`` are the bytes of a character that is read as ``plain``, one of ASCII. ``number`` is
    the line that ``next`` returned last, ``place`` the byte after it and ``size`` the total.
    """

    def __init__(self, data: Data, full: bytes = b"", plain: bytes = b"") -> None:
        self._data, self._full, self._plain = data, full, plain
        self.place = len(BOM) if data.startswith(BOM) else 0
        self.size = len(data)
        self.number = 0

    def next(self) -> bytes:
        """Return the next line without its end, ASCII only; raises ``MazeError``."""
        if self.place >= self.size:
            raise MazeError(
                _("it ends after line {line}, in the middle of the maze.").format(line=self.number)
            )
        end = self._data.find(b"\n", self.place, self.place + LONGEST_LINE)
        if end < 0 and self.size - self.place > LONGEST_LINE:
            raise MazeError(
                _("line {line} has more than {longest:,} bytes.").format(
                    line=self.number + 1, longest=LONGEST_LINE
                )
            )
        end = self.size if end < 0 else end
        line = bytes(self._data[self.place : end]).removesuffix(b"\r")
        self.place, self.number = end + 1, self.number + 1
        if b"\t" in line:
            raise MazeError(
                _("line {line} has a tab: replace it with spaces.").format(line=self.number)
            )
        if self._full:
            line = line.replace(self._full, self._plain)
        if not line.isascii():
            column = next(at for at, byte in enumerate(line) if byte > 127)
            unexpected = line[column : column + 4].decode("utf-8", "replace")[0]
            self.refuse(unexpected, column, _("a wall, a space, S, G or X"))
        return line

    def skip_blank(self) -> None:
        """Go on to the next line that is not blank, or to the end."""
        visible = _VISIBLE.search(self._data, self.place)
        end = visible.start() if visible else self.size
        self.number += self._data.count(b"\n", self.place, end)
        self.place = max(self.place, self._data.rfind(b"\n", self.place, end) + 1)

    def at_end(self) -> bool:
        """Return whether only blank lines follow."""
        return _VISIBLE.search(self._data, self.place) is None

    def refuse(self, text: str, column: int, expected: str) -> NoReturn:
        """Raise ``MazeError`` for the characters at ``column``, counted from 0."""
        raise MazeError(
            _("line {line}, column {column}: {text} stands where {expected} should be.").format(
                line=self.number, column=column + 1, text=repr(text), expected=expected
            )
        )

    def refuse_length(self, length: int, needed: int) -> NoReturn:
        """Raise ``MazeError`` for a line that is too short or too long."""
        raise MazeError(
            _("line {line} has {found:,} characters where {needed:,} are needed.").format(
                line=self.number, found=length, needed=needed
            )
        )


def read_grid(lines: Lines, form: TextForm, job: Job) -> Project:
    """Return the rectangular maze that a text shows; raises ``MazeError`` with line and column."""
    lines.skip_blank()
    top = lines.next()
    return _Reader(lines, form, top).read(top, job)


def shown_sign(sign: str) -> str:
    """Return a sign as users read it in a sentence."""
    if not sign.strip():
        return _("space")
    return sign if sign.isprintable() else "U+" + "+".join(f"{ord(char):04X}" for char in sign)


def read_as(kind: str, signs: Iterable[str], letters: Iterable[str], lattice: Lattice) -> str:
    """Return a sentence that says what signs were taken for.

    >>> from mazeeditor.maze.shapes import build
    >>> read_as("blocks", "#", "SG", build("rectangular", rows=2, columns=3))
    'Read as blocks of # with S and G; 2 x 3 cells'
    """
    shown, meant = " ".join(map(shown_sign, signs)), _(" and ").join(map(shown_sign, letters))
    return _("Read as {kind} of {signs}{letters}; {rows} x {columns} cells").format(
        kind=kind,
        signs=shown,
        letters=_(" with {letters}").format(letters=meant) if meant else "",
        rows=lattice.rows,
        columns=lattice.columns,
    )


class _Reader:
    """The rows read so far, and the letters and gaps at their spots."""

    def __init__(self, lines: Lines, form: TextForm, top: bytes) -> None:
        self.lines, self.form = lines, form
        self.pitch, self.columns = _measure(lines, form, top)
        self.width = self.columns * self.pitch + 1
        self.missing = self.upright = np.zeros(self.columns + 1, np.bool_)  # of the last lines
        self.rows: list[NDArray[np.uint8]] = []
        self.letters: dict[Spot, str] = {}
        self.gaps: list[Spot] = []

    def read(self, top: bytes, job: Job) -> Project:
        job.phase(self.lines.size)
        above = self._post_line(top, 0, border=True)
        while not self.lines.at_end():
            if len(self.rows) == MAX_ROWS:
                raise MazeError(_("it has more than {longest:,} rows.").format(longest=MAX_ROWS))
            above = self._row(above)
            job.step(self.lines.place)
        if not self.rows:
            raise MazeError(_("there is no row of cells below the first line."))
        return self._project()

    def _row(self, above: Bools) -> Bools:
        """Read a cell line and the post line below it; return the walls of the latter."""
        place = 2 * len(self.rows) + 1
        upright = self._cell_line(self.lines.next(), place)
        line = self.lines.next()
        below = self._post_line(line, place + 1, border=self.lines.at_end())
        sides = ((above, TOP), (upright[1:], RIGHT), (below, BOTTOM), (upright[:-1], LEFT))
        row = np.zeros(self.columns, np.uint8)
        for closed, slot in sides:
            row |= closed.view(np.uint8) << np.uint8(slot)
        self.rows.append(row)
        return below

    def _post_line(self, line: bytes, place: int, *, border: bool) -> Bools:
        """Return bool[columns], which walls across are closed; those of the border all are."""
        posts, cells = self._split(line, stripped=False)
        first = cells[:, 0]
        closed = first == self.form.across[0]
        unexpected = ~closed & (first != SPACE)
        for other in cells.T[1:]:
            unexpected |= other != first
        closed &= ~unexpected
        self._check_posts(posts, closed)
        for column in np.flatnonzero(unexpected):
            spot = place, 2 * int(column) + 1
            self._letter(cells[column], spot, inside=border, expected=_("a wall or a gap"))
        if not border:
            return closed
        self.gaps += [(place, 2 * int(column) + 1) for column in np.flatnonzero(~closed)]
        return np.ones_like(closed)

    def _cell_line(self, line: bytes, place: int) -> Bools:
        """Return bool[columns + 1], which upright walls are closed; those of the border all are."""
        upright, cells = self._split(line, stripped=True)
        closed = upright == self.form.upright[0]
        for at in np.flatnonzero(~closed & (upright != SPACE)):
            spot, border = (place, 2 * int(at)), at in (0, self.columns)
            self._letter(upright[at : at + 1], spot, inside=border, expected=_("a wall or a gap"))
        for at in np.flatnonzero(closed & self.missing):
            expected = _("a space (the post above is missing)")
            self.lines.refuse(chr(upright[at]), int(at) * self.pitch, expected)
        filled = cells[:, 0] != SPACE
        for other in cells.T[1:]:
            filled |= other != SPACE
        for column in np.flatnonzero(filled):
            spot = place, 2 * int(column) + 1
            self._letter(cells[column], spot, inside=True, expected=_("a space, S, G or X"))
        self.gaps += [(place, 2 * at) for at in (0, self.columns) if not closed[at]]
        self.upright = closed.copy()
        closed[[0, -1]] = True
        return closed

    def _split(self, line: bytes, *, stripped: bool) -> tuple[Chars, Chars]:
        """Return the posts, uint8[columns + 1], and what is between, uint8[columns, pitch - 1].

        Text editors strip spaces: a line may be short if its last cell has a letter and a gap.
        """
        text = line.rstrip(b" ")
        if len(line) < self.width:
            shown = len(text) > self.width - self.pitch and chr(text[-1]) in LETTERS
            if not (stripped and shown and line == text):
                self.lines.refuse_length(len(line), self.width)
            line = text.ljust(self.width)
        if len(text) > self.width:
            self.lines.refuse_length(len(text), self.width)
        chars = np.frombuffer(line[: self.width], np.uint8)
        return chars[:: self.pitch], chars[:-1].reshape(self.columns, self.pitch)[:, 1:]

    def _check_posts(self, posts: Chars, across: Bools) -> None:
        """Raise ``MazeError`` for a wrong character at a post, or none where a wall ends."""
        good = posts == self.form.posts[0]
        for post in self.form.posts[1:]:
            good |= posts == post
        self.missing = posts == SPACE
        touched = self.upright.copy()
        touched[1:] |= across
        touched[:-1] |= across
        for at in np.flatnonzero(~good & (touched | ~self.missing)):
            self.lines.refuse(chr(posts[at]), int(at) * self.pitch, _("a post"))

    def _letter(self, chars: Chars, spot: Spot, *, inside: bool, expected: str) -> None:
        """Keep the letter among ``chars``, which is allowed there where ``inside`` is true."""
        text = chars.tobytes().decode("ascii")
        letter = text.strip(" ")
        if not inside or len(letter) != 1 or letter not in LETTERS:
            self.lines.refuse(text, spot[1] // 2 * self.pitch + spot[1] % 2, expected)
        if letter != GOAL and any(other != GOAL for other in self.letters.values()):
            raise MazeError(
                _("line {line} has a second start (S or X): a maze has one entrance.").format(
                    line=self.lines.number
                )
            )
        if len(self.letters) == MOST_LETTERS:
            raise MazeError(_("it has more than {most:,} letters.").format(most=MOST_LETTERS))
        self.letters[spot] = letter

    def _project(self) -> Project:
        lattice = build("rectangular", rows=len(self.rows), columns=self.columns)
        walls = np.full(lattice.size, lattice.closed, np.uint8)
        for start, row in zip(lattice.row_starts.tolist(), self.rows, strict=True):
            walls[start : start + self.columns] = row
        (entrance, exits), warnings = openings_of(lattice, self.letters, self.gaps)
        return Project(Maze(lattice, walls, entrance, exits), warnings=warnings)


def _measure(lines: Lines, form: TextForm, top: bytes) -> tuple[int, int]:
    """Return the pitch and the number of columns, read off the first line; raises ``MazeError``."""
    text = top.rstrip(b" ")
    posts = [at for at, byte in enumerate(text) if byte in form.posts][:2]
    if posts[:1] != [0]:
        lines.refuse(chr(text[0]), 0, _("a post"))
    if len(posts) < 2:
        raise MazeError(_("line {line} has one post: two are needed.").format(line=lines.number))
    pitch = form.pitch or posts[1]
    columns, beyond = divmod(len(text) - 1, pitch)
    if pitch > MAX_CHARACTERS:
        raise MazeError(
            _(
                "line {line} has its second post after {found:,} characters, not {widest} or less."
            ).format(line=lines.number, found=pitch, widest=MAX_CHARACTERS)
        )
    if pitch == 1:
        lines.refuse(chr(text[1]), 1, _("a wall or a gap"))
    if beyond:
        raise MazeError(
            _(
                "line {line} ends between two posts: it has {found:,} characters, and there is "
                "a post every {pitch:,}."
            ).format(line=lines.number, found=len(text), pitch=pitch)
        )
    if columns > MAX_ROWS:
        raise MazeError(_("it has more than {longest:,} columns.").format(longest=MAX_ROWS))
    return pitch, columns


# Letters, and the openings that they mark


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


def _spot(middle: Spot, slot: int | None) -> Spot:
    if slot is None:
        return middle
    down, right = _AROUND[slot]
    return middle[0] + down, middle[1] + right


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
