"""A verdict at a glance: a sign, a few words and a colour, in that order of weight."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.gui.icons import Icons

SIGNS = {"good": "check", "warn": "warning", "bad": "cross", "neutral": "info"}


class Chip(ttk.Label):
    """A verdict of kind ``good``, ``warn``, ``bad`` or ``neutral``."""

    def __init__(self, parent: tk.Misc, icons: Icons) -> None:
        super().__init__(parent, compound="left")
        self._icons = icons
        self.show("neutral", "")

    def show(self, kind: str, words: str) -> None:
        """Show ``words`` with the sign and colour of ``kind``; raises ``KeyError``."""
        sign = self._icons.get(SIGNS[kind], 14, f"{kind}_text")
        self.configure(text=f" {words}", image=sign, style=f"{kind.capitalize()}.Chip.TLabel")
