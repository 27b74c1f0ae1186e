"""Arabic and Hebrew in the order and the forms in which they are drawn, for PDF and pictures.

SVG needs none of this: what shows it does the same itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))
FORMS = {  # ranges of the forms that letters take beside each other
    "letters": range(0xFB50, 0xFF00),
    "ligatures": range(0xFEF5, 0xFEFD),  # lam and alef, the one pair that must be joined
}


def visual(text: str) -> str:
    """Return ``text`` with its characters from left to right as they stand on paper.

    The order is that of the Unicode bidirectional algorithm (UAX #9).
    """
    if not any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in text):
        return text
    from fpdf.bidi import BidiParagraph, auto_detect_base_direction

    text = _joined(text)
    paragraph = BidiParagraph(text, base_direction=auto_detect_base_direction(text))
    seen, marks = [], ""  # marks stand before their letter here, and are drawn after it
    for each in paragraph.get_reordered_characters():
        backwards = each.embedding_level % 2 == 1
        if backwards and unicodedata.category(each.character) == "Mn":
            marks = each.character + marks
            continue
        seen.append(MIRRORED.get(each.character, each.character) if backwards else each.character)
        seen.append(marks)
        marks = ""
    return "".join(seen) + marks


@cache
def _forms() -> Mapping[tuple[str, str], str]:
    """Return the character for each form of each letter: ``("medial", "\u0628")`` and so on."""
    found: dict[tuple[str, str], str] = {}
    for kind, codes in FORMS.items():
        for code in codes:
            form, *letters = unicodedata.decomposition(chr(code)).split() or [""]
            if len(letters) == (2 if kind == "ligatures" else 1):
                whole = "".join(chr(int(letter, 16)) for letter in letters)
                found.setdefault((form.strip("<>"), whole), chr(code))
    return found


def _joined(text: str) -> str:
    """Return Arabic letters in the forms that they take beside each other."""
    forms = _forms()
    for lam_alef in {pair for _form, pair in forms if len(pair) == 2}:
        text = text.replace(lam_alef, forms["isolated", lam_alef])
    whole = {form: pair for (name, pair), form in forms.items() if name == "isolated"}
    letters = [whole.get(c, c) if len(whole.get(c, c)) == 2 else c for c in text]
    shown = []
    for place, letter in enumerate(letters):
        before = _reaches(letters, place, -1) and _can(letter, "final")
        after = _reaches(letters, place, 1) and _can(letter, "initial")
        form = ("medial" if after else "final") if before else "initial" if after else "isolated"
        shown.append(forms.get((form, letter), text[place]))
    return "".join(shown)


def _reaches(letters: list[str], place: int, step: int) -> bool:
    """Whether the next letter on a side, marks passed over, joins this one."""
    place += step
    while 0 <= place < len(letters) and unicodedata.category(letters[place][0]) == "Mn":
        place += step
    return 0 <= place < len(letters) and _can(letters[place], "initial" if step < 0 else "final")


def _can(letter: str, form: str) -> bool:
    return letter in "\u0640\u200d" or (form, letter) in _forms()
