"""PDF/X-1a: what it must contain, read back by pikepdf and poppler, and what cannot be it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import load_logo
from mazeeditor.prepress.pdfx import CONDITIONS, read_condition

IN_NO_CATALOG = {"/OpenAction", "/AA", "/Names", "/AcroForm", "/OCProperties"}
NOWHERE = {"/SMask", "/Group", "/CA", "/ca", "/TR", "/ObjStm", "/Alternates"}
CHAPTER: dict[str, Any] = {"title": "One", "count": 2, "sizes": {"rows": 5, "columns": 4}}


def book(path: Path, **values: Any) -> Path:
    known = {"format": "mazeeditor book", "version": 1, "chapters": [CHAPTER], "pdfx": "FOGRA39"}
    (file,) = mazeeditor.book({**known, **values}, path, workers=1)
    return file


def colour_operators(page: pikepdf.Page) -> set[str]:
    operators = {str(each.operator) for each in pikepdf.parse_content_stream(page)}
    return operators & {"rg", "RG", "k", "K", "g", "G", "cs", "CS", "sc", "scn", "sh"}


def keys_of(pdf: pikepdf.Pdf) -> set[str]:
    """Return the keys of all dictionaries and streams of a file."""
    keys: set[str] = set()
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            keys |= set(each.keys())
    return keys


@pytest.mark.slow
@pytest.mark.parametrize("picture", [False, True])
def test_what_pdfx_asks_for(tmp_path: Path, picture: bool) -> None:
    """ISO 15930-1, read without any code of our own."""
    values = {"title": "Mazes \u0416 & <more>", "bleed": True}
    if picture:
        sheet: dict[str, Any] = {"count": 1, "pdfx": "FOGRA39", "picture": True, "dpi": 300}
        (path,) = mazeeditor.sheet(tmp_path / "b.pdf", title="Mazes", page="A6", **sheet)
    else:
        path = book(tmp_path / "a.pdf", **values)
    with pikepdf.open(path) as pdf:
        assert path.read_bytes().startswith(b"%PDF-1.3")
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        assert str(intent.RegistryName) == "http://www.color.org"
        info = pdf.trailer.Info
        assert str(info.GTS_PDFXVersion) == "PDF/X-1:2001"
        assert str(info.GTS_PDFXConformance) == "PDF/X-1a:2001"
        assert info.Trapped == "/False"
        assert str(info.Title) == ("Mazes" if picture else values["title"])
        assert re.fullmatch(r"D:\d{14}Z", str(info.CreationDate))
        assert str(info.ModDate) == str(info.CreationDate)
        assert len(pdf.trailer.ID) == 2
        with pdf.open_metadata() as metadata:
            assert metadata["dc:title"] == str(info.Title)
            assert metadata["pdf:Trapped"] == "False"
        assert not IN_NO_CATALOG & pdf.Root.keys()
        assert not NOWHERE & keys_of(pdf)
        assert not pdf.is_encrypted
        for page in pdf.pages:
            assert {"/TrimBox", "/BleedBox", "/MediaBox"} <= page.obj.keys()
            assert not {"/ArtBox", "/Annots"} & page.obj.keys()
            assert colour_operators(page) <= {"g", "G"}
            for image in page.obj.Resources.get("/XObject", {}).values():
                assert image.ColorSpace == "/DeviceGray"
            for font in page.obj.Resources.get("/Font", {}).values():
                assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor
    assert mazeeditor.preflight(path, rules="pdfx-1a").findings == ()
    text = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    assert re.search(r"PDF subtype: +PDF/X-1:2001", text)
    subprocess.run(["qpdf", "--check", path], capture_output=True, check=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "page", "why"),
    [
        ({"chapters": [{**CHAPTER, "page": {"colour": "red"}}]}, 1, "DeviceRGB"),
        ({"title": "Hi \U0001f600"}, 1, "DeviceRGB"),
        ({"chapters": [{**CHAPTER, "page": {"solution_colour": "blue"}}]}, 2, "DeviceRGB"),
        ({"logo": True}, 1, "transparent|DeviceRGB"),
    ],
)
def test_what_cannot_be_pdfx_is_named_in_one_sentence(
    values: dict[str, Any], page: int, why: str, tmp_path: Path
) -> None:
    if values.pop("logo", None):
        Image.new("LA", (900, 900), (0, 128)).save(tmp_path / "logo.png")
        recipe = {"mask": [{"name": "hole"}]}
        logo = {
            "recipe": recipe,
            "page": {"logo": load_logo(tmp_path / "logo.png")},
            "sizes": {"rows": 9, "columns": 9},
        }
        values = {"chapters": [{**CHAPTER, **logo}]}
    with pytest.raises(UsageError, match=f"Page {page} cannot be PDF/X-1a: .*({why})"):
        book(tmp_path / "a.pdf", **values)
    assert not (tmp_path / "a.pdf").exists()


def test_the_boxes_of_a_sheet_on_request(tmp_path: Path) -> None:
    for asked in (False, True):
        (path,) = mazeeditor.sheet(tmp_path / "a.pdf", count=2, trim_box=asked)
        with pikepdf.open(path) as pdf:
            for page in pdf.pages:
                assert ("/TrimBox" in page.obj) is asked
                if asked:
                    assert page.obj.TrimBox == page.obj.MediaBox == page.obj.BleedBox


def test_names_of_conditions() -> None:
    for name in ("", *CONDITIONS, "  My   press 12 "):
        assert read_condition(name) == " ".join(name.split())
    for name in ("x" * 61, "a\x00b", "\u0416"):
        with pytest.raises(UsageError, match="is not the name of a printing condition"):
            read_condition(name)
