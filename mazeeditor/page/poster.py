r"""Posters: a page larger than any paper, on several sheets that are glued together.

::

    margin |<-- inner -->|
    +------+-------------+---+        +---+-------------+------+
    |      |          |##|   |        |   |#|           |      |
    |      |    A1    |##|   |        |   |#|    A2     |      |
    |      |          |##|   |        |   |#|           |      |
    +------+----------|--+---+        +---|-+-----------+------+
                       overlap            cut here, glue over the ## of A1

Each sheet shows ``overlap`` mm more than its share at its right and lower side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.page.curves import flatten, onward
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import poster_grid, poster_size
from mazeeditor.page.paper import paper_sizes
from mazeeditor.page.scene import (
    Anchor,
    Box,
    Ids,
    Ink,
    Item,
    Layer,
    LongStrokes,
    Numbers,
    Picture,
    Points,
    Polygons,
    Scene,
    Strokes,
    Text,
)
from mazeeditor.page.text.lettering import clean, fit_text, lettering_of
from mazeeditor.page.text.placed_text import left_of, parts_of

MARK = 4.0  # mm: how long the marks to cut at are
LINE_MM = 0.1  # mm: how thick they are
SEAM = 0.3  # mm: the lines between the sheets of the plan
NAME = 3.0  # mm: the em of the name of a sheet in its margin
PLAN_NAME = 0.2  # of a sheet in the plan: the em of its name
HEAD, TEXT = 7.0, 3.6  # mm: the em of the title of the division, and of its instructions
INK = "#404040"
SEAM_COLOUR = "#5b93cf"


@dataclass(frozen=True)
class PosterSheet:
    """A sheet of a poster by its row and column; ``box`` is what it shows, in mm of the poster."""

    row: int
    column: int
    box: Box

    @property
    def name(self) -> str:
        """The name of the sheet: a letter for its row, a number for its column."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


@dataclass(frozen=True)
class Division:
    """The sheets of a poster; sizes in mm."""

    paper: tuple[float, float]
    margin: float
    overlap: float
    grid: tuple[int, int]  # columns and rows

    @classmethod
    def of(cls, page: Page, scene: Scene) -> Division | None:
        """Return how a page is cut into sheets, None where it is no poster."""
        grid = poster_grid(page)
        if grid == (1, 1):
            return None
        sizes = paper_sizes(page.page, page.orientation)
        paper = next(
            size
            for size in sizes
            if np.allclose(poster_size(page, size), (scene.width, scene.height))
        )
        return cls(paper, page.margin, page.overlap, grid)

    @property
    def inner(self) -> tuple[float, float]:
        """What a sheet shows: its width and height between the margins."""
        return self.paper[0] - 2 * self.margin, self.paper[1] - 2 * self.margin

    def sheets(self) -> Iterator[PosterSheet]:
        width, height = self.inner
        for row in range(self.grid[1]):
            for column in range(self.grid[0]):
                left = self.margin + column * (width - self.overlap)
                top = self.margin + row * (height - self.overlap)
                yield PosterSheet(row, column, (left, top, left + width, top + height))


def sheets_of(scenes: list[Scene], page: Page, job: Job) -> list[Scene]:
    """Return the pages as they are printed: those of a poster as a plan and its sheets.

    Further pages, as that of the solution, become as small as one sheet. Raises
    ``CancelledError``.
    """
    division = Division.of(page, scenes[0])
    if division is None:
        return scenes
    poster, *others = scenes
    straight, sheets = without_arcs(poster), []
    for sheet in division.sheets():
        job.check()
        sheets.append(_sheet(straight, sheet, division))
    small = [_reduce(scene, division, (0.0, 0.0, *division.paper)) for scene in others]
    return [_plan(poster, division), *sheets, *small]


def with_seams(scenes: list[Scene], page: Page) -> list[Scene]:
    """Return the pages for the screen: a poster whole, with the edges of its sheets."""
    division = Division.of(page, scenes[0])
    if division is None:
        return scenes
    layers = (*scenes[0].layers, Layer("plan", _("Plan of the sheets"), (_seams(division),)))
    return [replace(scenes[0], layers=layers), *scenes[1:]]


def _sheet(poster: Scene, sheet: PosterSheet, division: Division) -> Scene:
    """Return one sheet with its part of the poster, its name, and the marks to cut it at."""
    x, y = division.margin - sheet.box[0], division.margin - sheet.box[1]
    parts = [  # each layer stays one: pictures in black and white screen some of them
        replace(
            layer, items=tuple(move_item(part, x, y) for part in clip_items(layer.items, sheet.box))
        )
        for layer in poster.layers
    ]
    marks = (*_marks(sheet, division), _name(poster, sheet, division))
    layers = (
        *parts,
        Layer("sheet", _("Marks of the sheet"), tuple(mark for mark in marks if mark)),
    )
    kept = tuple(layer for layer in layers if layer.items)
    width, height = division.paper
    return replace(poster, width=width, height=height, layers=kept, name=sheet.name)


def _marks(sheet: PosterSheet, division: Division) -> list[Item]:
    """Return the marks where a sheet is cut, and where the next ones are glued on."""
    (left, top), (width, height) = (division.margin, division.margin), division.inner
    right, bottom = left + width, top + height
    columns, rows = division.grid
    xs = [left] * (sheet.column > 0) + [right - division.overlap] * (sheet.column < columns - 1)
    ys = [top] * (sheet.row > 0) + [bottom - division.overlap] * (sheet.row < rows - 1)
    long = min(MARK, division.margin - 1)
    upright = [[(x, y), (x, y + sign * long)] for x in xs for y, sign in ((top, -1), (bottom, 1))]
    level = [[(x, y), (x + sign * long, y)] for y in ys for x, sign in ((left, -1), (right, 1))]
    return [_lines(upright + level, LINE_MM)] if upright or level else []


def _lines(lines: list[list[tuple[float, float]]], width: float, colour: str = INK) -> Strokes:
    points: Points = np.array(lines, np.float64).reshape(-1, 2)
    open_ = np.zeros(len(lines), np.bool_)
    return Strokes(points, np.arange(len(lines) + 1) * 2, open_, width, colour)


def _name(poster: Scene, sheet: PosterSheet, division: Division) -> Text:
    """Return the name of a sheet in the middle of its lower margin."""
    size = min(NAME, division.margin - 2)
    y = division.paper[1] - division.margin / 2 + CAPITAL * size / 2
    text = f"{sheet.name}  ·  {clean(poster.title)}" if clean(poster.title) else sheet.name
    block = fit_text(text, division.inner[0] / 2, size, lettering_of(text, ""), 1)
    line = block.lines[0]
    x = division.paper[0] / 2
    return Text(x, y, block.size, line, "middle", INK, lettering=block.lettering)


def _reduce(scene: Scene, division: Division, box: Box) -> Scene:
    """Return a page as large as fits a box of one sheet, in the middle of it."""
    width, height = box[2] - box[0], box[3] - box[1]
    factor = min(width / scene.width, height / scene.height)
    x = box[0] + (width - factor * scene.width) / 2
    y = box[1] + (height - factor * scene.height) / 2
    layers = tuple(
        replace(
            layer, items=tuple(move_item(scale_item(item, factor), x, y) for item in layer.items)
        )
        for layer in scene.layers
    )
    scene = replace(scene, cell=scene.cell * factor, wall=scene.wall * factor)
    return replace(scene, layers=layers, width=division.paper[0], height=division.paper[1])


def _plan(poster: Scene, division: Division) -> Scene:
    """Return the page that shows how the sheets belong together."""
    texts, below = _texts(poster, division)
    left, right = division.margin, division.paper[0] - division.margin
    box = (left, below, right, division.paper[1] - division.margin)
    scene = _reduce(poster, division, box)
    factor = scene.cell / poster.cell
    x = (left + right - factor * poster.width) / 2
    y = below + (box[3] - below - factor * poster.height) / 2
    seams = move_item(scale_item(_seams(division), factor), x, y)
    names = [move_item(item, x, y) for item in _names(division, factor)]
    layers = [*scene.layers, Layer("plan", _("Plan of the sheets"), (*texts, seams, *names))]
    return replace(scene, layers=tuple(layers))


def _texts(poster: Scene, division: Division) -> tuple[list[Item], float]:
    """Return the title of the plan and what to do, and how far down these reach, in mm."""
    columns, rows = division.grid
    title = _("How the sheets go together")
    about = _(
        "{count} sheets, {columns} across and {rows} down, make a poster of {width:.0f} × "
        "{height:.0f} mm. Cut each sheet at the marks of its left and upper side, and glue it over "
        "the strip of {overlap:g} mm at the side of the sheet before."
    ).format(
        count=columns * rows,
        columns=columns,
        rows=rows,
        width=poster.width - 2 * division.margin,
        height=poster.height - 2 * division.margin,
        overlap=division.overlap,
    )
    items: list[Item] = []
    top = division.margin
    middle: Anchor = "middle"
    for text, size, most in ((title, HEAD, 2), (about, TEXT, 6)):
        block = fit_text(text, division.inner[0], size, lettering_of(text, ""), most)
        for line, y in zip(block.lines, block.baselines(top), strict=True):
            x = division.paper[0] / 2
            items.append(Text(x, y, block.size, line, middle, "black", lettering=block.lettering))
        top += block.height + block.size / 2
    return items, top


def _seams(division: Division) -> Strokes:
    """Return the edges of all sheets, in mm of the poster."""
    rings = []
    for sheet in division.sheets():
        left, top, right, bottom = sheet.box
        rings += [[(left, top), (right, top)], [(right, top), (right, bottom)]]
        rings += [[(right, bottom), (left, bottom)], [(left, bottom), (left, top)]]
    return _lines(rings, SEAM * max(division.grid), SEAM_COLOUR)


def _names(division: Division, factor: float) -> list[Item]:
    """Return the name of each sheet in its middle, on white, in mm of the division."""
    items: list[Item] = []
    size = PLAN_NAME * factor * min(division.inner)
    for sheet in division.sheets():
        x = factor * (sheet.box[0] + sheet.box[2]) / 2
        y = factor * (sheet.box[1] + sheet.box[3]) / 2
        wide, high = 0.9 * size, 0.6 * size
        corners: Points = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)])
        items.append(Polygons(corners + np.array([x, y]), np.array([0, 4]), "white"))
        items.append(Text(x, y + CAPITAL * size / 2, size, sheet.name, "middle", INK))
    return items


ARC_ERROR_MM = 0.002  # mm: the largest distance of an arc from the lines that stand for it
TALL = 1.5  # em: no glyph reaches farther above or below its line


def without_arcs(scene: Scene) -> Scene:
    """Return a page whose arcs are straight lines, as ``clip_items`` needs it."""

    def straight(item: Item) -> Item:
        if isinstance(item, LongStrokes):
            return item.whole()
        return flatten(item, ARC_ERROR_MM) if isinstance(item, Strokes | Polygons) else item

    layers = [replace(layer, items=tuple(map(straight, layer.items))) for layer in scene.layers]
    return replace(scene, layers=tuple(layers))


def clip_items(items: Iterable[Item], box: Box) -> list[Item]:
    """Return what of items without arcs lies within ``box``: left, top, right and bottom, in mm.

    Texts that are cut become outlines. Lines are cut where their middle leaves the box by
    half their width, so their ink goes beyond it by as much as that.
    """
    return [part for item in items for part in _clip(item, box)]


def move_item(item: Item, x: float, y: float) -> Ink | Picture:
    """Return an item ``x`` mm farther right and ``y`` mm farther down."""
    if isinstance(item, LongStrokes):
        item = item.whole()
    if isinstance(item, Strokes | Polygons):
        return replace(item, points=item.points + np.array([x, y]))
    return replace(item, x=item.x + x, y=item.y + y)


def scale_item(item: Item, factor: float) -> Item:
    """Return an item as many times as large, its place too."""
    if isinstance(item, LongStrokes):
        item = item.whole()
    if isinstance(item, Strokes):
        return replace(item, points=item.points * factor, width=item.width * factor)
    if isinstance(item, Polygons):
        return replace(item, points=item.points * factor, thinnest=item.thinnest * factor)
    item = replace(item, x=item.x * factor, y=item.y * factor)
    if isinstance(item, Text):
        return replace(item, size=item.size * factor, outline=item.outline * factor)
    return replace(item, width=item.width * factor, height=item.height * factor)


def _clip(item: Item, box: Box) -> Iterator[Item]:
    if isinstance(item, LongStrokes):
        item = item.whole()
    inside = _inside(_bounds(item), box)
    if inside == "all":
        yield item
    elif inside == "part":
        if isinstance(item, Strokes):
            yield from _clipped_strokes(item, box)
        elif isinstance(item, Polygons):
            yield from _clipped_polygons(item, box)
        elif isinstance(item, Picture):
            yield _clipped_picture(item, box)
        else:
            for part in parts_of(item):
                yield from _clip(part, box)


def _bounds(item: Ink | Picture) -> Box:
    """Return a box around all of an item, but for half the width of its lines."""
    if isinstance(item, Text):
        left, reach = left_of(item), TALL * item.size
        width = width_of(item.text, item.lettering) * item.size
        return left - reach, item.y - reach, left + width + reach, item.y + reach
    if isinstance(item, Picture):
        return item.x, item.y, item.x + item.width, item.y + item.height
    if not len(item.points):
        return np.inf, np.inf, -np.inf, -np.inf
    (left, top), (right, bottom) = item.points.min(axis=0), item.points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _inside(bounds: Box, box: Box) -> str:
    """Return how much of something lies within a box: ``all``, ``part`` or ``none``."""
    left, top, right, bottom = bounds
    if left >= box[0] and top >= box[1] and right <= box[2] and bottom <= box[3]:
        return "all"
    apart = left > box[2] or top > box[3] or right < box[0] or bottom < box[1]
    return "none" if apart else "part"


def _clipped_strokes(item: Strokes, box: Box) -> Iterator[Strokes]:
    """Yield the parts of straight strokes within a box, none where there are none."""
    reach = item.width / 2
    low, high = np.array(box[:2]) - reach, np.array(box[2:]) + reach
    after = onward(item.starts, item.closed)
    first = np.flatnonzero(after >= 0)
    second = after[first]
    begin, end = item.points[first], item.points[second]
    enters, leaves = _shares(begin, end, low, high)
    kept = np.flatnonzero(enters <= leaves)
    if not len(kept):
        return
    along = (end - begin)[kept]
    begins = begin[kept] + along * enters[kept, None]
    ends = begin[kept] + along * leaves[kept, None]
    goes_on = (first[kept][1:] == second[kept][:-1]) & (leaves[kept][:-1] == 1)
    goes_on &= enters[kept][1:] == 0
    firsts = np.concatenate([[0], np.flatnonzero(~goes_on) + 1, [len(kept)]])
    runs = [np.vstack([begins[here], ends[here:until]]) for here, until in pairwise(firsts)]
    starts = np.cumsum([0, *map(len, runs)])
    open_ = np.zeros(len(runs), np.bool_)
    yield replace(item, points=np.concatenate(runs), starts=starts, closed=open_)


def _shares(begin: Points, end: Points, low: Points, high: Points) -> tuple[Numbers, Numbers]:
    """Return where lines enter and leave a box, from 0 to 1; they miss it where that is reversed.

    Liang and Barsky, A new concept and method for line clipping, 1984.
    """
    along = end - begin
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low, to_high = (low - begin) / along, (high - begin) / along
    level = along == 0
    outside = level & ((begin < low) | (begin > high))
    enters = np.where(level, 0.0, np.minimum(to_low, to_high))
    leaves = np.where(level, 1.0, np.maximum(to_low, to_high))
    enters = np.clip(enters.max(axis=1), 0.0, None)
    leaves = np.clip(leaves.min(axis=1), None, 1.0)
    return enters, np.where(outside.any(axis=1), -1.0, leaves)


def _clipped_polygons(item: Polygons, box: Box) -> Iterator[Polygons]:
    """Yield the areas within a box, none where there are none.

    Sutherland and Hodgman, Reentrant polygon clipping, 1974: the lines that areas get along the
    box enclose nothing, so the rules of holes stay true.
    """
    points, starts = item.points, item.starts
    for axis in (0, 1):
        for sign, edge in ((1.0, box[axis]), (-1.0, box[axis + 2])):
            points, starts = _half(points, starts, sign * (points[:, axis] - edge))
    if len(points):
        yield replace(item, points=points, starts=starts)


def _half(points: Points, starts: Ids, height: Numbers) -> tuple[Points, Ids]:
    """Return the parts of rings where ``height``, which is linear, is not negative."""
    if not len(points):
        return points, starts
    after = onward(starts, np.ones(len(starts) - 1, np.bool_))
    stays = height >= 0
    crosses = stays != stays[after]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(crosses, height / (height - height[after]), 0.0)
    between = points + (points[after] - points) * share[:, None]
    both = np.stack([points, between], axis=1)
    taken: NDArray[np.bool_] = np.stack([stays, crosses], axis=1)
    counts = np.add.reduceat(taken.sum(axis=1), starts[:-1])
    return both[taken], np.concatenate([[0], np.cumsum(counts[counts > 0])])


def _clipped_picture(item: Picture, box: Box) -> Picture:
    """Return the part of a picture within a box, whole pixels of it."""
    from PIL import Image

    with Image.open(BytesIO(item.data)) as image:
        scale = np.array([image.width / item.width, image.height / item.height])
        corner = np.array([item.x, item.y])
        low = np.floor(np.maximum((np.array(box[:2]) - corner) * scale, 0)).astype(int)
        high = np.ceil(np.minimum((np.array(box[2:]) - corner) * scale, image.size)).astype(int)
        high = np.maximum(high, low + 1)
        data = BytesIO()
        image.crop((*low.tolist(), *high.tolist())).save(data, "png")
    x, y = (corner + low / scale).tolist()
    width, height = ((high - low) / scale).tolist()
    return Picture(x, y, width, height, "png", data.getvalue(), item.grey)
