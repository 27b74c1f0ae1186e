"""For whom a page is: the sizes, generator and walls of each audience, and what fits its paper.

::

    audience --- made_for ---> rows and columns, cell, wall --- printed ---> a page
        ^                                                                      |
        +--------------- audience_of <--- narrowest passage, wall, cells ------+

``audience_of`` returns of each page the audience that it was made for. A new audience is one entry
of ``AUDIENCES``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, build, size_names
from mazeeditor.page.extent import Extent, extent_of
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.page_layout import (
    SMALLEST_CELL,
    Plan,
    TypeArea,
    plan_cells,
    poster_size,
    wall_of,
)
from mazeeditor.page.paper import FIT, paper_sizes
from mazeeditor.page.themes import PLAIN
from mazeeditor.page.themes.room import taken_by
from mazeeditor.page.themes.themed_page import is_themed
from mazeeditor.page.wall_styles import WALL_STYLES

USUAL_PAPER = "A4"  # where a page fits the maze
NOTE = 0.12  # of the height, for the line below what stands along the route
# cells: fewer are no maze; with fewer, passages become narrower, but on a page of its own a third
# of the most is enough, so that room is left for a title
MIN_CELLS, ENOUGH_CELLS = 4, 12
LARGEST_CELL = 1000.0  # mm, as of the option of a page
TOLERANCE_MM = 1e-6  # mm
LARGE_PRINT = 16.0  # pt: smaller letters are not called so


@dataclass(frozen=True)
class Audience:
    """For whom a page is: what it is made with, and by what it is recognised.

    Passages are made ``passage`` mm wide at the narrowest place, walls ``wall`` mm thick. A maze
    fills the page, but for ``most`` cells. It is recognised by passages of ``least`` mm, by no more
    than ``most`` cells, and where ``thick`` by walls that are thicker than usual. Small texts of a
    book have letters of ``letters`` pt at the least, 0 for as usual.
    """

    name: str
    label: str
    passage: float
    least: float
    wall: float
    generator: str
    options: Mapping[str, Any] = field(default_factory=dict)
    most: int | None = None
    thick: bool = False
    letters: float = 0.0

    @property
    def large_print(self) -> float:
        """The size in pt of the smallest letters if it reads large print, else 0."""
        return self.letters if self.letters >= LARGE_PRINT else 0.0

    def suits(self, passage: float, cells: int, wall: float) -> bool:
        """Return whether a maze with such passages and walls in mm is for this audience."""
        few = self.most is None or cells <= self.most
        return passage >= self.least and few and (not self.thick or _is_thick(wall, passage))


_ALL = (
    Audience(
        "2-3",
        _("2 and 3 years"),
        passage=34.0,
        least=25.0,
        wall=2.5,
        generator="backtracker",
        options={"straight": 0.7},
        most=20,
        letters=14.0,
    ),
    Audience(
        "4-6",
        _("4 to 6 years"),
        passage=22.0,
        least=15.0,
        wall=1.5,
        generator="backtracker",
        options={"straight": 0.5},
        most=49,
        letters=14.0,
    ),
    Audience(
        "7-9",
        _("7 to 9 years"),
        passage=11.0,
        least=9.0,
        wall=1.0,
        generator="backtracker",
        most=300,
        letters=12.0,
    ),
    Audience(
        "10+", _("10 years and over"), passage=7.0, least=6.0, wall=0.7, generator="backtracker"
    ),
    Audience("adult", _("Adults"), passage=5.0, least=4.0, wall=0.5, generator="kruskal"),
    Audience("expert", _("Experts"), passage=3.0, least=3.0, wall=0.4, generator="wilson"),
    Audience(
        "senior",
        _("Large print for seniors"),
        passage=10.0,
        least=9.5,
        wall=1.6,
        generator="backtracker",
        thick=True,
        letters=16.0,
    ),
)
AUDIENCES = {audience.name: audience for audience in _ALL}
FINEST = min(AUDIENCES.values(), key=lambda audience: audience.least)  # has the narrowest passages
NARROWEST = FINEST.least  # mm: for nobody below
THICK, THICK_SHARE = 1.5, 0.13  # mm, and of a passage: usual walls have 1 mm and 0.11 at most
BLOCK_WALL_SHARE = 0.5  # of a passage: thicker walls are blocks


def _is_thick(wall: float, passage: float) -> bool:
    return max(THICK, THICK_SHARE * passage) <= wall + TOLERANCE_MM <= BLOCK_WALL_SHARE * passage


def audience_named(name: str) -> Audience:
    """Return an audience; raises ``UsageError`` that names those there are."""
    try:
        return AUDIENCES[str(name).strip()]
    except KeyError:
        message = _("There is no audience named {name}. Choose one of: {known}.")
        raise UsageError(
            message.format(name=quote_value(name), known=", ".join(AUDIENCES))
        ) from None


def audience_of(passage: float, cells: int, wall: float = 0.0) -> Audience | None:
    """Return for whom a maze is: the narrowest passage and the walls are in mm; None for nobody."""
    order = sorted(AUDIENCES.values(), key=lambda audience: -audience.least)
    return next((each for each in order if each.suits(passage, cells, wall)), None)


@dataclass(frozen=True)
class Made:
    """What was found for an audience: the options of the shape, and the page with cell and wall."""

    sizes: dict[str, Any]
    page: Page


def made_for(
    audience: Audience,
    shape: str,
    page: Page,
    sizes: Mapping[str, Any] | None = None,
    *,
    cell: float | None = None,
    wall: float | None = None,
    spare: bool = True,
) -> Made:
    """Return the size of a maze that fills a page for an audience.

    ``sizes`` are options of the shape, which stay; ``cell`` and ``wall``, in mm, replace those of
    the audience. Where the ``sizes`` are too many for that cell, cells are smaller, and where they
    are too many for the audience, the page has the usual cell and wall. A page that fits the maze
    gets as many cells as A4. Where ``spare``, room is left for a title of one line and for marks on
    every side, but on small pages, where passages may be narrower as well. Raises ``UsageError``
    where even then there is none.
    """
    fixed = WALL_STYLES[page.walls].fixed
    page = replace(page.unsized, wall=None if fixed else (wall or audience.wall))
    search = _Search(audience, shape, page, dict(sizes or {}), cell, wall)
    bare = replace(search, spare=False)
    tries = [(search, audience.passage), (search, audience.least), (bare, audience.least)]
    if not spare:
        tries = [(bare, audience.passage), (bare, audience.least)]
    results = (found for each, passage in tries if (found := each.found(passage)))
    few = spare and audience.most is not None
    result, enough = None, min(ENOUGH_CELLS, (audience.most or 0) // 3) if few else ENOUGH_CELLS
    for made, cells in results:
        result = result or made
        if cells >= enough or not search.names:
            return made
    if result is None:
        text = _(
            "{page} has no room for a maze with passages of {least:g} mm: use a larger page, "
            "or smaller margins."
        )
        raise UsageError(text.format(page=page.page, least=audience.least))
    return result


def filling_for(
    audience: Audience,
    shape: str,
    page: Page,
    sizes: Mapping[str, Any] | None = None,
    *,
    wall: float | None = None,
) -> Made:
    """Return the size of a maze whose cells fill a page, also once a theme or title comes to it.

    The page has no cell, unless it fits the maze. Where it would be filled with passages of another
    audience, as by few rings, or beside the large pictures of a theme, there are one row and column
    more, or fewer. ``sizes``, ``wall`` and errors are those of ``made_for``.
    """
    try:
        made = made_for(audience, shape, page, sizes, wall=wall)
    except UsageError:  # a theme may leave too little, where passages of another width do
        made = made_for(audience, shape, replace(page, theme=PLAIN), sizes, wall=wall)
        made = replace(made, page=replace(made.page, theme=page.theme))
    if page.page == FIT:
        return made
    made = Made(made.sizes, replace(made.page, cell=None))
    free = [name for name in size_names(shape) if name not in (sizes or {})]
    steps = [{name: max(made.sizes[name] + step, 1) for name in free} for step in (0, 1, -1)]
    tries = [replace(made, sizes=made.sizes | step) for step in steps]
    return next((tried for tried in tries if _whose(shape, tried) is audience), made)


def _whose(shape: str, made: Made) -> Audience | None:
    """Return for whom a maze is that fills its page; None where it has no room."""
    try:
        lattice = build(shape, **made.sizes)
        maze = Maze(lattice, None, lattice.first, (lattice.last,))
        layout = plan_cells(maze, made.page)
    except UsageError:
        return None
    passage = layout.passage(made.page.walls)
    return audience_of(round(passage, 1), lattice.cells, layout.scale.wall)


def page_for(audience: Audience, lattice: Lattice, page: Page) -> Page:
    """Return a page with the walls of an audience, and with its cells where these have room.

    What the page has already stays, also the size of the whole maze. With a theme the maze
    fills what that leaves.
    """
    fixed = WALL_STYLES[page.walls].fixed
    if page.whole:
        return page if fixed else replace(page, wall=page.wall or audience.wall)
    made = made_for(
        audience, lattice.shape, page, lattice.parameters, cell=page.cell, wall=page.wall
    )
    if page.cell is not None or page.page == FIT or fixed:
        return made.page
    filled = replace(made, page=replace(page, wall=page.wall or audience.wall))
    suits = made.page.cell is None and _whose(lattice.shape, filled) is audience
    return filled.page if suits or is_themed(page) else made.page


def with_generator(audience: Audience, recipe: Recipe) -> Recipe:
    """Return a recipe with the generator of an audience, where that can make such mazes."""
    if recipe.why_not(audience.generator):
        return recipe
    return replace(recipe, generator=audience.generator, options=dict(audience.options))


@dataclass(frozen=True)
class _Search:
    """Looks for the largest maze of an audience that has room on a page."""

    audience: Audience
    shape: str
    page: Page
    sizes: dict[str, Any]
    cell: float | None
    wall: float | None
    spare: bool = True  # whether to leave room for a title, and for marks on every side

    @cached_property
    def names(self) -> list[str]:
        """The options that are numbers of cells and not given: rows and columns, or rings."""
        return [name for name in size_names(self.shape) if name not in self.sizes]

    @cached_property
    def _room(self) -> TypeArea:
        """What lies between the margins, of a paper that may be turned as it is tried first."""
        page = self.page
        paper = USUAL_PAPER if page.page == FIT else page.page
        width, height = poster_size(page, paper_sizes(paper, page.orientation)[0])
        note = 0.0 if page.along == NOTHING else NOTE * height
        room = TypeArea(width - 2 * page.margin, height - 2 * page.margin - note)
        taken = taken_by(page, room.width, room.height)
        side = taken.side
        return TypeArea(room.width - 2 * side, room.height - 2 * side - taken.strip, taken)

    def found(self, passage: float) -> tuple[Made, int] | None:
        """Return the largest maze with such passages, in mm, and its cells; None for none."""
        cell = self.cell or self._cell_for(passage, build(self.shape))
        for _turn in range(5):  # what is narrowest in rings depends on how many there are
            largest = self._largest(cell)
            counts = self._few_enough(largest)
            lattice = self._lattice(counts)
            if lattice is None or (self.names and lattice.cells < MIN_CELLS):
                return None
            needed = self.cell or self._cell_for(passage, lattice)
            if needed <= cell:
                break
            cell = needed
        else:
            return None
        sizes = {**self.sizes, **counts}
        if self.page.page != FIT and not self._fits(lattice, cell):
            return Made(sizes, self._page_for_more(lattice)), lattice.cells
        if counts != largest and self.cell is None:
            cell = self._largest_cell(lattice, cell)
        if not self._suits(lattice, cell):  # few rings leave more than they should
            cell = needed
        return Made(sizes, replace(self.page, cell=cell)), lattice.cells

    def _page_for_more(self, lattice: Lattice) -> Page:
        """Return the page of a maze with more cells than have room; the usual one, if many more."""
        cell = self._largest_cell(lattice, SMALLEST_CELL)
        if self._passage(extent_of(lattice), cell) >= self.audience.least:
            return replace(self.page, cell=cell)
        return replace(self.page, cell=None, wall=self.wall)

    def _lattice(self, counts: Mapping[str, int]) -> Lattice | None:
        """Return the lattice with so many cells, None where this outline has none."""
        try:
            return build(self.shape, **{**self.sizes, **counts})
        except UsageError:
            if not self.names:
                raise
            return None

    # Sizes of cells, in hundredths of mm

    def _cell_for(self, passage: float, lattice: Lattice) -> float:
        """Return the smallest cell in mm that leaves a passage."""
        extent = extent_of(lattice)
        narrow = lambda number: self._passage(extent, number / 100) < passage - TOLERANCE_MM  # noqa: E731
        return (_last(narrow, 1) + 1) / 100

    def _passage(self, extent: Extent, cell: float) -> float:
        wall = wall_of(self.page, extent, cell)
        return extent.passage(self.page.walls, wall / cell) * cell

    def _suits(self, lattice: Lattice, cell: float) -> bool:
        """Whether a maze with such cells is recognised as one of this audience."""
        extent = extent_of(lattice)
        passage, wall = self._passage(extent, cell), wall_of(self.page, extent, cell)
        return audience_of(round(passage, 1), lattice.cells, wall) is self.audience

    def _largest_cell(self, lattice: Lattice, cell: float) -> float:
        """Return the largest cell in mm with which a maze has room, not below ``cell``."""
        first = max(round(cell * 100), 1)
        largest = _last(lambda number: self._fits(lattice, number / 100), first) / 100
        return min(max(largest, cell), LARGEST_CELL)

    def _fits(self, lattice: Lattice, cell: float) -> bool:
        """Whether a maze has room, and a title and marks on any side where these are spared."""
        room, plan = self._room, self._plan(lattice)
        try:
            if not self.spare:
                return plan.fits(cell, room)
            beside = max(_beside(plan, cell), _beside(self._straight, cell))
        except UsageError:  # the walls fill the cells
            return False
        # marks may stand in the border of a theme; its pictures do not count: they grow with mazes
        beside = max(beside - 2 * room.taken.side, 2 * wall_of(self.page, plan.extent, cell))
        texts = plan.needed(cell, room)[1] - plan.maze_size(plan.scale(cell))[1]
        across, down = plan.extent.width * cell, plan.extent.height * cell
        return across + beside <= room.width and down + beside + texts <= room.height

    def _plan(self, lattice: Lattice) -> Plan:
        maze = Maze(lattice, None, lattice.first, (lattice.last,))
        title = self.page.title or (_("Title") if self.spare else "")
        return Plan.of(maze, replace(self.page, theme=PLAIN), title)

    @cached_property
    def _straight(self) -> Plan:
        """A maze with straight sides: a mark between the points of triangles stands out less."""
        return self._plan(build("rectangular", rows=2, columns=2))

    # Numbers of cells

    def _largest(self, cell: float) -> dict[str, int]:
        """Return the largest counts that have room: first the columns, then the rows."""
        counts = dict.fromkeys(self.names, 2)  # rows of hexagons are set off by half a cell
        if self.names and self.names != size_names(self.shape) and not self._has_room(counts, cell):
            lattice = self._lattice(counts)
            cell = self._largest_cell(lattice, 0.01) if lattice else cell
        for name in reversed(self.names):
            most = self._most(name, counts, cell)
            if most == 1:  # as a triangle of two rows has no two columns
                most = self._most(name, dict.fromkeys(self.names, 1), cell)
            counts[name] = most
        return counts

    def _most(self, name: str, counts: Mapping[str, int], cell: float) -> int:
        """Return the largest number of one kind with which there is room, 1 at the least."""
        option = next(each for each in SHAPES[self.shape].options if each.name == name)

        def has_room(number: int) -> bool:
            return number <= option.high and self._has_room({**counts, name: number}, cell)

        return _last(has_room, 1)

    def _has_room(self, counts: Mapping[str, int], cell: float) -> bool:
        lattice = self._lattice(counts)
        return lattice is not None and self._fits(lattice, cell)

    def _few_enough(self, counts: dict[str, int]) -> dict[str, int]:
        """Return counts in about the same proportion, no more cells than the audience should get.

        Where the user has given some of the counts, the others stay as they are.
        """
        most, lattice = self.audience.most, self._lattice(counts)
        if most is None or self.names != size_names(self.shape) or lattice is None:
            return counts
        before, share = counts, 1.2 * (most / lattice.cells) ** 0.5
        if share < 1:
            counts = {name: max(int(count * share), 1) for name, count in before.items()}
        while max(counts.values()) > 1:
            lattice = self._lattice(counts)
            if lattice is not None and lattice.cells <= most:
                break
            longest = max(counts, key=lambda name: (counts[name] - 0.5) / before[name])
            counts = {**counts, longest: max(counts[longest] - 1, 1)}
        return counts


def _beside(plan: Plan, cell: float) -> float:
    """Return what marks and walls take beyond the posts, on two sides together, in mm."""
    width, height = plan.maze_size(plan.scale(cell))
    return max(width - plan.extent.width * cell, height - plan.extent.height * cell)


def _last(holds: Callable[[int], bool], first: int) -> int:
    """Return the last of the numbers from ``first`` on for which something holds.

    It holds for ``first`` at least, and for none after one for which it does not.
    """
    low, step = first, 1
    while holds(low + step):
        low, step = low + step, 2 * step
    while step > 1:
        step //= 2
        low = low + step if holds(low + step) else low
    return low
