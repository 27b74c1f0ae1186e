"""Compare generators: many mazes of several generators, as a plot and as a table, and as files.

::

    |  [Plot] [Table]   100 mazes of each, ...   | Mazes        |
    | +----------------------------------------+ |  rows ...    |
    | |                                        | | Generators   |
    | |                                        | |  [x] ...     |
    | +----------------------------------------+ | Measures     |
    |  what is missing                           |  [x] ...     |
    | [Use] [Save CSV] [Save plot]                    [Compare] |
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.drafts.comparison import Comparison, ComparisonRequest
from mazeeditor.app.drafts.draft import MaskList, complete_recipe
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.state import State
from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.gui.comparing.comparison_views import ComparisonViews
from mazeeditor.gui.forms.forms import Form, replace_form
from mazeeditor.gui.look import current
from mazeeditor.gui.panels.mask_choice import MaskChoice, Size
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.scrolled_panel import FoldingSection, ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.view_frame import ViewFrame
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.maze.comparing.compare import FIRST, SEEDS, Distribution, as_csv
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.box_plots import plot_pages
from mazeeditor.page.formats import EXPORTERS, encode_scenes, exporter_for

if TYPE_CHECKING:
    from mazeeditor.app.parts.open_document import OpenDocument
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context


NAME = "generators"  # the proposed name of files
MAZES = replace(
    SEEDS,
    name="mazes_of_each",
    help=_("number of mazes of each generator; more are more exact, but slower"),
)
SEED = replace(FIRST, name="first_seed")
MANY_CELLS = 10_000  # cells: a hundred larger mazes of each generator would take too long


class GeneratorsView(ViewFrame):
    """The form, the figures, and what is done with them; the document never changes."""

    def __init__(
        self,
        context: Context,
        document: Document,
        opened: OpenDocument,
        view: View,
        services: Services,
    ) -> None:
        px = current(context.root).px
        super().__init__(context.root, padding=px(12))
        self.context, self.comparison = context, Comparison()
        self._opened, self._view, self._services = opened, view, services
        self.jobs = services.jobs
        self._add_foot()
        self.form = self._form(document)
        self._line = ttk.Separator(self, orient="vertical")
        self._line.pack(side="right", fill="y")
        self.views = ComparisonViews(
            self, self.comparison, services.background, services.report, self.refresh
        )
        self.views.pack(side="left", fill="both", expand=True, padx=(0, px(12)))
        self.views.table.tree.bind(  # its headings have taken theirs
            "<Double-Button-1>", lambda _event: self.use_generator(), add=True
        )
        follow(self, self.jobs.changed, self.refresh)
        self._document = document
        self.show()

    def _form(self, document: Document) -> ComparisonForm:
        form = ComparisonForm(self, document, self._services, self.comparison, self.show, self.run)
        form.pack(side="right", fill="y", padx=(current(self).px(8), 0))
        return form

    def _add_foot(self) -> None:
        px = current(self).px
        foot = ttk.Frame(self)
        foot.pack(side="bottom", fill="x", pady=(px(10), 0))
        others = FlowRow(foot, centred=False)

        def add(parent: ttk.Frame, label: str, action: Callable[[], None]) -> ttk.Button:
            button = ttk.Button(parent, text=label, command=action)
            press_by_enter(button)
            return button

        self.use = add(others, _("Use this generator"), self.use_generator)
        self.save_csv = add(others, _("Save CSV…"), self._save_csv)
        self.save_plot = add(others, _("Save plot…"), self._save_plot)
        self.start = add(foot, _("Compare"), self.run)
        self.start.configure(style="Accent.TButton")
        self.start.pack(side="right", anchor="s", padx=(px(8), 0))
        others.add(self.use, self.save_csv, self.save_plot)
        others.pack(side="left", fill="x", expand=True)

    def enter(self) -> None:
        """Propose mazes like the document's until some are compared; show what can be done."""
        if not (self.comparison.rows or self.form.like.same(self._document.maze.lattice)):
            self.form.destroy()
            self.form = self._form(self._document)
            self.form.pack(before=self._line)
        self.refresh()

    def take_keyboard(self) -> None:
        """Give the keyboard to the button that compares, else to the form."""
        ready = self.start.instate(["!disabled"])
        take_keyboard(self.start if ready else self.form)

    # Comparing

    def run(self) -> None:
        """Compare what is chosen."""
        if self.jobs.busy or not (self.comparison.generators and self.comparison.measures):
            return
        try:
            request = self.form.request()
        except UsageError:  # shown by the form
            return
        self.jobs.start(_("Comparing generators"), request.run, self._compared)

    def _compared(self, result: tuple[list[Distribution], str]) -> None:
        if self.winfo_exists():
            self.comparison.rows, self.comparison.about = result
            self.show()

    def show(self) -> None:
        self.views.show()

    def refresh(self) -> None:
        """Enable what is possible now."""
        busy, rows = self.jobs.busy, bool(self.comparison.shown())
        chosen = self.comparison.generators and self.comparison.measures
        possible = {
            self.start: chosen and not busy,
            self.save_csv: rows and not busy,
            self.save_plot: rows and not busy,
            self.use: self.views.selected,
        }
        for button, enabled in possible.items():
            button.state(["!disabled" if enabled else "disabled"])

    def use_generator(self) -> None:
        """Choose the generator of the selected line for Generate, and show it there."""
        if self.views.selected:
            self._view.draft.choose_generator(self.views.selected)
            self.context.show_section("generate")

    # Saving

    def _save_csv(self) -> None:
        """Ask for a file and write the table."""
        path = self._ask_file(_("Save CSV"), [(_("Comma separated values"), (".csv",))])
        if path:
            self._write({path: as_csv(self.comparison.shown()).encode()})

    def _save_plot(self) -> None:
        """Ask for a file and write the plot."""
        drawn = [exporter for exporter in EXPORTERS if exporter.draws_any]
        path = self._ask_file(
            _("Save plot"), [(exporter.label, (exporter.suffix,)) for exporter in drawn]
        )
        if not path:
            return
        try:
            exporter_for(path, drawn=True)
        except MazeError as problem:
            self._services.report(problem)
            return
        rows, about = self.comparison.shown(), self.comparison.about

        def write(files: dict[Path, bytes]) -> None:
            if self._may_replace(list(files)[1:]):
                self._write(files)

        title = _("Drawing {name}").format(name=path.name)
        self.jobs.start(title, lambda job: encode_scenes(plot_pages(rows, about), path, job), write)

    def _ask_file(self, title: str, formats: list[tuple[str, tuple[str, ...]]]) -> Path | None:
        """Ask for a file; a name without a suffix gets that of the first format."""
        suffix = formats[0][1][0]
        proposal = self._opened.files.proposal(suffix).with_stem(NAME)
        path = self.context.dialogs.file_to_save(title, formats, proposal)
        return path if path is None or path.suffix else path.with_suffix(suffix)

    def _may_replace(self, others: Sequence[Path]) -> bool:
        """Ask about the files of further pages, which the file dialog does not check."""
        existing = [other_path.name for other_path in others if other_path.exists()]
        return not existing or self.context.dialogs.confirm(
            _("Replace {name}?").format(name=", ".join(existing)),
            _("A further page goes to this file, which exists already."),
            _("Replace"),
        )

    def _write(self, files: dict[Path, bytes]) -> None:
        context, names = self.context, ", ".join(file.name for file in files)

        def work(job: Job) -> list[Path]:
            return write_together(files.items(), job)

        def written(_files: list[Path]) -> None:
            context.status.show_message(_("Saved {name}").format(name=names))

        self._services.jobs.start(_("Saving {name}").format(name=names), work, written)


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
        super().__init__(parent, current(parent).panel_width)
        self._comparison = comparison
        self.like = like = document.maze.lattice
        mazes = self._section(_("Mazes"))
        shapes = Option("shape", str, like.shape).offering(SHAPES.labels())
        chosen = FieldValues((shapes,))
        chosen.edited.subscribe(self._reshaped)
        self.shape = Form(mazes, chosen, submit)
        if len(SHAPES) > 1:  # one shape is no choice
            self.shape.pack(fill="x")
        small = like.cells <= MANY_CELLS
        sizes = dict(like.parameters) if small else {}
        self.sizes = Form(mazes, FieldValues(SHAPES[like.shape].options, sizes), submit)
        cut = complete_recipe(document.recipe, whole=like.whole) if small else Recipe()
        self.masks = MaskList(State(cut).whole)
        self.mask_choice = MaskChoice(mazes, document, services, self.masks, self._size)
        self.recipe = Form(mazes, FieldValues((MAZES, SEED, BRAID)), submit)
        for form in (self.sizes, self.mask_choice, self.recipe):
            form.pack(fill="x")
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
        section.pack(fill="x", padx=current(self).px(10))
        return section.body

    def _reshaped(self, _name: str, shape: str) -> None:
        """Show the sizes of another shape."""
        self.sizes = replace_form(self.sizes, FieldValues(SHAPES[shape].options))
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
            self.like,
            range(first, first + values["mazes_of_each"]),
            any(measure.expensive for measure in self._comparison.measures),
        )
