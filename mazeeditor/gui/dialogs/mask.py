"""The mask dialog: all that can be told a mask, and the outline that all masks together make.

::

    | options ......... |  +-----------+
    |                   |  |   ** **   |   what stays, what a bridge adds, what is dropped
    |                   |  |    ***    |
    |                   |  +-----------+
    |  what is wrong       3 pieces, joined by bridges
                               [Cancel] [OK]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.masking import MASK, PIECES
from mazeeditor.editing.outlining import label_of, options_for, usual_joining
from mazeeditor.editing.sketching import Sketch, sketched
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.gui.boxes import LEAVE
from mazeeditor.gui.dialogs.modal import Modal
from mazeeditor.gui.forms import Form
from mazeeditor.gui.jobs import Task
from mazeeditor.gui.sketch import SketchLabel
from mazeeditor.job import Job
from mazeeditor.masks import PIECES as JOINING_OPTION
from mazeeditor.maze.lattice import Lattice
from mazeeditor.options import FileOf
from mazeeditor.shapes import build
from mazeeditor.words import _, count

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

FORM = 340  # px at 96 dpi of the options
SIDE = 280  # px at 96 dpi of the picture
WORDS = 36  # px at 96 dpi of two lines: one line more moves no button
PAUSE = 120  # ms without a change before the picture is made anew
LABELS = {
    PIECES: {
        "bridges": _("Join them by bridges"),
        "largest": _("Keep the largest"),
        "each": _("A maze in each"),
    },
    "combine": {
        "keep": _("Keep what it covers"),
        "cut-out": _("Cut it out"),
        "add": _("Add it to those above"),
    },
}


class MaskDialog(Modal):
    """Answers the options of one of several masks, and what is done with pieces, ``None`` as usual.

    ``masks`` are all as a recipe has them, ``place`` is the one to change.
    """

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        masks: Sequence[Mapping[str, Any]],
        place: int,
        pieces: str | None,
        size: tuple[str, Mapping[str, Any]],
    ) -> None:
        name = masks[place]["name"]
        title = _("Mask: {name}").format(name=label_of(name))
        super().__init__(parent.winfo_toplevel(), title)
        self._window, self._masks, self._which, self._size = window, masks, place, size
        self._usual = usual_joining(masks)
        self._like = window.document.maze.lattice
        self._lattice: Lattice | None = None
        self._timer = ""
        self._task: Task | None = None
        px = self.theme.px
        left = ttk.Frame(self.body)
        left.pack(side="left", fill="both", expand=True, padx=(0, px(18)))
        ttk.Frame(left, width=px(FORM)).pack()  # as wide as all words need
        options = (*options_for(name), replace(JOINING_OPTION, default=self._usual))
        values = dict(masks[place]) | ({PIECES: pieces} if pieces else {})
        self.form = Form(left, options, values, self._changed, self.go, LABELS)
        self.form.pack(fill="x")
        for box in self.form.boxes.values():
            if box.option.file:
                self._add_browse(box.option.name, box.option.file)
        self.problem = ttk.Label(left, wraplength=px(FORM))
        self.problem.pack(fill="x", pady=(px(8), 0))
        right = ttk.Frame(self.body)
        right.pack(side="left", anchor="n")
        self.picture = SketchLabel(right, px(SIDE))
        self.picture.grid()
        self.words = ttk.Label(right, style="Small.TLabel", wraplength=px(SIDE), justify="left")
        self.words.grid(sticky="new", pady=(px(6), 0))
        right.rowconfigure(1, minsize=px(WORDS))
        self.add_button(_("OK"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        first = next(iter(self.form.boxes.values()))
        self.first = first.typed_in
        self.bind(LEAVE, lambda _event: self.destroy())  # Escape in a field
        self.bind("<Destroy>", self._end)
        self._look()

    def _add_browse(self, name: str, kind: FileOf) -> None:
        def browse() -> None:
            kinds = [(kind.kind, kind.suffixes)]
            path = self._window.dialogs.file_to_open(_("Choose a File"), kinds)
            if path:
                self.form.show({name: str(path)})
                # the end of a path tells more than its beginning
                self.tk.call(self.form.boxes[name].typed_in, "xview", "moveto", 1)
                self._look()

        self.form.put_beside(name, ttk.Button(self.form, text=_("Browse…"), command=browse))

    # What the mask does

    def _changed(self, _name: str, _value: Any) -> None:
        self.problem.configure(text="")
        self._stop()
        self._timer = self.after(PAUSE, self._look)

    def _look(self) -> None:
        """Make the picture anew, beside the window."""
        self._stop()
        try:
            values = self.form.values()
        except UsageError:  # the form says what
            return
        px, pieces = self.theme.px(SIDE), values.pop(PIECES)
        masks = [*self._masks]
        masks[self._which] = {"name": masks[self._which]["name"], **values}

        def work(job: Job) -> Sketch:
            return self._sketch({MASK: masks, PIECES: pieces}, px, job)

        self._task = self._window.threads.start(work, self._show, self._fail)

    def _sketch(self, recipe: dict[str, Any], px: int, job: Job) -> Sketch:
        if self._lattice is None:
            self._lattice = build(self._size[0], **self._size[1])
        return sketched(self._lattice, recipe, self._like, px, job)

    def _show(self, found: Sketch) -> None:
        self._task = None
        self.problem.configure(text="")
        self.picture.paint(found.kinds)
        words = count(found.cells, "cell", "cells")
        self.words.configure(text=f"{words}. {found.words}" if found.words else words)

    def _fail(self, problem: Exception) -> None:
        self._task = None
        if not isinstance(problem, MazeError):
            raise problem
        untouched = all(box.read() == box.option.default for box in self.form.boxes.values())
        style = "Soft.TLabel" if untouched else "Error.TLabel"
        self.problem.configure(text=str(problem), style=style)
        self.words.configure(text="")
        self.picture.clear()

    def _end(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self:
            self._stop()

    def _stop(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""
        if self._task:
            self._task.cancel()
            self._task = None

    def go(self) -> None:
        """Take what is chosen, unless something is wrong with it."""
        try:
            values = self.form.values()
        except UsageError:
            return
        if self.problem.cget("text"):
            return
        pieces = values.pop(PIECES)
        self.close_with((values, None if pieces == self._usual else pieces))
