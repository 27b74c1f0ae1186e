"""Every text a person sees, in that person's language where a translation is installed."""

from __future__ import annotations

import gettext
from pathlib import Path

_catalogue = gettext.translation("mazeeditor", Path(__file__).parent / "locale", fallback=True)

_ = _catalogue.gettext
ngettext = _catalogue.ngettext


def count(number: int, one: str, many: str) -> str:
    """Return ``number`` with its noun, thousands grouped: ``1 wall``, ``1,024 walls``."""
    return f"{number:,} {ngettext(one, many, number)}"
