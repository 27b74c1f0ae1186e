"""Labels, verdict chips, tables."""

from __future__ import annotations

from mazeeditor.gui.look.elements import Image, Settings, element, nest
from mazeeditor.gui.look.palette import Theme


def labels(theme: Theme, image: Image) -> Settings:
    """Return labels by what they say, tooltips and verdict chips."""
    px = theme.px
    found: Settings = {
        "Soft.TLabel": {"configure": {"foreground": theme.text_soft}},
        "Small.TLabel": {"configure": {"foreground": theme.text_soft, "font": theme.small}},
        "Bold.TLabel": {"configure": {"font": theme.bold}},
        "Heading.TLabel": {"configure": {"font": theme.heading}},
        "Error.TLabel": {"configure": {"foreground": theme.exit}},
    }

    def boxed(name: str, sprite: str, text: str, padding: tuple[float, float]) -> None:
        face = f"{name.removesuffix('.TLabel')}.face"
        found[face] = element(image, sprite, border=px(5))
        found[name] = {
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
        found[name]["configure"]["font"] = theme.bold
    return found


def tables(theme: Theme, image: Image) -> Settings:
    """Return tables and trees."""
    px = theme.px
    picked = [("selected", theme.accent_text)]
    return {
        "Treeview.field": element(image, "frame", border=px(5), padding=px(1)),
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
