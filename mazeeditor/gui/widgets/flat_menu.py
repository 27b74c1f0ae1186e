"""A menu whose entries have the pictures of the theme from the start."""

from __future__ import annotations

import tkinter as tk
from typing import Any

from mazeeditor.gui.look import dress_menu


class FlatMenu(tk.Menu):
    """Tk's menu, without a line to tear it off; see ``look.menus``."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, tearoff=False)

    def add(self, itemType: str, cnf: Any = None, **options: Any) -> None:  # noqa: N803 - tkinter's
        """Add an entry at the end; all of ``add_command`` and the like come here."""
        super().add(itemType, cnf or {}, **options)  # type: ignore[no-untyped-call]
        dress_menu(self, str(self), "end")
