"""What is compared: how many mazes of which size, by which generators, and which measures."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from tkinter import ttk
from typing import Any

from mazeeditor.comparing.compare import FIRST, SEEDS, Row, compare, described
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.gui.forms import Form
from mazeeditor.gui.theme import current
from mazeeditor.gui.widgets.panel import ScrolledPanel
from mazeeditor.gui.widgets.section import Section
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.measures import MEASURES, Measure
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES, build
from mazeeditor.words import _

MAZES = replace(SEEDS, name="mazes_of_each", help=_("more mazes: truer figures, longer work"))
SEED = replace(FIRST, name="first_seed")
WIDTH = 280  # px at 96 dpi
USUAL = 10_000  # cells: of larger mazes few want a hundred by each generator
FEW = {"dead_ends", "junctions", "longest_corridor", "dead_end_length", "shortest", "decisions"}


@dataclass(frozen=True)
class Question:
    """What is to be compared; ``answer`` is for a thread."""

    generators: tuple[str, ...]
    shape: str
    sizes: dict[str, Any]
    seeds: range
    braid: float
    everything: bool

    def answer(self, job: Job) -> tuple[list[Row], str]:
        """Return the rows and what they are of; raises ``UsageError``, ``CancelledError``."""
        lattice = build(self.shape, **self.sizes)
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
        return rows, described(lattice, self.seeds, self.braid)


class Choices(ScrolledPanel):
    """The left side; ``changed`` hears when other generators or measures are to be shown."""

    def __init__(
        self,
        parent: tk.Misc,
        like: Lattice,
        changed: Callable[[], None],
        submit: Callable[[], None],
    ) -> None:
        super().__init__(parent, current(parent).px(WIDTH))
        self._submit = submit
        mazes = self._section(_("Mazes"))
        shapes = Option("shape", str, like.shape, choices=tuple(SHAPES.names()))
        labels = {"shape": {each.name: each.label for each in SHAPES}}
        self.shape = Form(mazes, (shapes,), {}, self._reshaped, submit, labels)
        if len(SHAPES) > 1:  # one shape is no choice
            self.shape.pack(fill="x")
        now = dict(like.parameters) if like.cells <= USUAL else {}
        self.sizes = Form(mazes, SHAPES[like.shape].options, now, submit=submit)
        self.recipe = Form(mazes, (MAZES, SEED, BRAID), {}, submit=submit)
        for form in (self.sizes, self.recipe):
            form.pack(fill="x")
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
        """Let only generators be chosen that can make the shape."""
        shape = self.shape.values()["shape"]
        able = (each.name for each in GENERATORS if not each.shapes or shape in each.shapes)
        self.generators.allow(able)

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
            range(first, first + recipe["mazes_of_each"]),
            recipe["braid"],
            any(measure.expensive for measure in self.chosen),
        )


class Ticks(ttk.Frame):
    """Boxes to tick, each with a name and a sentence, and two buttons for all and none."""

    def __init__(
        self,
        parent: ttk.Frame,
        things: Iterable[tuple[str, str, str]],
        ticked: Iterable[str],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self.pack(fill="x")
        self._changed = changed
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self._ticks: dict[str, tk.BooleanVar] = {}
        for name, label, sentence in things:
            tick = self._ticks[name] = tk.BooleanVar(self, value=name in set(ticked))
            box = ttk.Checkbutton(self, text=label, variable=tick, command=changed)
            box.pack(fill="x")
            Tooltip(box, sentence)
            self.boxes[name] = box
        foot = ttk.Frame(self)
        foot.pack(fill="x", pady=(current(self).px(4), 0))
        self.all = ttk.Button(foot, text=_("All"), command=lambda: self.tick_all(True))
        self.none = ttk.Button(foot, text=_("None"), command=lambda: self.tick_all(False))
        self.all.pack(side="left")
        self.none.pack(side="left", padx=current(self).px(8))

    @property
    def chosen(self) -> list[str]:
        """The names of the boxes that are ticked and may be."""
        return [
            name
            for name, tick in self._ticks.items()
            if tick.get() and self.boxes[name].instate(["!disabled"])
        ]

    def allow(self, names: Iterable[str]) -> None:
        """Let only these be ticked."""
        allowed = set(names)
        for name, box in self.boxes.items():
            box.state(["!disabled" if name in allowed else "disabled"])

    def tick_all(self, ticked: bool) -> None:
        """Tick every box, or none."""
        for tick in self._ticks.values():
            tick.set(ticked)
        self._changed()
