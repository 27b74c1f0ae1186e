"""A page with puzzles or answers: composed by any worker from a plan that can be pickled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from mazeeditor.drawing.compose import check_cells, maze_layers, route_layer
from mazeeditor.drawing.lettering import clean, lettering_of
from mazeeditor.drawing.marks import Box
from mazeeditor.drawing.page import Page
from mazeeditor.drawing.page_layout import PageLayout, plan_area, usual_wall
from mazeeditor.drawing.scene import Item, Layer, Scene, Strokes, Text
from mazeeditor.drawing.typefaces import ASCENT, DESCENT
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.job import Job
from mazeeditor.lengths import UNITS
from mazeeditor.printing.answer_routes import PALE, styled
from mazeeditor.printing.page_texts import Placed, elements_of, filled, placed
from mazeeditor.printing.puzzles import MadePuzzle, Puzzle
from mazeeditor.printing.sheet import Sheet
from mazeeditor.translation import _

THINNEST = 0.75 * UNITS["pt"]  # mm: print shops take no thinner lines
STOUT = 0.3  # of a cell: thicker walls are not chosen automatically
BETWEEN = 0.05  # of the shorter side of the area: between two mazes
CAPTION = 0.05  # the em above a maze, of the shorter side of its place
CAPTION_SIZES = 2.6, 6.0  # mm: the smallest and the largest
CAPTION_ROOM = 0.3  # em
Kind = Literal["puzzles", "answers"]


@dataclass(frozen=True)
class PagePlan:
    """One page: its paper and what lies between its margins in mm, and what is to be drawn there.

    ``grid`` is how many rows and columns of mazes it has; where ``mirrored``, the columns begin at
    the right, as seen through the paper. ``number`` is printed, ``name`` is that of its file.
    Without a ``cell`` of the page the mazes are as large as possible, all with the same cell.
    Where not ``alike``, each is as large as its place allows. ``front`` is the sheet of the page of
    puzzles to which these are the answers, in their places.
    """

    kind: Kind
    puzzles: tuple[Puzzle, ...]
    grid: tuple[int, int]
    sheet: Sheet
    page: Page
    paper: tuple[float, float]
    box: Box
    number: int
    name: str
    fields: Mapping[str, str] = field(default_factory=dict)
    mirrored: bool = False
    front: Sheet | None = None
    alike: bool = True

    def composed(self, job: Job) -> Scene:
        """Draw the page; raises what ``compose_page`` raises."""
        return compose_page(self, job)


def compose_page(plan: PagePlan, job: Job) -> Scene:
    """Make the mazes of a page and draw it.

    Raises ``UsageError`` where they do not fit, ``MazeError`` where an answer has no route, and
    ``CancelledError``.
    """
    made = [MadePuzzle.of(each, job, solved=plan.kind == "answers") for each in plan.puzzles]
    fields = {**made[0].texts(), **plan.fields}
    page = plan.page
    left, top, right, bottom = plan.box
    side = min(right - left, bottom - top)
    around = placed(elements_of(plan.sheet, fields, side), plan.box, page.colour)
    if plan.front:
        before = placed(elements_of(plan.front, fields, side), plan.box, page.colour)
        around = replace(around if _has_room(around, before) else before, area=before.area)
    places = _places(around.area, plan)
    captions = _captions(plan, made, places)
    inner = [_below(place, words) for place, words in zip(places, captions, strict=True)]
    layouts = _layouts(page, made, inner, alike=plan.alike)
    layers: dict[str, Layer] = {}
    for one, layout in zip(made, layouts, strict=True):
        for layer in _drawn(one, plan, layout, job):
            known = layers.get(layer.name)
            layers[layer.name] = replace(layer, items=(known.items if known else ()) + layer.items)
    texts = [*around.items, *_lines(captions, layouts, page.colour, plan.sheet.text_typeface)]
    layers["title"] = Layer("title", _("Title"), tuple(texts))
    return _scene(plan, layers, layouts, fields)


def _has_room(texts: Placed, before: Placed) -> bool:
    """Whether texts take no more than others did before."""
    return texts.area[1] <= before.area[1] and texts.area[3] >= before.area[3]


def _places(area: Box, plan: PagePlan) -> list[Box]:
    """Return the place of each maze, row by row, with room between them."""
    left, top, right, bottom = area
    rows, columns = plan.grid
    gap = BETWEEN * min(right - left, bottom - top)
    width = (right - left - gap * (columns - 1)) / columns
    height = (bottom - top - gap * (rows - 1)) / rows
    places = []
    for number in range(len(plan.puzzles)):
        row, column = divmod(number, columns)
        column = columns - 1 - column if plan.mirrored else column
        x, y = left + column * (width + gap), top + row * (height + gap)
        places.append((x, y, x + width, y + height))
    return places


def _captions(
    plan: PagePlan, made: Sequence[MadePuzzle], places: Sequence[Box]
) -> list[tuple[str, float]]:
    """Return the line above each maze and its em in mm."""
    chosen = plan.sheet.numbers
    texts = {"none": "", "number": "{number}", "id": _("{number}  ·  {id}  ·  seed {seed}")}
    left, top, right, bottom = places[0]
    low, high = CAPTION_SIZES
    size = min(max(CAPTION * min(right - left, bottom - top), low), high)
    result = []
    for one in made:
        known = one.texts()
        text = texts["id" if chosen == "id" and known["seed"] else chosen]
        if chosen == "id" and not known["seed"]:
            text = "{number}  ·  {id}"
        result.append((filled(text, known), size))
    return result


def _below(place: Box, words: tuple[str, float]) -> Box:
    text, size = words
    left, top, right, bottom = place
    return left, top + _room(text, size), right, bottom


def _room(text: str, size: float) -> float:
    return (ASCENT + DESCENT + CAPTION_ROOM) * size if text else 0.0


def _layouts(
    page: Page, made: Sequence[MadePuzzle], places: Sequence[Box], *, alike: bool
) -> list[PageLayout]:
    """Return the layout of each maze in its place, where ``alike`` all with the same cell."""
    layouts = [_layout(page, one, place) for one, place in zip(made, places, strict=True)]
    if not alike:
        return layouts
    cell = min(layout.scale.cell for layout in layouts)
    same = replace(page, cell=cell, wall=_wall(page, cell))
    return [
        layout if layout.scale.cell == cell else plan_area(one.maze, same, place)
        for one, place, layout in zip(made, places, layouts, strict=True)
    ]


def _layout(page: Page, made: MadePuzzle, place: Box) -> PageLayout:
    check_cells(made.maze, page)
    try:
        layout = plan_area(made.maze, page, place)
        wall = _wall(page, layout.scale.cell)
        if wall in (None, layout.scale.wall):
            return layout
        return plan_area(made.maze, replace(page, wall=wall), place)
    except UsageError as error:
        text = _("Maze {number}: {reason}")
        raise UsageError(text.format(number=made.puzzle.number, reason=error)) from None


def _wall(page: Page, cell: float) -> float | None:
    """Return how thick walls are: thick enough for print shops, where the cells allow that."""
    if page.wall is not None or page.walls == "hairlines":
        return page.wall
    return max(usual_wall(cell), min(THINNEST, STOUT * cell))


def _drawn(made: MadePuzzle, plan: PagePlan, layout: PageLayout, job: Job) -> list[Layer]:
    """Return the layers of a maze, with its route below its walls on a page of answers."""
    style = plan.sheet.answer_style
    answer = plan.kind == "answers"
    page = replace(plan.page, colour=PALE) if answer and style == "pale" else plan.page
    layers = maze_layers(made.maze, page, layout, job)
    if not answer:
        return layers
    if made.solution is None or not made.solution.solved:
        text = _("Maze {number} has no route: print it without answers.")
        raise MazeError(text.format(number=made.puzzle.number))
    route = route_layer(made.maze, made.solution, page, layout)
    (line,) = route.items
    assert isinstance(line, Strokes)
    return [replace(route, items=(styled(line, style, layout),)), *layers]


def _lines(
    captions: Sequence[tuple[str, float]],
    layouts: Sequence[PageLayout],
    colour: str,
    typeface: str,
) -> list[Item]:
    """Return the lines right above the mazes."""
    lines: list[Item] = []
    for (text, size), layout in zip(captions, layouts, strict=True):
        if text:
            extent, cell = layout.extent, layout.scale.cell
            x = layout.x + (extent.left + extent.width / 2) * cell
            y = layout.top - _room(text, size) + ASCENT * size
            lettering = lettering_of(text, typeface)
            lines.append(Text(x, y, size, text, "middle", colour, lettering=lettering))
    return lines


def _scene(
    plan: PagePlan,
    layers: Mapping[str, Layer],
    layouts: Sequence[PageLayout],
    fields: Mapping[str, str],
) -> Scene:
    kept = tuple(layer for layer in layers.values() if layer.items)
    scale = min((layout.scale for layout in layouts), key=lambda scale: scale.cell)
    title = filled(plan.sheet.title, fields)
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
