"""Sums of two numbers."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.questions import Draw, Question, question, slips, sum_of


@question("plus", _("Addition"), order=1, levels=(20, 100, 1000))
def plus(draw: Draw, level: int) -> Question:
    """Two numbers whose sum is ``level`` at the most."""
    right = draw.between(level // 4, level)
    one = draw.between(max(level // 10, 2), right - max(level // 10, 2))
    other = right - one
    errors = [*slips(right, level), abs(one - other), _without_carrying(one, other)]
    return sum_of(f"{one} + {other}", right, errors, level)


def _without_carrying(one: int, other: int) -> int:
    """Return a sum whose tens were not carried over: 12 for 7 + 15."""
    result, place = 0, 1
    while one or other:
        result += (one % 10 + other % 10) % 10 * place
        one, other, place = one // 10, other // 10, place * 10
    return result
