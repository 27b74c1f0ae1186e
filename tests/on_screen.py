"""What a user can see of a program's windows: texts and where they are, nothing that is covered.

seen(root)      # every text on the screen, of buttons, labels, menus and lists
keys_shown(root)  # every key that a menu, a tooltip or a text names
"""

from __future__ import annotations

import re
import tkinter
from collections.abc import Iterator
from typing import Any, NamedTuple

from mazeeditor.gui.widgets.tooltip import Tips
from tests.dialogs import descendants

FIELDS = {"TEntry", "TSpinbox", "TCombobox", "Entry", "TScale", "TCheckbutton", "Toggle"}
STANDARD = {"Tab", "shift+Tab", "Return", "Escape", "space", "Up", "Down", "Left", "Right"}
SIGNS = {"ctrl": "Ctrl", "shift": "Shift", "alt": "Alt"}


class Seen(NamedTuple):
    """A text or a field on the screen; ``box`` is left, top, right and bottom, px."""

    text: str
    # the class of the widget, "entry" of a menu, "line" of a list, "drawn" on a canvas
    kind: str
    box: tuple[int, int, int, int]
    path: str
    letter: str = ""  # of a menu entry, underlined
    enabled: bool = True

    @property
    def middle(self) -> tuple[int, int]:
        """Where to click."""
        return (self.box[0] + self.box[2]) // 2, (self.box[1] + self.box[3]) // 2


def seen(root: tkinter.Misc) -> list[Seen]:
    """Return all that is on the screen and not covered where one would click it."""
    paths = [".", *descendants(root, ".")]
    shown = [path for path in paths if root.tk.call("winfo", "viewable", path)]
    found = [item for path in shown for item in _items(root, path)]
    return [item for item in found if _uncovered(root, item)]


def _items(root: tkinter.Misc, path: str) -> Iterator[Seen]:
    kind = str(root.tk.call("winfo", "class", path))
    if kind == "Menu":
        yield from _entries(root, path)
    elif kind == "Listbox":
        yield from _lines(root, path)
    elif kind == "Treeview":
        yield from _rows(root, path)
    elif kind == "Canvas":
        yield from _drawn(root, path)
    else:
        text = "" if kind in FIELDS - {"TCheckbutton"} else _text(root, path)
        if text or kind in FIELDS:
            states = _option(root, path, "-state")
            off = states == "disabled" or "disabled" in _states(root, path)
            yield Seen(text, kind, _box(root, path), path, enabled=not off)


def _entries(root: tkinter.Misc, menu: str) -> Iterator[Seen]:
    """Yield the entries of a menu bar or of a menu that is open."""
    call: Any = root.tk.call
    last = str(call(menu, "index", "end"))
    left, top, right, bottom = _box(root, menu)
    bar = str(call(menu, "cget", "-type")) == "menubar"
    count = 0 if last in ("none", "") else int(last) + 1
    for index in range(count):
        if str(call(menu, "type", index)) == "separator":
            continue
        label = str(call(menu, "entrycget", index, "-label"))
        place = int(str(call(menu, "entrycget", index, "-underline")))
        x, y = int(call(menu, "xposition", index)), int(call(menu, "yposition", index))
        more = index + 1 < count
        if bar:
            end = left + int(call(menu, "xposition", index + 1)) if more else left + x + 30
            box = left + x, top, end, bottom
        else:
            end = top + int(call(menu, "yposition", index + 1)) if more else bottom - 4
            box = left, top + y, right, end
        enabled = str(call(menu, "entrycget", index, "-state")) != "disabled"
        letter = label[place].lower() if 0 <= place < len(label) else ""
        yield Seen(label.strip(), "bar" if bar else "entry", box, menu, letter, enabled)


def _lines(root: tkinter.Misc, path: str) -> Iterator[Seen]:
    left, top, _right, _bottom = _box(root, path)
    for index in range(int(root.tk.call(path, "size"))):
        place = root.tk.splitlist(root.tk.call(path, "bbox", index))
        if place:
            x, y, width, height = map(int, place)
            box = left + x, top + y, left + x + width, top + y + height
            yield Seen(str(root.tk.call(path, "get", index)), "line", box, path)


def _rows(root: tkinter.Misc, path: str) -> Iterator[Seen]:
    """Yield the rows of a table or tree, those with a text."""
    left, top, _right, _bottom = _box(root, path)
    for item in root.tk.splitlist(root.tk.call(path, "children", "")):
        text = str(root.tk.call(path, "item", item, "-text")).strip()
        place = root.tk.splitlist(root.tk.call(path, "bbox", item))
        if text and place:
            x, y, width, height = map(int, place)
            yield Seen(text, "row", (left + x, top + y, left + x + width, top + y + height), path)


def _drawn(root: tkinter.Misc, path: str) -> Iterator[Seen]:
    """Yield the texts on a canvas, where it is scrolled to."""
    call = root.tk.call
    left, top, right, bottom = _box(root, path)
    aside, down = (float(str(call(path, name, 0))) for name in ("canvasx", "canvasy"))
    for item in root.tk.splitlist(call(path, "find", "all")):
        if str(call(path, "type", item)) != "text":
            continue
        corners = root.tk.splitlist(call(path, "bbox", item))
        if not corners:  # it is hidden
            continue
        x, y, x_end, y_end = map(float, corners)
        box = (left + x - aside, top + y - down, left + x_end - aside, top + y_end - down)
        inside = left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom
        if inside:
            text = str(call(path, "itemcget", item, "-text"))
            yield Seen(text, "drawn", (*map(round, box),), path)  # type: ignore[arg-type]


def _uncovered(root: tkinter.Misc, item: Seen) -> bool:
    """Whether a click there would reach it: a label within it, or a part over it, counts as it."""
    over = str(root.tk.call("winfo", "containing", *item.middle))
    return over == item.path or over.startswith(f"{item.path.rstrip('.')}.")


def _box(root: tkinter.Misc, path: str) -> tuple[int, int, int, int]:
    info = [int(root.tk.call("winfo", name, path)) for name in ("rootx", "rooty")]
    size = [int(root.tk.call("winfo", name, path)) for name in ("width", "height")]
    return info[0], info[1], info[0] + size[0], info[1] + size[1]


def _option(root: tkinter.Misc, path: str, name: str) -> str:
    try:
        return str(root.tk.call(path, "cget", name)).strip()
    except tkinter.TclError:
        return ""


def _text(root: tkinter.Misc, path: str) -> str:
    """Return the text of a widget, "" where it shows its picture alone."""
    pictured = _option(root, path, "-image") and _option(root, path, "-compound") == "image"
    return "" if pictured else _option(root, path, "-text")


def _states(root: tkinter.Misc, path: str) -> tuple[str, ...]:
    try:
        return tuple(map(str, root.tk.splitlist(root.tk.call(path, "state"))))
    except tkinter.TclError:
        return ()


# Keys


def keys_shown(root: tkinter.Misc, items: list[Seen]) -> set[str]:
    """Return the keys that can be read: in any menu, on the screen, or in tooltips of what is seen.

    They are as the program writes them: "Ctrl+Shift+I", "1", "Shift+arrow".
    """
    shown = {word.strip("(),.;:") for item in items for word in item.text.split()}
    shown |= {item.letter for item in items if item.kind == "entry"}
    shown |= {f"Alt+{item.letter.upper()}" for item in items if item.kind == "bar"}
    tips = vars(root.nametowidget(".")).get("tips")
    assert isinstance(tips, Tips)
    seen_paths = {item.path for item in items}
    shown |= {tip.current_key() for path, tip in tips.tooltips.items() if path in seen_paths}
    return shown | set(_accelerators(root))


def _accelerators(root: tkinter.Misc) -> Iterator[str]:
    """Yield the keys in the menus of the menu bar, which anyone may open to look."""
    for fill in {str(root.tk.call(path, "cget", "-postcommand")) for path in _menus(root)}:
        root.tk.eval(fill)
    for path in _menus(root):
        last = str(root.tk.call(path, "index", "end"))
        for index in range(0 if last in ("none", "") else int(last) + 1):
            if str(root.tk.call(path, "type", index)) not in ("separator", "cascade"):
                yield str(root.tk.call(path, "entrycget", index, "-accelerator")).strip()


def _menus(root: tkinter.Misc) -> list[str]:
    """Return the paths of all menus."""
    paths = list(descendants(root, "."))
    return [path for path in paths if root.tk.call("winfo", "class", path) == "Menu"]


def is_readable(combination: str, keys: set[str]) -> bool:
    """Whether a user can know a key: a standard one, or one that is shown."""
    if combination in STANDARD:
        return True
    parts = [SIGNS.get(part, part) for part in combination.split("+")]
    if parts[-1] in ("Up", "Down", "Left", "Right"):
        return "+".join([*parts[:-1], "arrow"]) in keys
    if len(parts) == 1:
        return parts[0] in keys or (len(parts[0]) == 1 and parts[0].upper() in keys)
    return "+".join([*parts[:-1], re.sub(r"^[a-z]$", lambda m: m[0].upper(), parts[-1])]) in keys
