"""Names of files: the suffix they get, the question before one is replaced, the folder proposed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from mazeeditor.app.commands import SUBMENUS
from mazeeditor.app.commands.file_menu import open_recent
from mazeeditor.editing.edits import SetPage
from mazeeditor.files import read
from mazeeditor.page.formats import EXPORTERS
from tests.app.scripted import Program


def test_a_name_with_a_dot_is_a_project_too(program: Program, tmp_path: Path) -> None:
    program.answers.paths = [tmp_path / "Level 1.5"]
    program.run("save-as")
    assert [path.name for path in tmp_path.iterdir()] == ["Level 1.5.maze"]
    assert read(tmp_path / "Level 1.5.maze").maze.walls.tolist() == program.walls()
    assert program.session.opened.files.proposal(".svg") == tmp_path / "Level 1.5.svg"


@pytest.mark.parametrize("command", ["save-as", "export"])
@pytest.mark.parametrize("replace", [False, True])
def test_what_the_suffix_names_is_not_replaced_unasked(
    program: Program, command: str, replace: bool, tmp_path: Path
) -> None:
    suffix = ".maze" if command == "save-as" else ".svg"
    file = tmp_path / f"foo.old{suffix}"
    file.write_bytes(b"old")
    program.answers.paths = [tmp_path / "foo.old"]
    program.answers.confirmed = [replace]
    program.run(command)
    assert program.answers.asked[-1] == f"Replace foo.old{suffix}?"
    assert (file.read_bytes() == b"old") != replace
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "recent", ["/root-only/maze.maze", "/" + "x" * 5000 + "/maze.maze", "/a\0b/maze.maze"]
)
def test_a_recent_file_that_cannot_be_looked_at_is_passed_over(
    program: Program, recent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_dir = Path.is_dir

    def forbidden(path: Path) -> bool:
        if path == Path("/root-only"):
            raise PermissionError
        return is_dir(path)

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "is_dir", forbidden)
    monkeypatch.setattr(Path, "home", home)
    program.settings.recent = [recent, str(tmp_path / "other.maze")]
    assert program.session.opened.files.folder() == tmp_path
    program.answers.paths = [tmp_path / "a.maze"]
    program.run("save")
    assert (tmp_path / "a.maze").exists()


def test_a_recent_file_that_may_not_be_looked_at_says_why(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(_path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    path = Path("/root-only/maze.maze")
    program.settings.recent = [str(path)]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "exists", forbidden)
        program.session.parts.call(open_recent, path)
    program.settle()
    assert program.settings.recent == [str(path)]
    assert program.answers.errors == [f"Cannot read {path}: there is no such file."]


BEGINNINGS = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "text": b"o---", "html": b"<!"}


@pytest.mark.parametrize(
    ("typed", "proposed"), [*zip(BEGINNINGS, [*list(BEGINNINGS)[1:], "svg"], strict=True)]
)
def test_a_known_suffix_chooses_the_format(
    program: Program, proposed: str, typed: str, tmp_path: Path
) -> None:
    suffix = EXPORTERS[typed].suffix
    program.answers.format = proposed
    program.answers.paths = [tmp_path / f"round{suffix.upper()}"]
    program.run("export")
    (file,) = tmp_path.iterdir()
    assert file.name == f"round{suffix.upper()}"
    assert file.read_bytes().startswith(BEGINNINGS[typed])
    assert program.settings.format == typed


def test_a_long_name_of_a_recent_file_is_cut_in_the_middle(program: Program) -> None:
    program.settings.recent = [f"/home/{'folder' * 30}/{'x' * 100}end.maze", "/home/short.maze"]
    (label, _open), (short, _open) = program.session.parts.call(SUBMENUS["recent"].run)
    assert len(label) < 130
    assert "end.maze" in label
    assert short == f"short.maze   ({Path('/home')})"


@pytest.mark.slow
@pytest.mark.parametrize(("walls", "proposed"), [("lines", "pdf"), ("hairlines", "svg")])
def test_the_first_export_is_for_a_printer_or_a_laser(
    program: Program, walls: Literal["lines", "hairlines"], proposed: str, tmp_path: Path
) -> None:
    page = program.document.page
    program.document.apply(SetPage(page, replace(page, walls=walls)))
    program.answers.paths = [tmp_path / "a.png", tmp_path / "b.png"]
    program.run("export")
    program.run("export")
    assert program.answers.proposed == [proposed, "png"], "then the one of the last export"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "Untitled"),
        ("The Castle", "The Castle"),
        (' a/b\\c: "d"? ', "a b c d"),
        ("...", "Untitled"),
        ("two\nlines\0 ", "two lines"),
        ("迷" * 200, "迷" * 33),
    ],
)
def test_the_title_is_proposed_as_a_name(program: Program, title: str, name: str) -> None:
    page = program.document.page
    program.document.apply(SetPage(page, replace(page, title=title)))
    assert program.session.opened.files.proposal(".svg").name == f"{name}.svg"
