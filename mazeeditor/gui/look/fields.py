"""Entry fields, choices, number boxes."""

from __future__ import annotations

from mazeeditor.gui.look.elements import Image, Layout, Settings, element, nest
from mazeeditor.gui.look.palette import Theme


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
    # What stands in a box that only offers a choice is not a text that somebody marked.
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
    def step(way: str) -> Settings:
        return element(
            image,
            f"step-{way}",
            ("disabled", f"step-{way}-dim"),
            ("active", f"step-{way}-over"),
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
