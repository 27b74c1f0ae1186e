"""The size of a maze in millimetres: give what is known, and see what follows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from tkinter import ttk
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.overall_size import OverallSize, overall_size
from mazeeditor.app.drafts.size_request import SizeRequest, size_options
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.modal import Modal

LINES, LINE = 3, 18  # of the result, px at 96 dpi a line: nothing moves when it becomes longer


class SizeDialog(Modal):
    """Answers what was asked for, and the size that it makes."""

    def __init__(
        self, parent: tk.Misc, shape: str, sizes: Mapping[str, Any], request: SizeRequest
    ) -> None:
        super().__init__(parent, _("Size in Millimetres"))
        px, wrap = self.theme.px, self.theme.panel_width
        self._shape, self._sizes, self._walls = shape, sizes, request.walls
        text = _("Give what you know, in mm, cm or in. What you leave out follows.")
        ttk.Label(self.body, text=text, wraplength=wrap).pack(fill="x", pady=(0, px(8)))
        names = [option.name for option in size_options()]
        self.fields = FieldValues(size_options(), {name: getattr(request, name) for name in names})
        self.form = Form(self.body, self.fields, self.go)
        self.form.pack(fill="x")
        place = ttk.Frame(self.body, height=px(LINES * LINE))
        place.pack_propagate(False)
        place.pack(fill="x", pady=(px(8), 0))
        self.result = ttk.Label(place)
        self.result.pack(anchor="nw")
        place.bind("<Configure>", lambda event: self.result.configure(wraplength=event.width))
        self.add_button(_("Generate"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.form.boxes["width"].typed_in
        follow(self, self.fields.changed, self._show_result)
        self._show_result()

    def _size(self) -> tuple[SizeRequest, OverallSize]:
        request = SizeRequest(self._walls, **self.fields.values)
        return request, overall_size(request, self._shape, self._sizes)

    def _show_result(self) -> None:
        try:
            text, style = self._size()[1].text, "Soft.TLabel"
        except UsageError as problem:
            text, style = str(problem), "Error.TLabel"
        self.result.configure(text=text, style=style)

    def go(self) -> None:
        """Take the size, unless there is none."""
        try:
            self.form.values()
            answer = self._size()
        except UsageError:  # the form or the result shows the reason
            return
        self.close_with(answer)
