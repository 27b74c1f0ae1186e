"""A book in Sheets: fields, chapters, pages that turn, single mazes, files, and the check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from tkinter import font, ttk

import pytest

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.app.ui import Unsaved
from mazeeditor.core.job import Job
from mazeeditor.gui.books.book_pane import TABS, BookPane
from mazeeditor.gui.books.book_tabs import BookTab
from mazeeditor.gui.desktop.keys import chord_label
from mazeeditor.gui.dialogs.shortcuts_dialog import groups
from mazeeditor.gui.workspaces import WORKSPACES
from mazeeditor.gui.workspaces.sheets import SheetsWorkspace
from tests.display import Display
from tests.events import click, key, settle, type_text, wait_until
from tests.gui.books import (
    SMALL,
    book_in,
    chapters_of,
    close_book,
    fields_of,
    file_of,
    open_book,
    opened_book,
    page_with,
    settled,
    show_tab,
    shown_book,
    title_of,
    turn_to,
)
from tests.gui.desk import Desk, open_desk, open_more
from tests.gui.test_gallery import gallery, wait_for_templates

pytestmark = pytest.mark.usefixtures("display")


@pytest.mark.slow
def test_a_new_book(desk: Desk, tmp_path: Path) -> None:
    """Begin like a template of the gallery, type what is missing, save."""
    path = tmp_path / "mine.mazebook"
    desk.answers.paths = [path]
    key(desk.root, "ctrl+alt+b")
    wait_for_templates(desk)
    assert gallery(desk).gallery.category == "book"
    type_text(desk.root, "kdp")
    key(desk.root, "Return")
    desk.wait(lambda: desk.session.book.in_front is not None, "the book", 60)
    book = shown_book(desk)
    type_text(desk.root, "Ada\t")  # the keyboard is in the field of the author, its text selected
    key(desk.root, "ctrl+s")
    wait_until(book, lambda: not book.editor.busy and path.exists(), 20)
    assert title_of(book) == "Book: mine.mazebook"
    assert desk.window.status.text == "Saved mine.mazebook"
    assert file_of(path)["author"] == "Ada"
    assert len(file_of(path)["chapters"]) > 1
    assert desk.session.services.settings.book == str(path)


@pytest.mark.slow
def test_lists_are_whole_and_nothing_is_an_empty_field(desk: Desk, tmp_path: Path) -> None:
    book = opened_book(desk, tmp_path)
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
    key(desk.root, "Escape")
    condition.set("None")
    condition.event_generate("<<ComboboxSelected>>")
    settle(book)
    assert book.editor.draft.fields["pdfx"] == ""
    book.editor.files.save()
    settled(book)


@pytest.mark.slow
def test_pages_that_face_each_other_stand_side_by_side(desk: Desk, tmp_path: Path) -> None:
    """The first page alone on the right, as in the book; one a row where that is asked for."""
    book = opened_book(desk, tmp_path, figures=True, chapters=[{**SMALL, "count": 9}])
    pages, planned = book.pages, book.editor.preview.planned
    assert pages.a_row == 2
    corners = {number: pages.corner(number) for number in range(1, 6)}
    assert corners[1][0] == corners[3][0] == corners[5][0] > corners[2][0] == corners[4][0]
    assert corners[2][0] + pages.page_width == pytest.approx(corners[3][0], abs=1), "at the spine"
    assert corners[1][1] < corners[2][1] == corners[3][1] < corners[4][1]
    click(pages.more)
    settled(book)
    assert pages.a_row == 1
    for _time in range(2):
        click(pages.fewer)
    settled(book)
    assert pages.a_row in (2, 4), "always whole pairs"
    key(pages.canvas, "End")
    settle(book)
    assert pages.in_view()[-1] == planned.count
    fields = book.editor.draft.fields
    fields.edit("facing", False)
    settled(book)
    settle(book)
    assert pages.corner(1)[1] == pages.corner(2)[1]
    fields.edit("margin", 500.0)
    settled(book)
    assert "leave no room on the pages" in pages.problem.cget("text")
    assert pages.problem.winfo_viewable()
    fields.edit("margin", 12.7)
    settled(book)
    assert not pages.problem.winfo_viewable()


@pytest.mark.slow
def test_a_page_is_chosen_by_click_and_by_keys(desk: Desk, tmp_path: Path) -> None:
    book = opened_book(desk, tmp_path)
    preview, pages = book.editor.preview, book.pages
    first = page_with(book, 1)
    assert preview.number == first, "the first one with a maze"
    assert book.mazes.choice.get() == "Maze 1"
    pages.see(first)
    settle(book)
    left, top = pages.corner(first)
    click(pages.canvas, left + 9, top - pages.canvas.canvasy(0) + 9)
    key(pages.canvas, "Right")
    settle(book)
    assert preview.number == first + 1
    assert book.mazes.choice.get() == "Maze 2"
    turn_to(book, 1)
    assert book.mazes.choice.get() == ""
    assert "click another one" in book.mazes.about.cget("text")
    assert all(button.instate(["disabled"]) for button in book.mazes.buttons)
    label = preview.planned.label
    assert label(first).endswith("Maze 1")
    canvas = pages.canvas
    shown = [item for item in canvas.find_all() if str(canvas.type(item)) == "text"]
    texts = [str(canvas.itemcget(item, "text")) for item in shown]  # type: ignore[no-untyped-call]
    assert texts == [*map(label, pages.in_view())], "below each page, as digits cannot be read"


@pytest.mark.slow
def test_chapters_by_keys_and_by_mouse(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)

    def titles(book: BookPane) -> list[str]:
        tree = chapters_of(book).list
        return [str(tree.set(place, "title")) for place in tree.get_children()]

    book = open_book(desk)
    panel = chapters_of(book)
    assert titles(book) == ["One", "Two"]
    key(panel.list, "Down")  # shows its fields, and its first page
    settled(book)
    assert book.editor.preview.mazes()[0].puzzle.number == 3
    key(panel.list, "alt+Up")
    assert titles(book) == ["Two", "One"]
    click(panel.buttons["Copy"])
    assert titles(book) == ["Two", "Two", "One"]
    title = fields_of(book).style[0].boxes["title"].typed_in
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
    key(desk.root, "ctrl+s")
    wait_until(book, lambda: not book.editor.busy, 20)
    assert [each["title"] for each in file_of(path)["chapters"]] == ["Two", "Three", "Chapter 3"]


@pytest.mark.slow
def test_the_mazes_of_a_chapter_follow_its_fields(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)

    book = open_book(desk)
    show_tab(book, "chapter")
    fields = fields_of(book)
    fields.kinds.boxes["shape"].write("polar")
    fields.sizes.boxes["rings"].write("5")
    fields.ends.boxes["rings"].write("7")
    fields.look.boxes["wall"].write("1.2")
    settled(book)
    recipe = book.editor.preview.planned.printing
    assert recipe
    assert [maze.puzzle.source.shape for maze in recipe.mazes][:2] == ["polar"] * 2  # type: ignore[union-attr]
    key(desk.root, "ctrl+s")
    wait_until(book, lambda: not book.editor.busy, 20)
    first = file_of(path)["chapters"][0]
    assert (first["shape"], first["sizes"]["rings"], first["to"]) == ("polar", 5, {"rings": 7})
    assert first["page"]["wall"] == 1.2


@pytest.mark.slow
def test_one_maze_is_replaced_by_mouse_and_nothing_else_moves(desk: Desk, tmp_path: Path) -> None:
    path = book_in(desk, tmp_path)
    mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=3), tmp_path / "own.maze")
    desk.answers.paths = [tmp_path / "own.maze"]

    def seeds(book: BookPane) -> list[int | None]:
        settled(book)
        printing = book.editor.preview.planned.printing
        assert printing
        return [maze.puzzle.seed for maze in printing.mazes]

    book = open_book(desk)
    before = seeds(book)
    another, own, _edit, back = book.mazes.buttons
    chosen = book.mazes.choice.get()
    number = int(chosen.split()[-1]) - 1
    type_text(desk.root, "Mine")
    click(another)
    after = seeds(book)
    assert book.editor.draft.fields["title"] == "Mine", "what is being typed is taken over"
    assert after[number] not in (None, before[number])
    click(own)
    assert seeds(book)[number] is None
    assert "replaced" in book.mazes.about.cget("text")
    others = [place for place in range(4) if place != number]
    assert [after[place] for place in others] == [before[place] for place in others]
    key(desk.root, "ctrl+s")
    wait_until(book, lambda: not book.editor.busy, 20)
    assert file_of(path)["replaced"] == {str(number + 1): {"file": "own.maze"}}
    click(back)
    assert seeds(book) == before
    desk.answers.paths = [tmp_path / "own.maze"]
    key(desk.root, "ctrl+alt+o")
    settled(book)
    assert desk.answers.asked == ["A maze for number 1"] * 2
    assert book.editor.preview.mazes()[0].replaced_by


@pytest.mark.slow
def test_a_maze_is_edited_by_hand(desk: Desk, tmp_path: Path) -> None:
    """The maze is saved and opened; the book prints that file, also once it is changed."""
    book_in(desk, tmp_path)
    maze = tmp_path / "a-001.maze"
    desk.answers.paths = [maze]
    book = open_book(desk)
    click(book.mazes.buttons[2])
    desk.wait(lambda: desk.document.path == maze, "the maze")
    desk.wait_for_work()
    assert desk.session.view.workspaces.name == "draw"
    assert desk.document.maze.lattice.rows == 4
    walls = desk.document.maze.walls.copy()
    click(desk.canvas, *desk.middle_of(1, 1, "right"))
    assert (walls != desk.document.maze.walls).any()
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    key(desk.root, "alt+3")
    settle(book)
    settled(book)
    assert title_of(book) == "Book: *a.mazebook"
    printing = book.editor.preview.planned.printing
    assert printing
    printed = printing.mazes[0].puzzle.maze(Job())
    assert (printed.walls == desk.document.maze.walls).all()


@pytest.mark.slow
def test_another_book_in_the_same_window(desk: Desk, tmp_path: Path) -> None:
    other = book_in(desk, tmp_path, title="Other").rename(tmp_path / "b.mazebook")
    book_in(desk, tmp_path)
    desk.answers.paths = [other]
    before = open_book(desk)
    key(desk.root, "ctrl+o")
    desk.wait(lambda: desk.session.book.path == other, "the other book", 30)
    book = shown_book(desk)
    assert not before.winfo_exists()
    assert title_of(book) == "Book: b.mazebook"
    assert len(desk.windows) == 1
    assert desk.session.services.settings.book == str(other)
    type_text(desk.root, "Mine\t")  # the keyboard is in the title, its text selected
    assert book.editor.draft.fields["title"] == "Mine"
    key(desk.root, "ctrl+z")
    settle(book)
    assert (book.editor.draft.fields["title"], title_of(book)) == ("Other", "Book: b.mazebook")


@pytest.mark.slow
def test_it_stays_while_other_workspaces_are_shown(desk: Desk, tmp_path: Path) -> None:
    """Undo takes back what belongs to what is shown, Save writes that."""
    path = book_in(desk, tmp_path)
    book = open_book(desk)
    type_text(desk.root, "Ours\t")
    key(desk.root, "alt+1")
    assert desk.root.title().startswith("Untitled")
    desk.wait_for_work()
    click(desk.canvas, *desk.middle_of(1, 1, "right"))
    key(desk.root, "alt+3")
    settle(book)
    assert title_of(book) == "Book: *a.mazebook"
    click(book.views[""])
    settle(book)
    assert not book.winfo_viewable()
    content = desk.window.switch.content
    assert isinstance(content, SheetsWorkspace)
    click(content.pane.views["book"])
    settle(book)
    assert book.winfo_viewable()
    key(desk.root, "Escape")  # throws nothing away
    assert book.winfo_viewable()
    key(desk.root, "ctrl+s")
    settled(book)
    assert file_of(path)["title"] == "Ours"
    assert desk.document.dirty
    key(desk.root, "ctrl+z")
    settle(book)
    assert book.editor.draft.fields["title"] == "T"
    key(desk.root, "alt+1")
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert not desk.document.dirty


@pytest.mark.slow
def test_a_job_is_cancelled(desk: Desk, tmp_path: Path) -> None:
    book_in(desk, tmp_path, chapters=[{**SMALL, "count": 400}])
    pdf, status = tmp_path / "a.pdf", desk.window.status
    desk.answers.paths = [pdf]
    book = open_book(desk)
    book.pages.canvas.focus_force()
    presses: tuple[Callable[[], object], ...] = (
        lambda: key(desk.root, "Escape"),
        lambda: click(status.work.cancel),
    )
    said = (
        "Stopped: the book was not checked to its end",
        "Stopped: nothing was written into a.pdf",
    )
    for keys, text, press in zip(("F5", "ctrl+e"), said, presses, strict=True):
        key(desk.root, keys)
        assert book.editor.busy
        wait_until(book, lambda: bool(status.work.winfo_viewable()), 5)
        assert desk.window.bar.buttons["save-book"].instate(["disabled"])
        press()
        assert not book.editor.busy
        settle(book)
        assert book.winfo_viewable()
        assert book.editor.found.checked is None
        assert status.text == text
        assert not pdf.exists()


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


@pytest.mark.own_window("it closes the window")
@pytest.mark.slow
def test_unsaved_changes_are_asked_about(desk: Desk, tmp_path: Path) -> None:
    """By what closes the window, all windows, or the book alone."""
    path = book_in(desk, tmp_path)
    for keys, answer in (
        ("ctrl+w", Unsaved.KEEP),
        ("", Unsaved.DISCARD),
        ("ctrl+q", Unsaved.SAVE),
    ):
        book = open_book(desk)
        book.editor.draft.fields.edit("title", "New")
        desk.answers.unsaved, desk.answers.asked[:] = [answer], []
        if keys:
            key(desk.root, keys)
        else:
            close_book(desk)
        assert desk.answers.asked == ["a.mazebook"]
        if answer is Unsaved.KEEP:
            assert book.winfo_viewable()
        elif answer is Unsaved.DISCARD:
            desk.wait(lambda book=book: not book.winfo_exists(), "its end")  # type: ignore[misc]
            assert file_of(path)["title"] == "T"
        else:
            desk.wait(lambda: desk.window.closed, "the end of the window")
            assert file_of(path)["title"] == "New"


def test_the_page_of_shortcuts_has_all_keys_of_a_book_as_they_are_now() -> None:
    shortcuts, replaced = Shortcuts(Settings()), WORKSPACES["sheets"].actions("book").instead
    shortcuts.give(COMMANDS["export"], "F12")
    heading, lines = groups(shortcuts, replaced)[-1]
    assert heading == "In a book"
    for name, own in replaced.items():
        label = COMMANDS[own].label.rstrip("…")
        assert (label, ", ".join(map(chord_label, shortcuts.of(COMMANDS[name])))) in lines
    assert dict(lines)[COMMANDS[replaced["export"]].label.rstrip("…")].startswith("F12")


SIZES = {96: (700, 500), 192: (1400, 1000)}  # px


@pytest.mark.slow
@pytest.mark.parametrize("dpi", SIZES)
def test_all_of_it_is_in_a_small_window(
    dpi: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    display = Display(dpi, *SIZES[dpi])
    monkeypatch.setenv("DISPLAY", display.name)
    monkeypatch.setenv("MAZEEDITOR_SCALE", str(dpi / 96))
    desk = open_desk()
    width, height = SIZES[dpi]
    desk.root.geometry(f"{width}x{height}+0+0")
    book = opened_book(desk, tmp_path)
    for name in TABS:
        show_tab(book, name)
        parts = (book.panels[name], *book.mazes.buttons, *book.chapters.buttons.values())
        for part in (*parts, book.pages.canvas, book.pages.more):
            assert part.winfo_viewable()
            assert part.winfo_rootx() + part.winfo_width() <= width
            assert part.winfo_rooty() + part.winfo_height() <= height
        assert book.panels[name].winfo_height() > 100 * dpi // 96
        assert book.pages.canvas.winfo_height() > 100 * dpi // 96
    display.screen.let_go()


@pytest.mark.slow
def test_what_stands_for_braces_is_read_below_the_field(desk: Desk, tmp_path: Path) -> None:
    book = opened_book(desk, tmp_path, subtitle="{mazes} mazes that are easy to see")
    show_tab(book, "book")
    tab = book.panels["book"]
    assert isinstance(tab, BookTab)
    subtitle = tab.field("subtitle")

    def below() -> list[str]:
        labels = [one for one in subtitle.master.winfo_children() if isinstance(one, ttk.Label)]
        shown = [one for one in labels if one.winfo_ismapped()]
        return [str(one.cget("text")) for one in shown if str(one.cget("style")) == "Small.TLabel"]

    count = book.editor.draft.count
    assert below() == [f"{count} mazes that are easy to see"]
    book.editor.draft.fields.edit("subtitle", "Easy to see")
    settle(book)
    assert below() == []
