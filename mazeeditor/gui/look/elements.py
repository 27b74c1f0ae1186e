"""The grammar of a ttk theme: elements made of images, and layouts of elements in elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Settings = dict[str, Any]  # as ttk.Style.theme_create takes them
Layout = list[Any]
Image = Callable[[str], str]  # the name of a sprite -> the name of its Tk image

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
