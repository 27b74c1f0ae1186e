"""``mazeeditor preflight``: its lines, its JSON, its exit status, its rules and its mending."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import failure, mazeeditor
from tests.prepress.pdf_builder import Pdf, book
from tests.prepress.rule_breakers import new

THIN = b"0.31 w 150 150 m 250 150 l S"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    book(pdf=new()).write(tmp_path / "good.pdf")
    book({3: THIN, 5: THIN, 6: THIN}, pdf=new()).write(tmp_path / "thin.pdf")
    pdf = new()
    pdf.root += b"/Outlines << /First << /Title (One) >> >>"
    book(pdf=pdf).write(tmp_path / "marked.pdf")
    return tmp_path


def test_a_clean_file(folder: Path) -> None:
    ran = mazeeditor("preflight", "good.pdf", "--trim", "6x9in", cwd=folder)
    assert (ran.status, ran.error) == (0, "")
    first, last = ran.out.splitlines()
    assert first.startswith("good.pdf: 24 pages, cut to 152.4 × 228.6 mm, without bleed")
    assert last == "0 errors, 0 warnings by the rules kdp."


def test_findings(folder: Path) -> None:
    ran = mazeeditor("preflight", "thin.pdf", cwd=folder)
    assert (ran.status, ran.error) == (1, "")
    (line,) = ran.out.splitlines()[1:-1]
    assert line.startswith("error: pages 3, 5-6: a line is 0.31 pt thick, and should be at least ")
    assert "--wall 0.265" in line


def test_json(folder: Path) -> None:
    ran = mazeeditor("preflight", "thin.pdf", "--json", cwd=folder)
    finding, summary = map(json.loads, ran.out.splitlines())
    assert (ran.status, finding["rule"], finding["severity"]) == (1, "line-width", "error")
    assert (finding["pages"], finding["worst"]) == ([3, 5, 6], 3)
    assert (finding["value"], finding["limit"], finding["unit"]) == (0.31, 0.75, "pt")
    assert finding["setting"] == {"name": "wall", "value": 0.265}
    assert finding["where"] == pytest.approx([52.86, 175.63, 35.39, 0.11], abs=0.02)
    assert finding["source"].startswith("https://")
    assert (summary["file"], summary["pages"], summary["errors"]) == ("thin.pdf", 24, 1)
    assert summary["trim"] == [152.4, 228.6]
    ran = mazeeditor("preflight", "good.pdf", "--json", cwd=folder)
    assert [json.loads(line)["errors"] for line in ran.out.splitlines()] == [0]


def test_the_size_that_is_asked_for(folder: Path) -> None:
    ran = mazeeditor(
        "preflight", "good.pdf", "--trim", "8.5x11in", "--rules", "general", cwd=folder
    )
    assert ran.status == 1
    assert "should be 215.9 × 279.4 mm (8.5 × 11 in)" in ran.out
    ran = mazeeditor("preflight", "good.pdf", "--trim", "6x9in", "--bleed", cwd=folder)
    assert ran.status == 1
    assert "234.95 mm (6.125 × 9.25 in)" in ran.out
    book(pdf=Pdf((441, 666))).write(folder / "bleed.pdf")
    ran = mazeeditor("preflight", "bleed.pdf", "--trim", "6x9in", "--bleed", cwd=folder)
    assert ran.status == 0, ran.out
    assert "cut to 152.4 × 228.6 mm, with bleed" in ran.out
    assert mazeeditor("preflight", "bleed.pdf", cwd=folder).out.startswith(
        "bleed.pdf: 24 pages, cut to 152.4 × 228.6 mm, with bleed"
    )


def test_warnings_alone_pass(folder: Path) -> None:
    book({2: b"1 0 0 rg 150 150 9 9 re f"}, pdf=new()).write(folder / "red.pdf")
    ran = mazeeditor("preflight", "red.pdf", cwd=folder)
    assert (ran.status, "warning: page 2: the page uses DeviceRGB" in ran.out) == (0, True)
    assert "0 errors, 1 warning by" in ran.out
    assert "DeviceGray (23 pages), DeviceRGB (1 page)" in ran.out


def test_mending(folder: Path) -> None:
    ran = mazeeditor("preflight", "marked.pdf", "--mend", "-o", "out.pdf", cwd=folder)
    assert ran.status == 0
    assert "Removed the bookmarks." in ran.out
    assert mazeeditor("preflight", "out.pdf", cwd=folder).status == 0
    assert mazeeditor("preflight", "marked.pdf", cwd=folder).status == 1


def test_failures(folder: Path) -> None:
    for words, status, reason in [
        ("none.pdf", 1, "none.pdf cannot be checked: there is no such file."),
        ("good.pdf --mend", 2, "--mend and -o OUT.pdf go together."),
        ("good.pdf -o out.pdf", 2, "--mend and -o OUT.pdf go together."),
        ("good.pdf --mend -o good.pdf", 2, "is the file that is read"),
        ("good.pdf --mend -o out.png", 2, "does not end with .pdf"),
        ("good.pdf --mend -o none/out.pdf", 1, "There is no folder none."),
        ("good.pdf --trim large", 2, "There is no page 'large'"),
        ("good.pdf --trim fit", 2, "needs a size"),
        ("good.pdf --rules amazon", 2, "There are no rules 'amazon'. Choose one of: general, kdp"),
        ("good.pdf --rules none.json", 1, "none.json"),
    ]:
        assert reason in failure("preflight", *words.split(), status=status, cwd=folder), words
        assert not (folder / "out.pdf").exists(), words


def test_rules_of_the_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rules").mkdir()
    own = {"format": "mazeeditor rules", "version": 1, "name": "Thin", "about": "Thin lines."}
    rules = {"rules": {"line-width": {"least": 0.3}}}
    (folder / "rules" / "thin.json").write_text(json.dumps(own | rules))
    (folder / "rules" / "broken.json").write_text("{")
    monkeypatch.setenv("MAZEEDITOR_SETTINGS", str(folder / "settings.json"))
    ran = mazeeditor("preflight", "thin.pdf", "--rules", "thin", cwd=folder)
    assert ran.status == 0
    ran = mazeeditor("list", "rules", cwd=folder)
    assert "thin                Thin lines." in ran.out
    assert "broken.json cannot be used" in ran.error
    ran = mazeeditor("list", "rules", "--json", cwd=folder)
    known = {value["name"]: value for value in map(json.loads, ran.out.splitlines())}
    assert known["thin"]["rules"]["line-width"]["least"] == 0.3
    assert known["kdp"]["rules"]["page-count"]["least"] == 24
