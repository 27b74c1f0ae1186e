"""A page with puzzles or answers: composed by any worker from a plan that can be pickled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from typing import Any, Literal

import numpy as np

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.core.options import in_section
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.page.compose import check_cells, maze_layers, route_layer, with_route
from mazeeditor.page.curves import flatten
from mazeeditor.page.marks.marks import marks_of
from mazeeditor.page.marks.token_layer import token_layers
from mazeeditor.page.mirroring import Mirror
from mazeeditor.page.page import MARKS, Page, page_options
from mazeeditor.page.page_layout import (
    TOKEN_FORMS,
    PageLayout,
    TokenForm,
    plan_area,
    rounded_down,
)
from mazeeditor.page.print_warnings import MIN_LINE_PT
from mazeeditor.page.ruler import ruler
from mazeeditor.page.scene import Box, DrawnMaze, Ids, Item, Layer, Points, Scene, Strokes
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.themes.decoration import decoration
from mazeeditor.page.themes.themed_page import with_pictures
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.sheets.pages.answer_numbers import (
    CORNERS,
    MIRRORED_CORNER,
    ONE_CORNER,
    Numbers,
    number_size,
)
from mazeeditor.sheets.pages.answer_rows import (
    LEAST_ROUTE,
    ROUTE_GAP_MM,
    Form,
    Label,
    NumbersAt,
    arrange_rows,
    form_of,
    sides_of,
    without_arrows,
)
from mazeeditor.sheets.pages.captions import Captions, Names
from mazeeditor.sheets.pages.lines_below import LinesBelow, free_height
from mazeeditor.sheets.pages.page_texts import Placed, PlannedPage, fill_fields, placed
from mazeeditor.sheets.pages.puzzles import MadePuzzle, Puzzle
from mazeeditor.sheets.sheet import Sheet

LARGE_CELL_MM = 12.0  # mm: walls of larger cells are thicker than is usual
STOUT = 0.3  # of a cell: thicker walls are not chosen automatically
STOUTER = 1.5  # times the usual share of a cell, nor are walls of more than one line
WORTH = 1.05  # times: mazes without arrows are larger
ROOMIER = 1.02  # times: as much larger a place may make a maze than those of as many cells
CLOSE_GAP_EM = 0.45  # em between the texts and the mazes of a page that these fill
GAP_SHARE = 0.05  # of the shorter side of the area: between two mazes
Kind = Literal["puzzles", "answers"]
PALE = "#b8b8b8"  # of walls and shading: 28 % black, which a print shop still shows as grey
DASH, DASH_GAP = 2.5, 2.0  # in widths of the line
DOT_GAP = 2.2
BROAD = 0.16  # of that: a route in large cells is no thinner
BAND = 0.8  # of the free width of a passage
ARC_ERROR_MM = 0.01  # mm: the largest error of flatten arcs
DOT = 1e-3  # mm: the length of a dot, whose round ends make it one
MAZE, CELL = 6.0, 0.003  # ms that a maze, and each of its cells, takes, about


@dataclass(frozen=True, kw_only=True)
class PagePlan(PlannedPage):
    """A page with mazes: ``grid`` is how many rows and columns it has.

    Where ``mirrored``, the columns begin at the right, as seen through the paper. Without a
    ``cell`` of the page the mazes are as large as possible, all with the same cell. Where not
    ``alike``, each is as large as its place allows; those of a ``filling`` page stand in the rows
    that leave them largest, in place of a grid. ``front`` is the sheet of the page of puzzles
    to which these are the answers, in their places. ``names`` is whether names of a list stand
    above the mazes; ``each`` has the texts that do so too, instead of at the top of the page.
    Each maze is drawn on the ``page`` that it needs, as one of a photo; ``slim`` ones on this one.
    ``numbers_at`` is where numbers stand on a ``filling`` page, "" for where there is most room.
    What stands along the routes takes no more room than in a ``form``; on answers it may be
    ``left_out``. Cells have ``most`` mm at the most.
    """

    kind: Kind
    puzzles: tuple[Puzzle, ...] = ()
    grid: tuple[int, int] = (1, 1)
    mirrored: bool = False
    front: Sheet | None = None
    alike: bool = True
    filling: bool = False
    names: Names = "none"
    each: Sheet | None = None
    numbers_at: NumbersAt = ""
    form: TokenForm = "whole"
    left_out: bool = False
    most: float = inf

    @property
    def slim(self) -> bool:
        """Whether its theme takes less of it: answers that are not in the places of puzzles."""
        return self.kind == "answers" and self.front is None

    @property
    def side(self) -> float:
        """How far marks may stand beside a place, in the border of the theme: in one column."""
        return self.taken.side if self.grid[1] == 1 else 0.0

    @property
    def effort(self) -> float:
        """About how many ms it takes to make, draw and encode its mazes."""
        cells = sum(puzzle.cells for puzzle in self.puzzles)
        return 1.0 + MAZE * len(self.puzzles) + CELL * cells

    def look(self, made: MadePuzzle) -> Page:
        """Return how a maze is drawn: small answers with plain walls, between which a route is."""
        page = self.page if self.slim else made.look(self.page)
        return replace(page, mirrored=page.mirrored and not made.is_read)

    def place_of(self, made: MadePuzzle) -> Box:
        """Return the first place on the page, in mm, without what stands above the maze."""
        known = {"page": "1", "pages": "1"}
        around = _around(self, {**made.texts, **known})
        (place,) = _places(around.area, replace(self, puzzles=(made.puzzle,)))
        (caption,) = self._captions(known).above([made], [place])
        return caption.below(place)

    def layout_of(self, made: MadePuzzle) -> PageLayout | None:
        """Return the layout of a maze alone in the first place, None where it has no room."""
        try:
            place = self.place_of(made)
            return plan_area(made.maze, self.look(made), place, side=self.side, tokens=made.tokens)
        except UsageError:
            return None

    def cell_of(self, made: MadePuzzle) -> float:
        """Return how large the cells of a maze become, in mm; 0 where it has no room."""
        layout = self.layout_of(made)
        return layout.scale.cell if layout else 0.0

    def composed(self, job: Job) -> Scene:
        """Make the mazes and draw the page.

        Raises ``UsageError`` where they do not fit, ``MazeError`` where an answer has no route, and
        ``CancelledError``.
        """
        return self._laid_out(job).scene(job)

    def with_alike_tokens(self, job: Job) -> PagePlan:
        """Return the page on which tokens stand in the same form in each of its mazes.

        Its ``most`` is what its cells have; raises what ``composed`` raises.
        """
        laid_out = self._laid_out(job)
        plans = [layout.tokens for layout in laid_out.layouts if layout.tokens]
        form = max((plan.form for plan in plans), key=TOKEN_FORMS.index, default=self.form)
        left_out = any(plan.left_out for plan in plans)
        most = min(layout.scale.cell for layout in laid_out.layouts)
        return replace(self, form=form, left_out=left_out, most=most)

    def _laid_out(self, job: Job) -> _LaidOut:
        """Make the mazes and find their places; raises what ``composed`` raises."""
        if (page := with_pictures(self.page)) is not self.page:
            if self.filling:  # small mazes have no room for pictures that nobody chose
                own = {
                    each.name: getattr(self.page, each.name)
                    for each in in_section(page_options(), MARKS)
                }
                page = replace(page, **own)
            return replace(self, page=page)._laid_out(job)
        answers = self.kind == "answers"
        made = [MadePuzzle.of(each, job, solved=answers, page=self.page) for each in self.puzzles]
        fields = {**made[0].texts, **self.fields}
        around = _around(self, fields)
        return self._filled(made, around) if self.filling else self._in_grid(made, around)

    def _in_grid(self, made: Sequence[MadePuzzle], around: Placed) -> _LaidOut:
        places = _places(around.area, self)
        captions = self._captions(self.fields).above(made, places)
        inner = [caption.below(place) for caption, place in zip(captions, places, strict=True)]
        layouts = _layouts(self, made, inner)
        below = self._lines_below(made, layouts, inner)
        if below:
            inner = [below.above(place) for place in inner]
            layouts = _layouts(self, made, inner)
        lines: list[Item] = [
            item
            for caption, layout in zip(captions, layouts, strict=True)
            for item in caption.items(layout, self.page.colour, self.sheet.text_typeface)
        ]
        if below and self.kind == "puzzles":
            for place, layout in zip(inner, layouts, strict=True):
                lines += below.items(place, layout)
        cut = [text for caption in captions for text in caption.cut]
        return _LaidOut(self, made, _alike(layouts, self.left_out), around, lines, cut)

    def _lines_below(
        self, made: Sequence[MadePuzzle], layouts: Sequence[PageLayout], places: Sequence[Box]
    ) -> LinesBelow | None:
        """Return the lines to write on below each maze, None where there is no room for them."""
        sheet = self.front or self.sheet
        if sheet.lines_below == "none" or self.grid == (1, 1) or layouts[0].tokens:
            return None
        if (self.kind == "answers" and self.front is None) or made[0].puzzle.named_by:
            return None  # a list has the names
        words = (_("Time"),) if sheet.name_line else (_("Name"), _("Time"))
        free = min(free_height(*one) for one in zip(places, layouts, strict=True))
        return LinesBelow.that_fit(words, self.page.colour, sheet.text_typeface, free)

    def _filled(self, made: Sequence[MadePuzzle], around: Placed) -> _LaidOut:
        """Return the page with its mazes in the rows that leave them largest."""
        lines_ = self._captions(self.fields).lines(made)
        numbers = Numbers.of(lines_, self.sheet.text_typeface, number_size(self.audience))
        plan, forms = self._without_idle_arrows(made, around.area, numbers.label)
        corner = MIRRORED_CORNER if self.page.mirrored else ONE_CORNER
        corners = corner if self.numbers_at == "beside" else CORNERS
        for sides in (sides_of(self.numbers_at), sides_of("above")):
            rows = arrange_rows(forms, around.area, numbers.label, **sides)
            inner = [
                _inner(place, form, numbers.label, beside=rows.beside)
                for place, form in zip(rows.places, forms, strict=True)
            ]
            layouts = [
                _layout(plan.page, one, place, 0.0, plan.form, most=ROOMIER * cell)
                for one, place, cell in zip(made, inner, rows.cells, strict=True)
            ]
            layouts = _alike(layouts, plan.left_out)
            taken = [
                _boxes_of_marks(one.maze, plan.page, at)
                for one, at in zip(made, layouts, strict=True)
            ]
            at: dict[str, Any] = {"beside": rows.beside, "corners": corners}
            lines = numbers.items(layouts, taken, plan.page.colour, **at)
            if lines is not None:
                break
        shown = [line.text for line in lines or []]
        cut = [line for line, text in zip(numbers.lines, shown, strict=False) if line != text]
        return _LaidOut(plan, made, layouts, around, lines or [], cut)

    def _without_idle_arrows(
        self, made: Sequence[MadePuzzle], area: Box, label: Label
    ) -> tuple[PagePlan, list[Form]]:
        """Return the page and the forms of its mazes: without arrows where these cost much room.

        A route that leads out of the gaps shows the same.
        """
        left, top, right, bottom = area
        usual = 0.8 * sqrt((right - left) * (bottom - top) / len(made))

        def forms_on(page: Page) -> list[Form]:
            return [form_of(one.maze, page, usual / sqrt(one.maze.lattice.cells)) for one in made]

        forms, bare = forms_on(self.page), without_arrows(self.page)
        if bare is self.page or len(made) == 1:
            return self, forms
        others = forms_on(bare)
        sides = sides_of(self.numbers_at)
        cells, larger = (
            min(arrange_rows(each, area, label, **sides).cells) for each in (forms, others)
        )
        worth = larger > WORTH * cells or cells < max(form.least for form in forms)
        return (replace(self, page=bare), others) if worth else (self, forms)

    def texts_around(self, sheet: Sheet, fields: Mapping[str, str]) -> Placed:
        """Return the texts of ``sheet``; those of a ``filling`` page leave more, in few rows."""
        if not self.filling:
            return super().texts_around(sheet, fields)
        elements = self.elements(sheet, fields)
        joined = [replace(part, joins=part.style.edge == "bottom") for part in elements]
        return placed(joined, self.taken.within(self.box), self.page.colour, room=CLOSE_GAP_EM)

    def _captions(self, fields: Mapping[str, str]) -> Captions:
        drawn = self.kind == "puzzles"  # answers have the name alone, in the same room
        return Captions(self.sheet, self.names, self.each, fields, self.page.colour, drawn)


@dataclass(frozen=True)
class _LaidOut:
    """A page with the mazes that it has, their layouts, and the texts around and above them.

    ``cut`` are texts that were too long.
    """

    plan: PagePlan
    made: Sequence[MadePuzzle]
    layouts: Sequence[PageLayout]
    around: Placed
    lines: Sequence[Item]
    cut: Sequence[str]

    def scene(self, job: Job) -> Scene:
        """Draw the page; raises ``MazeError`` and ``CancelledError``."""
        plan, made, layouts, around = self.plan, self.made, self.layouts, self.around
        layers = _join(
            layer
            for one, layout in zip(made, layouts, strict=True)
            for layer in _draw(one, plan, layout, job)
        )
        texts = Layer("title", _("Title"), (*around.items, *self.lines))
        layers = [*layers, texts, *ruler(plan.page, *plan.paper)]
        mazes = [(one.maze, layout) for one, layout in zip(made, layouts, strict=True)]
        kind, number = plan.kind, plan.number
        theme = decoration(
            plan.page, plan.box, mazes, layers, kind=kind, slim=plan.slim, number=number
        )
        scene = _scene(plan, [*theme, *layers], layouts, {**made[0].texts, **plan.fields})
        drawn = [
            DrawnMaze(
                one.puzzle.number,
                layout.passage(plan.look(one).walls),
                one.maze.lattice.cells,
                kind == "puzzles" and one.is_blocked,
                one.why_unreadable if kind == "puzzles" else "",
                kind == "puzzles" and one.lacks_openings,
            )
            for one, layout in zip(made, layouts, strict=True)
        ]
        return replace(scene, mazes=tuple(drawn), cut=(*around.cut, *self.cut))


def _around(plan: PagePlan, fields: Mapping[str, str]) -> Placed:
    """Return the texts of a page; answers leave the same area as the page of their puzzles."""
    around = _above_strip(plan, plan.texts_around(plan.sheet, fields))
    if plan.front is None:
        return around
    before = _above_strip(plan, plan.texts_around(plan.front, fields))
    return replace(around if _has_room(around, before) else before, area=before.area)


def _boxes_of_marks(maze: Maze, page: Page, layout: PageLayout) -> list[Box]:
    boxes = [mark.box for mark in marks_of(maze, page, layout.scale, layout.x, layout.y)]
    mirror = Mirror.of(layout)
    return [mirror.box(box) for box in boxes] if mirror else boxes


def _above_strip(plan: PagePlan, texts: Placed) -> Placed:
    """Return texts whose area leaves the strip for the pictures of a theme."""
    left, top, right, bottom = texts.area
    return replace(texts, area=(left, top, right, bottom - plan.taken.strip))


def _has_room(texts: Placed, before: Placed) -> bool:
    """Whether texts take no more than others did before."""
    return texts.area[1] <= before.area[1] and texts.area[3] >= before.area[3]


def _places(area: Box, plan: PagePlan) -> list[Box]:
    """Return the place of each maze, row by row, with room between them."""
    left, top, right, bottom = area
    rows, columns = plan.grid
    gap = GAP_SHARE * min(right - left, bottom - top)
    width = (right - left - gap * (columns - 1)) / columns
    height = (bottom - top - gap * (rows - 1)) / rows
    places = []
    for number in range(len(plan.puzzles)):
        row, column = divmod(number, columns)
        column = columns - 1 - column if plan.mirrored else column
        x, y = left + column * (width + gap), top + row * (height + gap)
        places.append((x, y, x + width, y + height))
    return places


def _inner(place: Box, form: Form, label: Label, *, beside: bool) -> Box:
    """Return the place of a maze and its marks without the room that its number needs."""
    left, top, right, bottom = place
    if not beside:
        return left, top + label.height, right, bottom
    aside = max(label.width - form.aside / 2, 0.0)
    return left + aside, top, right - aside, bottom


def _layouts(plan: PagePlan, made: Sequence[MadePuzzle], places: Sequence[Box]) -> list[PageLayout]:
    """Return the layout of each maze in its place, where they are alike all with the same cell."""
    side = plan.side
    placed = [(plan.look(one), one, place) for one, place in zip(made, places, strict=True)]
    form = plan.form
    layouts = [_layout(*each, side, form, most=plan.most) for each in placed]
    if not plan.alike:
        return layouts
    cell = min(layout.scale.cell for layout in layouts)
    same = [
        (replace(page, cell=cell, wall=usual_wall(page, cell)), one, place)
        for page, one, place in placed
    ]
    try:
        return [
            layout if layout.scale.cell == cell else _plan(*each, side, form)
            for each, layout in zip(same, layouts, strict=True)
        ]
    except UsageError:  # with these walls one needs more room than it did with its own
        free = [(replace(page, cell=None), one, place) for page, one, place in same]
        cell = min(_plan(*each, side, form).scale.cell for each in free)
        alike = [(replace(page, cell=cell), one, place) for page, one, place in free]
        return [_plan(*each, side, form) for each in alike]


def _layout(
    page: Page,
    made: MadePuzzle,
    place: Box,
    side: float,
    form: TokenForm,
    *,
    most: float = inf,
) -> PageLayout:
    """Return the layout of a maze in its place, its cells ``most`` mm large at the most."""
    check_cells(made.maze, page)
    try:
        layout = _plan(page, made, place, side, form)
        limited = layout.scale.cell > most
        if limited:
            page = replace(page, cell=rounded_down(most))
            layout = _plan(page, made, place, side, form)
        wall = usual_wall(page, layout.scale.cell)
        if wall in (None, layout.scale.wall):
            return layout
        walled = replace(page, wall=wall)
        try:
            return _plan(walled, made, place, side, form)
        except UsageError:  # cells as large as those of others have no room with such walls
            if page.cell is None or not limited:
                raise
            return _plan(replace(walled, cell=None), made, place, side, form)
    except UsageError as error:
        text = _("Maze {number}: {reason}")
        raise UsageError(text.format(number=made.puzzle.number, reason=error)) from None


def _alike(layouts: Sequence[PageLayout], left_out: bool) -> list[PageLayout]:
    """Return layouts whose tokens have letters of one size, as far as their cells have.

    Nothing stands in answers if it is ``left_out``, or if that of one cannot be read.
    """
    known = [(layout.tokens, layout.scale.cell) for layout in layouts if layout.tokens]
    share = min((tokens.sizes.largest / cell for tokens, cell in known), default=0.0)
    left_out = left_out or any(not tokens.is_shown(cell, solved=True) for tokens, cell in known)
    result = list[PageLayout]()
    for layout in layouts:
        tokens = layout.tokens
        if tokens:
            sizes = tokens.sizes.limited(share * layout.scale.cell)
            tokens = replace(tokens, sizes=sizes, left_out=left_out)
        result.append(replace(layout, tokens=tokens))
    return result


def _plan(page: Page, made: MadePuzzle, place: Box, side: float, form: TokenForm) -> PageLayout:
    solved = made.solution is not None
    layout = plan_area(
        made.maze, page, place, solved=solved, side=side, tokens=made.tokens, form=form
    )
    tokens = layout.tokens if made.tokens else None
    if solved and tokens and tokens.why_not(layout.scale.cell, solved=True):
        return plan_area(made.maze, page, place, side=side)  # where the route has their room
    return layout


def usual_wall(page: Page, cell: float) -> float | None:
    """Return how thick walls are: thick enough for print shops, where the cells allow that.

    Walls of a photo are as dark as it is, and leave passages as wide as they are on other pages.
    """
    style = WALL_STYLES[page.walls]
    if page.wall is not None or style.fixed or style.toned:
        return page.wall
    most = style.usual.most * max(1.0, cell / LARGE_CELL_MM)
    usual = style.usual._replace(most=most).wall(cell)
    stout = max(STOUT, STOUTER * style.usual.share) * cell
    return max(usual, min(MIN_LINE_PT * POINT / style.line, stout))


def _draw(made: MadePuzzle, plan: PagePlan, layout: PageLayout, job: Job) -> list[Layer]:
    """Return the layers of a maze, with its route below its walls on a page of answers."""
    style = plan.sheet.answer_style
    answer = plan.kind == "answers"
    page = plan.look(made)
    page = replace(page, colour=PALE) if answer and style == "pale" else page
    layers = maze_layers(made.maze, page, layout, job, signs=plan.page.colour)
    if layout.tokens:
        layers += token_layers(made.maze, plan.page, layout, solved=answer)
    if not answer:
        return layers
    routes = [(maze, route) for maze, route in made.routes if route.solved]
    if not routes and made.puzzle.part is None:
        text = _("Maze {number} has no route: print it without answers.")
        raise MazeError(text.format(number=made.puzzle.number))
    drawn = partial(style_route, style=style, page=page, layout=layout)
    page = made.answered(page)
    lines = [route_layer(maze, route, page, layout, drawn) for maze, route in routes]
    return with_route(layers, _join(lines))


def _join(layers: Iterable[Layer]) -> list[Layer]:
    joined: dict[str, Layer] = {}
    for layer in layers:
        known = joined.setdefault(layer.name, replace(layer, items=(), things=()))
        items, things = known.items + layer.items, known.things + layer.things
        joined[layer.name] = replace(known, items=items, things=things)
    return list(joined.values())


def _scene(
    plan: PagePlan,
    layers: Iterable[Layer],
    layouts: Sequence[PageLayout],
    fields: Mapping[str, str],
) -> Scene:
    kept = tuple(layer for layer in layers if layer.items)
    scale = min((layout.scale for layout in layouts), key=lambda scale: scale.cell)
    title = fill_fields(plan.sheet.title, fields)
    return Scene(
        *plan.paper,
        kept,
        title=clean(title),
        description=_("Page {number}, {cell:g} mm a cell").format(
            number=plan.number, cell=scale.cell
        ),
        cell=scale.cell,
        wall=scale.wall,
        name=plan.name,
    )


def style_route(route: Strokes, style: str, page: Page, layout: PageLayout) -> Strokes:
    """Return a route in one of the styles of ``Sheet.answer_style``."""
    free = layout.passage(page.walls)
    if style == "shading":
        return replace(route, width=_apart(BAND * free, free), colour=PALE)
    broad = 0.0 if layout.tokens else BROAD * free
    route = replace(route, width=_apart(max(route.width, broad), free))
    if style == "dashes":
        return dash_line(route, DASH * route.width, DASH_GAP * route.width)
    if style == "dots":
        dotted = replace(route, width=_apart(min(1.5 * route.width, BAND * free), free))
        return dash_line(dotted, DOT, DOT_GAP * dotted.width)
    return route


def _apart(width: float, free: float) -> float:
    """Return how wide a route is that keeps off the walls beside it, if there is room for that."""
    most = free - 2 * ROUTE_GAP_MM
    return min(width, most) if most >= LEAST_ROUTE - ARC_ERROR_MM else width


def dash_line(line: Strokes, dash: float, gap: float) -> Strokes:
    """Return one line, without arcs, in dashes with gaps between their ends, all in mm.

    They are stretched or shortened a little so that the last one ends where the line does.
    """
    points = flatten(line, ARC_ERROR_MM).points
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(1, round((along[-1] + gap) / (dash + gap)))
    scale = along[-1] / (count * dash + (count - 1) * gap)
    if along[-1] <= 0:
        return line
    begins = np.arange(count) * (dash + gap) * scale
    parts = [_part(points, along, begin, begin + dash * scale) for begin in begins]
    starts: Ids = np.cumsum([0, *map(len, parts)])
    closed = np.zeros(count, np.bool_)
    return replace(line, points=np.concatenate(parts), starts=starts, closed=closed, bulges=None)


def _part(points: Points, along: Points, begin: float, end: float) -> Points:
    """Return the part of a line between two distances from its first point."""
    first, last = np.searchsorted(along, begin, "right"), np.searchsorted(along, end, "left")
    ends = [[np.interp(at, along, points[:, axis]) for axis in (0, 1)] for at in (begin, end)]
    part: Points = np.concatenate([ends[:1], points[first:last], ends[1:]])
    return part
