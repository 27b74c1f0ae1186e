"""What all widgets share, and the plainest of them."""

from __future__ import annotations

from mazeeditor.gui.look.elements import Image, Settings, element, nest
from mazeeditor.gui.look.palette import Theme


def basics(theme: Theme, image: Image) -> Settings:
    """Return the defaults of every widget, separators and progress bars."""
    px = theme.px
    return {
        ".": {
            "configure": {
                "background": theme.window,
                "foreground": theme.text,
                "fieldbackground": theme.raised,
                "selectbackground": theme.accent,
                "selectforeground": theme.accent_text,
                "insertcolor": theme.text,
                "insertwidth": px(1),
                "troughcolor": theme.window,
                "bordercolor": theme.border,
                "lightcolor": theme.border,
                "darkcolor": theme.border,
                "focuscolor": theme.focus,
                "font": theme.body,
                "borderwidth": 0,
                "relief": "flat",
            },
            "map": {"foreground": [("disabled", theme.text_off)]},
        },
        "Focus.ring": element(image, "empty", ("focus", "!disabled", "ring"), border=px(5)),
        "Separator.separator": element(image, "separator"),
        "ComboboxPopdownFrame": {
            "configure": {
                "relief": "solid",
                "borderwidth": 1,
                "background": theme.raised,
            },
        },
        "Horizontal.Progressbar.trough": element(image, "progress", border=(px(3), 0), sticky="ew"),
        "Horizontal.Progressbar.pbar": element(
            image, "progress-done", border=(px(3), 0), sticky="ew"
        ),
        "Horizontal.TProgressbar": {
            "layout": nest(
                "Horizontal.Progressbar.trough",
                last=[("Horizontal.Progressbar.pbar", {"side": "left"})],
            )
        },
    }
