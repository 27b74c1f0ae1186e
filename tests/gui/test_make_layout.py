"""In Make nothing is cut, fields end below each other, and words explain what is seen."""

from __future__ import annotations

from tkinter import font, ttk

import pytest

from mazeeditor.app.making.objects import made_objects
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.events import click, settle, wait_until
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
def test_only_a_sheet_is_called_one(desk: Desk) -> None:
    make = resized(desk, "1200x850")
    show(make, "marble-game")
    assert str(make.where.cget("text")).startswith("Sheet 1 of")
    click(make.assembly.buttons["assembled"])
    settle(desk.root)
    assert not make.where.cget("text")
    click(make.assembly.buttons["sheet"])
    settle(desk.root)
    assert str(make.where.cget("text")).startswith("Sheet 1 of")


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
