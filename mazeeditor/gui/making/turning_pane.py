"""Fields next to pages or sheets that turn, drawn again after each change."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from mazeeditor.app.drafts.form_draft import FormDraft
from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.look import current
from mazeeditor.gui.making.turning_pages import TurningPages
from mazeeditor.gui.widgets import follow, on_destroy

PAUSE_MS = 200  # ms without a change after which the page is drawn again
OUTDATED_MS = 500  # ms after a change, when a page that is not drawn yet is said to be outdated

Drawn = tuple[Any, int, tuple[int, int]]  # a request, a page, its room in px


class TurningPane(ttk.Frame):
    """Fields in ``forms`` and ``pages``; ``request`` makes what is asked for of the fields.

    A subclass builds both, and begins with ``start``. ``draw(request, number, box, job)`` returns
    one page with its ``number`` and how many ``pages`` there are, 0 where something is wrong, as
    ``failed(problem)`` does; ``show_preview`` shows it. Nothing is drawn between ``hold`` and
    ``go_on``, while the pane is hidden.
    """

    place_text = _("Page {number} of {pages}")

    def __init__(
        self,
        parent: tk.Misc,
        request: Callable[[], Any],
        draw: Callable[[Any, int, tuple[int, int], Job], Any],
        failed: Callable[[str], Any],
    ) -> None:
        super().__init__(parent)
        self.theme = current(self)
        self.request, self._failed = request, failed
        self.shown: Any = failed("")
        self.forms: list[Form] = []
        self.pages: TurningPages
        self.room = (1, 1)  # px for a page
        self._number = 1
        self._held = self._overdue = False  # nothing is drawn; something is to be drawn then
        self._outdating: str | None = None  # until the page is said to be outdated
        self.background = Background(self)
        self.drawing: Latest[Drawn, Any] = Latest(
            self.background,
            self._take,
            lambda drawn, job: draw(*drawn, job),
            self._show,
            ignore,
            delay=PAUSE_MS,
        )

    def start(self, draft: FormDraft[Any]) -> None:
        """Draw the first page, and again after each change of the fields."""
        self._show_place()
        on_destroy(self, self._stop_drawing)
        for fields in (draft.fields, draft.page_fields):
            follow(self, fields.changed, self.draw_soon)
        self.draw_again()

    def hold(self) -> None:
        """Draw nothing until ``go_on``: the pane is hidden."""
        self._overdue = not self.drawing.settled
        self._held = True
        self.drawing.stop()

    def go_on(self) -> None:
        """Draw what has changed meanwhile: the pane is seen again."""
        self._held = False
        if self._overdue:
            self.draw_again()

    def draw_soon(self) -> None:
        """Draw the page again after a pause."""
        self._draw(PAUSE_MS)

    def draw_again(self) -> None:
        """Draw the page without waiting for a pause."""
        self._draw(0)

    def _draw(self, delay: int) -> None:
        if self._held:
            self._overdue = True
            return
        self.drawing.request(delay)
        self.say_soon()

    def say_soon(self) -> None:
        """Say that what is shown is outdated, where the new page takes a while."""
        if self._outdating is None:
            self._outdating = self.after(OUTDATED_MS, self._show_outdated)

    def _show_outdated(self) -> None:
        self._outdating = None
        if not self.drawing.settled:
            self._show_place(_("Being drawn…"))

    def _stop_drawing(self) -> None:
        if self._outdating is not None:
            self.after_cancel(self._outdating)
        self.background.close()

    def turn(self, step: int) -> None:
        """Show the next page, or one before."""
        number = min(max(self._number + step, 1), max(self.shown.pages, 1))
        if number != self._number:
            self._number = number
            self._show_place()
            self.draw_again()

    def _take(self) -> Drawn | None:
        try:
            request = self.request()
        except UsageError as problem:
            self._show(self._failed(str(problem)))
            return None
        return request, self._number, self.room

    def _show(self, shown: Any) -> None:
        """Show a page, or what is wrong in its place."""
        self.shown = shown
        if shown.pages:
            self._number = shown.number
        self.show_preview(shown)
        self._show_place()

    def show_preview(self, shown: Any) -> None:
        """Show what was drawn, or what is wrong."""
        raise NotImplementedError

    def _show_place(self, text: str = "") -> None:
        """Say which of the pages is shown, or another ``text``."""
        pages = self.shown.pages
        if pages and not text:
            text = self.place_text.format(number=self._number, pages=pages)
        first, last = not pages or self._number <= 1, self._number >= pages
        self.pages.show_place(text, first=first, last=last)
