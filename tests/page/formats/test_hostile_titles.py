"""Exports with hostile titles are well formed, hold nothing active, and name nobody.

They are read by the parsers of the standard library and of these tests, and by poppler where it is
installed. Few titles as a rule, 1,000 under ``--stress``.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import socket
import subprocess
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import EXPORTERS, Exporter, export
from mazeeditor.page.page import Page
from tests.breadth import repeats
from tests.page.formats import read_html
from tests.page.formats.read_pdf import objects_of, pages_of, read_pdf
from tests.page.formats.read_svg import read_svg

MAZE = generate("prim", build("rectangular", rows=4, columns=4), 1)
PIECES = [
    *("</svg><script>alert(1)</script>", "</text>", "<![CDATA[", "]]>", "<!--", "-->", "&lol;"),
    *('"><a xlink:href="javascript:alert(1)">x</a>', "<?xml version='1.0'?>", "&#0;", "&amp;"),
    *("<!ENTITY x SYSTEM 'file:///etc/passwd'>", "<foreignObject>", "onload=alert(1)", "url(#x)"),
    *(
        ")Tj /JS (app.alert(1))",
        "(",
        ")",
        "\\",
        "\\)",
        "endstream endobj",
        "<< /OpenAction",
        "%%EOF",
    ),
    *(
        "/URI (http://a)",
        "<</S/JavaScript>>",
        "\u202e",
        "\u2066",
        "\u200f",
        "\ufeff",
        "\ufffe",
        "\uffff",
    ),
    *(
        "\0",
        "\x01",
        "\x1b[31m",
        "\x7f",
        "\x85",
        "\u2028",
        "\n",
        "\r\n",
        "\t",
    ),
    *(
        "😀",
        "👩\u200d👩\u200d👧",
        "e\u0301" * 30,
        "مرحبا",
        "שלום",
        "नमस्ते",
        "ไทย",
        "漢字",
        "ﷺ",
        "\U0010ffff",
    ),
    *("${HOME}", "`id`", "%s%n", "../../etc/passwd", "' OR 1=1", "{0}", "Otto", "A" * 500, " "),
]
ACTIVE = [b"/JavaScript", b"/JS", b"/OpenAction", b"/AA", b"/URI", b"/Launch", b"/EmbeddedFile"]
FEW = 6  # titles as a rule
LONG = "W" * 100_000
USER, HOST = "zaphod.user", "zaphod.host"  # found in no bytes by chance


def title_of(number: int) -> str:
    """Return a title of hostile pieces: all of them in the first few; each 50th is very long."""
    if number < FEW:
        return "".join(PIECES[number::FEW])
    random = Random(number)
    if number % 50 == 0:
        return random.choice(PIECES) + LONG
    return "".join(random.choices(PIECES, k=random.randint(2, 6)))


def check_svg(path: Path) -> None:
    """Only shapes and texts, no reference outside and nothing that runs."""
    data = path.read_bytes()
    read_svg(data)
    for element in ElementTree.fromstring(data).iter():
        name = element.tag.rpartition("}")[2]
        assert name in {"svg", "title", "desc", "defs", "g", "path", "text", "image"}
        for attribute, value in element.attrib.items():
            assert not attribute.lower().rpartition("}")[2].startswith("on")
            if name == "image" and attribute.endswith("}href"):  # an emoji
                assert value.startswith("data:image/png;base64,")
                continue
            assert "href" not in attribute
            if attribute == "aria-label":  # a text, whatever it says
                continue
            assert "javascript:" not in value
            assert "url(" not in value
    assert b"<!DOCTYPE" not in data
    assert b"<!ENTITY" not in data


def check_pdf(path: Path) -> None:
    """Only pages, fonts and pictures; no action, whatever the texts are."""
    data = path.read_bytes()
    read_pdf(data)
    assert len(pages_of(data)) == 1
    for body in objects_of(data).values():
        head = without_texts(re.split(rb">>\s*stream\r?\n", body)[0])  # a title may hold "stream"
        head = re.sub(rb"/OpenAction \[ \d+ 0 R /FitH null \]", b"", head)  # how it is shown first
        assert not [name for name in ACTIVE if re.search(name + rb"\b", head)], head
    if shutil.which("pdfinfo"):
        shown = subprocess.run(["pdfinfo", "-js", path], capture_output=True, check=True)
        assert shown.stderr == b""
        assert shown.stdout.strip() == b""


def without_texts(body: bytes) -> bytes:
    """Return the body of an object without what stands in strings, by PDF 1.7, 7.3.4."""
    body = re.sub(rb"\\[()\\]", b"", body)
    while re.search(rb"\([^()]*\)", body):
        body = re.sub(rb"\([^()]*\)", b"", body)
    return re.sub(rb"<[0-9A-Fa-f\s]*>", b"", body)


def check_png(path: Path) -> None:
    with Image.open(path) as image:
        image.load()
        assert {*image.info} <= {"dpi"}


def check_html(path: Path) -> None:
    """Two scripts, one of them data, and no element that a title has written."""
    page = read_html.Page(path.read_bytes())
    assert len(page.scripts) == 2
    assert page.data["cells"]
    names = {name for name, _attributes in page.elements}
    assert not names & {"a", "iframe", "foreignobject", "object", "embed", "link", "base", "form"}
    for name, attributes in page.elements:
        assert not [key for key in attributes if key.startswith("on")]
        if name == "image":
            assert attributes["xlink:href"].startswith("data:image/png;base64,")


CHECKS = {".svg": check_svg, ".pdf": check_pdf, ".png": check_png, ".html": check_html}


def check_message(text: str) -> None:
    assert text.isprintable()
    assert len(text) < 300


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give user, home and host names that can be searched for."""
    for variable in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(variable, USER)
    monkeypatch.setenv("HOME", str(tmp_path / USER))
    monkeypatch.setenv("HOSTNAME", HOST)
    monkeypatch.setattr(socket, "gethostname", lambda: HOST)
    monkeypatch.setattr(platform, "node", lambda: HOST)


@pytest.mark.sample(2)
@pytest.mark.filterwarnings("ignore")  # letters that no typeface has are named
@pytest.mark.parametrize("chunk", repeats(1, 20))
@pytest.mark.parametrize("entry", EXPORTERS, ids=lambda entry: entry.name)
def test_titles(entry: Exporter, chunk: int, tmp_path: Path) -> None:
    assert entry.suffix in CHECKS or not entry.drawn, (
        "add a function to CHECKS that finds in such a file whatever a title could do in it"
    )
    number = len(repeats(FEW, 50))
    for at in range(chunk * number, (chunk + 1) * number):
        check(title_of(at), entry.suffix, tmp_path)


def check(title: str, suffix: str, folder: Path) -> None:
    page, files = Page(page="80x80mm", title=title), []
    options: dict[str, Any] = {"dpi": 40} if suffix == ".png" else {}
    path = folder / f"a{suffix}"
    for _time in range(2):
        try:
            assert export(MAZE, path, page, **options)[0] == path
        except UsageError as error:
            check_message(str(error))
            return
        files.append(path.read_bytes())
    assert files[0] == files[1], "the same bytes every time"
    data = files[0]
    if suffix in CHECKS:
        CHECKS[suffix](path)
    for name in (USER, HOST, str(folder)):
        assert os.fsencode(name) not in data
