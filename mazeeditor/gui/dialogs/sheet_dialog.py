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
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import Form
from mazeeditor.gui.widgets import follow, on_destroy
from mazeeditor.gui.widgets.modal import Modal, room_on_screen
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.job import Job
from mazeeditor.translation import _
from mazeeditor.workspace.jobs import Threads, ignore
from mazeeditor.workspace.latest import Latest
from mazeeditor.workspace.sheet_draft import SheetDraft, SheetPreview, SheetRequest, draw_sheet

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

PAUSE = 200  # ms without a change after which the page is drawn again
SIDE = 520  # px at 96 dpi: the height of the page, where the screen has room
AROUND = 190  # px at 96 dpi that the dialog takes above and below the page
ASPECT = 0.8  # of the place of the page
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
}


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
        self._add_page()
        self.add_button(_("Save…"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.forms[0].boxes["count"].typed_in
        on_destroy(self, self._threads.close)
        follow(self, draft.fields.changed, self._drawing.request)
        self.bind("<Prior>", lambda _event: self.turn(-1))
        self.bind("<Next>", lambda _event: self.turn(1))
        self._drawing.request(delay=0)

    def _add_fields(self, height: int) -> None:
        panel = ScrolledPanel(self.body, self.theme.panel_width)
        panel.canvas.configure(height=height)
        panel.pack(side="left", fill="both", expand=True)
        px = self.theme.px
        self.forms: list[Form] = []
        for title, names in SECTIONS.items():
            heading = ttk.Label(panel.body, text=title, style="Bold.TLabel")
            heading.pack(anchor="w", pady=(px(10) if self.forms else 0, px(4)))
            form = Form(panel.body, self._draft.fields, self.go, LABELS, names)
            form.pack(fill="x")
            self.forms.append(form)
        self.update_idletasks()
        labels = max((form.grid_bbox(0, 0) or (0, 0, 0))[2] for form in self.forms)
        for form in self.forms:  # one column through all of them
            form.columnconfigure(0, minsize=labels)

    def _add_page(self) -> None:
        px = self.theme.px
        side = ttk.Frame(self.body)
        side.pack(side="left", fill="y", padx=(px(16), 0))
        width, height = self._box
        self.page = tk.Canvas(
            side, width=width, height=height - px(40), background=self.theme.ground
        )
        self.page.pack()
        self.problem = ttk.Label(self.page, style="Error.TLabel", wraplength=width - px(40))
        self._photo: PhotoImage | None = None
        row = ttk.Frame(side)
        row.pack(pady=(px(8), 0))
        self.back = ttk.Button(row, text="‹", width=3, command=lambda: self.turn(-1))
        self.forth = ttk.Button(row, text="›", width=3, command=lambda: self.turn(1))
        self.place = ttk.Label(row, width=18, anchor="center")
        for widget in (self.back, self.place, self.forth):
            widget.pack(side="left")
        self._show_place()

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
        return request, self._number, (self._box[0], self._box[1] - self.theme.px(40))

    def _show(self, shown: SheetPreview) -> None:
        """Show a page in the middle, or what is wrong in its place."""
        from PIL import ImageTk

        self.shown = shown
        theme, page = self.theme, self.page
        page.delete("all")
        width, height = int(page["width"]), int(page["height"])
        if shown.image:
            self._number = shown.number
            self._photo = ImageTk.PhotoImage(shown.image, master=page)
            x, y = (width - shown.image.width) // 2, (height - shown.image.height) // 2
            right, bottom = x + shown.image.width, y + shown.image.height
            page.create_rectangle(x - 1, y - 1, right, bottom, outline=theme.paper_edge)
            page.create_image(x, y, image=self._photo, anchor="nw")
        else:
            self.problem.configure(text=shown.problem)
            page.create_window(width // 2, height // 2, window=self.problem)
        self._show_place()

    def _show_place(self) -> None:
        pages = self.shown.pages
        text = _("Page {number} of {pages}").format(number=self._number, pages=pages)
        self.place.configure(text=text if pages else "")
        self.back.state(["!disabled" if pages and self._number > 1 else "disabled"])
        self.forth.state(["!disabled" if self._number < pages else "disabled"])

    def go(self) -> None:
        """Take the sheet, unless something is wrong with it."""
        try:
            for form in self.forms:
                form.values()
            request = self._request()
        except UsageError:  # the form or the page shows the reason
            return
        self.close_with(request)


def _draw(taken: tuple[SheetRequest, int, tuple[int, int]], job: Job) -> SheetPreview:
    return draw_sheet(*taken, job)
