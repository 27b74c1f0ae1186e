"""Every subject: its mazes are right, keep what they show in files, and know what they lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.files import Project, read
from mazeeditor.files.project import save
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject
from tests.cli.run import failure
from tests.cli.run import mazeeditor as command
from tests.graphs import graph_of
from tests.maze.subjects.examples import example, losing


@pytest.fixture(params=SUBJECTS.names())
def chosen(request: pytest.FixtureRequest, tmp_path: Path) -> ChosenSubject:
    return example(request.param, tmp_path)


def made(chosen: ChosenSubject, seed: int = 3) -> tuple[Recipe, Maze]:
    shape = SUBJECTS[chosen.name].shapes[0]
    recipe = Recipe("backtracker", seed=seed, shape=shape, subject=chosen).kept()
    maze = maze_of(recipe)
    return recipe.at(maze.lattice), maze


@pytest.mark.sample(3)
def test_mazes_are_perfect_with_one_route_and_the_same_for_a_seed(chosen: ChosenSubject) -> None:
    recipe, maze = made(chosen)
    maze.check()
    graph = graph_of(maze)
    assert maze.entrance
    assert nx.is_forest(graph)
    inner = nx.node_connected_component(graph, maze.entrance.cell)
    assert len(inner) == len(graph) or chosen.fakes
    reached = [each for each in maze.exits if each.cell in inner]
    assert len(maze.exits) == len(reached) + chosen.fakes
    assert len(reached) == 1 or chosen.name == "goals"
    assert facts(maze).routes == "one" or facts(maze).one_each
    _recipe, other = made(chosen)
    assert np.array_equal(maze.walls, other.walls)
    assert (maze.entrance, maze.exits) == (other.entrance, other.exits)
    assert recipe.subject
    assert recipe.subject.look(maze).lost == ""


def shown(chosen: ChosenSubject) -> dict[str, Any]:
    """Return what Python is given, with the paths of files."""
    return {"name": chosen.name, **chosen.options}


def test_what_is_shown_is_kept_in_a_project(chosen: ChosenSubject, tmp_path: Path) -> None:
    maze = mazeeditor.generate(show=shown(chosen), seed=3)
    path = tmp_path / "a.maze"
    options = [f"--{name.replace('_', '-')}={value}" for name, value in chosen.options.items()]
    command("generate", "--show", chosen.name, *options, "--seed", "3", "-o", str(path))
    project = read(path)
    assert np.array_equal(project.maze.walls, maze.walls)
    assert project.recipe.subject
    assert project.recipe.subject.name == chosen.name
    for value in map(str, chosen.options.values()):
        Path(value).unlink(missing_ok=True)  # the project needs none of its files
    assert np.array_equal(maze_of(project.recipe).walls, maze.walls)
    known = json.loads(command("info", str(path), "--json").out)[chosen.name]
    assert known == dict(project.recipe.subject.look(maze).figures)


def test_what_is_lost_is_said_and_comes_back(chosen: ChosenSubject) -> None:
    recipe, maze = made(chosen)
    subject = recipe.subject
    assert subject
    if chosen.name == "goals":  # no wall matters to it
        return
    before = maze.walls.copy()
    walls, locked = losing(maze, subject), maze.locks is not None
    maze.set_locks(None)
    maze.toggle(walls)
    lost = subject.look(maze).lost
    assert lost.endswith(".")
    mended = subject.mend(maze)
    assert subject.look(mended).lost == ""
    assert np.array_equal(mended.walls, before) or not locked


def test_what_does_not_go_with_it_is_refused(chosen: ChosenSubject) -> None:
    label = SUBJECTS[chosen.name].label
    several: list[dict[str, Any]] = [{"symmetry": "left-right"}, {"braid": 0.5}]
    several += [] if SUBJECTS[chosen.name].masked else [{"mask": "heart"}]
    for more in several:
        with pytest.raises(UsageError, match=f"^{label}: it "):
            mazeeditor.generate(show=shown(chosen), **more)
    with pytest.raises(UsageError, match="leave these out"):
        mazeeditor.generate(show=shown(chosen), entrance=(0, 0))
    with pytest.raises(UsageError, match="leave one of them out"):
        mazeeditor.generate(show=shown(chosen), route=[(0, 0), (0, 1)])


def test_a_project_that_shows_what_is_not_known_is_counted_all_the_same(tmp_path: Path) -> None:
    maze = mazeeditor.generate(rows=4, columns=4, seed=1)
    recipe = Recipe("prim", subject=ChosenSubject("of-tomorrow", {"text": "a"}))
    save(Project(maze, recipe), tmp_path / "a.maze")
    known = json.loads(command("info", str(tmp_path / "a.maze"), "--json").out)
    assert known["routes"] == "one"
    assert "of-tomorrow" not in known


def test_a_maze_shows_one_thing() -> None:
    names = [f"{entry.options[0].flag}=a" for entry in SUBJECTS]
    if len(names) > 1:
        assert "shows one thing" in failure("generate", *names, status=2)
    assert "There is no subject named 'nonsense'" in failure(
        "generate", "--show", "nonsense", status=2
    )
