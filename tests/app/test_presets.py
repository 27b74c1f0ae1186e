"""Presets: those of the program make what they promise; those of a user are read strictly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.app.drafts.new_maze import (
    FORMAT,
    OWN_FOLDER,
    SUFFIX,
    Preset,
    preset_files,
    preset_named,
    presets,
    read_preset,
)
from mazeeditor.app.gallery.templates import templates
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.editing.edits import SetPage
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.recipe import maze_of
from mazeeditor.page.formats import pages_of
from mazeeditor.page.page import Page
from tests.app.scripted import Program, opened

GOOD: dict[str, Any] = {
    "format": "mazeeditor preset",
    "version": 1,
    "shape": "polar",
    "sizes": {"rings": 5},
    "recipe": {"generator": "prim", "braid": 0.5, "seed": 7, "mask": [{"name": "heart"}]},
    "page": {"page": "A5", "title": "Not kept", "walls": "bands"},
}


@pytest.fixture
def own(settings_file: Path) -> Path:
    folder = settings_file.with_name("presets")
    folder.mkdir()
    return folder


def put(folder: Path, name: str, values: object) -> Path:
    path = folder / f"{name}{SUFFIX}"
    path.write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")
    return path


@pytest.mark.parametrize("path", sorted(OWN_FOLDER.glob(f"*{SUFFIX}")), ids=lambda path: path.stem)
def test_those_of_the_program_make_a_maze_and_its_pages(path: Path) -> None:
    preset = read_preset(path)
    assert preset.label
    assert preset.about
    maze = maze_of(preset.recipe.seeded())
    assert facts(maze).solvable
    assert len(pages_of(maze, preset.page)) == 1 + (preset.page.solution == "page")


def test_the_names_are_as_promised(own: Path) -> None:
    assert [preset.name for preset in presets()[0]] == [
        *("children", "classic", "expert", "poster", "laser", "laser-round")
    ]
    assert not [*own.iterdir()]


def test_a_file_of_the_user_is_one_more(own: Path) -> None:
    put(own, "Rings", GOOD)
    preset = preset_named("Rings")
    assert preset.label == "Rings"
    assert (preset.recipe.generator, preset.recipe.braid) == ("prim", 0.5)
    assert (preset.recipe.shape, dict(preset.recipe.sizes)) == ("polar", {"rings": 5})
    assert preset.recipe.seed is None
    assert preset.recipe.masks == ()
    assert preset.page == Page(page="A5", walls="bands")
    assert presets()[0][-1] == preset
    with pytest.raises(UsageError, match=r"no preset 'kids'. Choose one of: children, .*Rings"):
        preset_named("kids")


DAMAGED: list[tuple[object, str]] = [
    ("", "not valid JSON"),
    ("[]", "it is not a preset"),
    ({**GOOD, "format": "mazeeditor project"}, "it is not a preset"),
    ({**GOOD, "version": 2}, "mazeeditor newer than this"),
    ({**GOOD, "shape": "round"}, "no shape named 'round'"),
    ({**GOOD, "shape": 7}, "shape must be a name"),
    ({**GOOD, "sizes": {"rings": 0}}, "Rings must be"),
    ({**GOOD, "sizes": {"rows": 3}}, "rows"),
    ({**GOOD, "recipe": {"generator": "magic"}}, "no generator named 'magic'"),
    ({**GOOD, "recipe": {"generator": "sidewinder"}}, "cannot make"),
    ({**GOOD, "recipe": {"generator": "prim", "braid": 7}}, r"Loops \(braid\) must be"),
    ({**GOOD, "page": {"margin": -1}}, "Margin must be"),
    ({**GOOD, "page": []}, "page must be an object"),
    ({**GOOD, "name": ["x"]}, "'name' must be a short text"),
    ({**GOOD, "about": "x" * 201}, "'about' must be a short text"),
    (" " * (FORMAT.largest + 1), "it has more than"),
]


def test_a_damaged_one_is_named_with_the_reason(own: Path) -> None:
    for values, reason in DAMAGED:
        path = put(own, "bad", values)
        with pytest.raises(MazeError, match=reason) as caught:
            read_preset(path)
        assert str(path) in str(caught.value)
        known, problems = presets()
        assert len(known) == len([*OWN_FOLDER.glob(f"*{SUFFIX}")]), reason
        assert problems == [str(caught.value)]


def test_a_template_of_the_user_is_a_preset(program: Program, own: Path) -> None:
    """It is made anew: neither with its walls, nor with its seed or title."""
    page = Page(page="B5", title="Mine")
    program.document.apply(SetPage(program.document.page, page))
    path = own.with_name("templates") / "Small.maze"
    program.answers.paths = [path]
    program.run("save-template")
    preset = preset_named("Small")
    assert preset.recipe == replace(program.document.recipe, seed=None)
    assert preset.page == replace(page, title="")
    path.write_bytes(b"{")
    with pytest.raises(MazeError, match="Small"):
        preset_named("Small")


def test_a_folder_that_may_not_be_read_is_as_good_as_empty(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "glob", refuse)
    assert presets() == ([], [])
    assert own.is_dir()


@pytest.fixture
def program(own: Path) -> Iterator[Program]:
    assert own.is_dir()
    with opened() as program:
        yield program


@pytest.mark.parametrize("preset", presets()[0], ids=lambda preset: preset.name)
def test_a_maze_begins_with_each(program: Program, preset: Preset) -> None:
    program.begin(preset.name)
    document = program.document
    assert document.recipe.shape == preset.recipe.shape
    assert preset.recipe.sizes.items() <= document.maze.lattice.parameters.items()
    assert document.page == preset.page
    assert not document.dirty
    assert program.session.view.draft.recipe(shown=True).generator == preset.recipe.generator


def test_a_damaged_one_is_in_the_gallery_with_its_reason(program: Program, own: Path) -> None:
    put(own, "bad", "[]")
    before = program.document.maze
    program.begin("bad")
    (error,) = program.answers.errors
    assert error == "bad.mazepreset cannot be used: it is not a preset."
    assert program.document.maze is before


def test_one_of_the_user_hides_that_of_the_program(own: Path) -> None:
    path = put(own, "classic", {**GOOD, "name": "My classic"})
    assert preset_files()["classic"] == path
    assert preset_named("classic").label == "My classic"
    names = [each.name for each in templates() if each.path.stem == "classic"]
    assert names == ["My classic"]
