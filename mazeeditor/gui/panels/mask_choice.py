"""The choice of the masks that a maze is cut to, in their order, and a report of their effect.

::

    Mask  [Heart              v] [...]     a field for each mask, and an empty one for the next;
    And   [Hole               v] [...]     None in a field removes its mask
    And   [None               v]
          2 pieces, joined by bridges
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from mazeeditor.app.drafts.draft import OUTLINE, MaskList
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.parts.services import Services
from mazeeditor.core.disk.named_files import NamedFile, named_last
from mazeeditor.core.errors import MazeError
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.forms.forms import Form, button_beside
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.masks.cutting import PAINTED, MaskStep

NONE = "none"
Size = tuple[str, dict[str, Any]]  # a shape and its options


class MaskChoice(ttk.Frame):
    """Fields to choose masks, and a line on the pieces that they left.

    ``size`` returns shape and sizes of the maze that they are for, ``None`` where a field of
    these is invalid. With ``painted`` an outline painted by hand may be chosen. With ``keep`` the
    files of masks are read at once: what is chosen is written into a document as it is.
    """

    manual = "first-page#shapes"

    def __init__(
        self,
        parent: tk.Misc,
        document: Document,
        services: Services,
        masks: MaskList,
        size: Callable[[], Size | None],
        *,
        painted: bool = True,
        keep: bool = False,
    ) -> None:
        super().__init__(parent)
        self._keep = keep
        self._document, self._services, self._masks, self._size = document, services, masks, size
        self._offered = (*MASKS.names(), PAINTED) if painted else tuple(MASKS.names())
        theme = current(self)
        wrap = theme.panel_width - theme.label_width - theme.px(40)
        self.note = ttk.Label(self, style="Small.TLabel", wraplength=wrap)
        self._indent = theme.label_width
        self.rows: list[MaskRow] = []
        self._follow()
        follow(self, self._masks.changed, self._follow)

    def _follow(self) -> None:
        """Show the masks, and an empty field for one more."""
        names = [*(mask.name for mask in self._masks.masks), NONE]
        for row in self.rows[len(names) :]:
            row.destroy()
        del self.rows[len(names) :]
        while len(self.rows) < len(names):
            place = len(self.rows)
            row = MaskRow(self, place, self._offered, self._chosen, self._ask)
            row.pack(fill="x")
            self.rows.append(row)
        for row, name in zip(self.rows, names, strict=True):
            row.show(name)
        self.note.configure(text=self._masks.report)
        if self._masks.report:
            self.note.pack(fill="x", padx=(self._indent, 0))
        else:
            self.note.pack_forget()

    def _chosen(self, place: int, name: str) -> None:
        """Use another mask at a place."""
        masks = self._masks
        if name == NONE:
            masks.remove(place)
        elif masks.last(place, name).lacks_text:
            self._ask(place, name)
        else:
            masks.put(place, masks.last(place, name))

    def _ask(self, place: int, name: str) -> None:
        """Show what a mask does together with the others, and let the user change it."""
        from mazeeditor.gui.dialogs.mask_dialog import MaskDialog

        masks, size = self._masks, self._size()
        steps = (*masks.masks[:place], masks.last(place, name), *masks.masks[place + 1 :])
        known = self._document, self._services
        answer = size and MaskDialog(self, *known, steps, place, masks.pieces, size).show()
        if answer:
            mask, pieces = answer
            masks.choose_pieces(pieces)
            self._put(place, mask)
        else:
            self._follow()

    def _put(self, place: int, mask: MaskStep) -> None:
        """Use a mask, once its files are read where these are to be kept."""
        files = [value for value in mask.options.values() if isinstance(value, NamedFile)]
        if not (files and self._keep):
            self._masks.put(place, mask)
            return
        before = self._masks.masks

        def use(kept: MaskStep) -> None:
            if self._masks.masks is before:  # no others were chosen meanwhile
                self._masks.put(place, kept)

        def show() -> None:
            if self.winfo_exists():  # another chapter may have other fields
                self._follow()

        reading = _("Reading {name}").format(name=named_last(files[0]))
        try:
            self._services.jobs.start(reading, lambda _job: mask.kept(), use, show)
        except MazeError:  # another job runs
            self._follow()  # the field has the name of the mask that was not chosen
            raise


class MaskRow(ttk.Frame):
    """A field to choose one of the masks ``offered``, and a button that shows what it does.

    ``chosen(place, name)`` is called for another name, ``ask(place, name)`` for the button.
    """

    def __init__(
        self,
        parent: tk.Misc,
        place: int,
        offered: Sequence[str],
        chosen: Callable[[int, str], None],
        ask: Callable[[int, str], None],
    ) -> None:
        super().__init__(parent)
        self.name = NONE
        label = _("And") if place else OUTLINE
        labels = {NONE: _("None")} | {
            mask: MaskStep(mask).label + ("…" if MaskStep(mask).lacks_text else "")
            for mask in offered
        }
        help_ = _("The outline that the maze is cut to; None removes it")
        self._fields = FieldValues((Option(label, str, NONE, help_).offering(labels),))
        self._fields.edited.subscribe(lambda _label, name: chosen(place, name))
        self.form = Form(self, self._fields)
        self._label, self.box = label, self.form.boxes[label]
        self.more = button_beside(self.form, "…", lambda: ask(place, self.name))
        Tooltip(self.more, _("Change the outline, and see what it does"))
        self.form.put_next_to(label, self.more)
        self.form.pack(fill="x")

    def show(self, name: str) -> None:
        self.name = name
        self._fields.update({self._label: name})
        self.more.state(["disabled" if name == NONE else "!disabled"])
