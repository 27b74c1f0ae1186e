"""Colours: a swatch beside the text, a palette by pointer and keys, and what is hard to see."""

from __future__ import annotations

import tkinter as tk

import pytest

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Unsaved
from mazeeditor.core.options import options_of
from mazeeditor.films.formats import FilmOptions
from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.gui.widgets.fields.colour_field import ColourField, ColourPopup
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.transforms import TRANSFORMS
from mazeeditor.page.colours import PALETTE, TINTS, contrast, hexadecimal, read_colour
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.page.page import page_options
from tests.desktop import Desktop, pointer_of_another_program
from tests.dialogs import dialog
from tests.events import click, key, move, screenshot, settle, type_text, wait_until
from tests.gui.desk import Desk, open_desk, open_more


@pytest.fixture
def desk(desk: Desk, desktop: Desktop) -> Desk:  # noqa: ARG001 - where it is shown
    desk.window.show_section("page")
    open_more(desk.section(PagePanel).form)
    return desk


def box_of(desk: Desk, name: str = "colour") -> Box:
    return desk.section(PagePanel).form.boxes[name]


def field_of(box: Box) -> ColourField:
    assert isinstance(box.widget, ColourField)
    return box.widget


def popup_of(owner: tk.Misc) -> ColourPopup | None:
    """Return the palette that is shown below a field."""
    children = owner.winfo_children()
    return next((child for child in children if isinstance(child, ColourPopup)), None)


def opened(desk: Desk, field: ColourField) -> ColourPopup:
    click(field.swatch)
    desk.wait(lambda: popup_of(field) is not None, "the palette")
    popup = popup_of(field)
    assert popup
    desk.wait(lambda: str(desk.root.tk.call("focus")) == str(popup.palette), "its keyboard")
    return popup


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("white") == 1
    assert contrast("black") == pytest.approx(21)
    assert contrast("#767676") == pytest.approx(4.54, abs=0.005)
    assert contrast("#949494") == pytest.approx(3.03, abs=0.005)
    assert contrast("yellow", "black") == pytest.approx(19.56, abs=0.005)
    assert len({hexadecimal(colour) for colour in PALETTE}) == len(PALETTE) == 24
    assert all(contrast(colour) >= 4.5 for colour in PALETTE[:16]), "their lines are seen"


def test_every_option_that_is_a_colour_has_a_swatch(root: tk.Tk) -> None:
    from mazeeditor.gui.look import apply

    apply(root, "light", 1)
    options = [*page_options(), *options_of(FilmOptions)]
    for registry in (EXPORTERS, MASKS, TRANSFORMS):
        options += [option for entry in registry for option in entry.options]
    found = 0
    for option in options:
        reads = option.written is not None and option.written.read is read_colour
        if reads or option.name.endswith("colour"):
            box = Box(root, FieldValues([option]), option.name, print)
            assert isinstance(box.widget, ColourField), option.name
            found += 1
    assert found >= 2


@pytest.mark.slow
def test_a_colour_is_chosen_by_a_click(desk: Desk) -> None:
    box = box_of(desk)
    popup = opened(desk, field_of(box))
    left, top = popup.palette.corner(10)
    click(popup.palette, left + 8, top + 8)
    assert desk.document.page.colour == PALETTE[10]
    assert desk.document.undo_name == "Change page: Wall colour"
    assert popup_of(field_of(box)) is None
    red = tuple(int(PALETTE[10][i : i + 2], 16) for i in (1, 3, 5))
    swatch = screenshot(field_of(box).swatch).getcolors(1 << 24) or []
    assert any(colour == red and number > 100 for number, colour in swatch)


@pytest.mark.slow
def test_a_colour_is_chosen_by_keys_alone(desk: Desk) -> None:
    box = box_of(desk)
    box.typed_in.focus_set()
    key(desk.root, "Down")  # opens the palette
    field = field_of(box)
    desk.wait(lambda: popup_of(field) is not None, "the palette")
    desk.wait(lambda: "swatches" in str(desk.root.tk.call("focus")), "its keyboard")
    for name in ("Right", "Right", "Down", "Return"):
        key(desk.root, name)
    assert desk.document.page.colour == PALETTE[10]
    assert desk.root.focus_get() is field.swatch
    key(desk.root, "space")
    desk.wait(lambda: popup_of(field) is not None, "the palette again")
    desk.wait(lambda: "swatches" in str(desk.root.tk.call("focus")), "its keyboard")
    key(desk.root, "Left")
    key(desk.root, "Escape")
    assert popup_of(field) is None
    assert desk.document.page.colour == PALETTE[10]
    assert desk.root.focus_get() is field.swatch
    opened(desk, field)
    click(desk.canvas)  # elsewhere
    desk.wait(lambda: popup_of(field) is None, "the end, once the window manager lets it go")


@pytest.mark.slow
def test_any_other_colour_by_sliders(desk: Desk) -> None:
    field = field_of(box_of(desk))
    popup = opened(desk, field)
    click(popup.other)
    assert desk.root.focus_get() is popup.sliders.scales[0]
    key(desk.root, "Tab")
    key(desk.root, "Right", 40)
    key(desk.root, "Tab")
    key(desk.root, "Right", 20)
    chosen = popup._colour
    key(desk.root, "Return")
    assert desk.document.page.colour == chosen
    red, green, blue = (int(chosen[i : i + 2], 16) for i in (1, 3, 5))
    assert red > 150 > green == blue


@pytest.mark.slow
def test_no_palette_stays_open_while_another_program_has_the_pointer(desk: Desk) -> None:
    """As the window manager has it while it moves a window."""
    fields = [box.widget for box in desk.section(PagePanel).form.boxes.values()]
    swatches = {field.optional: field for field in fields if isinstance(field, ColourField)}
    assert set(swatches) == {True, False}
    with pointer_of_another_program():
        for field in swatches.values():
            field.open()
            settle(desk.root)
            assert popup_of(field) is None
    swatches[False].open()
    assert popup_of(swatches[False])


@pytest.mark.slow
def test_what_is_hard_to_see_is_said(desk: Desk) -> None:
    field = field_of(box_of(desk))
    popup = opened(desk, field)
    left, top = popup.palette.corner(19)
    move(popup.palette, left + 8, top + 8)
    assert "Hard to see on white paper: contrast 1.4" in str(popup.about.cget("text"))
    click(popup.palette, left + 8, top + 8)
    assert field.swatch.cget("text") == "!"
    assert "Hard to see" in field.warning
    field.entry.focus_set()
    key(field.entry, "ctrl+a")
    type_text(field.entry, "red\n")
    assert desk.document.page.colour == "red"
    assert field.swatch.cget("text") == ""
    type_text(field.entry, "dish\n")
    assert desk.document.page.colour == "red"
    assert "There is no colour" in shown_problem(desk)


def shown_problem(desk: Desk) -> str:
    labels = desk.section(PagePanel).form.winfo_children()
    texts = [str(label.cget("text")) for label in labels if label.winfo_class() == "TLabel"]
    return " ".join(texts)


@pytest.mark.slow
def test_colours_chosen_last_are_kept(desktop: Desktop, tmp_path: object) -> None:
    path = tmp_path / "settings.json"  # type: ignore[operator]
    desk = open_desk(Settings(path=path, colours=["nonsense", "blue"]))
    desk.window.show_section("page")
    open_more(desk.section(PagePanel).form)
    for name in ("red", "#123456", "red"):
        box_of(desk).write(name)
    assert desk.session.services.settings.colours == ["red", "#123456", "blue"]
    field = field_of(box_of(desk, "colour"))
    popup = opened(desk, field)
    assert popup.recent
    assert popup.recent.colours == ("red", "#123456", "blue")
    left, top = popup.recent.corner(2)
    click(popup.recent, left + 8, top + 8)
    assert desk.document.page.colour == "blue"
    desk.answers.unsaved = [Unsaved.DISCARD]
    desktop.close(desk.root)
    wait_until(desk.root, lambda: desk.window.closed, what="the end")
    assert Settings.load(path).colours == ["blue", "red", "#123456"]


def test_the_palette_works_in_a_dialog(desk: Desk) -> None:
    modal = Modal(desk.root, "Colours")
    fields = FieldValues([option for option in page_options() if option.name == "colour"])
    form = Form(modal.body, fields)
    form.reveal("colour")
    form.pack()
    modal.add_button("OK", modal.destroy, primary=True)
    field = field_of(form.boxes["colour"])

    def act(window: tk.Misc) -> None:
        popup = opened(desk, field)
        key(popup, "Right")
        key(popup, "Return")
        wait_until(window, lambda: fields["colour"] == PALETTE[1], what="the colour")
        assert str(window.tk.call("grab", "current", ".")) == str(modal)
        opened(desk, field)
        key(window, "Escape")  # the palette alone
        settle(window)
        assert modal.winfo_viewable()
        key(window, "Escape")

    with dialog(desk.root, act, "Colours"):
        desk.root.after(1, modal.show)
        desk.wait(lambda: not modal.winfo_exists(), "the end of the dialog")


@pytest.mark.slow
def test_no_colour_and_pale_ones_for_a_background(desk: Desk) -> None:
    """A pale colour is no mistake there; none is chosen by a button, or typed."""
    box, document = box_of(desk, "background"), desk.session.document
    assert box.variable.get() == "none"
    field = field_of(box)
    popup = opened(desk, field)
    key(popup.palette, "Right")
    key(popup.palette, "Return")
    desk.wait(lambda: document.page.background == TINTS[1], "the colour")
    assert not field.warning
    click(opened(desk, field).none)
    desk.wait(lambda: document.page.background is None, "no colour")
    assert box.variable.get() == "none"
    field.entry.focus_set()
    key(field.entry, "ctrl+a")
    type_text(field.entry, "#fff3b0\n")
    desk.wait(lambda: document.page.background == "#fff3b0", "what was typed")
    key(field.entry, "ctrl+a")
    type_text(field.entry, "none\n")
    desk.wait(lambda: document.page.background is None, "no colour")
