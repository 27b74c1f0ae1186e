"""Below the cards of the gallery, while somebody searches: commands and fields that fit the words.

::

    +------+ +------+          cards that fit
    |------------------------|
    | In the program         |
    | [Solve] [Title] [...]  |   a press leads to it, in the program below the gallery
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from mazeeditor.app.command_palette import CARD, Action, choose, matching, read_further
from mazeeditor.app.parts.services import Services
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.window.window_actions import all_actions

MAX_ACTIONS = 6  # actions
PAUSE_MS = 120  # ms in which nothing is typed: then they are searched


class GalleryActions(ttk.Frame):
    """Up to ``MAX_ACTIONS`` buttons for what fits a text; ``leave`` closes the gallery."""

    def __init__(
        self,
        parent: ttk.Frame,
        context: Context,
        services: Services,
        leave: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self._context, self._services, self._leave = context, services, leave
        self._offered: list[Action] | None = None  # looked up at the first search
        self._due = self._text = ""  # the timer; what was searched last
        self._shown: list[str] = []
        self.buttons: list[ttk.Button] = []
        px = current(self).px
        self._heading = ttk.Label(self, text=_("In the program"), style="Soft.TLabel")
        self._heading.pack(anchor="w", pady=(px(6), px(4)))
        self._row = FlowRow(self, centred=False)
        self._row.pack(fill="x")

    def find(self, text: str) -> None:
        """Show what fits a text, after a pause; nothing, at once, if there is none."""
        if self._due:
            self.after_cancel(self._due)
            self._due = ""
        self._text = ""
        if text.strip():
            self._due = self.after(PAUSE_MS, partial(self._find, text))
        else:
            self._show([])

    def _find(self, text: str) -> None:
        self._due = ""
        if self._offered is None:
            self._offered = self._all()
            read_further(self._services, self._follow_cards)
        self._text = text
        words = text.casefold().split()
        found = [action for action in matching(text, self._offered) if _has(action, words)]
        self._show(found[:MAX_ACTIONS])

    def _all(self) -> list[Action]:
        """Return all that can be done; the cards are shown above."""
        every = all_actions(self._context, self._services)
        return [action for action in every if not action.name.startswith(CARD)]

    def _follow_cards(self) -> None:
        """Offer what a worker had to read as well."""
        if self.winfo_exists():
            self._offered = self._all()
            if self._text and not self._due:
                self._find(self._text)

    def _show(self, found: list[Action]) -> None:
        names = [action.name for action in found]
        if names == self._shown:  # one of the buttons may have the keyboard
            return
        self._shown = names
        self._row.clear()
        self.buttons = [self._button(action) for action in found]
        if not found:
            self.pack_forget()
            return
        self._row.add(*self.buttons)
        if not self.winfo_manager():
            self.pack(side="bottom", fill="x", before=self.master.winfo_children()[0])

    def _button(self, action: Action) -> ttk.Button:
        button = ttk.Button(self._row, text=action.label, command=partial(self._go, action.name))
        press_by_enter(button)
        about = action.summary[:1].upper() + action.summary[1:]
        Tooltip(button, ": ".join(filter(None, (action.kind, about))))
        return button

    def _go(self, name: str) -> None:
        """Close the gallery, and do what has a name; or say why that cannot be done."""
        self._leave()
        found = (each for each in self._all() if each.name == name)
        for action in found:
            if action.reason:
                self._services.ui.show_refusal(action.reason)
            else:
                choose(self._services, action)
            return


def _has(action: Action, words: Sequence[str]) -> bool:
    """Whether label or description of an action has all words, so that nothing is guessed."""
    return all(word in action.label.casefold() or word in action.about for word in words)
