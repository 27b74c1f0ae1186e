"""The palette offers all that can be done, and finds it by a few letters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from mazeeditor.app.command_palette import KINDS, MOST_RECENT, Action, choose, matching
from mazeeditor.app.command_palette import actions as offered_by
from mazeeditor.app.commands import COMMANDS, PLACES, SUBMENUS, always, disabled_reason
from mazeeditor.app.drafts.document_fields import LOGO
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import SOLVERS
from mazeeditor.maze.transforms.symmetry.group import IN_WORDS, LABELS, symmetries_of
from mazeeditor.page.page import page_options
from tests.app.scripted import Program

THEME = next(option for option in page_options() if option.name == "theme")


def named(program: Program, name: str) -> Action:
    return next(action for action in program.session.parts.call(offered_by) if action.name == name)


def found(text: str, *labels: str) -> list[str]:
    offered = [Action(label, label, "Maze", lambda: None, summary="Does it") for label in labels]
    return [action.label for action in matching(text, offered)]


def test_all_that_is_registered_is_offered(program: Program) -> None:
    names = [action.name for action in program.session.parts.call(offered_by)]
    assert len(names) == len(set(names))
    assert {command.name for command in COMMANDS} - {"palette"} <= set(names)
    assert {f"generator:{name}" for name in GENERATORS.names()} <= set(names)
    assert {f"solver:{name}" for name in SOLVERS.names()} <= set(names)
    page = {option.name for option in page_options()} - {LOGO}
    assert {f"field:page:{name}" for name in page} <= set(names)
    draft, solver = program.session.view.draft, program.session.view.solver
    for values in (draft.kinds, draft.sizes, draft.options, draft.rest):
        assert {f"field:generate:{name}" for name in values.options} <= set(names)
    for values in (solver.kind, solver.options):
        assert {f"field:solve:{name}" for name in values.options} <= set(names)
    for submenu in SUBMENUS:
        for label, act in program.session.parts.call(submenu.run):
            only_says = act is disabled_reason  # what there is not
            assert (f"{submenu.name}:{label}" in names) is not only_says


@pytest.mark.slow
def test_each_is_found_by_its_whole_name(program: Program) -> None:
    """It comes first, or after others that bear the same words."""
    offered = program.session.parts.call(offered_by)
    for action in offered:
        first = matching(action.label, offered)[0]
        assert set(action.words) <= set(first.words), action.label


def test_commands_that_may_be_disabled_say_why() -> None:
    """A command with a test of its own needs a ``reason``: it is shown beside the grey name."""
    for command in COMMANDS:
        if command.enabled is not always:
            named_reason = command.reason or command.enabled.__name__ == "idle"
            assert named_reason, f"{command.name}: give it a reason"
        assert set(command.places) <= set(PLACES), command.name
        assert command.menu in KINDS, command.name


def test_what_cannot_be_done_now_has_its_reason(program: Program) -> None:
    assert named(program, "undo").reason == "There is nothing to undo."
    program.edit()
    assert named(program, "undo").reason == ""
    assert named(program, "undo").label.startswith("Undo: ")
    assert named(program, "field:page:largest").reason
    program.session.view.draft.choose_shape("hexagonal")
    assert "hexagonal" in named(program, "generator:sidewinder").reason.lower()
    program.session.view.playing = True
    for action in program.session.parts.call(offered_by):
        lasting = action.command and action.command.in_play
        assert bool(action.reason) is not bool(lasting) or action.command, action.name


@pytest.mark.slow
def test_generators_and_solvers_are_chosen_and_run(program: Program) -> None:
    for name in GENERATORS.names():
        action = named(program, f"generator:{name}")
        program.session.parts.call(choose, action)
        program.settle()
        assert program.document.recipe.generator == name
    program.session.parts.call(choose, named(program, "solver:a-star"))
    program.settle()
    assert program.document.solution is not None
    assert program.document.solution.solver == "a-star"
    assert program.answers.errors == []


def test_those_chosen_last_come_first_and_are_kept(program: Program) -> None:
    for name in ("fit-none", "solve", "generate", "solve"):
        if name in COMMANDS:
            program.session.parts.call(choose, named(program, name))
            program.settle()
    assert program.settings.chosen_actions == ["solve", "generate"]
    assert [action.name for action in program.session.parts.call(offered_by)][:2] == [
        "solve",
        "generate",
    ]
    found_names = [action.name for action in matching("s", program.session.parts.call(offered_by))]
    assert found_names[0] == "solve"
    for action in program.session.parts.call(offered_by)[:40]:
        if action.name.startswith("theme"):
            program.session.parts.call(choose, action)
    program.settings.chosen_actions += ["x"] * 50
    program.session.parts.call(choose, named(program, "solve"))
    assert len(program.settings.chosen_actions) == MOST_RECENT


def test_searching() -> None:
    cases: list[tuple[str, list[str], list[str]]] = [
        ("gen", ["Regenerate", "Generate", "Solve"], ["Generate", "Regenerate"]),
        ("seed gen", ["Generate", "Generate with a new seed"], ["Generate with a new seed"]),
        ("gns", ["Generate with a new seed", "Generate"], ["Generate with a new seed"]),
        ("gnrt", ["Solve", "Generate"], ["Generate"]),
        ("genrate", ["Solve", "Generate"], ["Generate"]),
        ("a*", ["Solve: A*", "Solve: Pledge"], ["Solve: A*"]),
        ("DOES", ["One", "Two"], ["One", "Two"]),
        ("zzzz", ["One", "Two"], []),
        ("save", ["Save as", "Save", "Autosave"], ["Save as", "Save", "Autosave"]),
    ]
    for text, labels, expected in cases:
        assert found(text, *labels) == expected, text


def test_what_can_be_used_comes_before_the_rest(program: Program) -> None:
    offered = [
        Action(name, name, "Maze", lambda: None, reason="" if name == "Mirrored" else "Not now.")
        for name in ("Mirror it", "Mirrors", "Mirrored")
    ]
    assert matching("mirr", offered)[0].name == "Mirrored"
    undo = matching("undo", program.session.parts.call(offered_by))[0]
    assert (undo.name, bool(undo.reason)) == ("undo", True), "its own name still comes first"


def choices_of(registered: Iterable[str], field: str) -> list[str]:
    return [f"{field}: {label}" for label in registered]


def test_choices_of_fields_are_found_by_what_they_are_called(program: Program) -> None:
    """All of the registries, as they are when the palette opens."""
    assert list(IN_WORDS) == list(LABELS)
    parts, lattice = program.session.parts, program.session.document.maze.lattice
    offered = parts.call(offered_by)
    expected = [
        *choices_of(SHAPES.labels().values(), "Shape"),
        *choices_of((mask.label for mask in MASKS), "Shape outline"),
        *choices_of(
            (IN_WORDS[name] for name, why in symmetries_of(lattice).items() if not why), "Symmetry"
        ),
        *choices_of((THEME.called(name) for name in THEME.offers), "Theme"),
        "Paper: A4",
    ]
    labels = [action.label for action in offered]
    assert set(expected) <= set(labels)
    for label in expected:
        assert matching(label, offered)[0].label == label
    for text, label in {
        "hexag": "Shape: Hexagonal",
        "heart": "Shape outline: Heart",
        "mirror": "Symmetry: Mirrored left and right",
        "dinos": "Theme: Dinosaurs",
    }.items():
        assert label in [action.label for action in matching(text, offered)[:5]], text


def test_later_kinds_are_found_too(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    mask = replace(MASKS["heart"], name="pear", label="Pear")
    monkeypatch.setitem(MASKS._entries, "pear", mask)
    assert named(program, "outline:pear").label == "Shape outline: Pear"


def test_a_choice_is_as_if_made_in_its_field(program: Program) -> None:
    view, document = program.session.view, program.session.document
    program.session.parts.call(choose, named(program, "field:page:title"))
    assert program.ui.sections == ["page.title"]
    before = document.maze
    named(program, "choice:generate:shape:polar").run()
    assert view.draft.shape == "polar"
    named(program, "outline:heart").run()
    assert [mask.name for mask in view.draft.masks.masks] == ["heart"]
    named(program, "choice:generate:shows:qr").run()
    assert view.draft.subject.name == "qr"
    assert document.maze is before, "Generate makes it"
    named(program, "choice:page:theme:space").run()
    assert document.page.theme == "space"
    document.undo()
    assert document.page.theme != "space"
