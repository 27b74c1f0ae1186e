"""Typefaces: a list by pointer and keys, the user's own word in each, files of one's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.drafts import typeface_previews
from mazeeditor.app.drafts.typeface_previews import PreviewRequest, preview_of
from mazeeditor.core.typefaces.chosen_typeface import BUNDLED_FAMILY, add_own, own_folder
from mazeeditor.core.typefaces.typefaces import Typeface, bundled_typeface, read_names
from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.gui.widgets.fields.typeface_field import TypefaceField, TypefacePopup
from tests.core.typefaces.small_fonts import small_font
from tests.desktop import Desktop, pointer_of_another_program
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, screenshot, settle, type_text, wait_until
from tests.gui.desk import Desk, open_more

WORD = "BABA"
SQUARES, CIRCLES = "My Squares", "Other Squares"
MANY = 2_000


@pytest.fixture
def typefaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Typeface]:
    """Return the typefaces of the computer: the bundled one and two small ones."""
    result = {BUNDLED_FAMILY: bundled_typeface()}
    for family, letters in ((SQUARES, "AB "), (CIRCLES, "ABC "), ("Cyrillic", "бa")):
        (typeface,) = read_names(small_font(tmp_path / f"{family}.ttf", family, letters))
        result[family] = typeface
    monkeypatch.setattr(typeface_previews, "available_typefaces", lambda: result)
    return result


@pytest.fixture
def desk(typefaces: dict[str, Typeface], desk: Desk, desktop: Desktop) -> Desk:  # noqa: ARG001
    assert typefaces
    desk.window.show_section("page")
    open_more(desk.section(PagePanel).form)
    box_of(desk, "title").write(WORD)
    desk.window.build_panel().see(field_of(desk))
    settle(desk.root)
    return desk


def box_of(desk: Desk, name: str) -> Box:
    return desk.section(PagePanel).form.boxes[name]


def field_of(desk: Desk) -> TypefaceField:
    field = box_of(desk, "typeface").widget
    assert isinstance(field, TypefaceField)
    return field


def popup_of(field: TypefaceField) -> TypefacePopup | None:
    children = field.winfo_children()
    return next((child for child in children if isinstance(child, TypefacePopup)), None)


def shown(field: TypefaceField) -> TypefacePopup:
    """Return the list of a field when all of it is there and has the keyboard."""
    wait_until(field, lambda: popup_of(field) is not None, what="the list")
    popup = popup_of(field)
    assert popup

    def complete() -> bool:
        seen = popup.list.in_view()
        return bool(seen) and {*seen} <= {*popup.list.photos}

    wait_until(field, complete, what="the previews")
    wait_until(field, lambda: str(field.tk.call("focus")) == str(popup.entry), what="the keyboard")
    return popup


def test_a_typeface_is_chosen_by_two_clicks(desk: Desk) -> None:
    field = field_of(desk)
    click(field)
    popup = shown(field)
    assert list(popup.list.names) == [BUNDLED_FAMILY, SQUARES, CIRCLES, "Cyrillic"]
    assert popup.list.photos["Cyrillic"] == "BA", "the letters that it lacks"
    click(popup.list, 40, popup.list.pitch * 3 // 2)
    assert popup_of(field) is None
    assert desk.document.page.typeface == SQUARES
    assert desk.document.undo_name == "Change page: Title typeface"
    assert field.get() == SQUARES
    assert str(desk.root.tk.call("focus")) == str(field)
    key(desk.root, "ctrl+z")
    assert field.get() == BUNDLED_FAMILY
    assert desk.document.page.typeface == ""


@pytest.mark.slow
def test_a_typeface_is_found_by_typing(desk: Desk) -> None:
    field = field_of(desk)
    field.focus_set()
    tool = desk.session.view.toolbox.mode.name
    type_text(desk.root, "sq")  # the keys of tools elsewhere
    popup = shown(field)
    assert popup.text.get() == "sq"
    assert list(popup.list.names) == [SQUARES, CIRCLES]
    key(desk.root, "Down")
    key(desk.root, "Return")
    assert desk.document.page.typeface == CIRCLES
    assert desk.session.view.toolbox.mode.name == tool
    key(desk.root, "Down")
    popup = shown(field)
    assert popup.list.names[popup.list.selected] == CIRCLES
    key(desk.root, "Up")
    key(desk.root, "Escape")
    assert popup_of(field) is None
    assert desk.document.page.typeface == CIRCLES
    key(desk.root, "space")
    popup = shown(field)
    type_text(desk.root, "xyz")
    assert not popup.list.names
    key(desk.root, "Return")
    assert popup_of(field) is popup
    key(desk.root, "ctrl+a")
    type_text(desk.root, "sans dej")
    assert list(popup.list.names) == [BUNDLED_FAMILY]
    key(desk.root, "Return")
    assert desk.document.page.typeface == "", "the bundled one is the usual one"


@pytest.mark.slow
def test_each_is_drawn_in_its_own_face(desk: Desk, typefaces: dict[str, Typeface]) -> None:
    field = field_of(desk)
    click(field)
    popup = shown(field)
    rows = []
    for number in range(2):
        top = number * popup.list.pitch
        picture = screenshot(popup.list).crop((12, top + 22, 200, top + popup.list.pitch - 4))
        rows.append(np.asarray(picture.convert("L")) < 110)
    plain, squares = rows
    inked = squares[squares.any(axis=1)]
    assert (inked == inked[len(inked) // 2]).mean() > 0.97, "bars, as squares have"
    own = plain[plain.any(axis=1)]
    assert (own == own[len(own) // 2]).mean() < 0.95
    request = PreviewRequest([], "", 300, 40)
    named = preview_of(typefaces[BUNDLED_FAMILY], request).ink
    assert named is not None
    assert named.any(), "the name of the typeface where there is no word"
    assert preview_of(typefaces["Cyrillic"], replace_word(request, "бa")).ink is not None
    joined = preview_of(typefaces[BUNDLED_FAMILY], replace_word(request, "שלום")).ink
    assert joined is not None
    assert joined.any(), "from right to left, as a page has it"
    damaged = replace(typefaces[SQUARES], path="/no/such/file.ttf")
    assert preview_of(damaged, replace_word(request, WORD)).ink is None


def replace_word(request: PreviewRequest, word: str) -> PreviewRequest:
    return request._replace(word=word)


@pytest.mark.slow
def test_thousands_are_drawn_only_where_they_are_seen(
    desk: Desk, typefaces: dict[str, Typeface], monkeypatch: pytest.MonkeyPatch
) -> None:
    base, drawn = typefaces[SQUARES], []
    for number in range(MANY):
        typefaces[f"Face {number:04}"] = replace(base, family=f"Face {number:04}")
    draw = typeface_previews.preview_of

    def count(typeface: Typeface, request: PreviewRequest) -> typeface_previews.WordPreview:
        drawn.append(typeface.family)
        return draw(typeface, request)

    monkeypatch.setattr(typeface_previews, "preview_of", count)
    field = field_of(desk)
    click(field)
    popup = shown(field)
    rows = popup.list
    assert len(rows.names) == MANY + 4
    assert len(drawn) == rows.rows + 1
    key(desk.root, "ctrl+End")
    wait_until(desk.root, lambda: "Cyrillic" in rows.photos, what="the last")
    assert rows.names[rows.selected] == "Cyrillic"
    rows.scroll("moveto", "0.5")
    type_text(desk.root, "face 1999")
    wait_until(desk.root, lambda: "Face 1999" in rows.photos, what="the one found")
    assert len(drawn) < 10 * (rows.rows + 1)
    key(desk.root, "Return")
    assert desk.document.page.typeface == "Face 1999"


@pytest.mark.slow
def test_a_file_of_ones_own(desk: Desk, tmp_path: Path) -> None:
    path = small_font(tmp_path / "mine.otf", "Mine", "AB")
    field = field_of(desk)
    desk.answers.paths = [path]
    click(field)
    click(shown(field).file)
    desk.wait(lambda: desk.document.page.typeface == "Mine", "the name")
    folder = own_folder()
    assert folder
    assert (folder / "mine.otf").exists()
    (tmp_path / "bad.ttf").write_bytes(b"no typeface")
    desk.answers.paths = [tmp_path / "bad.ttf"]
    click(field)
    popup = shown(field)
    for _press in range(3):  # the search, the bar takes none, the button
        if str(desk.root.tk.call("focus")) != str(popup.file):
            key(desk.root, "Tab")
    key(desk.root, "Return")
    desk.wait(lambda: bool(desk.answers.errors), "the reason")
    assert "Cannot read the typeface bad.ttf" in desk.answers.errors[0]
    assert desk.document.page.typeface == "Mine"
    desk.answers.paths = [None]
    click(field)
    click(shown(field).file)
    assert desk.document.page.typeface == "Mine"


def test_it_stays_closed_while_another_program_has_the_pointer(desk: Desk) -> None:
    """As the window manager has it while it moves a window."""
    field = field_of(desk)
    with pointer_of_another_program():
        field.open("d")
        settle(desk.root)
        assert popup_of(field) is None
    field.open("d")
    assert shown(field).text.get() == "d"


def test_the_word_of_a_mask_is_drawn_in_its_dialog(desk: Desk, tmp_path: Path) -> None:
    add_own(small_font(tmp_path / "mine.ttf", SQUARES, "AB"))

    def answer(window: TclWindow) -> None:
        modal = desk.root.nametowidget(str(window))
        modal.form.boxes["text"].write("AB\\nB")
        field = modal.form.boxes["typeface"].widget
        click(field)
        popup = shown(field)
        assert popup.list.word == "AB"
        click(popup.list, 40, popup.list.pitch * 3 // 2)
        assert field.get() == SQUARES
        click(window.find("TButton", "Use outline"))

    desk.window.show_section("generate")
    with dialog(desk.root, answer, "Shape outline: Text"):
        row = desk.generate.mask.rows[0]
        row.box.write("Text…")
    (mask,) = desk.session.view.draft.masks.masks
    assert mask.options == {"text": "AB\\nB", "typeface": SQUARES}


@pytest.mark.slow
def test_the_wheel_and_the_bar_scroll(desk: Desk, typefaces: dict[str, Typeface]) -> None:
    from tests.events import wheel

    for number in range(40):
        typefaces[f"Face {number:04}"] = replace(typefaces[SQUARES], family=f"Face {number:04}")
    field = field_of(desk)
    click(field)
    popup = shown(field)
    first = popup.list.in_view()[0]
    wheel(popup.list, -3)
    assert popup.list.in_view()[0] != first
    wheel(popup.list, 30)
    assert popup.list.in_view()[0] == first
    click(popup.bar, None, popup.bar.winfo_height() - 30)
    assert popup.list.in_view()[0] != first
    assert popup_of(field) is popup
    click(desk.canvas)
    wait_until(desk.root, lambda: popup_of(field) is None, what="the end")
    assert desk.document.page.typeface == ""
