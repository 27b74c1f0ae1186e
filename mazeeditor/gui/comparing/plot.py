"""The plot on the screen: the same pages as in a file, as wide as the window, drawn beside it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.comparing.compare import Row
from mazeeditor.comparing.plot import Sheet, plot
from mazeeditor.drawing.raster import draw
from mazeeditor.gui.jobs import Task
from mazeeditor.gui.theme import current
from mazeeditor.job import Job

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

    from mazeeditor.gui.window import Window

MM = 4.1  # px at 96 dpi for a mm: small letters can be read then
PAUSE = 150  # ms without a change of size before all is drawn anew
STRIP = 400  # px: pictures are handed to Tk in pieces, a moment each


class PlotView(ttk.Frame):
    """The plots beneath each other, and a bar to scroll through them."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent)
        self._window = window
        self._rows: Sequence[Row] = ()
        self._about = ""
        self._timer: str | None = None
        self._task: Task | None = None
        self._photos: list[PhotoImage] = []
        self._width = 0  # px: the width for which the strips were drawn
        self._drawn = 0  # px: that width, once they are all there
        self._stale = False
        self.canvas = tk.Canvas(self, highlightthickness=0, takefocus=True)
        bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=bar.set, yscrollincrement=current(self).px(16))
        bar.pack(side="right", fill="y")
        self.canvas.pack(side="left", fill="both", expand=True)
        self._listen()

    def _listen(self) -> None:
        self.canvas.bind("<Configure>", lambda _event: self._later())
        self.canvas.bind("<Map>", lambda _event: self._later(0))
        self.canvas.bind("<<ThemeChanged>>", lambda _event: self._ground())
        self.bind("<Destroy>", lambda event: self._stop() if event.widget is self else None)
        ways = {"<Button-4>": -3, "<Button-5>": 3, "<Up>": -3, "<Down>": 3}
        for event, steps in ways.items():
            self.canvas.bind(event, lambda _e, steps=steps: self._scroll(steps, "units"))  # type: ignore[misc]
        for event, steps in {"<Prior>": -1, "<Next>": 1}.items():
            self.canvas.bind(event, lambda _e, steps=steps: self._scroll(steps, "pages"))  # type: ignore[misc]
        self.canvas.bind("<MouseWheel>", lambda e: self._scroll(-3 if e.delta > 0 else 3, "units"))

    def _scroll(self, steps: int, what: str) -> str:
        self.canvas.tk.call(self.canvas, "yview", "scroll", steps, what)
        return "break"

    @property
    def settled(self) -> bool:
        """Whether what is shown is all that there is to show."""
        return not self._stale and self._timer is None and self._task is None

    def show(self, rows: Sequence[Row], about: str) -> None:
        """Show the plots of these rows."""
        self._rows, self._about, self._stale = rows, about, True
        self._later(0)

    def _stop(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        if self._task:
            self._task.cancel()
        self._timer = self._task = None

    def _later(self, pause: int = PAUSE) -> None:
        self._stop()
        new = self._stale or self.canvas.winfo_width() != self._drawn
        if self._rows and new and self.canvas.winfo_ismapped():  # else when it is seen
            self._timer = self.after(pause, self._start)

    def _start(self) -> None:
        self._timer = None
        width, rows, about = self.canvas.winfo_width(), self._rows, self._about
        sheet = Sheet(width / (MM * current(self).scale), None)

        def work(job: Job) -> list[Image]:
            (scene,) = plot(rows, about, sheet)
            scale = min(1.0, sheet.width / scene.width) * width / sheet.width
            image = draw(scene, max(1, round(scene.width * scale)), job=job).convert("RGB")
            tops = range(0, image.height, STRIP)
            return [
                image.crop((0, top, image.width, min(top + STRIP, image.height))) for top in tops
            ]

        def done(strips: list[Image]) -> None:
            self._task, self._width = None, width
            self._begin(strips)

        self._task = self._window.threads.start(work, done, self._window.report)

    def _begin(self, strips: Sequence[Image]) -> None:
        """Put the first strip in the place of what was there."""
        self.canvas.delete("all")
        self._photos = []
        self._ground()
        height = sum(image.height for image in strips)
        self.canvas.configure(scrollregion=(0, 0, strips[0].width, height))
        self._go_on(strips, 0)

    def _go_on(self, strips: Sequence[Image], top: int) -> None:
        """Put the next strip beneath; the window lives on between two of them."""
        from PIL import ImageTk

        self._timer, (image, *rest) = None, strips
        photo = ImageTk.PhotoImage(image, master=self)
        self._photos.append(photo)
        left = max(0, (self.canvas.winfo_width() - image.width) // 2)
        self.canvas.create_image(left, top, image=photo, anchor="nw")
        if rest:
            self._timer = self.after(1, self._go_on, rest, top + image.height)
        else:
            self._drawn, self._stale = self._width, False

    def _ground(self) -> None:
        self.canvas.configure(background=current(self).ground)
