"""Keeps which boxes hold a text that is not committed yet, and notifies of each change."""

from __future__ import annotations

import tkinter as tk
from typing import Protocol

from mazeeditor.core.listeners import Listeners
from mazeeditor.gui.widgets import follow


class Typed(Protocol):
    """A box in which a text is typed."""

    def commit(self) -> bool:
        """Take over the text where it is valid; returns whether it is."""


class Typing:
    """The boxes of an application with a text that is not committed yet.

    ``changed`` is notified of each character, and of the end of typing.
    """

    def __init__(self) -> None:
        self.changed: Listeners[[]] = Listeners()
        self._boxes: dict[Typed, None] = {}

    def __contains__(self, box: Typed) -> bool:
        return box in self._boxes

    def add(self, box: Typed) -> None:
        """Note that something is being typed."""
        self._boxes[box] = None
        self.changed.notify()

    def remove(self, box: Typed) -> None:
        """Note that it is committed, or was taken back."""
        if box in self._boxes:
            del self._boxes[box]
            self.changed.notify()

    def commit(self) -> None:
        for box in tuple(self._boxes):
            box.commit()


def typing_of(widget: tk.Misc) -> Typing:
    """Return that of the application of a widget; it is kept with the root window."""
    typing: Typing = vars(widget.nametowidget(".")).setdefault("typing", Typing())
    return typing


def join_typing(window: tk.Misc, commit: Listeners[[]], typed: Listeners[[]]) -> None:
    """Commit all texts at ``commit``, and notify ``typed`` of each character in the application."""
    typing = typing_of(window)
    commit.subscribe(typing.commit)
    follow(window, typing.changed, typed.notify)
