"""Translates every text that users see, where a translation is installed."""

from __future__ import annotations

import gettext
import sys
from collections.abc import Callable
from pathlib import Path

_catalogue = gettext.translation("mazeeditor", Path(__file__).parents[1] / "locale", fallback=True)

_: Callable[[str], str] = _catalogue.gettext
if sys.platform == "darwin":
    from mazeeditor.core.key_names import naming_own_keys

    _ = naming_own_keys(_)

ngettext = _catalogue.ngettext


def language() -> str:
    """Return the language of the texts, as web pages name it: ``en``, ``pt-BR``."""
    return _catalogue.info().get("language", "en").replace("_", "-")


def quote_value(value: object, most: int = 60) -> str:
    """Return a value as an error message shows it, cut where it is long."""
    try:
        text = repr(value)
        if isinstance(value, str) and value.isprintable():  # a path of Windows has single ones
            text = text.replace("\\\\", "\\")
    except ValueError:  # Python prints no integers of thousands of digits
        text = _("a very large number")
    return text if len(text) <= most else text[: most - 1] + "…"


def printable(name: Path | str) -> str:
    """Return a path or name for a message, on one line whatever characters it has."""
    text = str(name)
    return text if text.isprintable() else ascii(text)


def without_controls(text: str, kept: str = "") -> str:
    r"""Return a text with its control characters, but for those ``kept``, as escapes: ``\x1b``.

    What others have written, names of files too, would tell a terminal what to do.
    """
    if text.isprintable():
        return text
    return "".join(
        ascii(char)[1:-1] if _is_control(char) and char not in kept else char for char in text
    )


def _is_control(char: str) -> bool:
    return char < " " or "\x7f" <= char < "\xa0"


def one_line(text: object, most: int = 600) -> str:
    """Return a message on one line, without its middle where a name in it is very long."""
    line = without_controls(" ".join(str(text).split()))
    return line if len(line) <= most else f"{line[: most // 2]} … {line[-most // 3 :]}"


def count(number: int, one: str, many: str) -> str:
    """Return ``number`` with its noun, thousands grouped: ``1 wall``, ``1,024 walls``."""
    return f"{number:,} {ngettext(one, many, number)}"


def duration(seconds: float) -> str:
    """Return a time with two or three digits: ``0.24 ms``, ``3.1 ms``, ``13 ms``, ``1.2 s``."""
    if seconds >= 1:
        return _("{number:.1f} s").format(number=seconds)
    ms = seconds * 1000
    digits = 0 if ms >= 10 else 1 if ms >= 1 else 2
    return _("{number} ms").format(number=f"{ms:.{digits}f}")
