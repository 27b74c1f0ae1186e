"""The program without a display: generate, edit, undo, solve, save, export, every command."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS, SUBMENUS, disabled_reason, perform
from mazeeditor.app.drafts.size_request import SizeRequest
from mazeeditor.app.ui import Unsaved
from mazeeditor.core.job import Job
from mazeeditor.editing.content import Change
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import maze_of
from mazeeditor.maze.shapes import SHAPES
from tests.app.scripted import Program


def test_generate_edit_undo_save_open(program: Program, tmp_path: Path) -> None:
    session, draft = program.session, program.session.view.draft
    draft.sizes.edit("rows", 20)
    draft.rest.edit("seed", 77)
    program.run("generate")
    recipe = program.document.recipe
    assert (recipe.seed, recipe.sizes["rows"]) == (77, 20)
    assert program.walls() == maze_of(recipe).walls.tolist()
    assert session.view.verdict.chip() == ("good", "Exactly one route")
    made = program.walls()
    program.edit()
    program.settle()
    assert session.view.verdict.chip()[0] != "good" or "sealed" in session.view.verdict.figures()
    program.run("undo")
    assert program.walls() == made
    program.answers.paths = [tmp_path / "a.maze"]
    program.run("save")
    assert not program.document.dirty
    program.begin()
    assert program.document.name == "Untitled"
    program.answers.paths = [tmp_path / "a.maze"]
    program.run("open")
    assert program.walls() == made
    assert program.settings.recent == [str(tmp_path / "a.maze")]


MINE = [each for each in COMMANDS if each.run.__module__.startswith("mazeeditor.app")]
MANY = 6  # commands of a case


@pytest.mark.sample(1, 9)
@pytest.mark.parametrize("first", range(0, len(MINE), MANY))
def test_every_command(program: Program, tmp_path: Path, first: int) -> None:
    """Twice in a row, as toggles and undo are, on a maze that has been edited and solved."""
    program.session.opened.sheet.show()
    program.session.view.selection.select(program.document.maze.lattice.inside)
    program.run("copy")  # else there would be nothing to paste
    commands = MINE[first : first + MANY]
    for command in commands:
        for _time in range(2):
            program.run("solve")
            inside = program.document.maze.lattice.inside
            middle = abs(np.cumsum(inside) / inside.sum() - 0.5) < 0.02
            needed = command.on_selection
            program.session.view.selection.select(inside & middle & needed)
            program.edit()
            program.answers.unsaved, program.answers.confirmed = [Unsaved.DISCARD] * 2, [True]
            program.answers.chosen = [None]  # where F3 asks for a version
            program.answers.sizes = [SizeRequest(cell=5)]
            names = {"export": "a.svg", "save-sheet": "a.pdf"}
            target = tmp_path / names.get(command.name, "a.maze")
            writes = command.name.startswith(("save", "export"))
            program.answers.paths = [target if writes else None]
            assert command.label_in(program.session.parts)
            program.run(command.name)
            if needed:  # cells that are blanked would be the outline of all that is made later
                program.run("undo")
            program.timer.advance_until(lambda: not program.session.opened.sheet.preview.planning)
            program.settle()  # what begins once the pages of a sheet are planned
        assert program.answers.errors == [], command.name
    used = {command.name for command in commands}
    assert (tmp_path / "a.svg").exists() == ("export" in used)
    assert (tmp_path / "a.pdf").exists() == ("save-sheet" in used)
    assert program.ui.closed == ("close" in used)


@pytest.mark.slow
def test_a_sheet_left_before_it_is_planned_is_not_saved(program: Program, tmp_path: Path) -> None:
    """Else a file would be asked for at any time, of what is put together then."""
    sheet, path = program.session.opened.sheet, tmp_path / "a.pdf"
    program.answers.paths = [path]
    for number, leave in enumerate((sheet.hide, program.begin), 2):
        sheet.show()
        sheet.draft.fields.edit("count", number)
        program.start("save-sheet")
        assert sheet.preview.planning
        leave()
        sheet.show()
        program.timer.advance_until(lambda: not sheet.preview.planning)
        program.settle()
        assert program.answers.paths == [path], "nothing was asked"
    sheet.draft.fields.edit("count", 4)
    for _press in range(2):
        program.start("save-sheet")
    program.timer.advance_until(lambda: not sheet.preview.planning)
    program.settle()
    assert path.exists(), "asked once"


def test_every_transform(program: Program) -> None:
    before = program.walls()
    for label, action in program.session.parts.call(SUBMENUS["transform"].run):
        if action is disabled_reason:
            continue
        program.session.parts.call(perform, action)
        program.settle()
        assert program.answers.errors == [], label
        while program.document.can_undo:
            program.run("undo")
        assert program.walls() == before, label


def test_escape_cancels_a_drag_first_then_the_job(program: Program) -> None:
    session = program.session
    session.view.toolbox.press(3.5, 3.0, extend=False)
    session.services.jobs.start("Waiting", _until_cancelled, lambda _none: None)
    program.start("cancel")
    assert not session.view.toolbox.dragging
    assert session.services.jobs.busy
    program.start("cancel")
    assert not session.services.jobs.busy


def _until_cancelled(job: Job) -> None:
    while True:
        job.check()


def test_only_what_is_marked_in_play_can_be_used_in_a_game(program: Program) -> None:
    view, before = program.session.view, program.walls()
    view.playing = True
    for command in MINE:
        if command.in_play:
            continue
        program.start(command.name)
        changed = program.walls() != before or program.answers.asked or program.ui.closed
        assert not changed, f"{command.name} runs in a game: let it ask ``ready``"
        assert not program.session.services.jobs.busy, command.name
    program.run("close")
    assert program.ui.closed


def test_a_listener_that_raises_does_not_stop_the_others(program: Program) -> None:
    """The screen and the verdict follow an edit, and the error is raised once they have."""
    seen: list[Change] = []

    def broken(_change: Change) -> None:
        raise ZeroDivisionError

    program.session.document.changed.subscribe(broken)
    program.session.document.changed.subscribe(seen.append)
    program.edit()
    assert len(seen) == 1
    assert program.document.can_undo, "the edit is whole"
    with pytest.raises(ZeroDivisionError) as caught:
        program.timer.advance()
    assert program.session.services.harmless is not caught.value, "the maze has changed"


def test_an_internal_error_that_left_the_maze_alone_is_known(program: Program) -> None:
    session = program.session

    def fails() -> None:
        raise KeyError("lost")

    def edits_and_fails() -> None:
        program.edit()
        raise KeyError("lost")

    with pytest.raises(KeyError) as caught:
        session.parts.call(perform, fails)
    assert session.services.harmless is caught.value
    with pytest.raises(KeyError):
        session.parts.call(perform, edits_and_fails)
    assert session.services.harmless is None


@pytest.mark.parametrize("edited", [False, True])
def test_an_edit_while_a_job_fails_is_a_change(program: Program, edited: bool) -> None:
    session, go_on = program.session, Event()

    def fails(_job: Job) -> None:
        go_on.wait(20)
        raise KeyError("lost")

    session.services.jobs.start("Trying", fails, lambda _none: None)
    if edited:
        program.edit()
    go_on.set()
    with pytest.raises(KeyError) as caught:
        program.settle()
    assert (session.services.harmless is caught.value) is not edited


def test_the_draft_keeps_the_options_of_each_generator(program: Program) -> None:
    draft = program.session.view.draft
    draft.choose_generator("binary-tree")
    draft.options.edit("bias", 0.25)
    draft.choose_generator("backtracker")
    draft.choose_generator("binary-tree")
    assert draft.options["bias"] == 0.25
    assert draft.recipe().options["bias"] == 0.25


def test_another_generator_is_taken_with_the_reason(program: Program) -> None:
    draft = program.session.view.draft
    draft.choose_generator("eller")
    draft.choose_shape("hexagonal")
    assert draft.generator != "eller"
    assert draft.reason == GENERATORS["eller"].why_not("hexagonal", whole=True)
    able = draft.generator
    draft.choose_generator("sidewinder")
    assert draft.generator == able
    draft.choose_shape("rectangular")
    draft.choose_generator("eller")
    assert (draft.generator, draft.reason) == ("eller", "")
    draft.masks.put(0, MaskStep("heart"))
    assert draft.generator != "eller"


def test_a_new_seed_unless_it_is_kept(program: Program) -> None:
    draft = program.session.view.draft
    assert draft.recipe().seed != draft.recipe().seed
    shown = draft.rest["seed"]
    assert draft.recipe(shown=True).seed == shown
    draft.rest.edit("seed", 5)
    assert draft.rest["keep_seed"] is True
    assert draft.recipe().seed == 5
    assert draft.recipe(fresh=True).seed != 5


def test_a_text_that_is_no_value_stops_generate(program: Program) -> None:
    draft = program.session.view.draft
    draft.sizes.keep_text("rows", "10001")
    program.run("generate")
    assert program.ui.sections == ["generate"]
    assert not program.document.can_undo
    draft.sizes.edit("rows", 7)
    before = program.walls()
    for name in ("left-right", "halves"):
        program.session.view.symmetry.name = name
        program.run("generate")
        assert program.document.recipe.symmetry == name
        assert program.walls() == maze_of(program.document.recipe).walls.tolist() != before
        before = program.walls()
    assert program.document.maze.lattice.rows == 7
    assert program.answers.errors == []


def test_the_draft_follows_the_document(program: Program) -> None:
    draft = program.session.view.draft
    for shape in SHAPES:
        draft.choose_shape(shape.name)
        draft.masks.put(0, MaskStep("heart"))
        program.run("generate")
        expected = program.document.recipe
        draft.masks.remove(0)
        draft.choose_generator("prim")
        program.run("generate")
        program.run("undo")
        assert draft.recipe(shown=True) == expected
