"""Boxes, sliders and switches to fill in, each made from one option and checked by it.

Whatever it looks like, the editor of a field writes one text; the option specifies its meaning.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from tkinter import ttk
from typing import Any

from mazeeditor.errors import UsageError
from mazeeditor.options import Option
from mazeeditor.translation import _

YES, NO = "yes", "no"
MANY = 1e9  # nobody steps through a range as wide as this
SLIDES = 1.0  # a number within bounds as near as that is a share: it gets a slider


class FieldText:
    """What stands in a field: the text of an option's value, and back.

    ``labels`` are the words for choices that have better ones than their names.
    """

    def __init__(self, option: Option, labels: Mapping[str, str]) -> None:
        self.option = option
        self._labels = {name: labels.get(name) or in_words(name) for name in option.choices}
        self._names = {label: name for name, label in self._labels.items()}

    @property
    def choices(self) -> list[str]:
        """The words to choose from."""
        return list(self._labels.values())

    def of(self, value: Any) -> str:
        """Return the text of a value."""
        if value is None:
            return _("fit") if self.option.kind is not str else ""
        if self.option.kind is bool:
            return YES if value else NO
        if self.option.kind is float:
            return f"{value:.10g}"
        return self._labels.get(str(value), str(value))

    def read(self, text: str) -> Any:
        """Return the value of a text; raises ``UsageError``."""
        text = self._names.get(text, text).strip()
        if self.option.kind in (int, float):
            text = text.removesuffix(self.option.unit).strip()
            if self.option.optional and text == _("fit"):
                text = ""
            if self.option.kind is float:
                text = text.replace(",", ".")  # the comma of many countries
        return self.option.parse(text)


def in_words(name: str) -> str:
    """Return a name of the program as the user reads it: ``second-page`` is "Second page"."""
    words = name.replace("-", " ").replace("_", " ")
    return _(words[:1].upper() + words[1:])


def editor(
    parent: ttk.Frame, text: FieldText, variable: tk.StringVar, *, steps: bool = True
) -> ttk.Widget:
    """Return the widget that edits an option, tied to ``variable``; numbers get ``steps``."""
    option = text.option
    if option.kind is bool:
        return ttk.Checkbutton(
            parent, style="Switch.TCheckbutton", variable=variable, onvalue=YES, offvalue=NO
        )
    if option.choices:
        return ttk.Combobox(
            parent, textvariable=variable, values=text.choices, state="readonly", width=8
        )
    if option.written and option.written.offers:
        return ttk.Combobox(parent, textvariable=variable, values=option.written.offers, width=8)
    if option.kind is float and option.high - option.low <= SLIDES and not option.optional:
        return Slider(parent, option, variable)
    if steps and option.kind in (int, float) and option.high - option.low < MANY:
        step = 1.0 if option.kind is int else 0.5 if (option.default or 5) >= 2 else 0.1
        return ttk.Spinbox(
            parent,
            textvariable=variable,
            from_=option.low,
            to=option.high,
            increment=step,
            format="%.0f" if option.kind is int else "%.1f",
            width=8,
        )
    return ttk.Entry(parent, textvariable=variable, width=8)


class Slider(ttk.Frame):
    """A slider, and next to it the number, which can be typed."""

    def __init__(self, parent: tk.Misc, option: Option, variable: tk.StringVar) -> None:
        super().__init__(parent)
        self._variable = variable
        self.scale = ttk.Scale(self, from_=option.low, to=option.high, command=self._slid)
        self.scale.grid(row=0, column=0, sticky="ew")
        self.entry = ttk.Entry(self, textvariable=variable, width=5)
        self.entry.grid(row=0, column=1, padx=(6, 0))
        self.columnconfigure(0, weight=1)
        variable.trace_add("write", self._follow)
        self._step = (option.high - option.low) / 20
        for key, direction in {"<Left>": -1, "<Down>": -1, "<Right>": 1, "<Up>": 1}.items():
            self.scale.bind(key, lambda _event, direction=direction: self._nudge(direction))  # type: ignore[misc]

    def _slid(self, position: str) -> None:
        self._variable.set(f"{float(position):.2f}".rstrip("0").rstrip("."))

    def _nudge(self, direction: int) -> str:
        self.scale.set(self.scale.get() + direction * self._step)
        return "break"

    def _follow(self, *_trace: str) -> None:
        """Bring the slider to the number that was typed."""
        try:
            number = float(self._variable.get().replace(",", "."))
        except ValueError:
            return
        self.scale.configure(value=number)


def complaint(text: FieldText, written: str) -> str:
    """Return what is wrong with what is written, nothing where it is right."""
    try:
        text.read(written)
    except UsageError as problem:
        return str(problem)
    return ""
