"""Reads which questions a page asks, and draws them: kinds with their levels, or a list.

::

    plus-20    plus-20, minus-20    fractions    data:text/csv;name=words.csv;base64,...
    Who barks? = dog | cat | cow
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.core.disk.input_files import STANDARD_INPUT
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value
from mazeeditor.page.questions import QUESTIONS, Draw, Question, QuestionKind, value_of
from mazeeditor.page.questions.word_list import (
    from_list,
    kept_question,
    load_list,
    name_of_list,
    rows_of,
)

if TYPE_CHECKING:
    from fractions import Fraction

LIST = "data:"  # begins the text of a list
SUFFIXES = (".csv", ".tsv", ".txt")  # of lists
DEFAULT_QUESTIONS = "plus-20"
MAX_TRIES = 60  # until a question is ask again
MOST_KINDS = 10  # of one page
Source = Callable[[Draw], Question]


def question_names() -> list[str]:
    """Return what may be asked without a list: ``plus-20``, ``fractions``, ..."""
    return [name for kind in QUESTIONS for name in kind.names]


def read_questions(text: str) -> str:
    """Return the usual spelling of questions, with commas between kinds; raises ``UsageError``."""
    if text.startswith(LIST):
        rows_of(text)
        return text
    if "=" in text:
        return kept_question(text[:1000])
    words = [word for word in re.split(r"[,;\s]+", text.strip().lower()[:1000]) if word]
    known = question_names()
    for word in words:
        if word not in known:
            message = _("There are no questions {name}. Choose one of {known}, or a CSV.")
            raise UsageError(message.format(name=quote_value(word), known=", ".join(known)))
    if len(words) > MOST_KINDS:
        message = _("A page asks {most} kinds of questions at most.")
        raise UsageError(message.format(most=MOST_KINDS))
    return ", ".join(dict.fromkeys(words))


def load_questions(path: Path) -> str:
    """Return what a page keeps of questions: their names, or the text of the file of a list.

    Raises ``UsageError`` and ``MazeError``.
    """
    if path.suffix.lower() in SUFFIXES or path == STANDARD_INPUT:
        return load_list(path)
    return read_questions(str(path))


def label_of(text: str) -> str:
    """Return what users read for questions: ``Addition up to 20``, or the name of a file."""
    if text.startswith(LIST):
        return name_of_list(text)
    labels = []
    for word in filter(None, text.split(", ")):
        name, _dash, level = word.partition("-")
        label = QUESTIONS[name].label
        to = _("{kind} up to {level:,}")
        labels.append(to.format(kind=label, level=int(level)) if level else label)
    return ", ".join(labels)


def sources_of(text: str) -> list[Source]:
    """Return what draws questions, in their usual spelling: one source for each kind."""
    if text.startswith(LIST):
        return [lambda draw: from_list(text, draw)]
    sources: list[Source] = []
    for word in text.split(", "):
        name, _dash, level = word.partition("-")
        sources.append(_source(QUESTIONS[name], int(level or 0)))
    return sources


def _source(kind: QuestionKind, level: int) -> Source:
    return lambda draw: kind.run(draw, level)


def ask(sources: Sequence[Source], count: int, draw: Draw) -> list[Question]:
    """Return so many questions, the kinds in turns.

    As far as there are enough no two are alike, nor have two the same answer.
    """
    questions: list[Question] = []
    texts: set[str] = set()
    answers: set[Fraction | str] = set()
    for number in range(count):
        source = sources[number % len(sources)]
        tries = [source(draw)]
        while len(tries) < MAX_TRIES and _rank(tries[-1], texts, answers):
            tries.append(source(draw))
        best = min(tries, key=lambda each: _rank(each, texts, answers))
        questions.append(best)
        texts.add(best.text)
        answers.add(value_of(best.answer))
    return questions


def _rank(question: Question, texts: set[str], answers: set[Fraction | str]) -> int:
    return 2 * (question.text in texts) + (value_of(question.answer) in answers)
