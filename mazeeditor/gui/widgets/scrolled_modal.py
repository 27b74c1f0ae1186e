"""A dialog whose contents scroll where the screen has no room for all of them."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from typing import Any, Literal

from mazeeditor.gui.widgets.modal import Modal, room_on_screen
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel

AROUND = 120  # px at 96 dpi that the dialog takes around its page, at most
STEP = 24  # px at 96 dpi
KEYS: tuple[tuple[str, int, Literal["units", "pages"]], ...] = (
    ("Up", -1, "units"),
    ("Down", 1, "units"),
    ("Prior", -1, "pages"),
    ("Next", 1, "pages"),
)


class ScrolledModal(Modal):
    """A dialog with a ``page`` to fill, which the wheel and keys scroll where it must."""

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent, title)
        self._panel = ScrolledPanel(self.body, 1)
        self._panel.pack(fill="both", expand=True)
        self.page = self._panel.body
        for key, number, what in KEYS:
            self.bind(f"<{key}>", partial(self._scroll, number, what))

    def _scroll(
        self, number: int, what: Literal["units", "pages"], _event: tk.Event[tk.Misc]
    ) -> None:
        if what == "units":  # of the panel: single pixels
            number *= self.theme.px(STEP)
        self._panel.canvas.yview_scroll(number, what)

    @property
    def room(self) -> tuple[int, int]:
        """How wide and high the page may be without scrolling, px."""
        width, height = room_on_screen(self)
        around = self.theme.px(AROUND)
        return width - around, height - around

    def show(self, focus: tk.Misc | None = None) -> Any:
        """Show as much of the page as the screen has room for, and return the answer."""
        self.update_idletasks()
        width, height = self.page.winfo_reqwidth(), self.page.winfo_reqheight()
        self._panel.canvas.configure(
            width=min(width, self.room[0]), height=min(height, self.room[1])
        )
        return super().show(focus)
