"""Commands read text and tables of others, say what they took them for, and are corrected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import mazeeditor

SERPENT = "%%%%%%%\n%A%   %\n% % % %\n%   %B%\n%%%%%%%\n"
READ_AS = "Read as blocks of % with A and B; 2 x 3 cells"
ROUTE = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 2], [1, 2]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a maze of others."""
    (tmp_path / "a.txt").write_text(SERPENT, encoding="utf-8", newline="")
    return tmp_path


def test_what_was_read_is_said(folder: Path) -> None:
    ran = mazeeditor("info", "a.txt", "--json", cwd=folder)
    assert json.loads(ran.out)["read_as"] == READ_AS
    assert ran.error == f"mazeeditor: a.txt: {READ_AS}.\n"
    assert json.loads(mazeeditor("solve", "a.txt", "--json", cwd=folder).out)["path"] == ROUTE


@pytest.mark.parametrize(
    "output", ["b.csv", "b.json", "box.txt", "digits.txt", "lines.txt", "blocks.txt"]
)
def test_what_is_written_is_read(output: str, folder: Path) -> None:
    signs = ["--signs", output.removesuffix(".txt")] if output.endswith(".txt") else []
    mazeeditor("export", "a.txt", "-o", output, *signs, cwd=folder)
    assert json.loads(mazeeditor("diff", "a.txt", output, "--json", cwd=folder).out)["equal"]


def test_users_say_what_signs_are(folder: Path) -> None:
    ran = mazeeditor("info", "a.txt", "--cells", "2x3", "--as", "blocks", "--json", cwd=folder)
    assert json.loads(ran.out)["rows"] == 2
    for flags, reason in (
        (("--as", "lines"), "(as lines: no sign is a line)"),
        (("--cells", "4x4"), "as blocks: there are 2 x 3 cells"),
    ):
        ran = mazeeditor("info", "a.txt", *flags, cwd=folder)
        assert ran.status == 1
        assert reason in ran.error
    ran = mazeeditor("solve", "a.txt", "--cells", "4", cwd=folder)
    assert ran.status == 2
    assert "--cells '4' is not a number of rows and columns, such as 20x30." in ran.error


def test_a_project_needs_no_such_flag(folder: Path) -> None:
    mazeeditor("transform", "a.txt", "flip", "-o", "a.maze", cwd=folder)
    ran = mazeeditor("info", "a.maze", "--as", "lines", cwd=folder)
    assert ran.status == 1
    assert "needs neither --as nor --cells" in ran.error
