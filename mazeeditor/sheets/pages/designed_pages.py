"""Pages of a book that are designed: title page, openers of chapters and answers, its end.

::

    ##################   ####  what frames a page: the border of its theme, else a maze
    #      Title     #
    #     ---*---    #   texts, lines, stars and drawings stand below each other in the middle;
    #      maze      #   a drawing takes the height that the others leave
    #     Author     #
    ##################
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Box, Item, Layer, Scene
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.themes.decoration import decoration, drawn_in
from mazeeditor.page.themes.themed_page import is_themed, title_typeface
from mazeeditor.sheets.pages.ornaments import (
    border,
    divider,
    inset,
    maze_in,
    panel,
    rectangle,
    rule,
    stars,
    walls_of,
)
from mazeeditor.sheets.pages.page_texts import MIN_EM_MM, PlannedPage
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.pages.set_text import lines_of, on_scale, set_block
from mazeeditor.sheets.pages.text_pages import TINT

Kind = Literal["title", "chapter", "end", "certificate"]
DEEP, CELL = 2, 0.04  # of the maze that is a frame: cells deep; a cell, of the width
INNER_MARGIN = 0.06  # of the width: between frame and texts
TITLE, OPENER, TEXT, SMALL = 0.125, 0.085, 0.042, 0.034  # em, of the width
NUMBER = 0.3  # em of the number of a chapter, of the diameter of the ring around it
RING, HOLE = 7, 0.6  # cells from the middle of the ring outwards; what is free, of its diameter
MAX_RING_WIDTH = 0.75  # of the width: a ring
DRAWING = 0.35  # of the height: a drawing takes no less, or none is drawn
STAR, LINE = 0.026, 0.45  # the radius of a star, of the width; mm
GAPS = 0.03  # of the width: from one to the next
SHARE_ABOVE = 0.45  # of what is left over, above all: a little less than below
SHRINKING = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)


@dataclass(frozen=True)
class Part:
    """What stands on a page, from the top down; its ``size`` is the em of a text in mm.

    ``kind`` says what it is: a ``text``, in at most so many ``lines``, ``bold`` or not; a
    ``divider``; ``stars``, as many filled as ``count``; a ``rule`` to write on, with the text below
    it; the ``drawing`` of the page.
    """

    kind: Literal["text", "divider", "stars", "rule", "drawing"]
    text: str = ""
    size: float = 0.0
    bold: bool = False
    lines: int = 2
    count: int = 0


@dataclass(frozen=True, kw_only=True)
class DesignPlan(PlannedPage):
    """A designed page.

    Its ``drawing`` is a maze of the book, ``puzzle``, with its ``look``; a ring around the number
    of the ``chapter``, or a star; where the page has a theme, that has drawings for the last two.
    ``turn`` is how many pages before it have the same drawing, unless they have another one each.
    """

    kind: Kind
    parts: tuple[Part, ...]
    drawing: Literal["none", "maze", "ring", "star"] = "none"
    chapter: str = ""
    puzzle: Puzzle | None = None
    look: Page | None = None
    framed: bool = False
    tinted: bool = False
    seed: int = 1
    turn: int = 0

    def composed(self, job: Job) -> Scene:
        """Draw the page; raises ``UsageError`` where it cannot hold its texts."""
        job.check()
        painter = _Painter(self, job)
        layers = [Layer("page", _("Page"), tuple(painter.items()))]
        kept = Layer("kept", "", tuple(painter.kept))  # nothing is drawn where one writes
        layers = [*decoration(self.page, self.box, (), [*layers, kept], kind="other"), *layers]
        if self.tinted:
            whole = (0.0, 0.0, *self.paper)
            ground = rectangle(whole, TINT), panel(self.box, 0.05 * self.box[3], "white")
            layers.insert(0, Layer("tint", _("Background"), ground))
        description = _("Page {number}").format(number=self.number)
        title = clean(next((part.text for part in self.parts if part.bold), ""))
        return Scene(*self.paper, tuple(layers), title, description, 0.0, 0.0, self.name)


class _Painter:
    """Draws the parts of a page."""

    def __init__(self, plan: DesignPlan, job: Job) -> None:
        self.plan, self.job = plan, job
        self.kept: list[Item] = []
        self.themed = is_themed(plan.page)
        left, _top, right, bottom = plan.box
        self.wide = min(right - left, bottom - plan.box[1])
        self.colour, self.face = plan.page.colour, plan.sheet.text_typeface
        self.title_face = title_typeface(plan.page, self.face)

    def items(self) -> list[Item]:
        """Return all of the page; raises ``UsageError`` where its texts have no room."""
        plan = self.plan
        area, items = plan.taken.within(plan.box), list[Item]()
        if plan.framed and not self.themed:
            cell = CELL * self.wide
            page = Page(colour=plan.page.colour, wall=max(cell / 9, 0.3))
            items += border(plan.box, cell, DEEP, plan.seed, page, self.job)
            area = inset(plan.box, DEEP * cell)
        area = inset(area, (INNER_MARGIN if plan.framed or plan.tinted else 0.0) * self.wide)
        for scale in SHRINKING:
            drawn = self._stacked(area, scale)
            if drawn is not None:
                return items + drawn
        longest = max(plan.parts, key=lambda part: len(part.text))
        text = _("The text {text} is too long for its page: shorten it.")
        raise UsageError(text.format(text=quote_value(longest.text, 40)))

    def _stacked(self, area: Box, scale: float) -> list[Item] | None:
        """Return the parts below each other, None where they have no room at that scale."""
        left, top, right, bottom = area
        width, gap = right - left, GAPS * self.wide
        made = [self._part(part, width, scale) for part in self.plan.parts]
        heights = [height for height, _draw in made if height is not None]
        free = bottom - top - sum(heights) - gap * (len(made) - 1)
        draws = len(heights) < len(made)
        if free < (DRAWING * (bottom - top) if draws and scale > SHRINKING[-1] else 0.0):
            return None
        room = (
            min(free, (MAX_RING_WIDTH if self.plan.drawing == "ring" else 1.0) * width)
            if draws
            else 0.0
        )
        y = top + SHARE_ABOVE * (free - room)
        items: list[Item] = []
        for height, draw in made:
            high = room if height is None else height
            items += draw((left, y, right, y + high))
            y += high + gap
        return items

    def _part(
        self, part: Part, width: float, scale: float
    ) -> tuple[float | None, Callable[[Box], Sequence[Item]]]:
        """Return how high a part is in mm, None for what is left, and what draws it in a box."""
        colour = self.colour
        if part.kind == "drawing":
            return None, self._drawing
        if part.kind == "divider":
            thick = max(0.004 * self.wide, LINE)
            return 5 * thick, lambda box: divider(
                _middle(box), (box[1] + box[3]) / 2, 0.5 * width, thick, colour
            )
        if part.kind == "stars":
            radius = STAR * self.wide * max(scale, 0.8)
            return 2 * radius, lambda box: stars(
                _middle(box), (box[1] + box[3]) / 2, radius, part.count, colour, LINE
            )
        size = on_scale(max(part.size * scale, MIN_EM_MM))
        face = self.title_face if part.bold else self.face
        if part.kind == "rule":
            return 3.2 * size, lambda box: self._rule(part, box, size)
        block = set_block(part.text, width, size, face, part.lines, title=part.bold)
        if not block.holds(clean(part.text)):
            return 1e9, lambda _box: ()
        return block.height, lambda box: lines_of(
            block, _middle(box), box[1], "middle", colour, bold=part.bold
        )

    def _rule(self, part: Part, box: Box, size: float) -> list[Item]:
        """Return a line to write on, in two parts where its text has two, which stand below it."""
        left, _top, right, bottom = box
        words = part.text.split("|")
        width = (right - left) * (0.8 if len(words) == 1 else 0.36)
        step = width + (right - left) * 0.08
        begin = _middle(box) - (step * len(words) - (step - width)) / 2
        items: list[Item] = []
        self.kept.append(rectangle(box, self.colour))
        for number, word in enumerate(words):
            x, y = begin + number * step, bottom - 1.4 * size
            items.append(rule(x, x + width, y, LINE, self.colour))
            block = set_block(word, width, size, self.face, 1, title=True)
            items += lines_of(block, x + width / 2, y + 0.15 * size, "middle", self.colour)
        return items

    # Drawings

    def _drawing(self, box: Box) -> Sequence[Item]:
        plan = self.plan
        if self.themed and plan.drawing != "maze":
            name = {"ring": "answers" if not plan.chapter else "opener", "star": "ends"}
            number = self._numeral(box) if plan.chapter else ()
            low = box[1] + (0.35 * (box[3] - box[1]) if plan.chapter else 0.0)
            below = (box[0], low, box[2], box[3])
            drawing = name.get(plan.drawing, "ends")
            return (*number, *drawn_in(plan.page, drawing, below, plan.turn))
        if plan.drawing == "maze":
            return self._maze(box)
        return self._ring(box) if plan.drawing == "ring" else self._star(box)

    def _maze(self, box: Box) -> list[Item]:
        """Return a maze of the book with its marks."""
        assert self.plan.puzzle
        assert self.plan.look
        return maze_in(self.plan.puzzle, self.plan.look, box, self.job)

    def _ring(self, box: Box) -> list[Item]:
        """Return a maze around the number of a chapter, or a star."""
        hole = {"hole_form": "ellipse", "hole_width": HOLE, "hole_height": HOLE}
        ring = Recipe(
            "backtracker",
            seed=self.plan.seed,
            shape="polar",
            sizes={"rings": RING},
            masks=(MaskStep("hole", hole),),
        )
        page = Page(colour=self.colour)
        walls = walls_of(ring, page, box, self.job)
        return [*walls, *(self._numeral(box) if self.plan.chapter else self._middle_star(box))]

    def _numeral(self, box: Box) -> list[Item]:
        """Return the number of a chapter: in the middle of a ring, above the drawing of a theme."""
        left, top, right, bottom = box
        side = min(right - left, bottom - top)
        size = on_scale(NUMBER * side / max(1.0, len(self.plan.chapter) / 2))
        block = set_block(self.plan.chapter, side, size, self.title_face, 1, title=True)
        y = (top + bottom - block.height) / 2 - (0.02 * size)
        y = top if self.themed else y
        return lines_of(block, _middle(box), y, "middle", self.colour, bold=True)

    def _middle_star(self, box: Box) -> list[Item]:
        left, top, right, bottom = box
        radius = 0.14 * min(right - left, bottom - top)
        return stars(_middle(box), (top + bottom) / 2, radius, 1, self.colour, LINE, of=1)

    def _star(self, box: Box) -> tuple[Item, ...]:
        """Return a maze in the form of a star."""
        recipe = Recipe(
            "backtracker",
            seed=self.plan.seed,
            sizes={"rows": 21, "columns": 21},
            masks=(MaskStep("star"),),
        )
        return walls_of(recipe, Page(colour=self.colour), box, self.job)


def _middle(box: Box) -> float:
    return (box[0] + box[2]) / 2
