"""What a reader takes as one character, and where a line may end: clusters, emoji, breaks.

A cluster is a letter with its marks, a syllable joined by a virama, a flag, or a sequence of emoji:
it is in one typeface and on one line. A simple form of UAX #29 and UAX #14 that covers titles.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

MARKS = frozenset({"Mn", "Mc", "Me", "Cf"})  # categories of what changes the letter before it
VIRAMA = 9  # the combining class of signs that join two letters into one
JOINER, PRESENTED = "\u200d", "\ufe0f"  # joins emoji; asks for the coloured form of a character
SPACING = "\u0e33\u0eb3"  # vowels of Thai and Lao that stand on the letter before them
FLAGS = range(0x1F1E6, 0x1F200)  # two of them are a flag
SKINS = range(0x1F3FB, 0x1F400)
VOWELS_OF_HANGUL = range(0x1160, 0x1200)
SYMBOLS = range(0x2300, 0x2C00)
PICTOGRAPHS = range(0x1F000, 0x1FB00)
OPENING, CLOSING = ("Ps", "Pi"), ("Pe", "Pf", "Po")  # categories: no line ends or begins with them
NEVER_FIRST = frozenset("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻ーゝゞヽヾ〜～…‥·")


def clusters(text: str) -> list[str]:
    """Return the clusters of a text."""
    result: list[str] = []
    for character in text:
        if result and _joins(result[-1], character):
            result[-1] += character
        else:
            result.append(character)
    return result


def _joins(before: str, character: str) -> bool:
    """Whether a character belongs to the cluster before it."""
    code, last = ord(character), before[-1]
    if unicodedata.category(character) in MARKS or character in SPACING or code in SKINS:
        return before != " "
    if code in FLAGS:
        return len(before) == 1 and ord(last) in FLAGS
    if code in VOWELS_OF_HANGUL:
        return ord(last) in range(0x1100, 0x1200)
    if last == JOINER or unicodedata.combining(last) == VIRAMA:
        return unicodedata.category(character) in ("Lo", "So", "Cn")
    return False


def is_emoji(cluster: str) -> bool:
    """Whether readers expect a picture in colours."""
    if PRESENTED in cluster:
        return True
    code = ord(cluster[0])
    if code in FLAGS:
        return True
    wide = unicodedata.east_asian_width(cluster[0]) == "W"
    category = unicodedata.category(cluster[0])
    if code in SYMBOLS:
        return wide and category in ("So", "Sm")
    # those of a newer Unicode than Python's are not assigned
    return code in PICTOGRAPHS and (category == "Cn" or (wide and category in ("So", "Sk")))


def pieces(word: str) -> Iterator[str]:
    """Yield the parts of a word between which a line may end: between Chinese characters."""
    piece = ""
    for cluster in clusters(word):
        if piece and _may_part(piece, cluster):
            yield piece
            piece = ""
        piece += cluster
    if piece:
        yield piece


def _may_part(piece: str, cluster: str) -> bool:
    before, after = piece[-1], cluster[0]
    if after in NEVER_FIRST or unicodedata.category(after) in CLOSING:
        return False
    if unicodedata.category(before) in OPENING:
        return False
    return _is_ideographic(before) or _is_ideographic(after)


def _is_ideographic(character: str) -> bool:
    """Whether a character is of Chinese or Japanese, which have no spaces between words."""
    if unicodedata.east_asian_width(character) not in ("W", "F"):
        return False
    return not unicodedata.name(character, "").startswith("HANGUL") and not is_emoji(character)


def language_of(text: str) -> str:
    """Return the language that the script of a text tells, "" for none: the user's own.

    Chinese, Japanese and Korean share characters that each writes differently.
    """
    names = [unicodedata.name(character, "") for character in text]
    if any(name.startswith(("HIRAGANA", "KATAKANA")) for name in names):
        return "ja"
    if any(name.startswith("HANGUL") for name in names):
        return "ko"
    return "zh-tw" if any(name.startswith("BOPOMOFO") for name in names) else ""
