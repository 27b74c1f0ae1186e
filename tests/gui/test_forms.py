"""Forms: every kind of option can be filled in, is checked, and shows its error beneath it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from pathlib import Path
from tkinter import font, ttk
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.app.books.draft import book_options
from mazeeditor.app.drafts.field_values import Derived, FieldValues
from mazeeditor.app.drafts.state import Part, State
from mazeeditor.app.printing.sheet_draft import sheet_options
from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import FileOf, OnlyWhere, Option, Section, Written, options_of
from mazeeditor.gui.forms.fields import FieldText, Slider
from mazeeditor.gui.forms.forms import Form, add_sections
from mazeeditor.gui.forms.more import remember_rare_options
from mazeeditor.gui.look import apply
from mazeeditor.gui.widgets import has_keyboard
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.options import make_options
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.random import SEED
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import SOLVERS
from mazeeditor.maze.transforms import TRANSFORMS
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.page.page import page_options
from mazeeditor.prepress.rule_sets import rule_sets
from mazeeditor.sheets.books.book import BookStyle, ChapterStyle
from tests.events import click, key, settle, type_text, wait_until

ALL = [
    *page_options(),
    BRAID,
    SEED,
    *(
        option
        for registry in (GENERATORS, SOLVERS, SHAPES, EXPORTERS, MASKS, TRANSFORMS, CUT_FORMATS)
        for thing in registry
        for option in thing.options
    ),
]


class FormProbe:
    """A form and what it reported."""

    def __init__(self, root: tk.Tk, *options: Option, **values: Any) -> None:
        apply(root, "light", 1.0)
        self.changes: list[tuple[str, Any]] = []
        self.submits = 0
        self.fields = FieldValues(options, values)
        self.fields.edited.subscribe(self.changed)
        self.form = Form(root, self.fields, self.submit)
        self.form.pack(fill="x")
        self.other = tk.Entry(root)
        self.other.pack()
        root.geometry("400x300")
        settle(root)

    def changed(self, name: str, value: Any) -> None:
        self.changes.append((name, value))

    def submit(self) -> None:
        self.submits += 1

    def type(self, name: str, text: str) -> None:
        field = self.form.boxes[name].typed_in
        click(field)
        key(field, "ctrl+a")
        type_text(field, text)

    def errors(self) -> list[str]:
        return [
            str(child.cget("text"))
            for child in self.form.winfo_children()
            if child.winfo_class() == "TLabel"
            and str(child.cget("style")) == "Error.TLabel"
            and child.winfo_viewable()
        ]


ROWS = Option("rows", int, 30, low=1, high=100)
CELL = Option("cell", float, None, unit="mm", low=0.5, high=50, optional=True)
SHARE = Option("share", float, 0.0, low=0, high=1)
WALLS = Option("walls", str, "lines", choices=("lines", "filled-bands"))
TURN = Option("turn", bool, False)


@pytest.mark.slow
def test_every_default_of_the_program_can_be_shown_and_read(root: tk.Tk) -> None:
    for option in ALL:
        probe = FormProbe(root, option)
        assert probe.form.values() == {option.name: option.default}, option.name
        probe.form.boxes[option.name].commit()
        assert probe.changes == [], option.name
        probe.form.destroy()
        probe.other.destroy()


SECTIONED: dict[str, Sequence[Option]] = {  # in forms with headings
    "page": page_options(),
    "sheet": sheet_options(),
    "book": options_of(BookStyle),
    "chapter": options_of(ChapterStyle),
    "make": make_options(),
}


def test_every_option_stands_once_below_its_heading(root: tk.Tk) -> None:
    apply(root, "light", 1.0)
    for name, options in SECTIONED.items():
        parent = ttk.Frame(root)
        fields = FieldValues(options)
        forms = add_sections(parent, fields, fields.sections)
        headings = (
            child
            for part in parent.winfo_children()
            for child in (part, *part.winfo_children())
            if child.winfo_class() in ("TLabel", "TCheckbutton")
            and str(child.cget("style")) in ("Bold.TLabel", "Section.TCheckbutton")
        )
        # that of a section in which all is rare is its More
        titles = [text for text in (str(each.cget("text")) for each in headings) if text != "More"]
        below = [
            (box, title) for title, form in zip(titles, forms, strict=True) for box in form.boxes
        ]
        expected = [(option.name, option.sections[0].title) for option in options]
        assert sorted(below) == sorted(expected), name
        assert len({*titles}) == len(titles), name
        parent.destroy()


def test_sections_stand_in_their_order_and_what_does_nothing_does_not_matter() -> None:
    first, second, third = Section("First", 1), Section("Second", 2), Section("Third", 3)
    places = {"a": (second, first), "b": (third,), "c": (first, third), "d": (second,)}
    fields = FieldValues(Option(name, str, "", sections=some) for name, some in places.items())
    assert fields.sections == [first, second, third]
    only = OnlyWhere(lambda values: bool(values["turn"]), "Only if Turn is on.")
    fields = FieldValues([TURN, Option("dpi", int, 600, low=150, high=1200, only=only)])
    fields.keep_text("dpi", "many")
    assert fields.read() == {"turn": False, "dpi": 600}
    fields.edit("turn", True)
    with pytest.raises(UsageError):
        fields.read()


def test_every_choice_of_an_option_is_shown_in_words() -> None:
    for option in (*ALL, *(option for options in SECTIONED.values() for option in options)):
        for text in FieldText(option).choices if option.choices else ():
            assert text[:1] == text[:1].upper(), (option.name, text)
            assert "_" not in text, (option.name, text)
        assert option.label[:1] == option.label[:1].upper(), option.name
        assert not option.labels or (*option.labels,) == option.choices, option.name


@given(st.floats(0.5, 50))
def test_numbers_survive_being_shown(number: float) -> None:
    text = FieldText(CELL)
    assert text.read(text.of(number)) == pytest.approx(number, rel=1e-9)


def test_what_people_write() -> None:
    for option, written, value in (
        (CELL, "6,5", 6.5),
        (CELL, "6.5 mm", 6.5),
        (CELL, "fit", None),
        (CELL, "", None),
        (ROWS, " 7 ", 7),
        (WALLS, "Filled bands", "filled-bands"),
        (TURN, "yes", True),
        (SHARE, "7", 0.07),
        (SHARE, "29 %", 0.29),
        (SHARE, "1", 0.01),
        (SHARE, "0.05", 0.05),  # as flags have it
        (SHARE, "12,5", 0.125),
    ):
        assert FieldText(option).read(written) == value, written
        assert FieldText(option).problem(written) == ""
    for wrong in ("0", "101", "-1", "x", "", "1.5", "1e9"):
        assert FieldText(ROWS).problem(wrong).startswith("Rows must be"), wrong
    assert FieldText(SHARE).problem("101") == "Share must be from 0 % to 100 %."


def test_enter_leaving_and_a_pause_take_over(root: tk.Tk, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = FormProbe(root, ROWS, CELL, WALLS, TURN)
    values = {"rows": 5, "cell": 2.5, "walls": "filled-bands", "turn": True}
    probe.form.show(values)
    settle(root)
    assert probe.form.values() == values
    assert probe.changes == [], "what comes from elsewhere is not reported"
    with monkeypatch.context() as patch:
        patch.setattr("mazeeditor.gui.forms.fields.PAUSE_MS", 60_000)
        probe.type("rows", "11\n")
        assert (probe.changes.pop(), probe.submits) == (("rows", 11), 1)
        probe.type("rows", "12")
        assert probe.changes == []
        click(probe.other)
        settle(root)
        assert probe.changes == [("rows", 12)]
    probe.type("rows", "13")
    wait_until(root, lambda: probe.changes[1:] == [("rows", 13)], what="the pause")


def test_what_is_wrong_stands_beneath_and_submits_nothing(root: tk.Tk) -> None:
    probe = FormProbe(root, ROWS)
    probe.type("rows", "0\n")
    assert probe.changes == []
    assert probe.submits == 0
    assert probe.errors() == ["Rows must be a whole number from 1 to 100, not 0."]
    assert probe.form.boxes["rows"].typed_in.instate(["invalid"])
    with pytest.raises(UsageError):
        probe.form.values()
    probe.type("rows", "9")
    assert probe.errors() == []
    assert probe.form.boxes["rows"].typed_in.instate(["!invalid"])


def test_escape_and_undo_put_back_what_was_there(root: tk.Tk) -> None:
    probe = FormProbe(root, ROWS, rows=7)
    for combination in ("Escape", "ctrl+z"):
        probe.type("rows", "99")
        key(root, combination)
        assert probe.form.boxes["rows"].variable.get() == "7"
    assert probe.changes == []


def test_steps_choices_and_switches_count_at_once(root: tk.Tk) -> None:
    probe = FormProbe(root, ROWS, WALLS, TURN)
    key_into(probe, "rows", "Up")
    settle(root)
    key_into(probe, "walls", "Down")  # opens the list
    key(root, "Down")
    key(root, "Return")
    click(probe.form.boxes["turn"].widget, 10)
    settle(root)
    wait_until(root, lambda: len(probe.changes) == 3)
    assert probe.changes == [("rows", 31), ("walls", "filled-bands"), ("turn", True)]


def key_into(probe: FormProbe, name: str, combination: str) -> None:
    probe.form.boxes[name].typed_in.focus_force()
    key(probe.form, combination)


def test_a_slider_follows_the_number_and_leads_it(root: tk.Tk) -> None:
    probe = FormProbe(root, SHARE)
    slider = probe.form.boxes["share"].widget
    assert isinstance(slider, Slider)
    probe.type("share", "0.5\n")  # as flags have it
    assert slider.scale.get() == 0.5
    assert slider.entry.get() == "50 %"
    slider.scale.focus_force()
    key(slider.scale, "Right", 2)
    wait_until(root, lambda: probe.changes[-1] == ("share", 0.6), what="the keys")
    click(slider.scale, slider.scale.winfo_width() - 9)
    wait_until(root, lambda: probe.changes[-1][1] > 0.9, what="the pointer")


def test_words_to_choose_from_begin_with_a_capital() -> None:
    """Other offers, such as papers, are shown as they are written; both can be typed."""
    (start,) = (option for option in GENERATORS["backtracker"].options if option.name == "start")
    text = FieldText(start)
    assert text.choices == ["Random", "Middle", "First"]
    assert text.of("random") == "Random"
    assert text.read("Middle") == text.read("middle") == "middle"
    assert text.read("3, 4") == "3,4"
    (paper,) = (option for option in page_options() if option.name == "page")
    assert {"A4", "8.5 × 11 in", "Fit"} <= {*FieldText(paper).choices}
    (colour,) = (option for option in page_options() if option.name == "colour")
    assert FieldText(colour).of("black") == "black"


def list_is_open(field: tk.Misc) -> bool:
    popdown = f"{field}.popdown"
    call = field.tk.call
    return bool(call("winfo", "exists", popdown)) and bool(call("winfo", "ismapped", popdown))


def test_a_click_on_the_text_opens_the_list_and_typing_closes_it(root: tk.Tk) -> None:
    paper = next(option for option in page_options() if option.name == "page")
    probe = FormProbe(root, paper)
    field = probe.form.boxes["page"].typed_in
    assert isinstance(field, ttk.Combobox)
    middle = field.winfo_height() / 2
    click(field, 20, middle)
    assert list_is_open(field)
    key(field, "Escape")
    assert not list_is_open(field)
    click(field, 20, middle)
    key(field, "Down")
    key(field, "Return")
    assert probe.changes == [("page", "A5")]
    click(field, 20, middle)
    type_text(field, "6x9in")
    assert not list_is_open(field)
    assert field.get() == "6x9in"
    click(field, 12, middle)  # into what is being typed
    assert not list_is_open(field)
    type_text(field, "1")
    assert len(field.get()) == len("16x9in")
    key(field, "ctrl+a")
    click(field, 20, middle)
    key(field, "BackSpace")
    assert field.get() == ""


UNIT = Option("gap", float, 3.0, unit="mm", low=0, high=100)
LATER = Option(
    "start",
    str,
    "mouse",
    file=FileOf("Pictures", (".svg",), load=lambda path: path.name),
    written=Written(str, ("mouse",)),
    only=OnlyWhere(lambda values: values["walls"] == "filled-bands", "No.", hidden=True),
)


def test_fields_stay_where_they_are_when_rows_come(root: tk.Tk) -> None:
    """A row with a button is wider beside its field than one with a unit."""
    long = Option("a_name_that_is_longer_than_the_column", int, 1, low=0, high=9)
    probe = FormProbe(root, long)
    label = probe.form._labels[long.name]
    assert label.winfo_x() + label.winfo_width() < probe.form.boxes[long.name].widget.winfo_x()
    probe.form.destroy()
    probe = FormProbe(root, WALLS, UNIT, LATER)
    probe.form.offer_pictures(lambda *_values: None)
    settle(root)
    box = probe.form.boxes["gap"].widget
    before = box.winfo_rootx(), box.winfo_width()
    probe.fields.update({"walls": "filled-bands"})
    settle(root)
    assert probe.form.files["start"].winfo_viewable()
    assert (box.winfo_rootx(), box.winfo_width()) == before


FITTED = SECTIONED | {
    "book of the window": book_options({rules.name: rules.label for rules in rule_sets()[0]})
}
ARROW = 30  # px at 96 dpi beside the text of a list


@pytest.mark.slow
def test_no_choice_is_cut_in_the_panel(root: tk.Tk) -> None:
    theme = apply(root, "light", 1.0)
    remember_rare_options(root, Settings(everything=True))
    root.geometry(f"{theme.panel_width}x2000")
    face = font.nametofont("TkTextFont", root)
    for name, options in FITTED.items():
        parent = ttk.Frame(root)
        parent.pack(fill="both", expand=True)
        fields = FieldValues(options)
        forms = add_sections(parent, fields, fields.sections)
        settle(root)
        for box in (box for form in forms for box in form.boxes.values()):
            if box.text.choices and isinstance(box.widget, ttk.Combobox):
                if not box.widget.winfo_viewable():  # of no use with the others as they are
                    continue
                widest = max(map(face.measure, box.text.choices))
                assert widest + theme.px(ARROW) <= box.widget.winfo_width(), (name, box.option.name)
        parent.destroy()


SVG = '<svg xmlns="http://www.w3.org/2000/svg"><g id="{}"><path d="M0 0h9v9z"/></g></svg>'


@pytest.fixture
def own_themes(settings_file: Path) -> Path:
    folder = settings_file.parent / "themes"
    folder.mkdir(parents=True)
    return folder


def test_pictures_of_a_theme_are_named_as_they_are_used(root: tk.Tk, own_themes: Path) -> None:
    (own_themes / "stars.svg").write_text(SVG.format("corner"))  # which has no pictures for them
    names = {"theme", "theme_pictures", "walls", "marks", "start_picture"}
    probe = FormProbe(root, *(o for o in page_options() if o.name in names), theme="ocean")
    box = probe.form.boxes["marks"]
    shown = box.variable.get
    assert shown() == "As the theme has it"
    assert "Arrows" not in box.widget.cget("values")
    for other, usual in ({"theme": "plain"}, "Arrows"), ({"theme": "stars"}, "Arrows"):
        probe.form.show(other)
        assert shown() == usual
    probe.form.show({"theme": "ocean", "theme_pictures": False})
    assert shown() == "Arrows"
    probe.form.show({"theme_pictures": True, "walls": "hairlines"})
    assert shown() == "Arrows"
    probe.form.show({"walls": "lines", "marks": "picture"})
    assert shown() == "Pictures"
    assert probe.form.boxes["start_picture"].variable.get() == "As the theme has it"
    probe.form.show({"marks": "word"})
    field = box.typed_in
    click(field)
    key(field, "Up")
    key(field, "Return")
    assert probe.changes == [("marks", "arrow")]  # files keep what they kept
    assert shown() == "As the theme has it"
    assert probe.form.values()["start_picture"] == "mouse"


def test_themes_of_users_are_in_the_list_also_new_ones(root: tk.Tk, own_themes: Path) -> None:
    probe = FormProbe(root, *(o for o in page_options() if o.name in ("theme", "walls")))
    field = probe.form.boxes["theme"].typed_in

    def offered() -> list[str]:
        click(field)
        key(field, "Down")
        window = str(field.tk.call("ttk::combobox::PopdownWindow", field))
        result = field.tk.splitlist(field.tk.call(f"{window}.f.l", "get", 0, "end"))
        key(field, "Escape")
        return list(map(str, result))

    assert offered()[-1] == "Elegant"
    (own_themes / "stars.svg").write_text(SVG.format("corner"))
    (own_themes / "Our House").mkdir()
    assert offered()[-3:] == ["Elegant", "Our House", "Stars"]
    click(field)
    key(field, "Down", 20)  # to the last one
    key(field, "Return")
    assert probe.changes == [("theme", "stars")]
    assert probe.form.boxes["theme"].variable.get() == "Stars"
    assert not probe.errors()


def test_rules_of_numbers_are_read_as_words(root: tk.Tk) -> None:
    """The name of the command line is not shown, and any number can be typed."""
    option = next(option for option in page_options() if option.name == "step_on")
    probe = FormProbe(root, option)
    field = probe.form.boxes["step_on"].typed_in
    assert isinstance(field, ttk.Combobox)
    assert field.get() == "Multiples of 3"
    shown = [str(text) for text in field.cget("values")]
    assert shown[:11] == [f"Multiples of {number}" for number in range(2, 13)]
    assert shown[11:14] == ["Square numbers", "Prime numbers", "Counting in steps of 2"]
    key(field, "Tab")
    for typed, value in (("multiples of 17", "multiples-17"), ("primes", "primes")):
        probe.type("step_on", typed)
        key(field, "Return")
        assert probe.changes[-1] == ("step_on", value)
    probe.form.boxes["step_on"].show("counting-25")
    assert field.get() == "Counting in steps of 25"


def test_a_value_that_follows_is_grey_until_it_is_typed_and_can_follow_again(root: tk.Tk) -> None:
    apply(root, "light", 1.0)
    state = State[int | None](None)

    def put(values: Mapping[str, Any]) -> None:
        state.set(values["rows"])

    fields = FieldValues(
        (ROWS,),
        part=Part(lambda: {"rows": 20 if state.value is None else state.value}, put, state.changed),
        derived=Derived({"rows": "The rows of the page"}, lambda _name: state.value is None),
    )
    form = Form(root, fields)
    form.pack(fill="x")
    root.geometry("400x300")
    settle(root)
    box, reset = form.boxes["rows"], form.resets["rows"]
    usual, wide = ttk.Style(root).lookup("TSpinbox", "foreground"), box.widget.winfo_width()

    def shown() -> tuple[str, bool, bool]:
        settle(root)
        ink = ttk.Style(root).lookup(str(box.widget.cget("style")), "foreground")
        return box.variable.get(), ink == usual, bool(reset.winfo_ismapped())

    assert shown() == ("20", False, False)
    click(box.typed_in)
    key(box.typed_in, "ctrl+a")
    type_text(box.typed_in, "7")
    assert shown() == ("7", True, False), "while it is typed"
    key(box.typed_in, "Return")
    assert shown() == ("7", True, True)
    assert box.widget.winfo_width() < wide
    key(box.typed_in, "Tab")
    key(reset, "space")
    assert shown() == ("20", False, False)
    assert has_keyboard(box.typed_in)
    assert box.widget.winfo_width() == wide
