"""Questions of a list of the user: words, translations, or any others, one in each row of a CSV.

::

    question,answer,wrong 1,wrong 2      the first line may name the columns
    dog,Hund
    6 x 7,42,36,48                       wrong answers, where the user has some of them

Where a row has none, or not enough for a fork, answers of other rows are wrong ones. A page keeps
a list as text, so that no file is read again: ``data:text/csv;name=words.csv;base64,...``
"""

from __future__ import annotations

import csv
import io
import re
from base64 import b64decode, b64encode
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from mazeeditor.core.disk.list_files import list_rows, list_text, name_at_beginning
from mazeeditor.core.errors import UsageError
from mazeeditor.core.half_characters import why_not_text
from mazeeditor.core.translation import _, printable
from mazeeditor.page.questions import Draw, Question, value_of
from mazeeditor.page.text.lettering import clean

WHAT = _("list of questions")
MOST_ROWS, MOST_WRONG = 1_000, 12
LONGEST_QUESTION, LONGEST_ANSWER = 60, 24  # characters: more is not legible in a maze
MOST_TEXT = 500_000  # characters of what is kept
HEADS = {"question", "questions", "word", "term"}, {"answer", "answers", "right", "translation"}
_KEPT = re.compile(r"data:text/csv;name=([^;,]*);base64,([A-Za-z0-9+/]+=*)")


class ListRow(NamedTuple):
    """A question, its answer, and the wrong answers that the list has for it."""

    question: str
    answer: str
    wrong: tuple[str, ...]


def load_list(path: Path) -> str:
    """Return what a page keeps of a file; raises ``UsageError`` and ``MazeError``."""
    rows = _check(list_rows(list_text(path, WHAT), printable(path), WHAT), printable(path))
    kept = _keep(rows, path.name)
    if len(kept) > MOST_TEXT:
        raise UsageError(_("{file} is too long to be kept.").format(file=printable(path)))
    return kept


def kept_question(text: str) -> str:
    """Return what a page keeps of one question: ``Who barks? = dog | cat | cow``, the right first.

    Raises ``UsageError``.
    """
    if problem := why_not_text(text, _("The question")):
        raise UsageError(problem)
    question, _equals, answers = text.rpartition("=")
    values = [question, *answers.split("|")]
    return _keep(_check([(1, values)], clean(question)), clean(question))


def _keep(rows: list[ListRow], name: str) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [row.question, row.answer, *row.wrong] for row in rows
    )
    data = b64encode(text.getvalue().encode()).decode()
    return f"data:text/csv;name={quote(name, errors='replace')};base64,{data}"


def name_of_list(text: str) -> str:
    match = _KEPT.match(text[:4000])
    return unquote(match[1]) if match else _("list")


@lru_cache(maxsize=8)
def rows_of(text: str) -> tuple[ListRow, ...]:
    """Return the rows of a list that a page keeps; raises ``UsageError``."""
    match = _KEPT.fullmatch(text) if len(text) <= MOST_TEXT else None
    if not match:
        raise UsageError(_("The list of questions is damaged: choose it again."))
    try:
        kept = b64decode(match[2], validate=True).decode()
    except ValueError:
        raise UsageError(_("The list of questions is damaged: choose it again.")) from None
    name = unquote(match[1])
    return tuple(_check(list_rows(f"sep=,\n{kept}", name, WHAT), name))


def _check(rows: list[tuple[int, list[str]]], file: str) -> list[ListRow]:
    """Return the rows of a list; raises ``UsageError`` that names the line."""
    if rows and _is_head(rows[0][1]):
        rows = rows[1:]
    if len(rows) > MOST_ROWS:
        text = _("{file} has more than {most:,} questions.")
        raise UsageError(text.format(file=name_at_beginning(file), most=MOST_ROWS))
    found = [_row(line, values, file) for line, values in rows]
    answers = {value_of(row.answer) for row in found}
    if not found or (len(answers) < 2 and not all(row.wrong for row in found)):
        text = _(
            "{file} needs two questions with different answers at least, each in a line: "
            "question, answer."
        )
        raise UsageError(text.format(file=name_at_beginning(file)))
    return found


def _is_head(values: list[str]) -> bool:
    words = [clean(value).casefold() for value in values[:2]]
    return len(words) == 2 and all(word in known for word, known in zip(words, HEADS, strict=True))


def _row(line: int, values: list[str], file: str) -> ListRow:
    question, answer, *wrong = (clean(value) for value in [*values, "", ""])
    if not question or not answer:
        text = _("Line {line} of {file} needs a question and its answer.")
        raise UsageError(text.format(line=line, file=file))
    wrong = [each for each in wrong if each][:MOST_WRONG]
    limits = [(question, LONGEST_QUESTION), *((each, LONGEST_ANSWER) for each in (answer, *wrong))]
    for value, most in limits:
        if len(value) > most:
            text = _("Line {line} of {file} has a text of more than {most} characters: shorten it.")
            raise UsageError(text.format(line=line, file=file, most=most))
    if value_of(answer) in map(value_of, wrong):
        text = _("Line {line} of {file} has its answer among the wrong ones.")
        raise UsageError(text.format(line=line, file=file))
    return ListRow(question, answer, tuple(wrong))


def from_list(text: str, draw: Draw) -> Question:
    """Return the question of a row of a list that a page keeps."""
    rows = rows_of(text)
    row = rows[draw.below(len(rows))]
    alike = row.question.casefold()
    also = [each.answer for each in rows if each.question.casefold() == alike]
    rest = tuple(each.answer for each in rows if each.question.casefold() != alike)
    if row.wrong:
        return Question(row.question, row.answer, row.wrong, rest, tuple(also), ": ")
    return Question(row.question, row.answer, rest, (), tuple(also), ": ")
