"""How a text stands on a page: place, size and typeface have controls, the text stays one."""

from __future__ import annotations

import tkinter as tk

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.options import Advanced, Option, options_of
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.widgets.fields.style_field import PLACES, StyleField, StyleParts
from mazeeditor.sheets.sheet import USUAL_STYLE, Sheet, read_style, style_of
from tests.events import click, key, settle, type_text, wait_until
from tests.gui.test_more import form_of

STYLE = next(option for option in options_of(Sheet) if option.name == "title_style")


@given(
    st.sampled_from(("", *PLACES)),
    st.sampled_from(("", "24pt", "5mm", "0.3in")),
    st.sampled_from(("", "Noto Serif", "Comic Neue")),
)
def test_parts_and_text_are_the_same(place: str, size: str, typeface: str) -> None:
    parts = StyleParts(place, size, typeface)
    assert StyleParts.of(str(parts)) == parts
    assert read_style(str(parts)) == str(parts)
    assert style_of(str(parts), USUAL_STYLE).typeface == typeface


def test_in_any_order_and_with_words_that_are_unknown() -> None:
    assert StyleParts.of('"Noto Serif" 24 pt top left') == ("top left", "24pt", "Noto Serif")
    assert StyleParts.of("somewhere 3cm") == ("somewhere", "3cm", "")


@pytest.fixture
def form(root: tk.Tk) -> Form:
    return form_of(root, without_more(STYLE))


def without_more(option: Option) -> Option:
    assert option.rare == Advanced()
    return Option(option.name, str, "", option.help, written=option.written)


def field_of(form: Form) -> StyleField:
    field = form.boxes["title_style"].widget
    assert isinstance(field, StyleField)
    return field


def test_by_keys(root: tk.Tk, form: Form) -> None:
    field, fields = field_of(form), form.fields
    field.entry.focus_force()
    key(root, "Down", 3)  # the list opens at the usual place; top left, top center
    key(root, "Return")
    wait_until(root, lambda: fields["title_style"] == "top center")
    click(field.letters)
    type_text(root, "24\t")
    wait_until(root, lambda: fields["title_style"] == "top center 24pt")
    fields.update({"title_style": 'bottom right 5mm "Noto Serif"'})
    settle(root)
    assert field.entry.get() == "Bottom right"
    assert (field.letters.get(), field.typeface.get()) == ("5mm", "Noto Serif")
    assert fields["title_style"] == 'bottom right 5mm "Noto Serif"', "untouched"
    field.typeface.focus_force()
    key(root, "Delete")
    wait_until(root, lambda: fields["title_style"] == "bottom right 5mm")


def test_a_text_that_is_no_style_is_kept_and_named(root: tk.Tk, form: Form) -> None:
    field = field_of(form)
    click(field.entry)
    key(root, "Escape")
    field.entry.focus_force()
    key(root, "ctrl+a")
    type_text(root, "somewhere\n")
    settle(root)
    assert form.fields.uncommitted == {"title_style": "somewhere"}
    assert field.entry.instate(["invalid"])
    key(root, "ctrl+a")
    type_text(root, 'top left 24pt "Noto Serif"\n')
    wait_until(root, lambda: form.fields["title_style"] == 'top left 24pt "Noto Serif"')
    assert not field.entry.instate(["invalid"])
