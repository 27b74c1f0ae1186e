"""Page: what the maze is printed on, with a preview of exactly what will come out."""

from __future__ import annotations

import tkinter as tk
from dataclasses import asdict, replace
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.drawing.style import Page, page_options
from mazeeditor.editing.change import Change
from mazeeditor.editing.edits import SetPage
from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import Form
from mazeeditor.gui.jobs import Task
from mazeeditor.gui.panels import Content, section
from mazeeditor.gui.printing import Preview, Print, draw
from mazeeditor.words import _

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

    from mazeeditor.gui.window import Window

PAUSE = 250  # ms without a change after which the preview is drawn anew
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
HEIGHT = 260  # px at 96 dpi of the preview at the most


@section("page", _("Page"), order=4)
class PageSection(Content):
    """The preview above the form; the button that exports is in the command bar."""

    def __init__(self, parent: ttk.Frame, window: Window) -> None:
        super().__init__(parent, window)
        px = self.theme.px
        self.box = self.theme.panel_width - px(40), px(HEIGHT)
        self.canvas = tk.Canvas(self, width=self.box[0], height=self.box[1], takefocus=False)
        self.words = ttk.Label(self, style="Small.TLabel", anchor="center")
        self.error = ttk.Label(self, style="Error.TLabel", wraplength=self.box[0])
        self.offer = ttk.Button(self, command=self.take_offer)
        values = asdict(window.document.page)
        self.form = Form(self, page_options(), values, self._changed, labels=LABELS)
        self.canvas.pack(fill="x")
        self.words.pack(fill="x", pady=(px(2), px(6)))
        self.form.pack(fill="x")
        self.preview = Preview([], [])
        self._photos: list[PhotoImage] = []
        self._timer: str | None = None
        self._task: Task | None = None
        self._stale = True  # whether the preview shows something older than the document
        self.canvas.bind("<Map>", lambda _event: self._seen())
        self.canvas.bind("<<ThemeChanged>>", lambda _event: self._draw())

    # The form

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
        routed = document.page.solution != "none"
        if change.page or change.passages or change.file or (change.solution and routed):
            self._stale = True
            self._wait()

    # The preview

    @property
    def settled(self) -> bool:
        """Whether the preview is that of the document as it is."""
        return not self._stale

    def _wait(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        if self._task:
            self._task.cancel()
            self._task = None
        self._timer = self.after(PAUSE, self._start)

    def _seen(self) -> None:
        if self._stale and not self._task:
            self._wait()

    def _start(self) -> None:
        """Draw the preview in a thread, where somebody can see it."""
        self._timer = None
        if not self.canvas.winfo_ismapped():
            return  # when it is unfolded
        print_, box = Print.of(self.window.document), self._box_of_a_page()
        self._task = self.window.threads.start(
            lambda job: draw(print_, box, job), self._show, self.window.report
        )

    def _box_of_a_page(self) -> tuple[int, int]:
        """Return the room in px of each of the pages there will be."""
        gap = self.theme.px(8)
        pages = 2 if self.window.document.page.solution == "page" else 1
        width, height = self.box
        return (width - (pages - 1) * gap) // pages - gap, height - 2 * gap

    def _show(self, shown: Preview) -> None:
        self._task, self._stale = None, False
        self.preview = shown
        self._complain(shown.problem, shown.better)
        self._draw()
        if shown.sizes:
            width, height = shown.sizes[0]
            self.words.configure(
                text=_("{width:g} × {height:g} mm, cells of {cell:g} mm").format(
                    width=round(width, 1), height=round(height, 1), cell=round(shown.cell, 2)
                )
            )

    def _draw(self) -> None:
        """Lay the pages on the ground, beside each other."""
        from PIL import ImageTk

        canvas, theme, gap = self.canvas, self.window.theme, self.theme.px(8)
        canvas.delete("all")
        canvas.configure(background=theme.ground)
        images = self.preview.images
        self._photos = [ImageTk.PhotoImage(image, master=canvas) for image in images]
        x = (self.box[0] - sum(image.width for image in images) - gap * (len(images) - 1)) // 2
        for image, photo in zip(images, self._photos, strict=True):
            y = (self.box[1] - image.height) // 2
            canvas.create_rectangle(
                x - 1, y - 1, x + image.width, y + image.height, outline=theme.paper_edge
            )
            canvas.create_image(x, y, image=photo, anchor="nw")
            x += image.width + gap

    # What is wrong

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
