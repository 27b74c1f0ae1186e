"""Where things go on the page, and how large they are: maze, title, tokens, the line below."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from math import ceil, floor, hypot, log10
from typing import Literal, NamedTuple

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import POINT, size_text
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import PLAIN, Lettering, width_of
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.page.extent import Extent, FoundFor, OpeningPlace, extent_of, opening_places
from mazeeditor.page.marks.free_ground import Ground
from mazeeditor.page.marks.labels import LEGIBLE, Room, label_sizes
from mazeeditor.page.marks.marks import Scale, marks_at
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.paper import FIT, SIZES, larger_papers, paper_sizes
from mazeeditor.page.scene import Box, Text
from mazeeditor.page.text.lettering import Block, clean, fit_text, lettering_of, wrap_text
from mazeeditor.page.themes.room import NO_ROOM_TAKEN as NOTHING_TAKEN
from mazeeditor.page.themes.room import Taken, side_around, taken_by
from mazeeditor.page.themes.themed_page import is_themed, title_typeface, with_pictures
from mazeeditor.page.tokens import BLANK, TOKENS, Token, TokenSet
from mazeeditor.page.wall_styles import WALL_STYLES, Pen

LARGEST_CELL = 20.0  # mm, where the page has more space
WALLS_OF_CELL = 20.0  # or as many times the walls: who asks for thick ones wants large cells
LARGEST_OF_SHEETS = 30.0  # mm: mazes for small children fill a sheet of paper
USUAL_CELL = 6.0  # mm, where the page fits the maze
SMALLEST_CELL = 0.01  # mm
LEAST_PASSAGE = 0.005  # mm: files round to a micrometre
FRAME, WIDEST_FRAME = 0.1, 0.7  # around the outer walls of a reversed maze: cells; mm
TITLE_SHARE = 0.04  # the largest letters of a title, of the shorter side between the margins
SMALLEST_TITLE = 1.0  # mm
THEMED_TITLE_SHARE = 0.06  # where a page has a theme
TITLE_ROOM = 0.8  # em between title and maze
TITLE_WIDTH_MM = 60.0  # mm: a page that fits the maze grows as wide as this for its title
TOLERANCE_MM = 1e-6  # mm
STRIP_SHARE = 0.2  # of the height of a page with a theme: the strip for pictures, where it has room
LEAST_POSTER_MARGIN = 5.0  # mm
# of tokens: as they are, by what says the same with less, and by that without room to write
TokenForm = Literal["whole", "short", "close"]
TOKEN_FORMS: tuple[TokenForm, ...] = ("whole", "short", "close")


@dataclass(frozen=True)
class PageLayout:
    """A page in mm: its size, where the geometry's (0, 0) is, the title and how high it begins.

    ``tokens`` stand in the cells, if there are any. What is drawn of the maze may be ``mirrored``
    about its ``middle``, by ``mirroring.Mirror``: places here are those of before.
    """

    width: float
    height: float
    x: float
    y: float
    scale: Scale
    title: Block
    top: float
    extent: Extent
    tokens: TokenPlan | None
    mirrored: bool = False

    @property
    def middle(self) -> float:
        """How far right the middle between the left and the right end of the maze is, in mm."""
        return self.x + (self.extent.left + self.extent.width / 2) * self.scale.cell

    def pen(self, walls: str) -> Pen:
        """Return what walls of a style are drawn with."""
        extent, cell = self.extent, self.scale.cell
        wall = self.scale.wall / cell
        waver = extent.waver(walls, wall)
        return Pen(wall, cell, extent.clear, waver, self.x / cell, self.y / cell, extent.square)

    def passage(self, walls: str) -> float:
        """Return how wide walls of a style leave the narrowest passage, in mm."""
        return self.extent.passage(walls, self.scale.wall / self.scale.cell) * self.scale.cell


class TypeArea(NamedTuple):
    """What lies between the margins of a page, in mm, without what its theme has ``taken``."""

    width: float
    height: float
    taken: Taken = NOTHING_TAKEN


@dataclass(frozen=True)
class Plan:
    """A maze and a page, from which sizes are computed."""

    maze: Maze
    page: Page
    title: str
    extent: Extent
    openings: list[OpeningPlace]
    tokens: TokenSet | None

    @classmethod
    def of(cls, maze: Maze, page: Page, title: str, tokens: TokenSet | None = None) -> Plan:
        """Measure a maze along whose route ``tokens`` stand."""
        return cls(maze, page, title, extent_of(maze.lattice), opening_places(maze), tokens)

    @property
    def sheets(self) -> int:
        """How many sheets of paper lie across or down, the larger one."""
        return max(poster_grid(self.page))

    def scale(self, cell: float) -> Scale:
        """Return cell, wall and outline; raises ``UsageError`` where walls fill the cells."""
        wall = wall_of(self.page, self.extent, cell)
        waver = self.extent.waver(self.page.walls, wall / cell) * cell
        beyond = waver + (frame_of(cell) if self.page.reversed else 0.0)
        return Scale(cell, wall, wall if self.page.walls == "hairlines" else 0.0, beyond)

    def maze_size(self, scale: Scale) -> tuple[float, float]:
        """Return what maze and marks take, the same on both sides, so the maze is centred."""
        aside, above, below = self._reach(scale)
        extent, cell = self.extent, scale.cell
        return extent.width * cell + 2 * aside, extent.height * cell + 2 * max(above, below)

    def bottom(self, scale: Scale) -> float:
        """Return how far below the geometry's (0, 0) maze and marks end, in mm."""
        return self.extent.bottom * scale.cell + self._reach(scale)[2]

    def _reach(self, scale: Scale) -> tuple[float, float, float]:
        """Return how far walls and marks reach beyond the posts: aside, above and below."""
        extent, cell = self.extent, scale.cell
        ground = Ground(self.maze.lattice, cell, 0.0, 0.0, scale.outer)
        boxes = [mark.box for mark in marks_at(self.openings, ground, self.page, scale)]
        aside = above = below = self._edge(scale)
        for left, top, right, bottom in boxes:
            aside = max(aside, extent.left * cell - left, right - extent.right * cell)
            above = max(above, extent.top * cell - top)
            below = max(below, bottom - extent.bottom * cell)
        return aside, above, below

    def _edge(self, scale: Scale) -> float:
        """Return how far walls reach beyond the posts."""
        mitred = WALL_STYLES[self.page.walls].mitred
        return scale.wall / 2 * (self.extent.reach if mitred else 1.0) + scale.beyond

    def block(self, room: TypeArea) -> Block:
        """Return the title for a page with that much room."""
        if not self.title:
            return Block((), 0.0)
        share = THEMED_TITLE_SHARE if room.taken.border else TITLE_SHARE
        size = max(share * min(room.width, room.height), SMALLEST_TITLE)
        return fit_text(self.title, room.width, size, title_lettering(self.page, self.title))

    def note(self, room: TypeArea, cell: float) -> Note | None:
        """Return the line below the maze on a page with that much room, if there are tokens.

        Who needs wide passages writes as large.
        """
        return self._note(room, self._passage(cell) >= CHILDREN)

    def _note(self, room: TypeArea, large: bool) -> Note | None:
        if self.tokens is None:
            return None
        outlines = self.page.walls == "hairlines"
        side = min(room.width, room.height)
        high = WRITING if large and not self.tokens.close else 0.0
        return note_of(self.tokens, room.width, side, outlines=outlines, high=high)

    def _passage(self, cell: float) -> float:
        """Return how wide the narrowest passage is, in mm."""
        wall = wall_of(self.page, self.extent, cell)
        return self.extent.passage(self.page.walls, wall / cell) * cell

    def needed(self, cell: float, room: TypeArea) -> tuple[float, float]:
        """Return the size that all within the margins takes, the title as it is set there.

        At the sides, marks may stand in the border of a theme, which is left out there.
        """
        scale, side = self.scale(cell), room.taken.side
        width, height = self.maze_size(scale)
        if side:
            least = self.extent.width * cell + 2 * self._edge(scale)
            width = max(width - 2 * side, least)
        large = self.tokens is not None and self._passage(cell) >= CHILDREN
        return width, height + self._texts(room, large)

    @cached_property
    def _texts(self) -> Callable[[TypeArea, bool], float]:
        """How high title and note are on a page: found once, as cells do not change much of it."""

        def height(room: TypeArea, large: bool) -> float:
            note = self._note(room, large)
            return _title_height(self.block(room)) + (note.room if note else 0.0)

        return cache(height)

    def fits(self, cell: float, room: TypeArea) -> bool:
        if min(room.width, room.height) <= 0:
            return False
        width, height = self.needed(cell, room)
        return width <= room.width + TOLERANCE_MM and height <= room.height + TOLERANCE_MM


def wall_of(page: Page, extent: Extent, cell: float) -> float:
    """Return how thick the walls of a page are, in mm like ``cell``.

    Those of a poster that is several sheets wide or high may be as many times thicker.
    """
    if page.wall is not None and not WALL_STYLES[page.walls].fixed:
        return page.wall
    usual, sheets = extent.usual(page.walls), max(poster_grid(page))
    if not WALL_STYLES[page.walls].fixed:
        usual = usual._replace(most=usual.most * sheets)
    return usual.wall(cell)


def frame_of(cell: float) -> float:
    """Return how far a reversed maze goes on beyond its outer walls, in mm like ``cell``."""
    return min(FRAME * cell, WIDEST_FRAME)


def title_lettering(page: Page, title: str) -> Lettering:
    """Return how a title is set on a page; lasers cut no pictures in colours."""
    return lettering_of(title, title_typeface(page), outlines=page.walls == "hairlines")


def _title_height(block: Block) -> float:
    return block.height + TITLE_ROOM * block.size if block.lines else 0.0


def plan_cells(maze: Maze, page: Page, title: str | None = None) -> PageLayout:
    """Return the layout of a page whose cells have a size, or are as large as it allows.

    ``planning.plan_page`` is for any page. ``title`` replaces that of the page. Raises
    ``UsageError`` that suggests what would fit.
    """
    title = clean(page.title if title is None else title)
    page = with_pictures(page)
    return _with_tokens(tokens_of(maze, page), partial(_plan, maze, page, title))


def _with_tokens(
    tokens: TokenSet | None,
    planned: Callable[[TokenSet | None], PageLayout],
    form: TokenForm = "whole",
) -> PageLayout:
    """Return the layout with tokens, or with those that stand for them where they are small.

    They take no more room than in a ``form``.
    """
    if tokens is None or tokens.instead is None:
        return planned(tokens)
    if form == "whole":
        with suppress(UsageError):  # the others may need less room
            layout = planned(tokens)
            legible = LEGIBLE if tokens.legible is None else tokens.legible
            if layout.tokens and layout.tokens.sizes.letter >= legible:
                return layout
    if form != "close":
        with suppress(UsageError):
            return _readable(planned(tokens.instead))
    return planned(replace(tokens.instead, close=True))  # cells need the room to write


def _plan(maze: Maze, page: Page, title: str, tokens: TokenSet | None) -> PageLayout:
    """Return the layout of a page with these tokens; raises ``UsageError``."""
    plan = Plan.of(maze, page, title, tokens)
    sizes = paper_sizes(page.page, page.orientation)
    if not sizes:
        return _readable(_around(plan))
    posters = [poster_size(page, size) for size in sizes]
    paper = max(posters, key=lambda size: _suits(plan, size))
    room = _between_margins(page, paper)
    most = largest_cell(plan, room, _most(plan) if page.cell is None else 1000.0)
    if most is None:
        raise UsageError(_too_small(plan, paper))
    if page.cell is not None and not plan.fits(page.cell, room):
        text = _(
            "Cells of {cell:g} mm need {needed}, the page has {room} between its margins: cells "
            "of {most:g} mm would fit, or {paper}."
        )
        paper_that_fits = _paper_for(plan, page.cell)
        raise UsageError(_too_large(text, plan, page.cell, room, most, paper=paper_that_fits))
    return _readable(_place(plan, page.cell or most, paper))


def _readable(layout: PageLayout) -> PageLayout:
    """Return a layout; raises ``UsageError`` where its tokens are too small."""
    if layout.tokens and (reason := layout.tokens.why_not(layout.scale.cell)):
        raise UsageError(reason)
    return layout


def poster_grid(page: Page) -> tuple[int, int]:
    """Return how many sheets a page has across and down, 1 and 1 where it is no poster."""
    if page.page == FIT:
        return 1, 1
    columns, rows = map(int, page.poster.split("x"))
    return columns, rows


def poster_size(page: Page, paper: tuple[float, float]) -> tuple[float, float]:
    """Return the size of all sheets of a page together, with the margins around all of them.

    Raises ``UsageError`` where nothing of a sheet is left.
    """
    grid = poster_grid(page)
    if grid == (1, 1):
        return paper
    if page.margin < LEAST_POSTER_MARGIN:
        text = _(
            "Sheets of a poster need margins of {least:g} mm, where the marks to cut at stand."
        )
        raise UsageError(text.format(least=LEAST_POSTER_MARGIN))
    shown = [side - 2 * page.margin for side in paper]
    if min(shown) < 2 * page.overlap:
        text = _(
            "An overlap of {overlap:g} mm is too wide for sheets of {width:g} × {height:g} mm."
        )
        known = {"width": paper[0], "height": paper[1], "overlap": page.overlap}
        raise UsageError(text.format(**known))
    width, height = (
        count * side - (count - 1) * page.overlap + 2 * page.margin
        for count, side in zip(grid, shown, strict=True)
    )
    return width, height


def plan_area(
    maze: Maze,
    page: Page,
    area: Box,
    *,
    solved: bool = False,
    side: float = 0.0,
    tokens: TokenSet | None = None,
    form: TokenForm = "whole",
) -> PageLayout:
    """Return the layout of a maze without a title in the middle of ``area``.

    What its page says of the size of the whole maze does not count: the area decides.

    ``tokens`` stand in its cells in place of those that the page has along the route; they take no
    more room there than in a ``form``.
    Marks may stand ``side`` mm beside it, in the border of a theme, for which the area has no
    room itself. The width and height of the layout are those of the area, and its margins do not
    count. Raises ``UsageError`` as ``plan_cells`` does, unless ``solved`` also where tokens cannot
    be read.
    """
    page, (left, top, right, bottom) = replace(with_pictures(page), margin=0.0), area
    tokens = tokens or tokens_of(maze, page)
    room = TypeArea(right - left, bottom - top, NOTHING_TAKEN._replace(side=side))
    if tokens is None:
        key = maze.entrance, maze.exits, page, room
        layout = _LAYOUTS.get(maze.lattice, key, lambda: _in_room(Plan.of(maze, page, ""), room))
    else:
        layout = _with_tokens(
            tokens, lambda one: _in_room(Plan.of(maze, page, "", one), room), form
        )
        layout = layout if solved else _readable(layout)
    x, y = round(layout.x + left, 3), round(layout.y + top, 3)
    planned = layout.tokens and replace(layout.tokens, bottom=layout.tokens.bottom + top)
    return replace(layout, x=x, y=y, top=layout.top + top, tokens=planned)


# What else a maze has does not matter where nothing stands along its route.
_LAYOUTS: FoundFor[PageLayout] = FoundFor()


def _in_room(plan: Plan, room: TypeArea) -> PageLayout:
    """Return the layout of a maze in the middle of a room at 0, 0; raises ``UsageError``."""
    page = plan.page
    most = largest_cell(plan, room, LARGEST_OF_SHEETS if page.cell is None else 1000.0)
    if most is None:
        text = _("Nothing fits {size}.")
        raise UsageError(text.format(size=size_text(room.width, room.height)))
    if page.cell is not None and not plan.fits(page.cell, room):
        text = _(
            "Cells of {cell:g} mm need {needed}, there are {room}: cells of {most:g} mm would fit."
        )
        raise UsageError(_too_large(text, plan, page.cell, room, most))
    return _place(plan, page.cell or most, (room.width, room.height), room)


def _between_margins(page: Page, paper: tuple[float, float]) -> TypeArea:
    width, height = paper[0] - 2 * page.margin, paper[1] - 2 * page.margin
    taken = taken_by(page, width, height) if is_themed(page) else NOTHING_TAKEN
    return TypeArea(width - 2 * taken.side, height - 2 * taken.side - taken.strip, taken)


def _most(plan: Plan) -> float:
    """Return how large cells are at the most in mm, where the page has room for larger ones."""
    if plan.tokens and plan.tokens.labels:  # long words have room in large cells
        return LARGEST_OF_SHEETS * plan.sheets
    return max(LARGEST_CELL * plan.sheets, WALLS_OF_CELL * (plan.page.wall or 0.0))


def _suits(plan: Plan, paper: tuple[float, float]) -> tuple[float, bool]:
    """Return what is larger for the better paper: the cells, then whether both are wide."""
    most = largest_cell(plan, _between_margins(plan.page, paper), plan.page.cell or _most(plan))
    return most or 0.0, (paper[0] > paper[1]) == (plan.extent.width > plan.extent.height)


def _around(plan: Plan) -> PageLayout:
    """Return a page that fits the maze."""
    page, cell = plan.page, plan.page.cell or USUAL_CELL
    width, _height = plan.maze_size(plan.scale(cell))
    if plan.title:
        lettering = title_lettering(page, plan.title)
        width = max(
            width,
            min(TITLE_WIDTH_MM, width_of(plan.title, lettering) * TITLE_SHARE * TITLE_WIDTH_MM),
        )
    room = TypeArea(width, math.inf)
    height = plan.needed(cell, room)[1]
    around = 2 * (page.margin + side_around(page, width, height))
    return _place(plan, cell, (width + around, height + around), room)


def _place(
    plan: Plan, cell: float, paper: tuple[float, float], room: TypeArea | None = None
) -> PageLayout:
    """Return a layout with the title right above the maze, and both in the middle of the page."""
    extent, scale = plan.extent, plan.scale(cell)
    passage = extent.passage(plan.page.walls, scale.wall / cell) * cell
    if passage < LEAST_PASSAGE:
        most = max(extent.thickest(plan.page.walls) * cell - 2 * LEAST_PASSAGE, 0.001)
        raise UsageError(
            _(
                "Walls of {wall:g} mm leave no room in cells of {cell:g} mm: make the walls "
                "thinner, {most:g} mm at most, or the cells larger."
            ).format(wall=scale.wall, cell=cell, most=rounded_down(most))
        )
    room = room or _between_margins(plan.page, paper)
    block, note, height = plan.block(room), plan.note(room, cell), plan.needed(cell, room)[1]
    top = max((paper[1] - height) / 2, plan.page.margin)
    if room.taken.border:
        top = _top_in_theme(plan.page.margin, paper, room, height)
    below = top + _title_height(block)
    maze_height = height - _title_height(block) - (note.room if note else 0.0)
    x = (paper[0] - extent.width * cell) / 2 - extent.left * cell
    y = below + (maze_height - extent.height * cell) / 2 - extent.top * cell
    x, y = round(x, 3), round(y, 3)
    tokens: TokenPlan | None = None
    if plan.tokens and note:
        taken = max(extent.passage(plan.page.walls, 0.0) * cell - passage, scale.wall)
        sizes = TokenSizes.of(plan.tokens, plan.maze.lattice, Room(cell, passage, taken))
        bottom = y + plan.bottom(scale)
        tokens = TokenPlan(plan.tokens, sizes, note, bottom)
    return PageLayout(*paper, x, y, scale, block, top, extent, tokens, plan.page.mirrored)


def _top_in_theme(
    margin: float, paper: tuple[float, float], room: TypeArea, height: float
) -> float:
    """Return where title and maze begin: what they leave goes to the strip below first."""
    spare, strip = max(room.height - height, 0.0), room.taken.strip
    spare -= min(spare, max(0.0, STRIP_SHARE * paper[1] - strip)) if strip else 0.0
    return margin + room.taken.side + spare / 2


def largest_cell(plan: Plan, room: TypeArea, most: float) -> float | None:
    """Return the largest cell that fits, rounded down; ``None`` for none."""
    if plan.fits(most, room):
        return most
    if not plan.fits(SMALLEST_CELL, room):
        return None
    low, high = SMALLEST_CELL, most
    # any cell between two that are rounded to the same one is rounded to that too
    while high / low > 1 + 1e-9 and rounded_down(low) < rounded_down(high):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if plan.fits(middle, room) else (low, middle)
    return max(rounded_down(low), SMALLEST_CELL)


def rounded_down(number: float) -> float:
    """Return ``number`` cut to hundredths, or to three digits where it is below a tenth.

    Short numbers keep files short: a million walls in 3.5 MB instead of 4.3.
    """
    digits = 2 if number >= 0.1 else 2 - floor(log10(number))
    return floor(number * 10**digits + 1e-6) / 10**digits


def _too_small(plan: Plan, paper: tuple[float, float]) -> str:
    return _(
        "Nothing fits on a page of {width:g} × {height:g} mm with margins of {margin:g} mm: "
        "use a larger page or smaller margins."
    ).format(width=paper[0], height=paper[1], margin=plan.page.margin)


def _too_large(
    text: str, plan: Plan, cell: float, room: TypeArea, most: float, **known: str
) -> str:
    """Return that cells are too large; ``known`` are further names in the text."""
    needs = plan.needed(cell, room)
    return text.format(
        cell=cell,
        needed=size_text(*needs),
        room=size_text(room.width, room.height),
        most=most,
        **known,
    )


def _paper_for(plan: Plan, cell: float) -> str:
    """Return in words the first paper that holds cells of that size."""
    for name in larger_papers(plan.page.page):
        short, long = SIZES[name]
        for paper in ((short, long), (long, short)):
            if plan.fits(cell, _between_margins(plan.page, poster_size(plan.page, paper))):
                turned = paper[0] > paper[1]
                return _("{paper} landscape").format(paper=name) if turned else name
    around = _around(replace(plan, page=replace(plan.page, cell=cell)))
    size = size_text(ceil(around.width), ceil(around.height))
    return _("a page of {size}").format(size=size)


MIN_EM_MM = 7 * POINT  # mm: the em of letters that can be read, and that print shops take
SMALLEST_SIGN = 0.9  # mm
SMALLEST_PICTURE, SMALLEST_ANSWER = 4.0, 3.0  # mm: a picture in a maze, and in its answer
LARGEST_LETTER = 12.0  # mm
FILLED, IN_RING = 0.8, 0.62  # of the free width of a cell: letters, and those in rings
SNUG = 0.7  # of that: letters in rings with little room to spare
BELOW, BETWEEN_TWO = 0.75, 0.3  # em of the first line: the em of the second, the room above it
PICTURE, RING = 0.7, 0.84
NOTE_SHARE = 0.03  # the em of an answer, of the shorter side of the area
QUESTION_SHARE = 0.055  # of a line to write on, at the most: children write large
NOTE_ROOM = 1.0  # em between maze and line
MOST_LINES = 20
SIGN_ROOM, SIGN_HALF = 1.5, 0.5  # of a listed line, in em: for its sign, and half of that
LIST_SHARE, LARGEST_LIST = 0.035, 4.4  # the em of lists, of the shorter side; mm
LINE_ABOVE = 1.2  # times that: the line that says what to do at forks
BETWEEN_COLUMNS, ABOVE_COLUMNS = 2.0, 0.6  # em
CHILDREN = 8.0  # mm: passages of children up to 9 years have 9 or more, those of others 7 or less
WRITING, WRITTEN = 9.0, 14.0  # mm: how high what they write is, and how wide at the least
WIDEST_BLANK = 30.0  # mm
BLANK_LINE = 0.3  # em: what a blank takes below its base line


def tokens_of(maze: Maze, page: Page) -> TokenSet | None:
    """Return what stands along the route of a maze, ``None`` for nothing; raises ``UsageError``."""
    if page.along == NOTHING:
        return None
    from mazeeditor.page.marks.course import course_of

    page, kind = with_pictures(page), TOKENS[page.along]
    if kind.tour:
        return kind.tokens(maze, page)
    ends = page.marks in ("arrow", "none") or page.marks_place == "outside"
    return kind.tokens(course_of(maze, ends=ends, to_first=kind.to_first), page)


@dataclass(frozen=True)
class TokenSizes:
    """In mm: the em of the smallest letters, the sides of pictures, the diameter of rings.

    ``labels`` are the ems of all labels, in their order.
    """

    letter: float
    picture: float
    ring: float
    labels: tuple[float, ...] = ()

    @property
    def largest(self) -> float:
        return max(self.labels, default=self.letter)

    def limited(self, em: float) -> TokenSizes:
        """Return the sizes with letters of an ``em`` at the most."""
        labels = tuple(min(label, em) for label in self.labels)
        return replace(self, letter=min(self.letter, em), labels=labels)

    @classmethod
    def of(cls, tokens: TokenSet, lattice: Lattice, room: Room) -> TokenSizes:
        free = room.passage
        if tokens.labels:
            labels = label_sizes(lattice, tokens.tokens, room)
            return cls(min(labels), PICTURE * free, RING * free, labels)
        if tokens.snug:
            free = min(room.around(lattice, token) for token in tokens.tokens)
        share = (SNUG if tokens.snug else IN_RING if tokens.ringed else FILLED) * free
        widest = max((hypot(*_lines_of(token)) for token in tokens.tokens), default=CAPITAL)
        letter = min(share / widest, LARGEST_LETTER)
        smallest = BELOW if any(token.below for token in tokens.tokens) else 1.0
        return cls(letter * smallest, PICTURE * free, RING * free)


def _lines_of(token: Token) -> tuple[float, float]:
    """Return the width and height of the text of a token, of both lines of two, in em."""
    width = width_of(token.text, lettering_of(token.text))
    if not token.below:
        return width, CAPITAL
    below = BELOW * width_of(token.below, lettering_of(token.below))
    return max(width, below), CAPITAL * (1 + BELOW) + BETWEEN_TWO


@dataclass(frozen=True)
class Columns:
    """Short lines of one size in columns, read down each; in mm, ``widths`` with what parts them.

    ``rows`` is how many lines a column has. If lines are written on, what is written is ``high``
    mm high, and the blanks at their ends fill the columns.
    """

    lines: tuple[str, ...] = ()
    size: float = 0.0
    rows: int = 0
    width: float = 0.0
    lettering: Lettering = PLAIN
    signed: bool = False
    high: float = 0.0

    @classmethod
    def of(
        cls,
        lines: tuple[str, ...],
        width: float,
        size: float,
        *,
        outlines: bool,
        signed: bool = False,
        high: float = 0.0,
    ) -> Columns:
        """Return lines in as few rows as ``width`` mm allow, of letters of ``size`` mm or less.

        Before each of them is room for a sign if they are ``signed``. What is written on their
        blanks is ``high`` mm high, 0 for as high as a line is.
        """
        if not lines:
            return cls()
        lettering = lettering_of(" ".join(lines), outlines=outlines)
        if high and all(line.endswith(BLANK) for line in lines):
            return cls._written(lines, width, size, high, lettering)
        widest = max(width_of(line, lettering) for line in lines) + SIGN_ROOM * signed
        size = min(size, width / max(widest, 0.01))
        column = (widest + BETWEEN_COLUMNS) * size
        most = max(int((width + BETWEEN_COLUMNS * size + TOLERANCE_MM) / column), 1)
        rows = ceil(len(lines) / most)
        return cls(lines, size, rows, column, lettering, signed)

    @classmethod
    def _written(
        cls, lines: tuple[str, ...], width: float, size: float, high: float, lettering: Lettering
    ) -> Columns:
        """Return lines whose blanks are as wide as the columns leave room for."""
        texts = [line.removesuffix(BLANK) for line in lines]
        stroke = width_of(BLANK, lettering) / len(BLANK) * size
        widest = max(width_of(text, lettering) for text in texts) * size
        between = BETWEEN_COLUMNS * size
        most = max(int((width + between) / (widest + WRITTEN + between)), 1)
        rows = ceil(len(lines) / most)
        columns = ceil(len(lines) / rows)
        column = min((width + between) / columns, widest + WIDEST_BLANK + between)
        ends = [column - between - width_of(text, lettering) * size for text in texts]
        filled = (
            text + "_" * max(int(end / stroke), len(BLANK))
            for text, end in zip(texts, ends, strict=True)
        )
        return cls(tuple(filled), size, rows, column, lettering, high=high)

    @property
    def height(self) -> float:
        """From the top of the first line to the bottom of the last."""
        if self.high:
            return self.rows * self._pitch + BLANK_LINE * self.size
        return Block(("",) * self.rows, self.size).height

    @property
    def _pitch(self) -> float:
        """From one line that is written on to the next, in mm: a little more than what is written.

        The line itself lies below the base line.
        """
        return self.high + BLANK_LINE * self.size

    def _bases(self, top: float) -> list[float]:
        """Return the base lines below ``top``."""
        if self.high:
            return [top + number * self._pitch for number in range(1, self.rows + 1)]
        return Block(("",) * self.rows, self.size).baselines(top)

    def places(self, middle: float, top: float) -> Iterator[tuple[float, float, str]]:
        """Yield where each line begins, below ``top`` and about ``middle``, and the line."""
        if not self.lines:
            return
        columns = ceil(len(self.lines) / self.rows)
        left = middle - (columns * self.width - BETWEEN_COLUMNS * self.size) / 2
        bases = self._bases(top)
        for number, line in enumerate(self.lines):
            column, row = divmod(number, self.rows)
            yield left + column * self.width, bases[row], line


@dataclass(frozen=True)
class Note:
    """The line below a maze: ``question`` to write on, or its ``answer``, as high as the higher.

    ``listed`` and ``solved`` stand below them, on the same pages.
    """

    question: Block
    answer: Block
    listed: Columns = Columns()
    solved: Columns = Columns()

    @property
    def room(self) -> float:
        """What it takes below the maze, in mm."""
        most = max(self._height(solved=False), self._height(solved=True))
        return most + NOTE_ROOM * self.question.size if most else 0.0

    def _height(self, *, solved: bool) -> float:
        block, columns = self._parts(solved=solved)
        apart = ABOVE_COLUMNS * columns.size if block.lines and columns.lines else 0.0
        return block.height + apart + columns.height

    def _parts(self, *, solved: bool) -> tuple[Block, Columns]:
        return (self.answer, self.solved) if solved else (self.question, self.listed)

    def baselines(self, top: float, *, solved: bool) -> list[float]:
        """Return where its lines stand below a maze that ends at ``top``."""
        block, _columns = self._parts(solved=solved)
        return block.baselines(top + NOTE_ROOM * block.size)

    def texts(
        self, middle: float, top: float, colour: str, outline: float, *, solved: bool
    ) -> Iterator[Text]:
        """Yield all of it below a maze that ends at ``top``."""
        block, columns = self._parts(solved=solved)
        for line, base in zip(block.lines, self.baselines(top, solved=solved), strict=True):
            yield Text(middle, base, block.size, line, "middle", colour, outline, block.lettering)
        indent = SIGN_ROOM * columns.size if columns.signed else 0.0
        for left, base, line in self._listed(middle, top, solved=solved):
            x = left + indent
            yield Text(x, base, columns.size, line, "start", colour, outline, columns.lettering)

    def sign_places(
        self, middle: float, top: float, *, solved: bool
    ) -> Iterator[tuple[float, float]]:
        """Yield the middle of the sign before each listed line."""
        _block, columns = self._parts(solved=solved)
        for left, base, _line in self._listed(middle, top, solved=solved):
            yield left + SIGN_HALF * columns.size, base - CAPITAL / 2 * columns.size

    def _listed(
        self, middle: float, top: float, *, solved: bool
    ) -> Iterator[tuple[float, float, str]]:
        """Yield the left end, the base line and the text of each listed line."""
        block, columns = self._parts(solved=solved)
        room = NOTE_ROOM * (block.size if block.lines else columns.size)
        room += block.height + (ABOVE_COLUMNS * columns.size if block.lines else 0.0)
        yield from columns.places(middle, top + room)


@dataclass(frozen=True)
class TokenPlan:
    """Tokens, their sizes, and the line below the maze, which ends at ``bottom``.

    On a page of answers they may be ``left_out``, as those of another maze there cannot be read.
    """

    tokens: TokenSet
    sizes: TokenSizes
    note: Note
    bottom: float
    left_out: bool = False

    @property
    def form(self) -> TokenForm:
        """In which form its tokens stand in the maze."""
        if self.tokens.close:
            return "close"
        return "whole" if self.tokens.instead else "short"

    def is_shown(self, cell: float, *, solved: bool) -> bool:
        """Whether they stand in the maze, not only in the lines below it."""
        return not (solved and (self.left_out or self.why_not(cell, solved=True)))

    def why_not(self, cell: float, *, solved: bool = False) -> str:
        """Return why they cannot be read in cells of ``cell`` mm, "" where they can."""
        smallest = SMALLEST_ANSWER if solved else SMALLEST_PICTURE
        if any(token.text for token in self.tokens.tokens) and self.sizes.letter < MIN_EM_MM:
            text = _(
                "Letters in cells of {cell:g} mm are {size:.1f} pt high, too small to be read: "
                "cells of {needed:.1f} mm are needed, so make fewer cells or a larger page."
            )
            needed = cell * MIN_EM_MM / max(self.sizes.letter, 1e-9)
            return text.format(cell=cell, size=self.sizes.letter / POINT, needed=needed)
        signed = not solved and any(token.sign is not None for token in self.tokens.tokens)
        if signed and self.sizes.ring < SMALLEST_SIGN:
            text = _(
                "Signs in cells of {cell:g} mm are {size:.1f} mm large, too small to be seen: "
                "cells of {needed:.1f} mm are needed, so make fewer cells or a larger page."
            )
            needed = cell * SMALLEST_SIGN / max(self.sizes.ring, 1e-9)
            return text.format(cell=cell, size=self.sizes.ring, needed=needed)
        if any(token.picture for token in self.tokens.tokens) and self.sizes.picture < smallest:
            text = _(
                "Pictures in cells of {cell:g} mm are {size:.1f} mm large, too small to be seen: "
                "cells of {needed:.1f} mm are needed, so make fewer cells or a larger page."
            )
            needed = cell * smallest / max(self.sizes.picture, 1e-9)
            return text.format(cell=cell, size=self.sizes.picture, needed=needed)
        return ""


def note_of(
    tokens: TokenSet, width: float, side: float, *, outlines: bool, high: float = 0.0
) -> Note:
    """Return the line for a place ``width`` mm wide, its shorter side ``side`` mm.

    What is written on listed lines is ``high`` mm high, 0 for as high as these are.
    """
    size = max(NOTE_SHARE * min(width, side), MIN_EM_MM)
    small = min(max(LIST_SHARE * min(width, side), MIN_EM_MM), LARGEST_LIST)

    def block(text: str) -> Block:
        lettering = lettering_of(text, outlines=outlines)
        lines = wrap_text(text, width / size, MOST_LINES, lettering) if text else []
        return Block(tuple(lines), size, lettering)

    def question(text: str) -> Block:
        large = (
            LINE_ABOVE * small
            if tokens.labels or tokens.listed
            else QUESTION_SHARE * min(width, side)
        )
        result = fit_text(text, width, large, lettering_of(text, outlines=outlines), MOST_LINES)
        return result if result.size >= size else block(text)

    listed, solved = (
        Columns.of(lines, width, small, outlines=outlines, signed=bool(tokens.signs), high=high)
        for lines in (tokens.listed, tokens.solved)
    )
    return Note(question(tokens.question), block(tokens.answer), listed, solved)
