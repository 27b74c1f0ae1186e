"""The binding of a book: at the left, or at the right where it is read from right to left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest

import mazeeditor
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.errors import UsageError
from tests.breadth import in_turns
from tests.cli.run import mazeeditor as run
from tests.sheets.test_book import CHAPTER, PLAIN, book, planned, printed, texts, values_of

HEBREW, ARABIC = "מבוכים", "متاهات"


def test_the_title_chooses_the_binding() -> None:
    for title, binding, right in [
        ("Mazes", "automatic", False),
        ("", "automatic", False),
        (HEBREW, "automatic", True),
        (f"100 {ARABIC} 2", "automatic", True),  # numbers have no direction
        (f"Mazes – {HEBREW}", "automatic", False),
        (HEBREW, "left", False),
        ("Mazes", "right", True),
    ]:
        assert book(title=title, binding=binding).style.bound_right is right


@pytest.mark.parametrize(("bleed", "facing"), in_turns([False, True], [False, True]))
def test_a_book_bound_at_the_right_is_the_other_one_in_a_mirror(bleed: bool, facing: bool) -> None:
    known: dict[str, Any] = {"bleed": bleed, "facing": facing, "gutter": 25.0, "margin": 10.0}
    chapter = {**CHAPTER, "footer": "Answer: page {answer}"}
    left, right = (
        planned(**known, chapters=[chapter], binding=side).pages for side in ("left", "right")
    )
    assert [page.kind for page in left] == [page.kind for page in right]
    for one, other in zip(left, right, strict=True):
        assert one.paper == other.paper
        for box, mirrored in ((one.box, other.box), (one.trim, other.trim)):
            assert box
            assert mirrored
            width = one.paper[0]
            expected = width - mirrored[2], mirrored[1], width - mirrored[0], mirrored[3]
            assert box == pytest.approx(expected)
    assert left[0].box[0] > left[0].paper[0] - left[0].box[2]
    for one, other in zip(texts(left[4]), texts(right[4]), strict=True):
        assert one.text == other.text
        if one.anchor != "middle":
            assert {one.anchor, other.anchor} == {"start", "end"}


@pytest.mark.slow
@pytest.mark.parametrize("pdfx", ["", "FOGRA39"])
def test_viewers_and_preflight_know_the_binding(pdfx: str, tmp_path: Path) -> None:
    """As the file says it, and as it is asked for; the gutter is looked for at that side."""
    known: dict[str, Any] = {**PLAIN, "answers": "none", "pdfx": pdfx, "bleed": True}
    known |= {"chapters": [{**CHAPTER, "count": 3}], "margin": "0.5in", "gutter": "1in"}
    path = tmp_path / "a.pdf"
    for title, direction in (("Mazes", None), (HEBREW, "/R2L")):
        printed(path, title=title, **known)
        with pikepdf.open(path) as pdf:
            preferences: Any = pdf.Root.get("/ViewerPreferences", {})
            assert preferences.get("/Direction") == direction
        right = direction is not None
        reports = {
            side: mazeeditor.preflight(path, rules=wide_gutters(tmp_path), binding=side)
            for side in (None, "left", "right")
        }
        assert reports[None].bound_right is right
        assert [side for side, report in reports.items() if not broken(report)] == (
            [None, "right" if right else "left"]
        )
    with pytest.raises(UsageError, match="The binding of a book is left or right, not"):
        mazeeditor.preflight(path, binding="top")
    ran = run("preflight", "a.pdf", cwd=tmp_path)
    assert "its reading direction is right to left" in ran.out
    wrong = run("preflight", "a.pdf", "--binding", "left", "--rules", "wide.json", cwd=tmp_path)
    assert "left on odd pages" in wrong.out
    mazeeditor.book(values_of(title=HEBREW, **known), path, binding="left")
    assert not mazeeditor.preflight(path).bound_right
    (tmp_path / "b.mazebook").write_bytes(to_json(values_of(**known)))
    run("book", "b.mazebook", "--binding", "right", "-o", "a.pdf", cwd=tmp_path)
    assert mazeeditor.preflight(path).bound_right


def wide_gutters(folder: Path) -> str:
    """Return rules by which the margin of a page is no gutter."""
    values = {"format": "mazeeditor rules", "version": 1}
    rules = {"gutter": {"steps": "828=0.9in"}}
    (folder / "wide.json").write_bytes(to_json({**values, "rules": rules, "based_on": "kdp"}))
    return str(folder / "wide.json")


def broken(report: Any) -> list[str]:
    return [finding.rule for finding in report.findings if finding.rule in ("gutter", "bleed")]
