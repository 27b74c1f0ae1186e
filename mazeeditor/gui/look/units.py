"""The unit of lengths in the windows of an application, kept with the root window."""

from __future__ import annotations

import tkinter as tk

from mazeeditor.app.length_units import LengthUnits


def units_of(widget: tk.Misc) -> LengthUnits:
    """Return that of the application of a widget: millimetres, until it follows settings."""
    kept: LengthUnits = vars(widget.nametowidget(".")).setdefault("length_units", LengthUnits())
    return kept
