"""Numbers in rings to be passed in their order: 1, 2, 3, ..."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.marks.course import Course
from mazeeditor.page.tokens import Token, TokenSet, token


@token("checkpoints", _("Checkpoints"), order=4)
def checkpoints(course: Course, *, along_count: int | None, decoys: bool) -> TokenSet:
    """Numbers in rings, which the route passes in their order.

    No branch goes on where the route has come to: no number in it is the next one.
    """
    indices = course.spread(course.count(along_count))
    tokens = [Token(course.route[index], str(number)) for number, index in enumerate(indices, 1)]
    last = len(indices)
    if decoys:
        places = [course.places[index] for index in indices]
        for branch in course.branches(last):
            following = 1 + sum(place <= course.behind[branch] for place in places)
            numbers = [number for number in range(1, last + 2) if number != following]
            text = str(numbers[course.below(len(numbers))])
            tokens.append(Token(course.aside[branch], text, on_route=False))
    line = _("Pass 1 to {last} in their order.").format(last=last)
    return TokenSet(tuple(tokens), line, line, ringed=True)
