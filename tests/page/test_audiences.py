"""What is made for an audience fills its page, and the advice about it names that audience."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.app.printing.snapshot import Print, plan
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.audiences import (
    AUDIENCES,
    audience_named,
    audience_of,
    filling_for,
    made_for,
    page_for,
)
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.breadth import in_turns
from tests.sources import ROOT

PAPERS = ("A5", "A4", "Letter", "A3")


def made(name: str, shape: str, page: Page, **sizes: object) -> tuple[Maze, Page]:
    """Return a maze for an audience, its walls closed, and its page."""
    result = made_for(AUDIENCES[name], shape, page, sizes)
    lattice = build(shape, **result.sizes)
    return Maze(lattice, None, lattice.first, (lattice.last,)), result.page


@pytest.mark.slow
@pytest.mark.parametrize("name", AUDIENCES)
def test_the_advice_names_whom_it_was_made_for(name: str) -> None:
    for shape, paper in in_turns(SHAPES.names(), PAPERS):
        maze, page = made(name, shape, Page(page=paper))
        advice = plan(Print(maze, page, None)).advice
        assert advice.endswith(f" mm. Suits: {AUDIENCES[name].label}"), (shape, paper)
        assert page.page == paper
        assert page.wall == AUDIENCES[name].wall


@pytest.mark.slow
def test_squares_fill_the_page_with_the_passages_of_the_table() -> None:
    for name, paper in in_turns(AUDIENCES, PAPERS):
        audience = AUDIENCES[name]
        maze, page = made(name, "rectangular", Page(page=paper))
        layout, lattice = plan_page(maze, page), maze.lattice
        assert page.cell is not None
        passage = layout.passage("lines")
        assert passage == pytest.approx(page.cell - audience.wall)
        rows, columns, most = lattice.rows, lattice.columns, audience.most
        few = most is not None and min((rows + 1) * columns, rows * (columns + 1)) > most
        assert passage >= audience.passage if few else passage == pytest.approx(audience.passage)
        for cells, size in ((lattice.columns, layout.width), (lattice.rows, layout.height)):
            room = size - 2 * page.margin
            left = room - cells * page.cell
            assert left < max(0.25 * room, 1.5 * page.cell), f"{name}: one more has room"


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_there_is_room_for_a_title_and_for_an_opening_on_any_side(shape: str) -> None:
    for name, last in in_turns(AUDIENCES, [False, True]):
        maze, page = made(name, shape, Page())
        page = replace(page, title="A title as long as a line of a page")
        for opening in _gaps(maze, maze.lattice.rows - 1 if last else 0, 0):
            moved = Maze(maze.lattice, None, opening, (maze.lattice.last,))
            assert plan_page(moved, page).scale.cell == page.cell, name


def _gaps(maze: Maze, row: int, column: int) -> list[Opening]:
    from mazeeditor.editing.changes.entrances import choices

    cell = maze.lattice.cell(row, column)
    return [opening for opening in choices(maze.lattice, cell) if opening.slot is not None]


@pytest.mark.slow
def test_outlines_that_need_columns_for_their_rows() -> None:
    outlines = {"hexagonal": "hexagon", "triangular": "triangle"}
    for name, shape in in_turns(AUDIENCES, outlines):
        maze, page = made(name, shape, Page(), outline=outlines[shape])
        assert plan(Print(maze, page, None)).advice.endswith(AUDIENCES[name].label), name


@pytest.mark.slow
def test_every_style_of_walls_leaves_the_passages() -> None:
    for style in WALL_STYLES:
        maze, page = made("7-9", "rectangular", Page(walls=style.name))
        assert plan_page(maze, page).passage(style.name) >= 11 - 1e-6, style.name
        assert not style.fixed or page.wall is None, style.name


@pytest.mark.slow
def test_posters_and_papers_that_are_turned() -> None:
    pages = (Page(orientation="landscape"), Page(poster="3x2"), Page(page="fit"))
    for name, page in in_turns(AUDIENCES, pages):
        maze, made_page = made(name, "rectangular", page)
        assert plan(Print(maze, made_page, None)).advice.endswith(AUDIENCES[name].label), name
    turned, _page = made("10+", "rectangular", pages[0])
    assert turned.lattice.columns > turned.lattice.rows


def test_what_is_given_stays() -> None:
    maze, page = made("7-9", "rectangular", Page(), rows=5)
    assert (maze.lattice.rows, maze.lattice.columns, page.cell) == (5, 13, 12.0)
    audience = AUDIENCES["7-9"]
    result = made_for(audience, "rectangular", Page(), cell=20.0, wall=2.0)
    assert (result.page.cell, result.page.wall) == (20.0, 2.0)
    assert result.sizes["columns"] == 8


@pytest.mark.slow
def test_more_cells_than_have_room_are_smaller() -> None:
    maze, page = made("10+", "rectangular", Page(), rows=32)
    assert maze.lattice.rows == 32
    assert page.cell is not None
    assert 7.0 < page.cell < 7.7
    assert page.wall == 0.7
    maze, page = made("4-6", "rectangular", Page(), rows=200)  # nothing for children any more
    assert (page.cell, page.wall) == (None, None)
    assert plan_page(maze, page).scale.cell > 1


@pytest.mark.slow
def test_cells_on_the_largest_page_are_as_large_as_a_page_takes() -> None:
    _maze, page = made("4-6", "rectangular", Page(page="100000x100000mm"))
    assert page.cell == 1000.0


@pytest.mark.slow
def test_on_a_small_page_passages_are_narrower_rather_than_few() -> None:
    for name, side in {"4-6": 103, "7-9": 85, "senior": 88}.items():
        maze, page = made(name, "rectangular", Page(page=f"{side}x{side}mm"))
        audience, passage = AUDIENCES[name], plan_page(maze, page).passage("lines")
        assert audience.least - 1e-6 <= passage < audience.passage, name
        assert maze.lattice.cells >= 12, name


def test_no_room_is_said_with_the_page() -> None:
    with pytest.raises(UsageError, match=r"^60x60mm has no room for a maze with passages of 15 mm"):
        made_for(AUDIENCES["4-6"], "rectangular", Page(page="60x60mm"))


def test_an_unknown_audience_is_refused_with_the_known_ones() -> None:
    for name in ("8", "", "Adult", "7 - 9"):
        with pytest.raises(
            UsageError, match=r"Choose one of: 2-3, 4-6, 7-9, 10\+, adult, expert, senior"
        ):
            audience_named(name)


RECOGNISED = [
    (15.0, 49, 1.0, "4-6"),
    (15.0, 50, 1.0, "7-9"),
    (9.0, 300, 1.0, "7-9"),
    (9.0, 301, 1.0, "10+"),
    (10.0, 300, 1.6, "senior"),
    (10.0, 300, 10.0, "7-9"),  # blocks
    (18.0, 900, 2.0, "10+"),  # a poster with its usual walls
    (5.9, 1, 0.5, "adult"),
    (3.9, 1, 0.5, "expert"),
    (2.9, 1, 0.2, None),
]


def test_audiences_are_recognised() -> None:
    for passage, cells, wall, name in RECOGNISED:
        audience = audience_of(passage, cells, wall)
        assert (audience and audience.name) == name


@pytest.mark.slow
def test_every_generator_of_the_table_makes_every_shape() -> None:
    for audience, shape in product(AUDIENCES.values(), SHAPES.names()):
        generate(audience.generator, build(shape), 1, **audience.options)


# From Python


@pytest.mark.slow
def test_python_has_it_by_the_name_audience(tmp_path: Path) -> None:
    maze = mazeeditor.generate(audience="7-9", seed=1)
    assert (maze.lattice.rows, maze.lattice.columns) == (19, 13)
    same = mazeeditor.generate("backtracker", rows=19, columns=13, seed=1)
    assert (maze.walls == same.walls).all()
    expert = mazeeditor.generate(audience="expert", page="A5", shape="polar", seed=1)
    assert expert.lattice.shape == "polar"
    given = mazeeditor.generate("wilson", audience="7-9", rows=4, seed=1)
    other = mazeeditor.generate("wilson", rows=4, columns=13, seed=1)
    assert (given.walls == other.walls).all()
    with pytest.raises(UsageError, match="Choose one of"):
        mazeeditor.generate(audience="toddlers")
    mazeeditor.export(maze, tmp_path / "a.svg", audience="7-9")
    mazeeditor.export(maze, tmp_path / "b.svg", cell=12.0, wall=1.0)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "shape"), in_turns(AUDIENCES, SHAPES.names()))
def test_python_exports_it_as_meant(name: str, shape: str) -> None:
    audience = AUDIENCES[name]
    maze = mazeeditor.generate(audience=name, shape=shape, seed=1)
    page = page_for(audience, maze.lattice, Page())
    assert plan(Print(maze, page, None)).advice.endswith(audience.label)


@pytest.mark.slow
def test_the_table_of_the_decisions_is_measured() -> None:
    """Sizes and passages of ``docs/decisions/audiences.md`` are those that are made."""
    text = (ROOT / "docs" / "decisions" / "audiences.md").read_text()
    for name, audience in AUDIENCES.items():
        maze, page = made(name, "rectangular", Page())
        passage = round(plan_page(maze, page).passage("lines"))
        size = f"{maze.lattice.rows} × {maze.lattice.columns}"
        assert f"| {size} | {passage} mm | {audience.wall:g} mm |" in text


@pytest.mark.slow(3)
@pytest.mark.parametrize(
    ("name", "theme", "paper", "shape"),
    in_turns(AUDIENCES, ["dinosaurs", "elegant"], ["A4", "Letter", "fit"], SHAPES.names()),
)
def test_a_theme_leaves_room(name: str, theme: str, paper: str, shape: str) -> None:
    """Also where the number of cells is given, and where it is found for a page with a theme."""
    plain = mazeeditor.generate(audience=name, seed=1)
    page = page_for(AUDIENCES[name], plain.lattice, Page(theme=theme, page=paper))
    plan_page(plain, page)
    found = filling_for(AUDIENCES[name], shape, Page(theme=theme))
    assert found.page.cell is None
    lattice = build(shape, **found.sizes)
    maze = Maze(lattice, None, lattice.first, (lattice.last,))
    advice = plan(Print(maze, found.page, None)).advice
    assert advice.endswith(AUDIENCES[name].label)


@pytest.mark.slow
def test_a_theme_that_leaves_too_little_is_no_reason_to_refuse() -> None:
    """Nobody is asked for a larger page because of a border."""
    audience, page = AUDIENCES["4-6"], Page(page="A5", theme="ocean")
    found = filling_for(audience, "polar", page)
    assert found.sizes == filling_for(audience, "polar", Page(page="A5")).sizes
    assert found.page.theme == "ocean"
