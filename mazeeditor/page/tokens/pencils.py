"""Signs that say in which colour the route goes on, when it is to be filled in."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.maze.photo.pencils import names_of
from mazeeditor.page.marks.course import Course
from mazeeditor.page.marks.route_colours import changes_along, colours_along
from mazeeditor.page.tokens import Token, TokenSet, token


@token("pencils", _("Changes of colour"), order=8)
def pencils(course: Course, *, pencils: str, decoys: bool) -> TokenSet:
    """Signs where the pencil changes, so that the route is a picture in several colours.

    Off the route stand others of the same forms: else the signs alone would show the way.
    """
    numbers, colours = colours_along(course.maze.lattice, course.whole, pencils)
    tokens, used = [], set[int]()
    for place in changes_along(numbers, course.places):
        number = numbers[place]
        used.add(number)
        tokens.append(Token(course.whole[place], sign=number, colour=colours[number]))
    if decoys:
        known = sorted(used)
        for branch in course.branches(len(tokens)):
            number = known[course.below(len(known))]
            cell = course.aside[branch]
            tokens.append(Token(cell, on_route=False, sign=number, colour=colours[number]))
    lines = tuple(names_of(colours))
    question = _("Fill in the way. At each sign go on in its colour.")
    return TokenSet(tuple(tokens), question, "", listed=lines, solved=lines, signs=colours)
