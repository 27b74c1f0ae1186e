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
from mazeeditor.core.translation import _, printable
from mazeeditor.core.work import Work

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
NOT_INHERITED = {  # of the element alone
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
STYLED_BY_ATTRIBUTE = {*INHERITED, *NOT_INHERITED, *NEUTRAL} - {
    "transform",
    "rotate",
    "scale",
    "translate",
}
MOST_RULES = 2_000
MOST_STEPS = 4  # of a selector
ELEMENT = 30  # steps of work: what an element inherits
SIMPLE = re.compile(r"(\*|[A-Za-z_][\w-]*)?((?:[.#][\w-]+)*)")
STYLE_KEYWORDS = {"unset", "revert", "revert-layer"}


class _Step(NamedTuple):
    """An element of a selector; ``child`` is whether it lies right in the one before."""

    tag: str
    names: frozenset[str]  # classes as .name, ids as #name
    child: bool


class _Declared(NamedTuple):
    """The declarations of a style, those that are marked as important apart."""

    usual: Mapping[str, str]
    important: Mapping[str, str]


class _Rule(NamedTuple):
    """Declarations and what they are for; ``rank`` orders rules: later ones win."""

    rank: tuple[int, int, int, int]
    steps: tuple[_Step, ...]
    declared: _Declared


_Look = tuple[int, str, str | None, str | None]  # the parent where it matters, tag, class and id
FITTING = 3  # steps of work: whether an element is one of a selector
DECLARING = 2  # the same for a declaration of an element


class Styles:
    """The styles of all elements of a file; raises ``UsageError`` for what is not understood."""

    def __init__(self, root: Element, work: Work) -> None:
        self._work = work
        self._parents = {child: parent for parent in root.iter() for child in parent}
        self._rules: dict[str, list[_Rule]] = {}  # by an id, a class or else the tag of the last
        self._nested: set[str] = set()  # the keys of those for elements that lie in others
        self._known: dict[_Look, list[_Declared]] = {}
        before = 0
        for element in root.iter():
            if name_of(element) == "style":
                if element.get("media", "all").strip().lower() not in ("", "all", "screen"):
                    raise UsageError(_not_understood("<style media>"))
                for rule in _rules("".join(element.itertext()), before):
                    before += 1
                    last = rule.steps[-1]
                    key = max(last.names, default=last.tag, key=lambda name: name[0] == "#")
                    self._rules.setdefault(key, []).append(rule)
                    if len(rule.steps) > 1:
                        self._nested.add(key)

    def own(self, element: Element) -> dict[str, str]:
        """Return what is declared for an element; refuses what changes how it looks otherwise."""
        known = {
            name: value.strip()
            for name, value in element.attrib.items()
            if name in STYLED_BY_ATTRIBUTE
        }
        layers = [*self._of_sheets(element)] if self._rules else []
        if style := element.get("style"):
            self._work.spend(len(style) / 4)
            layers.append(_parse_declarations(style))
        self._work.spend(DECLARING * sum(map(_size, layers)))
        for layer in layers:
            known.update(layer.usual)
        for layer in layers:
            known.update(layer.important)
        for name, value in known.items():
            _check(name, value)
        return known

    def of(self, element: Element) -> Mapping[str, str]:
        line = [element]
        while (parent := self._parents.get(line[-1])) is not None:
            line.append(parent)
        result: Mapping[str, str] = {}
        for each in reversed(line):
            self._work.spend(ELEMENT)
            result = inherit_style(result, self.own(each))
        return result

    def _of_sheets(self, element: Element) -> list[_Declared]:
        """Return what the style sheets declare for an element, in the order of their ranks."""
        tag, names = name_of(element), element.get("class", "").split()
        keys = ["*", tag, *(f".{name}" for name in names), f"#{element.get('id', '')}"]
        # Those of one parent that look alike have the same rules.
        nested = not self._nested.isdisjoint(keys)
        around = id(self._parents.get(element)) if nested else 0
        look = around, tag, element.get("class"), element.get("id")
        if look not in self._known:
            rules = [rule for key in dict.fromkeys(keys) for rule in self._rules.get(key, ())]
            found = sorted(
                (rule for rule in rules if self._fits(element, rule.steps, set())),
                key=lambda rule: rule.rank,
            )
            usual: dict[str, str] = {}
            important: dict[str, str] = {}
            self._work.spend(DECLARING * sum(map(_size, (rule.declared for rule in found))))
            for rule in found:
                usual.update(rule.declared.usual)
                important.update(rule.declared.important)
            self._known[look] = [_Declared(usual, important)]
        return self._known[look]

    def _fits(
        self, element: Element, steps: tuple[_Step, ...], failed: set[tuple[Element, int]]
    ) -> bool:
        """Whether a selector is for an element; ``failed`` are places where a part of it is not."""
        self._work.spend(FITTING)
        step = steps[-1]
        if step.tag not in ("*", name_of(element)):
            return False
        names = {f".{name}" for name in element.get("class", "").split()} if step.names else set()
        names.add(f"#{element.get('id', '')}")
        if not step.names <= names:
            return False
        if len(steps) == 1:
            return True
        parent = self._parents.get(element)
        while parent is not None and (parent, len(steps)) not in failed:
            if self._fits(parent, steps[:-1], failed):
                return True
            if step.child:
                return False
            failed.add((parent, len(steps)))
            parent = self._parents.get(parent)
        return False


def _size(declared: _Declared) -> int:
    return len(declared.usual) + len(declared.important)


def inherit_style(before: Mapping[str, str], own: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values that an element has, those of its parent among them."""
    if before and not own:
        return before
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
    value = own.get(name, NOT_INHERITED[name])
    word = value.lower()
    if word == "inherit":
        raise UsageError(_not_understood(f"{name}: inherit"))
    return NOT_INHERITED[name] if word == "initial" or word in STYLE_KEYWORDS else value


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
    return text.format(what=printable(what[:60]))


def _check(name: str, value: str) -> None:
    if "var(" in value or "calc(" in value or "env(" in value:
        raise UsageError(_not_understood(f"{name}: {value}"))
    if name in NEUTRAL:
        if value.lower() in NEUTRAL[name] or value.lower() in ("", "initial", *STYLE_KEYWORDS):
            return
        if name.startswith(("mask", "filter", "backdrop")):
            raise UsageError(_("it has masks or filters, which are not lines: remove them first."))
        raise UsageError(_not_understood(f"{name}: {value}"))
    if (
        name in INHERITED
        or name in NOT_INHERITED
        or name in HARMLESS
        or name.startswith(HARMLESS_STARTS)
    ):
        return
    raise UsageError(_not_understood(name))


_SPACE = re.compile(r"\s*")
_SKIPPED = re.compile(r"@(?:charset|namespace)[^;{}]*;|@font-face\s*\{[^{}]*\}")
_RULE = re.compile(r"([^@{};]+)\{([^{}]*)\}")


def _rules(text: str, before: int) -> Iterator[_Rule]:
    """Yield the rules of a style sheet; ``before`` is how many others came before them."""
    text = _without_comments(text).replace("<!--", " ").replace("-->", " ")
    at = _end(_SPACE, text, 0)
    while at < len(text):
        if skipped := _SKIPPED.match(text, at):
            at = _end(_SPACE, text, skipped.end())
            continue
        match = _RULE.match(text, at)
        if not match:
            raise UsageError(_not_understood(text[at : at + 100].split("{")[0].strip()))
        at = _end(_SPACE, text, match.end())
        declared = _parse_declarations(match[2])
        for selector in match[1].split(","):
            steps = tuple(_steps(selector.strip()))
            ids = sum(name[0] == "#" for step in steps for name in step.names)
            classes = sum(len(step.names) for step in steps) - ids
            tags = sum(step.tag != "*" for step in steps)
            before += 1
            if before > MOST_RULES:
                raise UsageError(_not_understood(_("so large a style sheet")))
            yield _Rule((ids, classes, tags, before), steps, declared)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where a pattern that fits everywhere ends."""
    match = pattern.match(text, at)
    return match.end() if match else at


def _without_comments(text: str) -> str:
    """Return a style with a space in the place of each comment that ends."""
    parts, at = [], 0
    while (start := text.find("/*", at)) >= 0 and (end := text.find("*/", start + 2)) >= 0:
        parts += [text[at:start], " "]
        at = end + 2
    return "".join([*parts, text[at:]])


def _steps(selector: str) -> Iterator[_Step]:
    """Yield the steps of a selector: of names, classes, ids, one in another."""
    child = False
    words = selector.replace(">", " > ").split()
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


def _parse_declarations(text: str) -> _Declared:
    usual: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in _split_parts(_without_comments(text)):
        name, colon, value = part.partition(":")
        if not colon and part.strip():
            raise UsageError(_not_understood(part.strip()))
        if colon:
            name = name.strip()
            name = name if name.startswith("--") else name.lower()
            first, mark, last = value.rpartition("!")
            usual.pop(name, None)
            important.pop(name, None)
            if mark and last.strip().lower() == "important":
                important[name] = first.strip()
            else:
                usual[name] = value.strip()
    return _Declared(usual, important)


def _split_parts(text: str) -> list[str]:
    """Return what stands between semicolons; those within brackets part nothing."""
    if ")" not in text:
        return text.split(";")
    ends, within = [len(text)], False
    for mark in reversed([*re.finditer("[;()]", text)]):
        if mark[0] != ";":
            within = mark[0] == ")"
        elif not within:
            ends.append(mark.start())
    ends.reverse()
    starts = [0, *(end + 1 for end in ends[:-1])]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]
