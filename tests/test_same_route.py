"""Window, command line and Python print the same route: a long one shown, else a shortest one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor import api
from mazeeditor.app.printing.snapshot import Print
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import solve
from mazeeditor.page.formats import pages_of, route_for
from mazeeditor.page.page import Page
from tests.cli.run import mazeeditor as run

DRAWN = Page(solution="drawn")


@pytest.fixture
def maze() -> Maze:
    """Return a maze with loops, in which a wall follower makes detours."""
    return mazeeditor.generate("prim", rows=9, columns=9, seed=2, braid=1)


def test_what_is_shown_is_printed_else_a_shortest_route(maze: Maze) -> None:
    shown = solve("wall-follower", maze)
    assert route_for(maze, DRAWN, shown) is shown
    assert route_for(maze, Page(), shown) is None
    shortest = route_for(maze, DRAWN)
    assert shortest is not None
    assert shortest.path == solve("breadth-first", maze).path
    assert len(shortest.path) < len(shown.path)
    assert len(pages_of(maze, replace(DRAWN, solution="page"))) == 2


@pytest.mark.parametrize("shows", [True, False])
def test_window_python_and_command_line_write_the_same_file(
    maze: Maze, tmp_path: Path, *, shows: bool
) -> None:
    solution = solve("wall-follower", maze) if shows else None
    document = Document(maze, page=DRAWN)
    document.show(solution)
    Print.of(document).write(tmp_path / "window.svg", {}, Job())
    api.export(maze, tmp_path / "python.svg", solution=solution or True)
    save(Project(maze, page=DRAWN.to_dict()), tmp_path / "maze.maze")
    command = (
        ["solve", "maze.maze", "--solver", "wall-follower"] if shows else ["export", "maze.maze"]
    )
    assert run(*command, "-o", "command.svg", cwd=tmp_path).status == 0
    drawings = {(tmp_path / f"{name}.svg").read_bytes() for name in ("window", "python", "command")}
    assert len(drawings) == 1


def test_formats_without_a_route_need_none(tmp_path: Path) -> None:
    """A project whose page shows a route is exported as text, also where the maze has none."""
    maze = mazeeditor.generate(rows=3, columns=3, seed=1, entrance=None)
    save(Project(maze, page=DRAWN.to_dict()), tmp_path / "maze.maze")
    for name, status in (("a.txt", 0), ("b.maze", 0), ("c.svg", 1)):
        assert run("export", "maze.maze", "-o", name, cwd=tmp_path).status == status
        assert (tmp_path / name).exists() == (status == 0)
