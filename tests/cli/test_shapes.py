"""Every shape and mask on the command line: generated, reported, refused with the reason."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mazeeditor import api
from mazeeditor.maze.shapes import SHAPES, build
from tests.cli.run import failure, mazeeditor
from tests.maze.shapes.cases import CASES


@pytest.mark.parametrize("shape", SHAPES.names())
def test_each_shape_with_its_own_flags(shape: str, tmp_path: Path) -> None:
    parameters = CASES[shape][-1]
    flags = [text for name, value in parameters.items() for text in (f"--{name}", str(value))]
    ran = mazeeditor(
        "generate", "--shape", shape, *flags, "--seed", 4, "-o", "a.maze", cwd=tmp_path
    )
    assert (ran.status, ran.error) == (0, "")
    maze = api.load(tmp_path / "a.maze")
    assert dict(maze.lattice.parameters) == parameters
    assert (maze.walls == api.generate(shape=shape, seed=4, **parameters).walls).all()
    (result,) = map(
        json.loads, mazeeditor("info", "a.maze", "--json", cwd=tmp_path).out.splitlines()
    )
    assert (result["shape"], result["parameters"], result["mask"]) == (shape, parameters, False)
    assert (result["routes"], result["cells"]) == ("one", maze.lattice.cells)
    assert "rows" in mazeeditor("info", "a.maze", cwd=tmp_path).out
    assert mazeeditor("solve", "a.maze", cwd=tmp_path).status == 0


def test_what_is_done_with_pieces_is_reported(tmp_path: Path) -> None:
    reports = {"each": "with a maze in each", "largest": "only the largest is kept"}
    flags = ["--rows", 30, "--columns", 60, "--mask", "text", "--text", "OTTO", "-o", "a.maze"]
    for pieces, words in reports.items():
        ran = mazeeditor("generate", *flags, "--pieces", pieces, cwd=tmp_path)
        assert ran.error == f"mazeeditor: The outline falls into 4 pieces, {words}. See --pieces.\n"
        result = json.loads(mazeeditor("info", "a.maze", "--json", cwd=tmp_path).out)
        assert result["components"] == (4 if pieces == "each" else 1)
        assert result["loops"] == 0


def test_an_entrance_on_the_rim_and_the_exit_in_the_middle(tmp_path: Path) -> None:
    flags = ["--shape", "polar", "--rings", 6, "--entrance", "5,10,outward", "--exit", "0,0"]
    ran = mazeeditor("generate", *flags, "-o", "a.maze", cwd=tmp_path)
    assert ran.status == 0
    maze = api.load(tmp_path / "a.maze")
    assert maze.entrance
    assert maze.lattice.place(maze.entrance.cell) == (5, 10)
    assert maze.exit
    assert (maze.lattice.place(maze.exit.cell), maze.exit.slot) == ((0, 0), None)


def test_refused_with_the_reason(tmp_path: Path) -> None:
    for flags, part in [
        (["--shape", "polar", "--rows", "5"], "Round has no option --rows"),
        (["--rings", "5"], "Rectangular has no option --rings"),
        (
            ["--shape", "polar"],
            "Text shows whole rectangles only, and this maze is polar: write it",
        ),
        (["--mask", "heart"], "Text shows whole rectangles only, and this maze has a mask: write"),
        (["--mask", "hart"], "Did you mean heart?"),
        (["--points", "7"], "A maze without --mask has no option --points"),
        (["--mask", "heart", "--points", "7"], "Heart has no option --points"),
        (["--mask", "star", "--points", "2"], "Points must be a whole number from 3 to 24"),
        (["--mask", "picture", "--picture", "no.png"], "the picture no.png: there is no such file"),
        (["--mask", "text"], "Write the text for the outline"),
        (["--shape", "polar", "--generator", "eller"], "works row by row and cannot make polar"),
        (["--mask", "ring", "--generator", "sidewinder"], "needs a maze without a mask"),
        (["--shape", "polar", "--rings", "2500", "--hole", "2500"], "too many for a round maze"),
        (["--shape", "hexagonal", "--outline", "triangle"], "Outline must be one of"),
    ]:
        line = failure("generate", *flags, status=2, cwd=tmp_path)
        assert part in line, flags
        assert list(tmp_path.iterdir()) == [], flags


def test_text_names_the_formats_that_hold_a_shape(tmp_path: Path) -> None:
    assert mazeeditor("generate", "--shape", "polar", "-o", "a.maze", cwd=tmp_path).status == 0
    line = failure("export", "a.maze", "-o", "a.txt", status=2, cwd=tmp_path)
    assert "write it to a project (.maze), or as a picture (.svg, .pdf, .png)" in line
    ran = mazeeditor("solve", "a.maze", "--solver", "pledge", cwd=tmp_path)
    assert (ran.status, "turns, which do not add up in polar mazes" in ran.error) == (2, True)


def test_list_and_help_show_all_options_of_a_shape() -> None:
    """Flags that shapes share have the words of each; a default that is not all shapes' is none."""
    flags = " ".join(mazeeditor("generate", "--help", "shape").out.split())
    blocks = re.split(r"\n(?! )", mazeeditor("list", "shapes").out.strip())
    shapes = map(json.loads, mazeeditor("list", "shapes", "--json").out.splitlines())
    for shape, text in zip(shapes, blocks, strict=True):
        lattice = build(shape["name"])
        assert text.startswith(shape["name"])
        assert text.endswith(": " + ", ".join(lattice.sides))
        assert tuple(shape["sides"]) == lattice.sides
        for option in shape["options"]:
            assert f"; default {option['default']})" in text
            assert option["help"] in flags
            assert ", ".join(option["choices"]) in flags
    assert "number of cells from top to bottom (1 to 10,000)" in flags
    assert "; default 18)" in flags
