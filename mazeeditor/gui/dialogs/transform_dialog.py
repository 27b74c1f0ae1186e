"""Transform: the options of a change to the whole maze, chosen before it is applied."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from tkinter import ttk
from typing import Any

from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import Form
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.transforms import Transform
from mazeeditor.translation import _
from mazeeditor.workspace.field_values import FieldValues


class TransformDialog(Modal):
    """Answers the options by name."""

    def __init__(self, parent: tk.Misc, transform: Transform, values: Mapping[str, Any]) -> None:
        super().__init__(parent, transform.label)
        px = self.theme.px
        wrap = self.theme.panel_width
        words = ttk.Label(self.body, text=transform.summary, wraplength=wrap)
        words.pack(fill="x", pady=(0, px(8)))
        options = [
            option for option in transform.options if option.name != "seed"
        ]  # always a new one
        self.fields = FieldValues(options, values)
        self.form = Form(self.body, self.fields, self.go)
        self.form.pack(fill="x")
        self.add_button(_("OK"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)

    def go(self) -> None:
        """Take what is chosen, unless something is wrong with it."""
        try:
            values = self.form.values()
        except UsageError:  # the form shows the reason
            return
        self.close_with(values)
