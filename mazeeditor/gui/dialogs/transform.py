"""Transform: what a change of the whole maze can be told, before it is made."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.errors import UsageError
from mazeeditor.gui.dialogs.modal import Modal
from mazeeditor.gui.forms import Form
from mazeeditor.transforms import Transform
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window


class TransformDialog(Modal):
    """Answers the options by name."""

    def __init__(self, window: Window, transform: Transform) -> None:
        super().__init__(window.root, transform.label)
        px = self.theme.px
        wrap = self.theme.panel_width
        words = ttk.Label(self.body, text=transform.summary, wraplength=wrap)
        words.pack(fill="x", pady=(0, px(8)))
        options = [each for each in transform.options if each.name != "seed"]  # always a new one
        now = window.document.maze.lattice.parameters  # a size begins with what it is
        self.form = Form(self.body, options, now, submit=self.go)
        self.form.pack(fill="x")
        self.add_button(_("OK"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)

    def go(self) -> None:
        """Take what is chosen, unless something is wrong with it."""
        try:
            values = self.form.values()
        except UsageError:  # the form says what
            return
        self.close_with(values)
