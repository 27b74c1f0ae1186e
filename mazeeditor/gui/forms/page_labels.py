"""What users read of the choices of a page, in each form that has its options."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.tokens import TOKENS

PAGE_LABELS = {
    "walls": {
        "lines": _("Lines"),
        "rounded": _("Rounded lines"),
        "double": _("Double lines"),
        "dashed": _("Dashed lines"),
        "dotted": _("Dotted lines"),
        "hand-drawn": _("Hand-drawn lines"),
        "block": _("Blocks"),
        "bands": _("Filled bands"),
        "hairlines": _("Hairlines (laser)"),
    },
    "marks": {
        "arrow": _("Arrows"),
        "word": _("Words"),
        "letter": _("Letters"),
        "picture": _("Pictures"),
        "none": _("None"),
    },
    "marks_place": {"outside": _("Before the gap"), "inside": _("In the cell")},
    "along": {"none": _("Nothing"), **{kind.name: kind.label for kind in TOKENS}},
    "solution": {
        "none": _("Not drawn"),
        "drawn": _("Over the maze"),
        "page": _("On a second page"),
    },
}
