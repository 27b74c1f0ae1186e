"""Choose generator: those that can make the shape, each drawn, and the chosen one is used."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.app.commands.generate_menu import GeneratorPicture
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.shapes import SHAPES
from tests.app.scripted import opened


def test_the_chosen_one_generates() -> None:
    with opened() as program:
        program.answers.pictures = [lambda offered: offered[3]]
        program.run("choose-generator")
        (offered, here) = program.answers.shown[0]
        assert [entry.generator for entry in offered] == list(GENERATORS)
        assert offered[here].generator.name == "backtracker"
        assert program.document.recipe.generator == offered[3].generator.name
        assert program.session.view.draft.generator == offered[3].generator.name
        before = program.document.maze
        program.run("choose-generator")  # no answer
        assert program.document.maze is before
        assert program.answers.shown[1][1] == 3


def test_only_those_that_can_make_the_shape_are_offered() -> None:
    with opened() as program:
        program.session.view.draft.choose_shape("polar")
        program.run("choose-generator")
        offered, _here = program.answers.shown[0]
        names = [entry.generator.name for entry in offered]
        assert names == [each.name for each in GENERATORS if not each.why_not("polar")]
        assert "sidewinder" not in names


@pytest.mark.parametrize("shape", SHAPES.names())
def test_pictures_fit_and_differ(shape: str) -> None:
    able = [generator for generator in GENERATORS if not generator.why_not(shape)]
    pictures = [GeneratorPicture(generator, shape).picture(90) for generator in able]
    assert all(max(picture.size) <= 90 and min(picture.size) > 40 for picture in pictures)
    assert len({np.asarray(picture).tobytes() for picture in pictures}) == len(pictures)
    assert all(50 < np.asarray(picture).mean() < 250 for picture in pictures)


def test_each_is_named_with_what_its_mazes_look_like() -> None:
    names = [GeneratorPicture(generator, "rectangular").name for generator in GENERATORS]
    assert names[0] == "Recursive backtracker\nlong and winding, few dead ends"
    assert len(set(names)) == len(names)


def test_why_one_cannot_be_used_is_forgotten_with_the_next_choice() -> None:
    with opened() as program:
        draft = program.session.view.draft
        draft.choose_generator("sidewinder")
        draft.choose_shape("polar")
        assert "Sidewinder" in draft.reason
        draft.choose_shape("rectangular")
        assert draft.reason == ""
