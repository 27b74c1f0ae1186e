"""A riddle whose answers stand at the goals: the right one tells which goal is right."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.page.marks.course import Course
from mazeeditor.page.questions import Draw
from mazeeditor.page.questions.asking import ask, sources_of
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.tokens import BLANK, Token, TokenSet, token


@token(
    "riddle",
    _("Riddle with several goals"),
    order=8,
    by_name=True,
    shortens=True,
    to_first=True,
)
def riddle(course: Course, *, questions: str) -> TokenSet:
    """A question, and an answer at each exit: the right one stands at the first exit.

    They stand in the cells where they are large enough there, else letters do.
    """
    if not questions:
        raise UsageError(_("Choose what is asked: a riddle, a list, or sums such as plus-20."))
    cells = sorted({opening.cell for opening in course.maze.exits})
    if len(cells) < 2:
        raise UsageError(_("A riddle needs several exits: set more, or choose Several goals."))
    if course.taken & {*cells}:
        text = _("Answers stand in the cells of the exits: let marks stand outside the openings.")
        raise UsageError(text)
    draw = Draw(course.below)
    (one,) = ask(sources_of(questions), 1, draw)
    errors = one.wrong(draw, ())
    answers = {course.whole[-1]: clean(one.answer)}
    for cell in cells:
        if cell not in answers:
            text = next(errors, "")
            if not text:
                message = _("There are not enough wrong answers for {goals} goals: add some.")
                raise UsageError(message.format(goals=len(cells)))
            answers[cell] = clean(text)
    right = course.whole[-1]
    line = one.text if one.text.endswith("?") else f"{one.text}{one.equals}{BLANK}"
    solved = f"{one.text} {answers[right]}"
    if not one.text.endswith("?"):
        solved = f"{one.text}{one.equals}{answers[right]}"
    in_cells = TokenSet(
        tuple(Token(cell, answers[cell], on_route=cell == right) for cell in cells),
        _("{question} Take the exit with the right answer.").format(question=line),
        solved,
        labels=True,
        way=course.whole,
    )
    letters = dict(zip(cells, ascii_uppercase, strict=False))
    listed = tuple(f"{letters[cell]}: {answers[cell]}" for cell in cells)
    return replace(
        in_cells,
        instead=replace(
            in_cells,
            tokens=tuple(Token(cell, letters[cell], on_route=cell == right) for cell in cells),
            answer=f"{solved} ({letters[right]})",
            labels=False,
            listed=listed,
            solved=listed,
        ),
    )
