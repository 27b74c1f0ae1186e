"""The steps that a snapshot keeps: every kind, as many as are small, and nothing that is wrong."""

from __future__ import annotations

import base64
import io
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mazeeditor.editing import step_records
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.changes.blanking import switch_blank
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import (
    ChangeMaze,
    ReplaceMaze,
    SetLocks,
    SetOpenings,
    SetPage,
    SetTabs,
    SetUnderlay,
    ToggleWalls,
)
from mazeeditor.editing.history import OVERHEAD_BYTES
from mazeeditor.editing.step_records import KINDS, record_history, replay_steps
from mazeeditor.editing.work import step
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze, with_locks
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay
from tests.breadth import in_turns
from tests.editing.samples import Seen, box, ids, inner_walls, kinds_of_edits, seen
from tests.editing.test_blanking import small


def recovered(document: Document, records: Any = None) -> Document:
    """Return what a snapshot of a document is opened as."""
    project = document.as_it_is()
    if records is None:
        records = json.loads(json.dumps(record_history(document)))
    page = Page.from_dict(project.page)
    content = Content(project.maze, project.recipe, page, project.underlay, project.tabs)
    result = Document(box(1, 2))
    result.recover(project, *replay_steps(records, content), FileOrigin())
    return result


def changed(maze: Maze) -> ChangeMaze:
    """Return the step that turns a maze by half, whatever its shape."""
    other = maze.copy()
    other.set_openings(None, ())
    other.set_locks(None)
    walls = inner_walls(maze.lattice)
    other.toggle(ids(*walls[::2]))
    return ChangeMaze("Change much", maze, other, Recipe(seed=2))


def chosen(maze: Maze, cells: Ids) -> NDArray[np.bool_]:
    """Return ``cells`` int64[k] as bool[n]."""
    marks = np.zeros(maze.lattice.size, np.bool_)
    marks[cells] = True
    return marks


def picture_of(side: int) -> str:
    """Return a picture of noise, which is as long as its pixels."""
    noise = np.random.default_rng(side).integers(0, 256, (side, side, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(noise).save(file, "PNG")
    return f"data:image/png;name=noise;base64,{base64.b64encode(file.getvalue()).decode()}"


PICTURE = picture_of(20)


def one_of_each(document: Document) -> None:
    """Do a step of every kind, the underlay's last."""
    _one_of_each_of_the_maze(document)
    document.apply(SetTabs({"checksum": 7, "between walls": "0.5,0 0.5,1"}))
    document.apply(SetUnderlay(document.underlay, Underlay(picture=PICTURE)))


def _one_of_each_of_the_maze(document: Document) -> None:
    maze = document.maze
    document.apply(ToggleWalls.of(maze, ids(*inner_walls(maze.lattice)[:3])))
    document.apply(SetOpenings(maze, None, maze.exits))
    document.apply(SetPage(document.page, replace(document.page, margin=3.0, title="Hedge")))
    document.apply(changed(document.maze))
    document.apply(ReplaceMaze("Generate maze", box(2, 7), Recipe(seed=4)))
    document.apply(SetPage(document.page, replace(document.page, orientation="landscape")))
    maze = document.maze
    last = maze.lattice.inside_cells()[-2:]
    document.apply(SetLocks(maze, with_locks(maze, chosen(maze, last), locked=True), "Lock"))


def states(document: Document) -> list[Seen]:
    """Return all that undo and then redo lead through."""
    result = [seen(document)]
    for move, possible in (("undo", "can_undo"), ("redo", "can_redo")):
        while getattr(document, possible):
            getattr(document, move)()
            document.maze.check()
            result.append((*seen(document)[:-1], hash((document.undo_name, document.redo_name))))
    return result


def test_every_kind_of_step_is_kept() -> None:
    kinds = kinds_of_edits()
    assert kinds == set(KINDS)
    document = Document(box(3, 4))
    one_of_each(document)
    assert {type(edit) for edit in document.history.done} == kinds


@pytest.mark.parametrize(("shape", "undone"), in_turns(SHAPES.names(), [0, 3, 8]))
def test_undo_and_redo_go_on(shape: str, undone: int) -> None:
    lattice = small(shape)
    document = Document(generate("backtracker", lattice, seed=1), Recipe("backtracker", seed=1))
    one_of_each(document)
    for _step in range(undone):
        document.undo()
    copy = recovered(document)
    assert (copy.undo_name, copy.redo_name) == (document.undo_name, document.redo_name)
    assert states(copy) == states(document)


def test_cells_that_were_taken_out_come_back() -> None:
    lattice = small("rectangular")
    document = Document(generate("prim", lattice, seed=1))
    edit = step(
        "Blank",
        document.maze,
        switch_blank(document.maze, lattice.inside_cells()[20:60:2]),
        Recipe(),
    )
    assert isinstance(edit, ChangeMaze)
    document.apply(edit)
    copy = recovered(document)
    copy.undo()
    assert copy.maze.lattice.cells == lattice.cells
    assert np.array_equal(copy.maze.walls, generate("prim", lattice, seed=1).walls)


def test_rows_that_were_inserted_still_carry_underlay_and_selection_back() -> None:
    document = Document(box(3, 4))
    document.apply(SetUnderlay(document.underlay, Underlay(picture=PICTURE)))
    insert = TRANSFORMS["insert"]
    after = apply_transform("insert", document.maze, at=0)
    lines = insert.lines_of(document.maze.lattice, at=0)
    document.apply(ReplaceMaze(insert.label, after, Recipe(), lines))
    copy = recovered(document)
    changes: list[Change] = []
    copy.changed.subscribe(changes.append)
    copy.undo()
    assert copy.underlay.top == 0
    assert changes[-1].lines
    assert changes[-1].lines.shift == (-1, 0)


def test_the_saved_state_is_still_the_saved_one() -> None:
    for saved_after in range(9):
        document = Document(box(3, 4))
        one_of_each(document)
        for _step in range(8 - saved_after):
            document.undo()
        document.history.save(document.history.state)
        for _step in range(8 - saved_after):
            document.redo()
        copy = recovered(document)
        for position in range(8, -1, -1):
            assert copy.dirty == (position != saved_after), (position, saved_after)
            copy.undo()


@pytest.mark.slow
def test_only_the_last_small_steps_are_kept() -> None:
    document, most = Document(box(3, 4)), step_records.MOST_BYTES // OVERHEAD_BYTES
    walls = inner_walls(document.maze.lattice)
    for number in range(most // 2 + 3):
        wall = walls[number % 9]
        document.apply(ToggleWalls.of(document.maze, ids(wall)))
        document.history.save(document.history.state)  # so that none merges
        document.apply(SetPage(document.page, replace(document.page, margin=float(wall))))
    assert len(document.history) > most
    copy = recovered(document)
    assert most - 20 < len(copy.history) <= most
    assert copy.history.dropped == len(document.history) - len(copy.history)
    assert copy.dirty
    document.apply(SetUnderlay(document.underlay, Underlay(picture=picture_of(400))))
    document.history.save(document.history.state)
    document.apply(SetUnderlay(document.underlay, Underlay()))  # the step holds the picture
    assert not recovered(document).can_undo


def test_a_large_picture_is_kept_once_however_often_it_is_moved() -> None:
    document, picture = Document(box(3, 4)), picture_of(400)
    assert len(picture) > step_records.MOST_BYTES
    document.apply(SetUnderlay(document.underlay, Underlay(picture=picture)))
    for at in range(30):
        document.apply(SetUnderlay(document.underlay, replace(document.underlay, left=float(at))))
        document.history.save(document.history.state)  # so that none merges
    records = json.dumps(record_history(document))
    assert len(records) < 20_000
    copy = recovered(document)
    assert len(copy.history) == len(document.history) > 25
    assert states(copy) == states(document)
    document.apply(SetUnderlay(document.underlay, Underlay(picture=PICTURE)))
    copy = recovered(document)
    assert (len(copy.history), copy.underlay) == (0, document.underlay)
    assert copy.history.dropped == len(document.history), "the other picture is too large"


@pytest.mark.parametrize(
    "damage",
    [
        lambda records: records.clear(),
        lambda records: records.update(done=None),
        lambda records: records["done"][0].update(kind="magic"),
        lambda records: records["done"][0].update(walls=[10**9]),
        lambda records: records["done"][0].update(walls=[-5]),
        lambda records: records["done"][1].update(entrance=[0, 99]),
        lambda records: records["done"][2]["page"].update(margin="wide"),
        lambda records: records["done"][3]["walls"].update(rest="%"),
        lambda records: records["done"][3]["walls"].update(blocks=[["", "", {"77": "AA=="}]]),
        lambda records: records["done"][4].update(project="{}"),
        lambda records: records["done"][8]["underlay"].update(left="far"),
        lambda records: records["done"][8]["underlay"].update(picture={"long": 99}),
        lambda records: records["done"].append(records["done"][0]),
    ],
)
def test_steps_that_do_not_fit_are_left_out_and_the_maze_is_whole(damage: Any) -> None:
    document = Document(box(3, 4))
    one_of_each(document)
    records = json.loads(json.dumps(record_history(document)))
    damage(records)
    copy = recovered(document, records)
    copy.maze.check()
    assert seen(copy)[:5] == seen(document)[:5]
    assert copy.dirty
    assert not copy.can_undo
