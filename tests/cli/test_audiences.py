"""``generate --for``: size, generator, passages and walls of an audience, but for what is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.app.printing.snapshot import Print, plan
from mazeeditor.core.job import Job
from mazeeditor.files import Project, read
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from tests.cli.run import mazeeditor


def made(folder: Path, *flags: object) -> tuple[Project, Page]:
    """Return what ``generate`` writes with some flags, and its page."""
    path = folder / "a.maze"
    ran = mazeeditor("generate", "--seed", "1", *flags, "-o", path)
    assert (ran.status, ran.error) == (0, "")
    project = read(path, Job())
    return project, Page.from_dict(project.page)


def counts(project: Project) -> tuple[int, int]:
    return project.maze.lattice.rows, project.maze.lattice.columns


@pytest.mark.slow
@pytest.mark.parametrize("name", AUDIENCES)
def test_the_file_is_exported_as_meant(name: str, tmp_path: Path) -> None:
    audience = AUDIENCES[name]
    for shape in SHAPES.names():
        project, page = made(tmp_path, "--for", name, "--shape", shape, "--page", "Letter")
        assert project.recipe.generator == audience.generator
        assert dict(project.recipe.options) == audience.options
        assert (page.page, page.wall) == ("Letter", audience.wall)
        if shape == "rectangular":  # whose cells fill the page
            assert plan_page(project.maze, page).passage("lines") >= audience.passage
        advice = plan(Print(project.maze, page, None)).advice
        assert advice.endswith(f"Suits: {audience.label}")
    ran = mazeeditor("export", tmp_path / "a.maze", "-o", tmp_path / "a.pdf")
    assert (ran.status, ran.error) == (0, "")


@pytest.mark.slow
def test_what_is_given_wins(tmp_path: Path) -> None:
    project, page = made(tmp_path, "--for", "7-9", "--rows", "6", "--generator", "prim")
    assert counts(project) == (6, 13)
    assert (project.recipe.generator, project.recipe.options) == ("prim", {})
    assert (page.cell, page.wall) == (None, 1.0)
    project, _page = made(tmp_path, "--for", "4-6", "--straight", "0.1")
    assert project.recipe.options == {"straight": 0.1}
    project, page = made(tmp_path, "--for", "senior", "--preset", "expert")
    assert project.recipe.generator == "backtracker"
    assert page.wall == 1.6


@pytest.mark.slow
def test_sizes_in_mm_replace_passages_or_page(tmp_path: Path) -> None:
    for flags, size, cell, wall in [
        (["--wall", "2mm"], (17, 12), None, 2.0),
        (["--cell", "20mm"], (11, 8), 20.0, 1.0),
        (["--corridor", "19mm"], (11, 8), 20.0, 1.0),
        (["--width", "61mm"], (19, 5), 12.0, 1.0),
        (["--width", "61mm", "--height", "37mm"], (3, 5), 12.0, 1.0),
        (["--width", "61mm", "--cell", "20mm"], (11, 3), 20.0, 1.0),
        (["--width", "61mm", "--rows", "4"], (4, 5), 12.0, 1.0),
        (
            ["--width", "61mm", "--rows", "4", "--columns", "4"],
            (4, 4),
            None,
            1.0,
        ),  # keeps the width
    ]:
        project, page = made(tmp_path, "--for", "7-9", *flags)
        assert (counts(project), page.cell, page.wall) == (size, cell, wall), flags
        assert plan(Print(project.maze, page, None)).problem == "", flags


def test_the_paper_alone(tmp_path: Path) -> None:
    project, page = made(tmp_path, "--page", "200 x 150mm")
    assert counts(project) == (30, 40)
    assert (page.page, page.cell) == ("200x150mm", None)


@pytest.mark.slow
def test_what_cannot_be_is_one_line(tmp_path: Path) -> None:
    for flags, reason in [
        (
            ["--for", "8"],
            "There is no audience named '8'. Choose one of: 2-3, 4-6, 7-9, 10+, adult",
        ),
        (["--for", "4-6", "--page", "50x50mm"], "50x50mm has no room for a maze with passages"),
        (["--for", "7-9", "--page", "A99"], "There is no page 'A99'."),
        (["--for", "7-9", "--cell", "9", "--corridor", "9"], "Give either the cell or"),
        (["--for", "7-9", "--rings", "9"], "Rectangular has no option --rings"),
    ]:
        ran = mazeeditor("generate", *flags, "-o", tmp_path / "a.maze")
        assert (ran.status, ran.error.count("\n"), ran.out) == (2, 1, ""), flags
        assert reason in ran.error, flags
        assert not (tmp_path / "a.maze").exists(), flags
