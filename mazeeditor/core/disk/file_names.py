"""Names of files from titles and lists, as every system takes them."""

from __future__ import annotations

import re
import unicodedata

FORBIDDEN = str.maketrans(dict.fromkeys('\\/:*?"<>|', " "))  # on one system or another
LONGEST = 100  # bytes
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # on Windows


def file_name_of(text: str) -> str:
    """Return a text as a name that every system can have, without a suffix; "" for none."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    name = " ".join(text.translate(FORBIDDEN).split()).strip(". ")
    while len(name.encode()) > LONGEST:
        name = name[:-1].rstrip(". ")
    return f"{name}-" if _RESERVED.fullmatch(name) else name
