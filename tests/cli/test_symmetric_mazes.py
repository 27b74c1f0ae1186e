"""``generate --symmetry``: the maze, the message, the recipe in the file; the same in Python."""

from __future__ import annotations

from pathlib import Path

import networkx as nx

import mazeeditor as api
from mazeeditor.files import read
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.transforms.symmetry.group import group_of
from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_walls
from tests.cli.run import mazeeditor
from tests.graphs import graph_of

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
