"""*More*: what shows and hides the rare options of a form, and names those that are in force.

::

    | Title ..... [            ] |
    | v More                     |      pressed by the mouse, Space or Return
    | Typeface .. [            ] |

    | > More (set: Typeface)     |      while it is closed
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import Protocol

from mazeeditor.app.settings import Settings
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.gui.widgets import follow, trace
from mazeeditor.gui.widgets.tooltip import Tooltip

MAX_NAMES = 200  # names in the settings: there are fewer forms
MAX_CHARACTERS = 24  # characters of names of options; where they are longer, their number is shown


class RareOptions:
    """Remembers in ``settings`` what is open; ``changed`` is notified of each change.

    A *More* is known by a name: that of its form, or of the first option in it. Forms with the
    same options share it.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.changed: Listeners[[]] = Listeners()

    def are_of(self, settings: Settings) -> bool:
        return self._settings is settings

    @property
    def everything(self) -> bool:
        return self._settings.everything

    def show_everything(self, everything: bool) -> None:
        """Show all options in all forms, or again what was open before."""
        self._settings.everything = everything
        self.changed.notify()

    def is_open(self, more: str) -> bool:
        return self.everything or more in self._settings.opened

    def open(self, more: str, opened: bool = True) -> None:
        names = self._settings.opened
        if opened == (more in names):
            return
        if opened:
            names[:] = [more, *names][:MAX_NAMES]
        else:
            names.remove(more)
        self.changed.notify()


class Below(Protocol):
    """A form with rare options."""

    def below(self) -> Sequence[str]:
        """Return the labels of those that can do something."""

    def noted(self) -> Sequence[str]:
        """Return the labels of those whose values are to be known while they are hidden."""


class More(ttk.Checkbutton):
    """Opens and closes the ``name`` of ``RareOptions`` for one or several forms.

    ``title`` is its text.
    """

    def __init__(self, parent: tk.Misc, name: str, title: str = "") -> None:
        self.name, self._title = name, title or _("More")
        self._parts: list[Below] = []
        self.rare = rare_options_of(parent)
        self.is_open = self.rare.is_open(name)  # whether what is below it is shown
        self._open = tk.BooleanVar(parent, self.is_open)
        super().__init__(parent, style="Section.TCheckbutton", variable=self._open)
        trace(self, self._open, lambda *_trace: self.rare.open(name, self._open.get()))
        follow(self, self.rare.changed, self._follow)
        self.bind("<Return>", self._press)
        self.bind("<KP_Enter>", self._press)
        self.bind("<Left>", lambda _event: self._set(False))
        self.bind("<Right>", lambda _event: self._set(True))
        Tooltip(self, lambda: ", ".join(self.labels))
        self.refresh()

    def add(self, part: Below) -> None:
        """Let a form have its rare options below this."""
        self._parts.append(part)
        self.refresh()

    def remove(self, part: Below) -> None:
        """Forget a form."""
        self._parts.remove(part)
        if self.winfo_exists():
            self.refresh()

    @property
    def labels(self) -> list[str]:
        return [label for part in self._parts for label in part.below()]

    def open(self) -> None:
        self.rare.open(self.name)

    def _press(self, _event: tk.Event[tk.Misc]) -> str:
        self.invoke()
        return "break"

    def _set(self, opened: bool) -> str:
        self._open.set(opened)
        return "break"

    def _follow(self) -> None:
        self.is_open = self.rare.is_open(self.name)
        if self._open.get() != self.is_open and not self.rare.everything:
            self._open.set(self.is_open)
        self.refresh()

    def refresh(self) -> None:
        """Name the values that are set below it while it is closed.

        It is not there while nothing is below it, or all options are shown everywhere.
        """
        if self.labels and not self.rare.everything:
            self.grid()
        else:
            self.grid_remove()
        names = [] if self.is_open else [name for part in self._parts for name in part.noted()]
        text = self._title
        if names:
            listed = ", ".join(names)
            if len(listed) > MAX_CHARACTERS:
                listed = str(len(names))
            text = _("{title} (set: {names})").format(title=self._title, names=listed)
        if str(self.cget("text")) != text:
            self.configure(text=text)


def rare_options_of(widget: tk.Misc) -> RareOptions:
    """Return those of the application of a widget, kept with the root window."""
    kept: RareOptions = vars(widget.nametowidget(".")).setdefault(
        "rare_options", RareOptions(Settings())
    )
    return kept


def remember_rare_options(window: tk.Misc, settings: Settings) -> None:
    """Let the forms of an application remember what is open in ``settings``."""
    kept = vars(window.nametowidget("."))
    if "rare_options" not in kept or not kept["rare_options"].are_of(settings):
        kept["rare_options"] = RareOptions(settings)
