"""How each ttk widget is put together from the theme's pictures, colours and paddings.

Ready-made themes (sv-ttk is the model of this one) hold pictures and paddings for 96 dpi:
enlarged they blur, and their arrows leave no space for a name or a number of five digits.

The styles of a window besides ttk's own names: buttons ``Accent.TButton`` (one a form) and
``Flat.TButton``; ``Tab.Toolbutton``; ``Switch.TCheckbutton``; labels ``Soft``, ``Small``,
``Bold``, ``Heading`` and ``Error`` (``.TLabel``). ``gui/widgets`` uses the rest.

Every widget that takes the keyboard holds a ``Focus.ring`` element, visible while it has the focus.
"""

from __future__ import annotations

from mazeeditor.gui.look import input_styles
from mazeeditor.gui.look.elements import NOTHING, Image, Settings, element, nest, stateful
from mazeeditor.gui.look.theme import Theme


def settings(theme: Theme, image: Image) -> Settings:
    """Return the theme as ``ttk.Style.theme_create`` takes it; ``image`` names a sprite's image."""
    styles: Settings = {}
    for part in (
        basics,
        input_styles.buttons,
        input_styles.ticks,
        input_styles.fields,
        sliders,
        scrollbars,
        labels,
        tables,
    ):
        styles |= part(theme, image)
    return styles


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
        # not an image: Tk would send hundreds of copies of it
        "Horizontal.TSeparator": _line(theme, [0, 0, 0, px(1)]),
        "Vertical.TSeparator": _line(theme, [0, 0, px(1), 0]),
        "Popup.TFrame": {"configure": {"background": theme.outline}},
        "Popdown.face": element(image, "popdown", border=2),
        "ComboboxPopdownFrame": {
            "layout": nest("Popdown.face"),
            "configure": {"borderwidth": 1},
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


def _line(theme: Theme, padding: list[int]) -> Settings:
    """Return a widget that is as thick as its ``padding``, and all background."""
    return {
        "layout": nest("Separator.padding"),
        "configure": {"background": theme.border, "padding": padding},
    }


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

    def bar(direction: str, border: tuple[int, int], stretch: str) -> Settings:
        shape = "flat" if direction == "Horizontal" else "tall"
        over = f"bar-{shape}-over"
        thumb = f"{direction}.Scrollbar.thumb"
        return {
            thumb: element(
                image,
                f"bar-{shape}",
                ("disabled", f"bar-{shape}-none"),  # all can be seen: there is nothing to scroll
                ("pressed", over),
                ("active", over),
                border=border,
            ),
            f"{direction}.TScrollbar": {
                "layout": [
                    (
                        f"{direction}.Scrollbar.trough",
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
            f"{direction}.Scrollbar.trough": NOTHING,
        }

    return bar("Horizontal", (px(6), 0), "ew") | bar("Vertical", (0, px(6)), "ns")


def labels(theme: Theme, image: Image) -> Settings:
    """Return labels by their purpose, tooltips and verdict chips."""
    px = theme.px
    styles: Settings = {
        "TLabel": {"map": {"foreground": [("disabled", theme.text_off)]}},
        "Soft.TLabel": {"configure": {"foreground": theme.text_soft}},
        "Small.TLabel": {"configure": {"foreground": theme.text_soft, "font": theme.small}},
        "Bold.TLabel": {"configure": {"font": theme.bold}},
        "Heading.TLabel": {"configure": {"font": theme.heading}},
        "Error.TLabel": {"configure": {"foreground": theme.exit}},
    }

    def boxed(name: str, sprite: str, text: str, padding: tuple[float, float]) -> None:
        face = f"{name.removesuffix('.TLabel')}.face"
        styles[face] = element(image, sprite, border=px(5))
        styles[name] = {
            "layout": nest(face, "Label.padding", last=[("Label.label", {"sticky": "nsew"})]),
            "configure": {
                "foreground": text,
                "padding": [px(p) for p in padding],
            },
        }

    boxed("Tip.TLabel", "tip", theme.tip_text, (8, 5))
    for kind in ("good", "warn", "bad", "neutral"):
        name = f"{kind.capitalize()}.Chip.TLabel"
        boxed(name, f"chip-{kind}", getattr(theme, f"{kind}_text"), (8, 3))
        styles[name]["configure"]["font"] = theme.bold
        button = name.replace("TLabel", "TButton")
        face = element(image, f"chip-{kind}", ("active", f"chip-{kind}-over"), border=px(5))
        styles[f"{kind.capitalize()}.Button.face"] = face
        styles[button] = {
            "layout": nest(
                f"{kind.capitalize()}.Button.face",
                "Focus.ring",
                "Button.padding",
                last=[("Button.label", {"sticky": "nsew"})],
            ),
            "configure": styles[name]["configure"],
        }
    return styles


def tables(theme: Theme, image: Image) -> Settings:
    """Return tables and trees."""
    px = theme.px
    picked = [("selected", theme.accent_text)]
    return {
        "Treeview.field": element(
            image, "frame", ("focus", "field-focus"), border=px(5), padding=px(2)
        ),
        "Treeheading.cell": element(
            image,
            "heading",
            ("pressed", "heading-over"),
            ("active", "heading-over"),
            border=px(5),
        ),
        "Treeitem.indicator": element(
            image,
            "chevron-right",
            ("user2", "gap"),
            ("user1", "chevron-down"),
            width=px(20),
            sticky="",
        ),
        "Treeview": {
            "configure": {"background": theme.raised, "rowheight": px(26)},
            "map": {"background": [("selected", theme.accent)], "foreground": picked},
        },
        "Heading": {"configure": {"font": theme.small, "padding": [px(6), px(5)]}},
    }
