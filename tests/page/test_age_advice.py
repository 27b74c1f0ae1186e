"""For whom a maze is: by its narrowest passage and its cells, wherever its size is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mazeeditor.app.printing.snapshot import Print, plan
from mazeeditor.page.page import Page
from mazeeditor.page.print_quality import advice_for
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.cli.run import mazeeditor
from tests.page.mazes import made


@pytest.mark.parametrize(
    ("passage", "cells", "text"),
    [
        (12.0, 49, "Passages of 12 mm: for children of 5 to 7 years"),
        (11.996, 25, "Passages of 12 mm: for children of 5 to 7 years"),
        (11.9, 49, "Passages of 11.9 mm: for children of 7 to 9 years"),
        (12.0, 50, "Passages of 12 mm: for children of 7 to 9 years"),
        (6.0, 999, "Passages of 6 mm: for children of 7 to 9 years"),
        (5.994, 999, "Passages of 6 mm: for children of 7 to 9 years"),
        (5.9, 999, "Passages of 5.9 mm: for 9 years and over"),
        (3.0, 999, "Passages of 3 mm: for 9 years and over"),
        (2.96, 999, "Passages of 3 mm: for 9 years and over"),
        (2.9, 999, "Passages of 2.9 mm: adults need 3 mm"),
        (0.034, 999, "Passages of 0.03 mm: adults need 3 mm"),
    ],
)
def test_ages(passage: float, cells: int, text: str) -> None:
    assert advice_for(passage, cells) == text


@pytest.mark.parametrize("walls", WALL_STYLES.names())
def test_walls_count(walls: str) -> None:
    """Cells of 7 mm have passages of 6.3 mm beside lines, and of 3.5 mm beside blocks."""
    page = Page.from_dict({"page": "fit", "cell": 7.0, "walls": walls})
    advice = plan(Print(made(9, 9), page, None)).advice
    wide = {"lines", "rounded", "dashed", "dotted", "bands"}
    expected = {"hairlines": ""} | dict.fromkeys(wide, "for children of 7 to 9 years")
    assert advice.endswith(expected.get(walls, "for 9 years and over"))
    assert bool(advice) == (walls != "hairlines")


def test_a_sheet_says_so_on_the_command_line(tmp_path: Path) -> None:
    size = ["--rows", "6", "--columns", "6", "--count", "3", "-o", tmp_path / "a.pdf"]
    lines = mazeeditor("sheet", *size).out.splitlines()
    assert lines[0] == str(tmp_path / "a.pdf")
    assert lines[1].startswith("Passages of ")
    assert lines[1].endswith(": for children of 5 to 7 years")
    values = json.loads(mazeeditor("sheet", *size, "--per-page", "9", "--json").out)
    assert values["files"] == [str(tmp_path / "a.pdf")]
    assert (values["cells"], values["passage"]) == (36, pytest.approx(values["cell"] * 0.9))
    assert values["advice"].endswith(": for children of 7 to 9 years")
