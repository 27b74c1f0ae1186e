"""Reads a maze that is drawn with characters: the common part of all text forms.

::

    o---o---o---o      pitch 4: from post to post        #######      pitch 2
    | S |       |                                        #S#   #
    o   o---o   o      post lines and cell lines         # ### #
    |         G |      take turns                        #    G#
    o---o---o---o                                        #######
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import MazeError
from mazeeditor.files.form import Form, measure
from mazeeditor.files.lines import Lines
from mazeeditor.files.marks import GOAL, LETTERS, Spot, openings_of
from mazeeditor.files.project import Project
from mazeeditor.job import Job
from mazeeditor.maze.lattice import LONGEST
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes import build
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.words import _

MOST_LETTERS = 100_000  # each takes memory as an opening
SPACE = ord(" ")

Bools = NDArray[np.bool_]
Chars = NDArray[np.uint8]


def read_grid(lines: Lines, form: Form, job: Job) -> Project:
    """Return the rectangular maze that a text shows; raises ``MazeError`` with line and column."""
    top = lines.next()
    while not top.strip():
        top = lines.next()
    return _Reader(lines, form, top).read(top, job)


class _Reader:
    """What has been found of a maze so far; spots are counted as ``marks`` says."""

    def __init__(self, lines: Lines, form: Form, top: bytes) -> None:
        self.lines, self.form = lines, form
        self.pitch, self.columns = measure(lines, form, top)
        self.width = self.columns * self.pitch + 1
        self.missing = self.upright = np.zeros(self.columns + 1, np.bool_)  # of the last lines
        self.rows: list[NDArray[np.uint8]] = []
        self.letters: dict[Spot, str] = {}
        self.gaps: list[Spot] = []

    def read(self, top: bytes, job: Job) -> Project:
        job.phase(self.lines.size)
        above = self._post_line(top, 0, border=True)
        while not self.lines.at_end():
            if len(self.rows) == LONGEST:
                raise MazeError(_("it has more than {longest:,} rows.").format(longest=LONGEST))
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
        strange = ~closed & (first != SPACE)
        for other in cells.T[1:]:
            strange |= other != first
        closed &= ~strange
        self._check_posts(posts, closed)
        for column in np.flatnonzero(strange):
            spot = place, 2 * int(column) + 1
            self._letter(cells[column], spot, inside=border, wanted=_("a wall or a gap"))
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
            self._letter(upright[at : at + 1], spot, inside=border, wanted=_("a wall or a gap"))
        for at in np.flatnonzero(closed & self.missing):
            wanted = _("a space (the post above is missing)")
            self.lines.refuse(chr(upright[at]), int(at) * self.pitch, wanted)
        filled = cells[:, 0] != SPACE
        for other in cells.T[1:]:
            filled |= other != SPACE
        for column in np.flatnonzero(filled):
            spot = place, 2 * int(column) + 1
            self._letter(cells[column], spot, inside=True, wanted=_("a space, S, G or X"))
        self.gaps += [(place, 2 * at) for at in (0, self.columns) if not closed[at]]
        self.upright = closed.copy()
        closed[[0, -1]] = True
        return closed

    def _split(self, line: bytes, *, stripped: bool) -> tuple[Chars, Chars]:
        """Return uint8[columns + 1], what is at the posts, and uint8[columns, pitch - 1] between.

        Text editors strip spaces: a line may be short where its last cell has a letter and a gap.
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
        """Raise ``MazeError`` where a post is something else; it may be missing without walls."""
        good = posts == self.form.posts[0]
        for post in self.form.posts[1:]:
            good |= posts == post
        self.missing = posts == SPACE
        touched = self.upright.copy()
        touched[1:] |= across
        touched[:-1] |= across
        for at in np.flatnonzero(~good & (touched | ~self.missing)):
            self.lines.refuse(chr(posts[at]), int(at) * self.pitch, _("a post"))

    def _letter(self, chars: Chars, spot: Spot, *, inside: bool, wanted: str) -> None:
        """Keep the letter among ``chars``; ``inside`` says whether one may stand there."""
        text = chars.tobytes().decode("ascii")
        letter = text.strip(" ")
        if not inside or len(letter) != 1 or letter not in LETTERS:
            self.lines.refuse(text, spot[1] // 2 * self.pitch + spot[1] % 2, wanted)
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
