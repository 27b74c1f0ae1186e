"""Templates: each opens without an error, has a picture, and is what it says; those of a user."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mazeeditor.app.gallery import pictures
from mazeeditor.app.gallery.categories import NAMES
from mazeeditor.app.gallery.choosing import choose, remove
from mazeeditor.app.gallery.gallery import Gallery
from mazeeditor.app.gallery.own_templates import about
from mazeeditor.app.gallery.pictures import SIZE, kept_picture, read_picture
from mazeeditor.app.gallery.templates import (
    TEMPLATES,
    Template,
    recent_files,
    template_in,
    templates,
)
from mazeeditor.app.printing.sheet_work import plan_pages
from mazeeditor.app.printing.snapshot import Print, plan
from mazeeditor.app.settings import Settings
from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.editing.edits import SetPage
from mazeeditor.editing.tools import MODES
from mazeeditor.files import read
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import plan_making
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.page import Page
from mazeeditor.page.themes import ORDER
from tests.app.scripted import Program, opened
from tests.breadth import in_turns, stress
from tests.sources import ROOT

OFFERED = templates()
PROJECTS = [each for each in OFFERED if each.path.suffix == ".maze"]
FEW = 4  # templates of a case: all that a second is enough for


# All templates


def test_each_says_what_it_is_and_has_a_picture() -> None:
    assert {each.category for each in OFFERED} == {*NAMES} - {"recent"}
    assert len({(each.category, each.name) for each in OFFERED}) == len(OFFERED), "names differ"
    assert {*TEMPLATES.glob("*.png")} <= {each.picture for each in OFFERED}
    jobs = [each.values["making"]["job"] for each in OFFERED if "making" in each.values]
    assert sorted(jobs) == sorted(JOBS.names())
    for template in OFFERED:
        name = template.path.name
        assert template.problem == "", name
        assert template.name[0].isupper(), name
        assert template.about, f"say in a sentence what {name} is"
        with Image.open(template.picture) as picture:
            assert picture.width <= SIZE[0], name
            assert picture.height <= SIZE[1], name
            assert max(picture.size) >= 200, name
        shown = read_picture(template.picture, (140, 186))
        assert shown, f"run docs/templates.py: {name} has no picture"
        assert shown.width == 140 or shown.height == 186, name


# Others are those of a window: see tests/gui
BEGUN = [
    each
    for each in OFFERED
    if each.category != "book" and not (each.category == "teach" and each.values)
]
BOOKS = [each for each in OFFERED if each.category == "book"]


@pytest.mark.sample(6)
@pytest.mark.parametrize("first", range(0, len(BEGUN), FEW))
def test_each_begins_without_an_error(first: int) -> None:
    """A command that asks for something is answered with what is proposed, or cancelled."""
    for template in BEGUN[first : first + FEW]:
        with opened() as program:
            check_beginning(program, template)


@pytest.mark.slow
@pytest.mark.parametrize("template", BOOKS, ids=lambda each: each.path.stem)
def test_each_book_begins_without_an_error(program: Program, template: Template) -> None:
    """One of them is begun in test_open_book."""
    check_beginning(program, template)


def check_beginning(program: Program, template: Template) -> None:
    before, name = program.document.maze, template.path.name
    program.answers.paths = [None]
    program.ui.outline = MaskStep("text", {"text": "HI"})
    program.begin(name)
    assert program.answers.errors == [], name
    document, values = program.document, template.values
    if template.path.suffix == ".mazebook":
        assert program.session.book.in_front, name
        assert program.session.book.in_front.draft.path is None, name
        assert document.maze is before, name
        assert not program.ui.gallery, name
    elif "sheet" in values:
        assert program.session.view.workspaces.name == "sheets", name
    elif "ask" in values:
        assert document.maze is before, f"{name} begins without a file"
    else:
        assert document.maze is not before, name
        shown = document.path, document.name, document.dirty
        assert shown == (None, document.page.title or "Untitled", False), name
        assert not document.can_undo, name
        assert program.settings.recent == [], name
        assert "template" not in document.project().extra, name
    if "making" in values:
        assert program.session.view.workspaces.name == "make", name
        job = program.settings.making["job"]
        assert job == program.session.opened.begin_making().draft.fields["job"], name
    if "outline" in values:
        assert document.recipe.masks[0].options["text"] == "HI", name
        assert document.page.solution == "page", name
    if "tool" in values:
        assert program.session.view.toolbox.mode is MODES[values["tool"]], name


def test_unsaved_work_is_asked_about(program: Program) -> None:
    from mazeeditor.app.ui import Unsaved

    program.begin("05-wall-poster")
    assert program.document.maze.lattice.rows == 100
    program.begin()
    assert program.document.maze.lattice.rows == 30, "not that of the finished one before"
    for name in ("16-heart", "classic", "empty-grid"):
        if not program.document.dirty:
            program.edit()
        before = program.document.maze
        program.answers.unsaved = [Unsaved.KEEP]
        program.begin(name)
        assert program.document.maze is before
    assert program.answers.asked == ["Untitled"] * 3


def test_what_presets_say_is_known() -> None:
    known = {"format", "version", "name", "about", "category", "order", "shape", "sizes", "recipe"}
    known |= {"page", "command", "outline", "grid", "tool", "like", "for", "sheet", "making"}
    known |= {"words", "ask", "field"}
    for template in OFFERED:
        assert {*template.values} <= known, template.path.name
        assert template.values.get("for", "7-9") in AUDIENCES


# Themes


def found(text: str) -> list[Template]:
    gallery = Gallery(Settings())
    gallery.take(templates())
    gallery.find(text)
    return gallery.shown


@pytest.mark.sample(1)
@pytest.mark.parametrize("theme", [name for name in ORDER if name != "plain"])
def test_typing_a_theme_finds_a_page_for_its_audience(theme: str, program: Program) -> None:
    pages = [each for each in found(theme[:4]) if each.category == "page"]
    page = next(each for each in pages if each.values.get("page", {}).get("theme") == theme)
    program.begin(page.path.name)
    assert program.document.page.theme == theme
    assert program.document.page.cell is None
    advice = plan(Print.of(program.document)).advice
    whose = next(each for each in AUDIENCES.values() if advice.endswith(each.label))
    ages = re.search(r"\d+ to \d+|age \d+|seniors|adults|experts", page.about)
    assert ages
    assert ages[0].removeprefix("age ") in whose.label.lower()


@pytest.mark.parametrize(
    ("text", "books"),
    {
        "dino": ["dinosaurs", "adventures"],
        "pirates": ["adventures"],
        "hallow": ["through-the-year"],
        "easter book": ["through-the-year"],
    }.items(),
)
def test_books_are_found_by_the_themes_of_their_chapters(text: str, books: list[str]) -> None:
    assert [each.path.stem for each in found(text) if each.category == "book"] == books


def test_cards_are_found_by_words_that_no_name_has() -> None:
    cards = {"math": "Sums at forks", "qr": "A code for phones", "gift": "Secret message"}
    for text, card in cards.items():
        assert card in [each.name for each in found(text)], text


# Finished mazes


def test_each_is_whole_and_read_at_once() -> None:
    for template in PROJECTS:
        name = template.path.name
        project = read(template.path, Job())
        assert project.warnings == [], name
        project.maze.check()
        assert facts(project.maze).routes in ("one", "many"), name
        assert project.recipe.generator, name


@pytest.mark.parametrize(
    "template",
    [
        each
        for each in PROJECTS
        if stress() or each.path.stem in ("12-round", "16-heart", "19-word")
    ],
    ids=lambda each: each.path.stem,
)
def test_each_is_what_its_recipe_makes(template: Template, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with words depend on the letters of a font, which come with the program."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    from templates import SPECS, project_of

    spec = SPECS[int(template.path.stem[:2]) - 1]
    made, kept = project_of(spec), read(template.path, Job())
    assert made.maze.walls.tobytes() == kept.maze.walls.tobytes()
    assert Page.from_dict(made.page) == Page.from_dict(kept.page)


# A class


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("template", "paper"),
    in_turns(
        [each for each in OFFERED if "sheet" in each.values and "page" not in each.values],
        ["A4", "Letter"],
    ),
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_mazes_for_a_class_suit_its_age(program: Program, template: Template, paper: str) -> None:
    """What the sheet itself advises of its pages agrees: four a page were for adults before."""
    program.settings.paper = paper
    program.begin(template.path.stem)
    sheet = program.session.opened.sheet
    for title in ("", "Find the way out"):
        sheet.draft.fields.update_valid({"title": title, "name_line": True})
        planned = plan_pages(sheet.request(), Job())
        assert planned.problem == ""
        assert planned.page
        assert planned.page.page == paper
        advice = planned.draw(1, 200, Job()).advice
        assert advice.endswith(f"Suits: {AUDIENCES[template.values['for']].label}"), advice


def test_a_class_is_chosen_in_one_step_and_leaves_generate_as_it_was(program: Program) -> None:
    draft = program.session.view.draft
    draft.sizes.edit("rows", 17)
    draft.choose_generator("prim")
    before, sheet = draft.recipe(shown=True), program.session.opened.sheet
    sheet.draft.fields.edit("typed_names", "Ada\nBen")
    program.settle()
    program.begin("class-4")
    program.settle()
    assert program.session.view.workspaces.name == "sheets"
    values = sheet.draft.fields
    assert (values["audience"], values["per_page"]) == ("7-9", "4")
    assert values["typed_names"] == "Ada\nBen"
    assert draft.recipe(shown=True) == before
    program.begin("class-2")
    program.settle()
    assert values["per_page"] == "2"
    sheet.draft.steps.undo()
    assert values["per_page"] == "4"


# Machines


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "template", [each for each in OFFERED if "making" in each.values], ids=lambda each: each.name
)
def test_each_can_be_made(program: Program, template: Template) -> None:
    program.answers.paths = [None]
    program.begin(template.path.stem)
    options = MakeOptions(**template.values["making"])
    plan = plan_making(program.document.maze, program.document.page, options)
    assert plan.sheets or plan.product.solid is not None
    known = {option.name for option in options_of(MakeOptions)}
    assert {*template.values["making"]} <= known


# Templates of the user


@pytest.fixture
def folder(settings_file: Path) -> Path:
    return settings_file.with_name("templates")


def own(name: str) -> Template:
    return next(each for each in templates() if each.path.stem == name)


def test_one_is_saved_opened_and_removed(program: Program, folder: Path, tmp_path: Path) -> None:
    page = Page(page="A5", title="Our class", solution="page")
    program.document.apply(SetPage(program.document.page, page))
    program.edit()
    walls = program.walls()
    program.answers.paths = [folder / "My class test"]  # the suffix is added
    program.run("save-template")
    assert program.ui.statuses[-1] == "My class test is now in the gallery: File > New."
    assert program.document.dirty, "it is no file of the document"
    program.answers.paths = [tmp_path / "Other.maze"]
    program.run("save-template")
    said = f"Other is written; only templates in {folder} are in the gallery."
    assert program.ui.statuses[-1] == said
    assert "Other" not in [each.name for each in templates()]
    template = own("My class test")
    assert (template.name, template.about) == ("My class test", "A5, with its answer")
    assert (template.category, template.own, template.problem) == ("page", True, "")
    picture = read_picture(template.picture, (140, 186))
    assert picture
    assert np.asarray(picture).min() < 100, "lines"
    program.document.history.save(program.document.history.state)
    program.begin("classic")
    program.begin("My class test")
    document = program.document
    assert program.walls() == walls
    assert document.page == page
    assert (document.path, document.dirty, document.can_undo) == (None, False, False)
    program.answers.paths = [folder.parent / "mine.maze"]
    program.run("save")
    assert b'"template"' not in (folder.parent / "mine.maze").read_bytes()
    program.answers.confirmed = [False, True]
    shown: list[str] = []
    for _answer in range(2):
        program.session.parts.call(remove, template, lambda: shown.append("again"))
    assert shown == ["again"]
    assert [*folder.iterdir()] == []
    assert "My class test" not in [each.name for each in templates()]


@pytest.mark.parametrize(("begun", "category"), [("16-heart", "shape"), ("empty-grid", "draw")])
def test_where_it_stands(program: Program, folder: Path, begun: str, category: str) -> None:
    program.begin(begun)
    program.answers.paths = [folder / "Mine.maze"]
    program.run("save-template")
    assert own("Mine").category == category
    assert own("Mine").about == about(program.document.page)
    assert about(Page(page="fit")) == "As large as the maze"


@pytest.mark.parametrize(
    ("title", "name"), [("Fox/Geese: who?", "Fox Geese who"), ("Con", "Con-"), (" ", "My template")]
)
def test_its_proposed_name_is_one_that_every_system_can_have(
    title: str, name: str, program: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed: list[Path] = []
    program.document.apply(SetPage(program.document.page, Page(title=title)))
    files = program.session.opened.files
    monkeypatch.setattr(files, "ask_file", lambda *_given: proposed.append(_given[-1]))
    program.run("save-template")
    assert proposed == [folder / f"{name}.maze"]


BROKEN: dict[str, bytes] = {
    "bad.maze": b"{",
    "empty.maze": b"",
    "line.maze": b'{\n"format": "mazeeditor",\n"template": {"category": 7, "about": [1]},\n',
    "odd.maze": b'{\n"format": "mazeeditor",\n"template": {{{,\n',
}


def test_a_broken_one_is_one_sentence(program: Program, folder: Path) -> None:
    folder.mkdir()
    before = program.document.maze
    for name, data in BROKEN.items():
        (folder / name).write_bytes(data)
        program.begin(Path(name).stem)
        error = program.answers.errors.pop()
        assert name in error
        assert "\n" not in error
        assert program.document.maze is before
        assert program.answers.errors == []


def test_a_large_one_is_listed_without_reading_it(folder: Path) -> None:
    folder.mkdir()
    path = folder / "large.maze"
    line = b'{\n"format": "mazeeditor",\n"version": 2,\n"template": {"category": "shape"},\n'
    with path.open("wb") as file:
        file.write(line)
        file.truncate(1 << 32)
    assert template_in(path, own=True).category == "shape"  # else it would read for minutes


def test_unknown_categories_and_orders_have_their_defaults(settings_file: Path) -> None:
    folder = settings_file.with_name("presets")
    folder.mkdir()
    values = {"format": "mazeeditor preset", "version": 1, "category": "party", "order": "x"}
    (folder / "odd.mazepreset").write_text(json.dumps(values))
    template = own("odd")
    assert (template.category, template.order, template.own) == ("page", 100, True)


# Files that were open


def test_a_saved_file_has_a_picture_in_recent(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    program.answers.paths = [path]
    program.run("save")
    program.timer.advance(pictures.PAUSE_MS)
    program.settle()
    (recent,) = recent_files(program.settings.recent)
    assert (recent.name, recent.picture) == ("a.maze", kept_picture(path))
    picture = read_picture(recent.picture, (140, 186))
    assert picture
    assert np.asarray(picture).min() < 100


def test_one_of_recent_opens_again(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    program.answers.paths = [path]
    program.run("save")
    program.begin()
    (recent,) = recent_files(program.settings.recent)
    program.session.parts.call(choose, recent)
    program.settle()
    assert program.document.path == path
    program.session.parts.call(remove, recent, lambda: None)
    assert program.settings.recent == []
    assert path.exists()
    program.settings.recent = [str(tmp_path / "gone.maze")]
    (recent,) = recent_files(program.settings.recent)
    program.session.parts.call(choose, recent)
    program.settle()
    assert len(program.answers.errors) == 1
    assert program.settings.recent == [], "one that is gone is forgotten"


def test_pictures_that_are_none_are_left_out(tmp_path: Path) -> None:
    assert read_picture(tmp_path / "none.png", (140, 186)) is None
    for name, data in {"bad.png": b"x", "empty.png": b""}.items():
        (tmp_path / name).write_bytes(data)
        assert read_picture(tmp_path / name, (140, 186)) is None
    Image.new("1", (5000, 5000)).save(tmp_path / "huge.png")
    assert read_picture(tmp_path / "huge.png", (140, 186)) is None
