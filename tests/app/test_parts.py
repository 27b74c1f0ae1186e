"""Functions get the parts of a window that they declare, and nothing else."""

from __future__ import annotations

from functools import partial

import pytest

from mazeeditor.app.commands import Command
from mazeeditor.app.parts.calling import Parts, check_parts
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.editing.document import Document
from tests.app.scripted import Program


class Section:
    def __init__(self, parent: str, view: View, title: str = "none") -> None:
        self.parent, self.view, self.title = parent, view, title


def test_parts_are_bound_by_name_and_the_rest_in_its_order(program: Program) -> None:
    session = program.session
    call = session.parts.call

    def search(services: Services, word: str, document: Document, *more: int) -> list[object]:
        return [services, word, document, *more]

    assert call(search, "a", 1, 2) == [session.services, "a", session.document, 1, 2]
    assert call(lambda parts, opened: (parts, opened)) == (session.parts, session.opened)
    with pytest.raises(KeyError, match="view"):
        Parts(document=object()).call(lambda view: view)

    def begin(size: int, document: Document, *, braid: float = 0.0) -> list[object]:
        return [size, document, braid]

    assert call(partial(begin, 3, braid=0.5)) == [3, session.document, 0.5], "given in advance"


def test_classes_are_made_with_their_parts(program: Program) -> None:
    session = program.session
    made = session.parts.call(Section, "frame")
    assert (made.parent, made.view, made.title) == ("frame", session.view, "none")
    assert session.parts.call(Section, "frame", "Solve").title == "Solve"


def unknown(maze: object) -> None:
    raise AssertionError(maze)


def misnamed(view: Document) -> None:
    raise AssertionError(view)


@pytest.mark.parametrize(
    ("function", "problem"), [(unknown, "no part named 'maze'"), (misnamed, "view is a View")]
)
def test_a_command_declares_parts_alone(function: object, problem: str) -> None:
    assert callable(function)
    check_parts(lambda document, view: (document, view))
    with pytest.raises(TypeError, match=problem):
        Command("test", "Test", function, menu="edit")
    with pytest.raises(TypeError, match=problem):
        Command("test", "Test", lambda: None, menu="edit", enabled=function)
