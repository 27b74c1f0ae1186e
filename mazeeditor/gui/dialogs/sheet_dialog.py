"""A sheet: its options beside the page as it will be printed, whose pages turn.

::

    | Mazes                 |  +------------+ |
    |   Count ....... [4]   |  |   page     | |
    | Answers               |  |            | |
    |   ...                 |  +------------+ |
    |                       |  < 1 of 3 >     |
                        [ Cancel ] [ Save… ]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import add_sections, align
from mazeeditor.gui.keys import chord, chord_label
from mazeeditor.gui.page_labels import PAGE_LABELS
from mazeeditor.gui.widgets import follow, on_destroy
from mazeeditor.gui.widgets.modal import Modal, room_on_screen
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.turning_pages import TurningPages
from mazeeditor.job import Job
from mazeeditor.printing.book import ALONG, MARKS
from mazeeditor.translation import _
from mazeeditor.workspace.jobs import Threads, ignore
from mazeeditor.workspace.latest import Latest
from mazeeditor.workspace.sheet_draft import SheetDraft, SheetPreview, SheetRequest, draw_sheet

PAUSE = 200  # ms without a change after which the page is drawn again
SIDE = 520  # px at 96 dpi: the height of the page, where the screen has room
AROUND = 190  # px at 96 dpi that the dialog takes above and below the page
ASPECT = 0.8  # of the place of the page
ROW, NOTE = 40, 24  # px at 96 dpi: what turns the pages, and for whom they are
LABELS = {
    "mazes": {"new": _("New ones"), "this": _("The one in the window")},
    "answers": {
        "none": _("None"),
        "back": _("On the back of each page"),
        "next": _("On the next page"),
        "end": _("Small, at the end"),
        "file": _("In a file of their own"),
    },
    "answer_style": {
        "line": _("Line"),
        "dashes": _("Dashes"),
        "dots": _("Dots"),
        "shading": _("Shading"),
        "pale": _("Over pale walls"),
    },
    "numbers": {
        "automatic": _("Automatic"),
        "none": _("None"),
        "number": _("Number"),
        "id": _("Number, id and seed"),
    },
}
SECTIONS = {
    _("Mazes"): ("mazes", "count", "per_page", "numbers"),
    _("Answers"): ("answers", "answers_per_page", "answer_style"),
    _("Texts"): ("title", "subtitle", "instructions", "footer", "page_numbers", "text_typeface"),
    _("For a Class"): ("name_line", "date_line", "stars", "names"),
    _("Where Texts Stand"): (
        "title_style",
        "subtitle_style",
        "instructions_style",
        "footer_style",
        "page_numbers_style",
    ),
    _("For a Print Shop"): ("trim_box", "pdfx"),
}
LOOK_SECTIONS = {_("Start and Goal"): MARKS, _("Along the Route"): ALONG}


class SheetDialog(Modal):
    """Answers what is to be printed; ``request`` makes that of the fields as they are."""

    def __init__(
        self, parent: tk.Misc, draft: SheetDraft, request: Callable[[], SheetRequest]
    ) -> None:
        super().__init__(parent, _("Sheet"))
        self._draft, self._request = draft, request
        self.shown = SheetPreview()
        self._number = 1
        self._threads = Threads(self)
        self._drawing = Latest(
            self._threads, self, self._take, _draw, self._show, ignore, delay=PAUSE
        )
        px = self.theme.px
        height = min(px(SIDE), room_on_screen(self)[1] - px(AROUND))
        self._box = round(height * ASPECT), height
        self._add_fields(height)
        self._add_pages()
        self.add_button(_("Save…"), self.go, primary=True)
        self.print = self.add_button(_("Print…"), lambda: self.go(to_printer=True))
        Tooltip(self.print, _("Print it on a printer"), chord_label("Mod+P"))
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.forms[0].boxes["count"].typed_in
        on_destroy(self, self._threads.close)
        self.bind("<KeyPress>", self._press)
        for fields in (draft.fields, draft.look):
            follow(self, fields.changed, self._drawing.request)
        self._drawing.request(delay=0)

    def _add_fields(self, height: int) -> None:
        panel = ScrolledPanel(self.body, self.theme.panel_width)
        panel.canvas.configure(height=height)
        panel.pack(side="left", fill="both", expand=True)
        body, draft = panel.body, self._draft
        first, *rest = SECTIONS.items()
        self.forms = [
            *add_sections(body, draft.fields, dict([first]), LABELS, self.go),
            *add_sections(body, draft.look, LOOK_SECTIONS, PAGE_LABELS, self.go),
            *add_sections(body, draft.fields, dict(rest), LABELS, self.go),
        ]
        align(self.forms)
        for form in self.forms:
            form.offer_pictures(draft.choose_picture)

    def _add_pages(self) -> None:
        px, side = self.theme.px, ttk.Frame(self.body)
        side.pack(side="left", fill="y", padx=(px(16), 0))
        self.pages = TurningPages(side, self.turn, self._room)
        self.pages.pack(fill="y")
        self.note = ttk.Label(side, style="Small.TLabel", anchor="center")
        self.note.pack(fill="x", pady=(px(6), 0))
        self._show_place()

    @property
    def _room(self) -> tuple[int, int]:
        """Width and height of the place of the page in px."""
        return self._box[0], self._box[1] - self.theme.px(ROW + NOTE)

    # The page

    def turn(self, step: int) -> None:
        """Show the next page, or one before."""
        number = min(max(self._number + step, 1), max(self.shown.pages, 1))
        if number != self._number:
            self._number = number
            self._show_place()
            self._drawing.request(delay=0)

    def _take(self) -> tuple[SheetRequest, int, tuple[int, int]] | None:
        try:
            request = self._request()
        except UsageError as problem:
            self._show(SheetPreview(problem=str(problem)))
            return None
        return request, self._number, self._room

    def _show(self, shown: SheetPreview) -> None:
        """Show a page in the middle, or what is wrong in its place."""
        self.shown = shown
        if shown.image:
            self._number = shown.number
        self.pages.show([shown.image] if shown.image else [], shown.problem)
        self.pages.warn(shown.warning)
        self.note.configure(text=shown.advice)
        self._show_place()

    def _show_place(self) -> None:
        pages = self.shown.pages
        text = _("Page {number} of {pages}").format(number=self._number, pages=pages)
        first, last = not pages or self._number <= 1, self._number >= pages
        self.pages.show_place(text if pages else "", first=first, last=last)

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if chord(event) == "Mod+P":
            self.go(to_printer=True)

    def go(self, *, to_printer: bool = False) -> None:
        """Take the sheet, for a file or a printer, unless something is wrong with it."""
        try:
            for form in self.forms:
                form.values()
            request = self._request()
        except UsageError:  # the form or the page shows the reason
            return
        self.close_with(replace(request, to_printer=to_printer))


def _draw(taken: tuple[SheetRequest, int, tuple[int, int]], job: Job) -> SheetPreview:
    return draw_sheet(*taken, job)
