"""Typing chooses in the fields of Make, and in the open list of each field."""

from __future__ import annotations

from tkinter import ttk

import pytest

from mazeeditor.api import generate
from mazeeditor.gui.desktop import typed_choices
from mazeeditor.gui.desktop.typed_choices import find
from tests.events import key, type_text, wait_until
from tests.gui.desk import Desk, open_desk
from tests.gui.making import box_of, settled, show_make

pytestmark = pytest.mark.usefixtures("display")
TEXTS = ["Acrylic 3 mm", "Card 1 mm", "Plywood 3 mm", "Plywood 4 mm", "Poplar, painted"]


def test_what_is_found() -> None:
    for typed, here, found in (
        ("p", 0, 2),
        ("p", 2, 3),  # the next one that begins so
        ("pp", 2, 3),
        ("p", 4, 2),
        ("plywood", 3, 3),
        ("plywood 4", 0, 3),
        ("ply 4", 0, 3),
        ("PLY 4", 0, 3),
        ("painted", 0, 4),
        ("4", 0, 3),
        ("balsa", 0, None),
    ):
        assert find(TEXTS, typed, here) == found, (typed, here)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(typed_choices, "PAUSE_S", 60.0)  # a loaded machine types slowly
    desk = open_desk()
    desk.document.new(generate("prim", rows=4, columns=5, seed=1))
    return desk


@pytest.mark.slow
def test_a_material_is_chosen_by_typing(desk: Desk) -> None:
    make = show_make(desk)
    box = box_of(make, "material")
    box.typed_in.focus_force()
    type_text(make, "ply 4")
    wait_until(make, lambda: make.draft.fields["material"] == "plywood-4", 20, "the material")
    assert box.variable.get() == "Plywood 4 mm"
    settled(make)
    kind = make.kind.box
    make.draft.fields.edit("object", "wall-art")
    settled(make)
    kind.focus_force()
    type_text(make, "standing")
    wait_until(make, lambda: make.draft.fields["job"] == "standing", 20, "the kind")


def test_in_an_open_list_typing_marks_a_line_that_enter_takes(desk: Desk) -> None:
    desk.window.show_field("generate", "generator")
    box = desk.root.focus_get()
    assert isinstance(box, ttk.Combobox)
    key(desk.root, "Down")
    type_text(desk.root, "wil")
    key(desk.root, "Return")
    assert box.get().startswith("Wil")
