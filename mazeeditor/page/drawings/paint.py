"""What the shapes of an SVG are painted with: colours, pens, dashes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.page.drawings.geometry import View, length
from mazeeditor.page.drawings.strokes import StrokePen
from mazeeditor.page.scene import Cap, Join

_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^,/]+,[^,/]+,[^,/]+)(?:,([^,/]+))?\)", re.IGNORECASE)


def share_of(text: str) -> float:
    """Return an opacity; raises ``ValueError``."""
    text = text.strip()
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def pen_of(style: Mapping[str, str], width: float) -> StrokePen:
    """Return the pen of a style; raises ``UsageError`` and ``ValueError``."""
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    if cap not in ("butt", "round", "square") or join not in ("miter", "round", "bevel"):
        text = _("it uses {what}, which is not understood: remove that, or make paths of it.")
        raise UsageError(text.format(what=f"{cap} {join}"[:60]))
    limit = float(style["stroke-miterlimit"])
    if limit < 1:
        raise ValueError(style["stroke-miterlimit"][:40])
    return StrokePen(width, cast(Cap, cap), cast(Join, join), limit)


def pattern_of(style: Mapping[str, str], view: View | None) -> list[float]:
    """Return dashes and gaps, none for a whole line; raises ``ValueError``."""
    text = style["stroke-dasharray"].strip()
    if text == "none":
        return []
    sizes = [length(word, view) for word in re.split(r"[\s,]+", text) if word]
    if min(sizes, default=0.0) < 0:
        raise ValueError(text[:40])
    return sizes if sum(sizes) > 0 else []


def colour_of(value: str, style: Mapping[str, str], opacity: str) -> str:
    """Return ``#rrggbb``, "" for none; raises ``UsageError`` for gradients and unknown colours."""
    from PIL import ImageColor

    if value.lower() == "currentcolor":
        value = style["color"]
    value = value.strip()
    if value.lower() in ("none", "transparent", "") or share_of(opacity) <= 0:
        return ""
    if value.startswith("url"):
        raise UsageError(_("it has gradients or patterns: give each area one colour."))
    if match := _FUNCTION.fullmatch(value):
        share = share_of(match[3]) if match[3] else 1.0
        value = f"{match[1].lower()}({match[2]})"
        if match[1].lower() == "rgb" and "%" not in match[2]:
            parts = (min(max(round(float(part)), 0), 255) for part in match[2].split(","))
            value = f"rgb({','.join(map(str, parts))})"
        if share <= 0:
            return ""
    try:
        colour = ImageColor.getrgb(value)
    except ValueError:
        raise UsageError(_("there is no colour {colour}.").format(colour=value[:40])) from None
    red, green, blue = colour[:3]
    return "" if len(colour) > 3 and not colour[3] else f"#{red:02x}{green:02x}{blue:02x}"
