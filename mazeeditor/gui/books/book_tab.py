"""The tab of the book itself: texts, size of the pages, print shop, ramp, answers."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from mazeeditor.gui.forms.forms import add_sections
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel

if TYPE_CHECKING:
    from mazeeditor.app.books.draft import BookDraft
    from mazeeditor.app.workspace import Workspace


class BookTab(ScrolledPanel):
    """The fields of a draft."""

    def __init__(self, parent: tk.Misc, draft: BookDraft, workspace: Workspace) -> None:
        super().__init__(parent, current(parent).panel_width)
        self.forms = add_sections(self.body, draft.fields, draft.fields.sections)
        for form in self.forms:
            form.offer_typefaces(workspace, lambda: str(draft.fields["title"]))
        self.first = self.forms[0].boxes["title"].typed_in
