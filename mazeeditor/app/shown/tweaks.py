"""Tweaks while sliders move: computed in the background, shown, and one step in the end.

::

    slider ---- set ----> Latest (a copy of the maze) ----> result ----> canvas
    Apply  ---> one step of the document;  Escape, or any edit ---> the maze as it is
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.shown.selection import Selection
from mazeeditor.app.ui import Ui
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.followers import Follower, Following
from mazeeditor.editing.work import step
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import new_seed, seeded
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.transforms.tweaks.tweak import Amounts, tweaked
from mazeeditor.maze.walls import count_walls, free_walls
from mazeeditor.sheets.search_goal import figures_of

DELAY = 20  # ms without another move of a slider
SMALL = 4000  # cells: these are tweaked sooner than kernels are compiled
FIGURES = {  # of each amount: what the panel shows before and after
    "route": "shortest",
    "straight": "straights",
    "dead_ends": "dead_ends",
    "loops": "loops",
}
Figures = dict[str, float | None]


@dataclass(frozen=True)
class TweakInput:
    """A maze, between which cells bool[n] its walls may change (None: all), and how far."""

    maze: Maze
    cells: NDArray[np.bool_] | None
    amounts: Amounts
    seed: int
    recipe: Recipe


class TweakResult(NamedTuple):
    """The tweaked maze, its figures and those of the maze before, and the step to it."""

    maze: Maze
    before: Figures
    after: Figures
    edit: Edit | None
    changed: int


class Tweaks:
    """How the maze of a document would be with other figures; only ``apply`` changes it.

    ``amounts`` are those of the sliders. ``result`` is the maze that they make, None while none is
    shown. ``changed`` is notified of every change of either. Walls change within the selection,
    where there is one, and never where they are locked.
    """

    def __init__(
        self,
        document: Document,
        selection: Selection,
        background: Background,
        ui: Ui,
    ) -> None:
        self._document, self._selection, self._ui = document, selection, ui
        self.amounts = Amounts()
        self.seed = new_seed()
        self.result: TweakResult | None = None
        self.changed: Listeners[[]] = Listeners()
        self.entered: Listeners[[]] = Listeners()  # notified when the sliders are asked for
        self._latest: Latest[TweakInput, TweakResult] = Latest(
            background, self._take, _tweak, self._set, self._fail, delay=DELAY
        )
        self._following = Following(document.changed, Follower.TWEAKS, lambda _change: self.leave())
        selection.changed.subscribe(self._request)

    @property
    def active(self) -> bool:
        """Whether any slider is moved."""
        return self.amounts != Amounts()

    @property
    def settled(self) -> bool:
        """Whether what is shown is what the sliders ask for."""
        return self._latest.settled

    @property
    def progress(self) -> float:
        """The share done of what the sliders ask for, 0 to 1."""
        return self._latest.progress

    def set(self, name: str, amount: float) -> None:
        """Tweak a figure by ``amount``, -1 to 1; 0 leaves it as it is."""
        self.amounts = replace(self.amounts, **{name: amount})
        if self.active:
            self._following.switch(True)
            self._request()
            self.changed.notify()
        else:
            self.leave()

    def draw_again(self) -> None:
        """Do the same with other random numbers."""
        self.seed = new_seed()
        self._request()

    def leave(self) -> None:
        """Put all sliders back, and show the maze as it is."""
        self._latest.stop()
        self._following.switch(False)
        self.amounts, self.result = Amounts(), None
        self.changed.notify()

    def apply(self) -> None:
        """Make the maze that is shown that of the document, as one step."""
        if self.result and self.settled:
            edit, result = self.result.edit, self.result
            if edit:
                self._document.apply(edit)
                self._ui.show_status(_changed(result.changed))
            self.leave()

    def _request(self) -> None:
        if self.active:
            self._latest.request()

    def _take(self) -> TweakInput | None:
        if not self.active:
            return None
        maze, cells = self._document.maze.copy(), self._selection.cells
        return TweakInput(maze, cells, self.amounts, self.seed, self._document.recipe)

    def _set(self, result: TweakResult) -> None:
        self.result = result
        self.changed.notify()

    def _fail(self, problem: Exception) -> None:
        self.leave()
        self._ui.show_status(str(problem) or _("unknown"))


def _tweak(taken: TweakInput, job: Job) -> TweakResult:
    """Tweak in a worker."""
    maze, random = taken.maze, seeded(taken.seed)
    with compiling() if maze.lattice.cells > SMALL else nullcontext():
        free = free_walls(maze.lattice, taken.cells, maze.locks, job)
        with job.part(0.6):
            after = tweaked(maze, taken.amounts, free, random, job)
        figures = [_figures(shown, job) for shown in (maze, after)]
    edit = step(_("Tweak"), maze, after, taken.recipe)
    changed = count_walls(maze.walls ^ after.walls)
    return TweakResult(after, figures[0], figures[1], edit, changed)


def _figures(maze: Maze, job: Job) -> Figures:
    with job.part(0.2):
        figures = figures_of(maze, FIGURES.values(), job)
    return {name: figures[figure] for name, figure in FIGURES.items()}


def _changed(walls: int) -> str:
    text = ngettext(
        "Tweaked: {number:,} wall has changed", "Tweaked: {number:,} walls have changed", walls
    )
    return text.format(number=walls)
