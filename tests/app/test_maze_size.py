"""Sizes in mm: what is asked for is what is drawn, measured on the strokes of the page."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.maze_size import (
    MAX_CELLS_ACROSS,
    MIN_CELLS_ACROSS,
    STEPS,
    WORDS,
    OverallSize,
    ShapeExtents,
    as_drawn,
    overall_size,
    page_for,
    page_with_room,
)
from mazeeditor.app.drafts.size_request import SizeRequest, size_options
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import plan_making
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.tones import text_of_tones
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.walls import count_closed
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Strokes
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.walls.wall_items import composing_bytes
from mazeeditor.page.whole_size import ink_size
from tests.breadth import examples
from tests.making.formats.planned import encoded
from tests.making.formats.planned import read as read_cut
from tests.page.formats.drawn import ink_of
from tests.page.formats.read_pdf import read_pdf
from tests.page.formats.read_svg import curved_box, read_svg

RECTANGLES = {"rows": 6, "columns": 9}
WALL = SizeRequest(wall=0.5)


def drawn(size: OverallSize, shape: str, wall: float | None) -> tuple[float, float]:
    maze = maze_of(Recipe("backtracker", seed=1, shape=shape, sizes=size.sizes))
    maze.set_openings(None, ())
    page = page_for(Page(marks="none"), SizeRequest(wall=wall), size)
    strokes = next(item for item in compose(maze, page)[0].items if isinstance(item, Strokes))
    low, high = strokes.points.min(axis=0), strokes.points.max(axis=0)
    width, height = (high - low + size.wall).tolist()
    return width, height


@pytest.mark.slow
@examples(12)
@given(st.floats(30, 500), st.floats(30, 500), st.floats(3, 12), st.none() | st.floats(0.2, 1.5))
def test_corridors_and_both_sides_decide_the_rest(
    width: float, height: float, corridor: float, wall: float | None
) -> None:
    request = SizeRequest(width=width, height=height, corridor=corridor, wall=wall)
    size = overall_size(request, "rectangular", RECTANGLES)
    ink = drawn(size, "rectangular", wall)
    assert ink == pytest.approx((size.width, size.height), abs=0.02)
    assert ink[0] <= width + 0.02
    assert ink[1] <= height + 0.02
    assert size.width + size.cell > width - 0.01, "another column would have room"
    assert size.height + size.cell > height - 0.01, "another row would have room"
    assert corridor - 1e-6 <= size.cell - size.wall < corridor + 0.02


@pytest.mark.parametrize("shape", [name for name in SHAPES.names() if name != "polar"])
def test_a_maze_of_any_shape_becomes_as_wide_or_high(shape: str) -> None:
    for asked in ({"width": 200}, {"height": 150}, {"width": 90, "height": 90}):
        size = overall_size(SizeRequest(**asked), shape, {})  # type: ignore[arg-type]
        width, height = drawn(size, shape, None)
        assert (width, height) == pytest.approx((size.width, size.height), abs=0.03), asked
        ratios = [{"width": width, "height": height}[side] / room for side, room in asked.items()]
        assert max(ratios) == pytest.approx(1, abs=0.01), asked


SIZES: dict[str, dict[str, int]] = {
    "rectangular": {"rows": 6, "columns": 15},
    "hexagonal": {"rows": 5, "columns": 13},
    "triangular": {"rows": 6, "columns": 17},
    "polar": {"rings": 5},
}
INCHES = 8 * 25.4


TONES = text_of_tones(np.random.default_rng(3).random((13, 17)), "noise.png")
STYLES = WALL_STYLES.names()


@pytest.mark.sample(4, 16)
@pytest.mark.parametrize(("walls", "shape"), sorted(product(STYLES, SIZES)))
def test_exact_in_svg_and_pdf(walls: str, shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its ink, with its openings: where that ends follows from the style and from the maze."""
    monkeypatch.setattr("tests.page.formats.read_svg.FINE", 0.01)
    monkeypatch.setattr("tests.page.formats.read_pdf.FINE", 96)
    page = Page(marks="none", walls=walls, tone=TONES if walls == "toned" else "")
    for asked in ({"height": INCHES}, {"width": 300.0, "wall": 1.5}):
        request = as_drawn(SizeRequest(**asked), page)  # type: ignore[arg-type]
        size = overall_size(request, shape, SIZES[shape])
        maze = maze_of(Recipe("kruskal", seed=1, shape=shape, sizes=size.sizes))
        scenes = compose(maze, page_for(page, request, size))
        for suffix, read in (("svg", read_svg), ("pdf", lambda data: read_pdf(data)[0])):
            (data,) = encode_scenes(scenes, Path(f"a.{suffix}")).values()
            axis, wanted = (1, asked["height"]) if "height" in asked else (0, asked["width"])
            assert ink_of(read(data))[axis] == pytest.approx(wanted, abs=0.01), (asked, suffix)


def test_rings_are_exact_for_programs_that_take_arcs_for_curves() -> None:
    """Such curves are 0.03 % of the radius too wide, but for their ends: these lie outermost."""
    size = overall_size(SizeRequest(width=300), "polar", {"rings": 6})
    maze = maze_of(Recipe("kruskal", seed=1, shape="polar", sizes=size.sizes))
    page = page_for(Page(marks="none"), SizeRequest(width=300), size)
    (data,) = encode_scenes(compose(maze, page), Path("a.svg")).values()
    left, top, right, bottom = curved_box(data)
    assert [right - left, bottom - top] == pytest.approx([300 - size.wall] * 2, abs=0.003)


def test_both_sides_have_room_and_one_is_exact() -> None:
    for shape, walls in (("triangular", "rounded"), ("rectangular", "hand-drawn")):
        page = Page(marks="none", walls=walls)
        request = as_drawn(SizeRequest(width=120, height=90), page)
        size = overall_size(request, shape, SIZES[shape])
        maze = maze_of(Recipe("kruskal", seed=1, shape=shape, sizes=size.sizes))
        scenes = compose(maze, page_for(page, request, size))
        (data,) = encode_scenes(scenes, Path("a.svg")).values()
        width, height = ink_of(read_svg(data))
        assert max(width / 120, height / 90) == pytest.approx(1, abs=1e-4)


def test_a_size_of_cells_or_corridors_stays() -> None:
    """The whole maze has only room in its size."""
    assert {option.unit for option in size_options()} == {"mm"}
    size = overall_size(SizeRequest(), "rectangular", RECTANGLES)
    assert dict(size.counts) == RECTANGLES
    assert [size.cell, size.wall] == pytest.approx([6.0, 0.6])
    assert size.text.startswith("columns 9, rows 6; 54.6 × 36.6 mm overall")
    size = overall_size(SizeRequest(width=200, height=120, cell=8), "polar", {})
    assert size.width == size.height <= 120 < size.height + 2 * 8
    for request in (SizeRequest(cell=5, width=90), SizeRequest(corridor=4.5, width=90), WALL):
        size = overall_size(request, "rectangular", RECTANGLES)
        page = page_for(Page(maze_width=70.0, walls="rounded"), request, size)
        assert (page.cell, page.whole) == (size.cell, {})


def test_a_large_maze_is_measured_at_its_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walls deep inside are not drawn for it: it is as large as with them."""
    page = Page(walls="rounded", cell=2.0)
    maze = maze_of(Recipe("kruskal", seed=1, shape="triangular", sizes={"rows": 50, "columns": 90}))
    whole = ink_size(maze, page, 2.0, Job())
    drawn: list[int] = []

    def noted(maze: Maze, page: Page) -> int:
        drawn.append(count_closed(maze.lattice, maze.walls))
        return composing_bytes(maze, page)

    monkeypatch.setattr("mazeeditor.page.whole_size.composing_bytes", noted)
    monkeypatch.setattr("mazeeditor.page.whole_size.FEW_WALLS", 100)
    before = maze.walls.copy()
    assert ink_size(maze, page, 2.0, Job()) == whole
    assert drawn[0] < 0.8 * count_closed(maze.lattice, maze.walls)
    assert (maze.walls == before).all()


def test_what_a_mask_leaves_is_as_large_as_asked_for() -> None:
    """The size was that of all cells, of which a mask leaves some."""
    page, request = Page(marks="none"), SizeRequest(width=150)
    size = overall_size(request, "rectangular", {"rows": 30, "columns": 40})
    recipe = Recipe("kruskal", seed=1, sizes=size.sizes, masks=(MaskStep("heart"),))
    maze = maze_of(recipe)
    sized = page_with_room(maze, page_for(page, request, size), Job())
    (data,) = encode_scenes(compose(maze, sized), Path("a.svg")).values()
    assert ink_of(read_svg(data))[0] == pytest.approx(150, abs=0.01)


def test_many_cells_are_together_as_wide_as_asked_for() -> None:
    """The cell was cut to hundredths, which took 2.9 mm of 300."""
    size = overall_size(SizeRequest(width=300), "rectangular", {"rows": 20, "columns": 300})
    assert size.width == pytest.approx(300, abs=0.001)
    assert drawn(size, "rectangular", None)[0] == pytest.approx(300, abs=0.002)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dxf", "gcode", "hpgl", "lightburn", "svg"])
@pytest.mark.parametrize("shape", SIZES)
def test_the_whole_is_exact_for_machines(shape: str, name: str, tmp_path: Path) -> None:
    """What is scored are the middles of the walls: a wall is missing from the whole.

    HPGL has steps of 0.025 mm, to which both ends are rounded.
    """
    request = SizeRequest(width=INCHES)
    size = overall_size(request, shape, SIZES[shape])
    maze = maze_of(Recipe("kruskal", seed=1, shape=shape, sizes=size.sizes))
    page = page_for(Page(marks="none"), request, size)
    making = plan_making(maze, page, MakeOptions(job="score", outline="none"))
    drawn = read_cut(name, encoded(making, name, tmp_path))
    places = np.array([place for lines in drawn.values() for line in lines for place in line])
    near = 0.026 if name == "hpgl" else 0.01
    assert np.ptp(places.real) + size.wall == pytest.approx(INCHES, abs=near)


@pytest.mark.parametrize("shape", SIZES)
def test_a_corridor_is_as_wide_as_asked_for(shape: str) -> None:
    for corridor, wall in ((0.1 * 25.4, None), (3.3333, 0.7), (1.2345, 0.1)):
        size = overall_size(SizeRequest(corridor=corridor, wall=wall), shape, {})
        assert corridor - 1e-9 <= size.corridor <= corridor + 0.002
        assert size.cell == round(size.cell, 4), "a short number"


@pytest.mark.parametrize("shape", SHAPES.names())
def test_every_shape_grows_evenly(shape: str) -> None:
    """As few measurements decide all: for each choice of the shape that has a size."""
    for options, count in product(choices(SHAPES[shape].options), (1, 2, 4, 5, 12, 31)):
        if options.get("outline") == "triangle":
            with pytest.raises(UsageError, match="no size in millimetres"):
                ShapeExtents(shape, options)
            continue
        extents = ShapeExtents(shape, options)
        if count == 1 and shape != "rectangular":
            continue  # a single column of hexagons has no half cell beside it
        measured = extents._measured(count)
        for side in ("width", "height"):
            assert getattr(measured, side) == pytest.approx(extents.across(side, count))
            assert extents.most(side, getattr(measured, side)) == count


def choices(options: tuple[Option, ...]) -> list[dict[str, Any]]:
    usual = {option.name: option.default for option in options}
    return [usual] + [
        {**usual, option.name: choice} for option in options for choice in option.choices
    ]


@pytest.mark.parametrize(
    ("request_", "kept", "reason"),
    [
        ({"width": 3, "cell": 10}, (), "Width of 3 mm has no room for a cell of 10 mm"),
        ({"width": 80, "cell": 10}, ("columns",), "Width of 80 mm is too little: columns 9"),
        ({"cell": 10, "corridor": 8}, (), "either the cell or the corridor"),
        ({"cell": 2, "wall": 2}, (), "Walls of 2 mm leave no room in cells of 2 mm"),
        ({"width": 2, "wall": 3}, (), "Walls of 3 mm leave no room"),
    ],
)
def test_what_is_refused(request_: dict[str, Any], kept: tuple[str, ...], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        overall_size(SizeRequest(**request_), "rectangular", RECTANGLES, kept)


def test_a_paper_that_is_too_small_becomes_one_around_the_maze() -> None:
    request = SizeRequest(width=150, cell=10)
    assert page_for(Page(), request, overall_size(request, "rectangular", {"rows": 5})).page == "A4"
    request = SizeRequest(width=400, cell=10)
    page = page_for(Page(), request, overall_size(request, "rectangular", {"rows": 5}))
    assert (page.page, page.cell) == ("fit", 10)


def test_hairlines_take_no_room() -> None:
    """Their page has no thickness of walls: as many cells as the millimetres hold."""
    page = Page(page="fit", walls="hairlines")
    request = as_drawn(SizeRequest(width=160, cell=8), page)
    size = overall_size(request, "polar", {})
    assert size.counts == {"rings": 10}
    assert size.width == pytest.approx(160, abs=0.011)
    assert page_for(page, request, size).wall is None
    assert as_drawn(WALL, Page()) is WALL


OUTLINES = [
    (shape.name, outline)
    for shape in SHAPES
    for option in shape.options
    for outline in (option.choices if option.name == "outline" else ())
]
CASES = [*((name, "") for name in SHAPES.names()), *OUTLINES]


def draft_of(shape: str, outline: str = "") -> Draft:
    draft = Draft()
    draft.choose_shape(shape)
    if outline:
        draft.sizes.edit("outline", outline)
    return draft


@pytest.mark.parametrize(("shape", "outline"), CASES)
def test_every_shape_goes_from_one_end_to_the_other_and_back(shape: str, outline: str) -> None:
    draft = draft_of(shape, outline)
    scale, before = draft.scale, draft.scale.counts
    words = []
    scale.move_to(0.0)
    for number in range(STEPS + 1):
        scale.move_to(number / STEPS)
        assert scale.position == pytest.approx(number / STEPS, abs=0.06)
        words.append(scale.word)
        if number < STEPS * 3 // 5:
            assert build(draft.shape, **draft.sizes.read()).cells >= 7
    assert list(dict.fromkeys(words)) == list(WORDS.values())
    start = SHAPES[shape].options
    middle = draft_of(shape, outline).scale.position
    scale.move_to(middle)
    assert scale.counts == before, "the proportion was not lost by rounding"
    assert start


def test_the_proportion_of_what_was_typed_is_kept() -> None:
    draft = draft_of("rectangular")
    draft.sizes.edit("rows", 20)
    draft.sizes.edit("columns", 60)
    scale = draft.scale
    scale.move_to(0.0)
    assert scale.counts == {"rows": 3, "columns": 9}
    assert scale.text == "3 × 9"
    scale.move_to(1.0)
    assert scale.counts == {"rows": 288, "columns": 866}
    draft.sizes.edit("columns", 288)
    scale.move_to(0.0)
    assert scale.counts == {"rows": 5, "columns": 5}
    assert MIN_CELLS_ACROSS == 5
    scale.move_to(2.0)
    assert scale.counts == {"rows": MAX_CELLS_ACROSS, "columns": MAX_CELLS_ACROSS}


def test_a_step_changes_some_number_at_any_size() -> None:
    for sizes in ({"rows": 1, "columns": 1}, {"rows": 1, "columns": 9000}, {"rows": 7}):
        draft = draft_of("rectangular")
        draft.sizes.update(sizes)
        for direction in (1, -1):
            before = draft.scale.counts
            draft.scale.step(direction)
            after = draft.scale.counts
            assert after != before or draft.scale.position in (0.0, 1.0)
    draft.sizes.keep_text("rows", "nonsense")
    draft.scale.move_to(0.5)
    assert not draft.sizes.uncommitted
    assert draft.sizes.read() == draft.scale.counts
    draft = draft_of("polar")
    draft.scale.step(1)
    assert draft.sizes["rings"] > 18
    assert draft.sizes["hole"] == 0
