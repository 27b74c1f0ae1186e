"""How two states of a book differ: it names the steps that can be undone, and Compare says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mazeeditor.app.books.chapter_draft import ChapterDraft, ChapterState, Replacement
from mazeeditor.core.translation import _, count

MISSING = object()
PARTS = {
    "chapters": _("Chapters"),
    "replaced": _("Replaced Mazes"),
    "shape": _("Shape"),
    "generator": _("Generator"),
    "masks": _("Outline"),
    "logo": _("Logo"),
}


class BookState(NamedTuple):
    """The values of a book at one moment; those of a chapter that did not change are the same."""

    fields: dict[str, Any]
    chapters: tuple[tuple[ChapterDraft, ChapterState], ...]
    selected: int
    by_id: dict[str, Replacement]


def differences(before: BookState, now: BookState) -> list[str]:
    """Return the names of what differs: ``title``, ``2/count``, or ``chapters`` for their list.

    Where that is another one, the values of the chapters are not looked at.
    """
    names = _differing(before.fields, now.fields)
    names += ["replaced"] if before.by_id != now.by_id else []
    if [chapter for chapter, _state in before.chapters] != (
        [chapter for chapter, _state in now.chapters]
    ):
        return [*names, "chapters"]
    pairs = zip(before.chapters, now.chapters, strict=True)
    for place, ((_chapter, one), (_same, other)) in enumerate(pairs):
        if one is not other:
            names += [f"{place}/{name}" for name in _in_chapter(one, other)]
    return names


def _in_chapter(before: ChapterState, now: ChapterState) -> list[str]:
    one, other = before.recipe, now.recipe
    parts = {
        "shape": one.shape != other.shape,
        "generator": one.generator != other.generator,
        "masks": (one.masks, one.pieces) != (other.masks, other.pieces),
        "braid": one.braid != other.braid,
    }
    grown = one.sizes != other.sizes  # the last maze grows with the first one
    return [
        *_differing(before.style, now.style),
        *(name for name, differs in parts.items() if differs),
        *_differing(one.sizes, other.sizes),
        *_differing(one.options, other.options),
        *([] if grown else _differing(before.ends, now.ends)),
        *_differing(before.look, now.look),
        *(["logo"] if before.logo != now.logo else []),
        *(["replaced"] if before.replaced != now.replaced else []),
    ]


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    names = [*now, *(name for name in before if name not in now)]
    return [name for name in names if before.get(name, MISSING) != now.get(name, MISSING)]


def in_words(mine: BookState, other: BookState, labels: Mapping[str, str]) -> list[str]:
    """Return a sentence for each part of a book that differs from its file, or one for none.

    ``labels`` are what users call the names of options. Chapters are compared place by place.
    """
    names = _differing(mine.fields, other.fields)
    sentences = []
    if names:
        sentences.append(_("The book differs: {names}.").format(names=_listed(names, labels)))
    here, there = len(mine.chapters), len(other.chapters)
    if here != there:
        chapters = count(here, _("chapter"), _("chapters"))
        text = _("The book here has {chapters}, the one in the file {other:,}.")
        sentences.append(text.format(chapters=chapters, other=there))
    for place, ((_one, before), (_other, now)) in enumerate(
        zip(mine.chapters, other.chapters, strict=False), 1
    ):
        if names := _in_chapter(before, now):
            text = _("Chapter {number} differs: {names}.")
            sentences.append(text.format(number=place, names=_listed(names, labels)))
    if mine.by_id != other.by_id:
        sentences.append(_("Other mazes are replaced."))
    return sentences or [_("Texts, settings and chapters are the same.")]


def _listed(names: list[str], labels: Mapping[str, str]) -> str:
    return ", ".join(dict.fromkeys(labels.get(name, PARTS["chapters"]) for name in names))
