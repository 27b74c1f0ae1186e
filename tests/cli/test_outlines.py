"""Shapes and masks on every command that makes mazes: one mechanism, the same cells everywhere."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.cli import main
from mazeeditor.files.project import load
from mazeeditor.maze.comparing.compare import compare
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.shapes import SHAPES, build
from tests.cli.run import failure, mazeeditor

# what is given, and the same in Python: the options of a mask follow it
MASKS: list[object] = [
    "--mask",
    "heart",
    "--scale",
    0.9,
    "--mask",
    "star",
    "--points",
    7,
    "--scale",
    0.4,
]
MASKS += ["--combine", "cut-out"]
RECIPE: list[dict[str, Any]] = [
    {"name": "heart", "scale": 0.9},
    {"name": "star", "points": 7, "scale": 0.4, "combine": "cut-out"},
]
SIZE: dict[str, dict[str, Any]] = {
    "rectangular": {"rows": 20, "columns": 24},
    "hexagonal": {"rows": 19, "columns": 19, "outline": "hexagon"},
    "triangular": {"rows": 14, "columns": 27, "outline": "triangle"},
    "polar": {"rings": 10, "hole": 1},
}


def flags_of(shape: str) -> list[object]:
    sizes = SIZE[shape].items()
    return ["--shape", shape, *(text for name, value in sizes for text in (f"--{name}", value))]


def test_several_masks_with_options_of_their_own(tmp_path: Path) -> None:
    for shape in SHAPES.names():
        ran = mazeeditor("generate", *flags_of(shape), *MASKS, "-o", "a.maze", cwd=tmp_path)
        assert ran.status == 0, shape
        project = load(tmp_path / "a.maze")
        whole = build(shape, **SIZE[shape])
        assert project.maze.lattice.same(cut(RECIPE, whole).lattice), shape
        assert [mask.to_json() for mask in project.recipe.masks] == RECIPE, shape
        assert project.recipe.pieces is None, shape


def test_what_is_reported_once_and_what_stands_before(tmp_path: Path) -> None:
    text = ["--mask", "text", "--text", "OTTO"]
    size = ["--rows", 20, "--columns", 60, "-o", "a.maze"]
    ran = mazeeditor("generate", "--pieces", "each", *text, *size, cwd=tmp_path)
    assert "4 pieces, with a maze in each" in ran.error
    assert load(tmp_path / "a.maze").recipe.pieces == "each"
    mazeeditor("generate", "--points", 7, "--mask", "star", "--mask", "hole", *size, cwd=tmp_path)
    assert load(tmp_path / "a.maze").recipe.to_json()["mask"] == [
        {"name": "star", "points": 7},
        {"name": "hole"},
    ]


@pytest.mark.slow
def test_refused_by_every_command_alike(tmp_path: Path) -> None:
    refused: list[tuple[list[object], str]] = [
        (
            ["--mask", "star", "--mask", "hole", "--points", 5],
            "Hole has no option --points: options follow the mask that they are for",
        ),
        (["--mask", "heart", "--mask", "hart"], "Did you mean heart?"),
        (["--mask", "heart", "--combine", "both"], "must be one of keep, cut-out, add, not 'both'"),
        (["--mask", "ellipse", "--mask", "ellipse", "--combine", "cut-out"], "leaves no cell"),
        (["--combine", "add"], "A maze without --mask has no option --combine"),
        (["--pieces", "each"], "A maze without --mask has no option --pieces"),
        (["--mask", "heart", "--shape", "polar", "--rows", "5"], "Round has no option --rows"),
    ]
    commands: dict[str, list[object]] = {
        "generate": ["-o", "a.maze"],
        "film": ["--generator", "prim", "-o", "a.gif"],
        "bench": ["--sizes", 9, "--only", "prim"],
        "compare": ["-o", "a.csv"],
    }
    for (flags, part), (command, needed) in product(refused, commands.items()):
        assert part in failure(command, *needed, *flags, status=2, cwd=tmp_path), command
        assert list(tmp_path.iterdir()) == [], command


def test_generators_are_compared_on_the_requested_cells() -> None:
    for shape in SHAPES.names():
        command = ["compare", "kruskal", "--seeds", 3, "--json", *flags_of(shape), *MASKS]
        output = [json.loads(line) for line in mazeeditor(*command).out.splitlines()]
        lattice = cut(RECIPE, build(shape, **SIZE[shape])).lattice
        expected = [row.as_json() for row in compare(["kruskal"], lattice, range(1, 4))]
        assert output == expected, shape


def test_only_generators_that_can_are_compared(tmp_path: Path) -> None:
    command = ["compare", "--seeds", 1, "--rows", 9, "--columns", 9, "--mask", "heart", "--json"]
    names = {json.loads(line)["generator"] for line in mazeeditor(*command).out.splitlines()}
    assert names == {generator.name for generator in GENERATORS if not generator.shapes}
    line = failure("compare", "eller", "--mask", "heart", status=2, cwd=tmp_path)
    assert "Eller works row by row" in line
    plot = ["--measures", "turns", "--plot", "a.svg"]
    assert mazeeditor(*command[:-1], *plot, cwd=tmp_path).status == 0
    assert "9 rows, 9 columns · cut to: heart · seed 1" in (tmp_path / "a.svg").read_text()


@pytest.mark.slow
def test_what_cannot_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    polar = ["bench", "--shape", "polar", "--sizes"]
    assert main([*polar, "9000", "--only", "prim"]) == 2
    assert "Rings must be a whole number from 1 to 2,500" in capsys.readouterr().err
    assert main([*polar, "9,9000", "--only", "prim"]) == 0
    assert "left out: there is no maze of this size" in capsys.readouterr().out
    assert main([*polar, "9", "--only", "prim", "--only", "eller"]) == 2
    out, error = capsys.readouterr()
    assert out == "", "nothing is measured before"
    assert "cannot make polar" in error
