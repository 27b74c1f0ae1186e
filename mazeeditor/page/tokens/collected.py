"""Pictures to collect on the way, and how many they are."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.marks.course import Course
from mazeeditor.page.tokens import Token, TokenSet, token


@token("pictures", _("Pictures to collect"), order=3)
def pictures(course: Course, *, along_count: int | None, collect: str, decoys: bool) -> TokenSet:
    """Pictures, whose number along the route is the answer."""
    indices = course.spread(course.count(along_count))
    tokens = [Token(course.route[index], picture=collect) for index in indices]
    if decoys:
        tokens += [
            Token(course.aside[branch], picture=collect, on_route=False)
            for branch in course.branches(len(indices))
        ]
    answer = _("Collected: {count}").format(count=len(indices))
    return TokenSet(tuple(tokens), _("Collected: ________"), answer)
