"""What a workspace shows in the place of the maze and the panel, among other views."""

from __future__ import annotations

from tkinter import ttk


class ViewFrame(ttk.Frame):
    """A view: built when it is first shown, then hidden and kept."""

    def enter(self) -> None:
        """Follow what has changed while it was hidden: it is shown now."""

    def leave(self) -> None:
        """Rest: it is hidden now."""

    def take_keyboard(self) -> None:
        """Give the keyboard to what is used first."""

    def press(self, chord: str) -> bool:  # noqa: ARG002
        """Do what a key does here and nowhere else; returns whether it does anything."""
        return False
