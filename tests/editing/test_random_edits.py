"""Every edit by hand in any order, on every shape: undone all it is the first maze again.

Redone all it is the last one, with the same mazes on the way, and what is saved in between is read
back as it was. After each step the maze is whole, listeners know all that has changed, and no
locked wall has changed unless the step was about locks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from numpy.typing import NDArray
from PIL import Image

from mazeeditor.app.shown.chosen_symmetry import ChosenSymmetry
from mazeeditor.app.toolbox import Toolbox
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import load_logo
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.changes.blanking import blanking
from mazeeditor.editing.changes.cell_areas import walls_within
from mazeeditor.editing.changes.clips import copy_cells
from mazeeditor.editing.changes.generating_parts import generating_part
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetLocks, SetPage, SetUnderlay, ToggleWalls
from mazeeditor.editing.step_records import record_history, replay_steps
from mazeeditor.editing.tools import MODES, Selected
from mazeeditor.editing.tools.stamp import Stamp
from mazeeditor.editing.work import Work, generating, transforming
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes, load, parse, save
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.maze import Maze, locked_walls, with_locks
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.repairs import GOALS
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import TRANSFORMS
from mazeeditor.maze.transforms.symmetry.group import symmetries_of
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay
from tests.breadth import stress
from tests.editing.samples import Seen, closed, seen
from tests.editing.test_symmetric_edits import Status
from tests.lattices import parameters_of
from tests.maze.shapes.cases import CASES, some_of
from tests.maze.transforms.samples import some_options

SEEDS = st.integers(0, 10_000)
SHARES = (0.02, 0.3, 0.6)
Cells = NDArray[np.bool_]


@cache
def picture() -> str:
    """Return a small picture as a project keeps it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.png"
        Image.new("L", (3, 2), 90).save(path)
        return load_logo(path)


class Editing(RuleBasedStateMachine):
    """A document of one shape with its tools, and all that a listener knows of it."""

    shape: ClassVar[str]

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        random = Random(seed)
        sizes = parameters_of(self.shape, random, 9)
        if random.random() < 0.4:  # such as one triangle, one hexagon, one ring
            sizes = random.choice(CASES[self.shape])
        lattice = build(self.shape, **sizes)
        name = next(g.name for g in GENERATORS if not g.why_not(self.shape))
        self.document = document = Document(generate(name, lattice, seed=seed), Recipe(name))
        self.symmetry = ChosenSymmetry(document, Status())  # type: ignore[arg-type]
        self.toolbox = Toolbox(
            document,
            Status(),  # type: ignore[arg-type]
            self.start,  # type: ignore[arg-type]
            self.fail,
            self.select,
        )
        self.first, self.chosen = seen(document), lattice.inside.copy()
        self.known = self.walls_and_locks()
        document.changed.subscribe(self.follow)
        if random.random() < 0.7:
            taken = some_of(lattice, random, random.choice([0.05, 0.3, 0.6]))
            if (taken != lattice.inside).any():
                document.apply(blanking(self.maze, document.recipe, np.flatnonzero(taken)))

    @property
    def maze(self) -> Maze:
        return self.document.maze

    # What the window does beside the tools

    def start(self, _title: str, work: Work[Any], then: Callable[[], None]) -> None:
        """Do some work at once; what is impossible changes nothing, and says why."""
        before = seen(self.document)
        try:
            result = work.run(Job())
        except MazeError:
            assert seen(self.document) == before
            return
        assert work.deliver(result)
        then()

    def done(self, work: Work[Any]) -> None:
        self.start("", work, lambda: None)

    def fail(self, error: BaseException) -> None:
        raise AssertionError from error

    def select(self, selected: Selected) -> None:
        self.chosen[:] = False
        self.chosen[selected.cells] = True

    def walls_and_locks(self) -> tuple[frozenset[int], frozenset[int]]:
        return closed(self.maze), frozenset(locked_walls(self.maze).tolist())

    def follow(self, change: Change) -> None:
        """Follow walls and locks as a screen does, by what has changed."""
        (walls, locks), maze = self.known, self.maze
        if change.walls is None:
            walls = closed(maze)
        else:
            shut = change.walls[maze.is_closed(change.walls)]
            walls = walls - set(change.walls.tolist()) | set(shut.tolist())
        if change.locks:
            locks = frozenset(locked_walls(maze).tolist())
        self.known = walls, locks
        if change.maze:
            self.chosen = maze.lattice.inside.copy()

    # What is changed at random

    def some(self, seed: int, share: float) -> Cells:
        """Return some inside cells, bool[n]."""
        random = np.random.default_rng(seed)
        cells: Cells = random.random(self.maze.lattice.size) < share
        return cells & self.maze.lattice.inside

    def recipe(self, seed: int) -> Recipe:
        """Return a recipe for the present outline by some generator."""
        lattice = self.maze.lattice
        able = [g.name for g in GENERATORS if not g.why_not(lattice.shape, whole=lattice.whole)]
        return replace(
            self.document.recipe, generator=able[seed % len(able)], seed=seed, options={}
        )

    def do(self, act: Callable[[], object]) -> None:
        """Do something that may change no locked wall."""
        walls, lattice = locked_walls(self.maze), self.maze.lattice
        shut = self.maze.is_closed(walls)
        act()
        if self.maze.lattice.same(lattice):
            assert (self.maze.is_closed(walls) == shut).all()

    # The rules

    @rule(seed=SEEDS, share=st.sampled_from(SHARES))
    def toggle(self, seed: int, share: float) -> None:
        _owners, walls = self.maze.lattice.walls_of(np.flatnonzero(self.some(seed, share)))
        walls = np.unique(walls)
        lower, _slots, upper, _backs = self.maze.lattice.sides_of(walls)
        inside = self.maze.lattice.inside
        walls = walls[inside[lower] & inside[upper] & ~self.maze.is_locked(walls)]
        self.do(lambda: self.document.apply(ToggleWalls.of(self.maze, walls)))

    @rule(seed=SEEDS, share=st.sampled_from(SHARES), locked=st.booleans())
    def lock(self, seed: int, share: float, locked: bool) -> None:
        locks = with_locks(self.maze, self.some(seed, share / 3), locked=locked)
        self.document.apply(SetLocks(self.maze, locks, "Lock"))

    @rule(seed=SEEDS)
    def choose_symmetry(self, seed: int) -> None:
        able = [name for name, reason in symmetries_of(self.maze.lattice).items() if not reason]
        self.symmetry.choose(([None, *able])[seed % (len(able) + 1)])

    @rule(name=st.sampled_from(MODES.names()), seed=SEEDS, extend=st.booleans())
    def use_a_tool(self, name: str, seed: int, extend: bool) -> None:
        """Drag a tool, or use it at the cell cursor; some drags are cancelled."""
        random, toolbox = Random(seed), self.toolbox
        self.toolbox.recipe = lambda: self.recipe(seed)
        toolbox.choose(name)
        toolbox.resize(random.randint(-2, 2))
        toolbox.gesture.removes = random.random() < 0.3
        cell = random.choice(self.maze.lattice.inside_cells().tolist())

        def act() -> None:
            if random.random() < 0.2:
                toolbox.enter(cell, extend=extend)
                toolbox.enter(self.beside(cell, random), extend=extend)
            elif random.random() < 0.1:
                toolbox.delete(cell)
            else:
                self.drag(cell, random, extend)
            toolbox.cancel()

        self.do(act)

    def drag(self, cell: int, random: Random, extend: bool) -> None:
        toolbox, geometry = self.toolbox, self.maze.lattice.geometry
        ends = np.array([cell, *random.choices(self.maze.lattice.inside_cells().tolist(), k=3)])
        x, y = (geometry.centres(ends) + random.choice([0.0, 0.4])).T.tolist()
        toolbox.preview(x[0], y[0], extend=extend)
        toolbox.press(x[0], y[0], extend=extend)
        for place in range(1, random.randint(1, 4)):
            toolbox.drag(x[place], y[place])
            sketch = toolbox.gesture.sketch(self.document)
            if sketch:
                toolbox.gesture.show_sketch(self.document, sketch(Job()))
            toolbox.preview(x[place], y[place], extend=extend)
        if random.random() < 0.8:
            toolbox.release(x[-1], y[-1])

    def beside(self, cell: int, random: Random) -> int:
        lattice = self.maze.lattice
        others = [lattice.neighbour(cell, slot) for slot in range(lattice.degree)]
        return random.choice([other for other in others if lattice.inside[other]] or [cell])

    @rule(seed=SEEDS, turned=st.integers(0, 5), mirrored=st.booleans(), moved=st.booleans())
    def take_a_piece(self, seed: int, turned: int, mirrored: bool, moved: bool) -> None:
        """Copy some cells or move them: the stamp drops them now, and again where it is used."""
        ids = np.flatnonzero(self.some(seed, 0.05))
        if not len(ids):
            return
        self.toolbox.choose("stamp")
        gesture = self.toolbox.gesture
        assert isinstance(gesture, Stamp)
        cells = np.isin(np.arange(self.maze.lattice.size), ids)
        clip = copy_cells(self.maze, cells, Job())
        gesture.take(clip, ids if moved else None, self.maze.lattice)
        gesture.resize(turned)
        if mirrored:
            gesture.mirror()
        self.do(lambda: self.drag(int(ids[0]), Random(seed), extend=turned % 2 == 0))

    @rule(seed=SEEDS)
    def cut(self, seed: int) -> None:
        walls = walls_within(self.maze.lattice, np.flatnonzero(self.some(seed, 0.1)))
        walls = walls[self.maze.is_closed(walls) & ~self.maze.is_locked(walls)]
        self.do(lambda: self.document.apply(ToggleWalls.of(self.maze, walls)))

    @rule(seed=SEEDS, name=st.sampled_from(TRANSFORMS.names()), within=st.booleans())
    def transform(self, seed: int, name: str, within: bool) -> None:
        options = some_options(name, self.maze, Random(seed))
        if options is None:
            return
        if name == "repair":
            options["goal"] = GOALS.names()[seed % len(GOALS.names())]
            if options["goal"] == "perfect":
                options["loops"] = seed % 3
        cells = self.chosen if within and TRANSFORMS[name].local else None
        work = transforming(self.document, name, cells, **options)
        if TRANSFORMS[name].local or TRANSFORMS[name].live:
            self.do(lambda: self.done(work))
        else:  # the locks move with their walls
            self.done(work)

    @rule(seed=SEEDS, within=st.booleans(), keep=st.booleans())
    def generate_part(self, seed: int, within: bool, keep: bool) -> None:
        some = self.some(seed, 0.6)
        cells = some if within and some.any() else None
        if keep:
            self.do(lambda: self.done(transforming(self.document, "finish", cells, seed=seed)))
            return
        make = generating_part
        self.do(
            lambda: self.done(make(self.document, self.recipe(seed), cells, lambda *_result: None))
        )

    @rule(seed=SEEDS)
    def generate(self, seed: int) -> None:
        """Generate the whole anew, with the symmetry that is chosen where the outline has it."""
        group = self.symmetry.group
        recipe = replace(self.recipe(seed), symmetry=group.name if group else None)
        self.done(generating(self.document, recipe))

    @rule(seed=SEEDS)
    def lay_a_picture_below(self, seed: int) -> None:
        before, random = self.document.underlay, Random(seed)
        after = replace(before, left=float(random.randint(-3, 3)), opacity=50.0)
        after = replace(after, picture=picture())
        after = random.choice([after, after, Underlay()])
        if after.picture or before.picture:  # where the next one lies is not saved
            self.document.apply(SetUnderlay(before, after))

    @rule(number=st.integers(1, 6))
    def undo(self, number: int) -> None:
        for _step in range(number):
            self.document.undo()

    @rule(number=st.integers(1, 6))
    def redo(self, number: int) -> None:
        for _step in range(number):
            self.document.redo()

    @rule(path=st.just("a.maze"))
    def save_and_load(self, path: str) -> None:
        self.check_same(parse(as_bytes(self.document.project()), Job()))
        self.document.saved(Path(path))

    def check_same(self, project: Project) -> None:
        again = Document(project.maze, project.recipe)
        again.apply(SetUnderlay(again.underlay, project.underlay))
        again.apply(SetPage(again.page, Page.from_dict(project.page)))
        inside = self.maze.lattice.inside
        assert project.maze.lattice.same(self.maze.lattice)
        assert (project.maze.walls[inside] == self.maze.walls[inside]).all()
        assert seen(again) == seen(self.document)

    @rule(step=st.integers(0, 3))
    def recover(self, step: int) -> None:
        """Go on with what a snapshot holds, as after a crash."""
        for _step in range(step):
            self.document.undo()
        before, document = seen(self.document), self.document
        project = document.as_it_is()
        records = json.loads(json.dumps(record_history(document)))
        content = Content(project.maze, project.recipe, document.page, project.underlay)
        names = document.undo_name, document.redo_name
        done = len(document.history)
        document.recover(project, *replay_steps(records, content), FileOrigin())
        assert seen(document) == before
        assert (document.undo_name, document.redo_name) == names
        assert len(document.history) == done

    # What must hold

    @precondition(lambda self: hasattr(self, "document"))
    @invariant()
    def is_whole(self) -> None:
        self.maze.check()
        assert self.known == self.walls_and_locks()

    def teardown(self) -> None:
        if not hasattr(self, "document"):
            return
        self.redo(len(self.document.history) + 1)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "a.maze"
            save(self.document.project(), path)
            self.check_same(load(path))
        mazes: list[Seen] = [seen(self.document)]
        while self.document.can_undo:
            self.document.undo()
            mazes.append(seen(self.document))
        assert mazes[-1] == self.first
        for maze in mazes[-2::-1]:
            self.document.redo()
            assert seen(self.document) == maze
        assert not self.document.can_redo


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_any_edits(shape: str) -> None:
    """Under ``--stress`` 2,000 runs of 50 steps in all."""
    machine = type(f"{shape.title()}Edits", (Editing,), {"shape": shape})
    thorough = settings(max_examples=500, stateful_step_count=50, deadline=None)
    ordinary = settings(max_examples=4, stateful_step_count=20, deadline=None)
    run_state_machine_as_test(machine, settings=thorough if stress() else ordinary)
