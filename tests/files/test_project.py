"""Projects come back byte for byte, show what changed, and can be cancelled."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project
from mazeeditor.files import project as project_file
from mazeeditor.files.project import load, save
from mazeeditor.maze import shapes
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import Shape
from mazeeditor.page.page import Page
from tests.breadth import examples
from tests.core.disk.test_json_files import VALUES
from tests.files.mazes import (
    assert_same,
    inner_walls,
    random_mazes,
)
from tests.files.projects import maze, saved, signed
from tests.lattices import LATTICES, random_passages


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("projects")


KNOWN = {*asdict(Page()), "landscape"}
OBJECTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=3)


@pytest.mark.slow
@examples(20)
@given(random_mazes(), OBJECTS, OBJECTS, OBJECTS)
def test_a_project_comes_back_byte_for_byte(
    folder: Path, drawn: Maze, recipe: dict[str, Any], page: dict[str, Any], extra: dict[str, Any]
) -> None:
    path = folder / "a.maze"
    extra = {
        key: extra[key] for key in extra if key not in {*project_file.OWN_KEYS, "walls", "sha256"}
    }
    page = {key: page[key] for key in page if key not in KNOWN}  # its own are checked
    text = saved(Project(drawn, Recipe.from_json(recipe), page, extra), path)
    again = load(path)
    assert_same(again.maze, drawn)
    assert (again.recipe.to_json(), again.page, again.extra) == (recipe, page, extra)
    assert again.warnings == []
    assert saved(again, path) == text
    plain = json.loads(text)
    lines = text.splitlines(keepends=True)
    assert plain["sha256"] == hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    assert lines[-1].startswith(b'"sha256": ')
    assert list(plain)[:2] == ["format", "version"]
    assert [len(row) for row in plain["walls"]] == [drawn.lattice.columns] * drawn.lattice.rows


@pytest.mark.parametrize("kind", LATTICES)
def test_other_shapes_come_back(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shape with up to eight slots and holes, as a new file of the package would add it."""

    def test(*, rows: int = 0, seed: int = 0) -> Lattice:  # noqa: ARG001 - the file is read
        """Of any kind."""
        lattice = LATTICES[kind](Random(seed))
        object.__setattr__(lattice, "parameters", {"rows": lattice.rows, "seed": seed})
        return lattice

    assert len(shapes.SHAPES) > 0
    monkeypatch.setitem(shapes.SHAPES._entries, "test", Shape("test", "Test", test))
    if kind in shapes.SHAPES:  # these are there, with parameters of their own
        test = partial(_with_mask, kind)
    for seed in range(3):
        drawn, _graph = random_passages(test(seed=seed), Random(seed))
        outer = [
            (int(cell), drawn.lattice.outer_slots(int(cell)))
            for cell in drawn.lattice.inside_cells()
        ]
        gaps = [Opening(cell, slots[-1]) for cell, slots in outer if slots]
        if kind != "tangles":  # whose outside is one cell without slots back
            drawn.set_openings(gaps[0], tuple(gaps[-2:]))
        save(Project(drawn), tmp_path / "a.maze")
        assert_same(load(tmp_path / "a.maze").maze, drawn)


def _with_mask(kind: str, *, seed: int) -> Lattice:
    return LATTICES[kind](Random(seed))


def test_older_programs_read_what_they_can(tmp_path: Path) -> None:
    """Whole rectangles are of version 1; older programs refuse the rest."""
    for kind in shapes.SHAPES.names():
        lattice = shapes.build(kind)
        some = mask_lattice(
            lattice, lattice.inside & (np.arange(lattice.size) != lattice.first.cell)
        )
        for each, version in ((lattice, 1 if kind == "rectangular" else 2), (some, 2)):
            text = saved(Project(Maze(each, None, each.first, (each.last,))), tmp_path / "a.maze")
            assert json.loads(text)["version"] == version, kind
            assert (b"." in b"".join(text.splitlines()[-each.rows - 2 : -2])) == (each is some), (
                kind
            )
        keys = json.loads(text)
        del keys["sha256"]
        keys["walls"] = ["." * len(row) for row in keys["walls"]]
        (tmp_path / "b.maze").write_text(json.dumps(keys))
        with pytest.raises(MazeError, match="The mask leaves no cell"):
            load(tmp_path / "b.maze")


def test_one_changed_wall_changes_one_line_or_two(tmp_path: Path) -> None:
    drawn = maze(6, 7)
    before = saved(Project(drawn), tmp_path / "a.maze").splitlines()
    for wall in inner_walls(drawn.lattice):
        lower, _slot, upper, _back = drawn.lattice.sides_of(np.array([wall]))
        rows = {drawn.lattice.place(int(cells[0]))[0] for cells in (lower, upper)}
        drawn.toggle(np.array([wall]))
        after = saved(Project(drawn), tmp_path / "a.maze").splitlines()
        changed = [at for at, line in enumerate(after) if line != before[at]]
        first = after.index(b'"walls": [') + 1
        assert changed == [*(first + row for row in sorted(rows)), len(after) - 1]
        drawn.toggle(np.array([wall]))


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    lines = (project_file.__doc__ or "").partition("::")[2].strip().splitlines()
    text = "\n".join(line.strip() for line in lines[:-1])
    (tmp_path / "a.maze").write_text(text)
    project = load(tmp_path / "a.maze")
    assert project.recipe == Recipe("backtracker", seed=7).at(project.maze.lattice)
    again = saved(project, tmp_path / "b.maze").decode().splitlines()
    assert again[:-1] == text.splitlines()


def test_unknown_keys_keep_their_place(tmp_path: Path) -> None:
    for after in range(1, 9):
        lines = saved(Project(maze()), tmp_path / "a.maze").splitlines(keepends=True)
        lines.insert(after + 1, '"новый": [1, {"x": null, "y": "\\ud800"}],\n'.encode())
        text = signed(b"".join(lines))
        (tmp_path / "a.maze").write_bytes(text)
        project = load(tmp_path / "a.maze")
        assert project.extra == {"новый": [1, {"x": None, "y": "\ud800"}]}, after
        assert (saved(project, tmp_path / "b.maze") == text) == (
            after > 1
        )  # else behind the version
        assert load(tmp_path / "b.maze").extra == project.extra, after


def test_what_no_file_can_hold_is_not_written(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    deep: list[Any] = []
    for _ in range(200):
        deep = [deep]
    for page in ({"x": float("nan")}, {"x": {1}}, {"x": deep}, {"x": 10**30}, {"x": maze}):
        with pytest.raises(MazeError):
            save(Project(maze(), page=page), tmp_path / "a.maze")
    assert (tmp_path / "a.maze").read_bytes() == text
    assert [each.name for each in tmp_path.iterdir()] == ["a.maze"]


def test_unknown_keys_never_replace_known_ones(tmp_path: Path) -> None:
    extra = {"walls": [], "sha256": "x", "format": "y", "mine": 1}
    save(Project(maze(), extra=extra), tmp_path / "a.maze")
    project = load(tmp_path / "a.maze")
    assert project.extra == {"mine": 1}
    assert_same(project.maze, maze())
