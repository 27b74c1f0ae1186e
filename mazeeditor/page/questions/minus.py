"""Differences of two numbers."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.questions import MINUS, Draw, Question, question, slips, sum_of


@question("minus", _("Subtraction"), order=2, levels=(20, 100, 1000))
def minus(draw: Draw, level: int) -> Question:
    """A number from 0 to ``level``, and one that is taken away from it."""
    first = draw.between(level // 4, level)
    taken = draw.between(max(level // 10, 2), first - 1)
    right = first - taken
    errors = [*slips(right, level), first + taken, _smaller_from_larger(first, taken)]
    return sum_of(f"{first} {MINUS} {taken}", right, errors, level)


def _smaller_from_larger(one: int, other: int) -> int:
    """Return a difference whose digits were each taken from the larger one: 25 for 42 - 27."""
    result, place = 0, 1
    while one or other:
        result += abs(one % 10 - other % 10) * place
        one, other, place = one // 10, other // 10, place * 10
    return result
