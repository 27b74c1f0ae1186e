"""Poppler and Ghostscript paint nothing that the program does not know, and the planted pieces.

Of planted files: that these are there for everybody to see is what makes them worth finding.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.preflight import preflight
from tests.breadth import rotating, stress
from tests.prepress.planted.carriers import CARRIERS
from tests.prepress.planted.fragments import DOCUMENT, INVISIBLE, UNCHECKED, UNREADABLE
from tests.prepress.planted.planted_files import NUMBER, Case, cases, identity, sampled, write
from tests.prepress.second_opinion import PROGRAMS, Seen, ink_of, need, unknown

UNSEEN = {DOCUMENT, INVISIBLE, UNREADABLE}


@dataclass(frozen=True)
class Drawing:
    """A planted file: how its page looks, and that of the same file without the piece."""

    case: Case
    full: Seen
    empty: Seen
    unknown: str  # to the program


@cache
def chosen() -> list[Case]:
    return cases() if stress() else sampled(40)


@cache
def drawn(name: str) -> dict[str, list[Drawing]]:
    """Return the files of a carrier as each program draws them."""
    need(*PROGRAMS)
    own = [case for case in chosen() if case[1].name == name]
    kinds = {_kind(case): case for case in own}
    with TemporaryDirectory() as folder:
        place = Path(folder)
        files = [write(case, place / f"{at}.pdf") for at, case in enumerate(own)]
        bare = [
            write(case, place / f"bare {at}.pdf", empty=True)
            for at, case in enumerate(kinds.values())
        ]
        inks = [
            ink_of(file, NUMBER) if DOCUMENT not in case[0].traits else None
            for case, file in zip(own, files, strict=True)
        ]
        result = {}
        for program, draw in PROGRAMS.items():
            pages = draw(files + bare, NUMBER, place)
            empty = dict(zip(kinds, pages[len(own) :], strict=True))
            result[program] = [
                Drawing(case, page, empty[_kind(case)], _unknown(case, file, ink, page))
                for case, file, ink, page in zip(own, files, inks, pages, strict=False)
            ]
    return result


def _kind(case: Case) -> object:
    """Return what is the same for cases whose files are the same without the piece."""
    return case[0].bleed, case[0].prepare, case[0].change


def _unknown(case: Case, file: Path, ink: Ink | None, page: Seen) -> str:
    """Return what the program does not know, unless it says that it could not check the page."""
    text = "" if ink is None else unknown(ink, page)
    if not text:
        return ""
    findings = preflight(file, rules=case[0].rules).findings
    named = any(one.rule == UNCHECKED and NUMBER in one.pages for one in findings)
    return "" if named else f"{identity(case)}: {text}"


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("carrier", rotating(CARRIERS))
def test_nothing_is_painted_unknown(carrier: str, program: str) -> None:
    texts = [drawing.unknown for drawing in drawn(carrier)[program] if drawing.unknown]
    assert not texts, "\n".join(texts)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("carrier", CARRIERS)
def test_the_piece_is_seen(carrier: str, program: str) -> None:
    hidden = [
        identity(drawing.case)
        for drawing in drawn(carrier)[program]
        if not drawing.case[0].traits & UNSEEN and drawing.full.sum == drawing.empty.sum
    ]
    assert not hidden, "\n".join(hidden)
