"""``mazeeditor diff``: counts and places, exit status as of diff."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.cli import main
from mazeeditor.maze.lattice import Opening


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    maze = mazeeditor.generate("backtracker", rows=6, columns=8, seed=3)
    mazeeditor.save(maze, tmp_path / "a.maze")
    for one, other in (((2, 3), (2, 4)), ((4, 4), (5, 4))):
        maze.toggle_wall(one, other)
    maze.set_openings(maze.entrance, (Opening(maze.lattice.cell(3, 3)),))
    mazeeditor.save(maze, tmp_path / "b.maze")
    return tmp_path / "a.maze", tmp_path / "b.maze"


def test_places_and_status(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = map(str, files)
    assert main(["diff", first, first]) == 0
    assert capsys.readouterr().out == "Walls, cells and openings are the same.\n"
    assert main(["diff", first, second]) == 1
    lines = capsys.readouterr().out.splitlines()
    walls = sorted(line.partition(": ")[2] for line in lines if ": wall" in line)
    assert walls == ["wall 2,3 right", "wall 4,4 bottom"]
    assert f"{first}: exit 5,7 right" in lines
    assert f"{second}: exit 3,3 middle" in lines
    assert len(lines) == 6


def test_json(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = map(str, files)
    assert main(["diff", first, second, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert sorted(result["walls_a"] + result["walls_b"]) == [[2, 3, "right"], [4, 4, "bottom"]]
    assert (result["equal"], result["comparable"]) == (False, True)
    assert result["openings_b"] == [["exit", 3, 3, None]]
    assert main(["diff", first, first, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["equal"] is True


def test_other_sizes_and_errors(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "c.maze"
    mazeeditor.save(mazeeditor.generate("prim", rows=5, columns=8), other)
    assert main(["diff", str(files[0]), str(other)]) == 1
    text = capsys.readouterr().out
    assert "rectangular, rows 6, columns 8 and rectangular, rows 5, columns 8" in text
    assert main(["diff", str(files[0]), str(other), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["comparable"] is False
    assert main(["diff", str(files[0]), str(tmp_path / "none.maze")]) == 2
    assert "no such file" in capsys.readouterr().err
