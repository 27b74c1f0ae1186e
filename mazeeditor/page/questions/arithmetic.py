"""Addition, subtraction, multiplication and division of whole numbers."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.questions import DIVIDED, MINUS, TIMES, Draw, Question, question, slips, sum_of


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


@question("divided", _("Division"), order=4, levels=(20, 100, 1000))
def divided(draw: Draw, level: int) -> Question:
    """A number of ``level`` at the most, divided by one of its parts."""
    one, other = sorted(factors(draw, level))
    by, right = (one, other) if level > 100 or draw.below(2) else (other, one)
    whole = by * right
    errors = [*slips(right, level), right + 2, right - 2, by, whole - by]
    return sum_of(f"{whole} {DIVIDED} {by}", right, errors, level, least=1)
