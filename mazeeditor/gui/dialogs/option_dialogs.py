"""The dialogs that ask for options: of an export, a transform, a printer; for a size, a cell."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from operator import attrgetter
from tkinter import ttk
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues, OptionsOf
from mazeeditor.app.drafts.maze_size import OverallSize, overall_size
from mazeeditor.app.drafts.size_request import SizeRequest, size_options
from mazeeditor.app.printing.system_printing import PrintDraft
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option
from mazeeditor.core.registry import suffixed_labels
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form, replace_form
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.modal import Modal, ScrolledModal
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import axes_of
from mazeeditor.maze.transforms import Transform
from mazeeditor.page.formats import EXPORTERS, Exporter
from mazeeditor.page.page import Page

LINES = 3  # of the result


class ExportDialog(ScrolledModal):
    """Returns (exporter, options)."""

    manual = "first-page"

    def __init__(self, parent: tk.Misc, proposed: str, page: Page) -> None:
        super().__init__(parent, _("Export"))
        self._page = page
        labels = suffixed_labels(EXPORTERS)
        first = proposed if proposed in labels else next(iter(labels))
        self.kind = FieldValues((Option("format", str, first).offering(labels),))
        self._options = OptionsOf(EXPORTERS, options=attrgetter("maze_options"))
        self.choice = Form(self.page, self.kind, self.go)
        self.choice.pack(fill="x")
        px = self.theme.px
        self.summary = ttk.Label(
            self.page, style="Small.TLabel", wraplength=self.theme.panel_width - px(112)
        )
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0))
        self.options = Form(self.page, self._options[first], self.go)
        self.options.pack(fill="x", pady=(px(6), 0))
        self.about = ttk.Label(self.page, wraplength=self.theme.panel_width)
        self.about.pack(fill="x", pady=(px(10), 0))
        self.add_button(_("Export…"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.choice.boxes["format"].typed_in
        self.kind.changed.subscribe(self._follow)
        self._follow()

    @property
    def exporter(self) -> Exporter:
        return EXPORTERS[str(self.kind["format"])]

    def _follow(self) -> None:
        """Show the options of the chosen format."""
        exporter = self.exporter
        self.options = replace_form(self.options, self._options[exporter.name])
        self.summary.configure(text=exporter.summary)
        self.about.configure(
            text=about(self._page)
            if exporter.drawn
            else _("This format holds the maze itself; the page does not matter.")
        )

    def go(self) -> None:
        """Take the chosen options, unless a field is invalid."""
        self.close_if_valid(lambda: (self.exporter, self.options.values()))


def about(page: Page) -> str:
    """Return a page as a text: ``A4, 15 mm margins, cells that fit, lines; no solution``."""
    paper = _("a page around the maze") if page.page == "fit" else page.page
    if page.orientation == "landscape":
        paper = _("{paper} landscape").format(paper=paper)
    cell = (
        _("cells that fit") if page.cell is None else _("cells of {mm:g} mm").format(mm=page.cell)
    )
    if page.whole:
        sizes = page.whole.items()
        lengths = [_("{side} {mm:g} mm").format(side=_(side), mm=mm) for side, mm in sizes]
        cell = _("a maze of {sizes}").format(sizes=", ".join(lengths))
    parts = [
        paper,
        _("margins of {mm:g} mm").format(mm=page.margin),
        cell,
        _("walls as {walls}").format(walls=_(page.walls)),
    ]
    if page.solution == "drawn":
        parts.append(_("solution drawn"))
    if page.solution == "page":
        parts.append(_("solution on a second page"))
    return _("Page: {parts}. Change it in Page.").format(parts=", ".join(parts))


class TransformDialog(Modal):
    """Answers the options by name."""

    manual = "draw-and-repair#let-the-program-finish-or-repair"

    def __init__(self, parent: tk.Misc, transform: Transform, values: Mapping[str, Any]) -> None:
        super().__init__(parent, transform.label)
        px = self.theme.px
        wrap = self.theme.panel_width
        summary = ttk.Label(self.body, text=transform.summary, wraplength=wrap)
        summary.pack(fill="x", pady=(0, px(8)))
        options = [
            option for option in transform.options if option.name != "seed"
        ]  # always a new one
        self.fields = FieldValues(options, values)
        self.form = Form(self.body, self.fields, self.go)
        self.form.pack(fill="x")
        self.add_button(transform.label, self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        if options:
            self.first = self.form.boxes[options[0].name].typed_in

    def go(self) -> None:
        """Take what is chosen, unless something is wrong with it."""
        self.close_if_valid(self.form.values)


class PrintDialog(Modal):
    """Answers what is asked of the printer."""

    manual = "first-page"

    def __init__(self, parent: tk.Misc, draft: PrintDraft) -> None:
        super().__init__(parent, _("Print"))
        self._draft = draft
        ttk.Frame(self.body, width=self.theme.panel_width).pack()  # for long names of printers
        self.form = Form(self.body, draft.fields, self.go)
        self.form.pack(fill="x")
        self.add_button(_("Print"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = next(iter(self.form.boxes.values())).typed_in

    def go(self) -> None:
        """Take what is chosen, unless a field is invalid."""
        try:
            self.form.values()
            request = self._draft.request()
        except UsageError:  # the form shows which
            return
        self.close_with(request)


class SizeDialog(ScrolledModal):
    """Answers what was asked for, and the size that it makes."""

    manual = "first-page#sizes-in-millimetres"

    def __init__(
        self, parent: tk.Misc, shape: str, sizes: Mapping[str, Any], request: SizeRequest
    ) -> None:
        super().__init__(parent, _("Size in millimetres"))
        px, wrap = self.theme.px, self.theme.panel_width
        self._shape, self._sizes, self._walls = shape, sizes, request.walls
        text = _("Give what you know, in mm, cm or in. What you leave out follows.")
        ttk.Label(self.page, text=text, wraplength=wrap).pack(fill="x", pady=(0, px(8)))
        names = [option.name for option in size_options()]
        self.fields = FieldValues(size_options(), {name: getattr(request, name) for name in names})
        self.form = Form(self.page, self.fields, self.go)
        self.form.pack(fill="x")
        self.result = self.add_result(LINES)
        self.add_button(_("Generate"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.form.boxes["width"].typed_in
        follow(self, self.fields.changed, self._show_result)
        self._show_result()

    def _size(self) -> tuple[SizeRequest, OverallSize]:
        request = SizeRequest(self._walls, **self.fields.values)
        return request, overall_size(request, self._shape, self._sizes)

    def _show_result(self) -> None:
        try:
            text, style = self._size()[1].text, "Soft.TLabel"
        except UsageError as problem:
            text, style = str(problem), "Error.TLabel"
        self.result.configure(text=text, style=style)

    def go(self) -> None:
        """Take the size, unless there is none."""

        def read() -> tuple[SizeRequest, OverallSize]:
            self.form.values()
            return self._size()  # the result shows why there is none

        self.close_if_valid(read)


class GoToDialog(Modal):
    """Answers a cell."""

    manual = "draw-and-repair"

    def __init__(self, parent: tk.Misc, lattice: Lattice, cell: int | None) -> None:
        super().__init__(parent, _("Go to cell"))
        self._lattice = lattice
        row, column = lattice.place(lattice.first.cell if cell is None else cell)
        first, second = axes_of(lattice)
        self.fields = FieldValues(
            (
                Option(first, int, row, low=0, high=lattice.rows - 1),
                Option(second, int, column, low=0, high=lattice.columns - 1),
            )
        )
        self.form = Form(self.body, self.fields, self.go)
        self.form.pack(fill="x")
        self.error = ttk.Label(
            self.body, style="Error.TLabel", wraplength=self.theme.panel_width - self.theme.px(36)
        )
        self.error.pack(fill="x")
        self.add_button(_("Go"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self._entry = self.form.boxes[first].typed_in

    def ask(self) -> int | None:
        """Show the dialog with the first number selected; return a cell, or None."""
        self._entry.tk.call(self._entry, "selection", "range", 0, "end")
        cell: int | None = self.show(self._entry)
        return cell

    def go(self) -> None:
        """Go there, unless there is no such cell."""
        self.error.configure(text="")
        try:
            row, column = self.form.values().values()
        except UsageError:  # the form shows the reason
            return
        try:
            cell = self._lattice.cell(row, column)
        except UsageError as problem:
            self.error.configure(text=str(problem))
            return
        self.close_with(cell)
