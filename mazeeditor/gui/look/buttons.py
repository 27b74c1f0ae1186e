"""Buttons, plain and in the accent; tool buttons; check boxes, radio buttons, switches."""

from __future__ import annotations

from typing import Any

from mazeeditor.gui.look.elements import Image, Layout, Settings, element, nest, stateful
from mazeeditor.gui.look.palette import Theme


def buttons(theme: Theme, image: Image) -> Settings:
    """Return push buttons, tool buttons and menu buttons."""
    px = theme.px
    label: Layout = [("Button.label", {"sticky": "nsew", "expand": 1})]

    def button(face: str, padding: tuple[float, ...], **extra: Any) -> Settings:
        return {
            "layout": nest(face, "Focus.ring", "Button.padding", last=label),
            "configure": {"padding": [px(p) for p in padding], "anchor": "center"} | extra,
        }

    on_accent = {
        "foreground": [("disabled", theme.text_off), ("!disabled", theme.accent_text)],
    }
    hint = {"font": theme.small, "foreground": theme.text_soft, "width": -3}
    picked = {"foreground": [("disabled", theme.text_off), ("selected", theme.accent_text)]}
    return {
        **_faces(theme, image),
        "TButton": button("Button.face", (12, 6)),
        "Accent.TButton": button("Accent.face", (12, 6)) | {"map": on_accent},
        "Flat.TButton": button("Flat.face", (8, 6)),
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
