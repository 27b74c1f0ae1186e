"""A number in each cell, and no walls between them: the only way over numbers of a rule."""

from __future__ import annotations

from math import hypot

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import POINT
from mazeeditor.core.translation import _
from mazeeditor.maze.random import shuffle_items
from mazeeditor.page.marks.course import Course
from mazeeditor.page.marks.labels import SHARE, half_size
from mazeeditor.page.number_rules import NumberRule, rule_of
from mazeeditor.page.tokens import Token, TokenSet, token

MAX_CELLS = 3_000  # cells of a page
USUAL_LETTERS = 9 * POINT  # mm: the em of numbers on sheets, at the least
ASTRAY = 0.6  # of all cells: as many are on the route and on ways that lead nowhere, at the most
MAX_NUMBER = 999  # of numbers that count on


def passage_for(*, step_on: str, decoys: bool) -> float:  # noqa: ARG001 - all get it
    """Return how wide passages must be for numbers of ``USUAL_LETTERS`` mm."""
    rule = rule_of(step_on)
    longest = "8" * len(str(max(rule.members, default=MAX_NUMBER)))
    return 2 * hypot(*half_size(Token(0, longest))) * USUAL_LETTERS / SHARE


@token(
    "stepping",
    _("Numbers to step on"),
    order=6,
    apart=True,
    audience="7-9",
    passage=passage_for,
)
def stepping(course: Course, *, step_on: str, decoys: bool) -> TokenSet:
    """Numbers in all cells, of which those of a rule lead from the start to the goal.

    Two cells are neighbours where a wall or passage is between them. The numbers of the rule are on
    the route and, with ``decoys``, on branches of it: each cell of these is the neighbour of only
    one that was there before, so they are a tree, and the way is the only one.
    """
    rule, cells = rule_of(step_on), course.maze.lattice.inside_cells().tolist()
    if len(cells) > MAX_CELLS:
        text = _("A maze of numbers has {most:,} cells at most.")
        raise UsageError(text.format(most=MAX_CELLS))
    beside = {cell: _beside(course, cell) for cell in cells}
    if not _is_apart(course.whole, beside):
        text = _(
            "The route runs beside itself, where numbers alone would show a shorter one: "
            "shorten it first (transform: route-apart)."
        )
        raise UsageError(text)
    values = _counting(course, rule, beside) if rule.step else _sort(course, rule, beside, decoys)
    route, taken = [*course.whole], course.taken
    order = [*route, *(cell for cell in cells if cell not in {*route})]
    tokens = tuple(
        Token(cell, str(values[cell]), on_route=place < len(route))
        for place, cell in enumerate(order)
        if cell not in taken
    )
    return TokenSet(tokens, rule.line, rule.line, labels=True, bare=True)


def _beside(course: Course, cell: int) -> list[int]:
    """Return the neighbours of a cell, whatever walls are between."""
    lattice = course.maze.lattice
    others = (lattice.neighbour(cell, slot) for slot in range(lattice.degree))
    return [other for other in others if other >= 0 and lattice.inside[other]]


def _is_apart(route: tuple[int, ...], beside: dict[int, list[int]]) -> bool:
    """Return whether no cells of a route are neighbours but those that follow each other."""
    cells = {*route}
    pairs = sum(other in cells for cell in route for other in beside[cell])
    return pairs == 2 * (len(route) - 1)


def _sort(
    course: Course, rule: NumberRule, beside: dict[int, list[int]], decoys: bool
) -> dict[int, int]:
    """Return numbers of the rule on the route and its branches, and near misses elsewhere."""
    allowed = {*course.whole}
    order = shuffle_items((cell for cell in beside if cell not in allowed), course.below)
    most = ASTRAY * len(beside) if decoys else 0
    grown = True
    while grown and len(allowed) < most:
        grown = False
        for cell in order:
            joined = sum(other in allowed for other in beside[cell])
            if cell not in allowed and joined == 1 and len(allowed) < most:
                allowed.add(cell)
                grown = True
    pools = {cell: rule.members if cell in allowed else rule.misses for cell in beside}
    return {cell: pool[course.below(len(pool))] for cell, pool in pools.items()}


def _counting(course: Course, rule: NumberRule, beside: dict[int, list[int]]) -> dict[int, int]:
    """Return numbers that count on along the route, and nowhere beside it.

    No other pair of neighbours is one step apart, so there is no other way to count on.
    """
    step, route = rule.step, course.whole
    values = {cell: step * number for number, cell in enumerate(route, 1)}
    if step * len(route) > MAX_NUMBER:
        text = _("The route has {cells} cells, and counting in {step}s goes to {most}: {hint}")
        hint = _("use a smaller maze, or smaller steps.")
        raise UsageError(text.format(cells=len(route), step=step, most=MAX_NUMBER, hint=hint))
    last = step * len(route)
    for cell in beside:
        if cell in values:
            continue
        near = [values[other] for other in beside[cell] if other in values]
        barred = {value + away for value in near for away in (step, -step)}
        about = near[course.below(len(near))] if near else step * (1 + course.below(len(route)))
        steps = [2 * step, -2 * step, step + 1, 1 - step, step - 1, -step - 1, 3 * step, 1, -1]
        tries = [about + away for away in shuffle_items(steps, course.below)]
        tries += range(1, last + 20)
        values[cell] = next(value for value in tries if value > 0 and value not in barred)
    return values
