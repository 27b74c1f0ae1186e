"""Underlay: a picture behind the maze, for tracing."""

from __future__ import annotations

from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.core.pictures import name_of
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.panels import SectionContent, section

BUTTONS = {
    "choose-underlay": _("Choose…"),
    "fit-underlay": _("Fit"),
    "remove-underlay": _("Remove"),
}


@section(
    "underlay",
    _("Underlay"),
    order=3,
    manual="draw-and-repair#trace-a-picture-compare-versions",
    tab="draw",
    opened=False,
)
class UnderlayPanel(SectionContent):
    """Its name, buttons, and fields for place and strength, of use where there is a picture."""

    kinds = frozenset({"underlay", "file"})

    def __init__(
        self, parent: ttk.Frame, context: Context, document: Document, opened: OpenDocument
    ) -> None:
        super().__init__(parent, context)
        self.document, self.opened = document, opened
        self.name = ttk.Label(self, style="Small.TLabel")
        self.name.pack(fill="x")
        row = ttk.Frame(self)
        row.pack(fill="x", pady=self.theme.px(4))
        self.buttons = {name: self.command_button(row, BUTTONS[name], name) for name in BUTTONS}
        for place, button in enumerate(self.buttons.values()):
            row.columnconfigure(place, weight=1, uniform="buttons")
            button.grid(row=0, column=place, sticky="ew", padx=(self.theme.px(6 * bool(place)), 0))
        self.form = Form(self, self.opened.underlay_fields)
        self.form.pack(fill="x")
        self.refresh()

    def follow(self, _change: Change) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show what can be done."""
        picture = self.document.underlay.picture
        text = name_of(picture) if picture else _("A picture behind the maze, to trace it.")
        if str(self.name.cget("text")) != text:
            self.name.configure(text=text)
        for name, button in self.buttons.items():
            ready = COMMANDS[name].ready(self.context.parts)
            button.state(["!disabled" if ready else "disabled"])
        for box in self.form.boxes.values():
            box.set_enabled(bool(picture))
