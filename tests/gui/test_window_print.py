"""Print in the window, by keys: the page, a sheet and a book go to a printer of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mazeeditor.app.printing.system_printing import SIDES, sides_of
from mazeeditor.gui.dialogs.option_dialogs import PrintDialog
from tests.app.printers import Cups, install_cups
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, type_text, wait_until
from tests.gui.books import SMALL, book_in, open_book
from tests.gui.desk import Desk
from tests.page.formats.read_pdf import pages_of

pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.skipif(sys.platform == "win32", reason="the programs of CUPS"),
]


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cups:
    return install_cups(tmp_path, monkeypatch)


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.session.view.draft.sizes.update({"rows": 8, "columns": 8})
    return desk


def print_of(desk: Desk, window: TclWindow) -> PrintDialog:
    widget = desk.root.nametowidget(str(window))
    assert isinstance(widget, PrintDialog)
    return widget


def press_print(window: TclWindow) -> None:
    click(window.find("TButton", "Print"))


@pytest.mark.slow
def test_the_page_by_keys(cups: Cups, desk: Desk) -> None:
    """Ctrl+P, the answer too, Enter: two pages on the usual printer."""

    def act(window: TclWindow) -> None:
        boxes = print_of(desk, window).form.boxes
        assert boxes["printer"].variable.get() == "Home_2"
        click(boxes["answer"].typed_in)
        copies = boxes["copies"].typed_in
        copies.focus_force()
        key(copies, "ctrl+a")
        type_text(copies, "2\t")
        key(desk.root, "Return")

    with dialog(desk.root, act, "Print"):
        key(desk.root, "ctrl+p")
        desk.wait(cups.spool.exists, "the printer")
    desk.wait_for_work()
    assert len(pages_of(cups.printed())) == 2
    assert cups.calls()[:5] == ["lp", "-d", "Home_2", "-n", "2"]
    assert "media=A4" in cups.calls()


@pytest.mark.slow
def test_a_printer_that_fails_is_named(cups: Cups, desk: Desk) -> None:
    cups.program("lp", "echo 'lp: No paper.' >&2; exit 1")
    with dialog(desk.root, press_print, "Print"):
        key(desk.root, "ctrl+p")
        desk.wait(lambda: bool(desk.answers.errors), "the error")
    assert desk.answers.errors == ["Untitled.pdf was not printed: lp: No paper."]


def test_every_choice_has_a_label() -> None:
    assert tuple(sides_of()) == SIDES


@pytest.mark.slow
def test_a_sheet(cups: Cups, desk: Desk) -> None:
    key(desk.root, "ctrl+alt+s")
    desk.wait_for_work()
    with dialog(desk.root, press_print, "Print", 30):
        key(desk.root, "ctrl+p")
        desk.wait(cups.spool.exists, "the printer", 30)
    desk.wait_for_work()
    assert len(pages_of(cups.printed())) == 2


@pytest.mark.slow
def test_a_book(cups: Cups, desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, chapters=[SMALL], trim="6x9in")

    book = open_book(desk)
    with dialog(book, press_print, "Print", 30):
        key(desk.root, "ctrl+p")
        wait_until(book, cups.spool.exists, 30)
    wait_until(book, lambda: not book.editor.busy, 30)
    assert desk.window.status.text == "Sent T.pdf to Home_2"
    assert "media=Custom.152.4x228.6mm" in cups.calls()
    assert len(pages_of(cups.printed())) > 3
