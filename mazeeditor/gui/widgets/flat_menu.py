"""A menu whose entries have the pictures of the theme, and letters by which they are chosen."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mazeeditor.gui.look import dress_menu


class FlatMenu(tk.Menu):
    """Tk's menu, without a line to tear it off; see ``look.menus``."""

    def __init__(self, parent: tk.Misc, name: str = "") -> None:
        options: dict[str, Any] = {"name": name} if name else {}
        super().__init__(parent, tearoff=False, **options)

    def add(self, itemType: str, cnf: Any = None, **options: Any) -> None:  # noqa: N803 - tkinter's
        """Add an entry at the end; all of ``add_command`` and the like come here."""
        super().add(itemType, cnf or {}, **options)  # type: ignore[no-untyped-call]
        dress_menu(self, str(self), "end")

    def underline(self) -> None:
        """Underline a letter of each label, which chooses it while the menu is open."""
        last = self.index("end")
        entries = [
            index
            for index in range(0 if last is None else last + 1)
            if self.type(index) != "separator"
        ]
        labels = [str(self.entrycget(index, "label")) for index in entries]
        for index, place in zip(entries, letters_of(labels), strict=True):
            self.entryconfigure(index, underline=place)


def letters_of(labels: Sequence[str]) -> list[int]:
    """Return where in each label its own letter is, -1 where there are too few letters.

    The initial of a label comes first, then those of its other words, then any letter. An entry
    that has none then takes that of another, which has a further one.
    """
    chosen = [-1] * len(labels)
    owners: dict[str, int] = {}  # of the letters, by number

    def take(number: int, places: Iterable[int]) -> bool:
        """Give an entry the first free letter of some places."""
        for at in places:
            if labels[number][at].lower() not in owners:
                owners[labels[number][at].lower()], chosen[number] = number, at
                return True
        return False

    def take_over(number: int, tried: set[str]) -> bool:
        """Give an entry a letter of another, which gets a further one."""
        for at in _all(labels[number]):
            letter = labels[number][at].lower()
            other = owners[letter]
            if letter in tried or other == number:
                continue
            tried.add(letter)
            if take(other, _all(labels[other])) or take_over(other, tried):
                owners[letter], chosen[number] = number, at
                return True
        return False

    for places in (_first, _initials, _all):
        for number, label in enumerate(labels):
            if chosen[number] < 0:
                take(number, places(label))
    for number in range(len(labels)):
        if chosen[number] < 0:
            take_over(number, set())
    return chosen


def _first(label: str) -> Iterator[int]:
    yield from list(_initials(label))[:1]


def _initials(label: str) -> Iterator[int]:
    """Yield where the words of a label begin."""
    before = " "
    for at, character in enumerate(label):
        if character.isalnum() and not before.isalnum():
            yield at
        before = character


def _all(label: str) -> Iterator[int]:
    """Yield where the letters of a label are, those of its initials first."""
    yield from _initials(label)
    yield from (at for at, character in enumerate(label) if character.isalnum())
