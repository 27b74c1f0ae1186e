"""The choice of an outline in the Generate section, and what it will do to the maze."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.masking import PAINTED
from mazeeditor.editing.outlining import checked, in_words, options_for
from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import Form
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.masks import MASKS, Cut
from mazeeditor.options import Option
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.panels import Content

NONE = "none"
Size = tuple[str, dict[str, Any]]  # a shape and its options


class MaskChoice(ttk.Frame):
    """A field to choose a mask, a button that shows what it does, and a line on its pieces.

    ``size`` says for which maze it is, ``None`` where that is wrong, which the form says;
    ``changed`` hears of a choice.
    """

    def __init__(
        self, owner: Content, size: Callable[[], Size | None], changed: Callable[[], None]
    ) -> None:
        super().__init__(owner)
        self._window, self._size, self._changed = owner.window, size, changed
        self._known: dict[str, dict[str, Any]] = {}  # what was chosen of each mask
        self._name = NONE
        names = (NONE, *MASKS.names(), PAINTED)
        labels = {NONE: _("None"), PAINTED: _("As painted")}
        labels |= {each.name: each.label + ("…" if _asks(each.name) else "") for each in MASKS}
        words = _("The outline that the maze is cut to")
        option = Option("mask", str, NONE, words, choices=names)
        self.form = Form(self, (option,), {}, self._chosen, labels={"mask": labels})
        self.more = ttk.Button(self.form, text="…", width=2, command=self.ask)
        Tooltip(self.more, _("Change the mask, and see what it does"))
        self.form.put_beside("mask", self.more)
        self.form.pack(fill="x")
        self.note = ttk.Label(self, style="Small.TLabel", wraplength=owner.wrap)
        self._indent = owner.theme.label_width
        self._refresh()

    @property
    def value(self) -> dict[str, Any] | None:
        """The mask as a recipe has it; ``None`` for none."""
        return None if self._name == NONE else {"name": self._name, **self._chosen_of(self._name)}

    def _chosen_of(self, name: str) -> dict[str, Any]:
        """Return what was chosen of a mask last, as far as it differs from the defaults."""
        chosen = self._known.get(name, {})
        return {
            option.name: chosen[option.name]
            for option in options_for(name)
            if chosen.get(option.name, option.default) != option.default
        }

    def show(self, mask: Any, *, whole: bool) -> None:
        """Show the mask of the recipe of a maze; one that is not known but seen was painted."""
        try:
            name, options = checked(mask)
        except UsageError:
            name, options = (NONE if whole else PAINTED), {}
        self._take(name, options)

    def tell(self, outline: Cut | None) -> None:
        """Say what became of the mask of the maze just made."""
        joining = str(self._known.get(self._name, {}).get("pieces", ""))
        if self._name != NONE:
            joining = joining or next(
                o.default for o in options_for(self._name) if o.name == "pieces"
            )
        self._say(in_words(outline.pieces, joining) if outline and joining else "")

    def ask(self) -> None:
        """Show what the mask does, and let a person change it."""
        if self._name != NONE:
            self._ask(self._name)

    def _chosen(self, _name: str, value: str) -> None:
        if value != NONE and _asks(value) and not self._chosen_of(value):
            self._ask(value)
        else:
            self._take(value, self._known.get(value, {}))
        self._changed()

    def _ask(self, name: str) -> None:
        from mazeeditor.gui.dialogs.mask import MaskDialog

        size = self._size()
        answer: Mapping[str, Any] | None = None
        if size:
            answer = MaskDialog(self._window, name, self._known.get(name, {}), size).show()
        if answer is None:
            self.form.show({"mask": self._name})
            return
        self._take(name, answer)
        self._changed()

    def _take(self, name: str, options: Mapping[str, Any]) -> None:
        self._name = name
        if name != NONE:
            self._known[name] = dict(options)
        self.form.show({"mask": name})
        self._refresh()

    def _refresh(self) -> None:
        self.more.state(["disabled" if self._name == NONE else "!disabled"])
        self._say("")

    def _say(self, words: str) -> None:
        self.note.configure(text=words)
        if words:
            self.note.pack(fill="x", padx=(self._indent, 0))
        else:
            self.note.pack_forget()


def _asks(name: str) -> bool:
    """Whether a mask is nothing without something that only a person can tell."""
    if name in (NONE, PAINTED):
        return False
    return any(each.kind is str and not each.choices for each in MASKS[name].options)
