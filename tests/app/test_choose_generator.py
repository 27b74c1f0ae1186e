"""Choose generator: those that can make the shape, each drawn, and the chosen one is used."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.app.commands.generate_menu import GeneratorPicture
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.shapes import SHAPES
from tests.app.scripted import Program


def test_the_chosen_one_generates(program: Program) -> None:
    program.answers.pictures = [lambda offered: offered[3]]
    program.run("choose-generator")
    (offered, here) = program.answers.shown[0]
    assert [entry.generator for entry in offered] == list(GENERATORS)
    assert offered[here].name == "Recursive backtracker\nlong and winding, few dead ends"
    assert program.document.recipe.generator == offered[3].generator.name
    assert program.session.view.draft.generator == offered[3].generator.name
    before = program.document.maze
    program.run("choose-generator")  # no answer
    assert program.document.maze is before
    assert program.answers.shown[1][1] == 3


def test_only_those_that_can_make_the_shape_are_offered(program: Program) -> None:
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
