"""The window of books: fields, chapters, pages that turn, single mazes, files, and the check."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import monotonic
from tkinter import font, ttk

import pytest

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.ui import Unsaved
from mazeeditor.gui.books.book_dialog import TABS, BookDialog
from mazeeditor.gui.books.book_tabs import BookTab
from mazeeditor.gui.dialogs.shortcuts_dialog import BOOKS
from mazeeditor.gui.statusbar import BUSY_AFTER
from tests.dialogs import TclWindow, dialog
from tests.display import Display
from tests.events import click, key, settle, type_text, wait_until
from tests.gui.books import SMALL, book_in, chapters_of, file_of, settled, with_book
from tests.gui.desk import Desk, open_desk, open_more
from tests.gui.test_small_screens import check as check_on_screen

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def test_the_page_of_shortcuts_has_all_keys(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        listed = {chord for _label, chords in BOOKS for chord in chords}
        assert set(book.chords) <= listed
        key(window, "Escape")

    with_book(desk, act)


def test_a_new_book(desk: Desk, tmp_path: Path) -> None:
    """Begin like the first template, change the title, save."""
    path = tmp_path / "mine.mazebook"
    desk.answers.paths = [path]

    def choose(window: TclWindow) -> None:
        click(window.find("TButton", "Children"))

    def act(window: TclWindow) -> None:
        book = desk.root.nametowidget(str(window))
        assert isinstance(book, BookDialog)
        type_text(window, "Ours")  # the keyboard is in the title, its text selected
        key(window, "ctrl+s")
        wait_until(book, lambda: not book.editor.busy and path.exists(), 20)
        assert book.title() == "Book: mine.mazebook"
        assert book.message.cget("text") == "Saved mine.mazebook"
        key(window, "Escape")

    second = dialog(desk.root, act, "Book: Untitled book", 30)
    with second, dialog(desk.root, choose, "New Book"):
        key(desk.root, "ctrl+alt+b")
    assert file_of(path)["title"] == "Ours"
    assert len(file_of(path)["chapters"]) == 4
    assert desk.session.services.settings.book == str(path)


def test_lists_are_whole_and_nothing_is_an_empty_field(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        tab = book.panels["book"]
        assert isinstance(tab, BookTab)
        form = next(form for form in tab.forms if "pdfx" in form.boxes)
        open_more(form)
        boxes = form.boxes
        condition, rules = boxes["pdfx"].typed_in, boxes["rules"].typed_in
        assert isinstance(condition, ttk.Combobox)
        assert isinstance(rules, ttk.Combobox)
        assert condition.get() == "None"
        assert condition["values"][0] == "None"
        book.editor.draft.fields.edit("pdfx", "FOGRA39")
        settle(book)
        assert condition.get() == "FOGRA39"
        rules.configure(values=[*rules["values"], "A print shop whose rules have a long name"])
        click(rules)
        settle(book)
        popdown = str(book.tk.call("ttk::combobox::PopdownWindow", rules))
        face = font.nametofont(str(book.tk.call(f"{popdown}.f.l", "cget", "-font")), book)
        longest = max(face.measure(text) for text in rules["values"])
        wait_until(book, lambda: int(book.tk.call("winfo", "width", popdown)) > longest, 5)
        key(window, "Escape")
        condition.set("None")
        condition.event_generate("<<ComboboxSelected>>")
        settle(book)
        assert book.editor.draft.fields["pdfx"] == ""
        book.editor.save()
        settled(book)
        key(window, "Escape")

    with_book(desk, act)


def test_pages_turn_one_by_one_and_as_spreads(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, figures=True)
    seen: list[str] = []

    def look(book: BookDialog) -> None:
        settled(book)
        settle(book)
        numbers = book.editor.preview.drawn.numbers
        assert numbers == book.editor.preview.spread
        assert [bool(image) for image in book.editor.preview.drawn.images] == (
            [bool(number) for number in numbers]
        )
        seen.append(str(book.pages.where.cget("text")))

    def act(book: BookDialog, window: TclWindow) -> None:
        look(book)
        key(window, "Next")
        look(book)
        click(book.two)
        look(book)
        click(book.pages.forth)
        look(book)
        for _time in range(12):
            key(window, "Next")
        look(book)
        assert book.pages.forth.instate(["disabled"])
        key(window, "Prior")
        look(book)
        key(window, "Escape")

    with_book(desk, act)
    count = int(seen[0].rpartition(" ")[2])
    assert seen == [
        f"Page 1 of {count}",
        f"Pages 2–3 of {count}",
        f"Page 2 of {count}",
        f"Page 3 of {count}",
        f"Page {count} of {count}",
        f"Page {count - 1} of {count}",
    ]


def test_what_is_wrong_stands_in_the_place_of_the_pages(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        fields = book.editor.draft.fields
        fields.edit("margin", 500.0)
        settled(book)
        assert "leave nothing of the pages" in book.pages.problem.cget("text")
        assert book.pages.problem.winfo_viewable()
        fields.edit("margin", 12.7)
        settled(book)
        assert not book.pages.problem.winfo_viewable()
        key(window, "Escape")

    with_book(desk, act)


def test_chapters_by_keys_and_by_mouse(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)

    def titles(book: BookDialog) -> list[str]:
        tree = chapters_of(book).list
        return [str(tree.set(place, "title")) for place in tree.get_children()]

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "alt+2")
        panel = chapters_of(book)
        assert titles(book) == ["One", "Two"]
        key(window, "Down")  # the keyboard is in the list
        settled(book)
        assert book.editor.preview.mazes()[0].puzzle.number == 3
        key(window, "alt+Up")
        assert titles(book) == ["Two", "One"]
        click(panel.buttons["Copy"])
        assert titles(book) == ["Two", "Two", "One"]
        assert panel.fields
        title = panel.fields.style[0].boxes["title"].typed_in
        click(title)
        key(title, "ctrl+a")
        type_text(title, "Three\t")
        assert titles(book) == ["Two", "Three", "One"]
        panel.list.focus_force()
        key(panel.list, "Down")
        click(panel.buttons["Remove"])
        panel.list.focus_force()
        key(panel.list, "Insert")
        assert titles(book) == ["Two", "Three", "Chapter 3"]
        key(window, "ctrl+s")
        wait_until(book, lambda: not book.editor.busy, 20)
        key(window, "Escape")

    with_book(desk, act)
    assert [each["title"] for each in file_of(path)["chapters"]] == ["Two", "Three", "Chapter 3"]


def test_the_mazes_of_a_chapter_follow_its_fields(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "alt+2")
        fields = chapters_of(book).fields
        assert fields
        fields.kinds.boxes["shape"].write("polar")
        fields.sizes.boxes["rings"].write("5")
        fields.ends.boxes["rings"].write("7")
        fields.look.boxes["wall"].write("1.2")
        settled(book)
        recipe = book.editor.preview.planned.printing
        assert recipe
        assert [maze.puzzle.source.shape for maze in recipe.mazes][:2] == ["polar"] * 2  # type: ignore[union-attr]
        key(window, "ctrl+s")
        wait_until(book, lambda: not book.editor.busy, 20)
        key(window, "Escape")

    with_book(desk, act)
    first = file_of(path)["chapters"][0]
    assert (first["shape"], first["sizes"]["rings"], first["to"]) == ("polar", 5, {"rings": 7})
    assert first["page"]["wall"] == 1.2


def test_one_maze_is_replaced_by_mouse_and_nothing_else_moves(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)
    mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=3), tmp_path / "own.maze")
    desk.answers.paths = [tmp_path / "own.maze"]

    def seeds(book: BookDialog) -> list[int | None]:
        settled(book)
        printing = book.editor.preview.planned.printing
        assert printing
        return [maze.puzzle.seed for maze in printing.mazes]

    def act(book: BookDialog, window: TclWindow) -> None:
        before = seeds(book)
        key(window, "Next")
        key(window, "Next")
        settled(book)
        another, own, _edit, back = book.mazes.buttons
        chosen = book.mazes.choice.get()
        number = int(chosen.split()[-1]) - 1
        click(another)
        after = seeds(book)
        assert after[number] not in (None, before[number])
        click(own)
        assert seeds(book)[number] is None
        assert "replaced" in book.mazes.about.cget("text")
        others = [place for place in range(4) if place != number]
        assert [after[place] for place in others] == [before[place] for place in others]
        key(window, "ctrl+s")
        wait_until(book, lambda: not book.editor.busy, 20)
        assert file_of(path)["replaced"] == {str(number + 1): {"file": "own.maze"}}
        click(back)
        assert seeds(book) == before
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)
    assert desk.answers.asked == ["A Maze for Number 1", "a.mazebook"]


def test_a_maze_is_edited_by_hand(desk: Desk, tmp_path: Path) -> None:
    """The maze is saved, the book prints that file, and the file is opened."""
    path = book_in(desk, tmp_path)
    maze = tmp_path / "a-001.maze"
    desk.answers.paths = [maze]

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "Next")
        key(window, "Next")
        settled(book)
        click(book.mazes.buttons[2])
        desk.wait(lambda: not book.winfo_exists(), "the end of the window", 30)

    with_book(desk, act)
    desk.wait(lambda: desk.document.path == maze, "the maze")
    assert file_of(path)["replaced"] == {"1": {"file": "a-001.maze"}}
    assert desk.document.maze.lattice.rows == 4


def test_another_book_in_the_same_window(desk: Desk, tmp_path: Path) -> None:
    """Its fields come in a turn of their own; the keyboard is in the first of them."""
    other = book_in(desk, tmp_path, title="Other").rename(tmp_path / "b.mazebook")
    book_in(desk, tmp_path)
    desk.answers.paths = [other]

    def act(book: BookDialog, window: TclWindow) -> None:
        panel = book.panels["book"]
        built: list[bool] = []
        book.editor.opened.subscribe(lambda: built.append(bool(book.panels)))
        key(window, "ctrl+o")
        wait_until(book, lambda: book.title() == "Book: b.mazebook", 20)
        wait_until(book, lambda: bool(book.panels), 5)
        settled(book)
        assert built == [False]
        assert book.panels["book"] is not panel
        assert not panel.winfo_exists()
        key(window, "ctrl+a")
        type_text(window, "Mine\t")
        assert book.editor.draft.fields["title"] == "Mine"
        desk.answers.unsaved = [Unsaved.DISCARD]
        key(window, "Escape")

    with_book(desk, act)


def test_escape_cancels_a_job_first(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, chapters=[{**SMALL, "count": 400}])
    pdf = tmp_path / "a.pdf"
    desk.answers.paths = [pdf]

    def act(book: BookDialog, window: TclWindow) -> None:
        unchecked, unwritten = (
            "Stopped: the book was not checked to its end",
            "Stopped: nothing was written into a.pdf",
        )
        presses: tuple[Callable[[], object], ...] = (
            lambda: key(window, "Escape"),
            lambda: click(book.work.cancel),
        )
        for keys, said, press in zip(
            ("F5", "ctrl+e"), (unchecked, unwritten), presses, strict=True
        ):
            key(window, keys)
            assert book.editor.busy
            settle(book)
            assert book.work.winfo_manager()
            assert book.print.instate(["disabled"])
            press()
            assert not book.editor.busy
            settle(book)
            assert book.winfo_exists()
            assert book.editor.found.checked is None
            assert book.message.cget("text") == said
            assert book.message.winfo_viewable()
            assert not pdf.exists()
        key(window, "ctrl+s")
        settled(book)
        key(window, "F5")
        key(window, "Escape")
        assert book.message.cget("text") == unchecked
        key(window, "Escape")

    with_book(desk, act)


def test_progress_stands_in_one_place(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, chapters=[{**SMALL, "count": 400}])
    status = desk.window.status

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "F5")
        wait_until(book, lambda: book.editor.busy and book.work.winfo_viewable(), 5)
        begun = monotonic()
        wait_until(book, lambda: monotonic() - begun > 2 * BUSY_AFTER / 1000, 5)
        assert book.editor.busy
        assert not status.work.winfo_manager()
        key(window, "Escape")
        key(window, "Escape")

    with_book(desk, act)
    assert not desk.session.services.jobs.in_dialog


def test_what_is_under_way_is_said_where_a_book_cannot_be_opened(desk: Desk) -> None:
    jobs, ended = desk.session.services.jobs, Event()
    jobs.start("Saving a.pdf", lambda _job: ended.wait(20), lambda _result: None)
    status = desk.window.status
    wait_until(desk.root, lambda: bool(status.work.winfo_manager()), 5)
    key(desk.root, "ctrl+alt+b")
    settle(desk.root)
    assert status.text == "Saving a.pdf is not done yet: wait for it or cancel it."
    assert status.hint.winfo_viewable()
    assert str(status.hint.cget("text")).startswith("Saving a.pdf")
    assert status.work.winfo_viewable()
    ended.set()
    desk.wait_for_work()


def test_the_window_is_closed_while_a_check_runs(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, chapters=[{**SMALL, "count": 400}])

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "F5")
        key(window, "alt+3")
        assert book.editor.busy
        click(window.find("TButton", "Close"))

    with_book(desk, act)
    assert not desk.session.services.jobs.busy


@pytest.mark.parametrize("answer", Unsaved)
def test_unsaved_changes_are_asked_about(desk: Desk, tmp_path: Path, answer: Unsaved) -> None:
    path = book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        type_text(window, "New\t")
        settle(book)
        assert book.title() == "Book: *a.mazebook"
        desk.answers.unsaved = [answer]
        key(window, "Escape")
        if answer is Unsaved.KEEP:
            assert book.winfo_exists()
            book.editor.draft.fields.edit("title", "T")
            key(window, "Escape")
        elif answer is Unsaved.SAVE:
            desk.wait(lambda: not book.winfo_exists(), "the end of the window")

    with_book(desk, act)
    assert desk.answers.asked == ["a.mazebook"]
    assert file_of(path)["title"] == ("New" if answer is Unsaved.SAVE else "T")


def test_another_book_is_opened_in_the_window(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path)
    (tmp_path / "other").mkdir()
    other = book_in(desk, tmp_path / "other", title="Other", trim="A5")
    book_in(desk, tmp_path)
    desk.answers.paths = [other]

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "ctrl+o")
        desk.wait(lambda: book.editor.draft.path == other, "the other book")
        settled(book)
        form = book.panels["book"].first
        assert isinstance(form, tk.Entry)
        assert form.get() == "Other"
        key(window, "Escape")

    with_book(desk, act)
    assert desk.session.services.settings.book == str(other)


def test_a_book_that_is_gone_or_damaged(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)
    path.write_text("{}")
    desk.window.run(COMMANDS["book"])
    desk.wait_for_work()
    (error,) = desk.answers.errors
    assert "it is no book of this program" in error
    with dialog(desk.root, lambda window: key(window, "Escape"), "New Book"):
        desk.window.run(COMMANDS["book"])
    desk.session.services.settings.book = str(path)
    path.unlink()
    with dialog(desk.root, lambda window: key(window, "Escape"), "New Book"):
        desk.window.run(COMMANDS["book"])


def test_the_widgets_hold_nothing(desk: Desk, tmp_path: Path) -> None:
    """All tabs may be destroyed and made again, also while something is typed."""
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        for name in TABS:
            book.show_tab(name)
        book.show_tab("book")
        type_text(book, "New")
        book._show_book()
        settle(book)
        entry = book.panels["book"].first
        assert isinstance(entry, tk.Entry)
        assert entry.get() == "New"
        desk.answers.unsaved = [Unsaved.DISCARD] * 2
        key(window, "Escape")

    with_book(desk, act)


def test_page_numbers_can_be_read_where_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 96 dpi on a usual screen: their digits are 8 px high then."""
    display = Display(96, 1920, 1080)
    monkeypatch.setenv("DISPLAY", display.name)
    desk = open_desk()
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        key(window, "Next")
        settled(book)
        check_on_screen(window)
        assert len(book.editor.preview.drawn.numbers) == 2
        assert book.editor.preview.drawn.scale > 2.4
        key(window, "Escape")

    with_book(desk, act)
    display.screen.let_go()


SCREENS = {96: (1024, 700), 192: (1366, 768)}  # px


@pytest.mark.parametrize("dpi", SCREENS)
def test_all_of_the_window_is_on_a_small_screen(
    dpi: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    display = Display(dpi, *SCREENS[dpi])
    monkeypatch.setenv("DISPLAY", display.name)
    monkeypatch.setenv("MAZEEDITOR_SCALE", str(dpi / 96))
    desk = open_desk()
    book_in(desk, tmp_path)

    def act(book: BookDialog, window: TclWindow) -> None:
        for number in range(1, len(TABS) + 1):
            key(window, f"alt+{number}")
            check_on_screen(window)
            assert book.pages.view.winfo_height() > 100
        key(window, "Escape")

    with_book(desk, act)
    display.screen.let_go()
