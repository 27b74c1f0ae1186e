"""The command line turns and mirrors every shape that its cells allow, masks and recipes too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mazeeditor import api, generate
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import load_logo
from mazeeditor.files import Project, read
from mazeeditor.files.project import load, save
from mazeeditor.maze.recipe import BY_HAND, Recipe
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import TRANSFORMS
from mazeeditor.page.underlay import Underlay
from tests.cli.run import failure, mazeeditor
from tests.maze.transforms.samples import picture


@pytest.mark.parametrize("shape", SHAPES.names())
def test_a_mask_is_turned_with_its_maze(shape: str, tmp_path: Path) -> None:
    angle = next(by for by, no in TRANSFORMS["rotate"].choices(build(shape)).items() if not no)
    flags = ["--shape", shape, "--mask", "heart", "--seed", 4]
    assert mazeeditor("generate", *flags, "-o", "a.maze", cwd=tmp_path).status == 0
    ran = mazeeditor("transform", "a.maze", "rotate", "--by", angle, "-o", "b.maze", cwd=tmp_path)
    assert (ran.status, ran.error) == (0, "")
    before, after = (api.load(tmp_path / name) for name in ("a.maze", "b.maze"))
    assert picture(after) == picture(api.transform(before, "rotate", by=angle))
    assert load(tmp_path / "a.maze").recipe.masks[0].name == "heart"
    assert load(tmp_path / "b.maze").recipe.masks == (BY_HAND,)


def test_what_does_not_fit_names_what_does(tmp_path: Path) -> None:
    flags = ["--shape", "hexagonal", "--rows", 4, "--columns", 4, "-o", "a.maze"]
    assert mazeeditor("generate", *flags, cwd=tmp_path).status == 0
    words = "Turned by 90 degrees, the cells would not fit the grid; possible here: 180."
    assert words in failure("transform", "a.maze", "rotate", "-o", "b.maze", status=2, cwd=tmp_path)
    assert not (tmp_path / "b.maze").exists()


def test_the_underlay_moves_with_the_cells(tmp_path: Path) -> None:
    picture = load_logo(Path(__file__).parents[2] / "icons/app.png")
    maze = generate("prim", rows=4, columns=5, seed=1)
    underlay = Underlay(picture=picture, left=1.0, top=2.0)
    save(replace(Project(maze, Recipe()), underlay=underlay), tmp_path / "a.maze", Job())
    size = ("--rows", "6", "--columns", "9", "--anchor", "bottom-right")
    ran = mazeeditor("transform", "a.maze", "resize", *size, "-o", "b.maze", cwd=tmp_path)
    assert ran.status == 0, ran.error
    assert read(tmp_path / "b.maze").underlay == replace(underlay, left=5.0, top=4.0)
