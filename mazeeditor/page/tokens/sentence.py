"""A sentence whose letters stand along the route, or are left over beside it."""

from __future__ import annotations

import unicodedata
from string import ascii_uppercase

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import clusters
from mazeeditor.page.marks.course import Course
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.tokens import Token, TokenSet, token

JOINED = "\N{NO-BREAK SPACE}"  # no line of blanks ends within a word


@token("letters", _("Letters of a sentence"), order=1)
def letters(course: Course, *, sentence: str, decoys: bool) -> TokenSet:
    """Letters, which spell a sentence.

    No branch goes on where the route has come to: no letter in it is the next one of the sentence.
    """
    parts, spelled = parts_of(sentence)
    if len(spelled) > len(course.route):
        text = _(
            "The sentence has {letters} letters, and the route {cells} cells for them: "
            "shorten it, or make a larger maze."
        )
        raise UsageError(text.format(letters=len(spelled), cells=len(course.route)))
    indices = course.spread(len(spelled))
    tokens = [
        Token(course.route[index], letter) for index, letter in zip(indices, spelled, strict=True)
    ]
    if decoys:
        places = [course.places[index] for index in indices]
        for branch in course.branches(len(spelled)):
            passed = sum(place <= course.behind[branch] for place in places)
            following = spelled[passed] if passed < len(spelled) else ""
            pool = [letter for letter in pool_of(spelled) if letter != following]
            letter = pool[course.below(len(pool))]
            tokens.append(Token(course.aside[branch], letter, on_route=False))
    return TokenSet(tuple(tokens), blanks_of(parts), "".join(parts))


def parts_of(sentence: str) -> tuple[list[str], list[str]]:
    """Return what a sentence consists of, and its letters; raises ``UsageError`` without any."""
    parts = clusters(clean(sentence).upper())
    spelled = [part for part in parts if is_letter(part)]
    if not spelled:
        raise UsageError(_("The letters along the route need a sentence of at least one letter."))
    return parts, spelled


def blanks_of(parts: list[str]) -> str:
    return "".join(_blank(part) for part in parts).strip()


def _blank(cluster: str) -> str:
    """Return the line to write a letter on, and what else stands between letters."""
    if cluster == " ":
        return JOINED * 2 + " "
    return JOINED + "_" if is_letter(cluster) else JOINED + cluster


def is_letter(cluster: str) -> bool:
    """Whether a cluster is put into a cell: a letter or a digit, no space or punctuation."""
    return unicodedata.category(cluster[0])[0] in "LN"


def pool_of(spelled: list[str]) -> list[str]:
    """Return letters like those of the sentence, those that it has more often than others."""
    if all(letter in ascii_uppercase for letter in spelled):
        return [*spelled, *spelled, *ascii_uppercase]
    if len(set(spelled)) > 1:
        return spelled
    following = (chr(ord(spelled[0][0]) + step) for step in range(1, 40))
    return [*spelled, *(other for other in following if is_letter(other))][:6]


CLOSER = 2  # so many times as many letters on the route as off it, cell for cell


@token("left-over", _("Letters that are left over"), order=2, by_name=True)
def left_over(course: Course, *, sentence: str) -> TokenSet:
    """Letters off the route, which spell a sentence row by row; those on it are in the way.

    Letters on it are closer to each other, but no more than do not show where it is.
    """
    parts, spelled = parts_of(sentence)
    if not course.in_rows:
        raise UsageError(_("Letters that are left over are read in rows: use squares."))
    if len(spelled) > len(course.aside):
        text = _(
            "The sentence has {letters} letters, and off the route are {cells} cells for them: "
            "shorten it, or make a larger maze."
        )
        raise UsageError(text.format(letters=len(spelled), cells=len(course.aside)))
    share = len(course.aside) / len(spelled)
    tokens = []
    for number, letter in enumerate(spelled):
        first, last = int(number * share), int((number + 1) * share)
        cell = course.aside[first + course.below(last - first)]
        tokens.append(Token(cell, letter, on_route=False))
    others = min(max(round(CLOSER * len(course.route) / share), 1), len(course.route))
    pool = pool_of(spelled)
    crossed = [
        Token(course.route[index], pool[course.below(len(pool))]) for index in course.spread(others)
    ]
    question = _("Left over, row by row: {blanks}").format(blanks=blanks_of(parts))
    answer = _("Left over: {sentence}").format(sentence="".join(parts))
    return TokenSet((*crossed, *tokens), question, answer, crossing=True)
