"""The check in the window of books: what it finds, where that is, what mends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazeeditor.app.ui import Unsaved
from mazeeditor.gui.books.book_dialog import BookDialog
from mazeeditor.gui.books.book_tabs import BookTab, CheckTab
from tests.dialogs import TclWindow
from tests.events import click, key, settle
from tests.gui.books import SMALL, book_in, file_of, settled, with_book
from tests.gui.desk import Desk, open_desk
from tests.page.formats.read_pdf import pages_of

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def check_frame(book: BookDialog) -> None:
    """Fail where the frame is not around the finding, on its page."""
    view = book.pages.view
    left, top, right, bottom = view.bbox("frame")
    place = book.editor.found.place()
    assert place
    at, (x, y, _right, _bottom) = place
    page = view.coords(view.find_withtag("page")[at])
    assert (left, top) == pytest.approx((page[0] + x - 4, page[1] + y - 4), abs=3)
    assert 0 < right - left < 500
    assert 0 < bottom - top < 700


def check_tab(book: BookDialog, window: TclWindow) -> CheckTab:
    """Show the tab Check by its key, and return it."""
    key(window, "alt+3")
    panel = book.panels["check"]
    assert isinstance(panel, CheckTab)
    return panel


def test_what_is_to_be_known_of_a_book_stands_in_the_check(desk: Desk, tmp_path: Path) -> None:
    look = {"wall": 0.9, "background": "#808080", "solution_colour": "#7a7a7a"}
    book_in(desk, tmp_path, chapters=[{**SMALL, "heading": "Long " * 300, "page": look}])

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "alt+3")
        key(window, "F5")
        settled(book)
        panel = book.panels["check"]
        assert isinstance(panel, CheckTab)
        assert book.message.cget("text") == "Checked all pages with 2 warnings: see Check"
        assert "The route is hard to see" in panel.warnings.cget("text")
        assert "is too long for its place and was cut" in panel.warnings.cget("text")
        assert panel.warnings.winfo_ismapped()
        book.editor.draft.chapter.style.edit("heading", "")
        book.editor.draft.chapter.look.edit("background", None)
        key(window, "F5")
        settled(book)
        assert book.message.cget("text") == "Checked all pages"
        settle(book)
        assert not panel.warnings.winfo_ismapped()
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)


def test_print_check_and_mend(desk: Desk, tmp_path: Path) -> None:
    """A wall of 0.1 mm is found, shown on its page, and mended; the PDF is written."""
    thin = {**SMALL, "title": "One", "page": {"wall": 0.1}}
    book_in(desk, tmp_path, chapters=[thin], answers="none", how_to=False, cover=False)
    pdf = tmp_path / "a.pdf"
    desk.answers.paths = [pdf]

    def act(book: BookDialog, window: TclWindow) -> None:
        panel = check_tab(book, window)
        assert panel.outcome.cget("text") == "The book has not been checked yet."
        key(window, "F5")
        settled(book)
        assert not book.offers.winfo_children()
        messages = [panel.list.set(place, "message") for place in panel.list.get_children()]
        lines = [message for message in messages if "pt thick" in message]
        assert len(lines) == 1
        panel.list.selection_set(str(messages.index(lines[0])))
        settle(book)
        finding = panel.finding
        assert finding
        assert finding.pages[0] in book.editor.preview.spread
        assert "0.265 mm thick" in panel.about.cget("text")
        assert "The field is Wall thickness: 0.265 mm." in panel.about.cget("text")
        check_frame(book)
        key(window, "alt+1")
        assert not book.pages.view.find_withtag("frame")
        key(window, "alt+3")
        panel.list.selection_set(panel.list.selection())
        settle(book)
        assert book.pages.view.find_withtag("frame")
        click(panel.mend)
        settled(book)
        assert not [text for text in book.editor.found.findings if "pt thick" in text.message]
        assert book.editor.draft.chapter.look["wall"] == 0.265
        key(window, "ctrl+e")
        settled(book)
        assert book.message.cget("text") == "Saved a.pdf"
        assert [button.cget("text") for button in book.offers.winfo_children()] == (
            ["Open", "Show in Folder"]
        )
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)
    assert len(pages_of(pdf.read_bytes())) == 3
    assert desk.session.opened.exported == [pdf]
    assert file_of(tmp_path / "a.mazebook")["chapters"][0]["page"] == {"wall": 0.1}


def test_a_check_of_the_book_as_it_was_says_so(desk: Desk, tmp_path: Path) -> None:
    """A chapter is added while the check runs: what that finds is not to be mended."""
    thin = {**SMALL, "count": 12, "title": "One", "page": {"wall": 0.1}}
    book_in(desk, tmp_path, chapters=[thin])
    pdf = tmp_path / "a.pdf"
    desk.answers.paths = [pdf]

    def act(book: BookDialog, window: TclWindow) -> None:
        panel = check_tab(book, window)
        said = "Checked the book as it was; it has changed since: check it again"
        for start, text in (("F5", said), ("ctrl+e", "Saved a.pdf of the book as it was; it has")):
            key(window, start)
            key(window, "alt+2")
            key(window, "Insert")
            assert book.editor.busy
            assert book.editor.draft.dirty
            settled(book)
            assert book.message.cget("text").startswith(text)
            key(window, "alt+3")
            assert panel.outcome.cget("text").endswith(
                "The book has changed since: check it again."
            )
            messages = [panel.list.set(place, "message") for place in panel.list.get_children()]
            (thin_lines,) = (n for n, text in enumerate(messages) if "pt thick" in text)
            panel.list.selection_set(str(thin_lines))
            settle(book)
            assert panel.finding
            assert panel.mend.instate(["disabled"])
        key(window, "ctrl+z")
        key(window, "ctrl+z")
        settle(book)
        key(window, "F5")
        settled(book)
        assert panel.mend.instate(["!disabled"])
        assert book.message.cget("text").startswith("Checked all pages")
        key(window, "Escape")

    with_book(desk, act)


def test_an_author_as_in_the_template_is_not_printed(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, author="Your name", subtitle="4 mazes")

    def act(book: BookDialog, window: TclWindow) -> None:
        for number, keys in enumerate(("F5", "ctrl+e", "ctrl+p"), 1):
            key(window, keys)
            settle(book)
            assert not book.editor.busy
            assert len(desk.answers.errors) == number
            assert "is still “Your name”, as in the template" in desk.answers.errors[-1]
        book.editor.draft.fields.edit("author", "Ada")
        key(window, "F5")
        settled(book)
        assert book.message.cget("text") == "Checked all pages"
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)


def test_a_subtitle_with_another_number_of_mazes(desk: Desk, tmp_path: Path) -> None:
    """Make PDF asks before it begins, Check lists it."""
    book_in(desk, tmp_path, title="2 by 2", subtitle="100 mazes with answers")
    pdf = tmp_path / "a.pdf"
    said = "The subtitle says “100 mazes”, and the book has 4."

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "F5")
        settled(book)
        assert book.message.cget("text") == "Checked all pages with 1 warning: see Check"
        assert book.editor.found.warnings == (said,)
        desk.answers.confirmed = [False]
        key(window, "ctrl+e")
        settle(book)
        assert not book.editor.busy
        desk.answers.confirmed, desk.answers.paths = [True], [pdf]
        key(window, "ctrl+e")
        settled(book)
        assert pdf.exists()
        key(window, "Escape")

    with_book(desk, act)


def test_the_cover_is_saved(desk: Desk, tmp_path: Path) -> None:
    """Its size is said, and a book that is too thin for one is named."""
    book_in(desk, tmp_path)
    cover = tmp_path / "cover.pdf"

    def act(book: BookDialog, window: TclWindow) -> None:
        tab = book.panels["book"]
        assert isinstance(tab, BookTab)
        desk.answers.paths = [cover]
        tab.cover.invoke()
        settled(book)
        assert "covers are made for 24 to 828" in desk.answers.errors[-1]
        assert not cover.exists()
        book.editor.draft.chapters[0].style.edit("count", 30)
        settled(book)
        desk.answers.paths = [cover]
        tab.cover.invoke()
        settled(book)
        said = str(book.message.cget("text"))
        assert re.fullmatch(r"Saved cover\.pdf: 44\d\.\d\d × 285\.75 mm .*, spine 2\.\d\d mm", said)
        assert cover.read_bytes().startswith(b"%PDF")
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)
