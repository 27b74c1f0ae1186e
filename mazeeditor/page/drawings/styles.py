"""What the elements of an SVG look like, by CSS's order of attributes, style sheets and styles.

Each property is understood, known to change nothing that is drawn here, or refused by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from mazeeditor.core.errors import UsageError
from mazeeditor.core.numbers import real
from mazeeditor.core.translation import _

INHERITED = {
    "fill": "black",
    "fill-rule": "nonzero",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "visibility": "visible",
    "color": "black",
    "clip-rule": "nonzero",
    "paint-order": "normal",
    "marker": "none",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
}
OWN = {  # of the element alone
    "opacity": "1",
    "display": "inline",
    "clip-path": "none",
    "overflow": "",
}
NEUTRAL = {  # refused but for these values
    "mask": ("none",),
    "mask-image": ("none",),
    "mask-border": ("none",),
    "filter": ("none",),
    "backdrop-filter": ("none",),
    "mix-blend-mode": ("normal",),
    "vector-effect": ("none",),
    "transform": ("none",),
    "transform-origin": ("0 0", "0px 0px", "0"),
    "clip": ("auto",),
    "translate": ("none",),
    "rotate": ("none",),
    "scale": ("none",),
    "zoom": ("1", "normal"),
    "content-visibility": ("visible", "auto"),
    "stroke-alignment": ("center",),
    "stroke-dashadjust": ("none",),
}
HARMLESS = {  # of texts, gradients and filters, which are refused themselves; hints; of browsers
    *("alignment-baseline", "baseline-shift", "direction", "dominant-baseline", "kerning"),
    *("glyph-orientation-horizontal", "glyph-orientation-vertical", "letter-spacing"),
    *("line-height", "unicode-bidi", "white-space", "word-spacing", "writing-mode", "inline-size"),
    *("shape-inside", "shape-padding", "shape-margin", "shape-subtract", "block-progression"),
    *("stop-color", "stop-opacity", "flood-color", "flood-opacity", "lighting-color"),
    *("solid-color", "solid-opacity", "color-interpolation", "color-interpolation-filters"),
    *("color-rendering", "shape-rendering", "text-rendering", "image-rendering", "color-profile"),
    *("enable-background", "isolation", "pointer-events", "cursor", "user-select", "transform-box"),
    *("mask-type", "will-change", "outline", "text-anchor", "hyphens", "word-break"),
    *("background", "background-color", "print-color-adjust", "color-scheme", "buffered-rendering"),
}
HARMLESS_STARTS = ("font", "text-", "-inkscape-", "--", "transition")
STYLED_BY_ATTRIBUTE = {*INHERITED, *OWN, *NEUTRAL} - {"transform", "rotate", "scale", "translate"}
MOST_RULES = 2_000
MOST_STEPS = 4  # of a selector: looking for them multiplies
SIMPLE = re.compile(r"(\*|[A-Za-z_][\w-]*)?((?:[.#][\w-]+)*)")
IMPORTANT = re.compile(r"\s*!\s*important\s*$", re.IGNORECASE)
STYLE_KEYWORDS = {"unset", "revert", "revert-layer"}


class _Step(NamedTuple):
    """An element of a selector; ``child`` is whether it lies right in the one before."""

    tag: str
    names: frozenset[str]  # classes as .name, ids as #name
    child: bool


class _Rule(NamedTuple):
    """Declarations and what they are for; ``rank`` orders rules: later ones win."""

    rank: tuple[int, int, int, int]
    steps: tuple[_Step, ...]
    declarations: Mapping[str, str]


class Styles:
    """The styles of all elements of a file; raises ``UsageError`` for what is not understood."""

    def __init__(self, root: Element) -> None:
        self._parents = {child: parent for parent in root.iter() for child in parent}
        self._rules: list[_Rule] = []
        for element in root.iter():
            if name_of(element) == "style":
                if element.get("media", "all").strip().lower() not in ("", "all", "screen"):
                    raise UsageError(_not_understood("<style media>"))
                self._rules += _rules("".join(element.itertext()), len(self._rules))

    def own(self, element: Element) -> dict[str, str]:
        """Return what is declared for an element; refuses what changes how it looks otherwise."""
        known = {
            name: value.strip()
            for name, value in element.attrib.items()
            if name in STYLED_BY_ATTRIBUTE
        }
        sheets = sorted(rule for rule in self._rules if self._fits(element, rule.steps))
        layers = [rule.declarations for rule in sheets] + [_declared(element.get("style", ""))]
        for layer in layers:
            known.update((name, v) for name, v in layer.items() if not IMPORTANT.search(v))
        for layer in layers:
            known.update(
                (name, IMPORTANT.sub("", v)) for name, v in layer.items() if IMPORTANT.search(v)
            )
        for name, value in known.items():
            _check(name, value)
        return known

    def of(self, element: Element) -> dict[str, str]:
        """Return the values that an element has where it stands."""
        parent = self._parents.get(element)
        return inherited({} if parent is None else self.of(parent), self.own(element))

    def _fits(self, element: Element, steps: tuple[_Step, ...]) -> bool:
        """Whether a selector is for an element."""
        step = steps[-1]
        names = {f".{name}" for name in element.get("class", "").split()}
        names.add(f"#{element.get('id', '')}")
        if step.tag not in ("*", name_of(element)) or not step.names <= names:
            return False
        if len(steps) == 1:
            return True
        parent = self._parents.get(element)
        while parent is not None:
            if self._fits(parent, steps[:-1]):
                return True
            if step.child:
                return False
            parent = self._parents.get(parent)
        return False


def inherited(before: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Return the values that an element has, those of its parent among them."""
    result = {**INHERITED, **before}
    for name, value in own.items():
        word = value.lower()
        if name in INHERITED:
            if word == "initial":
                result[name] = INHERITED[name]
            elif word != "inherit" and word not in STYLE_KEYWORDS:
                result[name] = value
    if "marker" in own:
        result.update({f"marker-{place}": own["marker"] for place in ("start", "mid", "end")})
    return result


def own_value(own: Mapping[str, str], name: str) -> str:
    """Return the value of a property that is not inherited."""
    value = own.get(name, OWN[name])
    word = value.lower()
    if word == "inherit":
        raise UsageError(_not_understood(f"{name}: inherit"))
    return OWN[name] if word == "initial" or word in STYLE_KEYWORDS else value


_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^,/]+,[^,/]+,[^,/]+)(?:,([^,/]+))?\)", re.IGNORECASE)


def share_of(text: str) -> float:
    """Return an opacity; raises ``ValueError``."""
    text = text.strip()
    return real(text[:-1]) / 100 if text.endswith("%") else real(text)


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
            parts = (min(max(round(real(part)), 0), 255) for part in match[2].split(","))
            value = f"rgb({','.join(map(str, parts))})"
        if share <= 0:
            return ""
    try:
        colour = ImageColor.getrgb(value)
    except ValueError:
        raise UsageError(_("there is no colour {colour}.").format(colour=value[:40])) from None
    red, green, blue = colour[:3]
    return "" if len(colour) > 3 and not colour[3] else f"#{red:02x}{green:02x}{blue:02x}"


def name_of(element: Element) -> str:
    """Return the name of an element of SVG, "" for others and comments."""
    if not isinstance(element.tag, str):
        return ""
    space, _brace, name = element.tag.rpartition("}")
    return name if space in ("", "{http://www.w3.org/2000/svg") else ""


def _not_understood(what: str) -> str:
    text = _("it uses {what}, which is not understood: remove that, or make paths of it.")
    return text.format(what=what[:60])


def _check(name: str, value: str) -> None:
    if "var(" in value or "calc(" in value or "env(" in value:
        raise UsageError(_not_understood(f"{name}: {value}"))
    if name in NEUTRAL:
        if value.lower() in NEUTRAL[name] or value.lower() in ("", "initial", *STYLE_KEYWORDS):
            return
        if name.startswith(("mask", "filter", "backdrop")):
            raise UsageError(_("it has masks or filters, which are no lines: remove them first."))
        raise UsageError(_not_understood(f"{name}: {value}"))
    if name in INHERITED or name in OWN or name in HARMLESS or name.startswith(HARMLESS_STARTS):
        return
    raise UsageError(_not_understood(name))


def _rules(text: str, before: int) -> Iterator[_Rule]:
    """Yield the rules of a style sheet; ``before`` is how many others came before them."""
    text = re.sub(r"/\*.*?\*/|<!--|-->", " ", text, flags=re.DOTALL)
    at = 0
    while text[at:].strip():
        text, at = text[at:].strip(), 0
        if match := re.match(r"@(charset|namespace)[^;{}]*;", text):
            at = match.end()
            continue
        if match := re.match(r"@font-face\s*\{[^{}]*\}", text):
            at = match.end()
            continue
        match = re.match(r"([^@{};]+)\{([^{}]*)\}", text)
        if not match:
            raise UsageError(_not_understood(text.split("{")[0].strip()))
        at = match.end()
        declared = _declared(match[2])
        for selector in match[1].split(","):
            steps = tuple(_steps(selector.strip()))
            ids = sum(name[0] == "#" for step in steps for name in step.names)
            classes = sum(len(step.names) for step in steps) - ids
            tags = sum(step.tag != "*" for step in steps)
            before += 1
            if before > MOST_RULES:
                raise UsageError(_not_understood(_("so large a style sheet")))
            yield _Rule((ids, classes, tags, before), steps, declared)


def _steps(selector: str) -> Iterator[_Step]:
    """Yield the steps of a selector: of names, classes, ids, one in another."""
    child = False
    words = re.sub(r"\s*>\s*", " > ", selector).split()
    for word in words:
        if word == ">":
            child = True
            continue
        match = SIMPLE.fullmatch(word)
        if not match:
            break
        yield _Step(match[1] or "*", frozenset(re.findall(r"[.#][\w-]+", match[2])), child)
        child = False
    else:
        if selector and not child and len(words) < 2 * MOST_STEPS:
            return
    raise UsageError(_not_understood(selector or "{"))


def _declared(text: str) -> dict[str, str]:
    """Return the declarations of a style."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    result = {}
    for part in re.split(r";(?![^(]*\))", text):
        name, colon, value = part.partition(":")
        if not colon and part.strip():
            raise UsageError(_not_understood(part.strip()))
        if colon:
            name = name.strip()
            result[name if name.startswith("--") else name.lower()] = value.strip()
    return result
