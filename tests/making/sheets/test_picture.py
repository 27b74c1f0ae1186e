"""The picture of a sheet: what covers each sample, by shapely; the head on its way; any zoom."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from mazeeditor.api import generate
from mazeeditor.core.job import Job
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.making.sheets import picture as module
from mazeeditor.making.sheets.drawing import (
    CORNERS,
    DrawnAreas,
    DrawnPaths,
    DrawnThin,
    Segments,
    SheetDrawing,
    all_of,
)
from mazeeditor.making.sheets.picture import (
    BREAKS,
    HATCHED,
    HEAD,
    MATERIAL,
    NEVER,
    OVERSAMPLING,
    TAB,
    TINTS,
    TRAVEL,
    WARPS,
    LineSamples,
    SheetPicture,
    TimedLines,
    draw_lines,
    pixel,
    sample,
)
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.page.curves import places_of
from mazeeditor.page.page import Page
from mazeeditor.page.raster.filling import Edges, sums_of

SIZE = 60, 40  # samples
numbers = st.floats(-30, 90, width=16)
rings = st.lists(st.tuples(numbers, numbers), min_size=3, max_size=8)


def around(points: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    begin = np.array(points)
    return begin, np.roll(begin, -1, axis=0)


@given(st.lists(rings, min_size=1, max_size=4))
def test_areas_are_those_of_shapely(shapes: list[list[tuple[float, float]]]) -> None:
    convex = [shapely.convex_hull(shapely.MultiPoint(points)) for points in shapes]
    hulls = [hull for hull in convex if isinstance(hull, shapely.Polygon) and hull.area > 0]
    if not hulls:
        return
    sides = [around(shapely.get_coordinates(hull.exterior)[:-1].tolist()) for hull in hulls]
    turned = [1 if hull.exterior.is_ccw else -1 for hull in hulls]  # of y up: seen the other way
    raised = np.repeat(np.array(turned, np.int32), [len(begin) for begin, _end in sides])
    begin, end = (np.concatenate(part) for part in zip(*sides, strict=True))
    sums = sums_of(Edges(places_of(begin), places_of(end)), raised, SIZE, Job())
    y, x = np.mgrid[: SIZE[1], : SIZE[0]] + 0.5
    inside = sum(shapely.contains_xy(hull, x, y).astype(int) for hull in hulls)
    near = sum(
        (shapely.distance(hull.exterior, shapely.points(x, y)) < 1e-6).astype(int) for hull in hulls
    )
    assert ((sums == inside) | (near > 0)).all()


@pytest.mark.slow
@given(st.lists(st.tuples(numbers, numbers, numbers, numbers), min_size=1, max_size=12))
def test_lines_cover_what_is_near_them_since_the_first_one(
    lines: list[tuple[float, float, float, float]],
) -> None:
    ends = np.array(lines).reshape(-1, 2, 2)
    begin, end = ends[:, 0], ends[:, 1]
    count = len(lines)
    since = np.arange(count, dtype=np.float64)
    timed = TimedLines(begin, end, since, since, np.arange(count, dtype=np.uint8))
    trace = LineSamples.blank(SIZE)
    draw_lines(trace, timed, 3, 1, Job())
    y, x = np.mgrid[: SIZE[1], : SIZE[0]] + 0.5
    away = np.array(
        [shapely.distance(shapely.linestrings(one), shapely.points(x, y)) for one in ends]
    )
    drawn = trace.time < NEVER
    assert drawn[(away < 0.9).any(axis=0)].all()
    assert not drawn[(away > 3).all(axis=0)].any()
    first = np.argmax(away < 0.9, axis=0)
    clear = (away < 0.9).any(axis=0)
    assert (trace.time[clear] <= first[clear]).all()
    assert (trace.colour[drawn] == trace.time[drawn].astype(np.uint8)).all()


def made(job: str = "stencil", wall: float = 2.0, **options: object) -> MakePlan:
    maze = generate("prim", rows=6, columns=8, seed=1, braid=0.5)
    page = Page(page="fit", cell=8.0, wall=wall)
    return plan_making(maze, page, MakeOptions(job=job, **options))  # type: ignore[arg-type]


def drawing_of(making: MakePlan) -> SheetDrawing:
    return SheetDrawing.of(making.sheets[0], making.machine)


def colours_of(picture: SheetPicture, share: float = 1.0) -> set[tuple[int, ...]]:
    return {colour for _n, colour in picture.image(share).getcolors(1 << 22) or []}  # type: ignore[misc]


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def test_the_time_is_that_of_the_paths_and_the_ways_between_them() -> None:
    making = made("slots")
    drawing = drawing_of(making)
    expected, here = 0.0, None
    for operation, paths in making.sheets[0].paths.items():
        setting = making.machine.settings[operation]
        for n in range(len(paths)):
            points = paths.points[paths.starts[n] : paths.starts[n + 1]]
            if here is not None:
                expected += float(np.hypot(*(points[0] - here))) / making.machine.travel * 60
            here = points[0] if paths.closed[n] else points[-1]
        expected += paths.length * setting.passes / setting.speed * 60
    assert drawing.paths.duration == pytest.approx(expected, rel=1e-4)
    times = np.linspace(0, drawing.paths.duration, 50)
    places = np.array([drawing.paths.head_at(time) for time in times])
    assert (places >= 0).all()
    assert (places <= drawing.size).all()


@pytest.mark.slow
def test_what_the_head_has_followed_is_dark_and_the_rest_pale() -> None:
    making = made("slots", tabs="leave")
    picture = SheetPicture.whole(making.sheets[0], making.machine, (500, 500))
    colours = [pixel(colour) for colour in picture.drawing.colours]
    counts = []
    for share in np.linspace(0, 0.999, 12):
        until = np.float32(share * picture.drawing.paths.duration)
        pixels = np.where(picture.time <= until, picture.done, picture.ahead)
        counts.append(int(np.isin(pixels, colours).sum()))
        assert rgb(HEAD) in colours_of(picture, share)
    assert counts == sorted(counts)
    assert counts[0] < counts[-1] / 50
    assert rgb(HEAD) not in colours_of(picture)
    assert rgb(TRAVEL) in colours_of(picture, 0.9)
    assert rgb(TRAVEL) not in colours_of(picture)


@pytest.mark.slow
def test_marks_have_shapes_of_their_own_and_a_legend_names_those_there_are() -> None:
    thin, loose = drawing_of(made(wall=1.0)), drawing_of(made(tabs="leave", wall=4.0))
    assert thin.marks == ("stays", "falls", "tab", "breaks")
    assert loose.marks == ("stays", "falls", "loose")
    assert drawing_of(made("score")).marks == ("stays", "falls")
    assert drawing_of(made("score", outline="none")).marks == ()
    view = SheetView.whole(thin.size, (800, 600))
    assert {rgb(TAB), rgb(BREAKS)} <= colours_of(SheetPicture.of(thin, view, "#000000", Job()))
    assert rgb(TINTS[0]) in colours_of(SheetPicture.of(loose, view, "#000000", Job()))
    samples = {name: np.asarray(sample(name, 2.0)) for name in ("tab", "breaks", "warps", "loose")}
    shapes = [image[..., 3] > 128 for image in samples.values()]
    for n, one in enumerate(shapes):
        for other in shapes[n + 1 :]:
            assert (one != other).mean() > 0.05


def specks(count: int, breaks: float) -> DrawnThin:
    """Return thin places of 0.2 mm anywhere on a sheet of 60 x 40 mm, a share of which breaks."""
    random = np.random.default_rng(1)
    corners = np.array([(0, 0), (0.2, 0), (0.2, 0.2), (0, 0.2), (0, 0)])
    places = random.uniform((0, 0), (59, 39), (count, 1, 2)) + corners
    quads = Segments(places.reshape(-1, 2).astype(np.float32), CORNERS * np.arange(count + 1))
    turns = np.ones(count, np.int32)
    nowhere = np.zeros((0, 2)), np.zeros(0, np.bool_)
    return DrawnThin(*nowhere, quads, random.random(count) < breaks, turns)


@pytest.mark.parametrize(("breaks", "colour"), [(0.0, WARPS), (1.0, BREAKS)])
def test_thin_places_smaller_than_a_pixel_are_seen(
    breaks: float, colour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be millions, of which one a pixel is drawn."""
    drawn = list[int]()

    def note(trace: LineSamples, lines: TimedLines, *how: Any) -> None:
        drawn.append(len(lines.begin))
        draw_lines(trace, lines, *how)

    monkeypatch.setattr(module, "draw_lines", note)
    paths = DrawnPaths(all_of([]), np.zeros(0), np.zeros(0, np.uint8))
    areas = DrawnAreas(all_of([]), np.zeros(0, np.int32))
    thin = specks(20_000, breaks)
    drawing = SheetDrawing((60.0, 40.0), (), paths, areas, thin, np.zeros((0, 2)), 0.0)
    view = SheetView(drawing.size, (120, 80), 2.0)
    done = SheetPicture.of(drawing, view, "#000000", Job()).done
    assert sum(drawn) <= 120 * 80
    striped = Image.fromarray(done == pixel(colour)).convert("L")
    near = np.asarray(striped.filter(ImageFilter.MaxFilter(2 * HATCHED * OVERSAMPLING + 1))) > 0
    column, row = (thin.quads.points * view.scale * OVERSAMPLING).astype(np.int64).T
    assert near[row, column].all()


def test_open_cuts_leave_the_sheet_beside_a_part_as_it_is() -> None:
    making = made("kerf-test")
    image = SheetPicture.whole(making.sheets[0], making.machine, (600, 400)).image()
    pixels = np.asarray(image.convert("RGB"))
    middle = pixels[len(pixels) // 2]
    # the row goes through all pieces: beside the strip it is as on its other side
    for side in (middle[:8], middle[::-1][:8]):
        assert not (side == rgb(MATERIAL)).all(axis=1).any()
