"""Quotients without a remainder."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.questions import DIVIDED, Draw, Question, question, slips, sum_of
from mazeeditor.page.questions.times import factors


@question("divided", _("Division"), order=4, levels=(20, 100, 1000))
def divided(draw: Draw, level: int) -> Question:
    """A number of ``level`` at the most, divided by one of its parts."""
    one, other = sorted(factors(draw, level))
    by, right = (one, other) if level > 100 or draw.below(2) else (other, one)
    whole = by * right
    errors = [*slips(right, level), right + 2, right - 2, by, whole - by]
    return sum_of(f"{whole} {DIVIDED} {by}", right, errors, level, least=1)
