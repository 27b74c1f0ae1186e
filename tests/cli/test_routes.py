"""``generate --route`` and ``finish``: mazes around a route, and half-drawn ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import mazeeditor as api
from mazeeditor.files.project import load
from mazeeditor.maze.generators import GENERATORS
from tests.cli.run import mazeeditor

SIZE = ("--rows", 6, "--columns", 7, "--seed", 3)
ROUTE = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2), (2, 3), (3, 3)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = "".join(f"{row}, {column}\n" for row, column in ROUTE)
    (tmp_path / "route.txt").write_text(f"# the way in\n\n{lines}", encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_route_is_the_only_one(folder: Path) -> None:
    for name in GENERATORS.names():
        flags = (*SIZE, "--generator", name, "--route", "route.txt", "-o", "a.maze")
        ran = mazeeditor("generate", *flags, cwd=folder)
        assert (ran.status, ran.out, ran.error) == (0, "a.maze: seed 3\n", ""), name
        project = load(folder / "a.maze")
        assert api.solve(project.maze).path == ROUTE, name
        assert api.facts(project.maze).routes == "one", name
        (part,) = project.recipe.parts
        assert (part.generator, part.seed, part.cells, part.route) == (name, 3, 42, len(ROUTE))
        assert project.recipe.generator == "", name
        again = api.generate(name, rows=6, columns=7, seed=3, route=ROUTE)
        assert again.walls.tobytes() == project.maze.walls.tobytes(), name
        assert (again.entrance, again.exits) == (project.maze.entrance, project.maze.exits), name


def test_a_mistake_is_named(folder: Path) -> None:
    for text, flags, message in [
        ("0,0\n0;1\n", (), "Line 2 of route.txt is not row,column: '0;1'."),
        ("0,0\n0,-1\n", (), "Line 2 of route.txt is not row,column: '0,-1'."),
        ("", (), "A route needs two cells or more."),
        ("0,0\n2,0", (), "The route jumps from cell 0,0 to 2,0, which is not its neighbour."),
        ("0,0\n0,1\n0,0", (), "The route crosses itself in cell 0,0: it may visit each cell once."),
        ("0,0\n" + "9" * 5000 + ",1", (), "There is no cell 999999999,1: rows go from 0 to 5."),
        ("0,0\n0,1", ("--exit", "3,3"), "A route has its own entrance and exit: leave these out."),
        (
            "0,0\n0,1",
            ("--braid", "0.2"),
            "A route that is the only one needs a maze without loops: no braid.",
        ),
    ]:
        (folder / "route.txt").write_text(text, encoding="utf-8")
        ran = mazeeditor("generate", *SIZE, "--route", "route.txt", *flags, cwd=folder)
        assert (ran.status, ran.out, ran.error) == (2, "", f"mazeeditor: {message}\n"), text


def test_a_file_that_is_missing_or_no_text_is_named(folder: Path) -> None:
    ran = mazeeditor("generate", *SIZE, "--route", "none.txt", cwd=folder)
    message = "mazeeditor: Cannot read none.txt: there is no such file.\n"
    assert (ran.status, ran.error) == (1, message)
    (folder / "route.txt").write_bytes(b"\xff\xfe\x00")
    ran = mazeeditor("generate", *SIZE, "--route", "route.txt", cwd=folder)
    message = "route.txt is text in UTF-16, not a route: it needs one row,column a line, as text.\n"
    assert (ran.status, ran.error) == (2, f"mazeeditor: {message}")


def test_finish_keeps_what_is_drawn(folder: Path) -> None:
    drawn = api.generate(rows=6, columns=7, seed=3)
    for column in range(6):
        if drawn.is_open((2, column), (2, column + 1)):
            drawn.toggle_wall((2, column), (2, column + 1))
    api.save(drawn, folder / "half.maze")
    flags = ("finish", "--generator", "kruskal", "--seed", 4, "-o", "done.maze")
    ran = mazeeditor("transform", "half.maze", *flags, cwd=folder)
    assert (ran.status, ran.out, ran.error) == (0, "done.maze: 6 rows, 7 columns\n", "")
    done = api.load(folder / "done.maze")
    assert (api.facts(done).loops, api.facts(done).components) == (0, 1)
    assert not (done.walls & ~drawn.walls).any()
    assert done.walls.tobytes() == api.finish(drawn, "kruskal", seed=4).walls.tobytes()


def test_a_route_around_a_text_and_along_a_drawing(folder: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8V8" {}/></svg>'
    (folder / "a.svg").write_text(svg.format('fill="none" stroke="#000"'), encoding="utf-8")
    for flags in (("--route-text", "S"), ("--route", "a.svg")):
        ran = mazeeditor(
            "generate", "--rows", 20, "--columns", 20, *flags, "-o", "a.maze", cwd=folder
        )
        assert (ran.status, ran.error) == (0, "")
        maze = load(folder / "a.maze").maze
        assert api.facts(maze).routes == "one"
        assert len(api.solve(maze).path) > 20
