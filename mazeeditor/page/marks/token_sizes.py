"""The tokens of a maze, how large they are in its cells, and the line below the maze."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from mazeeditor.core.lengths import POINT
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.text.lettering import Block, fitted, lettering_of, wrapped
from mazeeditor.page.text.shaping import width_of
from mazeeditor.page.tokens import TOKENS, TokenSet

SMALLEST = 7 * POINT  # mm: the em of letters that can be read, and that print shops take
SMALLEST_PICTURE, SMALLEST_ANSWER = 4.0, 3.0  # mm: a picture in a maze, and in its answer
LARGEST_LETTER = 12.0  # mm
FILLED, IN_RING = 0.8, 0.62  # of the free width of a cell: letters, and those in rings
PICTURE, RING = 0.7, 0.84
NOTE_SHARE = 0.03  # the em of an answer, of the shorter side of the area
QUESTION_SHARE = 0.055  # of a line to write on, at the most: children write large
NOTE_ROOM = 1.0  # em between maze and line
MOST_LINES = 20


def tokens_of(maze: Maze, page: Page) -> TokenSet | None:
    """Return what stands along the route of a maze, ``None`` for nothing; raises ``UsageError``."""
    if page.along == NOTHING:
        return None
    from mazeeditor.page.marks.course import course_of

    ends = page.marks in ("arrow", "none") or page.marks_place == "outside"
    return TOKENS[page.along].tokens(course_of(maze, ends=ends), page)


@dataclass(frozen=True)
class TokenSizes:
    """In mm: the em of letters, the sides of pictures, the diameter of rings."""

    letter: float
    picture: float
    ring: float

    @classmethod
    def of(cls, tokens: TokenSet, free: float) -> TokenSizes:
        """Return the sizes in cells ``free`` mm wide between their walls."""
        widths = [width_of(token.text, lettering_of(token.text)) for token in tokens.tokens]
        share = (IN_RING if tokens.ringed else FILLED) * free
        letter = min(share / hypot(max(widths, default=0.0), CAPITAL), LARGEST_LETTER)
        return cls(letter, PICTURE * free, RING * free)

    def why_not(self, tokens: TokenSet, cell: float, *, solved: bool = False) -> str:
        """Return why tokens cannot be read in cells of ``cell`` mm, "" where they can."""
        smallest = SMALLEST_ANSWER if solved else SMALLEST_PICTURE
        if any(token.text for token in tokens.tokens) and self.letter < SMALLEST:
            text = _(
                "Letters in cells of {cell:g} mm are {size:.1f} pt high, too small to be read: "
                "cells of {needed:.1f} mm are needed, so make fewer cells or a larger page."
            )
            needed = cell * SMALLEST / max(self.letter, 1e-9)
            return text.format(cell=cell, size=self.letter / POINT, needed=needed)
        if any(token.picture for token in tokens.tokens) and self.picture < smallest:
            text = _(
                "Pictures in cells of {cell:g} mm are {size:.1f} mm large, too small to be seen: "
                "cells of {needed:.1f} mm are needed, so make fewer cells or a larger page."
            )
            needed = cell * smallest / max(self.picture, 1e-9)
            return text.format(cell=cell, size=self.picture, needed=needed)
        return ""


@dataclass(frozen=True)
class Note:
    """The line below a maze: ``question`` to write on, or its ``answer``, as high as the higher."""

    question: Block
    answer: Block

    @property
    def room(self) -> float:
        """What it takes below the maze, in mm."""
        most = max(self.question.height, self.answer.height)
        return most + NOTE_ROOM * self.question.size if most else 0.0

    def baselines(self, top: float, *, solved: bool) -> list[float]:
        """Return where its lines stand below a maze that ends at ``top``."""
        block = self.answer if solved else self.question
        return block.baselines(top + NOTE_ROOM * block.size)


def note_of(tokens: TokenSet | None, width: float, side: float, *, outlines: bool) -> Note:
    """Return the line for a place ``width`` mm wide, its shorter side ``side`` mm."""
    size = max(NOTE_SHARE * min(width, side), SMALLEST)

    def block(text: str) -> Block:
        lettering = lettering_of(text, outlines=outlines)
        lines = wrapped(text, width / size, MOST_LINES, lettering) if text else []
        return Block(tuple(lines), size, lettering)

    def question(text: str) -> Block:
        large = QUESTION_SHARE * min(width, side)
        result = fitted(text, width, large, lettering_of(text, outlines=outlines), MOST_LINES)
        return result if result.size >= size else block(text)

    if tokens is None:
        return Note(block(""), block(""))
    return Note(question(tokens.question), block(tokens.answer))
