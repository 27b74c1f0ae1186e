"""The choice of outlines that a maze is cut to, one after the other, and what they do to it.

::

    Mask  [Heart              v] [...]     a field for each mask, and an empty one for the next;
    And   [Hole               v] [...]     whoever chooses None in a field removes its mask
    And   [None               v]
          2 pieces, joined by bridges
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.masking import BY_HAND, MASK, PAINTED, PIECES
from mazeeditor.editing.outlining import checked, in_words, label_of, options_for, usual_joining
from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import Form
from mazeeditor.gui.theme import current
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.masks import MASKS, Cut
from mazeeditor.options import Option
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

NONE = "none"
Size = tuple[str, dict[str, Any]]  # a shape and its options


class MaskChoice(ttk.Frame):
    """Fields to choose masks, and a line on the pieces that came of them.

    ``size`` says for which maze they are, ``None`` where that is wrong, which the form says;
    ``changed`` hears of a choice.
    """

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        size: Callable[[], Size | None],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self._window, self._size, self._changed = window, size, changed
        self._pieces: str | None = None  # what is done with several, None for what is usual
        theme = current(self)
        wrap = theme.panel_width - theme.label_width - theme.px(40)
        self.note = ttk.Label(self, style="Small.TLabel", wraplength=wrap)
        self._indent = theme.label_width
        self.rows: list[MaskRow] = []
        self._fill([])

    @property
    def masks(self) -> list[dict[str, Any]]:
        """The masks as a recipe has them, the first one first."""
        return [row.value for row in self.rows if row.name != NONE]

    @property
    def value(self) -> dict[str, Any]:
        """What a recipe says of the outline: nothing where there is no mask."""
        masks = self.masks
        usual = self._pieces in (None, usual_joining(masks))
        return {MASK: masks, **({} if usual else {PIECES: self._pieces})} if masks else {}

    def show(self, recipe: Mapping[str, Any], *, whole: bool) -> None:
        """Show the masks of the recipe of a maze; what is not known but seen was painted."""
        try:
            masks, joining = checked(recipe)
        except UsageError:
            masks, joining = [], None
        self._pieces = None if joining == usual_joining(masks) else joining
        self._fill(masks if masks or whole else [dict(BY_HAND)])

    def tell(self, outline: Cut | None) -> None:
        """Say what became of the masks of the maze just made."""
        joining = self._pieces or usual_joining(self.masks)
        self._say(in_words(outline.pieces, joining) if outline and self.masks else "")

    def _fill(self, masks: list[dict[str, Any]]) -> None:
        """Show masks, and an empty field for one more."""
        if not masks:  # whoever begins anew has said nothing yet
            self._pieces = None
        for row in self.rows[len(masks) + 1 :]:
            row.destroy()
        del self.rows[len(masks) + 1 :]
        while len(self.rows) <= len(masks):
            row = MaskRow(self, _("Mask") if not self.rows else _("And"), self._chosen, self._ask)
            row.pack(fill="x")
            self.rows.append(row)
        for row, mask in zip(self.rows, [*masks, {"name": NONE}], strict=True):
            row.take(mask["name"], mask)
        self._say("")

    def _chosen(self, row: MaskRow, name: str) -> None:
        if name == NONE:
            masks = [each.value for each in self.rows if each is not row and each.name != NONE]
            self._fill(masks)
        elif _asks(name) and not row.known.get(name):
            self._ask(row, name)
            return
        else:
            row.take(name, row.known.get(name, {}))
            self._fill(self.masks)
        self._changed()

    def _ask(self, row: MaskRow, name: str) -> None:
        """Show what a mask does with the others, and let a person change it."""
        from mazeeditor.gui.dialogs.mask import MaskDialog

        place, size = self.rows.index(row), self._size()
        masks = self.masks
        masks[place : place + 1] = [{"name": name, **row.known.get(name, {})}]
        answer = size and MaskDialog(self, self._window, masks, place, self._pieces, size).show()
        if not answer:
            row.take(row.name, row.known.get(row.name, {}))
            return
        values, self._pieces = answer
        row.take(name, values)
        self._fill(self.masks)
        self._changed()

    def _say(self, words: str) -> None:
        self.note.configure(text=words)
        if words:
            self.note.pack(fill="x", padx=(self._indent, 0))
        else:
            self.note.pack_forget()


class MaskRow(ttk.Frame):
    """A field to choose one mask, and a button that shows what it does.

    ``chosen(row, name)`` hears of another name, ``ask(row, name)`` of the button.
    """

    def __init__(
        self,
        parent: tk.Misc,
        label: str,
        chosen: Callable[[MaskRow, str], None],
        ask: Callable[[MaskRow, str], None],
    ) -> None:
        super().__init__(parent)
        self.name = NONE
        self.known: dict[str, dict[str, Any]] = {}  # what was chosen last of each mask
        names = (NONE, *MASKS.names(), PAINTED)
        labels = {each: label_of(each) + ("…" if _asks(each) else "") for each in names[1:]}
        labels[NONE] = _("None")
        words = _("The outline that the maze is cut to; None removes it")
        option = Option(label, str, NONE, words, choices=names)
        self.form = Form(
            self, (option,), {}, lambda _n, name: chosen(self, name), labels={label: labels}
        )
        self.box = self.form.boxes[label]
        self.more = ttk.Button(self.form, text="…", width=2, command=lambda: ask(self, self.name))
        Tooltip(self.more, _("Change the mask, and see what it does"))
        self.form.put_beside(label, self.more)
        self.form.pack(fill="x")

    @property
    def value(self) -> dict[str, Any]:
        """The mask as a recipe has it: what differs from the defaults."""
        chosen = self.known.get(self.name, {})
        return {"name": self.name} | {
            option.name: chosen[option.name]
            for option in options_for(self.name)
            if chosen.get(option.name, option.default) != option.default
        }

    def take(self, name: str, values: Mapping[str, Any]) -> None:
        """Show a mask with its options."""
        self.name = name
        if name != NONE:
            self.known[name] = {key: value for key, value in values.items() if key != "name"}
        self.box.show(name)
        self.more.state(["disabled" if name == NONE else "!disabled"])


def _asks(name: str) -> bool:
    """Whether a mask is nothing without something that only a person can tell."""
    return any(each.kind is str and not each.choices for each in options_for(name))
