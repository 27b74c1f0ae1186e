"""New mazes: the sizes and look of the last new one, nothing of one that was opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeeditor.app.drafts.new_maze import DEFAULT_RECIPE, first_document, kept_page, kept_recipe
from mazeeditor.app.settings import Settings
from mazeeditor.core.memory import peak_of
from mazeeditor.editing.edits import SetLocks, SetPage
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import GRID_BYTES_PER_CELL, empty_grid, full_grid
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.walls import select_walls, set_bits
from mazeeditor.page.page import Page
from tests.app.scripted import Program

HEART = Recipe("prim", sizes={"rows": 31, "columns": 33}, seed=3, masks=(MaskStep("heart"),))
LOOK = Page(page="A5", margin=7.0, walls="bands", colour="#102030")


def generate(program: Program, **sizes: int) -> None:
    for name, size in sizes.items():
        program.session.view.draft.sizes.edit(name, size)
    program.run("generate")


def set_page(program: Program, page: Page) -> None:
    program.document.apply(SetPage(program.document.page, page))


def call_saved(program: Program, tmp_path: Path) -> None:
    """Save, so that nothing is asked about."""
    program.answers.paths = [tmp_path / "mine.maze"]
    program.run("save")
    program.answers.asked.clear()


def open_heart(program: Program, tmp_path: Path) -> None:
    """Open a project with sizes, an outline and a page of its own."""
    path = tmp_path / "heart.maze"
    page = Page(page="A3", title="Heart").to_dict()
    save(Project(maze_of(HEART), HEART, page), path)
    program.answers.paths = [path]
    program.run("open")
    program.answers.asked.clear()


def sizes(program: Program) -> dict[str, Any]:
    return dict(program.document.maze.lattice.parameters)


def test_new_takes_nothing_of_an_opened_file(program: Program, tmp_path: Path) -> None:
    generate(program, rows=7, columns=9)
    set_page(program, replace(LOOK, title="Mine"))
    call_saved(program, tmp_path)
    open_heart(program, tmp_path)
    generate(program, rows=20, columns=20)
    program.run("save")
    program.begin()
    assert program.answers.asked == []
    assert sizes(program) == {"rows": 7, "columns": 9}
    assert program.document.maze.lattice.whole
    assert program.document.page == LOOK
    assert program.document.path is None
    assert not program.document.dirty
    draft = program.session.view.draft.recipe(shown=True)
    assert (dict(draft.sizes), draft.masks) == ({"rows": 7, "columns": 9}, ())


def test_undo_counts_too(program: Program, tmp_path: Path) -> None:
    generate(program, rows=7, columns=9)
    generate(program, rows=11, columns=13)
    program.run("undo")
    call_saved(program, tmp_path)
    program.session.view.draft.sizes.keep_text("rows", "10001")
    program.begin()
    assert program.ui.sections == [], "an invalid field does not matter"
    assert not program.session.view.draft.sizes.uncommitted
    assert sizes(program) == {"rows": 7, "columns": 9}


def test_each_new_maze_has_a_seed_of_its_own(program: Program, tmp_path: Path) -> None:
    program.session.view.draft.rest.edit("seed", 5)
    program.run("generate")
    call_saved(program, tmp_path)
    seeds = []
    for _time in range(3):
        program.begin()
        seeds.append(program.document.recipe.seed)
    assert len({5, *seeds}) == 4


@pytest.mark.parametrize(("template", "routes"), [("empty-grid", "many"), ("full-grid", "none")])
@pytest.mark.parametrize("shape", SHAPES.names())
def test_grids_to_begin_from(program: Program, shape: str, template: str, routes: str) -> None:
    program.session.view.draft.choose_shape(shape)
    program.run("generate")
    program.document.history.save(program.document.history.state)
    before = program.document.maze.lattice
    program.begin(template)
    maze = program.document.maze
    maze.check()
    assert maze.lattice.same(before)
    assert facts(maze).routes == routes
    assert (maze.entrance, maze.exits) == (before.first, (before.last,))
    assert program.document.recipe.generator == ""
    assert program.answers.errors == []
    walls = select_walls(maze.lattice, maze.walls, closed=template == "empty-grid")
    lower, _slots, upper, _backs = maze.lattice.sides_of(walls)
    inner = maze.lattice.inside[lower] & maze.lattice.inside[upper]
    assert not inner.any()
    program.run("generate")  # as before
    assert program.document.maze.lattice.same(before)
    assert facts(program.document.maze).routes == "one"


@pytest.mark.parametrize("make", [empty_grid, full_grid])
def test_memory_of_a_grid(make: Any) -> None:
    lattice = build("rectangular", rows=1500, columns=1500)
    lattice.inside_cells()
    assert peak_of(lambda: make(lattice))[1] <= lattice.size * GRID_BYTES_PER_CELL + 4_000_000


def test_the_next_window_begins_like_the_last_new_maze(program: Program, tmp_path: Path) -> None:
    settings = program.settings
    settings.path = tmp_path / "settings.json"
    program.session.view.draft.choose_shape("hexagonal")
    generate(program, rows=8, columns=6)
    set_page(program, LOOK)
    settings.save()
    document = first_document(Settings.load(settings.path))
    lattice = document.maze.lattice
    assert (lattice.shape, lattice.rows, lattice.columns) == ("hexagonal", 8, 6)
    assert document.page == LOOK


@pytest.mark.parametrize("rows", [51, 10_000])
def test_a_window_does_not_wait_for_a_large_maze(rows: int) -> None:
    settings = Settings(new_maze={"sizes": {"rows": rows, "columns": rows}})
    assert first_document(settings).maze.lattice.cells == 1200
    assert kept_recipe(settings.new_maze).sizes == {"rows": rows, "columns": rows}


DAMAGED: list[dict[str, Any]] = [
    {"shape": []},
    {"shape": "round"},
    {"sizes": 3},
    {"sizes": {"rows": "many"}},
    {"sizes": {"rows": 0, "columns": -1}},
    {"sizes": {"rings": 9}},
    {"recipe": "x"},
    {"recipe": {"generator": "nobody"}},
    {"recipe": {"generator": {}, "braid": "x", "bias": []}},
    {"recipe": {"generator": "prim", "braid": 7}},
    {"recipe": {"generator": "eller"}, "shape": "polar"},
    {"page": []},
    {"page": {"page": "A99", "margin": {}, "unknown": 1}},
]


def test_damaged_settings_begin_as_usual() -> None:
    for values in DAMAGED:
        recipe = kept_recipe(values)
        found = recipe.generator, recipe.shape, dict(recipe.sizes)
        assert found == (DEFAULT_RECIPE.generator, DEFAULT_RECIPE.shape, {}), values
        assert kept_page(Settings(new_maze=values)) == Page(), values
        assert first_document(Settings(new_maze=values)).maze.lattice.cells == 1200, values
    values = {"shape": "polar", "sizes": {"rings": 3, "hole": 2500}}  # impossible together alone
    assert first_document(Settings(new_maze=values)).maze.lattice.cells == 1200


def test_an_empty_grid_of_another_size_is_one_step_and_keeps_locked_walls(program: Program) -> None:
    before = program.document.maze
    program.session.view.draft.sizes.edit("rows", 5)
    program.run("empty-grid")
    maze = program.document.maze
    assert (maze.lattice.rows, maze.lattice.columns) == (5, before.lattice.columns)
    assert not program.document.recipe.generator
    program.run("undo")
    assert program.document.maze is before
    lattice = before.lattice
    walls = [np.array([lattice.wall(lattice.cell(n, n), 1)]) for n in (1, 2)]
    before.write(np.concatenate(walls), closed=True)
    locks = np.zeros_like(before.walls)
    set_bits(locks, lattice.sides_of(walls[0]))
    program.document.apply(SetLocks(before, locks, "Lock"))
    program.session.view.draft.follow(program.document)
    program.run("empty-grid")
    assert [program.document.maze.is_closed(wall).all() for wall in walls] == [True, False]
