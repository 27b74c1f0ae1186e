"""Numbers to add up on the way."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.marks.course import Course
from mazeeditor.page.tokens import Token, TokenSet, token


@token("numbers", _("Numbers to add up"), order=2)
def numbers(course: Course, *, along_count: int | None, largest: int, decoys: bool) -> TokenSet:
    """Numbers, whose sum along the route is the answer."""
    indices = course.spread(course.count(along_count))
    values = [1 + course.below(largest) for _index in indices]
    tokens = [
        Token(course.route[index], str(value)) for index, value in zip(indices, values, strict=True)
    ]
    if decoys:
        tokens += [
            Token(course.aside[branch], str(1 + course.below(largest)), on_route=False)
            for branch in course.branches(len(indices))
        ]
    terms = " + ".join(map(str, values))
    answer = _("Sum: {terms} = {sum}").format(terms=terms, sum=sum(values))
    return TokenSet(tuple(tokens), _("Sum: ________"), answer)
