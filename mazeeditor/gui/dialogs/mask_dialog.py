"""The mask dialog: all options of a mask, and the outline that results from all masks together.

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

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.jobs import Latest
from mazeeditor.app.parts.services import Services
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import FileOf
from mazeeditor.core.translation import _, count
from mazeeditor.editing.document import Document
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.modal import ScrolledModal
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import PIECES
from mazeeditor.maze.masks.cutting import OUTSIDE, MaskPreview, MaskStep, mask_preview, usual_pieces
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.screen.pixel_colours import rgb_of

if TYPE_CHECKING:
    from PIL import ImageTk

FORM = 340  # px at 96 dpi of the options
SIDE = 280  # px at 96 dpi of the picture
REPORT = 36  # px at 96 dpi of two lines: a second line moves no button
PAUSE_MS = 120  # ms without a change before the picture is drawn again


class MaskDialog(ScrolledModal):
    """Returns one of several masks, and what is done with pieces, ``None`` for what is usual.

    ``masks`` are those of a recipe, ``place`` is the one to change.
    """

    manual = "first-page#shapes"

    def __init__(
        self,
        parent: tk.Misc,
        document: Document,
        services: Services,
        masks: Sequence[MaskStep],
        place: int,
        pieces: str | None,
        size: tuple[str, Mapping[str, Any]],
    ) -> None:
        mask = masks[place]
        title = _("Shape outline: {name}").format(name=mask.label)
        super().__init__(parent.winfo_toplevel(), title)
        self._services, self._size = services, size
        self._masks, self._index = masks, place
        self._usual = usual_pieces(masks)
        self._like = document.maze.lattice
        self._lattice: Lattice | None = None
        self._preview = Latest(
            services.background,
            self._chosen_masks,
            self._draw,
            self._show,
            self._fail,
            delay=PAUSE_MS,
        )
        self._add_form(mask, pieces)
        self._add_picture()
        self.add_button(_("Use outline"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        first = next(iter(self.form.boxes.values()))
        self.first = first.typed_in
        on_destroy(self, self._preview.stop)
        self._look()

    def _add_form(self, mask: MaskStep, pieces: str | None) -> None:
        px = self.theme.px
        left = ttk.Frame(self.page)
        left.pack(side="left", fill="both", expand=True, padx=(0, px(18)))
        ttk.Frame(left, width=px(FORM)).pack()  # as wide as the longest option needs
        options = (*mask.known_options, replace(PIECES, default=self._usual))
        values = dict(mask.options) | ({PIECES.name: pieces} if pieces else {})
        self.fields = FieldValues(options, values)
        self.fields.edited.subscribe(self._changed)
        self.form = Form(left, self.fields, self.go)
        self.form.pack(fill="x")
        for box in self.form.boxes.values():
            if box.option.file:
                self._add_browse(box.option.name, box.option.file)
        self.form.offer_typefaces(self._services, self._word)
        self.problem = ttk.Label(left, wraplength=px(FORM))
        self.problem.pack(fill="x", pady=(px(8), 0))

    def _add_picture(self) -> None:
        px = self.theme.px
        right = ttk.Frame(self.page)
        right.pack(side="left", anchor="n")
        self.picture = MaskPicture(right, px(SIDE))
        self.picture.grid()
        self.report = ttk.Label(right, style="Small.TLabel", wraplength=px(SIDE), justify="left")
        self.report.grid(sticky="new", pady=(px(6), 0))
        right.rowconfigure(1, minsize=px(REPORT))

    def _add_browse(self, name: str, kind: FileOf) -> None:
        def browse() -> None:
            kinds = [(kind.kind, kind.suffixes)]
            path = self._services.ui.dialogs.file_to_open(_("Choose a file"), kinds)
            if path:
                self.form.show({name: NamedFile(path)})
                # the end of a path is more distinctive than its beginning
                self.tk.call(self.form.boxes[name].typed_in, "xview", "moveto", 1)
                self._look()

        self.form.put_next_to(name, ttk.Button(self.form, text=_("Browse…"), command=browse))

    def _word(self) -> str:
        """Return the first line of the text that the mask is made of."""
        return str(self.fields.values.get("text", "")).replace("\\n", "\n").partition("\n")[0]

    # What the mask does

    def _changed(self, _name: str, _value: Any) -> None:
        self.problem.configure(text="")
        self._preview.request()

    def _look(self) -> None:
        """Draw the picture again, in the background."""
        self._preview.request(delay=0)

    def _chosen_masks(self) -> tuple[Recipe, int] | None:
        """Return a recipe with the masks, and the size of the picture in px."""
        try:
            values = self.form.values()
        except UsageError:  # the form shows what is invalid
            return None
        pieces = values.pop(PIECES.name)
        masks = [*self._masks]
        masks[self._index] = self._mask(values)
        return Recipe(masks=tuple(masks), pieces=pieces), self.theme.px(SIDE)

    def _mask(self, values: Mapping[str, Any]) -> MaskStep:
        return MaskStep(self._masks[self._index].name, values)

    def _draw(self, chosen: tuple[Recipe, int], job: Job) -> MaskPreview:
        recipe, px = chosen
        shape, sizes = self._size
        sizes = dict(replace(recipe, shape=shape, sizes=sizes).sized().sizes)
        if self._lattice is None or {**self._lattice.parameters, **sizes} != sizes:
            self._lattice = build(shape, **sizes)
        return mask_preview(
            recipe.masks, self._lattice, pieces=recipe.pieces, like=self._like, px=px, job=job
        )

    def _show(self, preview: MaskPreview) -> None:
        self.problem.configure(text="")
        self.picture.paint(preview.kinds)
        cells = count(preview.cells, "cell", "cells")
        self.report.configure(text=f"{cells}. {preview.text}" if preview.text else cells)

    def _fail(self, problem: Exception) -> None:
        if not isinstance(problem, MazeError):
            return
        untouched = all(box.read() == box.option.default for box in self.form.boxes.values())
        style = "Soft.TLabel" if untouched else "Error.TLabel"
        self.problem.configure(text=str(problem), style=style)
        self.report.configure(text="")
        self.picture.clear()

    def go(self) -> None:
        """Take what is chosen, unless something is wrong with it."""
        try:
            values = self.form.values()
        except UsageError:
            return
        if self.problem.cget("text"):
            return
        pieces = values.pop(PIECES.name)
        self.close_with((self._mask(values), None if pieces == self._usual else pieces))


class MaskPicture(ttk.Label):
    """Shows ``MaskPreview.kinds`` in the colours of the theme; ``px`` wide and high."""

    def __init__(self, parent: tk.Misc, px: int) -> None:
        super().__init__(parent, anchor="center")
        self._px = px
        self._photo: ImageTk.PhotoImage | None = None
        self.clear()

    def clear(self) -> None:
        self.paint(np.full((self._px, self._px), OUTSIDE, np.uint8))

    def paint(self, kinds: NDArray[np.uint8]) -> None:
        """Show kinds uint8[height, width]."""
        from PIL import Image, ImageTk

        theme = current(self)
        table = rgb_of([theme.paper, theme.paper_edge, theme.wall, theme.accent])
        self._photo = ImageTk.PhotoImage(Image.fromarray(table[kinds]), master=self)
        self.configure(image=str(self._photo))
