"""What a print shop asks for: each rule is a function that yields what breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mazeeditor.core.lengths import POINTS
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.prepress.content.ink import Extreme
from mazeeditor.prepress.print_file import PrintFile, PrintPage


@dataclass(frozen=True)
class Setting:
    """What of a sheet or book to change, lengths in mm."""

    name: str
    value: float | int | str | bool


@dataclass(frozen=True)
class Problem:
    """What breaks a rule, on which pages, and what mends it; each text is a sentence.

    ``value`` is the worst figure and ``limit`` what is asked for, in ``unit``; ``where`` is the box
    of the worst on the first page of ``pages``, in mm from its left and top.
    """

    message: str
    advice: str
    pages: tuple[int, ...] = ()
    value: float | None = None
    limit: float | None = None
    unit: str = ""
    where: tuple[float, float, float, float] | None = None
    setting: Setting | None = None


Mend = Callable[[PrintFile], str]
Run = Callable[..., Iterator[Problem]]


@dataclass(frozen=True, kw_only=True)
class Check(Entry[Run]):
    """A rule: ``run(file, **values)`` yields what breaks it; its options are the rule's values.

    ``mend(file)`` changes the open file so that it looks as before and keeps to the rule, and
    returns a sentence on what it has done, "" where it could not. ``always`` is whether each set of
    rules has it, as an error.
    """

    mend: Mend | None = None
    always: bool = False


CHECKS: Registry[Check] = Registry("rule", __name__)
check = CHECKS.decorator(Check)


@dataclass(frozen=True)
class Worst:
    """The smallest figure that breaks a rule, on its page, and all such pages, that one first."""

    extreme: Extreme
    page: PrintPage
    pages: tuple[int, ...]

    @property
    def value(self) -> float:
        return self.extreme.value

    def problem(self, message: str, advice: str, **figures: Any) -> Problem:
        """Return what breaks the rule, here; ``figures`` are further values of ``Problem``."""
        where = place_of(self.extreme, self.page)
        return Problem(message, advice, self.pages, where=where, **figures)


def worst_of(
    file: PrintFile, figure: Callable[[PrintPage], Extreme | None], broken: Callable[[float], bool]
) -> Worst | None:
    """Return what breaks a rule most, None where no page does; ``figure`` is that of a page."""
    known = [(value, page) for page in file.pages if (value := figure(page)) is not None]
    bad = [(value, page) for value, page in known if broken(value.value)]
    if not bad:
        return None
    value, page = min(bad, key=lambda pair: pair[0].value)
    others = tuple(other.number for _value, other in bad if other is not page)
    return Worst(value, page, (page.number, *others))


def place_of(extreme: Extreme, page: PrintPage) -> tuple[float, float, float, float]:
    """Return where something is: left, top, width and height in mm, from the page's left top."""
    area, where = page.source.visible, extreme.where
    left, top = where[0] - area[0], area[3] - where[3]
    numbers = (left, top, where[2] - where[0], where[3] - where[1])
    a, b, c, d = (round(one / POINTS, 2) for one in numbers)
    return a, b, c, d


def pages_text(numbers: Iterable[int]) -> str:
    """Return page numbers in order, those in a row as one: ``3, 5-9``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    if len(parts) > 12:
        parts = [*parts[:10], _("and {more} more").format(more=len(parts) - 10)]
    return ", ".join(parts)
