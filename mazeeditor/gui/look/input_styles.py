"""The styles of what the user operates: buttons, check boxes, switches, entry fields, choices."""

from __future__ import annotations

from typing import Any

from mazeeditor.gui.look.elements import Image, Layout, Settings, element, nest, stateful
from mazeeditor.gui.look.theme import Theme


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

    on_accent = {
        "foreground": [("disabled", theme.text_off), ("!disabled", theme.accent_text)],
    }
    hint = {"font": theme.small, "foreground": theme.text_soft, "width": -3}
    warned = [("disabled", theme.text_off), ("!disabled", theme.exit)]
    picked = {"foreground": [("disabled", theme.text_off), ("selected", theme.accent_text)]}
    return {
        **_faces(theme, image),
        "TButton": button("Button.face", (12, 6)),
        "Accent.TButton": button("Accent.face", (12, 6)) | {"map": on_accent},
        "Flat.TButton": button("Flat.face", (8, 6)),
        "Picture.TButton": button("Flat.face", (8, 6), **pictured),
        "Swatch.TButton": button("Flat.face", (5, 5)) | {"map": {"foreground": warned}},
        "Primary.TButton": button("Accent.face", (8, 6)) | {"map": on_accent},
        "Tool.Toolbutton": button("Toggle.face", (6, 5), **hint) | {"map": picked},
        "Tab.Toolbutton": button("Toggle.face", (14, 5)) | {"map": picked},
        "Menubutton.arrow": element(image, "chevron-down", width=px(20), sticky="e"),
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
        # Tools: flat, and in the accent while picked.
        "Toggle.face": element(
            image,
            "empty",
            ("disabled", "selected", "accent-dim"),
            ("disabled", "empty"),
            ("selected", "active", "accent-over"),
            ("selected", "accent"),
            ("pressed", "flat-down"),
            ("active", "flat-over"),
            border=border,
        ),
    }


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
            "configure": {"padding": [theme.px(4), theme.px(5)]} | extra,
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
        ("invalid", "field-bad"),
        ("focus", "field-focus"),
        ("hover", "field-over"),
        border=px(5),
    )
    look: Settings = {
        "configure": {"padding": [px(8), px(5), px(6), px(5)], "foreground": theme.text},
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
            image,
            "chevron-down",
            ("disabled", "chevron-down-dim"),
            width=px(26),
            sticky="",
        ),
        "TCombobox": look
        | {"layout": nest("Entry.face", last=[arrow, *text("Combobox")])}
        | {"map": {**look["map"], **plain}},
        **_spinbox(theme, image, look, text("Spinbox")),
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
