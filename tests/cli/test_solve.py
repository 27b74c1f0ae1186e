"""``solve``: the route of each solver, where there is none, and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mazeeditor as api
from mazeeditor.maze.solvers import SOLVERS
from tests.cli.run import mazeeditor


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with ``maze.maze`` in it."""
    maze = api.generate(rows=12, columns=15, seed=7, braid=0.1)
    api.save(maze, tmp_path / "maze.maze")
    return tmp_path


def test_solve(folder: Path) -> None:
    for solver in SOLVERS.names():
        ran = mazeeditor("solve", "maze.maze", "--solver", solver, "--json", cwd=folder)
        assert ran.status == 0, solver
        result = json.loads(ran.out)
        assert list(result) == ["solver", "solved", "path", "visited", "seconds"], solver
        maze = api.load(folder / "maze.maze")
        assert result["solver"] == solver
        assert result["path"] == [list(place) for place in api.solve(maze, solver).path], solver
        assert "cells long" in mazeeditor("solve", "maze.maze", cwd=folder).out, solver


def test_solve_draws(folder: Path) -> None:
    assert mazeeditor("solve", "maze.maze", "-o", "route.svg", cwd=folder).status == 0
    mazeeditor("export", "maze.maze", "-o", "plain.svg", cwd=folder)
    assert (folder / "route.svg").stat().st_size > (folder / "plain.svg").stat().st_size


def test_no_route_is_status_3(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("o---o---o\n| S | G |\no---o---o\n")
    ran = mazeeditor("solve", tmp_path / "a.txt", "--json")
    assert (ran.status, ran.error) == (3, "")
    assert json.loads(ran.out)["path"] == []
    ran = mazeeditor("solve", tmp_path / "a.txt", "-o", tmp_path / "a.svg")
    assert (ran.status, (tmp_path / "a.svg").exists()) == (3, False)
    assert "no route" in ran.out
    info = json.loads(mazeeditor("info", tmp_path / "a.txt", "--json").out)
    assert (info["solvable"], info["routes"], info["shortest"]) == (False, "none", None)


def test_a_solver_that_gives_up_reports_why(tmp_path: Path) -> None:
    """Where it may have missed a route, it does not report that there is none."""
    lone = "o---o---o---o\n| S         |\no   o   o   o\n|     G     |\n"
    (tmp_path / "a.txt").write_text(lone + "o   o   o   o\n|           |\no---o---o---o\n")
    ran = mazeeditor("solve", tmp_path / "a.txt", "--solver", "wall-follower")
    assert ran.status == 3
    assert "walks in a circle" in ran.out
    assert "no route" not in ran.out
    ran = mazeeditor("solve", tmp_path / "a.txt", "--solver", "wall-follower", "--json")
    result = json.loads(ran.out)
    assert (ran.status, result["solved"], result["visited"]) == (3, False, 8)
    assert "walks in a circle" in result["note"]
