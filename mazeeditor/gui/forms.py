"""Forms built from options: what a generator, a page or a format can be told, in one column.

A row of a form::

    | label ...... | editor ............ | unit |
                   | what is wrong with it, in one sentence
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from tkinter import ttk
from typing import Any

from mazeeditor.errors import UsageError
from mazeeditor.gui.boxes import Box
from mazeeditor.gui.theme import current
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.options import Option

Changed = Callable[[str, Any], None]
Labels = Mapping[str, Mapping[str, str]]  # option -> choice -> words


def _nothing() -> None:
    """Do nothing."""


class Form(ttk.Frame):
    """Fields beneath each other.

    ``changed(name, value)`` is called when a person has changed a field to something right,
    ``submit`` when they press Enter in one.
    """

    def __init__(
        self,
        parent: tk.Misc,
        options: Iterable[Option],
        values: Mapping[str, Any],
        changed: Changed = lambda _name, _value: None,
        submit: Callable[[], None] = _nothing,
        labels: Labels | None = None,
    ) -> None:
        super().__init__(parent)
        theme = current(self)
        assert theme
        self._theme = theme
        self._changed, self._submit = changed, submit
        self.columnconfigure(0, minsize=theme.label_width)
        self.columnconfigure(1, weight=1)
        self.boxes: dict[str, Box] = {}
        for row, option in enumerate(options):
            self._add(2 * row, option, (labels or {}).get(option.name, {}))
        self.show({name: values.get(name, box.option.default) for name, box in self.boxes.items()})

    def _add(self, row: int, option: Option, labels: Mapping[str, str]) -> None:
        gap = self._theme.px(3)
        wrap = self._theme.panel_width - self._theme.label_width - self._theme.px(40)
        label = ttk.Label(self, text=option.label)
        label.grid(row=row, column=0, sticky="w")
        error = ttk.Label(self, style="Error.TLabel", wraplength=wrap)

        def complain(sentence: str) -> None:
            error.configure(text=sentence)
            if sentence:
                error.grid(row=row + 1, column=1, columnspan=2, sticky="w")
            else:
                error.grid_remove()

        box = self.boxes[option.name] = Box(
            self,
            option,
            labels,
            lambda value: self._changed(option.name, value),
            complain,
            lambda: self._submit(),
        )
        box.widget.grid(row=row, column=1, columnspan=2, sticky="ew", pady=gap)
        if option.unit:
            self.put_beside(option.name, ttk.Label(self, text=option.unit, style="Soft.TLabel"))
        if option.help:
            tip = option.help[:1].upper() + option.help[1:]
            Tooltip(label, tip)
            Tooltip(box.typed_in, tip)

    def put_beside(self, name: str, widget: tk.Widget) -> None:
        """Put something to the right of a field: a unit, a button."""
        box = self.boxes[name].widget
        box.grid(columnspan=1)
        row = box.grid_info()["row"]
        widget.grid(row=row, column=2, sticky="w", padx=(self._theme.px(6), 0))

    def values(self) -> dict[str, Any]:
        """Return all values; raises ``UsageError`` and puts the keyboard where it is wrong."""
        return {name: self._read(box) for name, box in self.boxes.items()}

    @staticmethod
    def _read(box: Box) -> Any:
        try:
            return box.read()
        except UsageError:
            box.typed_in.focus_set()
            raise

    def show(self, values: Mapping[str, Any]) -> None:
        """Show values from elsewhere."""
        for name, value in values.items():
            if name in self.boxes:
                self.boxes[name].show(value)

    def show_right(self, values: Mapping[str, Any]) -> None:
        """Show those of some values, which anybody may have written, that their fields can be."""
        for name, box in self.boxes.items():
            if name in values:
                with suppress(UsageError):
                    box.show(box.option.check(values[name]))
