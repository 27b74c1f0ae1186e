"""Mazes as plain text, to read and to write: they fit into a mail, and any editor opens them.

::

    o---o---o---o                                            #######
    | S |       |      or with + for posts, or in blocks     #S#   #
    o   o---o   o      (# or full ones), where spaces are    # ### #
    |         G |      passages                              #    G#
    o---o---o---o                                            #######
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Data, Project, importer
from mazeeditor.files.text_reader import (
    GOAL,
    LETTERS,
    MAX_TEXT_BYTES,
    SPACE,
    START,
    Lines,
    TextForm,
    letters_of,
    read_as,
    read_grid,
)
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

FORM = TextForm(posts=b"o+", across=b"-", upright=b"|")
_TOP = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*[ \t]*[o+][-o+ SGX\t]*\r?(?:\n|\Z)")

FULL_BLOCK = "\u2588".encode()
BLOCK_FORM = TextForm(posts=b"#", across=b"#", upright=b"#", pitch=2)
_BLOCK_TOP = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*[ \t]*(?:#|%b)(?:#|%b|[ SGX\t])*\r?(?:\n|\Z)"
    % (FULL_BLOCK, FULL_BLOCK)
)

# What a bit of a digit means, as the first line of a text of digits; read again as such
DIGITS_SAID = "A digit a cell: walls at the top 1, right 2, bottom 4, left 8"
Forms = Literal["lines", "blocks", "full-blocks", "box", "digits"]
Posts = Literal["o", "+"]


def looks_like_lines(head: bytes) -> bool:
    """Return whether the first line is an outer wall with posts."""
    return _TOP.match(head) is not None


@importer(
    "text",
    _("Text"),
    suffixes=(".txt", ".map"),
    sniff=looks_like_lines,
    largest=MAX_TEXT_BYTES,
    order=2,
    instead="signs",
)
def parse(data: Data, job: Job) -> Project:
    """Return the maze in a text of posts and lines; raises ``MazeError`` with a reason."""
    project = read_grid(Lines(data), FORM, job)
    return _describe(project, _("lines"), "+-|" if b"+" in data else "o-|", data)


def looks_like_blocks(head: bytes) -> bool:
    """Return whether the first line is an outer wall of blocks."""
    return _BLOCK_TOP.match(head) is not None


@importer(
    "blocks",
    _("Block text"),
    suffixes=(".txt",),
    sniff=looks_like_blocks,
    largest=MAX_TEXT_BYTES,
    order=3,
    instead="signs",
)
def parse_blocks(data: Data, job: Job) -> Project:
    """Return the maze in a text of blocks; raises ``MazeError`` with a reason."""
    project = read_grid(Lines(data, FULL_BLOCK, b"#"), BLOCK_FORM, job)
    signs = FULL_BLOCK.decode() if FULL_BLOCK in data else "#"
    return _describe(project, _("blocks"), signs, data)


def _describe(project: Project, kind: str, signs: str, data: Data) -> Project:
    letters = [letter for letter in LETTERS if letter.encode() in data]
    project.read_as = read_as(kind, signs, letters, project.maze.lattice)
    return project


def text_of(maze: Maze, *, form: Forms = "lines", posts: Posts = "o") -> bytes:
    """Return a maze as text that reads back as an equal maze; see ``text_chunks``."""
    return b"".join(text_chunks(maze, form=form, posts=posts))


def text_chunks(
    maze: Maze, *, form: Forms = "lines", posts: Posts = "o", job: Job | None = None
) -> Iterator[bytes]:
    """Yield the text of a maze, two lines at a time.

    ``posts`` is for the form ``lines`` alone. Exits read back in the order of the text. Raises
    ``UsageError`` with the reason of ``why_no_text``, and ``CancelledError``.
    """
    if reason := why_no_text(maze.lattice):
        raise UsageError(reason)
    job = job or Job()
    if form == "lines":
        return _Writer(maze, posts, "-", "|", 4).chunks(job)
    if form == "box":
        return box_chunks(maze, job)
    if form == "digits":
        return digit_chunks(maze, job)
    chunks = _Writer(maze, "#", "#", "#", 2).chunks(job)
    if form == "blocks":
        return chunks
    return (chunk.replace(b"#", FULL_BLOCK) for chunk in chunks)


def why_no_text(lattice: Lattice) -> str:
    """Return why text cannot show mazes on a lattice, and which formats can; "" where it can."""
    if lattice.shape == "rectangular" and lattice.whole:
        return ""
    reason = _("has a mask") if lattice.shape == "rectangular" else _("is {shape}")
    return _(
        "Text shows whole rectangles only, and this maze {reason}: write it to a project (.maze), "
        "or as a picture (.svg, .pdf, .png)."
    ).format(reason=reason.format(shape=lattice.shape))


# By the arms of a post, 1 to the left, 2 right, 4 up, 8 down; one without walls is a dot, so that
# how far posts are from each other can be read
BOXES = "·╴╶─╵┘└┴╷┐┌┬│┤├┼"


def box_chunks(maze: Maze, job: Job) -> Iterator[bytes]:
    """Yield the text of a rectangular maze in box drawing, two lines at a time.

    Raises ``CancelledError``.
    """
    lattice = maze.lattice
    columns = lattice.columns
    boxes = np.array([ord(box) for box in BOXES], "<u4")
    letters: dict[int, list[tuple[int, str]]] = {}
    for (row, column), letter in letters_of(maze).items():
        letters.setdefault(row, []).append((2 * column, letter))

    def text(line: NDArray[np.uint32], place: int) -> bytes:
        for column, letter in letters.get(place, ()):
            line[column] = ord(letter)
        return line.tobytes().decode("utf-32-le").encode() + b"\n"

    def post_line(across: NDArray[np.bool_], *upright: NDArray[np.bool_]) -> NDArray[np.uint32]:
        line = np.full(4 * columns + 1, SPACE, "<u4")
        arms = np.zeros(columns + 1, np.int64)
        arms[1:] += across
        arms[:-1] += 2 * across
        arms += 4 * upright[0] + 8 * upright[1]
        line[::4] = boxes[arms]
        line[:-1].reshape(columns, 4)[:, 1:][across] = ord("─")
        return line

    job.phase(lattice.rows)
    above = below = np.zeros(columns + 1, np.bool_)
    for row, start in enumerate(lattice.row_starts.tolist()):
        job.step(row)
        walls = maze.walls[start : start + columns]
        below = np.append(walls >> LEFT & 1 == 1, walls[-1] >> RIGHT & 1 == 1)
        cells = np.full(4 * columns + 1, SPACE, "<u4")
        cells[::4][below] = ord("│")
        posts = post_line(walls >> TOP & 1 == 1, above, below)
        yield text(posts, 2 * row) + text(cells, 2 * row + 1)
        above = below
    last = post_line(walls >> BOTTOM & 1 == 1, above, np.zeros_like(above))
    yield text(last, 2 * lattice.rows)


def digit_chunks(maze: Maze, job: Job) -> Iterator[bytes]:
    """Yield a rectangular maze as a hex digit a cell, then its openings; may be cancelled."""
    lattice = maze.lattice
    yield f"{DIGITS_SAID}\n".encode()
    digits = np.frombuffer(b"0123456789ABCDEF", np.uint8)
    job.phase(lattice.rows)
    for row, start in enumerate(lattice.row_starts.tolist()):
        job.step(row)
        yield digits[maze.walls[start : start + lattice.columns] & 15].tobytes() + b"\n"
    openings = [(START, maze.entrance)] if maze.entrance else []
    lines = []
    for letter, opening in [*openings, *((GOAL, exit_) for exit_ in maze.exits)]:
        row, column = lattice.place(opening.cell)
        side = "" if opening.slot is None else f" {lattice.side(opening.cell, opening.slot)}"
        lines.append(f"{letter} {column},{row}{side}\n")
    yield "".join(["\n", *lines]).encode() if lines else b""


class _Writer:
    """Writes the characters of a text."""

    def __init__(self, maze: Maze, post: str, across: str, upright: str, pitch: int) -> None:
        self.maze, self.pitch, self.columns = maze, pitch, maze.lattice.columns
        self.post, self.across, self.upright = ord(post), ord(across), ord(upright)
        self.letters: dict[int, list[tuple[int, str]]] = {}
        for (row, column), letter in letters_of(maze).items():
            place = column // 2 * pitch + column % 2 * (pitch // 2)
            self.letters.setdefault(row, []).append((place, letter))

    def chunks(self, job: Job) -> Iterator[bytes]:
        lattice = self.maze.lattice
        job.phase(lattice.rows)
        for row, start in enumerate(lattice.row_starts.tolist()):
            job.step(row)
            walls = self.maze.walls[start : start + self.columns]
            yield self._post_line(walls, TOP, 2 * row) + self._cell_line(walls, 2 * row + 1)
        yield self._post_line(walls, BOTTOM, 2 * lattice.rows)

    def _post_line(self, walls: NDArray[np.uint8], slot: int, place: int) -> bytes:
        line = np.full(self.columns * self.pitch + 1, SPACE, np.uint8)
        line[:: self.pitch] = self.post
        self._between(line)[walls >> slot & 1 == 1] = self.across
        return self._with_letters(line, place)

    def _cell_line(self, walls: NDArray[np.uint8], place: int) -> bytes:
        line = np.full(self.columns * self.pitch + 1, SPACE, np.uint8)
        line[: -1 : self.pitch][walls >> LEFT & 1 == 1] = self.upright
        if walls[-1] >> RIGHT & 1:
            line[-1] = self.upright
        return self._with_letters(line, place)

    def _between(self, line: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a view uint8[columns, pitch - 1] of the characters between the posts."""
        return line[:-1].reshape(self.columns, self.pitch)[:, 1:]

    def _with_letters(self, line: NDArray[np.uint8], place: int) -> bytes:
        for column, letter in self.letters.get(place, ()):
            line[column] = ord(letter)
        return line.tobytes() + b"\n"
