"""What is asked at the forks of a maze: sums and words; each file is one kind of question.

::

    @question("plus", _("Plus"), order=1, levels=(20, 100, 1000))
    def plus(draw: Draw, level: int) -> Question:

A page names them with their levels, as ``asking.py`` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mazeeditor.core.registry import Entry, Registry
from mazeeditor.maze.random import shuffle_items

if TYPE_CHECKING:
    from fractions import Fraction

MINUS, TIMES, DIVIDED = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}", "\N{DIVISION SIGN}"
_NUMBER = re.compile(r"([-+\N{MINUS SIGN}]?[0-9]{1,12})(?:\s*/\s*([0-9]{1,12}))?")
_DECIMAL = re.compile(r"([-+\N{MINUS SIGN}]?[0-9]{1,12})[.,]([0-9]{1,12})")


class Draw:
    """Random numbers: ``below(limit)`` is one from 0 to ``limit - 1``."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def between(self, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)


@dataclass(frozen=True)
class Question:
    """What is asked, its right ``answer``, and wrong ones: those that one gives by an error.

    ``likely`` are errors, and ``others`` what is taken where these are not enough, the best first;
    those of ``beyond``, which show that they are wrong, only where all else is used up. All are
    numbers, fractions or words as they are printed. ``also`` are right as well, so none of the
    wrong ones may be one of them. ``equals`` stands between a question and its answer.
    """

    text: str
    answer: str
    likely: tuple[str, ...]
    others: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    equals: str = " = "
    beyond: tuple[str, ...] = ()

    def wrong(self, draw: Draw, used: Iterable[str]) -> Iterator[str]:
        """Yield wrong answers, no two alike: at first those that are not ``used`` elsewhere."""
        taken = {value_of(text) for text in (self.answer, *self.also)}
        elsewhere = {value_of(text) for text in used}
        order = [*shuffle_items(self.likely, draw.below), *self.others]
        for again, texts in ((False, order), (True, order), (True, self.beyond)):
            for text in texts:
                value = value_of(text)
                if value not in taken and (again or value not in elsewhere):
                    taken.add(value)
                    yield text


def value_of(text: str) -> Fraction | str:
    """Return the number that a text is, else the text without regard to case: 1/2 is 0.5."""
    from fractions import Fraction  # here: every command imports this file, and few ask

    text = " ".join(text.split())
    if match := _NUMBER.fullmatch(text):
        below = int(match[2] or 1)
        if below:
            return Fraction(int(match[1].replace(MINUS, "-")), below)
    if match := _DECIMAL.fullmatch(text):
        whole, part = match[1].replace(MINUS, "-"), match[2]
        return Fraction(int(whole + part), 10 ** len(part))
    return text.casefold()


@dataclass(frozen=True, kw_only=True)
class QuestionKind(Entry[Callable[..., Question]]):
    """A registered kind: ``run(draw, level)`` returns a question of one of its ``levels``.

    The level is the largest number in question and answer; a kind without ``levels`` gets 0.
    """

    levels: tuple[int, ...] = field(default=())

    @property
    def names(self) -> list[str]:
        return [f"{self.name}-{level}" for level in self.levels] or [self.name]


QUESTIONS: Registry[QuestionKind] = Registry("kind of question", __name__)
question = QUESTIONS.decorator(QuestionKind)


def numbers(values: Iterable[int], most: int, least: int = 0) -> tuple[str, ...]:
    """Return whole numbers as answers: those from ``least`` to ``most``, each once."""
    return tuple(str(value) for value in dict.fromkeys(values) if least <= value <= most)


def sum_of(text: str, right: int, errors: Iterable[int], level: int, least: int = 0) -> Question:
    """Return a question with a whole number as its answer, wrong ones up to ``level``.

    Beside the ``errors`` these are the nearest numbers.
    """
    away = [right + step * sign for step in range(1, 31) for sign in (1, -1)]
    likely, others, beyond = (
        numbers(errors, level, least),
        numbers(away, level, least),
        numbers(away, max(level, right) + 30, max(level, right) + 1),
    )
    return Question(text, str(right), likely, others, beyond=beyond)


def swap_digits(right: int) -> list[int]:
    """Return a number with its first two digits exchanged, and with its last two: 34 for 43."""
    text = str(right)
    if len(text) < 2:
        return []
    exchanged = [text[1] + text[0] + text[2:], text[:-2] + text[-1] + text[-2]]
    return [int(each) for each in exchanged if each[0] != "0"]


def slips(right: int, level: int) -> list[int]:
    """Return what comes of usual slips: off by one, off by ten (and by 100), digits exchanged."""
    result = [right + 1, right - 1, right + 10, right - 10, *swap_digits(right)]
    return result + ([right + 100, right - 100] if level > 100 else [])
