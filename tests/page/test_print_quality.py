"""Lines under 0.75 pt and pictures under 300 dpi are named, wherever a page is made."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from PIL import Image

from mazeeditor.app.printing.snapshot import Print, draw, plan
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import load_logo
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import EXPORTERS, export
from mazeeditor.page.page import Page
from mazeeditor.page.print_quality import warnings_about
from tests.cli.run import mazeeditor
from tests.maze.shapes.cases import largest
from tests.page.mazes import made
from tests.page.test_shapes import opened


@pytest.mark.parametrize("suffix", [entry.suffix for entry in EXPORTERS if entry.drawn])
def test_a_hundred_by_a_hundred_on_a5(
    tmp_path: Path, suffix: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "mazeeditor")
    export(made(100, 100), tmp_path / f"maze{suffix}", Page(page="A5", solution="page"))
    (message,) = caplog.messages
    assert message.startswith("Lines of 0.33 pt are thinner than the 0.75 pt")


@pytest.mark.parametrize("name", SHAPES.names())
def test_only_what_is_too_thin(name: str) -> None:
    maze = opened(largest(name), 1)
    for wall, warned in ((0.2, True), (0.26, True), (0.265, False), (1.0, False)):
        for walls in ("lines", "bands"):
            page = Page.from_dict({"page": "fit", "wall": wall, "walls": walls})
            assert bool(warnings_about(page, compose(maze, page))) == warned
    page = Page(page="fit", walls="hairlines")  # for a laser
    assert not warnings_about(page, compose(maze, page))


def test_a_coarse_logo(tmp_path: Path) -> None:
    maze = generate("growing-tree", build("polar", rings=5, hole=5), 1)
    for size, warned in ((300, True), (2000, False)):
        Image.new("L", (size, size)).save(tmp_path / "logo.png")
        page = Page(logo=load_logo(tmp_path / "logo.png"))
        warnings = warnings_about(page, compose(maze, page))
        assert [text.startswith("The picture has ") for text in warnings] == [True] * warned


def test_beside_the_preview() -> None:
    asked = Print(made(100, 100), Page(page="A5"), None)
    assert plan(asked).warning.startswith("Lines of ")
    assert draw(asked, (100, 100), Job()).warning == plan(asked).warning
    assert not plan(Print(made(10, 10), Page(page="A5"), None)).warning


def test_one_line_on_stderr(tmp_path: Path) -> None:
    size = ["--rows", "100", "--columns", "100"]
    assert mazeeditor("generate", *size, "-o", tmp_path / "a.maze").status == 0
    done = mazeeditor("export", tmp_path / "a.maze", "-o", tmp_path / "a.pdf", "--page", "A5")
    assert done.status == 0
    (line,) = done.error.splitlines()
    assert line.startswith("Lines of 0.33 pt are thinner than the 0.75 pt")
