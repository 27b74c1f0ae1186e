"""Bad input gives status 1 or 2 and one clear line, and leaves no file behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mazeeditor import UsageError, export, load
from tests.cli.run import failure, mazeeditor

GOOD = "o---o---o\n| S   G |\no---o---o\n"


@pytest.mark.slow
def test_generate_refuses(tmp_path: Path) -> None:
    for arguments, part in [
        (["--rows", "0"], "Rows must be a whole number from 1 to 10,000, not 0"),
        (["--rows", "-3"], "Rows must be"),
        (["--rows", "10001"], "Rows must be"),
        (["--columns", "ten"], "Columns must be a whole number from 1 to 10,000, not 'ten'"),
        (["--columns", "9" * 4999], "Columns must be"),
        (["--seed", "x"], "Seed must be"),
        (["--seed", "-1"], "Seed must be"),
        (["--braid", "1.5"], "Loops (braid) must be a number from 0 to 1"),
        (["--braid", "nan"], "Loops (braid) must be"),
        (["--generator", "prims"], "Did you mean prim?"),
        (["--shape", "round"], "no shape named 'round'"),
        (["--entrance", "1"], "ROW,COL"),
        (["--exit", "0,0,top,3"], "An opening is ROW,COL or ROW,COL,SIDE, not '0,0,top,3'."),
        (["--entrance", "99,0"], "There is no cell 99,0: rows go from 0 to 29."),
        (["--exit", "0,40"], "in row 0 columns go from 0 to 39."),
        (
            ["--mask", "ellipse", "--exit", "0,0", "-o", "a.svg"],
            "no cell 0,0: this place is blank.",
        ),
        (["--exit", "1,1,top"], "Cell 1,1 has no outer wall: without a side it can be"),
        (["--exit", "0,0,right"], "Cell 0,0 has no outer wall 'right', only top, left."),
        (["--exit", "0,0,up"], "the sides are top, right, bottom, left"),
        (["--speed", "3"], "--speed"),
        (["-o", "maze.doc"], "maze.doc does not end with a known format"),
    ]:
        line = failure("generate", *arguments, status=2, cwd=tmp_path)
        assert part in line, arguments
        assert len(line) < 300, arguments
        assert list(tmp_path.iterdir()) == [], arguments


def test_unwritable_targets(tmp_path: Path) -> None:
    (tmp_path / "folder.maze").mkdir()
    for target, part in {
        "folder.maze": "folder.maze",
        "missing/a.maze": "no folder missing",
        **({"/proc/a.maze": "/proc/a.maze"} if sys.platform == "linux" else {}),
    }.items():
        assert part in failure("generate", "-o", target, status=1, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == [tmp_path / "folder.maze"]


def test_bad_files(tmp_path: Path) -> None:
    for name, content in [
        ("empty.txt", b""),
        ("binary.maze", bytes(range(256)) * 8),
        ("picture.maze", b"\x89PNG\r\n\x1a\n" + bytes(100)),
        ("other.maze", b'{"format": "other"}'),
        ("short.txt", GOOD[:-12].encode()),
        ("uneven.txt", b"o---o---o\n| S |--\no---o---o\n"),
        ("words.txt", b"this is no maze\n"),
    ]:
        (tmp_path / name).write_bytes(content)
        for command, *output in (["solve"], ["info"], ["export", "-o", "a.svg"]):
            assert name in failure(command, name, *output, status=1, cwd=tmp_path), command
            assert [each.name for each in tmp_path.iterdir()] == [name]
        (tmp_path / name).unlink()


def test_missing_files_and_folders(tmp_path: Path) -> None:
    assert "none.maze" in failure("solve", "none.maze", status=1, cwd=tmp_path)
    assert "none.maze" in failure("none.maze", status=1, cwd=tmp_path)
    assert "command generate" in failure("generat", status=1, cwd=tmp_path)
    assert "no command 'frob'" in failure("frob", "x", status=2, cwd=tmp_path)
    assert failure("info", tmp_path, status=1)


def test_a_maze_without_openings_cannot_be_solved(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD.replace("S", " "))
    assert "no entrance" in failure("solve", "a.txt", status=1, cwd=tmp_path)


def test_flags_of_another_kind_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    line = failure("export", "a.txt", "-o", "a.txt2", status=2, cwd=tmp_path)
    assert ".svg" in line
    assert "--transparent" in failure(
        "export", "a.txt", "-o", "a.svg", "--transparent", status=2, cwd=tmp_path
    )
    project = ["export", "a.txt", "-o", "a.maze", "--transparent"]
    assert "A project has no option --transparent" in failure(*project, status=2, cwd=tmp_path)
    assert "route" in failure("solve", "a.txt", "-o", "b.maze", status=2, cwd=tmp_path)


def test_a_page_that_is_too_small_reports_what_fits(tmp_path: Path) -> None:
    mazeeditor("generate", "--rows", 50, "--columns", 50, "-o", tmp_path / "a.maze")
    line = failure("export", "a.maze", "-o", "a.pdf", "--cell", 10, status=2, cwd=tmp_path)
    assert "mm" in line
    assert not (tmp_path / "a.pdf").exists()


BROKEN = """
import os
import subprocess
import sys
from mazeeditor import cli
def fail(given):
    raise ZeroDivisionError("half of a bug")
cli._run = fail
cli.program()
"""


@pytest.mark.slow
def test_an_error_that_nobody_foresaw_is_one_sentence(tmp_path: Path) -> None:
    settings = os.environ | {"MAZEEDITOR_STATE": str(tmp_path)}
    sentence = (
        "mazeeditor: Internal error: ZeroDivisionError: half of a bug. "
        f"The log is in {tmp_path / 'errors.log'}.\n"
    )
    for debug in ("", "1"):
        done = subprocess.run(
            [sys.executable, "-c", BROKEN],
            env=settings | {"MAZEEDITOR_DEBUG": debug},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr.endswith(sentence)
        assert ("Traceback" in done.stderr) == (debug == "1") == (done.stderr != sentence)
    assert 'raise ZeroDivisionError("half of a bug")' not in done.stderr.splitlines()[-1]
    assert "Traceback" in (tmp_path / "errors.log").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a current folder cannot be removed there")
def test_a_current_folder_that_was_removed_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    run = "import os, sys; os.rmdir(os.getcwd()); from mazeeditor.cli import program; program()"
    done = subprocess.run(
        [sys.executable, "-c", run, "generate", "--rows", "3", "--columns", "3", "-o", "a.maze"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "mazeeditor: Cannot write a.maze: the current folder was removed. Go to another folder.\n"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            "generate --photo a.dxf --rows 4",
            "it is a DXF drawing, not a PNG, JPEG, WebP, TIFF, BMP, GIF, HEIC or SVG picture.",
        ),
        ("generate --outline a.dxf --path 2m", "a DXF drawing, not GeoJSON, KML, KMZ or GPX."),
        ("generate --outline a.svg --path 2m", "a.svg': it is an SVG picture, not KML or GPX."),
        ("generate --route a.dxf --rows 4", "a.dxf is a DXF drawing, not a route"),
        ("sheet --names a.svg --count 1", "a.svg is an SVG picture, not a list of names: save"),
        ("preflight a.svg", "a.svg cannot be checked: it is an SVG picture, not PDF."),
        ("book a.svg", "it is an SVG picture, not a book of this program."),
        ("export a.txt --typeface a.svg --title A", "is an SVG picture, not TrueType or OpenType."),
    ],
)
def test_a_file_of_another_kind_is_named_for_what_it_is(
    words: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    (tmp_path / "a.dxf").write_bytes(b"  0\nSECTION\n  2\nHEADER\n")
    (tmp_path / "a.svg").write_bytes(b"<?xml version='1.0'?>\n<svg xmlns='x'/>\n")
    command, *more = words.split()
    file = "a.maze" if command == "generate" else "out.pdf"
    output = [] if command == "preflight" else ["-o", file]
    done = mazeeditor(command, *more, *output, cwd=tmp_path)
    assert done.status in (1, 2)
    assert done.error.count("\n") == 1
    assert reason in done.error


def test_all_endings_that_can_be_written_are_listed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    line = failure("export", "a.txt", "-o", "a.xyz", status=2, cwd=tmp_path)
    assert ".dd2vtt, or for machines .dxf, .lbrn2, .gcode, .hpgl, .stl, .3mf." in line
    with pytest.raises(UsageError, match=r"\.dd2vtt, \.dxf, \.lbrn2, \.gcode, \.hpgl, "):
        export(load(tmp_path / "a.txt"), tmp_path / "a.xyz")


def test_half_a_character_in_a_book_or_a_title_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.mazebook").write_text(
        '{"format": "mazeeditor book", "version": 1, "title": "\\ud800", "trim": "6x9in",'
        ' "chapters": [{"count": 1, "sizes": {"rows": 3, "columns": 3}}]}'
    )
    line = failure("book", "a.mazebook", "-o", "a.pdf", status=1, cwd=tmp_path)
    assert "a.mazebook: Title has half a character in place 1, \\ud800" in line
    (tmp_path / "a.txt").write_text(GOOD)
    line = failure("export", "a.txt", "-o", "a.pdf", "--title", "\udcff", status=2, cwd=tmp_path)
    assert "Title is not UTF-8 text: character 1 is the byte 0xff." in line


def test_two_dashes_are_a_value(tmp_path: Path) -> None:
    """A flag that is given ``--`` by an equals sign has it as its text."""
    (tmp_path / "a.txt").write_text(GOOD)
    done = mazeeditor("export", "a.txt", "-o", "a.svg", "--title=--", cwd=tmp_path)
    assert (done.status, done.error) == (0, "")
    assert ">--<" in (tmp_path / "a.svg").read_text("utf-8")
    new = "generate", "--rows", 4, "-o", "a.maze"
    assert "named '--'" in failure(*new, "--mask=--", status=2, cwd=tmp_path)
    assert "picture --: there is" in failure(*new, "--photo=--", status=2, cwd=tmp_path)
