"""The slider for the size of the next maze, from tiny to huge.

::

    Size          ------o---------- Medium
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.maze_scale import WORDS
from mazeeditor.app.jobs import ignore
from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.tooltip import Tooltip

FAR = 3  # steps of Page Up and Page Down
KEYS = {"Left": -1, "Down": -1, "Right": 1, "Up": 1, "Prior": FAR, "Next": -FAR}


class SizeSlider(ttk.Frame):
    """Changes rows and columns, or rings, of the draft together."""

    def __init__(self, parent: tk.Misc, draft: Draft) -> None:
        super().__init__(parent)
        theme = current(self)
        self._scale = draft.scale
        self._unsubscribe: Callable[[], object] = ignore
        self._moving = False
        label = ttk.Label(self, text=_("Size"))
        self.scale = ttk.Scale(self, from_=0, to=1, command=self._slid)
        self.word = ttk.Label(self, style="Small.TLabel", width=max(map(len, WORDS.values())))
        label.grid(row=0, column=0, sticky="w")
        self.scale.grid(row=0, column=1, sticky="ew", pady=theme.px(3))
        self.word.grid(row=0, column=2, sticky="w", padx=(theme.px(6), 0))
        self.columnconfigure(0, minsize=theme.label_width)
        self.columnconfigure(1, weight=1)
        for widget in (label, self.scale):
            Tooltip(widget, self._about)
        self._add_bindings()
        on_destroy(self, lambda: self._unsubscribe())

    def _about(self) -> str:
        return _("How large the maze is: {numbers}, in their proportion").format(
            numbers=self._scale.text
        )

    def _add_bindings(self) -> None:
        for key, step in KEYS.items():
            self.scale.bind(f"<{key}>", lambda _event, step=step: self._step(step))  # type: ignore[misc]
        for key, position in {"Home": 0.0, "End": 1.0}.items():
            self.scale.bind(f"<{key}>", lambda _event, place=position: self._go(place))  # type: ignore[misc]
        # Tk's own binding would go from end to end at a click beside the knob
        self.scale.bind("<Button-1>", self._jump)

    def _jump(self, event: tk.Event[tk.Misc]) -> str:
        self.scale.focus_set()
        self.tk.call("ttk::scale::Jump", self.scale, event.x, event.y)
        return "break"

    def _step(self, step: int) -> str:
        for _number in range(abs(step)):
            self._scale.step(1 if step > 0 else -1)
        return "break"

    def _go(self, position: float) -> str:
        self._scale.move_to(position)
        return "break"

    def _slid(self, position: str) -> None:
        """Follow the pointer; the knob does not go where rounded numbers would put it."""
        self._moving = True
        try:
            self._scale.move_to(float(position))
        finally:
            self._moving = False

    def follow(self, fields: FieldValues) -> None:
        """Show the size of a maze of these sizes from now on."""
        self._unsubscribe()
        self._unsubscribe = fields.changed.subscribe(self._show)
        self._show()

    def _show(self) -> None:
        self.word.configure(text=self._scale.word)
        if not self._moving:
            self.scale.configure(value=self._scale.position)
