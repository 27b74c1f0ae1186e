"""PDF: the plan at scale with a grid in metres, details with numbered stakes, and lists.

::

    Upper field, plan 1:2,000             The grid is that of the base, in metres from A along it
    +---------------------------+         and to its right. Where the scale leaves no room for
    |  0   20   40   60   80    |         the numbers of stakes, frames on the plan show what each
    |  A----+----------+---B    |         page of details holds. After these come the stakes with
    |  |    |   .--.   |   |    |         their tapes, and the plants to cut, row by row, where the
    +---------------------------+         spacings of a sown field are given.
    |---20---40 m           N ->|
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Label, Unset, Written
from mazeeditor.core.svg import Cap
from mazeeditor.core.translation import _, count
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.ground.area import sides_of
from mazeeditor.page.field import field_format
from mazeeditor.page.field.stakes_csv import stake_names
from mazeeditor.page.field.survey import USUAL_PLANTS, PlantSpacing, SownRow, Survey
from mazeeditor.page.formats.pdf import pdf
from mazeeditor.page.paper import AUTOMATIC, FIT, SIZES, paper_sizes, read_paper
from mazeeditor.page.scene import Anchor, Item, Layer, Polygons, Scene, Strokes, Text

SCALES = (
    *(10, 20, 25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 600, 750, 1000, 1250, 1500),
    *(2000, 2500, 3000, 4000, 5000, 7500, 10_000, 20_000, 50_000, 100_000),
)
STEPS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0)  # m
MARGIN, HEAD, FOOT = 12.0, 12.0, 14.0  # mm
GRID = 15.0  # mm between lines of the grid at the least
NUMBERED = 8.0  # mm that a cell must have where stakes are numbered
MOST_DETAILS = 200  # pages
TEXT, SMALL, STAKE = 3.2, 2.3, 1.8  # mm
LINE = 3.6  # mm from line to line of a list
PART = 19.0  # mm that two numbers of plants take
BLACK, GREY, PALE = "#000000", "#707070", "#c4c4c4"
HEDGE, PALE_HEDGE, FRAME = "#3c7a46", "#a9cfae", "#b04030"
Box = NDArray[np.float64]  # left, top, right, bottom in metres along rows and down columns


@dataclass(frozen=True)
class Sheet:
    """A page: its size in mm, its scale, and the place in metres in the middle of the drawing."""

    width: float
    height: float
    scale: int
    middle: tuple[float, float]

    @property
    def room(self) -> Points:
        """float64[2]: how wide and high the drawing may be, in mm."""
        return _room(self.width, self.height)

    @property
    def box(self) -> Box:
        half = self.room / 2 * self.scale / 1000
        return np.concatenate([np.array(self.middle) - half, np.array(self.middle) + half])

    def mm(self, metres: Points) -> Points:
        """Return places on the page."""
        centre = np.array([self.width / 2, MARGIN + HEAD + self.room[1] / 2])
        return centre + (metres - np.array(self.middle)) * 1000 / self.scale


def _room(width: float, height: float) -> Points:
    return np.array([width - 2 * MARGIN, height - 2 * MARGIN - HEAD - FOOT])


def _read_page(text: str) -> str:
    page = read_paper(text)
    if page == FIT:
        raise UsageError(_("A plan needs paper of a size, such as A3 or 900x600mm."))
    return page


class Options(NamedTuple):
    """The options of the format."""

    page: str
    scale: int | None
    lists: bool
    row_spacing: float | None
    plant_spacing: float


def contents(survey: Survey, job: Job, **options: Any) -> str:
    """Return the scale and how many pages there are of each kind."""
    chosen = Options(**options)
    kinds = [kind for kind, _scene in _pages(survey, chosen, job)]
    lists = kinds.count("stakes"), kinds.count("rows")
    parts = [
        (kinds.count("details"), _("detail"), _("details")),
        (lists[0], _("page with stakes"), _("pages with stakes")),
        (lists[1], _("page with plants to cut"), _("pages with plants to cut")),
    ]
    stakes = count(len(survey.stakes.kinds), "stake", "stakes")
    hedges = count(len(survey.hedges), "straight hedge", "straight hedges")
    text = _("{pages} of {page}: the plan at 1:{scale:,}{further}.")
    return f"{stakes}, {hedges}.\n" + text.format(
        pages=count(len(kinds), "page", "pages"),
        page=chosen.page,
        scale=_overview(survey, chosen.page, chosen.scale).scale,
        further="".join(f", {count(*part)}" for part in parts if part[0]),
    )


def _pages(survey: Survey, options: Options, job: Job) -> Iterator[tuple[str, Scene]]:
    """Yield all pages, each with its kind; raises ``UsageError``, ``CancelledError``."""
    sheet = _overview(survey, options.page, options.scale)
    numbered = _cell_mm(survey, sheet) >= NUMBERED
    details = [] if numbered or not options.lists else _details(survey, sheet)
    yield "plan", _draw(survey, sheet, numbered=numbered, frames=details)
    for name, each in details:
        job.check()
        yield "details", _draw(survey, each, numbered=True, name=name)
    if options.lists:
        for scene in _list(sheet, _("Stakes"), _stake_lines(survey), 78.0):
            yield "stakes", scene
    if options.row_spacing is not None:
        rows = survey.sown(options.row_spacing, options.plant_spacing)
        for scene in _list(sheet, _("Plants to cut"), _row_lines(rows, sheet.width), 0.0):
            yield "rows", scene


@field_format("plan", _("Plan"), suffix=".pdf", order=1, contents=contents)
def plan(
    survey: Survey,
    job: Job,
    *,
    page: Annotated[
        str,
        Label(_("Paper")),
        Written(_read_page, tuple(SIZES)),
        _("paper size, such as A3 or 900x600mm"),
    ] = "A4",
    scale: Annotated[
        int | None,
        Between(1, SCALES[-1]),
        Unset(_("as fits")),
        _(
            "scale of the plan: 500 means 1:500; by default the largest for which the paper "
            "has room"
        ),
    ] = None,
    lists: Annotated[bool, _("add pages with numbered stakes and lists of these")] = True,
    row_spacing: Annotated[
        float | None,
        Label(_("Between rows")),
        Between(0.05, 10, "m"),
        Unset(_("not sown")),
        _("distance from one sown row to the next"),
    ] = None,
    plant_spacing: PlantSpacing = USUAL_PLANTS,
) -> bytes:
    """Plan at scale with a grid in metres, stakes with tapes, and rows of plants."""
    options = Options(page, scale, lists, row_spacing, plant_spacing)
    return bytes(pdf([scene for _kind, scene in _pages(survey, options, job)], job))


# Scales and pages


def _cell_mm(survey: Survey, sheet: Sheet) -> float:
    return survey.ground.cell * 1000 / sheet.scale


def _bounds(survey: Survey) -> tuple[Points, Points]:
    outer = survey.ground.rings[0]
    return outer.min(axis=0), outer.max(axis=0)


def _overview(survey: Survey, page: str, scale: int | None) -> Sheet:
    """Return the page of the plan; raises ``UsageError`` where a scale leaves no room."""
    low, high = _bounds(survey)
    middle = tuple(((low + high) / 2).tolist())
    fitting = []
    for width, height in paper_sizes(page, AUTOMATIC):
        room = _room(width, height)
        if room.min() > 20:
            least = float(((high - low) * 1000 / (room - 8)).max())  # 8 mm for labels
            fitting.append((least, width, height))
    if not fitting:
        raise UsageError(_("A plan needs paper of 80 mm at least."))
    least, width, height = min(fitting)
    fits = next((known for known in SCALES if known >= least), 0)
    if scale is None:
        scale = fits
    if not scale or scale < least:
        text = _("At 1:{scale:,} the field needs more room than {page}: choose 1:{fits:,} or so.")
        raise UsageError(text.format(scale=scale, page=page, fits=fits))
    return Sheet(width, height, scale, (middle[0], middle[1]))


def _details(survey: Survey, sheet: Sheet) -> list[tuple[str, Sheet]]:
    """Return pages on which stakes have room for their numbers, named by row and column."""
    cell = survey.ground.cell * 1000
    scale = next((s for s in reversed(SCALES) if cell / s >= NUMBERED), int(cell / NUMBERED) or 1)
    size = _room(sheet.width, sheet.height) * scale / 1000 * 0.94  # they overlap
    places = survey.metres(survey.stakes.places)
    low, high = places.min(axis=0), places.max(axis=0)
    across, down = (max(1, ceil(number)) for number in ((high - low) / size).tolist())
    if across * down > MOST_DETAILS:
        text = _(
            "The stakes would need {pages:,} pages of details, {most} at most: choose "
            "larger paper, or the plan alone, and the list as CSV."
        )
        raise UsageError(text.format(pages=across * down, most=MOST_DETAILS))
    start = (low + high) / 2 - np.array([across - 1, down - 1]) * size / 2
    result = []
    for row in range(down):
        for column in range(across):
            middle = start + np.array([column, row]) * size
            if (np.abs(places - middle) <= size / 2 + 1e-6).all(axis=1).any():
                x, y = middle.tolist()
                each = Sheet(sheet.width, sheet.height, scale, (x, y))
                result.append((f"{chr(65 + row % 26)}{column + 1}", each))
    return result


# A page with a drawing


def _draw(
    survey: Survey,
    sheet: Sheet,
    *,
    numbered: bool,
    name: str = "",
    frames: Sequence[tuple[str, Sheet]] = (),
) -> Scene:
    ground = survey.ground
    title = _("{field}, plan 1:{scale:,}").format(field=ground.name, scale=sheet.scale)
    if name:
        title = _("{field}, detail {name}, 1:{scale:,}").format(
            field=ground.name, name=name, scale=sheet.scale
        )
    about = _("paths {path:g} m, hedges {hedge:g} m; grid in metres from A along A–B, right of it")
    half = ground.hedge / 2 * np.array([1, 1, -1, -1])  # their ends reach farther
    hedges = _clip(survey.metres(survey.hedges), sheet.box + half)
    colour = PALE_HEDGE if numbered else HEDGE
    outline = _clip(sides_of(ground.rings), sheet.box)
    layers = (
        Layer("grid", _("Grid"), tuple(_grid(survey, sheet))),
        Layer(
            "hedges",
            _("Hedges"),
            (_lines(sheet.mm(hedges), ground.hedge * 1000 / sheet.scale, colour, square=True),),
        ),
        Layer("outline", _("Outline"), (_lines(sheet.mm(outline), 0.35, BLACK),)),
        Layer("stakes", _("Stakes"), tuple(_stakes(survey, sheet, numbered=numbered))),
        Layer("frames", _("Details"), tuple(_frames(sheet, frames))),
        Layer(
            "title",
            _("Title"),
            (
                Text(MARGIN, MARGIN + 4, 4.6, title, "start", BLACK),
                Text(
                    MARGIN,
                    MARGIN + 9,
                    SMALL + 0.3,
                    about.format(path=ground.path, hedge=ground.hedge),
                    "start",
                    GREY,
                ),
                *_foot(survey, sheet),
            ),
        ),
    )
    return Scene(
        sheet.width,
        sheet.height,
        tuple(layer for layer in layers if layer.items),
        title=title,
        description=title,
        cell=_cell_mm(survey, sheet),
        wall=ground.hedge * 1000 / sheet.scale,
        name=name,
    )


def _lines(ends: Points, width: float, colour: str, *, square: bool = False) -> Strokes:
    """Return lines with ends float64[k, 2, 2] in mm."""
    starts = np.arange(0, 2 * len(ends) + 1, 2, dtype=np.int64)
    closed = np.zeros(len(ends), np.bool_)
    cap: Cap = "square" if square else "butt"
    return Strokes(ends.reshape(-1, 2), starts, closed, width, colour, cap)


def _clip(ends: Points, box: Box) -> Points:
    """Return what of lines float64[k, 2, 2] lies in a box (Liang and Barsky 1984)."""
    start, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    first, last = np.zeros(len(ends)), np.ones(len(ends))
    for axis in (0, 1):
        for limit, sign in ((box[axis], -1.0), (box[axis + 2], 1.0)):
            step, room = sign * along[:, axis], sign * (limit - start[:, axis])
            with np.errstate(divide="ignore", invalid="ignore"):
                share = room / step
            first = np.where(step < 0, np.maximum(first, share), first)
            last = np.where(step > 0, np.minimum(last, share), last)
            last = np.where((step == 0) & (room < 0), -1.0, last)
    kept = first < last
    shares = np.stack([first[kept], last[kept]], axis=-1)
    return start[kept, None] + shares[:, :, None] * along[kept, None]


def _step(scale: int) -> float:
    """Return how many metres apart the lines of the grid are."""
    return next((step for step in STEPS if step * 1000 / scale >= GRID), STEPS[-1])


def _grid(survey: Survey, sheet: Sheet) -> Iterator[Item]:
    """Yield the lines of the grid, and their numbers at the top and at the left."""
    step, box = _step(sheet.scale), sheet.box
    zero = survey.metres(survey.stakes.places[survey.stakes.base[0]])
    level = _base_is_level(survey)
    ends, texts = [], []
    for axis in (0, 1):
        first, last = ceil((box[axis] - zero[axis]) / step), (box[axis + 2] - zero[axis]) / step
        for number in range(first, int(np.floor(last)) + 1):
            at = zero[axis] + number * step
            low, high = [at, at], [at, at]
            low[1 - axis], high[1 - axis] = box[1 - axis], box[3 - axis]
            ends.append((low, high))
            x, y = sheet.mm(np.array(low)).tolist()
            sign = -1 if axis == 0 and not level else 1  # right of a base that leads down
            label = f"{sign * number * step:g}"
            texts.append(
                Text(x + 0.6, y + (2.4 if axis == 0 else -0.6), SMALL, label, "start", GREY)
            )
    corners = box[[0, 1, 2, 1, 2, 3, 0, 3]].reshape(4, 2)
    frame = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
    yield _lines(sheet.mm(np.array(ends)), 0.1, PALE)
    yield _lines(sheet.mm(frame), 0.15, GREY)
    yield from texts


def _base_is_level(survey: Survey) -> bool:
    start, stop = survey.stakes.places[list(survey.stakes.base)]
    return bool(start[1] == stop[1])


def _stakes(survey: Survey, sheet: Sheet, *, numbered: bool) -> Iterator[Item]:
    """Yield the stakes on the page, or A and B alone, and the openings."""
    stakes, box, names = survey.stakes, sheet.box, stake_names(survey)
    shown = [*range(len(names))] if numbered else [*stakes.base]
    metres = survey.metres(stakes.places)
    within = np.all((metres >= box[:2]) & (metres <= box[2:]), axis=1)
    seen = {*np.flatnonzero(within).tolist()}
    shown = [index for index in shown if index in seen]
    if shown:
        half = 0.45 if numbered else 1.0
        places = sheet.mm(metres[shown])
        corners = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]]) * half
        points = (places[:, None] + corners).reshape(-1, 2)
        yield Polygons(points, np.arange(0, len(points) + 1, 4, dtype=np.int64), BLACK)
        for index, (x, y) in zip(shown, places.tolist(), strict=True):
            large = index in stakes.base
            size = TEXT + 1 if large else STAKE
            yield Text(x + 0.8, y - 0.6, size, names[index], "start", BLACK)
    for opening in survey.openings:
        place = survey.metres(opening.place)
        if ((place >= box[:2]) & (place <= box[2:])).all():
            x, y = sheet.mm(place).tolist()
            out = opening.out or (0.0, 0.0)
            text = _("Entrance") if opening.enters else _("Exit")
            anchor: Anchor = "middle" if not out[0] else "start" if out[0] > 0 else "end"
            x, y = x + out[0] * 2, y + out[1] * 4 + 1.0
            yield Text(x, y, TEXT, text, anchor, BLACK)


def _frames(sheet: Sheet, frames: Sequence[tuple[str, Sheet]]) -> Iterator[Item]:
    """Yield where the details lie, with their names."""
    for name, each in frames:
        half = (each.box[2:] - each.box[:2]) * 0.47
        middle = np.array(each.middle)
        corners = middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        ends = _clip(np.stack([corners, np.roll(corners, -1, axis=0)], axis=1), sheet.box)
        yield _lines(sheet.mm(ends), 0.2, FRAME)
        x, y = sheet.mm(middle).tolist()
        if bool(np.all((middle > sheet.box[:2]) & (middle < sheet.box[2:]))):
            yield Text(x, y + 1.5, 4.4, name, "middle", FRAME)


def _foot(survey: Survey, sheet: Sheet) -> Iterator[Item]:
    """Yield the bar of the scale, an arrow to the north, and where the field lies."""
    top = sheet.height - MARGIN - FOOT + 5
    step = _step(sheet.scale)
    length = step * 1000 / sheet.scale
    for number in range(3):
        left = MARGIN + number * length
        ring = [(left, top), (left + length, top), (left + length, top + 1.5), (left, top + 1.5)]
        area = np.array([ring[0], ring[1], ring[2], ring[3]])
        if number % 2 == 0:
            yield Polygons(area, np.array([0, 4], np.int64), BLACK)
        yield _lines(np.stack([area, np.roll(area, -1, axis=0)], axis=1), 0.15, BLACK)
    for number in range(4):
        label = f"{number * step:g}" + (" m" if number == 3 else "")
        yield Text(MARGIN + number * length, top + 4.4, SMALL, label, "middle", BLACK)
    ground = survey.ground
    angle = np.radians(ground.bearing)
    north = np.array([np.cos(angle), -np.sin(angle)])  # as the rows lead to the right
    middle = np.array([sheet.width - MARGIN - 7, top + 2.5])
    side = np.array([-north[1], north[0]])
    head = [middle + north * 5, middle - north * 4 + side * 2, middle - north * 4 - side * 2]
    yield Polygons(np.array(head), np.array([0, 3], np.int64), BLACK)
    x, y = (middle + north * 7).tolist()
    yield Text(x, y + 1.1, TEXT, _("N"), "middle", BLACK)
    longitude, latitude = ground.plane.longitude, ground.plane.latitude
    about = _("rows lead to {bearing:.2f}°; middle at {latitude:.6f}, {longitude:.6f} (WGS 84)")
    text = about.format(bearing=ground.bearing, latitude=latitude, longitude=longitude)
    yield Text(sheet.width - MARGIN - 18, top + 4.4, SMALL, text, "end", GREY)


# Lists


def _stake_lines(survey: Survey) -> Iterator[tuple[str, ...]]:
    yield _("Stake"), _("along"), _("right"), _("from A"), _("from B")
    stakes = survey.stakes
    numbers = np.concatenate([survey.measured(stakes.places), stakes.tapes], axis=1)
    for name, row in zip(stake_names(survey), numbers.tolist(), strict=True):
        yield (name, *(f"{number + 0.0:.2f}" for number in row))


def _row_lines(rows: list[SownRow], width: float) -> Iterator[tuple[str, ...]]:
    yield _("Row"), _("plants"), _("cut, from the first plant of the row on")
    most = max(1, int((width - 2 * MARGIN - 28) / PART))
    for row in rows:
        parts = [f"{start}–{stop}" for start, stop in row.cut.tolist()]
        for first in range(0, max(len(parts), 1), most):
            head = ("", "") if first else (str(row.number), str(row.plants))
            yield (*head, ",  ".join(parts[first : first + most]))


def _list(
    sheet: Sheet, title: str, lines: Iterator[tuple[str, ...]], column: float
) -> Iterator[Scene]:
    """Yield pages with a list, its first line at the head of each column, ``column`` mm wide."""
    head, *rest = lines
    across = max(1, int((sheet.width - 2 * MARGIN) // column)) if column else 1
    down = max(1, int((sheet.height - 2 * MARGIN - HEAD) // LINE) - 1)
    for page in range(0, max(len(rest), 1), across * down):
        texts: list[Item] = [Text(MARGIN, MARGIN + 4, 4.6, title, "start", BLACK)]
        for place in range(across):
            some = rest[page + place * down : page + (place + 1) * down]
            left = MARGIN + place * column
            for number, line in enumerate([head, *some] if some or not place else []):
                y = MARGIN + HEAD + number * LINE
                texts += _cells_of(line, left, y, BLACK if number else GREY)
        layer = Layer("list", title, tuple(texts))
        yield Scene(sheet.width, sheet.height, (layer,), title, title, 0.0, 0.0, f"{title}-{page}")


def _cells_of(line: tuple[str, ...], left: float, y: float, colour: str) -> Iterator[Text]:
    if len(line) == 3:
        stops: tuple[tuple[float, Anchor], ...] = ((8.0, "end"), (22.0, "end"), (27.0, "start"))
    else:
        stops = tuple((9.0 + 16.0 * number, "end") for number in range(5))
    for text, (x, anchor) in zip(line, stops, strict=True):
        if text:
            yield Text(left + x, y, SMALL + 0.2, text, anchor, colour)
