"""Mazes whose walls follow a photo, and the pages on which they have its tones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
import shapely

import mazeeditor
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.tones import PHOTO, blur_tones, resize_tones, tones_of
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Strokes
from mazeeditor.page.shown_page import needed_of_page, page_with
from tests.graphs import graph_of
from tests.maze.photo.pictures import FACE, face, saved
from tests.page.test_thick_walls import covered


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the text of a drawn face."""
    return PHOTO.keep(Path(saved(tmp_path_factory.mktemp("photo"))))


def made(photo: str, seed: int = 1, generator: str = "kruskal", **options: Any) -> Maze:
    """Return a maze of a photo, 40 cells high where no detail is given."""
    options = {"detail": 40, **options}
    lattice = build("rectangular", rows=12, columns=17)
    growth = Growth(generator, seed)
    return SUBJECTS["photo"].run(lattice, growth, Job(), photo=photo, **options)


def page_of(maze: Maze, photo: str, **options: Any) -> Page:
    """Return the page of such a maze, with cells of 4 mm."""
    subject = ChosenSubject("photo", {"photo": photo, "detail": 40, **options})
    page = Page(page="fit", cell=4.0, marks="none")
    return page_with(page, needed_of_page(maze, subject))


@pytest.mark.parametrize("texture", ["automatic", "direction", "spiral", "random"])
def test_the_maze_is_perfect_with_one_route(photo: str, texture: str) -> None:
    maze = made(photo, texture=texture)
    graph = graph_of(maze)
    assert networkx.is_tree(graph)
    assert maze.entrance is not None
    assert maze.exits[0].cell in graph
    assert np.array_equal(maze.walls, made(photo, texture=texture).walls)
    assert not np.array_equal(maze.walls, made(photo, seed=2, texture=texture).walls)


def test_the_maze_has_the_form_of_the_photo_or_the_photo_that_of_the_maze(photo: str) -> None:
    maze = made(photo)
    assert (maze.lattice.rows, maze.lattice.columns) == (40, round(40 * FACE[0] / FACE[1]))
    cut = made(photo, crop=True)
    assert (cut.lattice.rows, cut.lattice.columns) == (12, 17)


def test_on_a3_passages_are_two_millimetres_wide(photo: str) -> None:
    maze = made(photo, detail=None)
    page = page_with(
        Page(page="A3"), needed_of_page(maze, ChosenSubject("photo", {"photo": photo}))
    )
    assert plan_page(maze, page).passage("toned") >= 2


def test_a_width_gives_the_cells_that_have_room(photo: str) -> None:
    fitted = ChosenSubject("photo", {"photo": photo}).fitted(150.0, None)
    maze = made(photo, detail=fitted.options["detail"])
    assert 140 < maze.lattice.columns * 4 + 2 <= 150
    chosen = ChosenSubject("photo", {"photo": photo, "detail": 30})
    assert chosen.fitted(150.0, None) == chosen


@pytest.mark.slow
def test_a_print_is_as_dark_as_the_photo_where_it_is_dark(photo: str) -> None:
    maze = made(photo)
    page = page_of(maze, photo, contrast=0.0)
    ink = ink_of(maze, page)
    tones = resize_tones(tones_of(page.tone), 15, 20)  # each for two by two cells
    darkness = np.zeros(tones.shape)
    layout = plan_page(maze, page)
    for row, column in np.ndindex(tones.shape):
        left, top = layout.x + 8 * column, layout.y + 8 * row
        darkness[row, column] = (
            ink.intersection(shapely.box(left, top, left + 8, top + 8)).area / 64
        )
    assert 0.04 < darkness.min() < 0.12
    assert 0.42 < darkness.max() < 0.56
    inner = np.s_[1:-1, 1:-1]
    seen, meant = blur_tones(darkness, 0.7)[inner], blur_tones(tones, 0.7)[inner]
    assert np.corrcoef(seen.ravel(), meant.ravel())[0, 1] > 0.95


@pytest.mark.slow
def test_no_passage_is_narrower_than_the_page_says(photo: str) -> None:
    maze = made(photo)
    page = page_of(maze, photo)
    layout = plan_page(maze, page)
    passage = layout.passage("toned")
    assert passage == pytest.approx(2.0)
    ink = ink_of(maze, page)
    cells = np.array(graph_of(maze).edges)
    ends = maze.lattice.geometry.centres(cells.ravel()).reshape(-1, 2, 2) * 4
    middles = shapely.linestrings(ends + np.array([layout.x, layout.y]))
    shapely.prepare(ink)
    assert not shapely.dwithin(ink, middles, passage / 2 - 1e-6).any()


def ink_of(maze: Maze, page: Page) -> Any:
    """Return the area that the walls cover."""
    (scene,) = compose(maze, page)
    items = [item for layer in scene.layers if layer.name == "walls" for item in layer.items]
    return shapely.union_all([covered(item) for item in items if isinstance(item, Strokes)])


def test_where_walls_are_taken_away_the_photo_is_too_light(photo: str) -> None:
    maze, chosen = made(photo), ChosenSubject("photo", {"photo": photo, "detail": 40})
    assert chosen.look(maze).lost == ""
    lattice = maze.lattice
    hair = np.array([lattice.cell(row, column) for row in range(5, 11) for column in range(11, 18)])
    walls = lattice.wall_ids(np.repeat(hair, 2), np.tile([1, 2], len(hair)))
    maze.write(walls, False)
    state = chosen.look(maze)
    assert "too light" in state.lost
    assert state.figures["missing"] == len(state.cells)
    assert 0 < len(state.cells) < 100
    mended = chosen.mend(maze)
    assert mended is not None
    assert chosen.look(mended).lost == ""
    rows, _columns = lattice.places(np.flatnonzero(mended.walls != maze.walls)).T
    assert rows.max() < 20


def test_a_photo_is_needed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Choose a photo"):
        made("")
    with pytest.raises(UsageError, match=r"none\.png"):
        made(NamedFile(tmp_path / "none.png"))


def test_brighter_photos_and_negatives_have_other_tones(photo: str) -> None:
    maze = made(photo)
    usual, bright, negative = (
        tones_of(page_of(maze, photo, **options).tone).mean()
        for options in ({}, {"brightness": 1.0}, {"negative": True})
    )
    assert bright < usual - 0.03
    assert negative == pytest.approx(1 - usual, abs=0.02)


def test_the_same_maze_comes_from_the_file_by_python(tmp_path: Path, photo: str) -> None:
    path = saved(tmp_path, face())
    show = {"name": "photo", "photo": path, "detail": 40}
    maze = mazeeditor.generate("kruskal", seed=1, show=show)
    assert np.array_equal(maze.walls, made(photo).walls)
    mazeeditor.export(maze, tmp_path / "maze.svg", walls="toned", tone=path)
    assert (tmp_path / "maze.svg").read_text().count("stroke-width") > 10
