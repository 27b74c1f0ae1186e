"""Printing conditions by the names that their registry has: the paper and inks of a press."""

from __future__ import annotations

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, printable, quoted

USUAL = "CGATS TR 001"  # web offset on coated paper, in the Americas
# of the registry: coated and uncoated paper in Europe, old and new, and coated paper in Japan
CONDITIONS = (USUAL, "FOGRA39", "FOGRA47", "FOGRA51", "FOGRA52", "JC200103")
LONGEST = 60  # letters


def read_condition(text: str) -> str:
    """Return the name of a printing condition, "" for none; raises ``UsageError``."""
    word = " ".join(text.split())
    if len(word) > LONGEST or not word.isascii() or printable(word) != word:
        known = ", ".join(CONDITIONS)
        message = _("{text} is no name of a printing condition, such as {known}.")
        raise UsageError(message.format(text=quoted(text[:LONGEST]), known=known))
    return word
