"""How each ttk widget is put together from the theme's pictures, colours and paddings.

Ready-made themes (sv-ttk is the model of this one) hold pictures and paddings for 96 dpi:
enlarged they blur, and their arrows leave no space for a name or a number of five digits.

The styles of a window besides ttk's own names: buttons ``Accent.TButton`` (one a form) and
``Flat.TButton``; ``Tab.Toolbutton``; ``Switch.TCheckbutton``; labels ``Soft``, ``Small``,
``Bold``, ``Heading`` and ``Error`` (``.TLabel``). ``gui/widgets`` uses the rest.

Every widget that takes the keyboard holds a ``Focus.ring`` element, visible while it has the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mazeeditor.gui.look.theme import Theme

Settings = dict[str, Any]  # as ttk.Style.theme_create takes them
Layout = list[Any]
Image = Callable[[str], str]  # the name of a sprite -> the name of its Tk image

FIELD_PADDING = (8, 5, 6, 5)  # px at 96 dpi around what stands in a field: left, top, ...
NOTHING: Settings = {"element create": ["from", "default", ""]}  # takes no room, draws nothing


def element(image: Image, rest: str, *states: tuple[str, ...], **options: Any) -> Settings:
    """Return an element made of images: at ``rest``, then (state ..., sprite), first match wins."""
    options = {"padding": 0, "sticky": "nsew"} | options
    border: Any = options.get("border", 0)
    across, down = border if isinstance(border, tuple) else (border, border)
    if across:  # what can be stretched can be narrow
        options = {"width": 2 * across} | options
    if down:
        options = {"height": 2 * down} | options
    shown = [(*state[:-1], image(state[-1])) for state in states]
    return {"element create": ["image", image(rest), *shown, options]}


def stateful(image: Image, base: str, **options: Any) -> Settings:
    """Return an element whose sprites follow the usual four states."""
    states = (("disabled", f"{base}-dim"), ("pressed", f"{base}-down"), ("active", f"{base}-over"))
    return element(image, base, *states, **options)


def nest(*names: str, last: Layout | None = None) -> Layout:
    """Return a layout of elements one in another, all filling; ``last`` fills the innermost."""
    inner = last or []
    for name in reversed(names):
        inner = [(name, {"sticky": "nsew"} | ({"children": inner} if inner else {}))]
    return inner


def settings(theme: Theme, image: Image) -> Settings:
    """Return the theme as ``ttk.Style.theme_create`` takes it; ``image`` names a sprite's image."""
    styles: Settings = {}
    for part in (basics, buttons, ticks, fields, sliders, scrollbars, labels, tables):
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
                "selectbackground": theme.tint_over,
                "selectforeground": theme.tint_text,
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
        "ComboboxPopdownFrame": {"layout": nest("Popdown.face"), "configure": {"borderwidth": 1}},
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
        "Slider.trough": element(
            image, "trough", ("disabled", "trough-dim"), border=(px(5), 0), sticky="ew"
        ),
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
                                ("Horizontal.Scale.slider", {"side": "left", "sticky": ""})
                            ],
                        },
                    )
                ],
            )
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
                        {"sticky": stretch, "children": [(thumb, {"expand": 1, "sticky": "nsew"})]},
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
        "Unit.TLabel": {
            "configure": {"foreground": theme.text_soft, "background": theme.raised},
            "map": {
                "foreground": [("disabled", theme.text_off)],
                "background": [("disabled", theme.window)],
            },
        },
        "Key.TLabel": {
            "configure": {"foreground": theme.text_soft, "padding": [px(5), px(2)]},
            "map": {
                "foreground": [("selected", theme.tint_text)],
                "background": [("selected", theme.tint)],
            },
        },
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
            "configure": {"foreground": text, "padding": [px(p) for p in padding]},
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
    px = theme.px
    picked = {
        "background": [("selected", theme.tint)],
        "foreground": [("selected", theme.tint_text)],
    }
    pictured = {
        "layout": nest(
            "Treeitem.padding",
            last=[
                ("Treeitem.image", {"side": "left", "sticky": ""}),
                ("Treeitem.text", {"side": "left", "sticky": ""}),
            ],
        ),
        "configure": {"padding": [px(12), 0, 0, 0]},
    }
    return {
        "Treeview.field": element(
            image, "frame", ("focus", "field-focus"), border=px(5), padding=px(2)
        ),
        "Treeheading.cell": element(
            image, "heading", ("pressed", "heading-over"), ("active", "heading-over"), border=px(5)
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
            "map": picked,
        },
        "Pictured.Treeview": {"configure": {"rowheight": px(39)}, "map": picked},
        "Low.Treeview": {"configure": {"rowheight": px(28)}, "map": picked},
        "Objects.Treeview": {"configure": {"rowheight": px(64)}, "map": picked},
        "Objects.Treeview.Item": pictured,
        "Low.Treeview.Item": pictured,
        "Pictured.Treeview.Item": pictured,
        "Heading": {"configure": {"font": theme.small, "padding": [px(6), px(5)]}},
    }


def buttons(theme: Theme, image: Image) -> Settings:
    """Return push buttons, tool buttons and menu buttons."""
    px = theme.px
    label: Layout = [("Button.label", {"sticky": "nsew", "expand": 1})]

    def button(face: str, padding: tuple[float, ...], **extra: Any) -> Settings:
        return {
            "layout": nest(face, "Focus.ring", "Button.padding", last=label),
            "configure": {"padding": [px(p) for p in padding], "anchor": "center"} | extra,
        }

    pictured = {"justify": "center", "wraplength": px(150), "anchor": "n"}

    on_accent = {"foreground": [("disabled", theme.text_off), ("!disabled", theme.accent_text)]}
    hint = {"font": theme.small, "foreground": theme.text_soft, "width": -3}
    warned = [("disabled", theme.text_off), ("!disabled", theme.exit)]
    picked = {"foreground": [("disabled", theme.text_off), ("selected", theme.tint_text)]}
    return {
        **_faces(theme, image),
        "TButton": button("Button.face", (12, 6)),
        "Accent.TButton": button("Accent.face", (12, 6)) | {"map": on_accent},
        "Flat.TButton": button("Flat.face", (8, 6)),
        "Row.TButton": button("Button.face", (8, 4), anchor="w"),
        "Beside.TButton": button("Button.face", (8, 4)),
        "Picture.TButton": button("Flat.face", (8, 6), **pictured),
        "Swatch.TButton": button("Flat.face", (5, 5)) | {"map": {"foreground": warned}},
        "Primary.TButton": button("Accent.face", (8, 6)) | {"map": on_accent},
        "Tool.Toolbutton": button("Toggle.face", (6, 5), **hint) | {"map": picked},
        "Below.Toolbutton": button("Toggle.face", (4, 2), **hint) | {"map": picked},
        "Named.Toolbutton": button("Toggle.face", (8, 4), anchor="w") | {"map": picked},
        "Segment.Toolbutton": button("Toggle.face", (7, 4)) | {"map": picked},
        "Tab.Toolbutton": button("Tab.face", (14, 5)) | {"map": picked},
        "Category.Toolbutton": button("Toggle.face", (14, 8), anchor="w") | {"map": picked},
        "Pictured.Toolbutton": button("Toggle.face", (4, 2), anchor="w") | {"map": picked},
        "Menubutton.arrow": element(
            image, "chevron-down", ("disabled", "chevron-down-dim"), width=px(20), sticky="e"
        ),
        "TMenubutton": {
            "layout": nest(
                "Flat.face",
                "Focus.ring",
                "Menubutton.padding",
                last=[
                    ("Menubutton.arrow", {"side": "right", "sticky": ""}),
                    ("Menubutton.label", {"side": "left", "expand": 1}),
                ],
            ),
            "configure": {"padding": [px(8), px(4)]},
        },
    }


def _faces(theme: Theme, image: Image) -> Settings:
    border = theme.px(5)
    return {
        "Button.face": stateful(image, "button", border=border),
        "Accent.face": stateful(image, "accent", border=border),
        "Flat.face": element(
            image,
            "empty",
            ("disabled", "empty"),
            ("pressed", "flat-down"),
            ("active", "flat-over"),
            border=border,
        ),
        # Tools: flat, and tinted while chosen.
        "Toggle.face": _chosen_face(image, border, "tint", "tint-over", "tint-dim"),
        "Tab.face": _chosen_face(image, border, "tab-on", "tab-on", "tab-dim"),
    }


def _chosen_face(image: Image, border: int, chosen: str, over: str, dim: str) -> Settings:
    """Return a flat face with another sprite while it is chosen."""
    return element(
        image,
        "empty",
        ("disabled", "selected", dim),
        ("disabled", "empty"),
        ("selected", "active", over),
        ("selected", chosen),
        ("pressed", "flat-down"),
        ("active", "flat-over"),
        border=border,
    )


def ticks(theme: Theme, image: Image) -> Settings:
    """Return check boxes, radio buttons and switches."""

    def kind(base: str, on: str, **options: Any) -> Settings:
        """Return the sprites of something that is off, or ``on``."""
        states = (("-dim", "disabled"), ("-down", "pressed"), ("-over", "active"), ("",))
        mixed = [("alternate", *state, f"check-dash{name}") for name, *state in states]
        ticked = [("selected", *state, f"{on}{name}") for name, *state in states]
        rest = [(*state, f"{base}{name}") for name, *state in states[:-1]]
        every = (*(mixed if base == "check" else ()), *ticked, *rest)
        return element(image, base, *every, sticky="w", **options)

    def layout(kind: str, *around: str, **extra: Any) -> Settings:
        return {
            "layout": nest(
                *around,
                "Focus.ring",
                "Checkbutton.padding",
                last=[
                    (f"{kind}.mark", {"side": "left", "sticky": ""}),
                    ("Checkbutton.gap", {"side": "left", "sticky": ""}),
                    ("Checkbutton.label", {"side": "left", "sticky": "nsew"}),
                ],
            ),
            "configure": {"padding": [theme.px(p) for p in (4, 5, 8, 5)]} | extra,
        }

    return {
        # The heading of a section that can be folded.
        "Section.mark": element(
            image, "chevron-right", ("selected", "chevron-down"), ("alternate", "chevron-down")
        ),
        "Section.TCheckbutton": layout("Section", "Flat.face", font=theme.bold),
        "Check.mark": kind("check", "check-tick"),
        "Radio.mark": kind("radio", "radio-dot"),
        "Switch.mark": kind("switch", "switch-on"),
        "Checkbutton.gap": element(image, "gap"),
        "TCheckbutton": layout("Check"),
        "TRadiobutton": layout("Radio"),
        "Switch.TCheckbutton": layout("Switch"),
    }


def fields(theme: Theme, image: Image) -> Settings:
    """Return entry fields, drop-down choices and number boxes."""
    px = theme.px
    face = element(
        image,
        "field",
        ("disabled", "field-dim"),
        ("invalid", "focus", "field-bad-focus"),
        ("invalid", "field-bad"),
        ("focus", "field-focus"),
        ("hover", "field-over"),
        border=px(5),
    )
    look: Settings = {
        "configure": {"padding": [px(side) for side in FIELD_PADDING], "foreground": theme.text},
        "map": {"foreground": [("disabled", theme.text_off)]},
    }
    # The text of a box that only offers a choice is not a selection.
    plain = {
        "selectbackground": [("readonly", theme.raised)],
        "selectforeground": [("disabled", theme.text_off), ("readonly", theme.text)],
    }

    def text(name: str) -> Layout:
        inner = [(f"{name}.textarea", {"sticky": "nsew"})]
        return [(f"{name}.padding", {"sticky": "nsew", "children": inner})]

    arrow = ("Combobox.arrow", {"side": "right", "sticky": "ns"})
    return {
        "Entry.face": face,
        "TEntry": {"layout": nest("Entry.face", last=text("Entry"))} | look,
        "Combobox.arrow": element(
            image, "chevron-down", ("disabled", "chevron-down-dim"), width=px(26), sticky=""
        ),
        "TCombobox": look
        | {"layout": nest("Entry.face", last=[arrow, *text("Combobox")])}
        | {"map": {**look["map"], **plain}},
        **_spinbox(theme, image, look, text("Spinbox")),
        # A value that follows from another one until it is chosen.
        **{
            f"Derived.{kind}": {"configure": {"foreground": theme.text_soft}}
            for kind in ("TEntry", "TCombobox", "TSpinbox")
        },
    }


def _spinbox(theme: Theme, image: Image, look: Settings, text: Layout) -> Settings:
    def step(direction: str) -> Settings:
        return element(
            image,
            f"step-{direction}",
            ("disabled", f"step-{direction}-dim"),
            ("active", f"step-{direction}-over"),
            sticky="",
        )

    steps: Layout = [
        ("Spinbox.uparrow", {"side": "top", "sticky": ""}),
        ("Spinbox.downarrow", {"side": "bottom", "sticky": ""}),
    ]
    column = ("Spinbox.column", {"side": "right", "sticky": "ns", "children": steps})
    return {
        "Spinbox.column": element(image, "gap", padding=theme.px(2)),
        "Spinbox.uparrow": step("up"),
        "Spinbox.downarrow": step("down"),
        "TSpinbox": {"layout": nest("Entry.face", last=[column, *text])} | look,
    }
