"""A view of a sheet as pixels: paths in the colours of the machine, and how far the head has come.

All that is seen is drawn for the view alone, so it is sharp at any zoom. The samples of a picture
know when the head comes there, so each moment of its way is one comparison.

Straight lines are drawn column by column along their longer side, those that begin earlier last: so
a sample has the time of the first one that covers it. Where the line of an area crosses the middle
of a row of samples, what lies to its right is raised or lowered; the sums along a row say within
which rings each sample lies.

Marks lie over the paths: a tab is a dot; a ring is around what may warp, and a pin points at what
breaks. Their shapes differ, and each has a rim, as the lines below them may have any colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mazeeditor.core.job import Job
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.sheets.drawing import CORNERS, TINT, DrawnThin, Segments, SheetDrawing, meet
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.page.curves import places_of
from mazeeditor.page.raster.filling import Edges, sums_of
from mazeeditor.page.scene import Box, Ids, Numbers, Points

GROUND, SHEET, MATERIAL, EDGE = "#eceef2", "#fbf8f2", "#ecdcbf", "#c9bfae"
UNCUT_OPACITY = 0.72  # of the sheet: paths that the head has not followed yet
TRAVEL, HEAD = "#8a8a8a", "#d0021b"
BREAKS, WARPS = "#ff7a00", "#ffd000"  # where a part is thinner than holds, or may warp
TINTS = ("#6cbcf0", "#f59ac4", "#7fd48f", "#b9a2f2", "#5fd3d0")  # of loose pieces
HATCH = 0.72  # of a tint: its hatching is as dark
HATCHED = 6  # px at 96 dpi from one line of the hatching to the next
DOTTED = 8  # px at 96 dpi from one dot to the next on what falls away
HALO = 3  # px at 96 dpi around loose pieces, so that thin ones are seen
SAMPLE = 18  # px at 96 dpi of a mark in a legend
LEGEND_LINE = 2  # px at 96 dpi of a line in one
# samples a pixel, each way, of pictures of fewer pixels than that
OVERSAMPLING, MANY_PIXELS = 2, 2_000_000

Pixels = NDArray[np.uint32]  # red, green, blue and 255, red in the lowest byte
TAB, RIM, DARK = "#b5179e", "#ffffff", "#2b1600"
DOT, RING = 4.0, 7.0  # px at 96 dpi: radii
HIGH, WIDE = 16.0, 14.0  # px at 96 dpi of a pin
MIN_DOT_PX = 1.5  # px at 96 dpi: a dot is no smaller, and not all are drawn then


@dataclass(frozen=True, eq=False)
class SheetPicture:
    """A view of a sheet: samples with all paths pale, ``ahead``, and all followed, ``done``.

    Both uint32[h, w], ``fine`` samples a pixel each way. ``time`` float32[h, w] is when a sample is
    followed, ``travel`` when the head travels over it.
    """

    drawing: SheetDrawing
    view: SheetView
    fine: int
    ahead: Pixels
    done: Pixels
    time: NDArray[np.float32]
    travel: NDArray[np.float32]

    @classmethod
    def whole(cls, sheet: SheetLayout, machine: Machine, box: tuple[int, int]) -> SheetPicture:
        """Return all of a sheet, nothing around it, as large as it fits ``box`` px."""
        scale = min(box[0] / sheet.width, box[1] / sheet.height)
        size = max(1, int(sheet.width * scale)), max(1, int(sheet.height * scale))
        view = SheetView((sheet.width, sheet.height), size, scale)
        return cls.of(SheetDrawing.of(sheet, machine), view, GROUND, Job())

    @classmethod
    def of(cls, drawing: SheetDrawing, view: SheetView, ground: str, job: Job) -> SheetPicture:
        """Draw a view; ``ground`` is the colour around the sheet. Raises ``CancelledError``."""
        canvas = _Canvas.of(view)
        base = _areas(drawing, canvas, ground, job)
        _mark_thin(base, drawing, canvas, job)
        trace, travel = LineSamples.blank(canvas.size), LineSamples.blank(canvas.size)
        paths, box = drawing.paths, canvas.box
        ids = paths.lines.within(box)
        lines = canvas.lines(paths.lines, ids)
        since, until = paths.seconds[ids], paths.seconds[ids + 1]
        width = canvas.pixels(1)
        timed = TimedLines(*lines, since, until, paths.colour[ids])
        draw_lines(trace, timed, width, canvas.fine, job)
        draw_lines(travel, _travel(drawing, canvas), canvas.fine, canvas.fine, job)
        full = np.array([pixel(colour) for colour in drawing.colours] or [0], np.uint32)
        pale = np.array(
            [pixel(_mix(colour, SHEET, UNCUT_OPACITY)) for colour in drawing.colours] or [0],
            np.uint32,
        )
        drawn = trace.time < NEVER
        ahead, done = (np.where(drawn, of[trace.colour], base) for of in (pale, full))
        _mark(ahead, done, drawing, canvas)
        return cls(drawing, view, canvas.fine, ahead, done, trace.time, travel.time)

    def image(self, share: float = 1.0) -> Image.Image:
        """Return the view when a ``share`` of the time is over; at 1 without the head."""
        if share >= 1:
            return self._reduced(_image(self.done))
        until = np.float32(share * self.drawing.paths.duration)
        travelled = self.travel <= until
        pixels = np.where(self.time <= until, self.done, self.ahead)
        pixels[travelled & (self.time > until)] = pixel(TRAVEL)
        image = _image(pixels)
        place = self.drawing.paths.head_at(share * self.drawing.paths.duration)
        if place is not None:
            x, y = (at * self.fine for at in self.view.to_px(*place))
            _head(ImageDraw.Draw(image), x, y, 4 * self.fine * self.view.dots, self.fine)
        return self._reduced(image)

    def _reduced(self, image: Image.Image) -> Image.Image:
        return image.reduce(self.fine) if self.fine > 1 else image


@dataclass(frozen=True, eq=False)
class _Canvas:
    """The samples of a view: ``size`` of them, ``fine`` a pixel each way."""

    view: SheetView
    fine: int
    size: tuple[int, int]

    @classmethod
    def of(cls, view: SheetView) -> _Canvas:
        wide, high = view.size
        fine = OVERSAMPLING if wide * high < MANY_PIXELS else 1
        return cls(view, fine, (wide * fine, high * fine))

    @property
    def scale(self) -> float:
        """Samples in a mm."""
        return self.view.scale * self.fine

    @property
    def box(self) -> Box:
        """What is seen, in mm, with a little around it: lines there reach into the picture."""
        left, top, right, bottom = self.view.box
        around = 4 * self.view.dots / self.view.scale
        return left - around, top - around, right + around, bottom + around

    @property
    def box_on_left(self) -> Box:
        """That and all to its left: what lies there decides which areas go on into the picture."""
        _left, top, right, bottom = self.box
        return -inf, top, right, bottom

    def pixels(self, length: float) -> int:
        """Return how many samples so many px at 96 dpi take, whole px."""
        return max(1, round(length * self.view.dots)) * self.fine

    def places(self, points: Points) -> Points:
        """Return where points in mm lie, in samples."""
        result: Points = (points - (self.view.left, self.view.top)) * self.scale
        return result

    def lines(self, lines: Segments, ids: NDArray[np.int64]) -> tuple[Points, Points]:
        """Return where some lines begin and end, in samples."""
        begin, end = lines.ends(ids)
        return self.places(begin), self.places(end)


def _areas(drawing: SheetDrawing, canvas: _Canvas, ground: str, job: Job) -> Pixels:
    """Return the sheet without its paths: what stays of it, loose pieces in their tints."""
    wide, high = canvas.size
    result = np.full((high, wide), pixel(ground), np.uint32)
    corners = np.round(canvas.places(np.array([(0.0, 0.0), drawing.size]))).astype(np.int64)
    (left, top), (right, bottom) = corners.clip(0, (wide, high)).tolist()
    edge = canvas.fine
    result[max(top - edge, 0) : bottom + edge, max(left - edge, 0) : right + edge] = pixel(EDGE)
    areas = drawing.areas
    if not areas.raised.any():  # nothing is cut out of it
        result[top:bottom, left:right] = pixel(MATERIAL)
        return result
    result[top:bottom, left:right] = pixel(SHEET)
    dotted = _dots(left, top, right, bottom, canvas.pixels(DOTTED), canvas.pixels(1))
    result[top:bottom, left:right][dotted] = pixel(EDGE)
    ids = areas.lines.within(canvas.box_on_left)
    begin, end = canvas.lines(areas.lines, ids)
    edges = Edges(places_of(begin), places_of(end))
    sums = sums_of(edges, areas.raised[ids], canvas.size, job)
    kept = (sums & (TINT - 1)).astype(np.int8) > 0
    result[kept] = pixel(MATERIAL)
    tints = (sums - (sums & (TINT - 1)).astype(np.int8)) // TINT
    loose = kept & (tints > 0)
    if loose.any():
        numbers = np.where(loose, 1 + (tints - 1) % len(TINTS), 0).astype(np.uint8)
        _tint(result, numbers, kept, canvas)
    return result


def _dots(
    left: int, top: int, right: int, bottom: int, period: int, size: int
) -> NDArray[np.bool_]:
    """Return bool[h, w], dots of so many samples in rows that are shifted by half a period."""
    rows, columns = np.ogrid[top:bottom, left:right]
    half = period // 2
    shifted = columns + half * (rows // half % 2)
    result: NDArray[np.bool_] = (rows % half < size) & (shifted % period < size)
    return result


def _tint(pixels: Pixels, numbers: NDArray[np.uint8], kept: Any, canvas: _Canvas) -> None:
    """Colour loose pieces, ``numbers`` from 1 on, and what is cut away next to them, hatched."""
    grown = np.where(kept, numbers, _grow(numbers, canvas.pixels(HALO)))
    rows, columns = np.ogrid[: grown.shape[0], : grown.shape[1]]
    period, line = canvas.pixels(HATCHED), canvas.pixels(1)
    hatched = np.where(grown % 2 == 0, rows + columns, rows - columns) % period < line
    colours = np.array([0, *map(pixel, TINTS)], np.uint32)
    darker = np.array([0, *(pixel(_mix(tint, "#000000", 1 - HATCH)) for tint in TINTS)], np.uint32)
    tinted = grown > 0
    chosen = np.where(hatched, darker[grown], colours[grown])
    pixels[tinted] = chosen[tinted]


def _grow(numbers: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """Return numbers spread ``reach`` samples to all sides, higher ones over others."""
    result = numbers.copy()
    for axis in (0, 1):
        source, spread = result.copy(), 0
        view, flat = np.moveaxis(result, axis, 0), np.moveaxis(source, axis, 0)
        while spread < reach:  # what has spread by n may spread by n + 1 more at once
            step = min(spread + 1, reach - spread)
            flat[:] = view
            np.maximum(view[step:], flat[:-step], out=view[step:])
            np.maximum(view[:-step], flat[step:], out=view[:-step])
            spread += step
    return result


def _mark_thin(pixels: Pixels, drawing: SheetDrawing, canvas: _Canvas, job: Job) -> None:
    """Stripe where parts are thin."""
    thin = drawing.thin
    seen = np.flatnonzero(meet(thin.boxes, canvas.box))
    for breaks, colour in ((False, WARPS), (True, BREAKS)):
        own = seen[thin.quad_breaks[seen] == breaks]
        if len(own):
            rows, columns = np.nonzero(_cover(thin, own, canvas, job))
            striped = (rows + columns) % canvas.pixels(HATCHED) < canvas.pixels(HATCHED) / 2
            pixels[rows[striped], columns[striped]] = pixel(colour)


def _cover(thin: DrawnThin, ids: Ids, canvas: _Canvas, job: Job) -> NDArray[np.bool_]:
    """Return bool[h, w], what some quads cover; what is narrower than a line is drawn as one."""
    left, top, right, bottom = thin.boxes[:, ids]
    tiny = np.maximum(right - left, bottom - top) * canvas.view.scale < 1
    large, small = ids[~tiny], _one_a_pixel(thin.corners[ids[tiny]], canvas)
    sides = (large[:, None] * CORNERS + np.arange(CORNERS - 1)).ravel()
    begin, end = canvas.lines(thin.quads, sides)
    turns = np.repeat(thin.turns[large], CORNERS - 1)
    edges = Edges(places_of(begin), places_of(end))
    filled = sums_of(edges, turns, canvas.size, job) > 0
    begin, end = np.concatenate([begin, small[:, 0]]), np.concatenate([end, small[:, 2]])
    trace, nothing = LineSamples.blank(canvas.size), np.zeros(len(begin))
    lines = TimedLines(begin, end, nothing, nothing, nothing.astype(np.uint8))
    draw_lines(trace, lines, canvas.fine, 1, job)
    return filled | (trace.time < NEVER)


def _one_a_pixel(quads: NDArray[np.float32], canvas: _Canvas) -> Points:
    """Return one of the quads, float32[k, 5, 2] in mm, for each pixel where some are, in samples.

    Millions may be too small to be told apart.
    """
    wide, high = canvas.view.size
    places = canvas.places(quads[:, 0].astype(np.float64)) // canvas.fine
    column, row = places.astype(np.int64).clip(0, (wide - 1, high - 1)).T
    last = np.full(wide * high, -1)
    last[row * wide + column] = np.arange(len(quads))
    return canvas.places(quads[last[last >= 0]].astype(np.float64))


def _travel(drawing: SheetDrawing, canvas: _Canvas) -> TimedLines:
    """Return the ways from the end of each path to the next, those that are seen."""
    paths = drawing.paths
    lasts = paths.lines.starts[1:-1] - 1
    begin = canvas.places(paths.lines.points[lasts].astype(np.float64))
    end = canvas.places(paths.lines.points[lasts + 1].astype(np.float64))
    seen = (np.maximum(begin, end) >= 0).all(axis=1)
    seen &= (np.minimum(begin, end) <= canvas.size).all(axis=1)
    since, until = paths.seconds[lasts], paths.seconds[lasts + 1]
    nothing = np.zeros(len(lasts), np.uint8)
    return TimedLines(begin, end, since, until, nothing).chosen(np.flatnonzero(seen))


def _mark(ahead: Pixels, done: Pixels, drawing: SheetDrawing, canvas: _Canvas) -> None:
    """Mark tabs and thin places over the paths."""
    overlay = Image.new("RGBA", canvas.size)
    dots, thin = canvas.view.dots * canvas.fine, drawing.thin
    dots_on(overlay, canvas.places(drawing.tabs), drawing.cell * canvas.scale, dots)
    places = canvas.places(thin.at)
    rings_on(overlay, places[~thin.breaks], dots)
    pins_on(overlay, places[thin.breaks], dots)
    marks = np.asarray(overlay).view(np.uint32)[..., 0]
    marked = marks > 0
    ahead[marked] = done[marked] = marks[marked]


def sample(mark: str, dots: float) -> Image.Image:
    """Return a small picture of a mark by its name, for a legend; ``dots`` is 1 at 96 dpi."""
    size = round(SAMPLE * dots) * OVERSAMPLING
    if mark in ("stays", "falls"):
        return _ground_sample(mark, size, dots).reduce(OVERSAMPLING)
    image = Image.new("RGBA", (size, size))
    middle, finest = np.array([[size / 2, size / 2]]), dots * OVERSAMPLING
    if mark == "tab":
        dots_on(image, middle, size, finest)
    elif mark == "warps":
        rings_on(image, middle, finest)
    elif mark == "breaks":
        pins_on(image, np.array([[size / 2, size - finest]]), finest)
    else:
        view = SheetView((1, 1), (size // OVERSAMPLING, size // OVERSAMPLING), dots=dots)
        pixels = np.zeros((size, size), np.uint32)
        ones = np.ones((size, size), np.uint8)
        _tint(pixels, ones, ones > 0, _Canvas(view, OVERSAMPLING, (size, size)))
        image = _image(pixels).convert("RGBA")
    return image.reduce(OVERSAMPLING)


def line_sample(colour: str, dots: float) -> Image.Image:
    """Return a small picture of a line on the material, for a legend; ``dots`` as above."""
    size = round(SAMPLE * dots) * OVERSAMPLING
    image = _ground_sample("stays", size, dots)
    thick = round(LEGEND_LINE * dots) * OVERSAMPLING
    top = (size - thick) // 2
    image.paste(
        colour, (round(dots) * OVERSAMPLING, top, size - round(dots) * OVERSAMPLING, top + thick)
    )
    return image.reduce(OVERSAMPLING)


def _ground_sample(mark: str, size: int, dots: float) -> Image.Image:
    """Return a framed square of what stays, or of what falls away."""
    edge = max(1, round(dots)) * OVERSAMPLING
    pixels = np.full((size, size), pixel(EDGE), np.uint32)
    inner = pixels[edge:-edge, edge:-edge]
    inner[:] = pixel(MATERIAL if mark == "stays" else SHEET)
    if mark == "falls":
        high, wide = inner.shape
        period = max(1, round(DOTTED * dots)) * OVERSAMPLING
        inner[_dots(0, 0, wide, high, period, edge)] = pixel(TRAVEL)
    return _image(pixels).convert("RGBA")


def pixel(colour: str) -> int:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red | green << 8 | blue << 16 | 0xFF000000


def _image(pixels: Pixels) -> Image.Image:
    high, wide = pixels.shape
    data = np.ascontiguousarray(pixels).view(np.uint8).reshape(high, wide, 4)
    return Image.fromarray(data, "RGBA").convert("RGB")


def _mix(one: str, other: str, share: float) -> str:
    """Return a colour between two, ``share`` of the other."""
    a, b = (np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)]) for text in (one, other))
    return "#" + "".join(f"{int(value):02x}" for value in a * (1 - share) + b * share)


def _head(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, width: int) -> None:
    """Draw where the head is: a ring with a cross, which no path looks like."""
    corners = x - radius, y - radius, x + radius, y + radius
    draw.ellipse(corners, outline="#ffffff", width=3 * width)
    draw.ellipse(corners, outline=HEAD, width=width)


def dots_on(image: Image.Image, places: Points, cell: float, dots: float) -> None:
    """Draw tabs at ``places`` float64[k, 2] in px; ``dots`` are px for one at 96 dpi.

    They are smaller where ``cell`` px lie between them.
    """
    radius = max(min(DOT * dots, cell / 4), MIN_DOT_PX * dots)
    draw = ImageDraw.Draw(image)
    for x, y in _apart(places, image.size, 2.5 * radius, radius):
        _disc(draw, x, y, radius + dots, RIM)
        _disc(draw, x, y, radius, TAB)


def rings_on(image: Image.Image, places: Points, dots: float) -> None:
    """Draw a ring around each place where a part may warp."""
    draw, radius = ImageDraw.Draw(image), RING * dots
    for x, y in _apart(places, image.size, 2 * radius, 2 * radius):
        for outward, width, colour in ((1, 4, DARK), (0, 2, WARPS)):
            reach = radius + outward * dots
            corners = x - reach, y - reach, x + reach, y + reach
            draw.ellipse(corners, outline=colour, width=round(width * dots))


def pins_on(image: Image.Image, places: Points, dots: float) -> None:
    """Let a pin point at each place where a part breaks."""
    draw = ImageDraw.Draw(image)
    high, half = HIGH * dots, WIDE * dots / 2
    for x, y in _apart(places, image.size, 2 * WIDE * dots, high):
        corners = [(x, y), (x - half, y - high), (x + half, y - high)]
        draw.polygon(corners, fill=BREAKS, outline=DARK, width=max(1, round(1.5 * dots)))
        bar = x - dots, y - high + 3 * dots, x + dots - 1, y - high + 8 * dots
        draw.rectangle(bar, fill=DARK)
        draw.rectangle((bar[0], bar[3] + dots, bar[2], bar[3] + 2.5 * dots), fill=DARK)


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: str) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def _apart(
    places: Points, size: tuple[int, int], gap: float, around: float
) -> list[tuple[float, float]]:
    """Return the places that are seen, ``around`` px beyond the edges too; one of those too near.

    Of all that lie within the same square of ``gap`` px one is taken: marks would hide each other.
    """
    seen = (places >= -around).all(axis=1) & (places <= np.array(size) + around).all(axis=1)
    places = places[seen]
    squares = np.floor((places + around) / gap).astype(np.int64)
    columns, rows = (int((length + 2 * around) // gap) + 1 for length in size)
    first = np.full(columns * rows, -1, np.int64)
    numbers = squares[:, 1] * columns + squares[:, 0]
    first[numbers[::-1]] = np.arange(len(places))[::-1]
    return [(x, y) for x, y in places[first[first >= 0]].tolist()]


# Lines and areas as samples

SAMPLES_AT_ONCE = 1 << 18  # samples, about, whose places are worked out at a time
NEVER = np.float32(np.inf)


@dataclass(frozen=True, eq=False)
class LineSamples:
    """What lines cover: ``time`` float32[h, w] in s, ``NEVER`` where none does.

    ``colour`` uint8[h, w] is the number of the colour there.
    """

    time: NDArray[np.float32]
    colour: NDArray[np.uint8]

    @classmethod
    def blank(cls, size: tuple[int, int]) -> LineSamples:
        """Return one of so many samples, nothing drawn."""
        return cls(np.full(size[::-1], NEVER, np.float32), np.zeros(size[::-1], np.uint8))


@dataclass(frozen=True, eq=False)
class TimedLines:
    """Lines in samples: ``begin`` and ``end`` float64[j, 2], ``since`` and ``until`` float64[j].

    ``colour`` uint8[j]. Earlier ones come first.
    """

    begin: Points
    end: Points
    since: Numbers
    until: Numbers
    colour: NDArray[np.uint8]

    def chosen(self, ids: Ids) -> TimedLines:
        return TimedLines(
            self.begin[ids], self.end[ids], self.since[ids], self.until[ids], self.colour[ids]
        )


def draw_lines(trace: LineSamples, lines: TimedLines, width: int, align: int, job: Job) -> None:
    """Draw lines ``width`` samples wide; raises ``CancelledError``.

    Level and upright ones begin at a multiple of ``align`` samples, so that they look sharp.
    """
    along = np.abs(lines.end - lines.begin)
    for ids in _portions((along.max(axis=1, initial=0.0) + width) * width):
        job.check()
        some = lines.chosen(ids[::-1])
        steep = np.abs(some.end - some.begin) @ (-1.0, 1.0) > 0
        # upright ones are drawn as level ones of the picture turned over
        for turned in (False, True):
            chosen = np.flatnonzero(steep == turned)
            if len(chosen):
                _draw_level(trace, some.chosen(chosen), width, align, turned=turned)


def _portions(costs: Numbers) -> Iterator[Ids]:
    """Yield lines in portions, the last first, that take about as many samples."""
    sums = np.cumsum(np.minimum(costs, SAMPLES_AT_ONCE))
    portion = (sums / SAMPLES_AT_ONCE).astype(np.int64) if len(costs) else sums.astype(np.int64)
    edges = np.flatnonzero(np.diff(portion, prepend=-1, append=-1))
    for first, last in zip(edges[-2::-1], edges[:0:-1], strict=True):
        yield np.arange(first, last)


def _draw_level(
    trace: LineSamples, lines: TimedLines, width: int, align: int, *, turned: bool
) -> None:
    """Draw lines that are longer along x than along y, or (``turned``) the other way round."""
    time, colour = (part.T if turned else part for part in (trace.time, trace.colour))
    high, wide = time.shape
    x, y = (0, 1) if not turned else (1, 0)
    u, v = lines.begin[:, x], lines.begin[:, y]
    du, dv = lines.end[:, x] - u, lines.end[:, y] - v
    half = width / 2
    first = np.ceil(np.minimum(u, u + du) - half - 0.5).clip(0, wide)
    last = np.ceil(np.maximum(u, u + du) + half - 0.5).clip(0, wide)
    counts = (last - first).astype(np.int64)
    line = np.repeat(np.arange(len(u)), counts)
    skipped = np.cumsum(counts) - counts - first.astype(np.int64)
    column = np.arange(len(line)) - np.repeat(skipped, counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = ((column + 0.5 - u[line]) / du[line]).clip(0, 1)
    share = np.where(du[line] == 0, 0.0, share)
    across = v[line] + share * dv[line]
    level = dv[line] == 0
    row = np.ceil(across - half - 0.5)
    row = np.where(level, np.round((across - half) / align) * align, row).astype(np.int64)
    when = (lines.since[line] + share * (lines.until - lines.since)[line]).astype(np.float32)
    number = lines.colour[line]
    for step in range(width):
        seen = (row + step >= 0) & (row + step < high)
        seen &= when <= time[(row + step).clip(0, high - 1), column]  # what is there came later
        place = row[seen] + step, column[seen]
        time[place], colour[place] = when[seen], number[seen]
