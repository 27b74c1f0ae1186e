"""Sliders, scroll bars, progress bars."""

from __future__ import annotations

from mazeeditor.gui.look.elements import Image, Settings, element, nest, stateful
from mazeeditor.gui.look.palette import Theme


def sliders(theme: Theme, image: Image) -> Settings:
    """Return the slider: a thumb on a line."""
    px = theme.px
    return {
        "Slider.trough": element(image, "trough", border=(px(5), 0), sticky="ew"),
        "Horizontal.TScale": {
            "layout": nest(
                "Focus.ring",
                "Slider.room",
                last=[
                    (
                        "Slider.trough",
                        {
                            "sticky": "ew",
                            "children": [
                                ("Horizontal.Scale.slider", {"side": "left", "sticky": ""}),
                            ],
                        },
                    ),
                ],
            ),
        },
        "Slider.room": element(image, "gap", padding=(px(3), px(2))),
        "Horizontal.Scale.slider": stateful(image, "thumb", sticky=""),
    }


def scrollbars(theme: Theme, image: Image) -> Settings:
    """Return thin scroll bars that thicken under the pointer."""
    px = theme.px

    def bar(way: str, border: tuple[int, int], stretch: str) -> Settings:
        shape = "flat" if way == "Horizontal" else "tall"
        over = f"bar-{shape}-over"
        thumb = f"{way}.Scrollbar.thumb"
        return {
            thumb: element(
                image,
                f"bar-{shape}",
                ("disabled", f"bar-{shape}-none"),  # all can be seen: there is nothing to scroll
                ("pressed", over),
                ("active", over),
                border=border,
            ),
            f"{way}.TScrollbar": {
                "layout": [
                    (
                        f"{way}.Scrollbar.trough",
                        {
                            "sticky": stretch,
                            "children": [
                                (thumb, {"expand": 1, "sticky": "nsew"}),
                            ],
                        },
                    )
                ],
                "configure": {"troughcolor": theme.window, "borderwidth": 0, "width": px(12)},
            },
            f"{way}.Scrollbar.trough": element(image, "gap"),
        }

    return bar("Horizontal", (px(6), 0), "ew") | bar("Vertical", (0, px(6)), "ns")
