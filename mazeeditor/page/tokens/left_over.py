"""Letters that spell a sentence once the route has crossed out all others."""

from __future__ import annotations

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.page.marks.course import Course
from mazeeditor.page.tokens import Token, TokenSet, token
from mazeeditor.page.tokens.sentence import blanks_of, parts_of, pool_of

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
