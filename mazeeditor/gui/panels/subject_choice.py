"""The choice of what a maze shows, and its options.

::

    Shows     [QR code          v]
              A QR code in the walls.
              (picture)                   as solvers will see it, where the route shows it
    Text      [https://example.org]       the options of the subject
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from mazeeditor.app.drafts.drawing_preview import DrawingPreview
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.picture_choice import choose_path
from mazeeditor.app.drafts.subject_draft import SubjectDraft
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.services import Services
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.look import current
from mazeeditor.gui.panels.drawing_picture import DrawingPicture
from mazeeditor.gui.widgets import follow, on_destroy
from mazeeditor.maze.subjects import SUBJECTS


class SubjectChoice(ttk.Frame):
    """Fields of a subject; ``submit`` is called when the user presses Enter in one.

    ``seed`` returns that of the maze whose route a preview shows. ``choose`` asks for the file of
    an option, by its path unless another way is given.
    """

    manual = "words-and-pictures"

    def __init__(
        self,
        parent: tk.Misc,
        draft: SubjectDraft,
        services: Services,
        submit: Callable[[], None] = ignore,
        seed: Callable[[], int] = int,
        choose: Callable[[Services, Option, Callable[[str], object]], None] = choose_path,
    ) -> None:
        super().__init__(parent)
        theme = current(self)
        self._draft, self._services, self._submit = draft, services, submit
        self._choose = partial(choose, services)
        self._indent = theme.label_width
        self.kind = Form(self, draft.kind, submit)
        self.kind.pack(fill="x")
        self.options: Form | None = None
        wrap = theme.panel_width - theme.label_width - theme.px(40)
        self.note = ttk.Label(self, style="Small.TLabel", wraplength=wrap)
        self.preview = DrawingPreview(services.background, draft, seed)
        self.drawing = DrawingPicture(self, self.preview, wrap)
        self._unsubscribe: Callable[[], object] = ignore
        self._forget_sizes: Callable[[], object] = ignore
        self._follow()
        follow(self, draft.changed, self._follow)
        on_destroy(self, lambda: (self._unsubscribe(), self._forget_sizes()))

    def sized_by(self, sizes: FieldValues | None) -> None:
        """Have the preview follow the sizes chosen for the maze."""
        if sizes is not self.preview.sizes:
            self._forget_sizes()
            self.preview.sizes = sizes
            self._forget_sizes = sizes.changed.subscribe(self.drawing.look) if sizes else ignore

    def _follow(self) -> None:
        """Show the options of the chosen subject, and what it is."""
        fields = self._draft.options
        if self.options and self.options.fields is not fields:
            self.options.destroy()
            self.options = None
        self._unsubscribe()
        self._unsubscribe = ignore
        self.note.pack_forget()
        self.drawing.pack_forget()
        if fields is None:
            self.preview.stop()
            return
        self.note.configure(text=SUBJECTS[self._draft.name].summary)
        self.note.pack(fill="x", padx=(self._indent, 0), after=self.kind)
        if self.options is None:
            self.options = Form(self, fields, self._submit)
            self.options.offer_files(self._choose)
            self.options.offer_typefaces(self._services, lambda: _("Maze"))
            self.options.pack(fill="x")
        if self.preview.wanted:
            self.drawing.pack(fill="x", padx=(self._indent, 0), after=self.note)
            self._unsubscribe = fields.changed.subscribe(self.drawing.look)
        self.drawing.look()
