"""Products of two numbers."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.questions import TIMES, Draw, Question, question, slips, sum_of


@question("times", _("Multiplication"), order=3, levels=(20, 100, 1000))
def times(draw: Draw, level: int) -> Question:
    """Two numbers whose product is ``level`` at the most: to 100 the tables from 2 to 10."""
    one, other = factors(draw, level)
    right = one * other
    nearby = [right + one, right - one, right + other, right - other]
    errors = [*slips(right, level), *nearby, one + other]
    return sum_of(f"{one} {TIMES} {other}", right, errors, level)


def factors(draw: Draw, level: int) -> tuple[int, int]:
    """Return two numbers from 2 on whose product is ``level`` at the most, in any order."""
    one = draw.between(2, min(10, level // 2))
    low, high = (11, level // one) if level > 100 else (2, min(10, level // one))
    other = draw.between(low, min(high, 99))
    return (one, other) if draw.below(2) else (other, one)
