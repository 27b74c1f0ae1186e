"""Buttons with icons: those of the command bar, the strip of tools, and lists.

A click leaves the focus where it is (in the maze, as a rule); Tab reaches them like any other
button, and Space or Return presses them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets.tooltip import Tooltip

WAITING = "-waiting"  # behind the name of an icon: the same with a dot


class IconButton(ttk.Button):
    """A button of the command bar; ``named`` shows its label, ``primary`` the accent colour."""

    def __init__(
        self,
        parent: tk.Misc,
        icons: Icons,
        icon: str,
        label: str,
        command: Callable[[], object],
        key: str | Callable[[], str] = "",
        *,
        named: bool = False,
        primary: bool = False,
    ) -> None:
        self._icons, self._icon = icons, icon
        self._colour = "accent_text" if primary else "text"
        super().__init__(
            parent,
            image=self._image(icon),  # type: ignore[arg-type]
            text=f" {label}" if named else label,
            compound="left" if named else "image",
            style="Primary.TButton" if primary else "Flat.TButton",
            command=command,
        )
        self.tip = Tooltip(self, label, key)
        keep_focus(self)

    def _image(self, icon: str) -> tuple[object, ...]:
        disabled = self._icons.get(icon, role="text_off")
        return self._icons.get(icon, role=self._colour), "disabled", disabled

    def mark(self, waiting: bool) -> None:
        """Show an icon with a dot where something is waiting for the button, else the usual one."""
        icon = f"{self._icon}{WAITING}" if waiting else self._icon
        self.configure(image=self._image(icon))  # type: ignore[call-overload]


class ToolButton(ttk.Radiobutton):
    """A tool of the strip, selected while ``variable`` is ``value``; it shows its key."""

    def __init__(
        self,
        parent: tk.Misc,
        icons: Icons,
        icon: str,
        label: str,
        variable: tk.StringVar,
        value: str,
        key: str | Callable[[], str] = "",
        command: Callable[[], object] = lambda: None,
    ) -> None:
        image = _selectable(icons, icon, 22)
        shown = key() if callable(key) else key
        super().__init__(
            parent,
            image=image,  # type: ignore[arg-type]
            text=shown,
            compound="top" if shown else "image",
            style="Tool.Toolbutton",
            variable=variable,
            value=value,
            command=command,
        )
        self.tip = Tooltip(self, label, key)
        keep_focus(self)


class TabButton(ttk.Radiobutton):
    """A tab, selected while ``variable`` is ``value``."""

    def __init__(
        self,
        parent: tk.Misc,
        label: str,
        variable: tk.StringVar,
        value: str,
        command: Callable[[], object],
    ) -> None:
        super().__init__(
            parent,
            text=label,
            style="Tab.Toolbutton",
            variable=variable,
            value=value,
            command=command,
        )
        keep_focus(self)


class SegmentButton(ttk.Radiobutton):
    """One of several values side by side, selected while ``variable`` is ``value``."""

    def __init__(
        self,
        parent: tk.Misc,
        icons: Icons,
        icon: str,
        label: str,
        variable: tk.StringVar,
        value: str,
        command: Callable[[], object] = lambda: None,
        tip: str | Callable[[], str] = "",
        key: str | Callable[[], str] = "",
    ) -> None:
        super().__init__(
            parent,
            image=_selectable(icons, icon, 18),  # type: ignore[arg-type]
            text=f" {label}",
            compound="left",
            style="Segment.Toolbutton",
            variable=variable,
            value=value,
            command=command,
        )
        self.tip = Tooltip(self, tip or label, key)
        keep_focus(self)

    def show_label(self, shown: bool) -> None:
        """Show the label beside the picture, or the picture alone."""
        self.configure(compound="left" if shown else "image")


class ListButton(ttk.Radiobutton):
    """An entry of a list with its icon, selected while ``variable`` is ``value``."""

    def __init__(
        self,
        parent: tk.Misc,
        icons: Icons,
        icon: str,
        label: str,
        variable: tk.StringVar,
        value: str,
        command: Callable[[], object],
    ) -> None:
        image = _selectable(icons, icon)
        super().__init__(
            parent,
            image=image,  # type: ignore[arg-type]
            text=f" {label}",
            compound="left",
            style="Category.Toolbutton",
            variable=variable,
            value=value,
            command=command,
        )
        keep_focus(self)

    def show_label(self, shown: bool) -> None:
        """Show the label beside the icon, or the icon alone."""
        padding = "" if shown else current(self).px(8)  # else that of the style
        self.configure(compound="left" if shown else "image", padding=padding)


def _selectable(icons: Icons, icon: str, size: int = 20) -> tuple[object, ...]:
    """Return an icon as ttk takes it, for a button that can be disabled and selected."""
    disabled, selected = (icons.get(icon, size, role) for role in ("text_off", "tint_text"))
    return icons.get(icon, size), "disabled", disabled, "selected", selected


def keep_focus(button: ttk.Button | ttk.Radiobutton) -> None:
    """Leave the keyboard where it is at a click; let Space and Return press the button."""

    def press(_event: tk.Event[tk.Misc]) -> str:
        button.state(["pressed"])  # the release invokes it, where it is not disabled
        return "break"

    def invoke(_event: tk.Event[tk.Misc]) -> str:
        button.invoke()  # not ttk's own method, which stops the event loop for 100 ms
        return "break"

    button.bind("<Button-1>", press)
    for key in ("<space>", "<Return>", "<KP_Enter>"):
        button.bind(key, invoke)
