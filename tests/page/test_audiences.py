"""What is made for an audience fills its page, and the advice about it names that audience."""

from __future__ import annotations

import pytest

import mazeeditor
from mazeeditor.app.printing.snapshot import Print, plan
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.audiences import (
    AUDIENCES,
    audience_named,
    audience_of,
    made_for,
    page_for,
)
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from tests.breadth import in_turns

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


def test_what_is_given_stays() -> None:
    maze, page = made("7-9", "rectangular", Page(), rows=5)
    assert (maze.lattice.rows, maze.lattice.columns, page.cell) == (5, 13, 12.0)
    audience = AUDIENCES["7-9"]
    result = made_for(audience, "rectangular", Page(), cell=20.0, wall=2.0)
    assert (result.page.cell, result.page.wall) == (20.0, 2.0)
    assert result.sizes["columns"] == 8


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


# From Python


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "shape"), in_turns(AUDIENCES, SHAPES.names()))
def test_python_exports_it_as_meant(name: str, shape: str) -> None:
    audience = AUDIENCES[name]
    maze = mazeeditor.generate(audience=name, shape=shape, seed=1)
    page = page_for(audience, maze.lattice, Page())
    assert plan(Print(maze, page, None)).advice.endswith(audience.label)
