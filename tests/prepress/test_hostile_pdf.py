"""Files that are damaged, endless or made to harm: one sentence, in bounded time and memory."""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.prepress.content import painter as pdf_painter
from mazeeditor.prepress.document import document as pdf_document
from mazeeditor.prepress.preflight import mend, preflight
from tests.breadth import repeats
from tests.prepress.pdf_builder import Pdf, book, image, typeface
from tests.prepress.rule_breakers import new

Make = Callable[[], bytes]
CASES: dict[str, tuple[Make, str]] = {}  # why it cannot be opened, or "" where it can
UNREAD: dict[str, str] = {}  # why a page of it cannot be checked


def case(reason: str = "", *, unread: str = "") -> Callable[[Make], Make]:
    def register(make: Make) -> Make:
        CASES[make.__name__] = (make, reason)
        UNREAD[make.__name__] = unread
        return make

    return register


def page_of(operators: bytes, resources: bytes = b"", pdf: Pdf | None = None) -> bytes:
    pdf = pdf or Pdf()
    pdf.page(operators, resources)
    return pdf.data()


def tree(kids: bytes, more: bytes = b"") -> bytes:
    """Return a file whose tree of pages is ``kids`` (from object 3 on)."""
    return (
        b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Count 1/Kids[%b]>>endobj\n%b\ntrailer<</Root 1 0 R/Size 9>>\n%%%%EOF"
    ) % (kids, more)


def data_of(data: bytes) -> Make:
    return lambda: data


CASES |= {
    "empty": (data_of(b""), "not PDF"),
    "another_format": (data_of(b"\x89PNG\r\n\x1a\n" * 1000), "not PDF"),
    "a_header_alone": (data_of(b"%PDF-1.7\n"), "it is damaged"),
    "no_pages": (Pdf().data, "no pages"),
    "a_tree_in_a_circle": (data_of(tree(b"2 0 R")), "it is damaged"),
    "a_page_that_is_its_own_parent": (
        data_of(tree(b"3 0 R", b"3 0 obj<</Type/Page/Parent 3 0 R>>endobj")),
        "",
    ),
    **{
        name: (data_of(page_of(operators)), "")
        for name, operators in {
            "operands": b"0 " * 100_000,
            "open_brackets": b"[ << " * 9_000 + b"<" * 9_000 + b"(" * 100_000 + b"(\\" * 100_000,
            "states_that_never_end": b"q BT /OC /x BDC " * 10_000,
            "inline_images_that_never_end": b"BI /W 1 ID x " * 10_000,
            "long_numbers": b"1" * 500_000 + b" " + b"1 1" * 9_000 + b"-+." * 9_000,
        }.items()
    },
}
UNREAD |= dict.fromkeys(CASES, "") | {"operands": "an operator has more than 20,000 operands"}


@case("pages: check parts of it.")
def too_many_pages() -> bytes:
    pdf = Pdf()
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << >> >>"
    pdf.pages = [pdf.add(page) for _page in range(20_001)]
    return pdf.data()


@case("it is damaged")
def a_page_that_is_there_many_times() -> bytes:
    pdf = Pdf()
    pdf.pages = [pdf.page(b"")] * 100_000
    return pdf.data()


@case("it is damaged")
def deep_arrays() -> bytes:
    pdf = Pdf(root=b"/Foo " + b"[" * 100_000 + b"]" * 100_000)
    return page_of(b"", pdf=pdf)


@case(unread="an operator has more than 20,000 operands")
def a_bomb() -> bytes:
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(b"0 " * 500_000) for _part in range(105)) + packer.flush()
    pdf = Pdf()
    page = pdf.page(b"")
    stream = pdf.add(
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(data), data)
    )
    body = pdf.objects[page - 1].replace(b"/Contents %d" % (page - 1), b"/Contents %d" % stream)
    pdf.objects[page - 1] = body
    return pdf.data()


@case(unread="it has more drawing operators than can be checked")
def forms_of_forms() -> bytes:
    pdf, kind = Pdf(), b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] "
    last = pdf.stream(b"0 0 9 9 re f", kind)
    for _level in range(12):
        last = pdf.stream(
            b"/X Do " * 20, kind + b"/Resources << /XObject << /X %d 0 R >> >>" % last
        )
    return page_of(b"/X Do", b"/XObject << /X %d 0 R >>" % last, pdf)


@case()
def a_form_in_itself() -> bytes:
    pdf = Pdf()
    own = len(pdf.objects) + 1
    kind = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] "
    pdf.stream(b"/X Do " * 9, kind + b"/Resources << /XObject << /X %d 0 R >> >>" % own)
    return page_of(b"/X Do", b"/XObject << /X %d 0 R >>" % own, pdf)


@case()
def a_pattern_in_itself() -> bytes:
    pdf = Pdf()
    own = len(pdf.objects) + 1
    data = b"/Pattern cs /P scn 0 0 9 9 re f "
    pdf.stream(data * 9, b"/PatternType 1 /Resources << /Pattern << /P %d 0 R >> >>" % own)
    return page_of(data * 9, b"/Pattern << /P %d 0 R >>" % own, pdf)


@case()
def huge_numbers() -> bytes:
    most = b"99999999999999999999"
    return page_of(
        b"%b 0 0 %b 0 0 cm " % (most, most) * 30
        + b"0 0 m %b 9 l S 1 0 0 0 0 0 cm 0 0 1 1 re f BT /F %b Tf (a) Tj ET" % (most, most)
    )


@case()
def endless_widths() -> bytes:
    pdf = Pdf()
    font = pdf.add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /X /DescendantFonts [<< /W [%b] >>] >>"
        % (b"0 65535 500 " * 20_000)
    )
    return page_of(b"BT /F 9 Tf (ab) Tj ET", b"/Font << /F %d 0 R >>" % font, pdf)


@case()
def spaces_in_spaces() -> bytes:
    space = b"/DeviceRGB"
    for _level in range(200):
        space = b"[/Indexed %b 1 <00>]" % space
    return page_of(b"/C cs 0 sc 0 0 9 9 re f", b"/ColorSpace << /C %b >>" % space)


@case()
def values_of_other_types() -> bytes:
    pdf = Pdf(root=b"/Outlines 3 /OCProperties [1] /Names (x) /OutputIntents 7 /AcroForm /x")
    more = b"/Annots 3 /CropBox (x) /TrimBox [1 2] /Rotate /x /UserUnit (x) /Group 3 /AA []"
    pdf.page(b"/E gs /I Do /F 9 Tf (a) Tj /C cs /P scn", b"/ExtGState 3 /XObject /x", more)
    return pdf.data()


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", CASES)
def test_each(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_painter, "MOST_OPERATIONS", 50_000)  # a hundredth
    make, reason = CASES[name]
    path = tmp_path / "a.pdf"
    path.write_bytes(make())
    for rules in ("kdp",) if reason else ("kdp", "pdfx-1a"):
        if reason:
            with pytest.raises(MazeError) as error:
                preflight(path, rules=rules)
            text = str(error.value)
            assert text.startswith(f"{path} cannot be checked: ")
            assert reason in text
            assert text.count("\n") == 0
            assert text.count(str(path)) == 1
        else:
            report = preflight(path, rules=rules)
            assert not report.passed
            unread = [one.message for one in report.errors if one.rule == "readable"]
            assert not UNREAD[name] or f"it could not be checked: {UNREAD[name]}." in unread


@pytest.fixture
def few_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fewer drawing operators than usual be too many for a file."""
    monkeypatch.setattr(pdf_document, "MOST_OPERATIONS_OF_ALL", 20_000)


@pytest.mark.usefixtures("few_operations")
def test_all_pages_together_have_a_limit(tmp_path: Path) -> None:
    pages = {number: b"q Q " * 2500 + b"%% %d" % number for number in range(1, 25)}
    path = book(pages).write(tmp_path / "a.pdf")
    (finding,) = [one for one in preflight(path).findings if one.rule == "readable"]
    assert "the file has more drawing operators than can be checked" in finding.message
    assert finding.is_error
    assert 1 < finding.pages[0] < 24
    assert finding.pages[-1] == 24


@pytest.mark.usefixtures("few_operations")
def test_pages_that_look_the_same_are_painted_once(tmp_path: Path) -> None:
    """As those of a notebook, which are many more operators than bytes in the file."""
    pdf = book(dict.fromkeys(range(1, 25), b"q Q " * 2500 + b"0.2 w 200 200 m 300 300 l S"))
    findings = preflight(pdf.write(tmp_path / "a.pdf")).findings
    assert [(one.rule, one.pages) for one in findings] == [("line-width", tuple(range(1, 25)))]


@pytest.mark.skipif(os.name != "posix", reason="devices are those of POSIX")
def test_what_is_no_file() -> None:
    for name in ("/dev/zero", "/dev/urandom", "/dev/null", "/", "", "none", "a\0b"):
        with pytest.raises(MazeError, match=r"cannot be checked: .+\.$"):
            preflight(name)


def test_a_locked_file(tmp_path: Path) -> None:
    import pikepdf

    with pikepdf.open(book().write(tmp_path / "a.pdf")) as pdf:
        pdf.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(owner="a", user="b"))
    with pytest.raises(MazeError, match="locked with a password"):
        preflight(tmp_path / "b.pdf")


def whole() -> bytes:
    """Return a file with something of everything."""
    pdf = new()
    resources = typeface(pdf) + b" " + image(pdf, 9, 9)
    pdf.root += b"/Outlines << /First << /Title (One) >> >>"
    data = b"q 0.5 g 9 9 99 99 re f Q BT /F1 9 Tf 99 99 Td (maze) Tj ET q 9 0 0 9 50 50 cm /I1 Do Q"
    return book({2: data}, resources=resources, pages=3, pdf=pdf).data()


def test_damaged_files(tmp_path: Path) -> None:
    """Bytes that were changed, lost or repeated: a report or one sentence, mended or not."""
    data, path = whole(), tmp_path / "a.pdf"
    for seed in repeats(12, 5_000):
        dice, broken = random.Random(seed), bytearray(data)
        for _change in range(dice.randint(1, 12)):
            at = dice.randrange(len(broken) - 40)
            length = dice.randint(1, 30)
            kind = dice.randrange(3)
            new_bytes = [dice.randbytes(length), b"", bytes(broken[at : at + length]) * 2][kind]
            broken[at : at + length] = new_bytes
        path.write_bytes(broken)
        text = outcome(path, tmp_path / "b.pdf")
        assert text.count("\n") == 0
        assert len(text) < 1000


def outcome(path: Path, output: Path) -> str:
    """Return the sentence with which a file is refused, "" for one that is checked and mended."""
    try:
        preflight(path, rules="pdfx-1a")
        mend(path, output, rules="kdp")
    except MazeError as error:
        return str(error)
    return ""
