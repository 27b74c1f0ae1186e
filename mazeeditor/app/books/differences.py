"""How two books differ: it names the steps that can be undone, and Compare says it."""

from __future__ import annotations

from collections.abc import Mapping

from mazeeditor.app.books.choices import BookChoice
from mazeeditor.app.drafts.steps import Json, Keys, keys_in, patch_between
from mazeeditor.core.translation import _, count
from mazeeditor.maze.recipe import MASK_KEY, PIECES_KEY, SUBJECT_KEY

PARTS = {
    "chapters": _("Chapters"),
    "replaced": _("Replaced mazes"),
    "shape": _("Shape"),
    "generator": _("Generator"),
    MASK_KEY: _("Outline"),
    PIECES_KEY: _("Outline"),
    SUBJECT_KEY: _("Shows"),
    "logo": _("Logo"),
}


def label_at(keys: Keys, labels: Mapping[str, str]) -> str:
    """Return what users call what stands at some keys of a book, or of a chapter."""
    inner = keys[2:] if keys[0] == "chapters" else keys
    if inner and inner[0] in PARTS:
        return PARTS[inner[0]]
    return labels.get(inner[-1], PARTS["chapters"]) if inner else PARTS["chapters"]


def in_words(mine: BookChoice, other: BookChoice, labels: Mapping[str, str]) -> list[str]:
    """Return a sentence for each part of a book that differs from its file, or one for none.

    ``labels`` are what users call the names of options. Chapters are compared place by place.
    """
    sentences = []
    if names := _differing(mine.fields, other.fields, labels):
        sentences.append(_("The book differs: {names}.").format(names=names))
    here, there = len(mine.chapters), len(other.chapters)
    if here != there:
        chapters = count(here, _("chapter"), _("chapters"))
        text = _("The book here has {chapters}, the one in the file {other:,}.")
        sentences.append(text.format(chapters=chapters, other=there))
    pairs = zip(mine.chapters, other.chapters, strict=False)
    for number, (before, now) in enumerate(pairs, 1):
        if names := _differing(before.json, now.json, labels):
            text = _("Chapter {number} differs: {names}.")
            sentences.append(text.format(number=number, names=names))
    if mine.by_id != other.by_id:
        sentences.append(_("Other mazes are replaced."))
    return sentences or [_("Texts, settings and chapters are the same.")]


def _differing(mine: Json, other: Json, labels: Mapping[str, str]) -> str:
    names = (label_at(keys, labels) for keys in keys_in(patch_between(mine, other)))
    return ", ".join(dict.fromkeys(names))
