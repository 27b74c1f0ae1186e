"""Whether a sheet is seen with its tabs, or as it would fall apart without them.

::

    [ With tabs | Without tabs ]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.app.making.making import Making
from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.tooltip import Tooltip


class TabsToggle(ttk.Frame):
    """Two buttons at the right edge of ``parent``; ``making`` keeps which of them is chosen.

    ``on_choice`` is called when the other one is.
    """

    def __init__(self, parent: tk.Misc, making: Making, on_choice: Callable[[], object]) -> None:
        super().__init__(parent)
        self._making, self._on_choice = making, on_choice
        self.without = tk.BooleanVar(self, making.without_tabs)
        self.buttons: dict[bool, ttk.Radiobutton] = {}
        for without, label, hint in (
            (
                False,
                _("With tabs"),
                _("As it is cut: tabs are narrow bridges that hold the pieces"),
            ),
            (True, _("Without tabs"), _("Hatched: what would fall out if no tab held it")),
        ):
            button = ttk.Radiobutton(
                self,
                text=label,
                value=without,
                variable=self.without,
                style="Segment.Toolbutton",
                command=self._choose,
            )
            button.pack(side="left")
            Tooltip(button, hint)
            self.buttons[without] = button

    def show(self, *, offered: bool) -> None:
        if offered and not self.winfo_manager():
            self.pack(side="right", padx=(current(self).px(8), 0))
        elif not offered:
            self.pack_forget()

    def _choose(self) -> None:
        self._making.without_tabs = self.without.get()
        self._on_choice()
