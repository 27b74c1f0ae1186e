"""Search: what a maze is to be like, and the nearest ones found so far, to pick from.

::

    | Look at  [New mazes]   |  +----+ +----+ +----+ |
    | Route from ...         |  |    | |    | |    | |   the nearest first, each with its figures;
    | Decisions  ...         |  +----+ +----+ +----+ |   they come while it still searches
    | ====== 40 %            |  34 %   36 %          |
                             [ Close ] [ Search ]
"""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from PIL import Image, ImageTk

from mazeeditor.app.jobs import Background, ignore
from mazeeditor.app.shown.maze_search import CandidatePicture, MazeSearch
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, ngettext
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.widgets import follow, on_destroy, place_of_keyboard
from mazeeditor.gui.widgets.modal import Modal, press_by_enter, room_on_screen
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.sheets.search import KEPT_CANDIDATES, Candidate

PICTURE = 116  # px at 96 dpi
# columns; px at 96 dpi that a candidate takes next to its picture
MOST_COLUMNS, TEXT_WIDTH_PX = 4, 44
HEIGHT = 430  # px at 96 dpi, where the screen has room
MARGINS = 90  # px at 96 dpi between and next to the fields and the candidates
FRAME_PX = 150  # px at 96 dpi that the dialog takes above and below its contents


class SearchDialog(Modal):
    """Answers the candidate that was picked; the search ends with the dialog."""

    manual = "draw-and-repair#search-for-a-maze"

    def __init__(self, parent: tk.Misc, search: MazeSearch) -> None:
        super().__init__(parent, _("Search"))
        self.search = search
        self._background = Background(self)
        self._side = self.theme.px(PICTURE)
        self._shown: list[Candidate] = []
        self.photos: dict[tuple[int, float], ImageTk.PhotoImage] = {}
        self._drawing = False
        height = min(self.theme.px(HEIGHT), room_on_screen(self)[1] - self.theme.px(FRAME_PX))
        self._column = self._side + self.theme.px(TEXT_WIDTH_PX)
        room = room_on_screen(self)[0] - self.theme.panel_width - self.theme.px(MARGINS)
        self.columns = max(1, min(MOST_COLUMNS, room // self._column))
        self._add_fields(height)
        self._add_candidates(height)
        self.start = self.add_button(_("Search"), self.go, primary=True)
        self.stop = self.add_button(_("Stop"), search.cancel)
        self.add_button(_("Close"), self.destroy)
        self.first = self.form.boxes["decisions"].typed_in
        follow(self, search.changed, self._show)
        on_destroy(self, self._end)
        self._show()

    def _add_fields(self, height: int) -> None:
        panel = ScrolledPanel(self.body, self.theme.panel_width)
        panel.canvas.configure(height=height)
        panel.pack(side="left", fill="both")
        self.form = Form(panel.body, self.search.fields, self.go)
        self.form.pack(fill="x")
        self.bar = ttk.Progressbar(panel.body, maximum=1.0)
        self.bar.pack(fill="x", pady=self.theme.px(8))
        self.note = ttk.Label(panel.body, wraplength=self.theme.panel_width - self.theme.px(24))
        self.note.pack(fill="x")

    def _add_candidates(self, height: int) -> None:
        px = self.theme.px
        panel = ScrolledPanel(self.body, self.columns * self._column)
        panel.canvas.configure(height=height)
        panel.pack(side="left", fill="both", expand=True, padx=(px(16), 0))
        self.grid_frame = panel.body
        self.empty = ttk.Label(panel, text=_("The nearest mazes appear here"), style="Soft.TLabel")
        self.empty.configure(wraplength=self.columns * self._column, justify="center")
        blank = Image.new("RGBA", (self._side, self._side))
        self._blank = ImageTk.PhotoImage(blank, master=self)
        arrows = {"Left": -1, "Right": 1, "Up": -self.columns, "Down": self.columns}
        arrows |= {"Home": -KEPT_CANDIDATES, "End": KEPT_CANDIDATES}
        self.choices: list[ttk.Button] = []
        for place in range(KEPT_CANDIDATES):
            choice = ttk.Button(
                self.grid_frame, compound="top", style="Picture.TButton", image=str(self._blank)
            )
            press_by_enter(choice)
            for key, by in arrows.items():
                choice.bind(f"<{key}>", partial(self._go, by))
            choice.grid(row=place // self.columns, column=place % self.columns, sticky="nsew")
            choice.grid_remove()
            Tooltip(choice, partial(self._describe, place))
            self.choices.append(choice)
        self.grid_frame.columnconfigure(tuple(range(self.columns)), weight=1, uniform="candidates")

    def go(self) -> None:
        """Search for what the fields say, unless one of them is invalid."""
        try:
            self.form.values()
        except UsageError:  # the form shows which
            return
        self.photos.clear()
        self.search.start()

    def _end(self) -> None:
        self.search.cancel()
        self._background.close()

    def _go(self, by: int, _event: tk.Event[tk.Misc]) -> str:
        """Give the keyboard to another candidate, so many places further."""
        there, last = place_of_keyboard(self.choices) + by, len(self._shown) - 1
        if abs(by) == KEPT_CANDIDATES or 0 <= there <= last:  # Home and End lead as far as can be
            self.choices[min(max(there, 0), last)].focus_set()
        return "break"

    # What was found

    def _show(self) -> None:
        search = self.search
        self.bar.configure(value=search.progress if search.running else 0.0)
        self.stop.state(["!disabled" if search.running else "disabled"])
        problem = search.problem
        self.note.configure(
            text=problem or self._summary(), style="Error.TLabel" if problem else "Small.TLabel"
        )
        if self._shown is not search.candidates:
            self._shown = search.candidates
            for place, choice in enumerate(self.choices):
                self._show_candidate(choice, place)
        if self._shown:
            self.empty.place_forget()
        else:
            self.empty.place(relx=0.5, rely=0.4, anchor="center")
        self._draw()

    def _summary(self) -> str:
        search = self.search
        met = sum(not candidate.distance for candidate in search.candidates)
        if search.running and not search.candidates:
            return _("Searching…")
        if search.candidates:
            text = ngettext(
                "{number} of those shown is as you asked. A click takes one.",
                "{number} of those shown are as you asked. A click takes one.",
                met,
            )
            return text.format(number=met)
        return _("Say what the maze is to be like, then press Search.")

    def _show_candidate(self, choice: ttk.Button, place: int) -> None:
        if place >= len(self._shown):
            choice.grid_remove()
            return
        candidate = self._shown[place]
        photo = self.photos.get(_key(candidate), self._blank)
        choice.configure(
            text=CandidatePicture(candidate).name,
            image=str(photo),
            command=partial(self.close_with, candidate),
        )
        choice.grid()

    def _describe(self, place: int) -> str:
        """Return what the figures of a candidate are, for its tooltip."""
        return CandidatePicture(self._shown[place]).description if place < len(self._shown) else ""

    def _draw(self) -> None:
        """Draw the pictures in the background, one after the other, the nearest first."""
        missing = [each for each in self._shown if _key(each) not in self.photos]
        if self._drawing or not missing:
            return
        candidate, side = missing[0], self._side
        self._drawing = True

        def show(page: Image.Image) -> None:
            square = Image.new("RGBA", (side, side))
            square.paste(page, ((side - page.width) // 2, (side - page.height) // 2))
            self.photos[_key(candidate)] = ImageTk.PhotoImage(square, master=self)
            self._drawing = False
            for place, choice in enumerate(self.choices):
                if place < len(self._shown) and self._shown[place] is candidate:
                    self._show_candidate(choice, place)
            self._draw()

        picture = CandidatePicture(candidate).picture
        self._background.run(lambda _job: picture(side), show, ignore)


def _key(candidate: Candidate) -> tuple[int, float]:
    return candidate.number, candidate.distance
