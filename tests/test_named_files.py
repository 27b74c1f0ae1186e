"""No document makes the program touch a file that its user has not named.

Documents with a path in every option that can be a file, of all registries and of what else has
options, are opened, turned, saved, exported, put on sheets and recovered. A new option of a
registry is tested the moment it exists; one of something else fails here until ``HOLDERS`` names
it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.app.books.draft import open_book
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.new_maze import OF_ONE
from mazeeditor.app.drafts.new_maze import SUFFIX as PRESET
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.printing.sheet_draft import sheet_options
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.disk.paths import rules_folders
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import FileOf, Option, OrFile, options_of
from mazeeditor.core.registry import Registry
from mazeeditor.files import Project, read
from mazeeditor.files.project import OWN_KEYS as PROJECT_KEYS
from mazeeditor.files.project import as_bytes
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import ChosenPresets
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay
from mazeeditor.prepress.rule_sets import rule_set
from mazeeditor.sheets.books import book_reader
from mazeeditor.sheets.books.book import BookStyle
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import read_book
from mazeeditor.sheets.sheet import Sheet
from tests.app.test_recovery import crashed
from tests.cli.run import Ran
from tests.cli.run import mazeeditor as run
from tests.touched import touched

PACKAGE = Path(mazeeditor.__file__).parent
SECRET = "secret"  # in every name that a document holds
MAZE = mazeeditor.generate(rows=4, columns=4, seed=1)
# What has options and no registry, and the files of the package that declare one that can be a file
HOLDERS: tuple[Callable[..., Any], ...] = (Page, Underlay, BookStyle, Sheet, MakeOptions)
DECLARED = {
    *("app/printing/sheet_draft.py", "editing/changes/route_sources.py", "making/options.py"),
    *("maze/masks/field.py", "maze/masks/letters.py", "maze/masks/picture.py"),
    *("maze/subjects/photo.py", "maze/subjects/picturesque/picture.py"),
    *("maze/subjects/words/wall_word.py", "page/page.py", "page/underlay.py"),
    *("sheets/books/book.py", "sheets/sheet.py"),
}
NEEDED = {"text": {"text": "A"}}  # without which a mask does nothing
HOLDING = MASKS, SUBJECTS  # registries whose entries documents name, with options of files


def registries() -> Iterator[Registry[Any]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        for name in re.findall(r"^([A-Z_]+): Registry\[", file.read_text("utf-8"), re.MULTILINE):
            parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
            yield getattr(import_module(".".join(parts).removesuffix(".__init__")), name)


def is_file(option: Option) -> bool:
    return bool(option.file or option.typeface or option.or_file)


def spellings(option: Option, folder: Path) -> dict[str, str]:
    """Return names of files by the way they are spelt, for a document in a ``folder``.

    Those that this system knows are there; what is in them does not matter, as none is opened.
    """
    suffix = option.file.suffixes[0] if option.file else ".json" if option.or_file else ".ttf"
    name = f"{SECRET}{suffix}"
    for place in (folder / name, folder.parent / name):
        place.write_bytes(b"secret")
    return {
        "absolute": str(folder.parent / name),
        "relative": f"../{name}",
        "beside": name,
        "home": f"~/{name}",
        "share": rf"\\server\share\{name}",
        "url": (folder.parent / name).as_uri(),
    }


@dataclass(frozen=True)
class Place:
    """An option of a document; ``put`` returns a project or the keys of a book with a value."""

    name: str
    option: Option
    put: Callable[[str], Project]


def _recipe(name: str, option: Option, kind: Registry[Any]) -> Callable[[str], Project]:
    def put(value: str) -> Project:
        values = {**NEEDED.get(name, {}), option.name: value}
        recipe = Recipe("backtracker", seed=1)
        if kind is MASKS:
            return Project(MAZE, replace(recipe, masks=(MaskStep(name, values),)))
        return Project(MAZE, replace(recipe, subject=ChosenSubject(name, values)))

    return put


def _of_page(option: Option) -> Callable[[str], Project]:
    return lambda value: Project(MAZE, page={option.name: value})


def places() -> list[Place]:
    """Return where a project can hold the name of a file."""
    result = [
        Place(f"{kind.kind} {entry.name} {option.name}", option, _recipe(entry.name, option, kind))
        for kind in HOLDING
        for entry in kind
        for option in entry.options
        if is_file(option)
    ]
    page = [option for option in options_of(Page) if is_file(option)]
    result += [Place(f"page {option.name}", option, _of_page(option)) for option in page]
    (picture,) = (option for option in options_of(Underlay) if is_file(option))
    underlay = Place(
        "underlay", picture, lambda name: Project(MAZE, underlay=Underlay(picture=name))
    )
    return [*result, underlay]


PLACES = places()
WAYS = "absolute", "relative", "beside", "home", "share", "url"


def check_untouched(found: list[tuple[str, str]]) -> None:
    """Fail where a name of a document was touched, a program started or a connection made."""
    typefaces = "fc-list", "fc-match"  # programs that list what is installed
    started = [
        name for event, name in found if event.startswith(("subprocess", "socket", "os.exec"))
    ]
    bad = [(event, name) for event, name in found if SECRET in name]
    bad += [("started", name) for name in started if not name.endswith(typefaces)]
    assert not bad


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to work in, beside whose files others lie above it."""
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def work_on(*arguments: object, cwd: Path) -> Ran:
    """Run a command, which touches nothing that only a document names."""
    with touched() as found:
        ran = run(*arguments, cwd=cwd)
    check_untouched(found)
    return ran


@pytest.mark.slow
def test_every_file_option_is_known_here() -> None:
    """A new one must be put into a document above, and be tried there."""
    pattern = re.compile(r"\b(FileOf|OrFile)\(|chosen_typeface import [^)]*\bCHOSEN\b")
    found = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        if pattern.search(file.read_text("utf-8")) and file != PACKAGE / "core" / "options.py"
    }
    assert found == DECLARED
    for registry in registries():
        if registry not in HOLDING:
            for entry in registry:
                options = getattr(entry, "options", ())
                assert not [option for option in options if is_file(option)], registry.kind


@pytest.mark.parametrize("way", WAYS)
def test_a_value_of_a_document_is_no_file(way: str, tmp_path: Path) -> None:
    """Whatever has options: what ``check`` lets through is text, and looks at nothing."""
    entries = [entry.options for registry in HOLDING for entry in registry]
    options = [*entries, *map(options_of, HOLDERS)]
    for option in (option for some in options for option in some if is_file(option)):
        value = spellings(option, tmp_path)[way]
        with touched() as found:
            if option.file:
                with pytest.raises(UsageError, match=f"{SECRET}.*choose it again"):
                    option.check(value)
            else:
                assert not isinstance(option.check(value), NamedFile), option.name
        check_untouched(found)


@pytest.mark.sample(7)
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_a_project_opens_no_file(place: Place, way: str, folder: Path) -> None:
    """Opened, turned and saved, exported: it says what it leaves out, and keeps no path."""
    path = spellings(place.option, folder)[way]
    (folder / "a.maze").write_bytes(as_bytes(place.put(path)))
    assert SECRET in (folder / "a.maze").read_text("utf-8")
    ran = work_on("transform", "a.maze", "flip", "-o", "b.maze", cwd=folder)
    assert ran.status == 0
    assert SECRET in ran.error
    assert len(ran.error.splitlines()) == 1
    saved = read(folder / "b.maze")
    if place.option.file:
        assert "again" in ran.error
        assert SECRET not in (folder / "b.maze").read_text("utf-8")
        assert not saved.warnings
    assert work_on("export", "a.maze", "-o", "c.svg", cwd=folder).status == 0
    if way == "beside":
        assert work_on("sheet", "a.maze", "--workers", 1, "-o", "d.pdf", cwd=folder).status == 0


# Other documents


def chapter_with(place: Place, path: str) -> dict[str, Any]:
    """Return a chapter of a book that names a file where a project can."""
    project = place.put(path)
    values = project.recipe.to_json()
    recipe = {key: values[key] for key in ("mask", "subject") if key in values}
    page = dict(project.page)
    return {"count": 1, "sizes": {"rows": 6, "columns": 6}, "recipe": recipe, "page": page}


def book_bytes(**values: Any) -> bytes:
    head = {"format": "mazeeditor book", "version": 1, "seed": 1, "how_to": False}
    chapters = [{"count": 1, "sizes": {"rows": 6, "columns": 6}}]
    return to_json({**head, "chapters": chapters, **values})


IN_BOOKS = [place for place in PLACES if place.name != "underlay"]
IN_BOOKS = [each for each in IN_BOOKS if each.name != "page typeface"]  # that is the book's


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", IN_BOOKS, ids=lambda place: place.name)
def test_a_book_opens_no_file(place: Place, way: str, folder: Path) -> None:
    """Read by commands, and opened and written again by the window."""
    path = spellings(place.option, folder)[way]
    book = folder / "b.mazebook"
    book.write_bytes(book_bytes(chapters=[chapter_with(place, path)]))
    with touched() as found:
        warnings = read_book(book).warnings
        draft = open_book(book, Job())
        saved = draft.data()
        draft.request().printing(Job(), lenient=True)
    check_untouched(found)
    if place.option.file:
        assert len(warnings) == 1
        assert re.search(f"chapter 1: .*{SECRET}.*again", warnings[0], re.IGNORECASE)
        assert draft.left_out == warnings
        assert SECRET.encode() not in saved


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("way", WAYS)
def test_single_mazes_of_a_book_are_beside_it(way: str, folder: Path) -> None:
    path = spellings(Option("maze", str, "", file=FileOf("", (".maze",))), folder)[way]
    (folder / "b.mazebook").write_bytes(book_bytes(replaced={"1": {"file": path}}))
    with touched() as found, pytest.raises(MazeError) as refused:
        read_book(folder / "b.mazebook")
    if way == "beside":  # the one exception
        assert {name for event, name in found if SECRET in name} == {str(folder / path)}
        return
    check_untouched(found)
    assert "is not in the folder of the book: copy it there, and choose it again" in str(
        refused.value
    )


def test_a_single_maze_of_a_book_has_a_largest_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mazeeditor.save(MAZE, tmp_path / "a.maze")
    (tmp_path / "b.mazebook").write_bytes(book_bytes(replaced={"1": {"file": "a.maze"}}))
    assert read_book(tmp_path / "b.mazebook").replaced["1"].project
    monkeypatch.setattr(book_reader, "MAX_MAZE_BYTES", 10)
    with pytest.raises(MazeError, match=r"a\.maze has more than 10 bytes"):
        read_book(tmp_path / "b.mazebook")


@pytest.mark.sample(2)
@pytest.mark.parametrize("way", WAYS)
def test_what_a_book_has_besides_opens_no_file(way: str, folder: Path) -> None:
    """Rules, theme and typeface are names."""
    for option in options_of(BookStyle):
        if option.kind is not str or option.choices:
            continue
        path = spellings(replace(option, or_file=OrFile(".json")), folder)[way]
        (folder / "b.mazebook").write_bytes(book_bytes(**{option.name: path}))
        with touched() as found, suppress(MazeError):
            book = read_book(folder / "b.mazebook")
            open_book(folder / "b.mazebook", Job())
            BookPrinting.of(book, Job(), folders=rules_folders())
        check_untouched(found)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", IN_BOOKS, ids=lambda place: place.name)
def test_a_preset_opens_no_file(
    place: Place, way: str, tmp_path: Path, settings_file: Path
) -> None:
    assert settings_file.parent == tmp_path
    presets = tmp_path / "presets"
    presets.mkdir()
    path = spellings(place.option, presets)[way]
    chapter = chapter_with(place, path)
    values = {"format": "mazeeditor preset", "version": 1, "recipe": chapter["recipe"]}
    values["page"] = chapter["page"]
    (presets / f"mailed{PRESET}").write_bytes(to_json(values))
    ran = work_on("generate", "--preset", "mailed", "--rows", 4, "-o", "a.maze", cwd=tmp_path)
    if place.name.startswith("page") and place.option.name not in OF_ONE:
        assert ran.status == 1
        assert "choose it again" in ran.error
        return
    assert ran.status == 0
    if place.option.file:
        assert SECRET not in (tmp_path / "a.maze").read_text("utf-8")
        assert place.name.startswith(("mask", "page")) or "Choose it again" in ran.error


@pytest.mark.parametrize("way", WAYS)
def test_rules_and_machines_open_no_file(way: str, folder: Path) -> None:
    """Names that a set of rules, a book or what is made has; a user may name a file."""
    option = Option("rules", str, "", or_file=OrFile(".json"))
    path = spellings(option, folder)[way]
    mine = {"format": "mazeeditor rules", "version": 1, "based_on": path}
    (folder / "mine.json").write_bytes(to_json(mine))
    with touched() as found:
        with pytest.raises(UsageError, match="There are no rules"):
            rule_set(path)
        with pytest.raises(MazeError, match="there are no rules"):
            rule_set(NamedFile(folder / "mine.json"))
        for name in ("machine", "material", "lid_material"):
            values: dict[str, Any] = {"job": "kit", "lid": True, name: path}
            options = MakeOptions(**values)
            with pytest.raises(UsageError, match=r"There is no (machine|material)"):
                ChosenPresets.of(options)
    check_untouched(found)
    named = NamedFile(folder.parent / f"{SECRET}.json")
    with touched() as found, pytest.raises(MazeError, match=SECRET):
        rule_set(named)
    assert ("open", named) in found


# What was left by a crash


@pytest.mark.parametrize("way", WAYS)
def test_a_record_of_a_form_opens_no_file(way: str, tmp_path: Path) -> None:
    """Neither by its values nor by what was being typed, nor when the form is then used."""
    every: list[tuple[Option, ...]] = [entry.options for kind in HOLDING for entry in kind]
    every += [*map(options_of, HOLDERS), sheet_options()]
    for options in every:
        fields = FieldValues(options)
        named = {
            option.name: spellings(option, tmp_path)[way] for option in options if is_file(option)
        }
        with touched() as found:
            fields.update_valid(named)
            fields.restore_texts(named)
            fields.read()
        check_untouched(found)
        for option in options:
            assert not isinstance(fields[option.name], NamedFile)
            if option.file:
                assert fields[option.name] == option.default
        said = fields.left_out(named)
        assert len(said) == sum(option.file is not None for option in options)


def test_a_record_of_this_process_keeps_what_the_user_has_named(tmp_path: Path) -> None:
    fields = FieldValues(sheet_options())
    fields.edit("names", NamedFile(tmp_path / "class.csv"))
    other = FieldValues(sheet_options())
    other.update_valid(fields.values)
    assert isinstance(other["names"], NamedFile)
    assert other.left_out(fields.values) == []


@pytest.mark.slow
@pytest.mark.parametrize("way", ["absolute", "beside", "share"])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_a_snapshot_opens_no_file(place: Place, way: str, folder: Path) -> None:
    crashed(5)
    recovery = recovery_folder()
    assert recovery
    (kept,) = recovery.glob("*/snapshot.maze")
    path = spellings(place.option, folder)[way]
    own = json.loads(kept.read_bytes())
    project = read(kept)
    hostile = place.put(path)
    extra = {key: own[key] for key in own if key not in PROJECT_KEYS}
    data = as_bytes(replace(hostile, maze=project.maze, extra=extra))
    kept.write_bytes(data)
    for journal in kept.parent.glob("*journal*"):
        journal.unlink()
    listed = work_on("recover", "--list", "--json", cwd=folder)
    (line,) = listed.out.splitlines()
    restored = work_on("recover", "--restore", json.loads(line)["id"], "-o", "a.maze", cwd=folder)
    assert restored.status == 0
    if place.option.file:
        assert SECRET not in (folder / "a.maze").read_text("utf-8")
