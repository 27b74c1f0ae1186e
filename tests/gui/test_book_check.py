"""The check of a book in Sheets: what it finds, where that is, what mends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazeeditor.gui.books.book_pane import BookPane
from mazeeditor.gui.books.book_tabs import BookTab, CheckTab
from tests.events import click, key, settle, wait_until
from tests.gui.books import SMALL, book_in, chapters_of, file_of, open_book, settled, show_tab
from tests.gui.desk import Desk
from tests.page.formats.read_pdf import pages_of


def check_frame(book: BookPane) -> None:
    """Fail where the frame is not around the finding, on its page."""
    pages = book.pages
    left, top, right, bottom = pages.canvas.coords("frame")
    place = book.editor.found.place()
    assert place
    number, (x, y, _right, _bottom) = place
    page = pages.corner(number)
    across = pages.page_width
    down = across * book.editor.preview.planned.ratio
    assert (left, top) == pytest.approx((page[0] + x * across - 4, page[1] + y * down - 4), abs=2)
    assert 0 < right - left < across
    assert 0 < bottom - top < down


def check_tab(book: BookPane) -> CheckTab:
    """Show the tab Check by its key, and return it."""
    show_tab(book, "check")
    panel = book.panels["check"]
    assert isinstance(panel, CheckTab)
    return panel


@pytest.mark.slow
def test_what_is_to_be_known_of_a_book_stands_in_the_check(desk: Desk, tmp_path: Path) -> None:
    look = {"wall": 0.9, "background": "#808080", "solution_colour": "#7a7a7a"}
    book_in(desk, tmp_path, chapters=[{**SMALL, "heading": "Long " * 300, "page": look}])
    book = open_book(desk)
    panel = check_tab(book)
    key(desk.root, "F5")
    settled(book)
    assert desk.window.status.text == "Checked all pages with 2 warnings: see Check"
    assert "The route is hard to see" in panel.warnings.cget("text")
    assert "is too long for its place and was cut" in panel.warnings.cget("text")
    assert panel.warnings.winfo_ismapped()
    book.editor.draft.chapter.style.edit("heading", "")
    key(desk.root, "F5")
    settled(book)
    looked_at = "warn", "Printable, but look at it"
    wait_until(book, lambda: book.editor.verdict == looked_at, 60, "no green sign")
    book.editor.draft.chapter.look.edit("background", None)
    key(desk.root, "F5")
    settled(book)
    assert desk.window.status.text == "Checked all pages"
    settle(book)
    assert not panel.warnings.winfo_ismapped()


@pytest.mark.slow
def test_print_check_and_mend(desk: Desk, tmp_path: Path) -> None:
    """A wall of 0.1 mm is found, shown on its page, and mended; the PDF is written."""
    thin = {**SMALL, "title": "One", "page": {"wall": 0.1}}
    book_in(desk, tmp_path, chapters=[thin], answers="none", how_to=False, cover=False)
    pdf = tmp_path / "a.pdf"
    desk.answers.paths = [pdf]

    book = open_book(desk)
    panel = check_tab(book)
    assert panel.outcome.cget("text") == "The book has not been checked yet."
    key(desk.root, "F5")
    settled(book)
    assert not desk.window.status.offers.winfo_children()
    messages = [panel.list.set(place, "message") for place in panel.list.get_children()]
    lines = [message for message in messages if "pt thick" in message]
    assert len(lines) == 1
    panel.list.selection_set(str(messages.index(lines[0])))
    settle(book)
    finding = panel.finding
    assert finding
    assert finding.pages[0] == book.editor.preview.number
    assert "0.265 mm thick" in panel.about.cget("text")
    assert "The field is Wall thickness: 0.265 mm." in panel.about.cget("text")
    check_frame(book)
    assert finding.pages[0] in book.pages.in_view()
    show_tab(book, "book")
    assert not book.pages.canvas.find_withtag("frame")
    show_tab(book, "check")
    panel.list.selection_set(panel.list.selection())
    settle(book)
    assert book.pages.canvas.find_withtag("frame")
    click(panel.mend)
    settled(book)
    assert not [text for text in book.editor.found.findings if "pt thick" in text.message]
    assert book.editor.draft.chapter.look["wall"] == 0.265
    key(desk.root, "ctrl+e")
    settled(book)
    assert desk.window.status.text == "Saved a.pdf"
    assert [button.cget("text") for button in desk.window.status.offers.winfo_children()] == (
        ["Open", "Show in folder"]
    )
    assert len(pages_of(pdf.read_bytes())) == 3
    assert desk.session.opened.exported == [pdf]
    assert file_of(tmp_path / "a.mazebook")["chapters"][0]["page"] == {"wall": 0.1}


@pytest.mark.slow
def test_a_check_of_the_book_as_it_was_says_so(desk: Desk, tmp_path: Path) -> None:
    """A chapter is added while the check runs: what that finds is not to be mended."""
    thin = {**SMALL, "count": 12, "title": "One", "page": {"wall": 0.1}}
    book_in(desk, tmp_path, chapters=[thin])
    pdf = tmp_path / "a.pdf"
    desk.answers.paths = [pdf]

    book = open_book(desk)
    panel = check_tab(book)
    said = "Checked the book as it was; it has changed since: check it again"
    for start, text in (("F5", said), ("ctrl+e", "Saved a.pdf of the book as it was; it has")):
        key(desk.root, start)
        key(chapters_of(book).list, "Insert")
        assert book.editor.busy
        assert book.editor.draft.dirty
        settled(book)
        assert desk.window.status.text.startswith(text)
        show_tab(book, "check")
        assert panel.outcome.cget("text").endswith("The book has changed since: check it again.")
        messages = [panel.list.set(place, "message") for place in panel.list.get_children()]
        (thin_lines,) = (n for n, text in enumerate(messages) if "pt thick" in text)
        panel.list.selection_set(str(thin_lines))
        settle(book)
        assert panel.finding
        assert panel.mend.instate(["disabled"])
    key(desk.root, "ctrl+z")
    key(desk.root, "ctrl+z")
    settle(book)
    book.pages.canvas.yview_moveto(1)
    key(desk.root, "F5")
    settled(book)
    assert panel.mend.instate(["!disabled"])
    settle(book)
    assert panel.finding
    assert panel.finding.pages[0] in book.pages.in_view()
    assert desk.window.status.text.startswith("Checked all pages")


@pytest.mark.slow
def test_an_author_as_in_the_template_and_another_number_of_mazes(
    desk: Desk, tmp_path: Path
) -> None:
    """The author has to be another one; of the number Make PDF asks, and Check lists it."""
    book_in(desk, tmp_path, title="2 by 2", subtitle="100 mazes with answers", author="Your name")
    pdf = tmp_path / "a.pdf"
    said = "The subtitle says “100 mazes”, and the book has 4."

    book = open_book(desk)
    for number, keys in enumerate(("F5", "ctrl+e", "ctrl+p"), 1):
        key(desk.root, keys)
        settle(book)
        assert not book.editor.busy
        assert len(desk.answers.errors) == number
        assert "is still “Your name”, as in the template" in desk.answers.errors[-1]
    book.editor.draft.fields.edit("author", "Ada")
    key(desk.root, "F5")
    settled(book)
    assert desk.window.status.text == "Checked all pages with 1 warning: see Check"
    assert book.editor.found.warnings == (said,)
    desk.answers.confirmed = [False]
    key(desk.root, "ctrl+e")
    settle(book)
    assert not book.editor.busy
    desk.answers.confirmed, desk.answers.paths = [True], [pdf]
    key(desk.root, "ctrl+e")
    settled(book)
    assert pdf.exists()


@pytest.mark.slow
def test_the_cover_is_saved(desk: Desk, tmp_path: Path) -> None:
    """Its size is said, and a book that is too thin for one is named."""
    book_in(desk, tmp_path)
    cover = tmp_path / "cover.pdf"

    book = open_book(desk)
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
    said = str(desk.window.status.text)
    assert re.fullmatch(r"Saved cover\.pdf: 44\d\.\d\d × 285\.75 mm .*, spine 2\.\d\d mm", said)
    assert cover.read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_pages_that_nobody_can_solve_are_red_without_a_check(desk: Desk, tmp_path: Path) -> None:
    """As in Sheets: all pages are judged in the background, with the reason below them."""
    fine = {**SMALL, "sizes": {"rows": 150, "columns": 150}}
    book_in(desk, tmp_path, chapters=[fine])
    book = open_book(desk)
    check = book.editor.preview.pages.check
    desk.wait(lambda: check.findings is not None, "the judgement")
    settle(desk.root)
    assert desk.window.status.said.endswith("not fit for use")
    assert book.wrong.text
    assert "Too small to solve" in str(book.wrong.text.cget("text"))
    book.editor.draft.chapter.mazes.sizes.update({"rows": 8, "columns": 8})
    desk.wait(lambda: check.findings == (), "no findings")
    settle(desk.root)
    assert desk.window.status.said == "Fit to solve; check it for print (F5)"
    assert book.wrong.text is None
