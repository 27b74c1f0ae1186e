"""What the section Fix and finish asks for: which fix, its options, and its preview.

::

    choose, options ----> RequestedRepair ----> ShownRepair ----> canvas and section
    Apply  ---> one step of the document;  Escape, or any edit ---> the maze as it is

A fix is a goal of repairs or a transform that changes walls where they stand. All are computed in
the background from the document's maze, and shown as the walls that would be opened and closed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.shown.chosen_symmetry import ChosenSymmetry
from mazeeditor.app.shown.repair import (
    Find,
    RequestedRepair,
    ShownRepair,
    reaching,
    with_images,
)
from mazeeditor.app.shown.selection import Selection
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.generating_parts import what_stays
from mazeeditor.maze.completing import Growth, complete
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import new_seed
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.repairs import GOALS, Repair, difference
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.maze.walls import free_walls

FINISH, TWEAK = "finish", "tweak"
OF_TRANSFORMS = (FINISH, "sparse", "braid", TWEAK)
FIXES_OF = {"perfect": "perfect"} | {name: name for name in OF_TRANSFORMS}  # by their transforms
FEW_CELLS = 4000  # cells: these are tweaked sooner than kernels are compiled
CHOSEN_ELSEWHERE = ("seed", "symmetry", "generator")  # options that are chosen elsewhere
Cells = NDArray[np.bool_] | None


class Fix(NamedTuple):
    """Something that can be done to the maze; ``options`` are those that are chosen for it."""

    name: str
    label: str
    summary: str
    options: tuple[Option, ...]


def all_fixes() -> dict[str, Fix]:
    """Return the goals of repairs, then Finish and other transforms of walls, by their names."""
    entries = [*GOALS, *(TRANSFORMS[name] for name in OF_TRANSFORMS)]
    return {
        entry.name: Fix(
            entry.name,
            entry.label,
            entry.summary.rstrip("."),
            tuple(option for option in entry.options if option.name not in CHOSEN_ELSEWHERE),
        )
        for entry in entries
    }


class Fixing:
    """The chosen fix of a window: ``choice`` is its name, or None; ``changed`` is notified.

    ``values`` are the options of each. ``note`` is why no walls are shown for the choice. Walls
    change within the selection, where there is one, never where they are locked, and by the chosen
    symmetry together with their images. It ends where its preview does.
    """

    def __init__(
        self,
        selection: Selection,
        symmetry: ChosenSymmetry,
        repair: ShownRepair,
        recipe: Callable[[], Recipe | None],
        leave_others: Callable[[], object],
    ) -> None:
        self._symmetry, self._repair = symmetry, repair
        self._recipe, self._leave_others = recipe, leave_others
        self.fixes = all_fixes()
        self.values = {name: FieldValues(fix.options) for name, fix in self.fixes.items()}
        self.choice: str | None = None
        self.note = ""
        self.seed = new_seed()
        self.changed: Listeners[[]] = Listeners()
        self.entered: Listeners[[]] = Listeners()  # notified when the sliders are asked for
        self._requested: RequestedRepair | None = None
        for values in self.values.values():
            values.changed.subscribe(self._again)
        selection.changed.subscribe(self._adapt)
        symmetry.changed.subscribe(self._adapt)
        repair.changed.subscribe(self._follow)

    @property
    def moved(self) -> bool:
        return any(self.values[TWEAK].values.values())

    @property
    def active(self) -> bool:
        """Whether a preview of the choice is shown, or will be."""
        return self._requested is not None and self._repair.requested is self._requested

    def choose(self, name: str, **options: Any) -> None:
        """Show what a fix would change; the same again may find other walls."""
        self._leave_others()
        self.choice, self.seed = None, new_seed()
        self.values[name].update(options)
        self.choice = name
        self._request()

    def draw_again(self) -> None:
        """Do the same with other random numbers."""
        self.seed = new_seed()
        self._again()

    def leave(self) -> None:
        """Show the maze as it is, and choose nothing."""
        if self.active:
            self._repair.hide()
        self._end()

    def _end(self, note: str = "") -> None:
        self._requested, self.note = None, note
        if not note:
            self.choice = None
            self.values[TWEAK].reset({})
        self.changed.notify()

    def _again(self) -> None:
        if self.choice is not None:
            self._request()

    def _adapt(self) -> None:
        """Find other walls for another selection or symmetry; what was said is over."""
        if self.active:
            self._request()
        elif self.note:
            self._end()

    def _request(self) -> None:
        name = self.choice
        assert name
        self.note = ""
        if name == TWEAK and not self.moved:
            self._stop()
            self.changed.notify()
            return
        try:
            find = self._finder(name, self.values[name].read())
        except UsageError as problem:
            self._stop()
            self._end(str(problem))
            return
        fix, group = self.fixes[name], self._symmetry.group
        symmetry = group.name if group else None
        self._requested = RequestedRepair(name, fix.label, find, symmetry=symmetry)
        self._repair.preview(self._requested)
        self.changed.notify()

    def _stop(self) -> None:
        """Show no preview, without leaving the choice."""
        if self.active:
            self._requested = None
            self._repair.hide()

    def _follow(self) -> None:
        """Show what is found; end with the preview."""
        if self._requested is not None and self._repair.requested is not self._requested:
            self._end(self._repair.ended_by)
        elif self.note and not (self.active or self._repair.ended_by):
            self._end()  # the maze was edited since
        else:
            self.changed.notify()

    def _finder(self, name: str, values: dict[str, Any]) -> Find:
        """Return what finds the walls; raises ``UsageError``."""
        group, seed = self._symmetry.group, self.seed
        symmetry = group.name if group else None

        if name == FINISH:
            recipe = self._recipe()
            if recipe is None:
                raise UsageError(_("A field of Generate is invalid: mend it first."))
            find = _finishing(recipe.growth(), symmetry)
        else:
            is_goal = name in GOALS.names()
            options = (GOALS if is_goal else TRANSFORMS)[name].options
            if any(option.name == "seed" for option in options):
                values = values | {"seed": seed}
            find = (reaching if is_goal else _transforming)(name, symmetry, values)
        return lambda maze, cells, job: find(maze, with_images(cells, group), job)


def _finishing(growth: Growth, symmetry: str | None) -> Find:
    def find(maze: Maze, cells: Cells, job: Job) -> Repair:
        free = free_walls(maze.lattice, cells, maze.locks, job)
        if symmetry is None:
            result = complete(maze, growth, free, job, keep=True)
        else:
            from mazeeditor.maze.transforms.symmetry.keeping import finish_symmetric

            result = finish_symmetric(maze, growth, symmetry, free, job)
        repair = difference(maze, result.maze, job)
        if result.perfect:
            return repair
        return replace(repair, stays=(what_stays(result, cells, maze), result.cells))

    return find


def _transforming(name: str, symmetry: str | None, options: dict[str, Any]) -> Find:
    def find(maze: Maze, cells: Cells, job: Job) -> Repair:
        given, free = maze, free_walls(maze.lattice, cells, maze.locks, job)
        if cells is not None:
            given = maze.copy()
            given.set_locks(free_walls(maze.lattice, job=job) & ~free)
        large = name == TWEAK and maze.lattice.cells > FEW_CELLS
        with compiling() if large else nullcontext():
            after = apply_transform(name, given, job=job, symmetry=symmetry, **options)
        return difference(maze, after, job)

    return find
