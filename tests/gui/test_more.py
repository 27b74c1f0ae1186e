"""More: rare options are out of sight, but never in force without being seen."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Advanced, OnlyWhere, Option
from mazeeditor.gui.forms.forms import Form, add_sections
from mazeeditor.gui.forms.more import More, remember_rare_options
from mazeeditor.gui.look import apply
from mazeeditor.gui.panels.generate_panel import GeneratePanel
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.gui.widgets.focus_order import bind_tab
from mazeeditor.gui.workspaces.sheets import SheetsWorkspace
from tests.events import click, key, settle, type_text
from tests.gui.desk import Desk
from tests.gui.test_forms import SECTIONED

pytestmark = pytest.mark.usefixtures("display")

FEW = 8  # fields before the first More: six, and what one of them brings with it
TITLE = Option("title", str, "")
MARGIN = Option("margin", float, 15.0, low=0, high=100, rare=Advanced())
SEED = Option("seed", int, 1, low=0, high=1000, rare=Advanced(noted=False))
FAR = Option("far_colour", str, "", rare=Advanced())
OVERLAP = Option(
    "overlap",
    int,
    10,
    rare=Advanced(),
    only=OnlyWhere(lambda values: values["title"] == "poster", "No poster.", hidden=True),
)


def form_of(root: tk.Tk, *options: Option) -> Form:
    apply(root, "light", 1.0)
    form = Form(root, FieldValues(options))
    form.pack(fill="x")
    root.geometry("400x300")
    settle(root)
    return form


def more_of(form: Form) -> More:
    assert form.more
    return form.more


def shown(form: Form) -> list[str]:
    boxes = {name: box.widget for name, box in form.boxes.items() if box.widget.winfo_viewable()}
    return sorted(boxes, key=lambda name: boxes[name].winfo_rooty())


def test_by_pointer_and_by_keys(root: tk.Tk) -> None:
    form = form_of(root, MARGIN, TITLE)
    click(more_of(form))
    assert shown(form) == ["title", "margin"], "rare ones below the others"
    click(more_of(form))
    bind_tab(root)
    form.boxes["title"].typed_in.focus_force()
    for opens, closes in (("Return", "space"), ("Right", "Left")):
        key(root, "Tab")
        assert root.focus_get() is form.more
        key(root, opens)
        assert shown(form) == ["title", "margin"]
        key(root, "Tab")
        assert root.focus_get() is form.boxes["margin"].typed_in
        key(root, "shift+Tab")
        key(root, closes)
        assert shown(form) == ["title"]
        key(root, "shift+Tab")


def test_what_is_wrong_with_a_field_is_hidden_with_it(root: tk.Tk) -> None:
    form = form_of(root, TITLE, MARGIN)
    bind_tab(root)
    more_of(form).open()
    form.boxes["margin"].typed_in.focus_force()
    key(root, "ctrl+a")
    type_text(root, "wide")
    key(root, "Return")

    def problems() -> list[str]:
        children = [child for child in form.winfo_children() if child.winfo_viewable()]
        labels = [child for child in children if isinstance(child, ttk.Label)]
        return [str(each["text"]) for each in labels if str(each["style"]) == "Error.TLabel"]

    key(root, "shift+Tab")
    assert root.focus_get() is form.more
    assert len(problems()) == 1
    for closed in (True, False):
        key(root, "space")
        assert shown(form) == (["title"] if closed else ["title", "margin"])
        assert len(problems()) == int(not closed)
        assert more_of(form).cget("text") == ("More (set: Margin)" if closed else "More")


def test_what_is_set_below_it_is_named(root: tk.Tk) -> None:
    form = form_of(root, TITLE, MARGIN, FAR, SEED)
    more = more_of(form)
    assert more.cget("text") == "More"
    form.fields.update({"margin": 20.0, "seed": 7})  # a seed says nothing: it is always another
    assert more.cget("text") == "More (set: Margin)"
    form.fields.update({"far_colour": "red"})
    assert more.cget("text") == "More (set: Margin, Far colour)"
    more.open()
    assert more.cget("text") == "More"
    click(more)
    form.fields.update({"margin": 15.0, "far_colour": ""})
    assert more.cget("text") == "More"


def test_there_is_no_more_where_nothing_below_it_has_an_effect(root: tk.Tk) -> None:
    form = form_of(root, TITLE, OVERLAP)
    assert not more_of(form).winfo_viewable()
    form.fields.update({"title": "poster", "overlap": 20})
    settle(root)
    assert more_of(form).cget("text") == "More (set: Overlap)"
    assert shown(form) == ["title"]
    more_of(form).open()
    settle(root)
    assert shown(form) == ["title", "overlap"]


def test_what_is_wrong_below_it_is_shown(root: tk.Tk) -> None:
    form = form_of(root, TITLE, MARGIN)
    click(more_of(form))
    box = form.boxes["margin"]
    click(box.typed_in)
    key(root, "ctrl+a")
    type_text(root, "wide\t")
    click(more_of(form))
    assert shown(form) == ["title"]
    assert more_of(form).cget("text") == "More (set: Margin)"
    with pytest.raises(UsageError, match="Margin"):
        form.values()
    settle(root)
    assert shown(form) == ["title", "margin"]
    assert root.focus_get() is box.typed_in


def test_what_is_open_is_remembered_and_everything_is_not(root: tk.Tk) -> None:
    settings = Settings()
    remember_rare_options(root, settings)
    first = form_of(root, TITLE, MARGIN)
    rare = more_of(first).rare
    rare.show_everything(True)
    settle(root)
    assert shown(first) == ["title", "margin"]
    assert not more_of(first).winfo_viewable()
    rare.show_everything(False)
    settle(root)
    click(more_of(first))
    assert settings.opened == ["margin"]
    first.destroy()
    assert shown(form_of(root, TITLE, MARGIN)) == ["title", "margin"]


def test_few_fields_stand_before_more(root: tk.Tk) -> None:
    apply(root, "light", 1.0)
    remember_rare_options(root, Settings())
    for name, options in SECTIONED.items():
        parent, fields = ttk.Frame(root), FieldValues(options)
        parent.pack(fill="both", expand=True)
        forms = add_sections(parent, fields, fields.sections)
        settle(root)
        for form in forms:
            assert len(shown(form)) <= FEW, name
        assert any(map(shown, forms)), name
        parent.destroy()


@pytest.mark.slow
def test_everything_in_the_view_menu_opens_all_forms(desk: Desk) -> None:
    desk.window.show_section("page")
    page, generate = desk.section(PagePanel), desk.section(GeneratePanel)
    settle(desk.root)
    assert "far_colour" not in shown(page.form)
    desk.window.run(COMMANDS["everything"])
    settle(desk.root)
    assert {*shown(page.form)} >= {"far_colour", "reversed", "margin"}
    desk.window.show_section("generate")
    settle(desk.root)
    assert {*shown(generate.recipe), *shown(generate.rare_options)} == {
        *("braid", "seed", "keep_seed", "start", "straight")
    }
    desk.window.run(COMMANDS["everything"])
    settle(desk.root)
    assert shown(generate.recipe) == ["braid"]
    assert not desk.session.services.settings.everything


def test_one_more_for_seed_and_the_options_of_a_generator(desk: Desk) -> None:
    desk.window.show_section("generate")
    generate = desk.generate
    draft = desk.session.view.draft
    draft.options.edit("straight", 0.5)
    settle(desk.root)
    assert more_of(generate.recipe) is generate.rare_options.more
    assert more_of(generate.recipe).cget("text") == "More (set: Long corridors)"
    draft.kinds.edit("generator", "kruskal")  # it has none
    settle(desk.root)
    assert more_of(generate.recipe).cget("text") == "More"
    click(more_of(generate.recipe))
    assert shown(generate.recipe) == ["braid", "seed", "keep_seed"]
    draft.kinds.edit("generator", "prim")
    settle(desk.root)
    assert shown(generate.rare_options) == ["start"]


def test_a_section_of_rare_options_opens_by_its_heading(desk: Desk) -> None:
    desk.window.show_workspace("sheets")
    content = desk.window.switch.content
    assert isinstance(content, SheetsWorkspace)
    form = next(form for form in content.pane.forms if "pdfx" in form.boxes)
    assert more_of(form).cget("text") == "For a print shop"
    more_of(form).focus_force()
    key(desk.root, "space")
    assert {*shown(form)} == {"trim_box", "pdfx"}
    settings, sections = desk.session.services.settings, content.pane.sections
    assert "trim_box" in settings.opened
    for everything in (True, False):
        desk.window.run(COMMANDS["everything"])
        assert {section.open.get() for section in sections.values()} == {everything}
    known = settings.sections.items()
    assert not any(opened for name, opened in known if name.startswith("sheet: ")), "not kept"
