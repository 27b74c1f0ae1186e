"""The assembly sheet: a PDF beside the files for machines, with each part and each step."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pikepdf
import pytest

import mazeeditor
from mazeeditor.core.errors import MazeError
from mazeeditor.making.assembly import sheet
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import plan_making
from mazeeditor.page.page import Page
from tests.making.designs import small_maze

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}


def read(path: Path) -> list[str]:
    """Return the text of each page, as poppler finds it."""
    ran = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], check=True, capture_output=True, text=True
    )
    return ran.stdout.split("\f")[:-1]


@pytest.fixture(autouse=True)
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures of few pixels: they take nearly all of the time."""
    monkeypatch.setattr(sheet, "DPI", 40)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_it_names_all_parts_and_says_each_step(tmp_path: Path, paper: str) -> None:
    options: dict[str, Any] = {"job": "kit", "assembly": paper}
    maze = small_maze()
    files = mazeeditor.export(maze, tmp_path / "m.dxf", title="Ann's game", **options)
    assert files[-1] == tmp_path / "m-assembly.pdf"
    assert len(files) == 3
    pages = read(files[-1])
    plan = plan_making(maze, Page(), MakeOptions(**options))
    assert len(pages) == 1 + (len(plan.product.steps) + 2) // 3
    assert pages[0].startswith("Ann's game")
    first, steps = " ".join(pages[0].split()), " ".join(" ".join(pages[1:]).split())
    for part in plan.product.parts:
        names = [seat.name for seat in part.seats if seat.name]
        if names:
            assert names[0] in first
            assert names[-1] in first
        assert f"{part.count}×" in first.replace(" ", "")
        assert part.label in first
    for thing in plan.product.shopping:
        assert thing in first
    for number, text in enumerate(plan.product.steps, start=1):
        assert all(word in steps for word in text.split())
        assert str(number) in steps
    with pikepdf.open(files[-1]) as pdf:
        for page in pdf.pages:
            box = [float(side) * 25.4 / 72 for side in page.mediabox]
            assert tuple(box[2:]) == pytest.approx(PAPERS[paper], abs=0.05)
        pictures = [len(page.resources.XObject) for page in pdf.pages]
    assert sum(pictures) == 1 + len(plan.product.steps)


def test_none_is_written_where_none_is_wanted_or_nothing_is_put_together(tmp_path: Path) -> None:
    maze = small_maze()
    for options in ({"job": "kit"}, {"job": "score", "assembly": "A4"}):
        mazeeditor.export(maze, tmp_path / "m.svg", **options)
    with pytest.raises(MazeError, match="on a base that is cut out: choose an outline for it"):
        mazeeditor.export(maze, tmp_path / "n.svg", job="inlay", outline="none", assembly="A4")
    assert not list(tmp_path.glob("*.pdf"))
    assert not (tmp_path / "n.svg").exists()


@pytest.mark.slow
def test_what_to_buy_is_for_each_copy() -> None:
    maze = small_maze()
    for copies, words in ((1, "Also: 1 ball"), (2, "Also, for each copy: 1 ball")):
        plan = plan_making(maze, Page(), MakeOptions(job="kit", copies=copies))
        assert any(line.startswith(words) for line in plan.summary)
