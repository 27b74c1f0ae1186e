"""Projects kept in exported files: what is opened again is the project, bounded as one is."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.files import IMPORTERS, Project, read
from mazeeditor.files.project import as_bytes
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import EXPORTERS, KEEP, export
from mazeeditor.page.kept_project import (
    ATTACHED,
    NAMESPACE,
    kept_in_pdf,
    kept_in_png,
    kept_in_svg,
)
from mazeeditor.page.page import Page
from tests.page.mazes import made

KEEPERS = [entry.name for entry in EXPORTERS if entry.keep]


def written(folder: Path, name: str, project: Project, **options: Any) -> Path:
    """Export a maze; keep its project where the options say so."""
    path = folder / f"kept.{name}"
    page = Page(marks="none", cell=3.0 if name == "png" else None)
    (file,) = export(project.maze, path, page, project=lambda _job: as_bytes(project), **options)
    return file


@pytest.fixture(scope="module")
def maze() -> Maze:
    return made(5, 7)


def test_svg_png_and_pdf_keep_projects() -> None:
    assert KEEPERS == ["svg", "pdf", "png"]


@pytest.mark.parametrize("name", KEEPERS)
def test_the_project_is_opened_again(name: str, maze: Maze, tmp_path: Path) -> None:
    """With what no drawing could show: the page and keys of a newer version."""
    project = Project(maze, page={"title": "Otto"}, extra={"newer": [1]})
    found = read(written(tmp_path, name, project, keep_project=True))
    assert as_bytes(found) == as_bytes(project)
    assert not found.read_as
    assert not found.warnings


def test_other_formats_refuse_it(maze: Maze, tmp_path: Path) -> None:
    options: dict[str, Any] = {KEEP: True}
    for entry in EXPORTERS:
        if not entry.keep:
            with pytest.raises(UsageError, match=r"cannot keep the project: SVG, PDF, PNG can\."):
                export(maze, tmp_path / f"a{entry.suffix}", Page(), **options)
    assert not list(tmp_path.iterdir())


def test_other_programs_read_what_is_kept(maze: Maze, tmp_path: Path) -> None:
    project = Project(maze)
    png = written(tmp_path, "png", project, keep_project=True)
    with Image.open(png) as image:
        image.load()
        assert image.info["mazeeditor-project"].encode() == as_bytes(project)
    with pikepdf.open(written(tmp_path, "pdf", project, keep_project=True)) as document:
        assert document.attachments[ATTACHED].get_file().read_bytes() == as_bytes(project)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"></svg>'


def png_bytes() -> bytes:
    file = BytesIO()
    Image.new("1", (1, 1)).save(file, "PNG")
    return file.getvalue()


def pdf_bytes() -> bytes:
    file = BytesIO()
    document = pikepdf.new()
    document.add_blank_page()
    document.save(file)
    return file.getvalue()


HOLDERS: dict[str, Callable[[bytes], bytes | bytearray]] = {
    "svg": lambda project: kept_in_svg(SVG, project),
    "png": lambda project: kept_in_png(png_bytes(), project),
    "pdf": lambda project: kept_in_pdf(pdf_bytes(), project),
}


@pytest.mark.parametrize("name", HOLDERS)
def test_what_is_no_project_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{name}"
    path.write_bytes(HOLDERS[name](b'{"format": "other"}'))
    with pytest.raises(MazeError, match="the project that it keeps cannot be read: "):
        read(path)


@pytest.mark.parametrize("name", HOLDERS)
def test_no_more_is_unpacked_than_a_project_may_have(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten million zeros are ten kilobytes packed; a project is bounded to a million here."""
    object.__setattr__(entry := IMPORTERS["project"], "largest", 10**6)
    monkeypatch.setattr(IMPORTERS, "_entries", {**IMPORTERS._entries, "project": entry})
    try:
        path = tmp_path / f"a.{name}"
        path.write_bytes(HOLDERS[name](bytes(10**7)))
        assert path.stat().st_size < 10**5
        with pytest.raises(MazeError, match="1,000,000 bytes"):
            read(path)
    finally:
        object.__setattr__(entry, "largest", LARGEST)


LARGEST = IMPORTERS["project"].largest


@pytest.mark.parametrize("at", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", ["svg", "png"])
def test_damage_is_said(name: str, at: float, maze: Maze, tmp_path: Path) -> None:
    """One byte of the packed project is another one."""
    data = bytearray(HOLDERS[name](as_bytes(Project(maze))))
    mark = NAMESPACE.encode() if name == "svg" else b"mazeeditor-project"
    begin = data.index(mark) + len(mark) + 4
    end = data.index(b"</project") if name == "svg" else data.index(b"IDAT") - 8
    place = begin + int(at * (end - begin))
    data[place] = ord("A") if data[place] != ord("A") else ord("B")
    path = tmp_path / f"a.{name}"
    path.write_bytes(data)
    with pytest.raises(MazeError, match="the project that it keeps"):
        read(path)
