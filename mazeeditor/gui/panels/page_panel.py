"""Page: what the maze is printed on, with a preview of exactly what will come out."""

from __future__ import annotations

from tkinter import ttk

from mazeeditor.drawing.page import Page
from mazeeditor.editing.content import Change
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms import Form
from mazeeditor.gui.page_preview import PagePreview
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.panels.logo_field import LogoField
from mazeeditor.translation import _
from mazeeditor.workspace.document_fields import LOGO
from mazeeditor.workspace.printing import PrintPreview

LABELS = {
    "walls": {
        "lines": _("Lines"),
        "bands": _("Filled bands"),
        "hairlines": _("Hairlines (laser)"),
    },
    "marks": {"arrow": _("Arrows"), "word": _("Words"), "none": _("None")},
    "solution": {
        "none": _("Not drawn"),
        "drawn": _("Over the maze"),
        "page": _("On a second page"),
    },
}


@section("page", _("Page"), order=4)
class PagePanel(SectionContent):
    """The preview above the form; the button that exports is in the command bar."""

    def __init__(self, parent: ttk.Frame, context: Context) -> None:
        super().__init__(parent, context)
        px = self.theme.px
        self.preview = PagePreview(self, self.workspace, self._show)
        self.summary = ttk.Label(self, style="Small.TLabel", anchor="center")
        self.error = ttk.Label(self, style="Error.TLabel", wraplength=self.preview.box[0])
        self.offer = ttk.Button(self, command=self.take_offer)
        self._better = self.workspace.document.page
        self.fields = self.workspace.page_fields
        self.form = Form(self, self.fields, labels=LABELS)
        self.logo = LogoField(self, lambda text: self.fields.apply(LOGO, text))
        self.preview.pack(fill="x")
        self.summary.pack(fill="x", pady=(px(2), px(6)))
        self.form.pack(fill="x")
        self.logo.pack(fill="x")

    def follow(self, change: Change) -> None:
        """Show the logo of the document, and soon what the page looks like."""
        document = self.workspace.document
        if change.page or change.file:
            self.logo.show(document.page.logo)
        routed = document.page.solution != "none"
        if change.page or change.passages or change.file or (change.solution and routed):
            self.preview.renew()

    def _show(self, shown: PrintPreview) -> None:
        """Show a summary of the page, or why there is none, and a page that would do."""
        self._show_problem(shown.problem, shown.better)
        if shown.size:
            width, height = shown.size
            self.summary.configure(
                text=_("{width:g} × {height:g} mm, cells of {cell:g} mm").format(
                    width=round(width, 1), height=round(height, 1), cell=round(shown.cell, 2)
                )
            )

    def _show_problem(self, problem: str, better: Page | None) -> None:
        self.offer.pack_forget()
        self.error.pack_forget()
        if problem:
            self.summary.configure(text="")
            self.error.configure(text=problem)
            self.error.pack(fill="x", after=self.summary)
        if problem and better:
            self._better = better
            self.offer.configure(text=offer_of(better))
            self.offer.pack(fill="x", after=self.error, pady=self.theme.px(6))

    def take_offer(self) -> None:
        """Use the page that would do."""
        document = self.workspace.document
        document.apply(SetPage(document.page, self._better))


def offer_of(page: Page) -> str:
    """Return what a better page would be, for a button."""
    if page.page == "fit":
        return _("Use a page that fits the maze")
    return _("Use cells of {mm:g} mm").format(mm=page.cell)
