"""The left side of the Compare window: which mazes, which generators, which measures."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.drafts.comparison import Comparison, ComparisonRequest
from mazeeditor.app.drafts.draft import MaskList
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form, replaced
from mazeeditor.gui.look import current
from mazeeditor.gui.panels.mask_choice import MaskChoice, Size
from mazeeditor.gui.widgets.scrolled_panel import FoldingSection, ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.comparing.compare import FIRST, SEEDS
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.editing.document import Document

MAZES = replace(SEEDS, name="mazes_of_each", help=_("more mazes: more exact, but slower"))
SEED = replace(FIRST, name="first_seed")
WIDTH = 300  # px at 96 dpi
LARGE = 10_000  # cells: a hundred larger mazes of each generator would take too long


class CheckList(ttk.Frame):
    """Check boxes below each other, each with a label and a tooltip, and buttons for all and none.

    ``checked`` is kept up to date; ``on_change`` is called after each change.
    """

    def __init__(
        self,
        parent: ttk.Frame,
        entries: Iterable[tuple[str, str, str]],
        checked: set[str],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self.pack(fill="x")
        self._checked, self._on_change = checked, on_change
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self._variables: dict[str, tk.BooleanVar] = {}
        self._refusals: Mapping[str, str] = {}
        for name, label, summary in entries:
            variable = self._variables[name] = tk.BooleanVar(self, name in checked)
            box = ttk.Checkbutton(self, text=label, variable=variable, command=self._changed)
            box.pack(fill="x")
            Tooltip(box, partial(self._tip, name, summary))
            self.boxes[name] = box
        foot = ttk.Frame(self)
        foot.pack(fill="x", pady=(current(self).px(4), 0))
        self.all = ttk.Button(foot, text=_("All"), command=lambda: self.check(self.boxes))
        self.none = ttk.Button(foot, text=_("None"), command=lambda: self.check(()))
        self.all.pack(side="left")
        self.none.pack(side="left", padx=current(self).px(8))

    def _changed(self) -> None:
        self._checked.clear()
        self._checked.update(name for name, variable in self._variables.items() if variable.get())
        self._on_change()

    def refuse(self, refusals: Mapping[str, str]) -> None:
        """Disable the entries that have a reason against them, which is their tooltip then."""
        self._refusals = refusals
        for name, box in self.boxes.items():
            box.state(["disabled" if refusals.get(name) else "!disabled"])

    def _tip(self, name: str, summary: str) -> str:
        return self._refusals.get(name) or summary

    def check(self, names: Iterable[str]) -> None:
        """Check the boxes of these names, and no others."""
        chosen = set(names)
        for name, variable in self._variables.items():
            variable.set(name in chosen)
        self._changed()


class ComparisonForm(ScrolledPanel):
    """The form; ``on_change`` is called when other generators or measures are to be shown."""

    def __init__(
        self,
        parent: tk.Misc,
        document: Document,
        services: Services,
        comparison: Comparison,
        on_change: Callable[[], None],
        submit: Callable[[], None],
    ) -> None:
        super().__init__(parent, current(parent).px(WIDTH))
        self._comparison = comparison
        self._like = like = document.maze.lattice
        mazes = self._section(_("Mazes"))
        shapes = Option("shape", str, like.shape).offering(SHAPES.labels())
        chosen = FieldValues((shapes,))
        chosen.edited.subscribe(self._reshaped)
        self.shape = Form(mazes, chosen, submit)
        if len(SHAPES) > 1:  # one shape is no choice
            self.shape.pack(fill="x")
        small = like.cells <= LARGE
        sizes = dict(like.parameters) if small else {}
        self.sizes = Form(mazes, FieldValues(SHAPES[like.shape].options, sizes), submit)
        self.masks = MaskList()
        self.mask_choice = MaskChoice(mazes, document, services, self.masks, self._size)
        self.recipe = Form(mazes, FieldValues((MAZES, SEED, BRAID)), submit)
        for form in (self.sizes, self.mask_choice, self.recipe):
            form.pack(fill="x")
        if small:
            self.masks.follow(document.recipe, whole=like.whole)
        self.generators = CheckList(
            self._section(_("Generators")),
            [(generator.name, generator.label, generator.summary) for generator in GENERATORS],
            comparison.checked,
            on_change,
        )
        self.measures = CheckList(
            self._section(_("Measures")),
            [(measure.name, measure.label, measure.description) for measure in MEASURES],
            comparison.measure_names,
            on_change,
        )
        self.masks.changed.subscribe(self._refuse)
        self._refuse()

    def _section(self, title: str) -> ttk.Frame:
        section = FoldingSection(self.body, title)
        section.pack(fill="x", padx=current(self).px(4))
        return section.body

    def _reshaped(self, _name: str, shape: str) -> None:
        """Show the sizes of another shape."""
        self.sizes = replaced(self.sizes, FieldValues(SHAPES[shape].options))
        self._refuse()

    def _refuse(self) -> None:
        """Disable the generators that cannot generate the shape with its masks."""
        shape, whole = self.shape.values()["shape"], not self.masks.masks
        refusals = {
            generator.name: generator.why_not(shape, whole=whole) for generator in GENERATORS
        }
        self._comparison.refusals = refusals
        self.generators.refuse(refusals)

    def _size(self) -> Size | None:
        """Return the shape and its options; None where one is invalid, as the form shows."""
        try:
            return self.shape.values()["shape"], self.sizes.values()
        except UsageError:
            return None

    def request(self) -> ComparisonRequest:
        """Return the requested comparison; raises ``UsageError``, which the form shows."""
        values = self.recipe.values()
        first = values["first_seed"]
        recipe = Recipe(
            braid=values["braid"],
            shape=self.shape.values()["shape"],
            sizes=self.sizes.values(),
            masks=self.masks.masks,
            pieces=self.masks.pieces,
        )
        return ComparisonRequest(
            tuple(self._comparison.generators),
            recipe,
            self._like,
            range(first, first + values["mazes_of_each"]),
            any(measure.expensive for measure in self._comparison.measures),
        )
