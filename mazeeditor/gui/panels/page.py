"""Page: what the maze is printed on, with a preview of exactly what will come out."""

from __future__ import annotations

from dataclasses import asdict, replace
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.drawing.style import Page, page_options
from mazeeditor.editing.change import Change
from mazeeditor.editing.edits import SetPage
from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import Form
from mazeeditor.gui.logo import LogoRow
from mazeeditor.gui.panels import Content, section
from mazeeditor.gui.preview import PagePreview
from mazeeditor.gui.printing import Preview
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

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
class PageSection(Content):
    """The preview above the form; the button that exports is in the command bar."""

    def __init__(self, parent: ttk.Frame, window: Window) -> None:
        super().__init__(parent, window)
        px = self.theme.px
        self.preview = PagePreview(self, window, self._show)
        self.words = ttk.Label(self, style="Small.TLabel", anchor="center")
        self.error = ttk.Label(self, style="Error.TLabel", wraplength=self.preview.box[0])
        self.offer = ttk.Button(self, command=self.take_offer)
        self._better = window.document.page
        values = asdict(window.document.page)
        typed = [option for option in page_options() if option.name != "logo"]
        logo = next(option for option in page_options() if option.name == "logo")
        self.form = Form(self, typed, values, self._changed, labels=LABELS)
        self.logo = LogoRow(self, logo, lambda text: self._changed("logo", text))
        self.preview.pack(fill="x")
        self.words.pack(fill="x", pady=(px(2), px(6)))
        self.form.pack(fill="x")
        self.logo.pack(fill="x")

    def _changed(self, name: str, value: Any) -> None:
        document = self.window.document
        page = document.page
        try:
            changed = replace(page, **{name: value})
        except UsageError as problem:
            self._complain(str(problem), None)
            return
        document.apply(SetPage(page, changed))

    def follow(self, change: Change) -> None:
        """Show the page of the document, and soon what it looks like."""
        document = self.window.document
        if change.page or change.file:
            self.form.show(asdict(document.page))
            self.logo.show(document.page.logo)
        routed = document.page.solution != "none"
        if change.page or change.passages or change.file or (change.solution and routed):
            self.preview.renew()

    def _show(self, shown: Preview) -> None:
        """Say what the page comes to, or why it comes to nothing."""
        self._complain(shown.problem, shown.better)
        if shown.size:
            width, height = shown.size
            self.words.configure(
                text=_("{width:g} × {height:g} mm, cells of {cell:g} mm").format(
                    width=round(width, 1), height=round(height, 1), cell=round(shown.cell, 2)
                )
            )

    def _complain(self, problem: str, better: Page | None) -> None:
        self.offer.pack_forget()
        self.error.pack_forget()
        if problem:
            self.words.configure(text="")
            self.error.configure(text=problem)
            self.error.pack(fill="x", after=self.words)
        if problem and better:
            self._better = better
            self.offer.configure(text=offer_of(better))
            self.offer.pack(fill="x", after=self.error, pady=self.theme.px(6))

    def take_offer(self) -> None:
        """Use the page that would do."""
        document = self.window.document
        document.apply(SetPage(document.page, self._better))


def offer_of(page: Page) -> str:
    """Return what a better page would be, for a button."""
    if page.page == "fit":
        return _("Use a page that fits the maze")
    return _("Use cells of {mm:g} mm").format(mm=page.cell)
