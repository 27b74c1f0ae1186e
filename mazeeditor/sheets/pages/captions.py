"""What stands above each maze of a page: texts of its own, and a line with name, number and id.

::

    |     Class 3b      |     Class 3c      |   texts: only where several names share pages
    |      Ada · 1      |      Ben · 1      |   the line
    |   +-----------+   |   +-----------+   |
    |   |   maze    |   |   |   maze    |   |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, DESCENT
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Box, Item, Text
from mazeeditor.page.text.lettering import clean, lettering_of, shorten_line
from mazeeditor.sheets.pages.page_texts import MIN_EM_MM, Placed, elements_of, placed
from mazeeditor.sheets.pages.puzzles import MadePuzzle
from mazeeditor.sheets.pages.set_text import on_scale
from mazeeditor.sheets.sheet import Sheet

EM = 0.05  # of the line, of the shorter side of the place of a maze
EMS = 2.6, 6.0  # mm: the smallest and the largest
GAP = 0.3  # em between the line and its maze
Names = Literal["none", "kept", "shown"]  # kept: the page behind shows them in the same room


@dataclass(frozen=True)
class Caption:
    """What stands above one maze; ``em`` and the other sizes are in mm.

    ``text`` is the line, ``whole`` what it was to be. ``room`` is what line and texts take, and
    ``line`` the part of it that the line takes, 0 where the texts stand right above the maze.
    """

    text: str
    whole: str
    em: float
    line: float
    room: float
    texts: Placed

    @property
    def cut(self) -> tuple[str, ...]:
        return (*self.texts.cut, *[self.whole] * (self.text != self.whole))

    def below(self, place: Box) -> Box:
        """Return what it leaves of the place of the maze."""
        left, top, right, bottom = place
        return left, top + self.room, right, bottom

    def items(self, layout: PageLayout, colour: str, typeface: str) -> list[Item]:
        """Return all texts as they stand above the maze."""
        lower = layout.top - self.line - self.texts.area[1]
        items: list[Item] = [
            replace(item, y=item.y + lower) for item in self.texts.items if isinstance(item, Text)
        ]
        if self.text:
            y = layout.top - self.line * (DESCENT + GAP) / (ASCENT + DESCENT + GAP)
            lettering = lettering_of(self.text, typeface)
            items.append(
                Text(layout.middle, y, self.em, self.text, "middle", colour, lettering=lettering)
            )
        return items


@dataclass(frozen=True)
class Captions:
    """Which lines and texts the mazes of a page have.

    ``sheet`` is that of the page, ``each`` has the texts that stand above each maze, and ``fields``
    are those of the page. Where the texts are not ``drawn``, they only keep their room.
    """

    sheet: Sheet
    names: Names
    each: Sheet | None
    fields: Mapping[str, str]
    colour: str
    drawn: bool = True

    def above(self, made: Sequence[MadePuzzle], places: Sequence[Box]) -> list[Caption]:
        """Return what stands above each maze; they leave as much of each place."""
        left, top, right, bottom = places[0]
        low, high = EMS
        width = right - left
        em = on_scale(min(max(EM * min(width, bottom - top), low), high))
        lines = self.lines(made)
        letterings = [lettering_of(line, self.sheet.text_typeface) for line in lines]
        widths = list(map(width_of, lines, letterings))
        named = self.names != "none" and any(one.puzzle.named_by for one in made)
        if not named:  # these are about as long; of names only the long ones become smaller
            em = _narrow(em, max(widths), width)
        line = (ASCENT + DESCENT + GAP) * em if named or any(lines) else 0.0
        texts = [self._texts(one, place) for one, place in zip(made, places, strict=True)]
        room = line + max(
            text.area[1] - place[1] for text, place in zip(texts, places, strict=True)
        )
        captions = []
        for whole, lettering, wide, own in zip(lines, letterings, widths, texts, strict=True):
            size = _narrow(em, wide, width)
            text = shorten_line(whole, width / size + 1e-9, lettering)
            own = own if self.drawn else replace(own, items=(), cut=())
            captions.append(Caption(text, whole, size, line * any(lines), room, own))
        return captions

    def lines(self, made: Sequence[MadePuzzle]) -> list[str]:
        return [self._line(one) for one in made]

    def _texts(self, made: MadePuzzle, place: Box) -> Placed:
        """Return the texts of its own at the top of its place."""
        if self.each is None:
            return Placed((), place)
        left, top, right, bottom = place
        fields = {**made.texts, **self.fields}
        elements = elements_of(self.each, fields, min(right - left, bottom - top))
        return placed(elements, place, self.colour)

    def _line(self, made: MadePuzzle) -> str:
        """Return name, number, id and seed as the sheet has them."""
        parts = [made.puzzle.owner] if self.names == "shown" and made.puzzle.owner else []
        if self.sheet.numbers in ("number", "id"):
            parts.append(made.puzzle.name)
        if self.sheet.numbers == "id":
            parts.append(made.texts["id"])
            seed = made.texts["seed"]
            parts += [_("seed {seed}").format(seed=seed)] if seed else []
        return clean(" · ".join(parts))


def _narrow(em: float, width: float, most: float) -> float:
    """Return the em in mm in which a line of ``width`` em takes ``most`` mm, ``em`` at most."""
    return max(min(em, most / max(width, 1e-9)), MIN_EM_MM)
