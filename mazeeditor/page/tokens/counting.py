"""Numbers to add up, pictures to collect and checkpoints along the route."""

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
