"""A question at each fork, and an answer in each corridor: the right one leads on."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import POINT
from mazeeditor.core.translation import _
from mazeeditor.maze.random import below, seeded
from mazeeditor.page.marks.course import Course, Fork
from mazeeditor.page.marks.labels import SHARE, half_size
from mazeeditor.page.questions import Draw, Question
from mazeeditor.page.questions.asking import ask, sources_of
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.tokens import BLANK, Token, TokenSet, token

MAX_QUESTIONS = 60  # questions of a page
USUAL_LETTERS = 7.5 * POINT  # mm: the em of answers on sheets, at the least
SAMPLED = 60  # questions of each kind, which are about as long as others


def passage_for(*, questions: str, along_count: int | None) -> float:  # noqa: ARG001 - all get it
    """Return how wide passages must be for answers of ``USUAL_LETTERS`` mm, about."""
    random = seeded(0)
    draw = Draw(lambda limit: int(below(random, limit)))
    sources = sources_of(questions) if questions else []
    texts = {
        text
        for source in sources
        for _number in range(SAMPLED)
        for one in [source(draw)]
        for text in (one.answer, *one.likely)
    }
    halves = [half_size(Token(0, text)) for text in texts]
    return max((2 * hypot(*half) * USUAL_LETTERS / SHARE for half in halves), default=0.0)


@token(
    "questions",
    _("Questions at forks"),
    order=5,
    forks=12,
    generator="kruskal",  # whose routes pass more forks than they keep
    audience="7-9",
    passage=passage_for,
    shortens=True,
)
def questions(course: Course, *, questions: str, along_count: int | None) -> TokenSet:
    """Questions at the forks of the route, whose right answers lead on, and wrong ones astray.

    They stand in the cells where they are large enough there, else numbers do.
    """
    if not questions:
        raise UsageError(_("Choose what is asked at the forks, such as plus-20, or a list."))
    forks = course.forks
    _check(forks, MAX_QUESTIONS if along_count is None else along_count)
    draw = Draw(course.below)
    chosen = ask(sources_of(questions), len(forks), draw)
    answers = _answers(forks, chosen, draw)
    line = _("At each fork take the way with the right answer.")
    solved = tuple(f"{one.text}{one.equals}{one.answer}" for one in chosen)
    inside = [
        Token(fork.cell, one.text, framed=True) for fork, one in zip(forks, chosen, strict=True)
    ]
    in_cells = TokenSet((*inside, *answers), line, "", labels=True, solved=solved)
    marks = [Token(fork.cell, str(place), framed=True) for place, fork in enumerate(forks, 1)]
    by_number = replace(
        in_cells,
        tokens=(*marks, *answers),
        listed=tuple(f"{at}. {one.text}{one.equals}{BLANK}" for at, one in enumerate(chosen, 1)),
        solved=tuple(f"{at}. {text}" for at, text in enumerate(solved, 1)),
    )
    return replace(in_cells, instead=by_number)


def _check(forks: tuple[Fork, ...], most: int) -> None:
    """Raise ``UsageError`` where there are no forks, too many, or one without room."""
    if not forks:
        raise UsageError(_("The route passes no fork: use a maze with branches."))
    if len(forks) > most:
        text = _(
            "The route passes {forks} forks, and {most} questions are to be asked at most: "
            "make fewer of them (transform: fewer-forks), or use a smaller maze."
        )
        raise UsageError(text.format(forks=len(forks), most=most))
    if any(fork.cell in fork.held for fork in forks):
        text = _(
            "The start stands in a fork, where a question belongs: let marks stand outside the "
            "opening, or move the entrance."
        )
        raise UsageError(text)


def _answers(forks: tuple[Fork, ...], chosen: list[Question], draw: Draw) -> list[Token]:
    """Return the answers of all corridors, those that lead on first."""
    used = [question.answer for question in chosen]
    right, wrong = list[Token](), list[Token]()
    for fork, question in zip(forks, chosen, strict=True):
        right.append(_answer(fork, fork.ahead, question.answer, on_route=True))
        errors = question.wrong(draw, used)
        for cell in fork.aside:
            text = next(errors, None)
            if text is None:
                message = _(
                    "There are not enough answers for a fork with {ways} ways on: "
                    "a list needs more questions with other answers, or more wrong ones."
                )
                raise UsageError(message.format(ways=len(fork.aside) + 1))
            used.append(text)
            wrong.append(_answer(fork, cell, text, on_route=False))
    return [*right, *wrong]


def _answer(fork: Fork, cell: int, text: str, *, on_route: bool) -> Token:
    """Return an answer in the first cell of a corridor, in the passage where that is taken."""
    text = clean(text)
    if cell in fork.held:
        return Token(fork.cell, text, on_route=on_route, toward=cell)
    return Token(cell, text, on_route=on_route)
