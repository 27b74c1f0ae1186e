"""Sums and differences of fractions, in lowest terms; equal values count as the same answer."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from mazeeditor.core.translation import _
from mazeeditor.page.questions import MINUS, Draw, Question, question

if TYPE_CHECKING:
    from fractions import Fraction

DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12)  # the line, in questions
MAX_DENOMINATOR = 30  # below it when both are extended


@question("fractions", _("Fractions"), order=5)
def fractions(draw: Draw, _level: int) -> Question:
    """Two fractions with different denominators, added or subtracted."""
    from fractions import Fraction  # here: every command imports this file, and few ask

    one, other = _fraction(draw), _fraction(draw)
    while not _suit(one, other):
        one, other = _fraction(draw), _fraction(draw)
    adds = draw.below(2) == 1
    one, other = (one, other) if adds or one > other else (other, one)
    right = one + other if adds else one - other
    sign = 1 if adds else -1
    above = one.numerator + sign * other.numerator
    below = one.denominator + sign * other.denominator
    errors = [
        one - other if adds else one + other,  # the other operation
        one * other,
        _over(above, below),  # above and below one after the other
        _over(above, max(one.denominator, other.denominator)),  # not extended
        _over(above, one.denominator * other.denominator),
        right + Fraction(1, right.denominator),
        right - Fraction(1, right.denominator),
        Fraction(right.denominator, right.numerator),
    ]
    steps = [right + Fraction(step, right.denominator) for step in (2, -2, 3, -3, 4, 5, 6, 7)]
    text = f"{one} {'+' if adds else MINUS} {other}"
    return Question(text, str(right), _texts(errors), _texts(steps))


def _fraction(draw: Draw) -> Fraction:
    from fractions import Fraction

    below = DENOMINATORS[draw.below(len(DENOMINATORS))]
    return Fraction(draw.between(1, below - 1), below)


def _suit(one: Fraction, other: Fraction) -> bool:
    """Whether two fractions differ below the line, and have a common number there that is small."""
    below = one.denominator, other.denominator
    return below[0] != below[1] and lcm(*below) <= MAX_DENOMINATOR


def _over(above: int, below: int) -> Fraction | None:
    from fractions import Fraction

    return Fraction(above, below) if below else None


def _texts(values: list[Fraction | None] | list[Fraction]) -> tuple[str, ...]:
    """Return fractions above zero as answers."""
    return tuple(str(value) for value in values if value is not None and value > 0)
