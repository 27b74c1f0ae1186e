"""The names that scripts rely on: commands, options, JSON keys, exit statuses, functions."""

from __future__ import annotations

import inspect
import json
import shlex
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.cli.parser import build_parser
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.solvers import SOLVERS
from tests.cli.run import mazeeditor as run

LINES = """
generate --rows 3 --columns 4 --shape rectangular --generator prim --seed 7 --braid 0.5
generate --entrance 0,0,left --entrance 0,0 --exit 2,3,right --exit 1,1 -o a.maze
generate --mask heart --scale 0.9 --mask hole --combine cut-out --pieces each --output a.maze
solve a.maze --solver dead-end-filling --json -o a.svg
info a.maze b.maze --json
export a.maze -o a.pdf --page A4 --margin 5 --cell 6 --wall 1 --solution --title Otto
export a.maze -o a.pdf --page 200x150mm --solution page
export a.maze -o a.svg --page fit
list generators --json
list solvers --json
list shapes --json
list exporters --json
list masks
list transforms
bench --json
transform a.maze rotate --by 90 -o b.maze
film a.maze --solver a-star -o a.gif
film --generator prim --rows 5 -o a.gif
compare kruskal prim --seeds 3 --plot a.svg
preflight a.pdf --trim 8.5x11in --bleed --rules kdp --json
preflight a.pdf --mend -o b.pdf
list rules --json
export a.maze -o a.dxf --job score --machine own --material plywood-3 --kerf 0.2 --tab 0.5
export a.maze -o a.lbrn2 --job stencil --thickness 3 --sheet 600x300mm --json
export a.maze -o a.hpgl --job slots
list jobs --json
list machines --json
list materials --json
"""
NAMES = (
    "backtracker prim prim-walls prim-weights kruskal wilson aldous-broder eller hunt-and-kill "
    "growing-tree recursive-division binary-tree sidewinder"
)
SOLVER_NAMES = (
    "dead-end-filling pit-filling backtracking breadth-first bidirectional a-star wall-follower "
    "pledge tremaux random-mouse cul-de-sac-filling blind-alley-filling collision"
)
INFO = {"file", "shape", "rows", "columns", "cells", "passages", "components", "loops"}
INFO |= {"dead_ends", "solvable", "routes", "shortest", "exits_reachable", "route_count"}
SOLVE = {"solver", "solved", "path", "visited", "seconds"}
FUNCTIONS = {
    "generate": "generator shape mask seed braid entrance exit options",
    "solve": "maze solver options",
    "facts": "maze",
    "load": "path",
    "save": "maze path",
    "export": "maze path solution job options",
    "transform": "maze name options",
    "field_plan": "source path mask job options",
    "film": "what path options",
    "preflight": "path rules trim bleed mend",
}


def test_commands_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    for line in LINES.strip().splitlines():
        try:
            command = build_parser().parse_args(shlex.split(line)).command
        except SystemExit:
            pytest.fail(f"{line}: {capsys.readouterr().err}")
        assert command.name == line.partition(" ")[0]


def test_algorithms() -> None:
    assert set(NAMES.split()) <= set(GENERATORS.names())
    assert set(SOLVER_NAMES.split()) <= set(SOLVERS.names())


def test_functions() -> None:
    for name, parameters in FUNCTIONS.items():
        known = inspect.signature(getattr(mazeeditor, name)).parameters
        assert set(parameters.split()) <= set(known), name
        assert name in mazeeditor.__all__


def test_methods_of_a_maze() -> None:
    maze = mazeeditor.generate("backtracker", rows=30, columns=40, seed=7)
    assert (maze.lattice.rows, maze.lattice.columns) == (30, 40)
    solution = mazeeditor.solve(maze, "dead-end-filling")
    assert (solution.path[0], solution.path[-1]) == ((0, 0), (29, 39))
    before = maze.is_open((0, 0), (0, 1))
    maze.toggle_wall((0, 0), (0, 1))
    assert maze.is_open((0, 0), (0, 1)) != before
    assert maze.entrance == maze.lattice.first
    assert (maze.exit, maze.exits) == (maze.lattice.last, (maze.lattice.last,))
    assert mazeeditor.facts(maze).cells == 1200


def test_objects_and_exit_statuses(tmp_path: Path) -> None:
    flags = ["--rows", 3, "--columns", 3, "--seed", 1]
    assert run("generate", *flags, "-o", "a.maze", cwd=tmp_path).status == 0
    (info,) = run("info", "a.maze", "--json", cwd=tmp_path).out.splitlines()
    assert set(json.loads(info)) >= INFO
    assert json.loads(info)["routes"] == "one"
    solved = run("solve", "a.maze", "--json", cwd=tmp_path)
    assert solved.status == 0
    assert set(json.loads(solved.out.splitlines()[-1])) >= SOLVE
    (tmp_path / "shut.txt").write_text("o---o---o\n| S | G |\no---o---o\n")
    shut = run("solve", "shut.txt", "--json", cwd=tmp_path)
    assert (shut.status, json.loads(shut.out)["path"]) == (3, [])
    (row,) = (json.loads(run("info", "shut.txt", "--json", cwd=tmp_path).out),)
    assert (row["routes"], row["solvable"], row["shortest"]) == ("none", False, None)
    assert run("solve", "none.maze", cwd=tmp_path).status == 1
    assert run("solve", "a.maze", "--solver", "magic", cwd=tmp_path).status == 2
