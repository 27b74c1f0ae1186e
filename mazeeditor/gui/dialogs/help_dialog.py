"""A short Help for the first five minutes, and About."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor import __version__
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.translation import _

WIDTH = 560  # px at 96 dpi

PAGES = (
    (
        _("Make a maze"),
        _(
            "Choose a generator, rows and columns in the panel and press Generate. The same seed "
            "with the same options gives the same maze for ever. Braid opens dead ends into loops."
        ),
    ),
    (
        _("Change it by hand"),
        _(
            "With the Wall tool a click adds or removes the wall nearest to the pointer; the mark "
            "under the pointer shows which, and a dashed one would be removed. A drag goes on with "
            "what the first wall began. Escape takes back the stroke, Undo any step."
        ),
    ),
    (
        _("Set entrance and exit"),
        _(
            "The Entrance and Exit tools place them on the border or in a cell. The Openings "
            "section takes rows and columns, and further exits."
        ),
    ),
    (
        _("Know where you stand"),
        _(
            "The sign at the lower left says at every moment whether there is exactly one route, "
            "several, or none. Solve draws it; Compare runs every solver on this maze."
        ),
    ),
    (
        _("Walk it yourself"),
        _(
            "Play lets you walk with the arrow keys or by dragging. It counts time, steps and "
            "detours and gives hints; Escape leaves it. The maze stays as it was."
        ),
    ),
    (
        _("Print or cut it"),
        _(
            "The Page section shows the page exactly as it will come out. Export writes SVG, PDF, "
            "PNG or text; hairlines are for laser cutters."
        ),
    ),
)


def show_help(parent: tk.Misc) -> None:
    """Show the help until it is closed."""
    modal = Modal(parent, _("Help"))
    px = modal.theme.px
    for number, (heading, words) in enumerate(PAGES):
        title = ttk.Label(modal.body, text=heading, style="Bold.TLabel")
        title.pack(anchor="w", pady=(px(14) if number else 0, px(2)))
        ttk.Label(modal.body, text=words, wraplength=px(WIDTH)).pack(anchor="w")
    modal.show(modal.add_button(_("Close"), modal.destroy, primary=True))


def show_about(parent: tk.Misc) -> None:
    """Show name, version and licence until it is closed."""
    modal = Modal(parent, _("About mazeeditor"))
    px = modal.theme.px
    ttk.Label(modal.body, text="mazeeditor", style="Heading.TLabel").pack(anchor="w")
    version = _("Version {version}").format(version=__version__)
    ttk.Label(modal.body, text=version, style="Soft.TLabel").pack(anchor="w", pady=(0, px(12)))
    words = _(
        "Generate, edit by hand, solve and print mazes.\nFree software under the MIT licence."
    )
    ttk.Label(modal.body, text=words).pack(anchor="w")
    modal.show(modal.add_button(_("Close"), modal.destroy, primary=True))
