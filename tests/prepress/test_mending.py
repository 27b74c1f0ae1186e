"""Mending removes what print shops refuse, and changes nothing that is seen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest

import mazeeditor
from mazeeditor.core.errors import MazeError
from mazeeditor.prepress.checks import CHECKS
from mazeeditor.prepress.preflight import mend, preflight
from mazeeditor.prepress.rule_sets import Rule, RuleSet, rule_set
from tests.prepress.pdf_builder import LINE, Pdf, book, typeface
from tests.prepress.rule_breakers import PAIRS, new

MENDABLE = [check.name for check in CHECKS if check.mend]
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 432 648] "


def rules_of(name: str) -> RuleSet:
    known: dict[str, Rule] = {**rule_set("pdfx-1a").rules, **rule_set("kdp").rules}
    return RuleSet("own", "own", rules={name: known[name]})


def operators(path: Path) -> list[bytes]:
    """Return the operators of each page, without spaces at the ends of lines."""
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            page.contents_coalesce()
        return [re.sub(rb"\s+", b" ", page.Contents.read_bytes()).strip() for page in pdf.pages]


@pytest.mark.parametrize("name", MENDABLE)
def test_what_is_mended_keeps_to_the_rule(name: str, tmp_path: Path) -> None:
    rules, (pair, *_others) = rules_of(name), PAIRS[name]
    broken, mended = tmp_path / "broken.pdf", tmp_path / "mended.pdf"
    pair.breaks(rules.rules[name].values).write(broken)
    (finding,) = preflight(broken, rules=rules).findings
    assert finding.mendable
    report = mend(broken, mended, rules=rules)
    assert report.findings == ()
    assert len(report.mended) == 1
    assert report.mended[0].endswith(".")
    with pikepdf.open(mended) as pdf:
        assert not pdf.is_encrypted
        assert len(pdf.pages) == 24
    assert operators(mended) == operators(broken)


def test_a_clean_file_is_left_as_it_is(tmp_path: Path) -> None:
    good = book(pdf=new()).write(tmp_path / "good.pdf")
    report = mend(good, tmp_path / "out.pdf", rules="kdp")
    assert report.mended == ()
    assert operators(tmp_path / "out.pdf") == operators(good)
    first = (tmp_path / "out.pdf").read_bytes()
    mend(good, tmp_path / "out.pdf", rules="kdp")
    assert (tmp_path / "out.pdf").read_bytes() == first


def layered() -> Pdf:
    """Return a page with two layers, the second switched off, in marks, a form and a picture."""
    pdf = new()
    on, off = (pdf.add(b"<< /Type /OCG /Name (%b) >>" % name) for name in (b"on", b"off"))
    pdf.root += b"/OCProperties << /OCGs [%d 0 R %d 0 R] /D << /OFF [%d 0 R] >> >>" % (on, off, off)
    hidden = pdf.stream(b"0 0 432 648 re f", FORM + b"/OC %d 0 R" % off)
    properties = b"/Properties << /On %d 0 R /Off %d 0 R >>" % (on, off)
    inner = pdf.stream(
        b"/OC /Off BDC 1 1 9 9 re f EMC 150 150 20 20 re f",
        FORM + b"/Resources << %b >>" % properties,
    )
    pdf.page(
        b"/OC /On BDC " + LINE + b" EMC /OC /Off BDC 3 w 0 0 m 9 9 l S "
        b"BT /F1 9 Tf 9 9 Td (draft) Tj ET 0.4 g EMC /Hidden Do /Inner Do 200 200 50 50 re f",
        b"/XObject << /Hidden %d 0 R /Inner %d 0 R >> %b" % (hidden, inner, properties),
    )
    return pdf


def test_hidden_layers_are_removed_and_their_state_stays(tmp_path: Path) -> None:
    broken = layered().write(tmp_path / "broken.pdf")
    before = preflight(broken, rules="kdp")
    assert {finding.rule for finding in before.findings} == {"page-count", "layers"}
    report = mend(broken, tmp_path / "out.pdf", rules="kdp")
    assert {finding.rule for finding in report.findings} == {"page-count"}
    (page,) = operators(tmp_path / "out.pdf")
    assert page == (
        b"0 G 1 w 150 150 m 250 400 l S 3 w 0 0 m 9 9 l n BT /F1 9 Tf 9 9 Td ET 0.4 g "
        b"/Inner Do 200 200 50 50 re f"
    )
    with pikepdf.open(tmp_path / "out.pdf") as pdf:
        assert "/OCProperties" not in pdf.Root
        inner: Any = pdf.pages[0].Resources.XObject.Inner
        assert b" ".join(inner.read_bytes().split()) == b"1 1 9 9 re n 150 150 20 20 re f"


def test_a_hidden_part_of_a_line_of_text_is_left(tmp_path: Path) -> None:
    """Without it the rest of the line would move."""
    pdf = layered()
    font = b"/Properties << /Off %d 0 R >> " % 4 + typeface(pdf)
    pdf.page(b"BT /F1 9 Tf 99 99 Td /OC /Off BDC (a) Tj EMC (b) Tj ET", font)
    broken = pdf.write(tmp_path / "broken.pdf")
    report = mend(broken, tmp_path / "out.pdf", rules=rules_of("layers"))
    assert [finding.rule for finding in report.findings] == ["layers"]
    assert report.mended == ()
    assert operators(tmp_path / "out.pdf") == operators(broken)


def test_printed_comments_become_part_of_the_page(tmp_path: Path) -> None:
    pdf = new()
    stamp = pdf.stream(b"0.5 g 0 0 30 20 re f", b"/Type /XObject /Subtype /Form /BBox [0 0 30 20]")
    notes = (
        b"/Annots [<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 100 130 120] "
        b"/AP << /N %d 0 R >> >> << /Subtype /Link /Rect [9 9 99 99] /Border [0 0 0] >> "
        b"<< /Type /Annot /Subtype /Text /Rect [9 9 20 20] /Contents (a note) >>]" % stamp
    )
    broken = book(more={2: notes}, pdf=pdf).write(tmp_path / "broken.pdf")
    report = mend(broken, tmp_path / "out.pdf", rules="kdp")
    assert report.findings == ()
    with pikepdf.open(tmp_path / "out.pdf") as after:
        assert "/Annots" not in after.pages[1]
        assert len(after.pages[1].Resources.XObject) == 1
    assert b"Do" in operators(tmp_path / "out.pdf")[1]


def test_a_frame_around_a_link_stays(tmp_path: Path) -> None:
    link = b"/Annots [<< /Subtype /Link /F 4 /Rect [99 99 199 199] /Border [0 0 1] >>]"
    broken = book(more={2: link}, pdf=new()).write(tmp_path / "broken.pdf")
    report = mend(broken, tmp_path / "out.pdf", rules="kdp")
    assert [finding.rule for finding in report.findings] == ["annotations"]


def test_boxes_are_set_to_the_trim(tmp_path: Path) -> None:
    pdf = Pdf((441, 666))
    broken = book(pdf=pdf).write(tmp_path / "broken.pdf")
    mend(broken, tmp_path / "out.pdf", rules="pdfx-1a", trim="6x9in", bleed=True)
    with pikepdf.open(tmp_path / "out.pdf") as after:
        assert [float(side) for side in after.pages[2].TrimBox] == [0, 9, 432, 657]
        assert [float(side) for side in after.pages[3].TrimBox] == [9, 9, 441, 657]
        assert [float(side) for side in after.pages[3].BleedBox] == [0, 0, 441, 666]


@pytest.mark.slow
def test_python(tmp_path: Path) -> None:
    pdf = new()
    pdf.root += b"/Outlines << /First << /Title (One) >> >>"
    broken = book(pdf=pdf).write(tmp_path / "broken.pdf")
    assert [one.rule for one in mazeeditor.preflight(broken).findings] == ["bookmarks"]
    report = mazeeditor.preflight(broken, mend=tmp_path / "out.pdf", trim="6x9in")
    assert report.passed
    assert report.file == str(tmp_path / "out.pdf")
    with pytest.raises(MazeError, match="cannot be checked"):
        mazeeditor.preflight(tmp_path / "none.pdf", mend=tmp_path / "none2.pdf")
    assert not (tmp_path / "none2.pdf").exists()
