"""The examples: each opens at once, without a file, with a name and a picture of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from mazeeditor.app.files.maze_library import EXAMPLES, Example, examples
from mazeeditor.core.job import Job
from mazeeditor.maze.facts.facts import facts
from tests.app.scripted import Program, opened
from tests.breadth import stress
from tests.sources import ROOT

LONGEST = 0.3  # s


@pytest.fixture
def program() -> Iterator[Program]:
    with opened() as program:
        yield program


def test_there_are_24_and_each_has_a_name_and_a_picture() -> None:
    offered = examples()
    assert len(offered) == 24
    names = {example.name for example in offered}
    assert len(names) == 24
    assert all(name[0].isupper() and not any(map(str.isdigit, name)) for name in names)
    for example in offered:
        assert max(example.picture(150).size) == 150
    files = {path.stem for path in EXAMPLES.iterdir()}
    assert files == {example.path.stem for example in offered}


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.path.stem)
def test_each_is_whole_and_read_at_once(example: Example) -> None:
    example.read(Job())  # imports
    started = process_time()
    project = example.read(Job())
    assert process_time() - started < LONGEST
    assert project.warnings == []
    project.maze.check()
    assert facts(project.maze).routes in ("one", "many")
    assert project.recipe.generator


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.path.stem)
def test_each_is_what_its_recipe_makes(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with words depend on the letters of a font, which come with the program."""
    if not stress() and example.path.stem not in ("12-round", "16-heart", "19-word"):
        pytest.skip("only a few of them in the ordinary suite")
    monkeypatch.setattr(sys, "path", [str(ROOT / "docs"), *sys.path])
    from examples import SPECS, project_of

    spec = SPECS[examples().index(example)]
    made, kept = project_of(spec), example.read(Job())
    assert made.maze.walls.tobytes() == kept.maze.walls.tobytes()
    assert made.page == dict(kept.page)


def test_an_example_opens_without_a_file(program: Program) -> None:
    program.answers.pictures = [lambda offered: offered[15]]
    program.run("examples")
    assert program.answers.asked == ["Examples"]
    document = program.document
    assert (document.path, document.name, document.dirty) == (None, "Untitled", False)
    assert document.recipe.masks[0].name == "heart"
    assert program.settings.recent == []


def test_its_sizes_are_not_those_of_the_next_new_maze(program: Program) -> None:
    program.answers.pictures = [lambda offered: offered[4]]
    program.run("examples")
    assert program.document.maze.lattice.rows == 100
    program.run("new")
    assert program.document.maze.lattice.rows == 30


def test_no_choice_changes_nothing(program: Program) -> None:
    before = program.document.maze
    program.run("examples")
    assert program.document.maze is before


def test_a_damaged_example_is_one_sentence(program: Program, tmp_path: Path) -> None:
    bad = tmp_path / "01-bad.maze"
    bad.write_bytes(b"{")
    program.answers.pictures = [lambda _offered: Example(bad)]
    before = program.document.maze
    program.run("examples")
    assert len(program.answers.errors) == 1
    assert program.document.maze is before
