"""Export: the format, what it can be told, and the page as the Page section has it."""

from __future__ import annotations

from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.drawing.style import Page
from mazeeditor.errors import UsageError
from mazeeditor.exporters import EXPORTERS, Exporter, targets
from mazeeditor.gui.dialogs.modal import Modal
from mazeeditor.gui.forms import Form
from mazeeditor.gui.printing import Print
from mazeeditor.job import Job
from mazeeditor.options import Option
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window


def ask_export(window: Window) -> None:
    """Ask for format, options and file, then write."""
    chosen = ExportDialog(window).show()
    if chosen is None:
        return
    exporter, options = chosen
    window.settings.format = exporter.name
    path = window.filing.ask_file(_("Export"), exporter.label, exporter.suffix)
    if path and may_replace(window, path):
        start_export(window, path, options)


def may_replace(window: Window, path: Path) -> bool:
    """Ask about the file of a second page, which the file dialog knows nothing of."""
    others = [each for each in targets(path, window.document.page)[1:] if each.exists()]
    return not others or window.dialogs.confirm(
        _("Replace {name}?").format(name=others[0].name),
        _("The solution goes to this file, which is there already."),
        _("Replace"),
    )


def start_export(window: Window, path: Path, options: dict[str, Any]) -> None:
    """Write the maze as it is now, beside the window."""
    print_ = Print.of(window.document)

    def run(job: Job) -> list[Path]:
        return print_.write(path, options, job)

    def done(files: list[Path]) -> None:
        names = ", ".join(each.name for each in files)
        window.status.say(_("Exported {names}").format(names=names))

    window.jobs.start(_("Exporting {name}").format(name=path.name), run, done)


class ExportDialog(Modal):
    """Answers (exporter, options)."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root, _("Export"))
        self.window = window
        names = tuple(EXPORTERS.names())
        remembered = window.settings.format
        first = remembered if remembered in names else names[0]
        formats = Option("format", str, first, choices=names)
        labels = {"format": {each.name: f"{each.label} ({each.suffix})" for each in EXPORTERS}}
        self.choice = Form(self.body, (formats,), {}, self._chosen, self.go, labels)
        self.choice.pack(fill="x")
        px = self.theme.px
        self.summary = ttk.Label(
            self.body, style="Small.TLabel", wraplength=self.theme.panel_width - px(112)
        )
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0))
        self.options = Form(self.body, (), {})
        self.options.pack(fill="x", pady=(px(6), 0))
        self.page = ttk.Label(self.body, wraplength=self.theme.panel_width)
        self.page.pack(fill="x", pady=(px(10), 0))
        self.add_button(_("Export…"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self._chosen("format", first)

    @property
    def exporter(self) -> Exporter:
        """The chosen format."""
        return EXPORTERS[str(self.choice.values()["format"])]

    def _chosen(self, _name: str, value: Any) -> None:
        exporter = EXPORTERS[value]
        form = Form(self.body, exporter.options, {}, submit=self.go)
        form.pack(fill="x", after=self.options, pady=(self.theme.px(6), 0))
        self.options.destroy()
        self.options = form
        self.summary.configure(text=exporter.summary)
        self.page.configure(
            text=about(self.window.document.page)
            if exporter.drawn
            else _("Text holds the walls and the openings; the page does not matter.")
        )

    def go(self) -> None:
        """Take what is chosen, unless something is wrong with it."""
        try:
            options = self.options.values()
        except UsageError:  # the form says what
            return
        self.close_with((self.exporter, options))


def about(page: Page) -> str:
    """Return a page in words: ``A4, 15 mm margins, cells that fit, lines; no solution``."""
    paper = _("a page around the maze") if page.page == "fit" else page.page
    if page.landscape:
        paper = _("{paper} landscape").format(paper=paper)
    cell = (
        _("cells that fit") if page.cell is None else _("cells of {mm:g} mm").format(mm=page.cell)
    )
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
    return _("Page: {parts}. The Page section of the panel changes that.").format(
        parts=", ".join(parts)
    )
