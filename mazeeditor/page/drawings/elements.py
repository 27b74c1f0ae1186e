"""The elements of an SVG: which are drawn, which never are, and why others are refused."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.page.drawings.styles import name_of

MOST_BYTES = 4_000_000  # of a file
DEEPEST = 50  # groups in groups, and shapes used again
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
GROUPS = {"svg", "g", "a", "symbol"}
NEVER_DRAWN = {
    *("title", "desc", "metadata", "defs", "style", "script", "clipPath", "mask", "filter"),
    *("linearGradient", "radialGradient", "pattern", "marker", "view", "cursor", "font"),
    *("font-face", "color-profile", "solidcolor", "hatch", "meshgradient", "mesh"),
}
REFUSED = {
    **dict.fromkeys(["text", "tref", "textArea"], _("it has text: make paths of that first.")),
    "image": _("it has pictures in it: choose those as a file of their own."),
    "foreignObject": _("it has parts that only a browser shows."),
    **dict.fromkeys(
        ["animate", "animateTransform", "animateMotion", "animateColor", "set", "discard"],
        _("it moves."),
    ),
}


def root_of(data: bytes) -> Element:
    """Return the root of a file; raises ``UsageError`` with the reason."""
    library: Any = import_module("defusedxml.ElementTree")
    common: Any = import_module("defusedxml.common")
    if len(data) > MOST_BYTES:
        raise UsageError(_("it has more than {most:,} bytes.").format(most=MOST_BYTES))
    if b"<?xml-stylesheet" in data:
        raise UsageError(_("its style sheet is in another file."))
    try:
        root: Element = library.fromstring(data)
    except common.DefusedXmlException:
        raise UsageError(_("it declares entities, which are not followed.")) from None
    except (ParseError, ValueError, LookupError) as error:
        raise UsageError(_("it is damaged ({error}).").format(error=error)) from None
    except RecursionError:
        raise UsageError(too_deep()) from None
    if name_of(root) != "svg":
        raise UsageError(_("it is no SVG drawing."))
    return root


def too_deep() -> str:
    """Return why a file that refers to itself is refused."""
    return _("its groups lie more than {most} deep.").format(most=DEEPEST)


def applies(element: Element) -> bool:
    """Whether an element is for programs like this one."""
    if element.get("systemLanguage") is not None:
        raise UsageError(_("it shows other parts in other languages: keep one of them."))
    features = element.get("requiredFeatures")
    extensions = element.get("requiredExtensions")
    return not (extensions or "").strip() and (features is None or bool(features.strip()))


def why_refused(element: Element) -> str:
    """Return why an element cannot be drawn, "" where it can."""
    name = name_of(element)
    if name in SHAPES | GROUPS | {"use", "switch"}:
        return ""
    unknown = _("it has an element {name}, which is not understood.")
    return REFUSED.get(name) or unknown.format(name=name[:40])


def is_empty_text(element: Element) -> bool:
    """Whether an element is a text without a letter, as drawing programs leave them."""
    return name_of(element) == "text" and not "".join(element.itertext())


def refuse_motion(shape: Element) -> None:
    """Raise ``UsageError`` where a shape moves."""
    for child in shape:
        if name_of(child) in REFUSED:
            raise UsageError(REFUSED[name_of(child)])
