"""How each ttk widget is put together from the theme's pictures, colours and paddings.

Ready-made themes (sv-ttk is the one that this looks up to) hold pictures and paddings for 96 dpi:
enlarged they blur, and their arrows leave a name or a number of five digits no room.

What a window may ask for beside ttk's own names: buttons ``Accent.TButton`` (one a form) and
``Flat.TButton``; ``Tab.Toolbutton``; ``Switch.TCheckbutton``; labels ``Soft``, ``Small``,
``Bold``, ``Heading`` and ``Error`` (``.TLabel``). ``gui/widgets`` uses the rest.

Every face that takes the keyboard holds a ``Focus.ring`` element, seen while it has the focus.
"""

from __future__ import annotations

from mazeeditor.gui.look import bars, basics, buttons, fields, labels
from mazeeditor.gui.look.elements import Image, Settings
from mazeeditor.gui.look.palette import Theme


def settings(theme: Theme, image: Image) -> Settings:
    """Return the theme as ``ttk.Style.theme_create`` takes it; ``image`` names a sprite's image."""
    found: Settings = {}
    for part in (
        basics.basics,
        buttons.buttons,
        buttons.ticks,
        fields.fields,
        bars.sliders,
        bars.scrollbars,
        labels.labels,
        labels.tables,
    ):
        found |= part(theme, image)
    return found
