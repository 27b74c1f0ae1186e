"""Which numbers one may step on in a maze of numbers: multiples, squares, primes, counting on.

::

    multiples-3    squares    primes    counting-5: each number is 5 more than the one before
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isqrt

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value

STEPS = range(2, 26)
OFFERS = (  # others may be typed
    *(f"multiples-{number}" for number in range(2, 13)),
    *("squares", "primes"),
    *(f"counting-{number}" for number in (2, 3, 5, 10)),
)
KNOWN = ("multiples-3", "squares", "primes", "counting-5")
DEFAULT_RULE = "multiples-3"
TIMES = 12  # the largest multiple
LARGEST_SQUARE, LARGEST_PRIME = 15, 100
NEAR_MISS = 3  # how far a near miss is from a number of the rule, at the most
_FORM = re.compile(r"(multiples|counting)-([0-9]{1,2})|squares|primes")


@dataclass(frozen=True)
class NumberRule:
    """A rule: its ``members``, numbers near them that are none.

    Where ``step`` is not 0, each number on the way is that much larger than the one before.
    """

    members: tuple[int, ...]
    misses: tuple[int, ...]
    line: str
    step: int = 0


def read_rule(text: str) -> str:
    """Return the usual spelling of a rule, also of its words; raises ``UsageError``."""
    word = "-".join(text.strip().lower()[:40].split())
    word = _by_words().get(word, word)
    match = _FORM.fullmatch(word)
    if not match or (match[2] and int(match[2]) not in STEPS):
        message = _("There is no rule {name}. Choose one of {known}, with any number from 2 to 25.")
        raise UsageError(message.format(name=quote_value(text[:40]), known=", ".join(KNOWN)))
    return f"{match[1]}-{int(match[2])}" if match[1] else word


def words_of(name: str) -> str:
    """Return how users read the usual spelling of a rule: ``Multiples of 3``."""
    kind, _dash, number = name.partition("-")
    if kind == "multiples":
        return _("Multiples of {number}").format(number=number)
    if kind == "counting":
        return _("Counting in steps of {number}").format(number=number)
    return _("Square numbers") if kind == "squares" else _("Prime numbers")


def _by_words() -> dict[str, str]:
    """Return every rule by its words, as one of them is looked up."""
    names = [f"{kind}-{number}" for kind in ("multiples", "counting") for number in STEPS]
    every = [*names, "squares", "primes"]
    return {"-".join(words_of(name).lower().split()): name for name in every}


def rule_of(name: str) -> NumberRule:
    """Return the rule with the usual spelling ``name``."""
    kind, _dash, number = name.partition("-")
    if kind == "multiples":
        step = int(number)
        line = _("Step only on multiples of {number}, not diagonally.").format(number=step)
        return _rule([step * times for times in range(1, TIMES + 1)], line)
    if kind == "counting":
        step = int(number)
        line = _("Count on in steps of {number}, from {number}, not diagonally.").format(
            number=step
        )
        return NumberRule((), (), line, step)
    if kind == "squares":
        squares = [number * number for number in range(1, LARGEST_SQUARE + 1)]
        return _rule(squares, _("Step only on square numbers, not diagonally."))
    primes = [number for number in range(2, LARGEST_PRIME) if is_prime(number)]
    rule = _rule(primes, _("Step only on prime numbers, not diagonally."))
    misses = tuple(number for number in rule.misses if number % 2 and number % 5)  # look prime
    return NumberRule(rule.members, (*misses, *misses, *rule.misses), rule.line)


def is_prime(number: int) -> bool:
    """Return whether a number is one: by trial division."""
    return number > 1 and all(number % part for part in range(2, isqrt(number) + 1))


def _rule(members: list[int], line: str) -> NumberRule:
    """Return the rule of some numbers; misses are near them, or have their digits exchanged."""
    near = {
        number + away * sign
        for number in members
        for away in range(1, NEAR_MISS + 1)
        for sign in (1, -1)
    }
    near |= {int(str(number)[::-1]) for number in members}
    misses = sorted(number for number in near - {*members} if 0 < number <= max(members))
    return NumberRule(tuple(members), tuple(misses), line)
