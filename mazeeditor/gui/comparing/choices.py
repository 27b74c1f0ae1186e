"""What is compared: how many mazes of which size, by which generators, and which measures."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass, replace
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.comparing.compare import FIRST, SEEDS, Row, compare, described
from mazeeditor.editing.masking import MASK
from mazeeditor.editing.outlining import label_of
from mazeeditor.editing.work import built
from mazeeditor.errors import UsageError
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.gui.comparing.ticks import Ticks
from mazeeditor.gui.forms import Form
from mazeeditor.gui.masking import MaskChoice, Size
from mazeeditor.gui.theme import current
from mazeeditor.gui.widgets.panel import ScrolledPanel
from mazeeditor.gui.widgets.section import Section
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.measures import MEASURES, Measure
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

MAZES = replace(SEEDS, name="mazes_of_each", help=_("more mazes: truer figures, longer work"))
SEED = replace(FIRST, name="first_seed")
WIDTH = 300  # px at 96 dpi
BUILDING = 0.05  # of the work
USUAL = 10_000  # cells: of larger mazes few want a hundred by each generator
FEW = {"dead_ends", "junctions", "longest_corridor", "dead_end_length", "shortest", "decisions"}


@dataclass(frozen=True)
class Question:
    """What is to be compared; ``answer`` is for a thread.

    ``outline`` is what a recipe says of masks, which may be painted as ``like``.
    """

    generators: tuple[str, ...]
    shape: str
    sizes: dict[str, Any]
    outline: dict[str, Any]
    like: Lattice
    seeds: range
    braid: float
    everything: bool

    def answer(self, job: Job) -> tuple[list[Row], str]:
        """Return the rows and what they are of; raises ``UsageError``, ``CancelledError``."""
        with job.part(BUILDING):
            lattice = built(self.shape, self.sizes, self.like, self.outline, job)
        rows = compare(
            self.generators,
            lattice,
            self.seeds,
            job,
            braid=self.braid,
            everything=self.everything,
        )
        for row in rows:  # kept by the rows, so that no window waits for it
            row.as_json()
        masks = [label_of(each["name"]) for each in self.outline.get(MASK, ())]
        return rows, described(lattice, self.seeds, self.braid, masks)


class Choices(ScrolledPanel):
    """The left side; ``changed`` hears when other generators or measures are to be shown."""

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        changed: Callable[[], None],
        submit: Callable[[], None],
    ) -> None:
        super().__init__(parent, current(parent).px(WIDTH))
        self._submit = submit
        self._like = like = window.document.maze.lattice
        mazes = self._section(_("Mazes"))
        shapes = Option("shape", str, like.shape, choices=tuple(SHAPES.names()))
        labels = {"shape": {each.name: each.label for each in SHAPES}}
        self.shape = Form(mazes, (shapes,), {}, self._reshaped, submit, labels)
        if len(SHAPES) > 1:  # one shape is no choice
            self.shape.pack(fill="x")
        usual = like.cells <= USUAL
        now = dict(like.parameters) if usual else {}
        self.sizes = Form(mazes, SHAPES[like.shape].options, now, submit=submit)
        self.masks = MaskChoice(mazes, window, self._size, self._allow)
        self.recipe = Form(mazes, (MAZES, SEED, BRAID), {}, submit=submit)
        for form in (self.sizes, self.masks, self.recipe):
            form.pack(fill="x")
        if usual:
            self.masks.show(window.document.recipe, whole=like.whole)
        names = GENERATORS.names()
        self.generators = Ticks(
            self._section(_("Generators")),
            [(each.name, each.label, each.summary) for each in GENERATORS],
            names,
            changed,
        )
        self.measures = Ticks(
            self._section(_("Measures")),
            [(each.name, each.label, each.sentence) for each in MEASURES],
            FEW,
            changed,
        )
        self._allow()

    def _section(self, title: str) -> ttk.Frame:
        section = Section(self.body, title)
        section.pack(fill="x", padx=current(self).px(4))
        return section.body

    def _reshaped(self, _name: str, shape: str) -> None:
        """Ask for the sizes of another shape."""
        form = Form(self.sizes.master, SHAPES[shape].options, {}, submit=self._submit)
        form.pack(fill="x", after=self.sizes)
        self.sizes.destroy()
        self.sizes = form
        self._allow()

    def _allow(self) -> None:
        """Let only generators be chosen that can make the shape with its masks."""
        shape, whole = self.shape.values()["shape"], not self.masks.masks
        self.generators.refuse({each.name: each.why_not(shape, whole=whole) for each in GENERATORS})

    def _size(self) -> Size | None:
        """Return the shape and its options; None where one is wrong, which the form says."""
        try:
            return self.shape.values()["shape"], self.sizes.values()
        except UsageError:
            return None

    @property
    def chosen(self) -> tuple[Measure, ...]:
        """The measures to show."""
        return tuple(each for each in MEASURES if each.name in self.measures.chosen)

    def question(self) -> Question:
        """Return what is to be compared; raises ``UsageError``, which the form shows."""
        recipe = self.recipe.values()
        first = recipe["first_seed"]
        return Question(
            tuple(self.generators.chosen),
            self.shape.values()["shape"],
            self.sizes.values(),
            self.masks.value,
            self._like,
            range(first, first + recipe["mazes_of_each"]),
            recipe["braid"],
            any(measure.expensive for measure in self.chosen),
        )
