"""Buttons with icons: those of the command bar, and the strip of tools.

Pressed with the mouse they leave the keyboard where it is (in the maze, as a rule); with Tab they
are reached like any other, and Space or Return presses them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.gui.icons import Icons
from mazeeditor.gui.widgets.tooltip import Tooltip


class IconButton(ttk.Button):
    """A button of the command bar; ``named`` shows the label too, ``primary`` wears the accent."""

    def __init__(
        self,
        parent: tk.Misc,
        icons: Icons,
        icon: str,
        label: str,
        command: Callable[[], object],
        key: str = "",
        *,
        named: bool = False,
        primary: bool = False,
    ) -> None:
        rest, dim = ("accent_text", "text_off") if primary else ("text", "text_off")
        super().__init__(
            parent,
            image=(icons.get(icon, role=rest), "disabled", icons.get(icon, role=dim)),  # type: ignore[arg-type]
            text=f" {label}" if named else label,
            compound="left" if named else "image",
            style="Primary.TButton" if primary else "Flat.TButton",
            command=command,
        )
        self.tip = Tooltip(self, label, key)
        _leave_the_keyboard_alone(self)


class ToolButton(ttk.Radiobutton):
    """A tool of the strip, picked while ``variable`` is ``value``; its key stands beneath it."""

    def __init__(
        self,
        parent: tk.Misc,
        icons: Icons,
        icon: str,
        label: str,
        variable: tk.StringVar,
        value: str,
        key: str = "",
        command: Callable[[], object] = lambda: None,
    ) -> None:
        image = (
            icons.get(icon, 22),
            "disabled",
            icons.get(icon, 22, "text_off"),
            "selected",
            icons.get(icon, 22, "accent_text"),
        )
        super().__init__(
            parent,
            image=image,  # type: ignore[arg-type]
            text=key,
            compound="top" if key else "image",
            style="Tool.Toolbutton",
            variable=variable,
            value=value,
            command=command,
        )
        self.tip = Tooltip(self, label, key)
        _leave_the_keyboard_alone(self)


def _leave_the_keyboard_alone(button: ttk.Button | ttk.Radiobutton) -> None:
    def press(_event: tk.Event[tk.Misc]) -> str:
        button.state(["pressed"])  # the release invokes it, where it is not disabled
        button.tip.hide()  # type: ignore[union-attr]
        return "break"

    def invoke(_event: tk.Event[tk.Misc]) -> str:
        button.invoke()  # not ttk's own method, which stops the event loop for 100 ms
        return "break"

    button.bind("<Button-1>", press)
    for key in ("<space>", "<Return>", "<KP_Enter>"):
        button.bind(key, invoke)
