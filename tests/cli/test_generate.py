"""``generate``: seeds, openings, presets, sizes, pictures, symmetry; the same as in Python."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest
from PIL import Image

import mazeeditor as api
from mazeeditor.files import read
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.transforms.symmetry.group import group_of
from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_walls
from tests.cli.run import mazeeditor
from tests.graphs import graph_of
from tests.page.formats.read_svg import read_svg


def test_a_preset_decides_what_no_flag_does(tmp_path: Path) -> None:
    common = ("generate", "--preset", "classic", "--seed", 3)
    ran = mazeeditor(*common, "--rows", 9, "-o", "a.maze", cwd=tmp_path)
    assert (ran.status, ran.out, ran.error) == (0, "a.maze: seed 3\n", "")
    project = api.load(tmp_path / "a.maze")
    assert dict(project.lattice.parameters) == {"rows": 9, "columns": 20}
    ran = mazeeditor(*common, "-o", "b.svg", cwd=tmp_path)
    assert (ran.status, ran.error) == (0, "")
    assert (tmp_path / "b-solution.svg").exists(), "the page of the preset has the solution"
    ran = mazeeditor("export", "a.maze", "-o", "c.svg", cwd=tmp_path)
    assert (tmp_path / "c-solution.svg").exists(), "the project keeps the page of the preset"
    ran = mazeeditor("generate", "--preset", "nothing", "-o", "d.maze", cwd=tmp_path)
    assert ran.status == 2
    assert "There is no preset 'nothing'. Choose one of: children, classic" in ran.error


def test_what_a_mask_leaves_is_as_wide_as_asked_for(tmp_path: Path) -> None:
    """The size was that of all cells, of which a mask leaves some."""
    sizes = ("--shape", "triangular", "--rows", 12, "--columns", 31, "--width", "6in")
    ran = mazeeditor("generate", *sizes, "--mask", "heart", "-o", "a.maze", cwd=tmp_path)
    assert (ran.status, ran.error) == (0, "")
    mazeeditor("export", "a.maze", "--marks", "none", "-o", "a.svg", cwd=tmp_path)
    (shape,) = read_svg((tmp_path / "a.svg").read_bytes()).shapes["walls"]
    x = [x for line in shape.lines() for x, _y in line]
    assert max(x) - min(x) + shape.width == pytest.approx(6 * 25.4, abs=0.01)


@pytest.mark.slow
def test_generate_equals_the_api(tmp_path: Path) -> None:
    for generator in GENERATORS.names():
        options = ["--generator", generator, "--rows", 5, "--columns", 9, "--seed", 3]
        assert mazeeditor("generate", *options, "-o", tmp_path / "a.maze").status == 0, generator
        maze = api.load(tmp_path / "a.maze")
        again = api.generate(generator, rows=5, columns=9, seed=3)
        assert (maze.walls == again.walls).all(), generator


def test_generate_prints_text_without_a_file() -> None:
    ran = mazeeditor("generate", "--rows", 2, "--columns", 3, "--seed", 1)
    assert ran.status == 0
    assert len(ran.out.splitlines()) == 5
    assert mazeeditor("generate", "--rows", 2, "--columns", 3, "--seed", 1).out == ran.out


def test_a_new_seed_is_reported_and_makes_the_same_maze(tmp_path: Path) -> None:
    ran = mazeeditor("generate", "--rows", 9, "--columns", 9, "-o", tmp_path / "a.maze")
    seed = int(ran.out.rsplit(maxsplit=1)[1])
    same = api.generate("backtracker", rows=9, columns=9, seed=seed)
    assert (api.load(tmp_path / "a.maze").walls == same.walls).all()


def test_openings(tmp_path: Path) -> None:
    file = tmp_path / "a.maze"
    places = ["--entrance", "2,2", "--exit", "0,4,top", "--exit", "4,0,bottom"]
    mazeeditor("generate", "--rows", 5, "--columns", 5, *places, "-o", file)
    maze = api.load(file)
    lattice = maze.lattice
    assert maze.entrance is not None
    assert (lattice.place(maze.entrance.cell), maze.entrance.slot) == ((2, 2), None)
    result = [(lattice.place(each.cell), lattice.sides[each.slot or 0]) for each in maze.exits]
    assert result == [((0, 4), "top"), ((4, 0), "bottom")]
    mazeeditor("generate", "--entrance", "none", "--exit", "none", "-o", file)
    assert (api.load(file).entrance, api.load(file).exits) == (None, ())


def test_a_picture_in_the_route(tmp_path: Path) -> None:
    image = Image.new("L", (30, 20), 255)
    image.paste(0, (3, 4, 27, 9))
    image.paste(0, (12, 4, 17, 18))
    image.save(tmp_path / "t.png")
    options = ("--picture", "t.png", "--pixels", "12", "--fill", "exact", "--seed", "3")
    ran = mazeeditor("generate", *options, "-o", "a.maze", cwd=tmp_path)
    assert ran.status == 0, ran.error
    assert "cells lead from the border to the picture and back" in ran.error
    (tmp_path / "t.png").unlink()  # the project keeps it
    told = mazeeditor("info", "a.maze", "--json", cwd=tmp_path)
    facts = json.loads(told.out)
    assert facts["picture"]["pixels"] == facts["picture"]["covered"] > 0
    assert (facts["routes"], facts["loops"], facts["sealed"]) == ("one", 0, 0)


SIZE = ("--rows", "6", "--columns", "6", "--seed", "3")


def test_symmetric_mazes(tmp_path: Path) -> None:
    for flag, kept, breaking in [
        ("left-right", "left-right", 0),
        ("both", "both", 1),
        ("2", "halves", 1),
        ("4", "quarters", 1),
    ]:
        ran = mazeeditor("generate", *SIZE, "--symmetry", flag, "-o", "a.maze", cwd=tmp_path)
        assert ran.status == 0, ran.error
        project = read(tmp_path / "a.maze")
        group = group_of(project.maze.lattice, kept)
        assert group, flag
        assert len(breaking_walls(project.maze, group)) == breaking, flag
        assert ("One wall breaks the symmetry" in ran.error) == bool(breaking), flag
        assert nx.is_tree(graph_of(project.maze)), flag
        assert project.recipe.symmetry == kept, flag
        assert (maze_of(project.recipe).walls == project.maze.walls).all(), flag
        symmetry = int(flag) if flag.isdigit() else flag
        again = api.generate(rows=6, columns=6, seed=3, symmetry=symmetry)
        assert (again.walls == project.maze.walls).all(), flag


def test_what_cannot_be(tmp_path: Path) -> None:
    for flags, message in [
        (("--symmetry", "fifths"), "There is no symmetry"),
        (("--symmetry", "thirds"), "This shape has no symmetry 'Thirds'"),
        (("--symmetry", "1"), "There is no symmetry"),
        (("--symmetry", "9" * 5000), "There is no symmetry"),
    ]:
        ran = mazeeditor("generate", *SIZE, *flags, "-o", "a.maze", cwd=tmp_path)
        assert ran.status == 2, flags
        assert message in ran.error, flags
        assert len(ran.error.splitlines()) == 1, flags
        assert not list(tmp_path.iterdir()), flags


def test_recipes_keep_the_symmetry() -> None:
    recipe = Recipe.from_json({"generator": "prim", "seed": 1, "symmetry": "both", "bias": 2})
    assert recipe.symmetry == "both"
    assert dict(recipe.options) == {"bias": 2}
    assert recipe.to_json() == {"generator": "prim", "seed": 1, "symmetry": "both", "bias": 2}
    assert Recipe.from_json({"symmetry": 4}).symmetry is None
    assert "symmetry" not in Recipe("prim").to_json()
