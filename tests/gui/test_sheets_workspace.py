"""The workspace Sheets: names of a class, all pages side by side, fields, the file that comes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk
from typing import Any

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts import steps
from mazeeditor.app.gallery.choosing import sheet_of
from mazeeditor.app.gallery.templates import templates
from mazeeditor.app.jobs import ignore
from mazeeditor.app.printing.page_previews import DrawnPage
from mazeeditor.app.printing.sheet_draft import SheetDraft
from mazeeditor.app.printing.sheet_work import PlannedSheet
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Kinds
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.sheets.sheet_pane import SheetPane
from mazeeditor.page.page import Page
from mazeeditor.page.tokens import TOKENS
from mazeeditor.sheets import names_file
from mazeeditor.sheets.names_file import read_names
from tests.events import click, key, settle, type_text, wait_until, wheel
from tests.gui.desk import Desk, open_desk
from tests.gui.sheets import shown
from tests.page.formats.read_pdf import pages_of

pytestmark = pytest.mark.usefixtures("display")
PUPILS = [f"Pupil {number}" for number in range(1, 25)]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(steps, "SAME_STEP_S", 60.0)  # a loaded machine types slowly
    desk = open_desk(Settings(sheet={"audience": "none"}))
    desk.session.view.draft.sizes.update({"rows": 8, "columns": 8})
    return desk


def settled(pane: SheetPane, pages: int) -> PlannedSheet:
    preview = pane.work.preview
    wait_until(pane, lambda: preview.settled and preview.planned.count == pages, 30, "the pages")
    return preview.planned


def type_into(pane: SheetPane, name: str, text: str) -> None:
    """Type a text into a field in the place of the one there, and leave it."""
    field = pane.form_of(name).boxes[name].typed_in
    field.focus_force()
    key(pane, "ctrl+a")
    type_text(pane, f"{text}\t")
    settle(pane)


def images(pane: SheetPane) -> list[Any]:
    return [page.image for page in pane.work.preview.in_view()]


@pytest.mark.slow
def test_a_class_by_keys(desk: Desk, tmp_path: Path) -> None:
    pane = shown(desk)
    type_text(pane, "Ada\nBen\nCleo")  # the keyboard is where names are typed
    planned = settled(pane, 2)
    assert pane.names.found.cget("text") == "3 names found"
    assert planned.summary == "1 page of mazes, 1 of answers"
    type_into(pane, "per_page", "2")
    assert settled(pane, 3).label(3) == "Page 3 of 3"
    assert pane.summary.cget("text") == "2 pages of mazes, 1 of answers · A4"
    desk.answers.paths = [tmp_path / "class.pdf"]
    key(desk.root, "ctrl+e")
    desk.wait(lambda: bool(desk.session.opened.exported), "the file")
    assert len(pages_of((tmp_path / "class.pdf").read_bytes())) == 3
    kept = desk.session.services.settings.sheet
    assert kept == {"per_page": "2", "audience": "none"}, "neither the names nor their count"
    assert pane.names.text.get("1.0", "end-1c") == "Ada\nBen\nCleo"


@pytest.mark.slow
def test_one_sentence_for_a_bad_list_which_prints_nothing(desk: Desk) -> None:
    pane = shown(desk)
    type_text(pane, "name,class\nAda,3b,x")
    sentence = "Line 2 of the list has 3 values for 2 columns."
    wait_until(pane, lambda: pane.names.problem.cget("text") == sentence, 20)
    assert pane.pages.problem.winfo_viewable()
    assert desk.window.status.said == "Cannot be printed yet"
    key(desk.root, "ctrl+e")
    click(desk.window.bar.buttons["save-sheet"])
    key(desk.root, "ctrl+p")
    assert desk.answers.errors == [sentence] * 3
    assert desk.answers.asked == [], "no file is asked for"
    key(pane, "BackSpace")
    key(pane, "BackSpace")
    settled(pane, 2)
    assert not pane.names.problem.winfo_ismapped()
    assert not pane.pages.problem.winfo_ismapped()
    desk.wait(lambda: desk.window.status.said == "Ready to print", "the judgement of all pages")


@pytest.mark.slow
def test_only_the_pages_in_view_are_drawn(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = PlannedSheet.draw

    def noted(plan: PlannedSheet, number: int, width: int, job: Job) -> DrawnPage:
        assert threading.current_thread() is not threading.main_thread()
        drawn.append(number)
        return draw(plan, number, width, job)

    monkeypatch.setattr(PlannedSheet, "draw", noted)
    pane = shown(desk)
    fields = pane.work.draft.fields
    fields.update({"typed_names": "\n".join(PUPILS), "per_page": "1", "count": 10})
    planned = settled(pane, 280)
    assert planned.summary == "240 pages of mazes, 40 of answers"
    assert set(drawn) <= set(range(1, 13))
    text = pane.pages.state_label
    wait_until(pane, lambda: str(text.cget("text")).startswith("Pages 1–"))
    pane.pages.canvas.focus_force()
    key(pane, "End")
    wait_until(pane, lambda: pane.work.preview.settled and 280 in drawn, 30)
    assert str(text.cget("text")).endswith("–280 of 280")
    assert len(set(drawn)) <= 24
    key(pane, "Home")
    key(pane, "Next")
    wait_until(pane, lambda: pane.work.preview.settled, 30)
    first = str(text.cget("text"))
    assert not first.startswith(("Pages 1–", "Pages 28"))
    wheel(pane.pages.canvas, 3)
    assert pane.pages.canvas.canvasy(0) > 0
    pane.pages.canvas.event_generate("<KP_Prior>")  # of the number pad
    settle(pane)
    assert pane.pages.canvas.canvasy(0) == 0


@pytest.mark.slow
def test_pages_a_row_by_buttons_keys_and_wheel(desk: Desk) -> None:
    pane = shown(desk)
    pane.work.draft.fields.update({"typed_names": "\n".join(PUPILS), "per_page": "1", "count": 1})
    settled(pane, 28)
    rows, label = pane.pages, pane.pages.where
    before = rows.page_width
    assert label.cget("text") == f"{rows.a_row} pages a row"
    click(rows.more)
    assert rows.page_width > before
    rows.canvas.focus_force()
    key(pane, "minus", 2)
    assert rows.page_width < before
    assert desk.session.services.settings.pages_a_row == rows.a_row
    wheel(rows.canvas, 1, keys="ctrl")
    assert rows.page_width == before
    settled(pane, 28)
    assert {image.width for image in images(pane)} == {before}


@pytest.mark.slow
def test_a_warning_over_the_foot_of_the_pages(desk: Desk) -> None:
    """Characters that no typeface has are named before the file is made."""
    pane = shown(desk)
    settled(pane, 2)
    warning = pane.pages.warning
    assert not warning.winfo_ismapped()
    pane.work.draft.fields.edit("title", "Maze \U000e0fff\U0010e123")
    wait_until(pane, warning.winfo_viewable, 20)
    assert "U+10E123" in warning.cget("text")
    assert "left out" in warning.cget("text")
    pane.work.draft.fields.edit("title", "Maze")
    wait_until(pane, lambda: not warning.winfo_ismapped(), 20)


@pytest.mark.slow
def test_the_suggested_name(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proposals: list[str] = []

    def ask(_title: str, _kinds: Kinds, proposal: Path) -> None:
        proposals.append(proposal.name)

    monkeypatch.setattr(desk.answers, "file_to_save", ask)
    names = tmp_path / "class 3b.csv"
    names.write_text("name\nAda\nBen\n")
    pane = shown(desk)
    for title, file in (
        ("The Lost Dinosaur", ""),
        ("A maze for {number}", ""),
        ("", ""),
        ("A maze for {name}", str(names)),
    ):
        pane.work.draft.fields.update({"title": title, "names": file})
        before = len(proposals)
        key(desk.root, "ctrl+e")
        desk.wait(lambda before=before: len(proposals) > before, "the question")  # type: ignore[misc]
        desk.wait_for_work()
    assert proposals == ["The Lost Dinosaur.pdf", *["Untitled-sheet.pdf"] * 2, "class 3b.pdf"]


@pytest.mark.slow
def test_a_file_of_names(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read by workers only; its count of mazes comes and goes with it, in one step."""
    names = tmp_path / "class.csv"
    names.write_text("name\n" + "\n".join(PUPILS))
    threads = set()

    def read(*given: Any) -> list[dict[str, str]]:
        threads.add(threading.current_thread())
        return read_names(*given)

    monkeypatch.setattr(names_file, "read_names", read)
    desk.answers.paths = [names, tmp_path / "class.pdf"]
    pane = shown(desk)
    values = pane.work.draft.fields
    settled(pane, 2)
    assert pane.form_of("name_above").boxes["name_above"].typed_in.instate(["disabled"])
    click(pane.names.choose)
    settled(pane, 10)
    assert not pane.form_of("name_above").boxes["name_above"].typed_in.instate(["disabled"])
    assert (values["names"], values["count"]) == (str(names), 1)
    assert pane.names.hint.cget("text") == "class.csv"
    assert not pane.names.text.winfo_ismapped()
    lines = pane.names.list.cget("text").splitlines()
    assert lines == [*PUPILS[:8], "and 16 more"]
    key(desk.root, "ctrl+z")
    settled(pane, 2)
    assert (values["names"], values["count"]) == ("", 4)
    assert pane.names.text.winfo_ismapped()
    key(desk.root, "ctrl+shift+z")
    settled(pane, 10)
    key(desk.root, "ctrl+e")
    desk.wait(lambda: bool(desk.session.opened.exported), "the file")
    assert len(pages_of((tmp_path / "class.pdf").read_bytes())) == 10
    assert threading.main_thread() not in threads
    click(pane.names.type)
    settled(pane, 2)
    type_text(pane, "Ada")
    settled(pane, 2)
    assert pane.names.found.cget("text") == "1 name found"


@pytest.mark.slow
def test_it_follows_page_maze_and_generate_and_no_longer_when_hidden(desk: Desk) -> None:
    pane, document = shown(desk), desk.document
    settled(pane, 2)
    preview = pane.work.preview

    def drawn_again(change: Callable[[], object]) -> bool:
        before = preview.planned
        change()
        wait_until(pane, lambda: preview.settled, 30)
        return preview.planned is not before

    page = document.page
    assert drawn_again(lambda: document.apply(SetPage(page, Page(page="A5"))))
    assert "A5" in pane.summary.cget("text")
    rows = desk.session.view.draft.sizes
    assert drawn_again(lambda: rows.edit("rows", 5) or desk.session.services.update())  # type: ignore[func-returns-value]
    assert drawn_again(lambda: pane.work.draft.fields.edit("mazes", "this"))
    assert drawn_again(lambda: document.new(document.maze.copy()))
    assert not drawn_again(desk.session.services.update)
    key(desk.root, "alt+1")
    assert not drawn_again(lambda: document.apply(SetPage(document.page, Page(page="A6"))))
    key(desk.root, "alt+3")
    wait_until(pane, lambda: "A6" in str(pane.summary.cget("text")), 20)


@pytest.mark.slow
def test_undo_and_redo_are_those_of_the_sheet(desk: Desk) -> None:
    pane, fields = shown(desk), shown(desk).work.draft.fields
    settled(pane, 2)
    undo, redo = desk.window.bar.buttons["undo"], desk.window.bar.buttons["redo"]
    assert undo.instate(["disabled"])
    type_into(pane, "count", "7")
    type_into(pane, "title", "Class 3b")
    settle(pane)
    assert undo.tip.current_text() == "Undo: Title   Ctrl+Z"
    key(pane, "ctrl+z")  # from a field in which nothing is typed
    settle(pane)
    assert (fields["count"], fields["title"]) == (7, "")
    click(undo)
    settle(pane)
    assert fields["count"] == 4
    assert undo.instate(["disabled"])
    assert redo.tip.current_text().startswith("Redo: Number of mazes")
    key(pane, "ctrl+y")
    key(pane, "ctrl+shift+z")
    settle(pane)
    assert (fields["count"], fields["title"]) == (7, "Class 3b")
    assert redo.instate(["disabled"])
    assert not desk.document.history.can_undo, "the document has its own"
    pane.names.text.focus_force()
    type_text(pane, "Ada")
    assert fields["count"] == 1, "with the first letter"
    key(pane, "ctrl+z")
    settle(pane)
    assert fields["count"] == 7
    assert (pane.names.text.get("1.0", "end-1c"), fields["typed_names"]) == ("", "")
    key(desk.root, "alt+1")
    assert desk.window.bar.buttons["undo"].instate(["disabled"])


def test_the_title_is_that_of_the_page_unless_another_one_was_typed() -> None:
    settings = Settings()
    draft = SheetDraft(settings, Page(title="The Lost Dinosaur"), ignore)
    assert draft.fields.values["title"] == "The Lost Dinosaur"
    draft.keep()
    assert "title" not in settings.sheet, "the next document may have another one"
    draft.fields.edit("title", "A maze for {name}")
    draft.keep()
    again = SheetDraft(settings, Page(title="The Lost Dinosaur"), ignore)
    assert again.fields.values["title"] == "A maze for {name}"
    assert not again.fields.derived.follows("title")
    again.fields.edit("title", None)
    assert again.fields.values["title"] == "The Lost Dinosaur"
    assert again.fields.derived.follows("title")


@pytest.mark.slow
def test_no_field_moves_as_the_advice_takes_a_second_line(desk: Desk) -> None:
    desk.session.view.draft.sizes.update({"rows": 40, "columns": 40})
    pane = shown(desk)
    heading, places, advice = next(iter(pane.sections.values())), [], set()
    for per_page in ("1", "6", "1"):
        pane.work.draft.fields.edit("per_page", per_page)
        desk.wait(lambda: pane.work.preview.settled, "the pages")
        settle(desk.root)
        advice.add(str(pane.advice.cget("text")))
        places.append(heading.winfo_rooty())
    assert len(advice) == 2
    desk.wait(lambda: pane.work.check.settled, "the judgement")
    places.append(heading.winfo_rooty())
    assert len(set(places)) == 1, "what is wrong stands below the pages"


@pytest.mark.slow
@pytest.mark.parametrize("saved", [False, True])
def test_marks_and_letters_along_the_route(desk: Desk, tmp_path: Path, saved: bool) -> None:
    """They are those of the page at first; it takes them over when saved or left: one step."""
    desk.document.apply(SetPage(desk.document.page, Page(marks="word")))
    page = desk.document.page
    pane = shown(desk)
    settled(pane, 2)
    before = images(pane)[0]
    assert pane.form_of("marks").boxes["marks"].variable.get() == "Words"
    pane.form_of("marks").boxes["marks"].write("Pictures")
    pane.form_of("along").boxes["along"].write(TOKENS["letters"].label)
    pane.form_of("sentence").boxes["sentence"].write("FIND")
    wait_until(pane, lambda: pane.work.preview.settled, 20)
    settled(pane, 2)
    assert images(pane)[0].tobytes() != before.tobytes()
    assert pane.form_of("start_picture").files["start_picture"].winfo_manager()
    assert desk.document.page == page
    if saved:
        desk.answers.paths = [tmp_path / "class.pdf"]
        key(desk.root, "ctrl+e")
        desk.wait(lambda: bool(desk.session.opened.exported), "the file")
    key(desk.root, "alt+1")
    now = desk.document.page
    assert (now.marks, now.along, now.sentence) == ("picture", "letters", "FIND")
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert desk.document.page == page


@pytest.mark.slow
def test_fields_stay_in_line_and_whole_whatever_they_are_called(desk: Desk) -> None:
    """With names "Number of mazes" is called otherwise, and a button cut "Addition up to 20"."""
    pane = shown(desk)
    pane.work.draft.page_fields.edit("along", "questions")
    for names in ("", "Ada\nBen"):
        pane.work.draft.fields.edit("typed_names", names)
        settle(pane)
        boxes = {name: pane.form_of(name).boxes[name].widget for name in ("count", "theme")}
        assert len({box.winfo_rootx() for box in boxes.values()}) == 1, names
    questions = pane.form_of("questions").boxes["questions"].widget
    assert isinstance(questions, ttk.Combobox)
    assert questions.get() == "Addition up to 20"
    assert tuple(questions.xview()) == (0.0, 1.0), "no letter is cut"


def test_a_card_is_named_above_the_fields_and_left_by_its_button(desk: Desk) -> None:
    pane = shown(desk)
    assert not pane.leave_card.winfo_ismapped()
    card = next(each for each in templates() if each.path.stem == "class-sums")
    draft = desk.session.opened.sheet.draft
    draft.begin_with(*sheet_of(card, desk.session.services.settings))
    desk.wait(lambda: pane.leave_card.winfo_ismapped(), "the name of the card")
    along = pane.form_of("along").boxes["along"].typed_in
    assert desk.root.tk.call(along, "get") == "Questions at forks"
    pane.leave_card.focus_force()
    key(desk.root, "space")
    assert draft.card is None
    desk.wait(lambda: not pane.leave_card.winfo_ismapped(), "no name")
    assert desk.root.focus_get() is not None, "the keyboard is not lost with the button"
    key(desk.root, "ctrl+z")
    assert draft.card


def test_paste_of_the_menu_goes_into_the_names_that_are_typed(desk: Desk) -> None:
    pane = shown(desk)
    paste = COMMANDS["paste"]
    pane.pages.canvas.focus_force()
    settle(pane)
    assert not paste.ready(desk.session.parts), "there is no maze to paste into"
    pane.names.text.focus_force()
    settle(pane)
    desk.root.clipboard_clear()
    desk.root.clipboard_append("Ada\nBen")
    key(desk.root, "alt+e")
    bar = desk.window.menus.bar
    menu = bar.nametowidget(bar.entrycget(list(MENUS).index("edit"), "menu"))
    assert menu.entrycget("Paste", "state") == "normal"
    label, place = "Paste", int(menu.entrycget("Paste", "underline"))
    key(desk.root, label[place].lower())
    settle(pane)
    assert pane.names.text.get("1.0", "end").strip() == "Ada\nBen"


def test_damaged_settings_of_a_sheet() -> None:
    sheet: dict[str, Any] = {
        "count": "x",
        "title": 3,
        "per_page": "2x9",
        "names": 7,
        "typed_names": ["Ada"],
        "z": 1,
    }
    values = SheetDraft(Settings(sheet=sheet), Page(), ignore).fields.values
    assert (values["count"], values["title"], values["per_page"]) == (4, "", "2x9")
    assert (values["names"], values["typed_names"]) == ("", "")


def test_a_narrow_window_puts_the_fields_below_the_names(desk: Desk) -> None:
    pane = shown(desk)
    for width, height, below in ((700, 500, True), (1366, 768, False), (700, 500, True)):
        desk.root.geometry(f"{width}x{height}")
        wait_until(pane, lambda width=width: pane.winfo_width() == width)  # type: ignore[misc]
        settle(pane)
        apart = pane.panel.winfo_rootx() - pane.names.winfo_rootx()
        assert (abs(apart) < 50) is below
        assert pane.pages.winfo_width() > 200
        assert pane.names.text.winfo_height() > 60
        assert pane.panel.winfo_height() > 80
