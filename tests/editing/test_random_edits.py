"""Every edit by hand in any order, on every shape: undone all it is the first maze again.

Redone all it is the last one, and what is saved in between is read back as it was. After each
step the maze is whole, and no locked wall has changed unless the step was about locks.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from numpy.typing import NDArray

from mazeeditor.editing.blanking import blanking
from mazeeditor.editing.clips import copied
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetLocks, ToggleWalls
from mazeeditor.editing.generating_parts import finishing, generating_part
from mazeeditor.editing.routing import routing
from mazeeditor.editing.tools.stamp import Stamp
from mazeeditor.editing.work import Work, transforming
from mazeeditor.errors import MazeError
from mazeeditor.files.project import load, save
from mazeeditor.generators import GENERATORS, generate
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.locks import locked_walls, with_locks
from mazeeditor.maze.maze import Maze
from mazeeditor.recipe import Recipe
from mazeeditor.shapes import SHAPES
from mazeeditor.transforms import TRANSFORMS
from tests.breadth import stress
from tests.editing.samples import Seen, seen
from tests.lattices import LATTICES

SEEDS = st.integers(0, 10_000)
IN_PLACE = [entry.name for entry in TRANSFORMS if entry.local or entry.live]


def done(work: Work[Any]) -> None:
    """Do some work; what cannot be done changes nothing."""
    try:
        result = work.run(Job())
    except MazeError:
        return
    work.deliver(result)


class Editing(RuleBasedStateMachine):
    """A document, and what was seen of it after each step."""

    def __init__(self) -> None:
        super().__init__()
        self.document: Document | None = None

    @property
    def maze(self) -> Maze:
        assert self.document
        return self.document.maze

    @initialize(shape=st.sampled_from(SHAPES.names()), seed=SEEDS)
    def begin(self, shape: str, seed: int) -> None:
        lattice = LATTICES[shape](Random(seed))
        name = next(g.name for g in GENERATORS if not g.shapes or shape in g.shapes)
        self.document = Document(generate(name, lattice, seed=seed), Recipe(name, seed=seed))
        self.first: Seen = seen(self.document)
        self.locked: dict[int, bool] = {}

    def some(self, seed: int, share: float) -> NDArray[np.bool_]:
        """Return some inside cells, bool[n]."""
        random = np.random.default_rng(seed)
        cells: NDArray[np.bool_] = random.random(self.maze.lattice.size) < share
        return cells & self.maze.lattice.inside

    def recipe(self, seed: int) -> Recipe:
        """Return a recipe for the present shape by some generator."""
        shape = self.maze.lattice.shape
        able = [entry.name for entry in GENERATORS if not entry.shapes or shape in entry.shapes]
        assert self.document
        return Recipe(
            able[seed % len(able)], seed=seed, shape=shape, sizes=self.document.recipe.sizes,
            masks=self.document.recipe.masks,
        )  # fmt: skip

    def do(self, act: Callable[[Document], object]) -> None:
        assert self.document
        walls = locked_walls(self.maze)
        closed = self.maze.is_closed(walls)
        lattice = self.maze.lattice
        act(self.document)
        self.maze.check()
        if self.maze.lattice.same(lattice):
            assert (self.maze.is_closed(walls) == closed).all()

    @rule(seed=SEEDS, share=st.sampled_from([0.02, 0.3]))
    def toggle(self, seed: int, share: float) -> None:
        cells = np.flatnonzero(self.some(seed, share))
        _owners, walls = self.maze.lattice.walls_of(cells)
        walls = np.unique(walls)
        lower, _slots, upper, _backs = self.maze.lattice.sides_of(walls)
        inside = self.maze.lattice.inside
        walls = walls[inside[lower] & inside[upper] & ~self.maze.is_locked(walls)]
        if len(walls):
            self.do(lambda document: document.apply(ToggleWalls.of(self.maze, walls)))

    @rule(seed=SEEDS, locked=st.booleans())
    def lock(self, seed: int, locked: bool) -> None:
        locks = with_locks(self.maze, self.some(seed, 0.1), locked=locked)
        assert self.document
        self.document.apply(SetLocks(self.maze, locks, "Lock"))

    @rule(seed=SEEDS, name=st.sampled_from(IN_PLACE), within=st.booleans())
    def transform(self, seed: int, name: str, within: bool) -> None:
        cells = self.some(seed, 0.6) if within else None
        options: dict[str, Any] = (
            {"seed": seed} if "seed" in {o.name for o in TRANSFORMS[name].options} else {}
        )
        if name == "repair":
            options["goal"] = ["perfect", "one-route", "solvable", "unsealed"][seed % 4]
        if name == "tweak":
            options |= {"route": (seed % 3 - 1) / 2, "loops": (seed % 5 - 2) / 4}
        self.do(lambda document: done(transforming(document, name, cells, **options)))

    @rule(seed=SEEDS, within=st.booleans(), keep=st.booleans())
    def generate_part(self, seed: int, within: bool, keep: bool) -> None:
        cells = self.some(seed, 0.6) if within else None
        make = finishing if keep else generating_part
        recipe = self.recipe(seed)
        self.do(lambda document: done(make(document, recipe, cells, lambda *_result: None)))

    @rule(seed=SEEDS)
    def route(self, seed: int) -> None:
        random, lattice = Random(seed), self.maze.lattice
        cells = [random.choice(lattice.inside_cells().tolist())]
        for _step in range(random.randint(1, 12)):
            others = [lattice.neighbour(cells[-1], slot) for slot in range(lattice.degree)]
            ahead = [cell for cell in others if lattice.inside[cell] and cell not in cells]
            if not ahead:
                break
            cells.append(random.choice(ahead))
        route: Ids = np.array(cells, np.int64)
        recipe = self.recipe(seed)
        self.do(lambda document: done(routing(document, lambda *_given: route, recipe)))

    @rule(seed=SEEDS, turned=st.integers(0, 5), mirrored=st.booleans(), moved=st.booleans())
    def drop(self, seed: int, turned: int, mirrored: bool, moved: bool) -> None:
        cells = self.some(seed, 0.05)
        if not cells.any():
            return
        gesture, geometry = Stamp(), self.maze.lattice.geometry
        ids = np.flatnonzero(cells)
        gesture.take(copied(self.maze, cells, Job()), ids if moved else None, self.maze.lattice)
        gesture.resize(turned)
        if mirrored:
            gesture.mirror()
        random = Random(seed)
        x, y = random.uniform(0, geometry.width), random.uniform(0, geometry.height)

        def act(document: Document) -> None:
            gesture.press(document, x, y)
            gesture.release(document, x, y)

        self.do(act)

    @rule(seed=SEEDS)
    def blank(self, seed: int) -> None:
        cells = self.some(seed, 0.03)
        if self.maze.locks is not None:
            cells &= self.maze.locks == 0
        ids = np.flatnonzero(cells)
        if 0 < len(ids) < self.maze.lattice.cells:
            assert self.document
            edit = blanking(self.maze, self.document.recipe, ids)
            self.do(lambda document: document.apply(edit))

    @rule(number=st.integers(1, 3))
    def undo(self, number: int) -> None:
        assert self.document
        for _step in range(number):
            self.document.undo()

    @rule(number=st.integers(1, 3))
    def redo(self, number: int) -> None:
        assert self.document
        for _step in range(number):
            self.document.redo()

    @rule()
    def save_and_load(self) -> None:
        assert self.document
        with TemporaryDirectory() as folder:
            path = Path(folder) / "a.maze"
            save(self.document.project(), path)
            again = load(path).maze
        assert again.lattice.same(self.maze.lattice)
        assert (again.walls[again.lattice.inside] == self.maze.walls[again.lattice.inside]).all()
        assert (again.entrance, again.exits) == (self.maze.entrance, self.maze.exits)
        assert locked_walls(again).tolist() == locked_walls(self.maze).tolist()

    @precondition(lambda self: self.document is not None)
    @invariant()
    def is_whole(self) -> None:
        self.maze.check()

    def teardown(self) -> None:
        if self.document is None:
            return
        while self.document.can_redo:
            self.document.redo()
        last = seen(self.document)
        while self.document.can_undo:
            self.document.undo()
        assert seen(self.document) == self.first
        while self.document.can_redo:
            self.document.redo()
        assert seen(self.document) == last


TestRandomEdits = Editing.TestCase
TestRandomEdits.settings = settings(
    max_examples=2_000 if stress() else 12,
    stateful_step_count=50 if stress() else 20,
    deadline=None,
)
