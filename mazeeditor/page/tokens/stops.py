"""Stops to collect on the way out, and keys for the doors that are in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count
from mazeeditor.maze.collecting.placing import things_in
from mazeeditor.maze.collecting.things import (
    Things,
    keys_text,
    letter,
    number_of,
    stops_text,
)
from mazeeditor.maze.collecting.tour import Tour, shortest_tour
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.page.marks.course import MOST_CELLS
from mazeeditor.page.tokens import Token, TokenSet, token

if TYPE_CHECKING:
    from mazeeditor.page.page import Page

STOPS = "stops"  # the name of the kind
GIVEN, ANY = "given", "any"
USUAL_PASSAGE = 7.0  # mm
LISTED = 4  # stops that the line below the maze names one by one


def passage_for(*, stops: str, stops_order: str, keys: str, collect: str) -> float:  # noqa: ARG001 - all get it
    """Return how wide passages must be for rings that children see at once."""
    return USUAL_PASSAGE


def fixed_places(
    maze: Maze | None,
    anew: bool,
    *,
    stops: str,
    stops_order: str,
    keys: str,
    collect: str,  # noqa: ARG001 - all get it
) -> dict[str, str]:
    """Return the cells of stops, keys and doors as text, as far as there is room for them.

    Where no maze is known, or they have none in it, how many they are.
    """
    if anew or maze is None:
        stops, keys = (
            text if number_of(text) is not None else str(len(text.split()) or "")
            for text in (stops, keys)
        )
    if maze is None:
        return {"stops": stops, "keys": keys}
    try:
        things = _things(maze, stops, stops_order, keys, Job())
    except UsageError:  # the page says so
        return {"stops": stops, "keys": keys}
    lattice = maze.lattice
    return {"stops": stops_text(lattice, things.stops), "keys": keys_text(lattice, things.keys)}


@dataclass(frozen=True)
class StopsState:
    """Whether all can be collected: ``lost`` is a sentence on what cannot, "" for nothing.

    ``note`` says that all can, or why they have no place, and ``length`` how long the shortest tour
    is; ``figures`` are for ``info --json``.
    """

    lost: str
    note: str
    length: str
    figures: dict[str, int | str | None]


def state_of(maze: Maze, page: Page, job: Job) -> StopsState:
    """Return whether what a page has to collect can be collected; it has a tour.

    Raises ``CancelledError``.
    """
    figures: dict[str, int | str | None] = {"order": page.stops_order, "tour": None}
    try:
        things = _things(maze, page.stops, page.stops_order, page.keys, job)
        best = shortest_tour(maze, things, job)
    except UsageError as reason:
        lost = _("The stops have no place.")
        return StopsState(lost, str(reason), "", {**figures, "lost": str(reason)})
    stops, keys = len(things.stops), len(things.keys)
    figures |= {"stops": stops, "keys": keys, "tour": best.cells or None, "lost": best.lost}
    if not best.cells:
        return StopsState(best.lost, "", "", figures)
    length = count(best.cells, "cell", "cells")
    text = _("The shortest tour has {length}.")
    if stops:
        what = count(stops, "stop", "stops")
        all_of = _("The stop can be visited.") if stops == 1 else _("All {stops} can be visited.")
        text = f"{all_of.format(stops=what)} {text}"
    shown = _("shortest tour {length}").format(length=length)
    return StopsState(best.lost, text.format(length=length), shown, figures)


def tour(maze: Maze, *, stops: str, stops_order: str, keys: str, collect: str, job: Job) -> Tour:  # noqa: ARG001 - all get it
    """Return the shortest tour past all stops; raises ``UsageError`` and ``CancelledError``."""
    return shortest_tour(maze, _things(maze, stops, stops_order, keys, job), job)


@token(
    STOPS,
    _("Stops, keys and doors"),
    order=7,
    shares=frozenset({"collect"}),
    tour=tour,
    fixed=fixed_places,
    audience="7-9",
    passage=passage_for,
)
def stops(maze: Maze, *, stops: str, stops_order: str, keys: str, collect: str) -> TokenSet:
    """Numbers to visit in their order, or pictures in any; keys for doors, each with its letter."""
    things = _things(maze, stops, stops_order, keys, Job())
    tokens = [
        Token(cell, str(number)) if things.ordered else Token(cell, picture=collect)
        for number, cell in enumerate(things.stops, 1)
    ]
    tokens += [Token(key.cell, letter(at)) for at, key in enumerate(things.keys)]
    tokens += [
        Token(key.door[0], letter(at), toward=key.door[1], door=True)
        for at, key in enumerate(things.keys)
        if _is_passage(maze, *key.door)
    ]
    best = shortest_tour(maze, things)
    ringed = things.ordered or bool(things.keys)
    return TokenSet(tuple(tokens), line_of(things), _answer(things, best), ringed=ringed)


def kept_things(maze: Maze, page: Page) -> Things | None:
    """Return what a page has to collect where it says the cells, None where it does not."""
    places = number_of(page.stops) is None and number_of(page.keys) is None
    if page.along != STOPS or not (places and page.stops + page.keys):
        return None
    try:
        return things_in(maze, page.stops, page.keys, ordered=page.stops_order == GIVEN)
    except UsageError:  # of another maze
        return None


def things_on(maze: Maze, page: Page) -> Things:
    """Return what a page has to collect in a maze, placed where it says no cells.

    Raises ``UsageError``.
    """
    return _things(maze, page.stops, page.stops_order, page.keys, Job())


def _things(maze: Maze, stops: str, order: str, keys: str, job: Job) -> Things:
    if maze.lattice.cells > MOST_CELLS:
        text = _("Stops to collect are for mazes of {most:,} cells at most.")
        raise UsageError(text.format(most=MOST_CELLS))
    return things_in(maze, stops, keys, ordered=order == GIVEN, job=job)


def _is_passage(maze: Maze, one: int, other: int) -> bool:
    """Whether no wall is where a door is to be."""
    lattice: Lattice = maze.lattice
    return not maze.walls[one] >> lattice.slot_between(one, other) & 1


def line_of(things: Things) -> str:
    number, keys = len(things.stops), len(things.keys)
    parts = []
    if number == 1:
        one = _("Visit 1, then find the exit.")
        parts.append(one if things.ordered else _("Collect the picture, then find the exit."))
    elif number and things.ordered:
        names = ", ".join(str(at) for at in range(1, number + 1))
        several = _("1 to {last}").format(last=number)
        text = _("Visit {stops} in this order, then find the exit.")
        parts.append(text.format(stops=names if number <= LISTED else several))
    elif number:
        text = _("Collect all {number} pictures in any order, then find the exit.")
        parts.append(text.format(number=number))
    if keys == 1:
        parts.append(_("The A in a ring is a key: it opens the door A."))
    elif keys:
        parts.append(_("Letters in rings are keys: each opens the door with its letter."))
    return " ".join(parts)


def _answer(things: Things, best: Tour) -> str:
    """Return how long the shortest tour is, and what it meets where that has names."""
    if not best.cells:
        return best.lost
    length = count(best.cells, "cell", "cells")
    named = [at for at in best.order if things.ordered or at >= len(things.stops)]
    if not things.keys or not named:
        return _("Shortest tour: {length}").format(length=length)
    text = _("Shortest tour: {length}, past {names}")
    return text.format(length=length, names=", ".join(things.name(at) for at in named))
