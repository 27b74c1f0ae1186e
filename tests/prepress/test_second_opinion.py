"""Poppler and Ghostscript paint nothing that the program does not know, and the planted pieces.

Of planted files: that these are there for everybody to see is what makes them worth finding.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.preflight import preflight
from tests.breadth import stress
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


BY_CARRIER = [
    [case for case in (cases() if stress() else sampled(40)) if case[1].name == name]
    for name in CARRIERS
]
FEW = 6
PARTS = [own[at : at + FEW] for own in BY_CARRIER for at in range(0, len(own), FEW)]


def drawn(own: list[Case]) -> dict[str, list[Drawing]]:
    """Return the files of cases as each program draws them."""
    need(*PROGRAMS)
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


@pytest.mark.slow(15)
@pytest.mark.parametrize("own", PARTS, ids=lambda own: own[0][1].name)
def test_the_piece_is_seen_and_nothing_unknown(own: list[Case]) -> None:
    for program, drawings in drawn(own).items():
        for drawing in drawings:
            assert not drawing.unknown, (program, drawing.unknown)
            if not drawing.case[0].traits & UNSEEN:
                assert drawing.full.sum != drawing.empty.sum, (program, identity(drawing.case))
