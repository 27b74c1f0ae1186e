"""A sheet: its options next to the page as it will be printed, whose pages turn.

::

    | Mazes                 |  +------------+ |
    |   Count ....... [4]   |  |   page     | |
    | Answers               |  |            | |
    |   ...                 |  +------------+ |
    |                       |  < 1 of 3 >     |
                        [ Close ] [ Save… ]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from mazeeditor.app.drafts.typeface_previews import TypefacePreviews
from mazeeditor.app.printing.sheet_draft import SheetDraft, SheetPreview, SheetRequest, draw_sheet
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import chord, chord_label
from mazeeditor.gui.dialogs.turning_dialog import TurningDialog
from mazeeditor.gui.forms.forms import add_sections, align
from mazeeditor.gui.widgets.modal import room_on_screen
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.turning_pages import TurningPages
from mazeeditor.sheets.sheet import NAMES

SIDE = 520  # px at 96 dpi: the height of the page, where the screen has room
AROUND = 190  # px at 96 dpi that the dialog takes above and below the page
ASPECT = 0.8  # of the place of the page
ROW, NOTE = 40, 24  # px at 96 dpi: what turns the pages, and for whom they are


class SheetDialog(TurningDialog):
    """Answers what is to be printed; ``request`` makes that of the fields as they are."""

    def __init__(
        self, parent: tk.Misc, draft: SheetDraft, request: Callable[[], SheetRequest]
    ) -> None:
        super().__init__(
            parent, _("Sheet"), request, draw_sheet, lambda problem: SheetPreview(problem=problem)
        )
        self.draft = draft
        px = self.theme.px
        height = min(px(SIDE), room_on_screen(self)[1] - px(AROUND))
        self.room = round(height * ASPECT), height - px(ROW + NOTE)
        self._add_fields(height)
        self._add_pages()
        self.add_button(_("Save…"), self.go, primary=True)
        self.print = self.add_button(_("Print…"), lambda: self.go(to_printer=True))
        Tooltip(self.print, _("Print it on a printer"), chord_label("Mod+P"))
        self.add_button(_("Close"), self.destroy)
        self.first = self.forms[0].boxes["count"].typed_in
        self.bind("<KeyPress>", self._press, add=True)
        self.start(draft, Shortcuts(draft.settings))

    def _add_fields(self, height: int) -> None:
        panel = ScrolledPanel(self.body, self.theme.panel_width)
        panel.canvas.configure(height=height)
        panel.pack(side="left", fill="both", expand=True)
        body, draft = panel.body, self.draft
        first, *rest = draft.fields.sections
        self.forms = [
            *add_sections(body, draft.fields, [first], self.go),
            *add_sections(body, draft.page_fields, draft.page_fields.sections, self.go),
            *add_sections(body, draft.fields, rest, self.go),
        ]
        align(self.forms)
        previews = TypefacePreviews(self.background, self._raise)
        for form in self.forms:
            form.offer_previews(previews, self._word, draft.ask_typeface)
            form.offer_pictures(draft.choose_picture)
            form.offer_files(draft.choose_file)

    def _word(self) -> str:
        return str(self.draft.fields["title"])

    def _raise(self, problem: Exception) -> None:
        raise problem

    def _add_pages(self) -> None:
        px, side = self.theme.px, ttk.Frame(self.body)
        side.pack(side="left", fill="y", padx=(px(16), 0))
        self.pages = TurningPages(side, self.turn, self.room)
        self.pages.pack(fill="y")
        self.note = ttk.Label(side, style="Small.TLabel", anchor="center")
        self.note.pack(fill="x", pady=(px(6), 0))

    def show_preview(self, shown: SheetPreview) -> None:
        """Show a page in the middle, or what is wrong in its place."""
        self.pages.show([shown.image] if shown.image else [], shown.problem)
        self.pages.warn(shown.warning)
        self.note.configure(text=shown.advice)
        form = next(form for form in self.forms if NAMES in form.boxes)
        problem = shown.names_problem
        form.note_below(NAMES, problem or shown.names, wrong=bool(problem))

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if chord(event) == "Mod+P":
            self.go(to_printer=True)

    def go(self, *, to_printer: bool = False) -> None:
        """Take the sheet, for a file or a printer, unless something is wrong with it."""
        request = self.valid_request()
        if request:
            self.close_with(replace(request, to_printer=to_printer))
