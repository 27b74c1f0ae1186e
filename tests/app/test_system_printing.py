"""Pages handed to a printer: the right command with the right words, and failures that are named.

``lp`` and ``lpstat`` are programs of the test, which note what they were called with.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.app.files import desktop_programs
from mazeeditor.app.printing.system_printing import (
    Printers,
    PrintRequest,
    find_printers,
    media_of,
    print_file,
    read_pages,
)
from mazeeditor.core.errors import MazeError, UsageError
from tests.app.printers import Cups, install_cups
from tests.app.scripted import Program
from tests.page.formats.read_pdf import pages_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs of CUPS")


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cups:
    return install_cups(tmp_path, monkeypatch)


def test_printers_and_the_usual_one(cups: Cups) -> None:
    assert find_printers() == Printers("lp", ("Office", "Home_2"), "Home_2")
    (cups.folder / "lp").unlink()
    cups.program("lpr")
    assert find_printers().command == "lpr"


def test_an_older_cups_and_none(cups: Cups) -> None:
    cups.program("lpstat", 'case "$1" in -e) exit 1;; -a) echo "Old accepting requests";; esac')
    assert find_printers() == Printers("lp", ("Old",), "")
    cups.program("lpstat", "exit 1")
    assert find_printers() == Printers()
    (cups.folder / "lpstat").unlink()
    assert find_printers() == Printers()


@pytest.mark.parametrize(
    ("command", "start"),
    [
        ("lp", ["lp", "-d", "Office", "-n", "3", "-t", "it's"]),
        ("lpr", ["lpr", "-P", "Office", "-#", "3", "-T", "it's"]),
    ],
)
def test_a_file_is_printed(cups: Cups, tmp_path: Path, command: str, start: list[str]) -> None:
    cups.program("lpr")
    (path,) = mazeeditor.sheet(tmp_path / "it's.pdf", page="Letter")
    request = PrintRequest("Office", 3, "1,3-4", "two-sided-long-edge")
    done = print_file(path, Printers(command, ("Office",)), request)
    assert done == "Sent it's.pdf to Office"
    options = ["media=Letter", "page-ranges=1,3-4", "sides=two-sided-long-edge"]
    words = [word for option in (*options, "print-scaling=none") for word in ("-o", option)]
    assert cups.calls() == [*start, *words, str(path)]


@pytest.mark.slow
def test_the_printer_gives_a_reason(cups: Cups, tmp_path: Path) -> None:
    (path,) = mazeeditor.sheet(tmp_path / "a.pdf")
    printers = Printers("lp", ("Office",))
    cups.program("lp", "echo 'lp: The printer or class does not exist.' >&2; exit 1")
    with pytest.raises(MazeError, match=r"a.pdf was not printed: lp: The printer .* not exist\."):
        print_file(path, printers, PrintRequest())
    cups.program("lp", "exit 3")
    with pytest.raises(MazeError, match="gave no reason"):
        print_file(path, printers, PrintRequest())
    (cups.folder / "lp").unlink()
    with pytest.raises(MazeError, match="gave no reason"):
        print_file(path, printers, PrintRequest())


def test_without_a_command_the_pages_are_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path,) = mazeeditor.sheet(tmp_path / "a.pdf")
    opened: list[Path] = []
    monkeypatch.setattr(desktop_programs, "open_file", opened.append)
    assert print_file(path, Printers(), PrintRequest()) == "Opened a.pdf: print it there, at 100 %"
    assert opened == [path]


def test_windows_prints_by_its_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    path = tmp_path / "a.pdf"

    def start(*words: Any) -> None:
        calls.append(words)
        if len(calls) == 2:
            raise OSError

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "startfile", start, raising=False)
    monkeypatch.setattr(desktop_programs, "open_file", lambda opened: calls.append((opened,)))
    assert find_printers() == Printers()
    sent = print_file(path, Printers(), PrintRequest())
    shown = print_file(path, Printers(), PrintRequest())
    assert (sent, shown) == (
        "Sent a.pdf to the program for PDF",
        "Opened a.pdf: print it there, at 100 %",
    )
    assert calls == [(path, "print"), (path, "print"), (path,)]


@pytest.mark.parametrize(
    ("paper", "media"),
    [
        ("A4", "A4"),
        ("Letter", "Letter"),
        ("8.5x11in", "Letter"),
        ("6x9in", "Custom.152.4x228.6mm"),
        ("200x150mm", "Custom.200.0x150.0mm"),
    ],
)
def test_the_paper_is_that_of_the_pages(paper: str, media: str, tmp_path: Path) -> None:
    pdfx = "FOGRA39" if paper == "A4" else ""
    (path,) = mazeeditor.sheet(tmp_path / "a.pdf", page=paper, rows=5, columns=5, pdfx=pdfx)
    assert media_of(path) == media


def test_pages() -> None:
    for text, pages in [("", ""), (" 3 ", "3"), ("1 - 3; 5,7-7", "1-3,5,7"), (",", "")]:
        assert read_pages(text) == pages
    for text in ("0", "3-1", "a", "1-2-3", "-o all", "1e9", "9999999"):
        with pytest.raises(UsageError, match="Write pages as numbers and ranges"):
            read_pages(text)


@pytest.mark.slow
def test_a_printer_without_the_paper_may_scale(cups: Cups, tmp_path: Path) -> None:
    (path,) = mazeeditor.sheet(tmp_path / "a.pdf", page="A3", count=1, rows=4, columns=4, seed=1)
    for papers, warns in (
        ("*A4 Letter", True),
        ("A3 *A4", False),
        ("*A4 A3.Fullbleed", False),
        ("*A4 Custom.WIDTHxHEIGHT", True),
        ("", False),
    ):
        lists = f"echo 'InputSlot/Media Source: *Auto A3'; echo 'PageSize/Media Size: {papers}'"
        cups.program("lpoptions", lists if papers else "exit 1")
        done = print_file(path, Printers("lp", ("Office",), "Office"), PrintRequest())
        assert done.startswith("Sent a.pdf to Office"), papers
        assert ("Office lists no paper A3: it may scale the page" in done) is warns, papers


def test_page_and_answer_on_one_sheet(program: Program, cups: Cups) -> None:
    program.answers.print = {"answer": True, "impose": "2-up"}
    program.run("print")
    assert program.answers.errors == []
    assert len(pages_of(cups.printed())) == 1
    assert "media=A3" in cups.calls(), "true to size on the paper that two of A4 take"


@pytest.mark.sample(1)
@pytest.mark.parametrize("answer", [False, True])
def test_the_page_is_printed_with_its_answer(program: Program, cups: Cups, answer: bool) -> None:
    program.answers.print = {"answer": answer, "copies": 2, "printer": "Office"}
    program.run("print")
    assert program.answers.errors == []
    assert len(pages_of(cups.printed())) == 1 + answer
    assert cups.calls()[:5] == ["lp", "-d", "Office", "-n", "2"]
    assert program.ui.statuses[-1] == "Sent Untitled.pdf to Office"
    assert program.settings.printer == {"printer": "Office", "sides": "one-sided"}
    program.answers.print = None
    program.run("print")
    assert program.answers.asked == ["Print", "Print"]
    assert len(cups.calls()) < 30


@pytest.mark.slow
def test_a_sheet_is_printed(program: Program, cups: Cups) -> None:
    sheet = program.session.opened.sheet
    sheet.show()
    sheet.draft.fields.update({"count": 2, "per_page": "1", "answers": "file"})
    program.run("print-sheet")
    assert program.answers.errors == []
    assert len(pages_of(cups.printed())) == 3
    assert program.ui.statuses[-1] == "Sent Sheet.pdf to Home_2"


@pytest.mark.slow
def test_damaged_settings_of_the_printer(program: Program, cups: Cups) -> None:
    program.settings.printer = {"printer": "Gone", "sides": 7, "copies": "x"}
    program.run("print")
    assert program.answers.errors == []
    assert "Home_2" in cups.calls()
