"""Make: what is seen beside the sheet, advice that mends, tabs, and the hole that is dragged."""

from __future__ import annotations

from tkinter import font, ttk

import numpy as np
import pytest

from mazeeditor.app.making.objects import made_objects
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.making.sheet_notes import MARK_LABELS
from mazeeditor.gui.making.tab_handles import HOLE
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests.events import click, key, screenshot, settle, wait_until
from tests.gui.desk import Desk
from tests.gui.making import settled, show_make

ARROW = 30  # px beside the text of a list


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.document.new(generate("prim", build("rectangular", rows=8, columns=10), 1))
    return desk


def resized(desk: Desk, size: str) -> MakePane:
    make = show_make(desk)
    desk.root.geometry(size)
    settle(desk.root)
    settled(make)
    return make


def show(make: MakePane, name: str) -> None:
    make.draft.fields.edit("object", name)
    settled(make)


@pytest.mark.slow
def test_no_machine_and_no_material_is_cut_in_a_small_window(desk: Desk) -> None:
    """The name of a machine of the user that is cut is in its tooltip."""
    make = resized(desk, "700x500")
    face = font.nametofont("TkTextFont", desk.root)
    show(make, "coaster")
    for name in ("machine", "material"):
        box = make.forms[0].boxes[name]
        widest = max(box.text.choices, key=face.measure)
        assert face.measure(widest) + ARROW <= box.widget.winfo_width(), widest
    machine = make.forms[0].boxes["machine"].widget
    assert isinstance(machine, ttk.Combobox)
    tip = next(tip for tip in desk.tooltips if tip.widget is machine)
    assert "Any machine" not in tip.current_text()
    long = "The large laser in the workshop of the school"
    machine.set(long)
    settle(desk.root)
    assert tip.current_text().startswith(f"{long}\n")


@pytest.mark.slow
def test_fields_and_what_stands_beside_them_end_below_each_other(desk: Desk) -> None:
    make = resized(desk, "1200x850")
    for name in ("name-sign", "marble-game"):
        show(make, name)
        make.forms[1].reveal("kerf")
        settle(desk.root)
        fields: set[int] = set()
        beside: set[int] = set()
        for form in make.forms:
            for box in form.boxes.values():
                if not box.widget.winfo_ismapped() or isinstance(box.widget, ttk.Checkbutton):
                    continue
                right = box.widget.winfo_rootx() + box.widget.winfo_width()
                row = int(box.widget.grid_info()["row"])
                next_to = [each for each in form.grid_slaves(row, 2) if each is not box.widget]
                (fields if next_to else beside).add(right)
                beside |= {each.winfo_rootx() + each.winfo_width() for each in next_to}
        assert len(fields) == 1, name
        assert len(beside) == 1, name


@pytest.mark.slow
def test_each_object_has_what_goes_with_it(desk: Desk) -> None:
    """A solid has no player; what to do with test pieces is said; what is drawn has no pieces."""
    make = resized(desk, "1200x850")
    show(make, "plate")
    assert not make.play.winfo_ismapped()
    show(make, "test-pieces")
    assert "push all pieces in the frame to the right" in make.notes.figures.cget("text")
    assert "Cut these first" in make.about.cget("text")
    assert make.about.winfo_ismapped()
    show(make, "coaster")
    assert make.play.winfo_ismapped()
    assert not make.notes.figures.cget("text")
    show(make, "plotter-art")
    wait_until(make, lambda: "Lines" in make.card.texts, 20, "the figures")
    assert "Pieces" not in make.card.texts


@pytest.mark.slow
def test_colours_of_lines_are_explained_where_there_is_room(desk: Desk) -> None:
    make = resized(desk, "1200x850")
    show(make, "coaster")
    assert make.legend.texts[-3:] == ["text and marks", "engraved line", "cut last, around it"]
    desk.root.geometry("700x500")
    settle(desk.root)
    settled(make)
    assert make.legend.texts == ["stays", "dotted: falls away"]
    assert not make.about.winfo_ismapped()
    desk.root.minsize(1, 1)  # as high as small screens are at 192 dpi
    desk.root.geometry("700x384")
    settle(desk.root)
    for name in made_objects():
        assert make.objects.list.bbox(name), name


@pytest.mark.slow
def test_the_list_of_objects_is_as_wide_as_the_window_that_is_there(desk: Desk) -> None:
    widths = []
    for size in ("700x500", "1500x900", "700x500", "1500x900"):
        make = resized(desk, size)
        widths.append(make.objects.winfo_width())
    narrow, wide = widths[:2]
    assert widths == [narrow, wide, narrow, wide]
    face = font.nametofont("TkTextFont", desk.root)
    assert wide > 48 + max(face.measure(each.label) for each in made_objects().values())
    assert narrow < 80


def thin_stencil(desk: Desk) -> MakePane:
    """Show a stencil whose walls are thinner than plywood holds."""
    desk.document.apply(SetPage(desk.document.page, Page(cell=9.0, wall=0.5)))
    make = show_make(desk)
    make.draft.fields.edit("object", "stencil")
    wait_until(make, lambda: make.warnings.text is not None, 30, "the warning")
    settled(make)
    return make


@pytest.mark.slow
def test_a_button_mends_walls_that_are_too_thin_in_one_step(desk: Desk) -> None:
    make = thin_stencil(desk)
    assert make.warnings.text
    assert "All walls are only 0.50 mm" in make.warnings.text.cget("text")
    assert desk.verdict == "May break: see the advice"
    button = make.warnings.buttons[0]
    assert button.cget("text") == "Use 3 mm"
    click(button)
    wait_until(make, lambda: make.warnings.text is None, 30, "no warning")
    settled(make)
    assert make.draft.page_fields["wall"] == 3.0
    assert desk.verdict == "One piece: nothing falls out"
    key(make, "ctrl+z")
    settle(make)
    assert make.draft.page_fields["wall"] == 0.5
    wait_until(make, lambda: bool(make.warnings.buttons), 30, "the warning again")
    settled(make)
    make.warnings.buttons[0].focus_force()
    key(make, "Return")
    assert make.draft.page_fields["wall"] == 3.0


@pytest.mark.slow
def test_what_cannot_be_made_offers_what_can(desk: Desk) -> None:
    make = show_make(desk)
    make.draft.fields.edit("sheet", "40x30mm")
    wait_until(make, lambda: bool(make.warnings.buttons), 30, "a way out")
    before = make.shown
    assert before.problem
    assert make.warnings.text
    assert make.warnings.text.cget("text") == before.problem
    said = make.pages.problem.cget("text")
    assert said == "It cannot be made like this: see the advice beside it.", "not twice the same"
    click(make.warnings.buttons[0])
    wait_until(make, lambda: make.shown is not before, 30, "the sheet")
    assert not make.shown.problem


@pytest.mark.own_window("it changes the theme")
@pytest.mark.slow
def test_figures_stand_beside_the_sheet_or_among_the_fields(desk: Desk) -> None:
    make = thin_stencil(desk)
    desk.root.geometry("1366x768")
    wait_until(make, lambda: bool(make.card.winfo_ismapped()), 5, "the card")
    assert list(make.card.texts) == ["Size", "Cuts", "Lines", "Time", "Pieces", "Tabs"]
    assert make.card.texts["Pieces"] == "1, nothing loose"
    desk.root.geometry("700x500")
    wait_until(make, lambda: bool(make.inner_card.winfo_ismapped()), 5, "the other card")
    assert make.inner_card.texts == make.card.texts
    assert not make.card.winfo_ismapped()
    desk.window.windows.set_theme("dark")
    make = show_make(desk)
    wait_until(make, lambda: bool(make.warnings.buttons), 30, "the warning in another theme")


@pytest.mark.slow
def test_what_would_fall_out_without_tabs_is_seen_before_and_after(desk: Desk) -> None:
    desk.root.geometry("700x500")
    desk.document.new(generate("prim", build("rectangular", rows=9, columns=9), 1))
    make = show_make(desk)
    toggle = make.with_tabs
    assert not toggle.winfo_ismapped(), "a coaster has no tabs"
    key(make.objects.list, "Down")  # stencil
    make.draft.fields.edit("outline", "none")  # a frame would hold all of it
    settled(make)
    assert toggle.winfo_ismapped()
    assert MARK_LABELS["tab"] in make.legend.texts
    assert MARK_LABELS["loose"] not in make.legend.texts
    held = screenshot(make.pages.view)
    size = make.pages.view.winfo_width(), make.pages.view.winfo_height()
    click(toggle.buttons[True])
    settled(make)
    assert screenshot(make.pages.view) != held
    assert MARK_LABELS["loose"] in make.legend.texts
    assert MARK_LABELS["tab"] not in make.legend.texts
    assert str(make.tabs.summary.cget("text")) == "Without tabs it would fall into 2 pieces."
    for shown in toggle.buttons.values():
        assert shown.winfo_width() >= shown.winfo_reqwidth()
        assert shown.winfo_rootx() + shown.winfo_width() <= make.panel.winfo_rootx()
    assert make.play.instate(["disabled"]), "no head cuts it so"
    assert (make.pages.view.winfo_width(), make.pages.view.winfo_height()) == size
    assert make.draft.fields["tabs"] == "automatic", "nothing is changed"
    make.focus_object()
    key(make.objects.list, "Up")  # coaster
    settled(make)
    assert not toggle.winfo_ismapped()
    key(make.objects.list, "Down")
    settled(make)
    assert MARK_LABELS["loose"] in make.legend.texts, "what is chosen stays chosen"
    click(toggle.buttons[False])
    settled(make)
    assert screenshot(make.pages.view) == held
    assert "loose" not in str(make.tabs.summary.cget("text"))
    assert desk.answers.errors == []


@pytest.mark.slow
def test_without_tabs_no_tab_is_moved(desk: Desk) -> None:
    make = show_make(desk)
    key(make.objects.list, "Down")  # stencil
    settled(make)
    click(make.with_tabs.buttons[True])
    settled(make)
    make.pages.view.focus_force()
    for pressed in ("Right", "Shift+Right", "Delete", "Insert"):
        key(make.pages.view, pressed)
    assert not make.draft.tabs_moved
    assert make.making.without_tabs


@pytest.mark.slow
def test_tabs_that_only_make_it_stiff_are_seen_too(desk: Desk) -> None:
    make = show_make(desk)
    make.draft.fields.edit("object", "wall-art")
    make.objects.list.focus_force()
    settled(make)
    assert make.draft.fields["tab_every"] == 80
    assert MARK_LABELS["tab"] in make.legend.texts
    assert "loose" not in str(make.tabs.summary.cget("text"))
    click(make.with_tabs.buttons[True])
    settled(make)
    assert MARK_LABELS["loose"] not in make.legend.texts
    said = str(make.tabs.summary.cget("text"))
    assert said == "Without tabs nothing would fall out: they only keep it from bending."


def hole_of(make: object) -> tuple[float, float]:
    holes = make.tabs.holes  # type: ignore[attr-defined]
    x, y = holes.at[0, 0].tolist()
    return x, y


@pytest.mark.slow
def test_a_hole_is_dragged(desk: Desk) -> None:
    make = show_make(desk)
    fields = make.draft.fields
    fields.edit("object", "coaster")
    fields.update({"outline": "rectangle", "border": 15.0, "hole": 5.0, "hole_at": None})
    settled(make)
    view, canvas = make.sheet.view, make.sheet.canvas
    assert view is not None
    x, y = hole_of(make)
    begin = view.to_px(x, y)
    there = begin[0] - 12 * view.scale, begin[1]
    for cancelled in (True, False):
        for event, at in (("<Button-1>", begin), ("<B1-Motion>", there)):
            canvas.event_generate(event, x=round(at[0]), y=round(at[1]))
        canvas.update()
        assert canvas.find_withtag(HOLE)
        if cancelled:
            canvas.focus_force()
            key(canvas, "Escape")
        canvas.event_generate("<ButtonRelease-1>", x=round(there[0]), y=round(there[1]))
        canvas.update()
        assert not canvas.find_withtag(HOLE)
        assert (fields["hole_at"] is None) is cancelled
    settled(make)
    assert make.shown.problem == ""
    moved = hole_of(make)
    assert np.subtract(moved, (x, y)) == pytest.approx((-12, 0), abs=1.5 / view.scale + 0.2)
    key(desk.root, "ctrl+z")
    settled(make)
    assert fields["hole_at"] is None
