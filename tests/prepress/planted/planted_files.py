"""The files: each breach by each carrier that can carry it, on page 6 of 24."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from mazeeditor.prepress.preflight import preflight
from tests.prepress.planted import (  # noqa: F401 - they register their breaches
    document_breaches,
    image_breaches,
    ink_breaches,
    line_breaches,
    place_breaches,
    text_breaches,
    unreadable_breaches,
)
from tests.prepress.planted.carriers import CARRIERS, Carrier
from tests.prepress.planted.fragments import BREACHES, HIGH, UNCHECKED, WIDE, Breach, Fragment

PAGES, NUMBER = 24, 6
BLEED = 9.0  # points: 1/8 in at the outer side, at the top and at the bottom
PLAIN = b"0 G 1 w 150 150 m 250 400 l S"
Case = tuple[Breach, Carrier]


@cache
def cases() -> list[Case]:
    """Return all that can be planted."""
    return [
        (breach, carrier)
        for breach in BREACHES.values()
        for carrier in CARRIERS.values()
        if not carrier.reason(breach)
    ]


def sampled(amount: int) -> list[Case]:
    """Return so many cases, or a few more, in which each breach and each carrier is."""
    known = cases()
    step = max(1, round(len(known) / amount))
    chosen = dict.fromkeys((breach.name, carrier.name) for breach, carrier in known[::step])
    for position in (0, 1):
        seen = {pair[position] for pair in chosen}
        for breach, carrier in known:
            pair = (breach.name, carrier.name)
            if pair[position] not in seen:
                seen.add(pair[position])
                chosen[pair] = None
    return [(BREACHES[one], CARRIERS[other]) for one, other in chosen]


def identity(case: Case) -> str:
    """Return the name of a case."""
    return f"{case[0].name} in {case[1].name}"


@cache
def base(*, bleed: bool, pages: int = PAGES) -> bytes:
    """Return a file in which nothing is wrong."""
    pdf = pikepdf.new()
    wide, high = (WIDE + BLEED, HIGH + 2 * BLEED) if bleed else (WIDE, HIGH)
    for _number in range(pages):
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, wide, high]),
            Resources=Dictionary(),
            Contents=pdf.make_indirect(Stream(pdf, PLAIN)),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    pdf.docinfo["/Title"] = String("Book")
    buffer = BytesIO()
    pdf.save(buffer)
    return buffer.getvalue()


def planted(case: Case, *, empty: bool = False) -> tuple[Pdf, dict[str, object]]:
    """Return a file and how to save it; an ``empty`` one has the carrier, but no piece in it."""
    breach, carrier = case
    pdf = pikepdf.open(BytesIO(base(bleed=breach.bleed)))
    fragment = Fragment(b"") if empty else breach.make(pdf)
    breach.prepare(pdf)
    carrier.wrap(pdf, pdf.pages[NUMBER - 1].obj, fragment)
    breach.change(pdf)
    return pdf, dict(carrier.save)


def missed(case: Case, path: Path) -> str:
    """Return why a breach was not found in its file, "" where it was.

    Found is an error or warning of its rule that names its page, or that the page could not be
    checked.
    """
    breach, _carrier = case
    report = preflight(path, rules=breach.rules)
    for finding in report.findings:
        pages = tuple(sorted(finding.pages))
        if (finding.rule == breach.rule and pages == breach.pages) or (
            finding.rule == UNCHECKED and pages == (NUMBER,)
        ):
            return ""
    return "; ".join(str(finding) for finding in report.findings) or "nothing was found"


def write(case: Case, path: Path, *, empty: bool = False) -> Path:
    """Write a file."""
    pdf, save = planted(case, empty=empty)
    with pdf:
        pdf.save(path, min_version="1.7", **save)  # type: ignore[arg-type]
    return path
